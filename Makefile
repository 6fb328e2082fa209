# Two commands matter: `make demo` shows what the program does, `make test` runs all tests.
VENV ?= .venv
PYTHON ?= python3
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: demo test test-services check format bench clean

demo: $(VENV)/.ready
	$(BIN)/companion demo

test: $(VENV)/.ready-dev
	sh scripts/get_chromium
	$(BIN)/python -m pytest

# Two servers, two Celery workers, a real PostgreSQL and Redis, and schemathesis against the API: some minutes.
test-services: $(VENV)/.ready-dev
	sh scripts/get_services
	COMPANION_TEST_SERVICES=1 $(BIN)/python -m pytest --numprocesses=0 tests/web/storage tests/web/work tests/web/api

check: test
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/.ready-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.ready: $(VENV)/bin/python pyproject.toml constraints.txt
	$(PIP) --editable .
	touch $@

$(VENV)/.ready-dev: $(VENV)/.ready
	$(PIP) --editable '.[dev]'
	touch $@

clean:
	rm -rf $(VENV) out build *.egg-info .pytest_cache .mypy_cache .ruff_cache
