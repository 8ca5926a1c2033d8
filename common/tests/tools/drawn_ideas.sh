#!/bin/sh
# The drawings are what their script draws.
set -eu
sh "$SOURCE_DIR/common/tools/draw-ideas.sh" --check
