"""OpenSpiel's Amazons, the nearest thing that others have measured: random rollouts in C++.

It is installed into an environment of its own, below `build`, and runs in a process of its own,
which measures its own processor time: what is compared is work on one core each.
"""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

PLACE = Path("build", "open_spiel")
SCRIPT = """
import sys, time, pyspiel
game = pyspiel.load_game("amazons(board_size=10)")
start = game.new_initial_state()
bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(50, 1), 1.4, 4, 100, False, 1, False)
for line in sys.stdin:
    done, began = 0, time.process_time()
    while time.process_time() - began < float(line):
        bot.step(start)
        done += 200
    print(done / (time.process_time() - began), flush=True)
"""


class Peer:
    """Rollouts a second, as often as asked: four simulations of fifty rollouts at a time."""

    def __init__(self, python: Path) -> None:
        self.process = subprocess.Popen(
            [str(python), "-c", SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def rollouts(self, seconds: float) -> float:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{seconds}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())


def peer() -> Peer | None:
    """None, with a sentence, where OpenSpiel cannot be installed."""
    python = PLACE / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not python.exists():
        venv.create(PLACE, with_pip=True)
    install = [str(python), "-m", "pip", "install", "--quiet", "open_spiel"]
    if subprocess.run(install, capture_output=True, check=False).returncode:
        print("OpenSpiel cannot be installed here: the comparison with it is left out.")
        return None
    return Peer(python)
