# C types for council.py, which stays plain Python: docs/decisions/0009-engine.md

cimport cython
from fimbul.games.nine_realms.engine.dream cimport Dream
from fimbul.games.nine_realms.engine.field cimport Field

cdef int _MOST, _PATIENCE, _HERO

@cython.final
cdef class Council:
    cdef public Field root, dealt
    cdef public Dream dream
    cdef public int[::1] picks, alive, tries
    cdef public double[::1] found, totals, apart
    cdef public double doubt
    cdef public int count, seat, stage, owed, dreams, plain
    cdef public unsigned long long word, luck
    cdef object enough

    cpdef search(self, object enough)
    @cython.locals(field=Field, seat=int, rival=int, answer=int, at=int)
    cdef int compare(self) except -1
    @cython.locals(field=Field, rival=int)
    cdef void deal(self) noexcept
    @cython.locals(at=int, to=int, apart=double)
    cdef void count_in(self) noexcept
    @cython.locals(best=int, left=int, at=int, apart=double, lead=double)
    cdef int give_up(self) noexcept
    @cython.locals(best=int, at=int)
    cpdef int best(self) noexcept
