#!/bin/sh
# What the simulator says about the pitfalls is what docs/results has of it, and this check notices if not.
set -eu
grep -q '"backends": .*"sim"' "$BUILD_DIR/tutorial.json" || exit 77
# The lens names the same hazards with every compiler, but the lines of its counters, which are recorded too, are g++'s.
grep -q '"id": "GNU"' "$BUILD_DIR/tutorial.json" || exit 77
[ -x "$BUILD_DIR/lens/ch06_reduction/missing_barrier" ] || exit 77
record="$SOURCE_DIR/common/tools/record-pitfalls.sh"
sh "$record" --check
