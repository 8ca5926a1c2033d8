#!/bin/sh
# The lens on the page counts as the lens does: lens_in_the_browser.py has the thousand accesses, and faults that it must notice.
# Needs: lens_patterns
# Tier: nightly
set -eu
python=$(command -v python3) || { echo "skipped: Python 3 is not installed"; exit 77; }
exec "$python" "$SOURCE_DIR/common/tests/docs/lens_in_the_browser.py" "$BUILD_DIR/bin/lens_patterns" "$SOURCE_DIR/docs/theme/lens_count.js"
