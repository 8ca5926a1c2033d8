#!/bin/sh
# The recorded counts of chapter 8 are what the lens counts today; its other steps: shell.all_counts_are_current.
# Needs: tutorial_author copy.lens
set -eu
grep -q '"backends": .*"sim"' "$BUILD_DIR/tutorial.json" || exit 77
exec "$BUILD_DIR/bin/tutorial-author" counts --check ch08
