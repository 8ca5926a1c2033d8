#!/bin/sh
# What nvcc refuses, the simulator refuses, with its words at its line; what nvcc takes compiles. By the compiler of the build;
# long-tests.sh has others.
# Needs: cudasim-simcc
set -u
command -v python3 >/dev/null || { echo "skipped: python3 is not installed"; exit 77; }
CUDASIM_CXX=$CXX exec python3 "$SOURCE_DIR/common/tests/sim/language/matrix.py" sim "$BUILD_DIR/bin/cudasim-simcc"
