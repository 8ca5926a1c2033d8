#!/bin/sh
# What nvcc refuses, the simulator refuses, with its words at its line; what nvcc takes compiles. With each of g++ and clang++ that is there.
# Needs: cudasim-simcc
set -u
command -v python3 >/dev/null || { echo "skipped: python3 is not installed"; exit 77; }
failures=0
for compiler in g++ clang++; do
  command -v "$compiler" >/dev/null || continue
  echo "$compiler:"
  CUDASIM_CXX=$compiler python3 "$SOURCE_DIR/common/tests/sim/language/matrix.py" sim "$BUILD_DIR/bin/cudasim-simcc" || failures=1
done
exit "$failures"
