# Everything runs in .venv, which is made from the lock when it is missing or the lock has changed.
# Needs: Python >= 3.11 and make. TORCH=cpu installs PyTorch without its CUDA packages (docs/install.md).

PYTHON ?= python3
TORCH ?= locked
VENV := .venv
BIN := $(VENV)/bin
UV := $(BIN)/uv pip
SETUP := $(VENV)/.set-up-$(TORCH)

.DEFAULT_GOAL := help
.PHONY: help setup demo test lint format docs lock build clean

help:  ## What can be made
	@echo "graphmem: a memory for AI agents on Neo4j"
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(SETUP)  ## Install everything into .venv (done by the others when needed)

$(SETUP): requirements/dev.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("graphmem needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Choose one: make PYTHON=python3.12 ...")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing graphmem and what it needs into $(VENV) (see docs/install.md for sizes) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/uv.lock
ifeq ($(TORCH),cpu)
	@$(UV) install --quiet --python $(BIN)/python --torch-backend cpu --no-verify-hashes -c requirements/dev.lock -e '.[dev]'
else
	@$(UV) install --quiet --python $(BIN)/python --require-hashes -r requirements/dev.lock
	@$(UV) install --quiet --python $(BIN)/python --no-deps -e .
endif
	@rm -f $(VENV)/.set-up-*
	@touch $@

demo: $(SETUP)  ## Half a year of an agent's work, remembered and recalled on a local Neo4j
	@$(BIN)/graphmem demo

test: $(SETUP)  ## Run the tests; they start their own Neo4j
	@$(BIN)/python -m pytest

lint: $(SETUP)  ## Check style, types, layers and queries
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

format: $(SETUP)  ## Format the code
	@$(BIN)/ruff check --fix --quiet .
	@$(BIN)/ruff format --quiet .

docs: $(SETUP)  ## Write the generated pages: docs/graph.md, docs/cli.md
	@$(BIN)/python scripts/write_docs.py

lock: $(SETUP)  ## Resolve the dependencies anew
	@$(UV) compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --upgrade --extra dev pyproject.toml -o requirements/dev.lock

build: $(SETUP)  ## Build the sdist, and the wheel from it
	@$(BIN)/python -m build --installer uv

clean:  ## Remove what was installed and built here (not the data of any server)
	@rm -rf $(VENV) dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
