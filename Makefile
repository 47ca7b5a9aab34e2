# One word for each thing. `make play` and `make test` do all set-up on a fresh machine.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
game ?= ragnarocks

.PHONY: help play test test-slow lint format wheel bench golden clean

help:
	@echo "make play        play in the terminal against a bot (game=ragnarocks)"
	@echo "make test        everything that must hold: lint, types, tests, the wheel"
	@echo "make test-slow   the long property runs"
	@echo "make bench       the figures, measured on this machine"
	@echo "make golden      write the recorded matches of the tests anew"
	@echo "make format      put the code into its one shape"

play: $(VENV)/.play
	@$(BIN)/fimbul play $(game) --vs mcts:1s

test: lint
	$(BIN)/python -m pytest -n 2
	@$(MAKE) --no-print-directory wheel

test-slow: $(VENV)/.dev
	$(BIN)/python -m pytest -n 2 -m slow

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# What a stranger installs: the wheel, alone, in an empty environment, plays a match.
wheel: $(VENV)/.dev
	@rm -rf build/wheel && mkdir -p build/wheel
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir build/wheel .
	@$(PYTHON) -m venv build/wheel/venv
	@build/wheel/venv/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt build/wheel/*.whl
	@cd build/wheel && venv/bin/fimbul match brandub random random --games 2
	@echo "the wheel works in an empty environment"

bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks

golden: $(VENV)/.dev
	$(BIN)/python -m tests.golden

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Fimbul needs Python 3.11 or newer: make PYTHON=/path/to/python3.11 ...")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.play: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) --editable '.[dev]'
	@touch $@ $(VENV)/.play
