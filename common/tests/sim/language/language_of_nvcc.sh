#!/bin/sh
# The table of what nvcc accepts and refuses agrees with nvcc: tests all accepted programs, and a daily sample of the refused ones.
# Needs: nothing
set -u
command -v python3 >/dev/null || { echo "skipped: python3 is not installed"; exit 77; }
nvcc=$(command -v nvcc) || { echo "skipped: nvcc is not installed"; exit 77; }
# The table is of one release; another has other words.
"$nvcc" --version | grep -q 'release 13\.0' || { echo "skipped: the table is of nvcc 13.0"; exit 77; }
exec python3 "$SOURCE_DIR/common/tests/sim/language/matrix.py" nvcc "$nvcc"
