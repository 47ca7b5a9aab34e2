# C types for moves.py, which stays plain Python: docs/decisions/0009-engine.md

cimport cython
from fimbul.games.ragnarocks.engine.land cimport Land

cdef int _MOVE, _PERCHED, _PUSH, _TRAVEL, _EDGE, _LINE, _BACK, _PAY, _SIDES, _ONE_HEX
cdef int _UNSETTLED, _ARRIVE, _SELKOLLA, _SLEIPNIR, _FJORGYN

cdef class Moves(Land):
    cdef public int count, kind, side, viking, extra
    cdef public int[::1] options, ways

    @cython.locals(step=int)
    cpdef void at_hand(self) noexcept
    cdef void write(self, int option) noexcept
    @cython.locals(poor=int)
    cdef void offer_moves(self, int way, int at) noexcept
    cdef void offer_leaps(self, int way, int at) noexcept
    @cython.locals(power=int, before=int)
    cdef void offer_move(self, int way, int at) noexcept
    @cython.locals(way=int, step=int, to=int)
    cdef void lines(self, int at) noexcept
    @cython.locals(way=int, to=int)
    cdef void one_hex(self, int at, int by) noexcept
    @cython.locals(way=int, step=int, to=int)
    cdef void jumps(self, int at) noexcept
    @cython.locals(way=int, step=int, to=int)
    cdef void walks_over(self, int at) noexcept
    @cython.locals(way=int, step=int, to=int)
    cdef void pushes(self, int at) noexcept
    @cython.locals(viking=int)
    cdef int viking_on(self, int at) noexcept
    @cython.locals(held=int, way=int, step=int, to=int)
    cdef void perched(self, int at) noexcept
    @cython.locals(number=int, at=int)
    cdef void open_land(self, int edge) noexcept
    @cython.locals(number=int, at=int)
    cdef void unsettled(self) noexcept
    @cython.locals(way=int, step=int, to=int)
    cdef void back(self, int at) noexcept
