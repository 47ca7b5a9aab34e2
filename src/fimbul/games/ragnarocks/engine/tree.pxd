# C types for tree.py, which stays plain Python: docs/decisions/0009-engine.md

cimport cython
from fimbul.games.ragnarocks.engine.field cimport Field
from fimbul.games.ragnarocks.engine.sight cimport Sight
from fimbul.games.ragnarocks.engine.walk cimport Walker

cdef class Tree:
    cdef public Field root, field
    cdef public Sight sight
    cdef public Walker walker
    cdef public int most, used, viking, only, iterations, spreads
    cdef public long long looks
    cdef public int[::1] move, child, children, visits, path, goals
    cdef public unsigned char[::1] side, done
    cdef public double[::1] look, value, prior
    cdef public double eager, soft, noise, spread
    cdef object enough

    cpdef void reset(self)
    cdef void plant(self, int node, int move, Field field) noexcept
    cpdef search(self, object enough)
    @cython.locals(node=int, depth=int, viking=int, grown=int)
    cdef int iterate(self) except -1
    @cython.locals(start=int, only=int, mover=int, able=int)
    cdef int grow(self, int node, int viking) except -1
    @cython.locals(at=int, count=int, number=int, to=int)
    cdef int grow_moves(self, int viking) except -1
    @cython.locals(count=int, number=int)
    cdef int grow_stones(self, int viking) except -1
    cdef int is_late(self) except -1
    @cython.locals(value=double)
    cdef void judge(self, int node) noexcept
    @cython.locals(lead=double, size=double)
    cdef double certain(self, int points) noexcept
    @cython.locals(lead=double, size=double)
    cdef double guessed(self, int look) noexcept
    @cython.locals(
        first=int, count=int, child=int, sign=double, best=double, total=double,
        squares=double, look=double, spread=double, weight=double,
    )
    cdef void weigh(self, int node) noexcept
    @cython.locals(
        first=int, count=int, child=int, found=int, visits=int, sign=double, curious=double,
        shift=double, most=double, merit=double,
    )
    cdef int best(self, int node) noexcept
    @cython.locals(level=int)
    cdef void back_up(self, int depth) noexcept
    @cython.locals(
        first=int, count=int, child=int, sure=int, left=int, sign=double, best=double, value=double,
    )
    cdef void renew(self, int node) noexcept
