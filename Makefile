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

help:  ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

# Only the case of no Python at all: tools/start.py knows about all others.
python:
	@command -v $(PYTHON) >/dev/null || { \
		echo "PL: Potrzebny jest Python 3.11 lub nowszy. Pomoże: $(GET_PYTHON)"; \
		echo "EN: You need Python 3.11 or newer. Try this: $(GET_PYTHON)"; exit 1; }

# ----- use it

start: python  ## install everything and open the first lesson; LOOK=projector makes its figures large
	$(if $(LOOK),MALI_POWSTANCY_LOOK='$(LOOK)') $(PYTHON) tools/start.py $(if $(filter none,$(BROWSER)),--no-browser)

projector: python  ## the teacher's routes and the board for the big screen, with no code; LANGUAGE=en for English
	@$(PYTHON) tools/start.py --setup-only --extras projector
	$(RUN) -m tools.projector $(if $(filter none,$(BROWSER)),--no-browser)

site: setup  ## build the whole course as a static site for any web server, in dist/site
	$(RUN) -m tools.browser --ensure
	$(RUN) -m tools.build_site

serve-site: site  ## open the static site on this computer; LAN=1 for the whole network, PORT=8080 for another port
	$(RUN) -m tools.serve_site $(if $(filter 1,$(LAN)),--lan) $(if $(PORT),--port $(PORT))

print: setup  ## make PDFs of worksheets, answer keys, teacher pages, rules and the paper kit, in dist/print
	$(RUN) -m tools.browser --ensure
	$(RUN) -m tools.print_sheets

# ----- work on it

setup: python  ## install what the tests need into .venv (quick if nothing has changed)
	@$(PYTHON) tools/start.py --setup-only --extras test

PARTS := check-fast slow mutants notebook-tests browser-tests
test:  ## run every check, the same as in CI, and say how long each part took
	@for part in $(PARTS); do \
		begun=$$(date +%s); $(MAKE) --no-print-directory $$part || exit; took=$$(($$(date +%s) - begun)); \
		all=$$((all + took)); told="$$told$$part $$((took / 60)) min $$((took % 60)) s\n"; \
	done; printf "$${told}all of it $$((all / 60)) min $$((all % 60)) s\n"

check-fast: lint types layers unit generated  ## run the quick checks

lint: setup  ## check style and format
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .

types: setup  ## check types (mypy, strict)
	$(RUN) -m mypy -n 2 mali_powstancy tools benchmarks tests

layers: setup  ## check which part imports which
	.venv/bin/lint-imports

unit: setup  ## run the quick tests
	$(RUN) -m tools.spelling --ensure
	$(RUN) -m pytest -q -p no:nbval $(SIDE_BY_SIDE) worksteal -m "not slow" --doctest-modules $(PLAIN_TESTS) mali_powstancy

generated: setup  ## check that generated files match their sources
	printf 'tools.%s\n' build_lessons pictures build_docs build_texts golden | xargs -P 2 -I {} $(RUN) -m {} --check

slow: setup  ## run the slower tests: packaging, start-up, printing and more
	$(RUN) -m tools.browser --ensure
	$(RUN) -m tools.build_site
	$(RUN) -m pytest -q $(SIDE_BY_SIDE) loadfile -m slow $(PLAIN_TESTS)

notebook-tests: setup  ## run every notebook and compare its outputs with the stored ones
	$(RUN) -m pytest -q -p tests.notebook_plugin --nbval --nbval-sanitize-with tests/sanitize.cfg notebooks

# A test is run again only if the browser or a server was lost or a wait ran out; -rR says so.
browser-tests: setup  ## play in a real browser, in JupyterLab and Notebook 7
	$(RUN) -m tools.browser --ensure
	$(RUN) -m tools.build_site
	$(RUN) -m pytest -q -rR $(SIDE_BY_SIDE) loadgroup tests/browser

clean-machine: setup  ## try the README's commands in an empty folder with an empty home; TESTS=1 runs make test too
	$(RUN) -m tools.clean_machine $(if $(TESTS),--tests)

load-test: setup  ## simulate 30 pupils starting together on one Jupyter server; PUPILS=10 for fewer
	$(RUN) -m tools.load_test $(if $(PUPILS),--pupils $(PUPILS))

fuzz: setup  ## run the property tests with many random examples
	HYPOTHESIS_PROFILE=fuzz $(RUN) -m pytest $(PLAIN_TESTS) -k "property or fuzz"

mutants: setup  ## break the rules on purpose and check that a test notices
	$(RUN) -m tools.mutants

bench: setup  ## measure how fast it is
	$(RUN) -m benchmarks.bench
	$(RUN) -m benchmarks.many_games
	$(RUN) -m benchmarks.board
	$(RUN) -m benchmarks.lessons
	$(RUN) -m benchmarks.site

# 2,000 games per cell take about a quarter of an hour on two cores; what is done is kept, so it can be stopped and called again.
GAMES ?= 2000
calibrate: setup  ## play the tables in docs/calibration.md and docs/calibration-bitwa-warszawska.md again; GAMES=200 for a first look
	$(RUN) -m tools.calibrate --games $(GAMES)
	$(RUN) -m tools.calibrate_bitwa $(if $(filter 2000,$(GAMES)),,--games $(GAMES))

# Like calibrate, it goes on where it was; the games of search take most of the time.
strength: setup  ## play the tables in docs/bots.md again (who beats whom, who wins together) and write them into the page
	$(RUN) -m tools.strength --write
	$(RUN) -m tools.strength_wiarusi --write

# ----- rebuild what is generated

# Thousands of games between bots take minutes; needed when the bots or the newest scenarios have changed.
results: setup  ## play the games shown in the lessons again
	$(RUN) -m tools.results

# A notebook whose code did not change keeps its outputs, unless ALL is set.
notebooks: setup  ## build notebooks/ from lessons/ and run them; ALL=1 runs unchanged ones too
	$(RUN) -m tools.build_lessons $(if $(ALL),--all)

translated: setup  ## mark an English block as matching its Polish one: PARAGRAPH=01-letters:12
	$(RUN) -m tools.translations --paragraph $(PARAGRAPH)

texts: setup  ## compile the texts of both languages
	$(RUN) -m tools.build_texts

docs: setup  ## build the generated pages in docs/
	$(RUN) -m tools.build_docs

pictures: setup  ## draw the pictures for docs/pictures and the lessons; boards, scenes and pages on every size of screen in dist/pictures
	$(RUN) -m tools.browser --ensure
	$(RUN) -m tools.pictures
	$(RUN) -m tools.screens

golden: setup  ## record the games that must not change unnoticed
	$(RUN) tools/golden.py

constraints: setup  ## renew constraints.txt from pyproject.toml
	$(RUN) tools/constraints.py

clean:  ## remove everything that can be rebuilt; my-work stays
	rm -rf .venv dist build .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
