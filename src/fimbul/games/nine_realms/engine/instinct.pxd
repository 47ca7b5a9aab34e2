# C types for instinct.py, which stays plain Python: docs/decisions/0009-engine.md

cimport cython
from fimbul.games.nine_realms.engine.field cimport Field
from fimbul.games.nine_realms.engine.sight cimport Sight

cdef int _HEROES, _CARDS, _SET, _HAND, _POOL, _BATTLES, _STEPS, _HERO, _TWO, _LAST

@cython.final
cdef class Instinct:
    cdef public Sight sight
    cdef public double heroes, two_kept, last_kept, realms, rival_hero, rival_hand, rival_last, saved
    cdef public double promised, keeps
    cdef public int rolled, next
    cdef public double[::1] worth, hands, turns

    @cython.locals(
        end=int, realm=int, fetched=int, margin=double, edge=double, best=int, most=double,
        at=int, hero=int, fighter=int, left=double, merit=double,
    )
    cpdef int hero(self, Field field, int seat) noexcept
    @cython.locals(any_hero=int, realm=int, favour=int, hero=double)
    cdef double rival_reach(self, Field field, int rival) noexcept
    @cython.locals(total=int, count=int, trickster=int, at=int, hero=int)
    cdef double mean(self, Field field, int seat, int without) noexcept
    @cython.locals(fetched=int, best=int)
    cdef int gained(self, Field field, int seat, int trickster, int fights) noexcept
    @cython.locals(
        rival=int, realm=int, left=int, margin=double, edge=double, best=int, most=double,
        at=int, to=int, ahead=double, merit=double,
    )
    cpdef int two(self, Field field, int seat) noexcept
    @cython.locals(most=double, at=int, to=int)
    cdef void promise(self, Field field, int seat) noexcept
    @cython.locals(
        realm=int, one=int, two=int, dice=int, mates=int, twins=int, most=double, gains=double,
        rest=double, spent=double, other=int, card=int, gain=double, points=int,
        worth=double,
    )
    cdef void pair(self, Field field, int seat, int at, int to) noexcept
    cdef int more_dice(self, int more, int matched, int twins, int dice) noexcept
    @cython.locals(
        first=int, left=int, margin=double, edge=double, best=int, most=double, hand=double,
        at=int, card=int, dice=int, gain=int, ahead=double, merit=double,
    )
    cpdef int last(self, Field field, int seat) noexcept
    @cython.locals(first=int, left=int)
    cdef void score(self, Field field, int seat) noexcept
    @cython.locals(means=double)
    cdef double edge(self, Field field, int seat) noexcept
    @cython.locals(left=int, favour=double)
    cdef double realms_ahead(self, Field field, int seat) noexcept
    @cython.locals(total=double, at=int)
    cdef double hand(self, Field field, int seat) noexcept
