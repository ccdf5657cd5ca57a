# Everything a developer types. A bare machine needs make and Python 3.11 or newer; the rest is fetched once into .venv.

PYTHON ?= python3
BIN    := .venv/bin
READY  := .venv/.ready
BENCH  := .venv-bench/.ready

# -qq: errors only. A new environment is cheap, so a changed lock gets one from scratch: nothing stale stays behind.
PIP_INSTALL := -m pip install -qq --disable-pip-version-check
LOCK := .venv-lock/bin/uv pip compile --quiet --universal --python-version 3.11 --custom-compile-command "make lock"

.DEFAULT_GOAL := help
.PHONY: help run test soak bench lint lock clean python

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-6s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(READY)  ## start the service with a Redis and a search worker of its own
	@exec $(BIN)/referee up

test: lint  ## lint, then all tests but the long ones
	@echo "== tests"
	@$(BIN)/python -m pytest -n auto

soak: $(READY)  ## the long campaigns
	@echo "== long campaigns"
	@$(BIN)/python -m pytest -m soak -n auto

bench: $(BENCH)  ## measure, side by side with peers
	@echo "== benchmarks"
	@.venv-bench/bin/python -m benchmarks

lint: $(READY)  ## style, types, and who may import whom
	@echo "== style"
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet
	@echo "== types"
	@$(BIN)/mypy
	@echo "== imports"
	@$(BIN)/lint-imports --no-logo

lock: .venv-lock/bin/uv  ## pin what pyproject.toml asks for (LOCK_FLAGS=--upgrade for the newest of all)
	@echo "== locking"
	@$(LOCK) $(LOCK_FLAGS) --extra dev pyproject.toml sdk/pyproject.toml -o requirements.lock
	@$(LOCK) $(LOCK_FLAGS) --extra bench pyproject.toml -c requirements.lock -o benchmarks/requirements.lock
	@$(LOCK) $(LOCK_FLAGS) pyproject.toml -c requirements.lock -o deploy/requirements.lock

clean:  ## remove environments and caches
	@rm -rf .venv .venv-bench .venv-lock .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): requirements.lock pyproject.toml sdk/pyproject.toml | python
	@echo "== environment: .venv (a minute, once)"
	@$(PYTHON) -m venv --clear .venv
	@$(BIN)/python $(PIP_INSTALL) -r requirements.lock
	@$(BIN)/python $(PIP_INSTALL) --no-deps --no-build-isolation -e . -e sdk
	@touch $@

$(BENCH): benchmarks/requirements.lock pyproject.toml | python
	@echo "== environment: .venv-bench (a minute, once)"
	@$(PYTHON) -m venv --clear .venv-bench
	@.venv-bench/bin/python $(PIP_INSTALL) -r benchmarks/requirements.lock
	@.venv-bench/bin/python $(PIP_INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

.venv-lock/bin/uv: | python
	@echo "== environment: .venv-lock"
	@$(PYTHON) -m venv --clear .venv-lock
	@.venv-lock/bin/python $(PIP_INSTALL) uv

python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Referee needs Python 3.11 or newer; '$(PYTHON)' is not. Try: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
