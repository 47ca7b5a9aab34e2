# C types for sight.py, which stays plain Python: docs/decisions/0009-engine.md

cimport cython

cdef int _WINS, _BATTLES, _FINE, _FAR, _MIDDLE, _LEVELS, _STEP, _WIDE, _CENTRE, _SCALE

@cython.final
cdef class Sight:
    cdef public double[::1] below, future, chances
    cdef public int good, bad, tie

    @cython.locals(row=int)
    cpdef int at(self, int wins, int losses, int left, int first) noexcept
    @cython.locals(wins=int, losses=int, left=int, first=int)
    cdef void fill(self) noexcept
    @cython.locals(
        start=int, lead=int, level=int, good=int, bad=int, tie=int, won=double, lost=double,
        even=double,
    )
    cdef void fill_score(self, int wins, int losses, int left, int first) noexcept
    cpdef void score(self, int wins, int losses, int left, int first) noexcept
    @cython.locals(level=int, scale=int, won=double, lost=double, even=double)
    cpdef double judge(self, int stage, double margin, double edge) noexcept
    @cython.locals(level=int)
    cdef int level(self, double edge) noexcept
    @cython.locals(mark=int)
    cdef int mark(self, double margin) noexcept
