# C types for offers.py, which stays plain Python: docs/decisions/0009-engine.md

cimport cython
from fimbul.games.ragnarocks.engine.moves cimport Moves

cdef int _SUMMON, _OR_MOVE, _OR_THROW, _THROW, _SECOND, _BESIDE_NOMADS, _NEW_LAND, _WALLS, _PERCH
cdef int _LURE, _SWAP, _TOSS, _SETTLERS, _MINE, _TIDE, _HERD, _CARDS
cdef int _ASK, _BLODUGHOFI, _SELKOLLA, _NERTHUS, _GULLINBURSTI, _THOR, _MARK

cdef class Offers(Moves):
    @cython.locals(at=int)
    cdef void offer(self, int way) noexcept
    @cython.locals(before=int)
    cdef void offer_summons(self, int way, int at) noexcept
    cdef void offer_stones(self, int way, int at) noexcept
    @cython.locals(power=int)
    cdef void aim(self, int way, int at) noexcept
    @cython.locals(way=int, to=int)
    cdef void flights(self, int at) noexcept
    @cython.locals(before=int)
    cdef void throw(self, int at) noexcept
    @cython.locals(safe=int, number=int, count=int, option=int)
    cdef void spare(self, int first, int elsewhere) noexcept
    @cython.locals(number=int, at=int)
    cdef int is_harmless_anywhere(self) noexcept
    @cython.locals(way=int, to=int)
    cdef int is_harmless_line(self, int at) noexcept
    @cython.locals(way=int, to=int)
    cdef void second(self) noexcept
    @cython.locals(number=int, at=int)
    cdef void beside_nomads(self) noexcept
    @cython.locals(way=int, to=int)
    cdef int is_at_nomad(self, int at) noexcept
    @cython.locals(before=int, way=int, to=int, number=int, at=int)
    cdef void new_land(self) noexcept
    @cython.locals(way=int, at=int)
    cdef void walls(self) noexcept
    @cython.locals(way=int, to=int)
    cdef int is_inner(self, int at) noexcept
    @cython.locals(way=int)
    cdef void perches(self, int at) noexcept
    @cython.locals(mine=int, viking=int, at=int, own=int)
    cdef void offer_vikings(self, int way) noexcept
    @cython.locals(here=int, nomad=int)
    cdef int can_touch(self, int way, int viking, int at, int own) noexcept
    @cython.locals(found=int)
    cdef int is_anything_unsettled(self) noexcept
    @cython.locals(played=int, power=int)
    cdef void commands(self) noexcept
