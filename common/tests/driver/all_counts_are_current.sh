#!/bin/sh
# All recorded counts are what the lens counts today.
# Tier: nightly
set -eu
grep -q '"backends": .*"sim"' "$BUILD_DIR/tutorial.json" || exit 77
exec "$BUILD_DIR/bin/tutorial-author" counts --check
