#!/bin/sh
# Builds the wheel, installs it into an environment of its own and runs the suite there, in a folder
# that holds the tests and nothing else of the sources.
# Usage: sh tests/wheel.sh PYTHON [tests, all of them by default]
set -eu
python=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
rm -rf build/wheel-test
mkdir -p build/wheel-test/dist
"$python" -m pip wheel --quiet --no-deps --wheel-dir build/wheel-test/dist .
mkdir -p dist
cp build/wheel-test/dist/*.whl dist/
wheel=$(ls build/wheel-test/dist/*.whl)
ls -l "$wheel"
elsewhere=$(mktemp -d)
trap 'rm -rf "$elsewhere"' EXIT
cp -R tests docs README.md CONTRIBUTING.md Makefile pyproject.toml "$elsewhere"
"$python" -m venv "$elsewhere/venv"
"$elsewhere/venv/bin/python" -m pip install --quiet "$wheel[test]"
cd "$elsewhere"
venv/bin/pysolver --version
venv/bin/python -m pytest "${@:-tests}" -n auto -p no:cacheprovider
