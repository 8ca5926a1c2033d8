#!/bin/sh
# The page of `explain --steps` in Chromium: steps_in_a_browser.py lists the checks.
# Needs: tutorial_driver
# Tier: nightly
set -eu
python=$(command -v python3) || { echo "skipped: Python 3 is not installed"; exit 77; }
exec "$python" "$SOURCE_DIR/common/tests/docs/steps_in_a_browser.py" "$BUILD_DIR/bin/tutorial-driver" "$SOURCE_DIR"
