# C types for geometry.py, which stays plain Python: docs/decisions/0009-engine.md
#
# Places are below 2**30 (stored battles are looked through for larger numbers) and shapes not 2**15
# across, so products fit into 64 bits. Squares of products need not: these are `broad`.

cimport cython

cdef extern from *:
    ctypedef long long broad "__int128_t"

ctypedef long long whole

cdef whole BITS, HALF

@cython.locals(x=whole, y=whole, cosine=whole, sine=whole)
cpdef tuple offset(tuple place, whole ahead, whole aside)
@cython.locals(x=whole, y=whole, cosine=whole, sine=whole)
cpdef tuple moved(tuple place, whole heading, whole distance)
@cython.locals(
    x=whole, y=whole, heading=whole, cosine=whole, sine=whole, wide=whole, deep=whole,
    ahead=whole, up=whole, across=whole, aside=whole,
)
cdef tuple _corners(tuple place, tuple extent)
@cython.locals(
    x=whole, y=whole, heading=whole, left=whole, low=whole, right=whole, high=whole,
)
cpdef tuple box_of(tuple place, tuple extent)
@cython.locals(dx=whole, dy=whole, first=whole, rough=whole)
cpdef whole bearing(tuple start, tuple end)
@cython.locals(best=whole, most=whole, turn=whole, here=whole)
cdef whole _best(whole dx, whole dy, whole first, whole end, whole pace)
@cython.locals(cosine=whole, sine=whole)
cpdef whole along(whole dx, whole dy, whole heading)
cpdef whole turn_between(whole heading, whole other)
@cython.locals(cosine=whole, sine=whole, dx=whole, dy=whole)
cpdef bint in_arc(tuple place, tuple point)
@cython.locals(dx=whole, dy=whole)
cpdef whole squared(tuple one, tuple other)
@cython.locals(x=whole, y=whole, left=whole, low=whole, right=whole, high=whole, number=whole)
cpdef list centres_in(places, tuple box)
@cython.locals(x=whole, y=whole, left=whole, low=whole, right=whole, high=whole)
cdef tuple _bounds(tuple shape)
@cython.locals(
    left=whole, low=whole, right=whole, high=whole,
    their_left=whole, their_low=whole, their_right=whole, their_high=whole,
)
cpdef bint meet(tuple one, tuple other)
cpdef bint clash(tuple one, tuple other, whole slack=*)
cdef bint _overlap(tuple one, tuple other, whole slack)
@cython.locals(
    ax=whole, ay=whole, bx=whole, by=whole, nx=whole, ny=whole, edge=whole,
    nearest=whole, farthest=whole, back=whole, _=whole, depth=broad,
)
cdef bint _parted(tuple one, tuple other, whole slack)
@cython.locals(x=whole, y=whole, least=whole, most=whole, here=whole)
cdef (whole, whole) _span(tuple shape, whole nx, whole ny)
@cython.locals(most=whole, mine=tuple, theirs=tuple)
cpdef bint within(tuple one, tuple other, whole limit)
@cython.locals(
    left=whole, low=whole, right=whole, high=whole, across=whole, up=whole,
    their_left=whole, their_low=whole, their_right=whole, their_high=whole,
)
cpdef bint boxes_apart(tuple one, tuple other, whole limit)
@cython.locals(
    ax=whole, ay=whole, bx=whole, by=whole, ex=whole, ey=whole, px=whole, py=whole,
    wx=whole, wy=whole, vx=whole, vy=whole, ahead=whole, length=broad, aside=broad, near=cython.bint,
)
cdef bint _near(tuple points, tuple edges, whole most)
@cython.locals(x=whole, y=whole, ax=whole, ay=whole, bx=whole, by=whole)
cdef list _chain(list points)
@cython.locals(x=whole, y=whole, px=whole, py=whole)
cpdef tuple shifted(tuple shape, whole heading, whole distance)
@cython.locals(
    dx=whole, dy=whole, ax=whole, ay=whole, bx=whole, by=whole, cx=whole, cy=whole,
    before=whole, after=whole,
)
cpdef tuple swept(tuple shape, whole heading, whole distance)
@cython.locals(x=whole, y=whole, ax=whole, ay=whole, bx=whole, by=whole)
cpdef bint holds(tuple shape, tuple point)
