#!/bin/sh
# Needs: nothing
# The files that describe measured GPUs agree with docs/results.
set -eu
command -v python3 >/dev/null || exit 77
python3 "$SOURCE_DIR/common/authoring/gpu_file.py" --check
