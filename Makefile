# One command each: everything goes into .venv, nothing into the system.
PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8765
DATA ?= data
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help serve test lint format golden samples bench screenshots clean

help: ## Show what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

serve: $(VENV)/installed ## Start the web service on ./data (HOST, PORT, DATA)
	@$(BIN)/warpwave serve --host $(HOST) --port $(PORT) --data $(DATA)

test: lint ## Check and test everything, browser tests included
	$(BIN)/python -m pytest

lint: $(VENV)/installed-dev ## Style, types and import rules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy app
	$(BIN)/lint-imports

format: $(VENV)/installed-dev ## Put the code into the project's style
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

golden: $(VENV)/installed-dev ## Write the golden files anew; look at the difference before you commit it
	$(BIN)/python -m pytest tests --update-golden

samples: $(VENV)/installed ## Compile the samples anew (installs triton)
	$(PIP) install --editable '.[samples]'
	$(BIN)/python samples/build.py

bench: $(VENV)/installed-dev ## Print the benchmarks
	$(BIN)/python -m benchmarks

screenshots: $(VENV)/installed-dev ## Take the pictures in docs/images
	$(BIN)/python -m benchmarks.screenshots

clean: ## Remove the environment and what was built; the data stays
	rm -rf $(VENV) build dist static/vendor .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11 …" >&2; exit 1; }
	@echo "Making the environment in $(VENV) …"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml hatch_build.py | $(VENV)/bin/python
	@echo "Installing …"
	@$(PIP) install --editable .
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed
	@echo "Installing what the tests need …"
	@$(PIP) install --editable '.[dev]'
	@touch $@
