# The one door to the project. `make` alone lists what it can do.

# The first Python that is new enough; without one, tools/start.py says what helps.
PYTHON := $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; \
	done)
ifeq ($(PYTHON),)
PYTHON := python3
endif
GET_PYTHON := $(if $(filter Darwin,$(shell uname)),brew install python,sudo apt install python3.11-venv)
RUN := .venv/bin/python
PLAIN_TESTS := tests --ignore=tests/browser
# Tests that wait more than they work: two at a time.
SIDE_BY_SIDE := -n 2 --dist

# Where somebody has set it, every process would compile our modules and pytest's tests again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help python start projector site serve-site print setup test check-fast lint types layers unit generated slow notebook-tests \
	browser-tests clean-machine load-test fuzz notebooks translated texts docs pictures golden mutants bench calibrate strength results constraints clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

# Only the case of no Python at all: tools/start.py knows about all others.
python:
	@command -v $(PYTHON) >/dev/null || { \
		echo "PL: Potrzebny jest Python 3.11 lub nowszy. Pomoże: $(GET_PYTHON)"; \
		echo "EN: Python 3.11 or newer is needed. This helps: $(GET_PYTHON)"; exit 1; }

# ----- use it

start: python  ## install what is needed and open the first lesson; LOOK=projector draws its figures large
	$(if $(LOOK),MALI_POWSTANCY_LOOK='$(LOOK)') $(PYTHON) tools/start.py $(if $(filter none,$(BROWSER)),--no-browser)

projector: python  ## the teacher's routes and the board, large, as a page without code; LANGUAGE=en for English
	@$(PYTHON) tools/start.py --setup-only --extras projector
	$(RUN) -m tools.projector $(if $(filter none,$(BROWSER)),--no-browser)

site: setup  ## the whole course as a static site for any web server, into dist/site
	$(RUN) -m tools.browser --ensure
	$(RUN) -m tools.build_site

serve-site: site  ## show the static site on this computer; LAN=1 to the whole network, PORT=8080 at this port
	$(RUN) -m tools.serve_site $(if $(filter 1,$(LAN)),--lan) $(if $(PORT),--port $(PORT))

print: setup  ## worksheets, answer keys, teacher pages, rules and the paper kit as PDF, into dist/print
	$(RUN) -m tools.browser --ensure
	$(RUN) -m tools.print_sheets

# ----- work on it

setup: python  ## install what the tests need into .venv (fast when nothing changed)
	@$(PYTHON) tools/start.py --setup-only --extras test

test: check-fast slow mutants notebook-tests browser-tests  ## the whole truth, the same here and in CI

check-fast: lint types layers unit generated  ## the quick part of it

lint: setup  ## style and format
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .

types: setup  ## mypy, strict
	$(RUN) -m mypy mali_powstancy tools benchmarks tests

layers: setup  ## which part may import which
	.venv/bin/lint-imports

unit: setup  ## the quick tests
	$(RUN) -m tools.spelling --ensure
	$(RUN) -m pytest -q -n 2 -m "not slow" --doctest-modules $(PLAIN_TESTS) mali_powstancy

generated: setup  ## every generated file is what its source gives
	$(RUN) -m tools.build_lessons --check
	$(RUN) tools/build_texts.py --check
	$(RUN) tools/build_docs.py --check
	$(RUN) -m tools.pictures --check
	$(RUN) tools/golden.py --check

slow: setup  ## packaging, start-up, printing and other tests that take seconds
	$(RUN) -m tools.browser --ensure
	$(RUN) -m tools.build_site
	$(RUN) -m pytest -q $(SIDE_BY_SIDE) loadfile -m slow $(PLAIN_TESTS)

notebook-tests: setup  ## run every notebook and compare each output with the stored one
	$(RUN) -m pytest -q -p tests.notebook_plugin --nbval --nbval-sanitize-with tests/sanitize.cfg notebooks

# A test is run again only if the browser or a server was lost or a wait ran out; -rR says so.
browser-tests: setup  ## play in a real browser, in JupyterLab and Notebook 7
	$(RUN) -m tools.browser --ensure
	$(RUN) -m tools.build_site
	$(RUN) -m pytest -q -rR $(SIDE_BY_SIDE) loadgroup tests/browser

clean-machine: setup  ## the README's commands in an empty folder with an empty home; TESTS=1 for make test too
	$(RUN) -m tools.clean_machine $(if $(TESTS),--tests)

load-test: setup  ## a class of 30 at once on one Jupyter server; PUPILS=10 for fewer
	$(RUN) -m tools.load_test $(if $(PUPILS),--pupils $(PUPILS))

fuzz: setup  ## the property tests again, with many random examples
	HYPOTHESIS_PROFILE=fuzz $(RUN) -m pytest $(PLAIN_TESTS) -m "not slow" -k "property or fuzz"

mutants: setup  ## break the rules on purpose and see that a test notices
	$(RUN) -m tools.mutants

bench: setup  ## how fast it is
	$(RUN) -m benchmarks.bench
	$(RUN) -m benchmarks.many_games
	$(RUN) -m benchmarks.board
	$(RUN) -m benchmarks.lessons
	$(RUN) -m benchmarks.site

# 2,000 games per cell take about a quarter of an hour on two cores; what is done is kept, so it can be stopped and called again.
GAMES ?= 2000
calibrate: setup  ## the table of docs/calibration.md again; GAMES=200 to try out a design
	$(RUN) -m tools.calibrate --games $(GAMES)

# Like calibrate, it goes on where it was; the games of search take most of the time.
strength: setup  ## the table of docs/bots.md again: who beats whom, written into the page
	$(RUN) -m tools.strength --write

# ----- rebuild what is generated

# Thousands of games between bots take minutes; needed when the bots or the newest scenarios have changed.
results: setup  ## the simulated results that lessons show, played again
	$(RUN) -m tools.results

# A notebook whose code did not change keeps its outputs, unless ALL is set.
notebooks: setup  ## lessons/ -> notebooks/, with the outputs of a run; ALL=1 runs those too whose code is the same
	$(RUN) -m tools.build_lessons $(if $(ALL),--all)

translated: setup  ## one English block is up to date with its Polish one: PARAGRAPH=01-letters:12
	$(RUN) -m tools.translations --paragraph $(PARAGRAPH)

texts: setup  ## the texts of both languages
	$(RUN) tools/build_texts.py

docs: setup  ## the generated pages of docs/
	$(RUN) tools/build_docs.py

pictures: setup  ## the pictures of docs/pictures and of the lessons
	$(RUN) -m tools.browser --ensure
	$(RUN) -m tools.pictures

golden: setup  ## the recorded games that must not change unnoticed
	$(RUN) tools/golden.py

constraints: setup  ## constraints.txt, from pyproject.toml
	$(RUN) tools/constraints.py

clean:  ## remove what can be made again; my-work stays
	rm -rf .venv dist build .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
