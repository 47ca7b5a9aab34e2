# C types for myth.py, which stays plain Python: docs/decisions/0009-engine.md

cimport cython
from fimbul.games.ragnarocks.engine.offers cimport Offers

cdef int _SELECT_WAY, _ANOTHER_WAY, _SELECT, _MOVE, _SUMMON, _ANOTHER, _TIDE, _ARRIVAL, _COMMAND
cdef int _HERD, _END, _NEXT, _BEGIN, _DO_SELECT, _DO_ANOTHER, _DO_HERD, _DO_END, _DO_NEXT, _DO_BEGIN
cdef int _DO_WALK, _DO_PUSH, _DO_SUMMON, _DO_THROW, _DO_GO, _DO_GO_AND_END
cdef int _DO_LEAD, _DO_PERCH, _DO_PAY, _DO_SWAP, _DO_TOSS, _DO_STONE, _DO_REMOVE
cdef int _DO_TIDE, _DO_ARRIVE, _DO_TRAIL, _DO_COMMAND
cdef int _AEGIR, _ASK, _DAIN, _FENRIR, _FREYR, _GULLINBURSTI, _HEIMDALLR, _IDUN, _JORMUNGANDR, _ODIN, _THOR
cdef int _STONE_BESIDE, _ON_EDGE, _ALONE_ON_EDGE, _HOARD, _ENEMY_AT_STONE
cdef int _FRIEND_AT_STONE, _STONE_AT_HAND, _BEFORE_MOVE, _AFTER_MOVE, _AFTER_SUMMON, _TURN_END
cdef int _OPTIONAL, _NEEDED, _SUFFICES, _FATEFUL, _PASS, _ROW

@cython.final
cdef class Myth(Offers):
    cdef public Myth twin
    cdef public int[::1] deeds, traits, leads, moments, whens, insteads
    cdef public unsigned char[::1] restless

    cpdef play(self, int pick)
    cpdef settle(self)
    @cython.locals(first=int)
    cdef int next_side(self) noexcept
    @cython.locals(way=int, kept=int, count=int, number=int)
    cdef void ask(self) noexcept
    @cython.locals(able=int)
    cdef void look_at(self, int way) noexcept
    @cython.locals(ahead=int, viking=int)
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
    @cython.locals(deed=int, again=int)
    cdef void run(self, int pick) noexcept
    @cython.locals(viking=int)
    cdef void run_select(self, int pick) noexcept
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
