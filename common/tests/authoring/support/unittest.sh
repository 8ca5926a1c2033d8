#!/bin/sh
# Runs one file of unit tests: unittest.sh FILE_test.py
set -eu
# shellcheck source=common/tests/authoring/support/python.sh
. "$SOURCE_DIR/common/tests/authoring/support/python.sh"
PYTHONPATH=$SOURCE_DIR/common/authoring:$SOURCE_DIR/common/tests/authoring/support exec python3 -m cases "$1"
