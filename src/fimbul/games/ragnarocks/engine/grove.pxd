# C types for grove.py, which stays plain Python: docs/decisions/0009-engine.md

cimport cython
from fimbul.games.ragnarocks.engine.field cimport Field
from fimbul.games.ragnarocks.engine.myth cimport Myth
from fimbul.games.ragnarocks.engine.sight cimport Sight
from fimbul.games.ragnarocks.engine.tree cimport Tree

cdef int _FENRIR, _FREYA, _FRIGG, _HEL, _THOR, _WIDEST, _DEEPEST, _LATE_STONES, _THREAT, _BITE, _THROW
cdef int _SELECT, _LEAD, _PERCH, _TIDE, _HERD, _COMMAND

cdef class Grove(Tree):
    cdef public Myth start, here, halfway, after

    cpdef void reset(self)
    @cython.locals(here=Myth, depth=int, node=int, turn=int)
    cdef int iterate(self) except -1
    @cython.locals(here=Myth, halfway=Myth, first=int, number=int, option=int, leads=int)
    cdef int grow(self, int node, int viking) except -1
    @cython.locals(deed=int)
    cdef int only_leads(self, int option) noexcept
    @cython.locals(halfway=Myth, number=int, more=int)
    cdef int grow_beyond(self, int option) except -1
    @cython.locals(after=Myth)
    cdef int grow_one(self, Myth before, int option, int move) except -1
    cpdef void follow(self, Myth myth, int move)
    @cython.locals(after=Myth, value=double)
    cdef void judge(self, int node) noexcept
    cdef int sway(self, Myth myth) noexcept
    @cython.locals(power=int)
    cdef int swayed(self, Myth myth, int side) noexcept
    @cython.locals(field=Field, viking=int, at=int, count=int)
    cdef int wolves(self, Myth myth, int side) noexcept
    @cython.locals(field=Field, lead=int, free=int, number=int, at=int, land=int, left=int)
    cdef int stones_for_land(self, Myth myth, int side) noexcept
