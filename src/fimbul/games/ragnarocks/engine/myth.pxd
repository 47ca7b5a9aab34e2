# C types for myth.py, which stays plain Python: docs/decisions/0009-engine.md

cimport cython
from fimbul.games.ragnarocks.engine.deeds cimport Deeds

cdef int _SELECT_WAY, _ANOTHER_WAY, _SELECT, _END, _DO_SELECT
cdef int _OPTIONAL, _NEEDED, _SUFFICES, _FATEFUL, _GULLINBURSTI, _THOR, _PASS

@cython.final
cdef class Myth(Deeds):
    cdef public Myth twin

    cpdef play(self, int pick)
    cpdef settle(self)
    @cython.locals(first=int)
    cdef int next_side(self) noexcept
    @cython.locals(way=int, kept=int, count=int, number=int)
    cdef void ask(self) noexcept
    @cython.locals(able=int)
    cdef void look_at(self, int way) noexcept
    @cython.locals(ahead=int, viking=int, able=int)
    cdef void select(self) noexcept
    @cython.locals(power=int)
    cdef int is_affordable(self, int side) noexcept
    cdef Myth deeper(self)
    @cython.locals(twin=Myth)
    cdef int can_act(self, int viking) noexcept
    @cython.locals(twin=Myth)
    cdef int leads_on(self, int option) noexcept
    @cython.locals(traits=int)
    cdef int completes(self) noexcept
    @cython.locals(number=int)
    cdef int is_any_way_on(self) noexcept
    cdef void run(self, int pick) noexcept
    @cython.locals(viking=int)
    cdef void run_select(self, int pick) noexcept
