# make check   checks the examples          make test   everything that says done
# Both set up .venv first, with uv where it is installed, else with venv and pip.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: setup check test bench trust lock clean

setup: $(READY)

$(READY): requirements.lock pyproject.toml
	@if command -v uv >/dev/null 2>&1; then \
	  uv venv --quiet --allow-existing --python $(PYTHON) .venv && \
	  VIRTUAL_ENV=.venv uv pip install --quiet --requirement requirements.lock && \
	  VIRTUAL_ENV=.venv uv pip install --quiet --no-deps --no-build-isolation --editable . ; \
	else \
	  $(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
	    { echo "Python's venv module is missing; on Debian and Ubuntu this mends it: apt-get install python3-venv" >&2; exit 2; }; \
	  $(PYTHON) -m venv .venv && \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements.lock && \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable . ; \
	fi
	@touch $(READY)

check: setup
	$(BIN)/triplecheck check --exit-zero examples/length-4.md
	$(BIN)/triplecheck check --strict examples/length-4-corrected.md examples/two-tokens.md

test: setup
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest

bench: setup
	for b in $(filter-out bench/trust%.py,$(wildcard bench/*.py)); do $(BIN)/python $$b || exit 1; done

# A sample of bench/TRUST.md, in under ten minutes; the seeds are printed.
trust: setup
	$(BIN)/python bench/trust.py --pages 120 --mutants 400 --formulas --documents examples --most 40

lock:
	uv pip compile --quiet --extra dev --universal --python-version 3.11 --no-header --output-file requirements.lock pyproject.toml

clean:
	rm -rf .venv dist build
