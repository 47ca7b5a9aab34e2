# C types for walk.py, which stays plain Python: docs/decisions/0009-engine.md

cimport cython
from fimbul.games.ragnarocks.engine.field cimport Field

@cython.final
cdef class Walker:
    cdef public Field field
    cdef public int[::1] written, goals
    cdef public unsigned long long seed, word

    cpdef int generate(self) noexcept
    cdef int turns_of(self, int viking, int total) noexcept
    cpdef int count(self) noexcept
    cdef int count_of(self, int viking) noexcept
    cdef int count_slides(self, int at) noexcept
    @cython.locals(total=cython.longlong, turn=int)
    cpdef long long perft(self, int depth)
    @cython.locals(seed=cython.ulonglong, word=cython.ulonglong)
    cdef int roll(self, int sides) noexcept
    cpdef void play_out(self) noexcept
    cdef int any_viking(self) noexcept
    cpdef int play_outs(self, Field start, int matches) noexcept
