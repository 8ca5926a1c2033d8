#!/bin/sh
# The simulator refuses what nvcc refuses, with the same words at the same line, and compiles what nvcc accepts. With the compiler of the build;
# long-tests.sh uses others.
# Needs: cudasim-simcc
set -u
command -v python3 >/dev/null || { echo "skipped: python3 is not installed"; exit 77; }
CUDASIM_CXX=$CXX exec python3 "$SOURCE_DIR/common/tests/sim/language/matrix.py" sim "$BUILD_DIR/bin/cudasim-simcc"
