#!/bin/sh
# The suite under AddressSanitizer and UndefinedBehaviorSanitizer, in a copy of the sources.
# Usage: sh tests/sanitize.sh PYTHON [pytest arguments]
set -eu
python=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
copy=build/sanitize
rm -rf "$copy"
mkdir -p "$copy"
cp -R csrc _pysolver_command.py pysolver tests docs README.md CONTRIBUTING.md Makefile pyproject.toml setup.py LICENSE "$copy"
rm -f "$copy"/pysolver/_core.*.so "$copy"/pysolver/_core.c
cd "$copy"
"$python" -m pip install --quiet "setuptools>=70.1"
CFLAGS="-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -O1 -g" \
    PYSOLVER_CFLAGS="-O1 -UNDEBUG -DPYSOLVER_CHECKS -DPS_PLAIN_C" "$python" setup.py --quiet build_ext --inplace
preload=$(${CC:-gcc} -print-file-name=libasan.so)
# Python itself leaks at exit; what matters here is reads, writes and undefined behaviour.
# Python's own small blocks would hide a step past the end of a buffer: hence its plain malloc.
PYTHONMALLOC=malloc ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 LD_PRELOAD="$preload" \
    "$python" -m pytest tests -n auto -p no:cacheprovider "$@"
