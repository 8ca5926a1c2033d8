#!/bin/sh
# The build tool of the driver's tests: records what it was asked to build, and fails on demand.
echo "$*" >>"$FAKE_DIR/built.txt"
if [ -n "${FAKE_BUILD_FAILS:-}" ]; then
  echo "[1/99] Building x"
  echo "FAILED: x.o"
  echo "x.cu:7: error: expected ';'"
  i=0
  while [ $i -lt 60 ]; do echo "[2/99] Building something else"; i=$((i + 1)); done
  exit 1
fi
