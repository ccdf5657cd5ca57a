# Commands for developers. A bare machine needs make and Python 3.11 or newer. Python packages are installed once into
# .venv. `make test` also installs the packages of deploy/debian-packages.txt.

PYTHON ?= python3
BIN    := .venv/bin
READY  := .venv/.ready
BENCH  := .venv-bench/.ready
NPM    := tests/typescript/node_modules/.ready

# -qq: errors only. If a lock file changes, the environment is built again from scratch, so no old package remains.
PIP_INSTALL := -m pip install -qq --disable-pip-version-check
LOCK := .venv-lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --custom-compile-command "make lock"

# Bytecode files make collection and every started process faster: 0.3 instead of 0.9 seconds for `referee`.
unexport PYTHONDONTWRITEBYTECODE

# Every test has exactly one of these three places, and tests/architecture/test_commands.py proves it. -m replaces the
# one in pyproject.toml.
PYTEST   := $(BIN)/python -m pytest
PARALLEL := $(PYTEST) -n auto -m "not soak and not alone"
ALONE    := $(PYTEST) -m "alone and not soak"
SOAK     := $(PYTEST) -n auto -m soak
# The part for `make check`: rules and units, no server and no worker process, few whole games.
UNITS    := tests/kernel tests/games tests/golden tests/bots tests/services tests/store tests/cli tests/docs \
            tests/architecture tests/test_settings.py

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run check test soak chaos load bench lint system lock clean python

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-6s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(READY)  ## start the service with its own Redis and one search worker
	@exec $(BIN)/referee up

check: lint  ## lint, then unit and rule tests: at most 3 minutes on two quiet cores
	@echo "== unit and rule tests"
	@$(PARALLEL) $(UNITS)

test: system lint $(NPM)  ## what CI runs, all but the long campaigns: 25 minutes on two quiet cores
	@[ "$$REFEREE_NO_BROWSER" != 1 ] || echo "== skipped: the tests in a browser (REFEREE_NO_BROWSER=1)"
	@echo "== tests"
	@$(PARALLEL)
	@echo "== tests with a time limit, one at a time"
	@$(ALONE)

soak: $(READY)  ## the long campaigns
	@echo "== long campaigns"
	@$(SOAK)

chaos: system $(READY)  ## break one part of a service under load after the other: ten minutes
	@echo "== faults"
	@$(BIN)/python -m tests.chaos

load: $(READY)  ## mixed traffic at 80% of the ceiling for ten minutes (LOAD_SECONDS to shorten)
	@echo "== load"
	@$(BIN)/python -m tests.chaos.load

bench: $(BENCH)  ## measure beside peers (BENCH_FLAGS=--write for docs/performance.md)
	@echo "== benchmarks"
	@.venv-bench/bin/python -m benchmarks $(BENCH_FLAGS)

lint: $(READY)  ## style, types and import contracts
	@echo "== style"
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet
	@echo "== types"
	@$(BIN)/mypy
	@echo "== imports"
	@$(BIN)/lint-imports --no-logo

system:  ## install the Debian packages that the tests need
	@PYTHON="$(PYTHON)" deploy/system-packages.sh

lock: .venv-lock/bin/uv  ## pin the packages of pyproject.toml (LOCK_FLAGS=--upgrade for the newest)
	@echo "== locking"
	@$(LOCK) $(LOCK_FLAGS) --extra dev pyproject.toml sdk/pyproject.toml -o requirements.lock
	@$(LOCK) $(LOCK_FLAGS) --extra bench pyproject.toml -c requirements.lock -o benchmarks/requirements.lock
	@$(LOCK) $(LOCK_FLAGS) pyproject.toml -c requirements.lock -o deploy/requirements.lock

clean:  ## remove environments and caches
	@rm -rf .venv .venv-bench .venv-lock .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@rm -rf tests/typescript/node_modules
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

# node and npm come from a Python package, so no other installation is needed.
$(NPM): tests/typescript/package.json tests/typescript/package-lock.json | $(READY)
	@echo "== npm packages for tests: tests/typescript/node_modules (a few seconds, once)"
	@PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --prefix tests/typescript --no-audit --no-fund --loglevel=error
	@touch $@

.venv-lock/bin/uv: | python
	@echo "== environment: .venv-lock"
	@$(PYTHON) -m venv --clear .venv-lock
	@.venv-lock/bin/python $(PIP_INSTALL) uv

python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Referee needs Python 3.11 or newer; '$(PYTHON)' is not. Try: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
