#!/bin/sh
# Operations that C++ leaves undefined have the recorded results on the simulator, and the table that compares them with an H100 agrees.
# Needs: cudasim-simcc
set -eu
command -v python3 >/dev/null || { echo "skipped: python3 is not installed"; exit 77; }
command -v g++ >/dev/null || { echo "skipped: the results are those of g++"; exit 77; }
[ "$(uname -m)" = x86_64 ] || { echo "skipped: the results are those of x86-64"; exit 77; }
CUDASIM_CXX=g++ python3 "$SOURCE_DIR/common/authoring/gpu_values.py" --check --simcc "$BUILD_DIR/bin/cudasim-simcc"
