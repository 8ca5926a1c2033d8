#!/bin/sh
# A small class of generated submissions, with machine failures: no wrong score. A large one: common/tests/marking/class_of.py 600 --exercises all
# Needs: tutorial_grade exercise.guard_tail exercise.first_index
set -eu
command -v python3 >/dev/null || exit 77
python3 "$SOURCE_DIR/common/tests/marking/class_of.py" 14 "$BUILD_DIR/bin/tutorial-grade" --exercises guard_tail,first_index
