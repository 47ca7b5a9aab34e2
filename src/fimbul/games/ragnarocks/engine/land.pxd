# C types for land.py, which stays plain Python: docs/decisions/0009-engine.md

cimport cython
from fimbul.games.ragnarocks.engine.field cimport Field

cdef int _FREYA, _FRIGG, _HEL, _IDUN, _LARGE, _WON

cdef class Land:
    cdef public object board
    cdef public Field field
    cdef public int depth, turns, most, laid, gone, wild, settled, lead
    cdef public int origin, reached, stone, created, used, newcomers, hoard, debt, spent
    cdef public int another, waiting, dawned, dawn_nomads
    cdef public int[::1] agenda, powers, borrowed, voices
    cdef public unsigned char[::1] land, edge, dawn, cards, fateful

    cpdef void clear(self)
    @cython.locals(at=int, level=int, number=int, side=int, size=int)
    cpdef void copy(self, Land other) noexcept
    cpdef void push(self, int kind, int side, int viking, int extra) noexcept
    cdef int has(self, int power) noexcept
    cpdef void borrow(self, int side, int power) noexcept
    @cython.locals(before=int, number=int, at=int)
    cpdef void remap(self) noexcept
    @cython.locals(inside=int, status=int, number=int, viking=int)
    cdef void claim(self, int size) noexcept
    @cython.locals(parted=int, number=int)
    cdef int creates(self, int at) noexcept
    @cython.locals(way=int, step=int, here=int)
    cdef int is_straight(self, int at, int to) noexcept
    @cython.locals(straight=int)
    cdef void shift(self, int viking, int to) noexcept
    cdef void take_stone(self) noexcept
    @cython.locals(status=int, parted=int)
    cdef int lay_stone(self, int at) noexcept
    @cython.locals(side=int, points=int)
    cdef void changed(self) noexcept
    cdef void win(self, int side) noexcept
    cdef void score(self) noexcept
    @cython.locals(points=int, power=int)
    cdef int points(self, int side) noexcept
    cdef int is_beside(self, int at, int side, int but) noexcept
    cdef int are_beside(self, int at, int to) noexcept
    @cython.locals(viking=int, at=int)
    cdef int is_hunted(self, int side) noexcept
