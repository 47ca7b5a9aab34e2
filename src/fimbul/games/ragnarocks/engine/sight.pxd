# C types for sight.py, which stays plain Python: docs/decisions/0009-engine.md

cimport cython
from fimbul.games.ragnarocks.engine.field cimport Field

cdef int _LEVELS

@cython.final
cdef class Sight:
    cdef public int rows, width, pad, span, stage
    cdef public unsigned char[::1] bits
    cdef public int[::1] free, seen, half, levels, features, trapped, weights

    @cython.locals(worth=int, base=int)
    cpdef int look(self, Field field) noexcept
    cpdef void measure(self, Field field) noexcept
    @cython.locals(row=int, free=int, at=int, number=int)
    cdef void clear_land(self, Field field) noexcept
    @cython.locals(row=int, at=int, viking=int)
    cdef void stand(self, Field field, int level, int first) noexcept
    @cython.locals(steps=int, row=int)
    cdef int queens(self, int level) noexcept
    @cython.locals(
        row=int, free=int, front=int, west=int, east=int, found=int, run=int, left=int, reached=int,
    )
    cdef int slide(self, int level) noexcept
    @cython.locals(
        steps=int, row=int, at=int, here=int, below=int, above=int, found=int, reached=int,
    )
    cdef int kings(self, int level) noexcept
    cdef int size(self, int row) noexcept
    @cython.locals(
        queen=int, tie=int, near=int, mobility=int, alone=int, stage=int, end=int, row=int, at=int,
        seen_ivory=int, seen_red=int, last_ivory=int, last_red=int, steps=int, ivory=int, red=int,
        lead=int, equal=int,
    )
    cdef void compare_queens(self, int ivory_end, int red_end) noexcept
    @cython.locals(
        king=int, tie=int, close=int, end=int, row=int, at=int, seen_ivory=int, seen_red=int,
        steps=int, ivory=int, red=int,
    )
    cdef void compare_kings(self, int ivory_end, int red_end) noexcept
    @cython.locals(worth=int, free=int, at=int)
    cdef int cramped(self, Field field, int first) noexcept
