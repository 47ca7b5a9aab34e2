# C types for deeds.py, which stays plain Python: docs/decisions/0009-engine.md

cimport cython
from fimbul.games.ragnarocks.engine.offers cimport Offers

cdef int _SELECT, _MOVE, _SUMMON, _ANOTHER, _TIDE, _HERD, _ARRIVAL, _COMMAND, _END, _NEXT, _BEGIN
cdef int _DO_ANOTHER, _DO_HERD, _DO_END, _DO_NEXT, _DO_BEGIN, _DO_COMMAND
cdef int _DO_WALK, _DO_PUSH, _DO_SUMMON, _DO_THROW, _DO_GO, _DO_GO_AND_END
cdef int _DO_LEAD, _DO_PERCH, _DO_PAY, _DO_SWAP, _DO_TOSS, _DO_STONE
cdef int _DO_REMOVE, _DO_TIDE, _DO_ARRIVE, _DO_TRAIL
cdef int _AEGIR, _ASK, _DAIN, _FENRIR, _FREYR, _HEIMDALLR, _IDUN, _JORMUNGANDR, _ODIN
cdef int _STONE_BESIDE, _ON_EDGE, _HOARD, _ALONE_ON_EDGE, _STONE_AT_HAND
cdef int _ENEMY_AT_STONE, _FRIEND_AT_STONE, _BEFORE_MOVE, _AFTER_MOVE, _AFTER_SUMMON, _TURN_END
cdef int _PASS, _ROW

cdef class Deeds(Offers):
    cdef public int[::1] deeds, traits, leads, moments, whens, insteads
    cdef public unsigned char[::1] restless

    @cython.locals(deed=int, again=int, side=int)
    cdef void act(self, int pick) noexcept
    cdef void selected(self, int side, int viking) noexcept
    @cython.locals(row=int, speaks=int)
    cdef void add(self, int moment, int kind, int side, int viking) noexcept
    @cython.locals(at=int)
    cdef int holds(self, int when, int side, int viking) noexcept
    @cython.locals(way=int)
    cdef int is_walled(self, int at) noexcept
    @cython.locals(other=int, on_edge=int)
    cdef int is_alone_on_edge(self, int side, int viking) noexcept
    cdef void skip(self) noexcept
    @cython.locals(kind=int, side=int, viking=int, to=int, at=int, other=int)
    cdef void walk(self, int pick) noexcept
    @cython.locals(way=int, step=int, here=int)
    cdef int beyond(self, int at, int to) noexcept
    cdef void summon(self, int pick) noexcept
    @cython.locals(side=int, viking=int, created=int)
    cdef void summoned(self, int at) noexcept
    @cython.locals(way=int)
    cdef int is_in_row(self, int at) noexcept
    @cython.locals(length=int, step=int)
    cdef int run_of(self, int at, int way) noexcept
    @cython.locals(side=int, viking=int, row=int)
    cdef void end_turn(self) noexcept
    cdef void next_turn(self) noexcept
    @cython.locals(restless=int, frozen=int)
    cdef int is_ended(self) noexcept
    @cython.locals(side=int, power=int)
    cdef void begin_turn(self) noexcept
    @cython.locals(at=int)
    cdef void dawn_breaks(self, int side) noexcept
    @cython.locals(side=int, viking=int, thing=int)
    cdef void use(self, int deed, int pick) noexcept
    cdef void touch(self, int deed, int viking, int thing) noexcept
    @cython.locals(at=int, to=int, held=int)
    cdef void swap(self, int viking, int other) noexcept
    cdef void remove(self, int at) noexcept
    @cython.locals(viking=int)
    cdef void herd(self, int pick) noexcept
    @cython.locals(at=int)
    cdef void trail(self, int viking, int to) noexcept
    @cython.locals(viking=int)
    cdef void arrive(self, int pick) noexcept
    @cython.locals(power=int, side=int)
    cdef void command(self, int pick) noexcept
