#!/bin/sh
# The simulator's output for the pitfalls agrees with docs/results.
set -eu
# shellcheck source=common/tests/authoring/support/python.sh
. "$SOURCE_DIR/common/tests/authoring/support/python.sh"
grep -q '"backends": .*"sim"' "$BUILD_DIR/tutorial.json" || exit 77
# The lens names the same hazards with every compiler, but the lines of its counters, which are recorded too, are g++'s.
grep -q '"id": "GNU"' "$BUILD_DIR/tutorial.json" || exit 77
[ -x "$BUILD_DIR/lens/ch06_reduction/missing_barrier" ] || exit 77
author record_pitfalls --check
