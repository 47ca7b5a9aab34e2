# C types for dream.py, which stays plain Python: docs/decisions/0009-engine.md

cimport cython
from fimbul.games.nine_realms.engine.field cimport Field
from fimbul.games.nine_realms.engine.instinct cimport Instinct

cdef int _HERO, _TWO, _LAST, _DRAWING

@cython.final
cdef class Dream:
    cdef public Field field
    cdef public Instinct instinct

    cpdef int pick(self, int seat, int stage) noexcept
    cpdef void take(self, int seat, int stage, int pick) noexcept
    @cython.locals(field=Field, seat=int)
    cpdef void go_on(self, int stage) noexcept
    @cython.locals(field=Field, trickster=int, fetched=int)
    cdef void exchange(self, int seat) noexcept
    @cython.locals(zero=int, one=int)
    cpdef void fight(self, int stage) noexcept
    @cython.locals(field=Field, seat=int)
    cpdef void dawn(self) noexcept
    cpdef void play_out(self) noexcept
