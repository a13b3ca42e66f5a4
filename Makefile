# Two commands do everything on a machine with Python 3.11 or newer: `make play` and `make test`.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
GAME ?= hanabi
ARGS ?=

.PHONY: play test lint types check bench corpus soak clean

play: $(VENV)/.core  ## A game in the terminal: `make play`, `make play GAME=janabi ARGS="--lang es --names Ana,Luis,Eva"`
	@$(BIN)/reglas play $(GAME) $(ARGS)

test: $(VENV)/.dev  ## The everyday tests
	$(BIN)/python -m pytest -n 2 --dist worksteal $(ARGS)

lint: $(VENV)/.dev
	$(BIN)/ruff check interpreter tests tools
	$(BIN)/ruff format --check interpreter tests tools

types: $(VENV)/.dev
	$(BIN)/mypy

check: $(VENV)/.core  ## The checker and the scenarios of all shipped specs
	$(BIN)/reglas check specs
	$(BIN)/reglas test specs

bench: $(VENV)/.dev  ## How fast the engines are, beside others: `make bench ARGS="hanabi --seconds 1"`
	$(BIN)/python tools/bench $(ARGS)

corpus: $(VENV)/.dev  ## Recorded games: `make corpus CORPUS=FOLDER`
	$(BIN)/python tools/replay_corpus.py $(CORPUS) $(ARGS)

soak: $(VENV)/.dev  ## Random games at length, held to everything that is known to hold
	$(BIN)/python tools/soak.py $(ARGS)

clean:
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Reglas needs Python 3.11 or newer; $(PYTHON) is older or missing."; \
	  echo "Name another one: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
	  echo "Python's venv is missing. On Debian and Ubuntu: apt install python3-venv"; exit 1; }

$(VENV)/.core: pyproject.toml | $(BIN)/python
	@echo "Setting up (once) ..."
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -e .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(BIN)/python
	@echo "Setting up for development (once) ..."
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -e '.[dev]'
	@touch $@ $(VENV)/.core
