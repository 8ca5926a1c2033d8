#!/bin/sh
# The lens on the page gives the same counters as the lens: lens_in_the_browser.py compares a thousand accesses, and reports planted faults.
# Needs: lens_patterns
# Tier: nightly
set -eu
python=$(command -v python3) || { echo "skipped: Python 3 is not installed"; exit 77; }
exec "$python" "$SOURCE_DIR/common/tests/docs/lens_in_the_browser.py" "$BUILD_DIR/bin/lens_patterns" "$SOURCE_DIR/docs/theme/lens_count.js"
