"""Puzzles and better turns over HTTP."""

from __future__ import annotations

from pathlib import Path

import msgspec

import fimbul
from fimbul.kernel import puzzles, read_saga
from fimbul.server.replay.reel import Reel
from fimbul.server.wire.bodies import Better, PuzzleAnswer, PuzzleList, PuzzleScene, Replay
from tests.server.harness import run, serving

SAGAS = Path(__file__).parent / "before/2026-11-18"
GAME = fimbul.game("brandub")


def test_a_puzzle_is_solved_pick_by_pick(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            found = msgspec.json.decode((await server.get("/api/puzzles")).content, type=PuzzleList)
            assert found.today is not None
            assert found.today.game in [game.game for game in found.games]
            assert "best" not in (await server.get("/api/puzzles")).text
            one = puzzles(GAME)[0]
            path = f"/api/games/brandub/puzzles/{one.name}"
            query = "".join(f"&pick={pick}" for pick in one.best)
            begun = msgspec.json.decode((await server.get(path)).content, type=PuzzleScene)
            assert (begun.seat, begun.done) == (one.seat, False)
            assert begun.seen.decision is not None
            assert one.best[0] in begun.seen.decision.options
            assert begun.turn == len(one.turns) + 1
            over = await server.get(f"{path}?{query}")
            assert msgspec.json.decode(over.content, type=PuzzleScene).done
            said = await server.get(f"{path}/answer?{query}")
            answer = msgspec.json.decode(said.content, type=PuzzleAnswer)
            assert answer.right
            assert answer.best.picks == one.best
            assert answer.line
            refused = await server.get(f"{path}?pick=piece:none")
            assert (refused.status_code, refused.json()["code"]) == (422, "choice/illegal")
            more = await server.get(f"{path}?{query}{query}")
            assert (more.status_code, more.json()["code"]) == (400, "message/malformed")
            why = await server.get(f"{path}/why?thing=cell:a1")
            assert why.json()["sentence"]
            picture = await server.get(f"{path}/picture.svg?theme=light")
            assert picture.text.startswith("<svg")
            lost = await server.get("/api/games/brandub/puzzles/none")
            assert (lost.status_code, lost.json()["code"]) == (404, "puzzle/unknown")

    run(body())


def test_a_wrong_turn_is_answered_with_what_it_allows(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            one = puzzles(GAME)[0]
            path = f"/api/games/brandub/puzzles/{one.name}"
            picks: list[str] = []
            for _ in one.best:
                query = "".join(f"&pick={pick}" for pick in picks)
                scene = msgspec.json.decode(
                    (await server.get(f"{path}?{query}")).content, type=PuzzleScene
                )
                assert scene.seen.decision is not None
                options = [o for o in scene.seen.decision.options if o not in one.best]
                picks.append(options[0])
            query = "".join(f"&pick={pick}" for pick in picks)
            said = await server.get(f"{path}/answer?{query}")
            answer = msgspec.json.decode(said.content, type=PuzzleAnswer)
            assert not answer.right
            assert answer.tried is not None
            assert answer.tried.picks == tuple(picks)
            assert answer.worth is not None
            assert answer.worth <= one.second < answer.value
            half = await server.get(f"{path}/answer?pick={one.best[0]}")
            assert half.status_code == 400

    run(body())


def test_steps_of_a_replay_carry_the_turns_of_the_rulebook() -> None:
    """Not segments of its notation: Brandub has as many turns as moves."""
    for name in ("brandub", "ragnarocks", "nine-realms", "drakkar", "star"):
        record = read_saga((SAGAS / f"{name}-played.saga").read_text("utf-8"), fimbul.game)
        game = fimbul.game(record.game)
        reel = Reel(game, record)
        steps = reel.about().turns
        assert steps[0].turn == 1
        assert steps[-1].turn == game.turns(reel.match.state)
        assert [one.turn for one in steps] == sorted(one.turn for one in steps)
        ends = [(one.at, one.rows) for one in steps]
        assert ends == sorted(set(ends))
        assert all(reel.at(one.at).state.number - 1 == one.rows for one in steps)
        assert len(steps) < len(reel.rows)
    brandub = read_saga((SAGAS / "brandub-played.saga").read_text("utf-8"), fimbul.game)
    turns = Reel(GAME, brandub).about().turns
    assert [one.turn for one in turns] == [*range(1, len(brandub.choices) // 2 + 1)]


def test_a_better_turn_is_told_beside_the_one_that_was_played(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            saga = (SAGAS / "brandub-played.saga").read_text("utf-8")
            sent = await server.http.post("/api/sagas", content=saga)
            path = f"/api/replays/{sent.json()['replay']}"
            replay = msgspec.json.decode((await server.get(path)).content, type=Replay)
            last = replay.turns[-3].at
            seat = 0 if (replay.turns[-2].turn % 2) else 1
            found = await server.get(f"{path}/better?at={last}&seat={seat}")
            better = msgspec.json.decode(found.content, type=Better)
            assert (better.at, better.turn) == (last, replay.turns[-2].turn)
            assert better.best.words
            assert better.played.told
            assert better.best.seat == better.played.seat == seat
            unasked = await server.get(f"{path}/better?at={last}&seat={1 - seat}")
            assert unasked.status_code == 400
            late = await server.get(f"{path}/better?at={replay.choices}&seat=0")
            assert late.status_code == 400

    run(body())
