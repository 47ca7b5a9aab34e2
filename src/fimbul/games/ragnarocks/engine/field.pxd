# C types for field.py, which stays plain Python: docs/decisions/0009-engine.md

cimport cython

@cython.final
cdef class Field:
    cdef public int pad, size, count, clan, ivories, reds
    cdef public int stamp, parts, depth, nomads, points_ivory, points_red
    cdef public int side, skips, stall, supply, stall_limit, zero_move, over
    cdef public int[::1] steps, cells, places, marks, heap, log, out, found
    cdef public unsigned char[::1] blank, hexes, groups

    cpdef void clear(self)
    cpdef void put_viking(self, int viking, int at)
    cpdef void put_stone(self, int at)
    cpdef void begin(self)
    cpdef int flood(self, int start, int goals) noexcept
    cdef void settle(self, int size) noexcept
    @cython.locals(around=int, number=int, way=int)
    cdef int parted(self, int at) noexcept
    @cython.locals(size=int, before=int, number=int)
    cdef void cut(self, int at) noexcept
    cpdef int slides(self, int at, int count) noexcept
    cdef int is_free(self, int at) noexcept
    cpdef int can_select(self, int viking) noexcept
    cpdef int first(self) noexcept
    cpdef int can_act(self) noexcept
    cpdef int reach(self, int viking) noexcept
    cpdef void shift(self, int viking, int to) noexcept
    cpdef void summon(self, int at) noexcept
    cpdef void take_back(self) noexcept
    cdef void hand_on(self) noexcept
    cpdef void play(self, int turn) noexcept
    cpdef void copy(self, Field other) noexcept
