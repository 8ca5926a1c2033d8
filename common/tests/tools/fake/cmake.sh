#!/bin/sh
# The build tool of the driver's tests: remembers what it was asked to build, and fails on demand.
echo "$*" >>"$FAKE_DIR/built.txt"
if [ -n "${FAKE_BUILD_FAILS:-}" ]; then
  echo "[1/2] Building x"
  echo "x.cu:7: error: expected ';'"
  exit 1
fi
