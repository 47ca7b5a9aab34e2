# C types for field.py, which stays plain Python: docs/decisions/0009-engine.md

cimport cython

cdef int _HEROES, _CARDS, _SET, _HAND, _SHOWN, _DRAWN, _REFILL, _POOL, _FACES, _BATTLES, _WINS, _DRAWING

@cython.final
cdef class Field:
    cdef public int[::1] strengths, tricks, hero_points, card_points, card_dice
    cdef public int[::1] plus, more, steps, kinds, matches, worth
    cdef public int[::1] row, favour, sets, left, drawn, beside, fallen, hands, held
    cdef public int[::1] hero, one, two, last, faces, dice, points, pile, discard, wins
    cdef public int piled, discarded, fought, first, over
    cdef public unsigned long long luck, word, stride, stir
    cdef public unsigned long long[::1] streams

    @cython.locals(at=int, seat=int)
    cpdef void copy(self, Field other) noexcept
    @cython.locals(word=cython.ulonglong, seed=cython.ulonglong, stream=int)
    cpdef void begin(self, unsigned long long luck) noexcept
    @cython.locals(word=cython.ulonglong, seed=cython.ulonglong)
    cpdef int roll(self, int stream, int sides) noexcept
    @cython.locals(first=int, left=int, count=int, number=int, last=int, other=int)
    cpdef void draw_heroes(self, int seat) noexcept
    @cython.locals(at=int)
    cpdef void choose_hero(self, int seat, int hero) noexcept
    @cython.locals(best=int, most=int, at=int, hero=int)
    cpdef int best_beside(self, int seat) noexcept
    cdef int is_better(self, int fetched, int trickster) noexcept
    @cython.locals(at=int)
    cpdef void fetch(self, int seat, int hero) noexcept
    @cython.locals(realm=int, seat=int)
    cpdef void reveal(self) noexcept
    @cython.locals(at=int)
    cdef void part_with(self, int seat, int card) noexcept
    @cython.locals(realm=int)
    cpdef void lay_two(self, int seat, int one, int two) noexcept
    @cython.locals(realm=int, count=int)
    cpdef int wisdom_dice(self, int seat) noexcept
    @cython.locals(types=int, left=int, count=int)
    cpdef int cunning_dice(self, int seat, int last) noexcept
    cpdef void fall(self, int seat, int face) noexcept
    cpdef void roll_dice(self, int seat, int count) noexcept
    cpdef void lay_last(self, int seat, int card) noexcept
    @cython.locals(first=int, cheap=int, dear=int, rest=int)
    cpdef int turn_gain(self, int seat, int steps) noexcept
    @cython.locals(last=int, steps=int)
    cpdef void use_cunning(self, int seat) noexcept
    @cython.locals(lead=int, winner=int)
    cpdef void compare(self) noexcept
    @cython.locals(seat=int, face=int)
    cpdef void clean_up(self) noexcept
    cpdef void refill(self, int first) noexcept
    cpdef void deal(self, int seat, int count) noexcept
    @cython.locals(at=int)
    cdef void reshuffle(self) noexcept
    @cython.locals(last=int, other=int)
    cpdef void shuffle_pile(self) noexcept
    @cython.locals(lead=int)
    cpdef int ahead(self) noexcept
