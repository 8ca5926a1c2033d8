#!/bin/sh
# A mutant of each kind that mutate.py plants in dot is detected, except in code that dot does not check.
# Needs: dot.sim dot.lens cudasim-translate
# Tier: nightly
set -eu
# shellcheck source=common/tests/authoring/support/python.sh
. "$SOURCE_DIR/common/tests/authoring/support/python.sh"
[ -f "$BUILD_DIR/build.ninja" ] || { echo "skipped: this build is not one of Ninja's"; exit 77; }
export BUILD_DIR
PYTHONPATH=$SOURCE_DIR/common/authoring exec python3 "$SOURCE_DIR/common/tests/authoring/support/mutate_dot.py"
