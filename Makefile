# Every target sets up what it needs in .venv; Python 3.11 or later, a C compiler and make are all
# that must be there.

PYTHON ?= $(firstword $(foreach name,python3.13 python3.12 python3.11 python3 python,\
	$(shell $(name) -c 'import sys; print("$(name)" if sys.version_info >= (3, 11) else "")' 2>/dev/null)))
VENV := .venv
BIN := $(VENV)/bin
C_FILES := $(shell find csrc -name '*.[ch]')
HAND ?= As Kd 10h Qs Jc 9h 9c 8d 6s 6h 4c 3d 2s
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wvla
STRICT := -std=c11 -O2 -Icsrc $(WARNINGS) -Werror
# The compatible kind of editable install puts this folder on the path, so that the package is found
# from the folder above too, where the clone itself has the package's name.
INSTALL := PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet --config-settings editable_mode=compat --editable
SOURCES := $(C_FILES) csrc/build_ffi.py setup.py pyproject.toml

.PHONY: hint test bench lint sanitize wheel clean format

hint: $(VENV)/.installed
	$(BIN)/pysolver binh "$(HAND)"

test: $(VENV)/.test
	$(BIN)/python -m pytest -n auto

bench: $(VENV)/.bench
	$(BIN)/python -m pytest bench --benchmark-columns=median,iqr,ops --benchmark-sort=name -p no:xdist -q -s -W default

lint: $(VENV)/.lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $(C_FILES)
	set -e; for file in $(filter %.c,$(C_FILES)); do $(CC) $(STRICT) -c $$file -o /dev/null; done

format: $(VENV)/.lint
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(C_FILES)

sanitize: $(VENV)/.test
	sh tests/sanitize.sh $(BIN)/python

wheel: $(VENV)/.test
	sh tests/wheel.sh $(BIN)/python $(WHEEL_TESTS)

clean:
	rm -rf $(VENV) build dist *.egg-info pysolver/_core.c pysolver/_core.*.so pysolver/_core*.pyd

$(BIN)/python:
	@echo "setting up $(VENV) and building the core: about a minute, once" >&2
	@test -n "$(PYTHON)" || { echo "pysolver needs Python 3.11 or later: none found; name one with PYTHON=..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

$(VENV)/.installed: $(BIN)/python $(SOURCES)
	$(INSTALL) .
	@touch $@

$(VENV)/.test: $(VENV)/.installed
	$(INSTALL) ".[test]"
	@touch $@

$(VENV)/.bench: $(VENV)/.installed
	$(INSTALL) ".[bench]"
	@touch $@

$(VENV)/.lint: $(VENV)/.test
	$(INSTALL) ".[test,bench,lint]"
	@touch $@
