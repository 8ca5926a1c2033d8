#!/bin/sh
# Needs: nothing
# The files of the GPUs that were measured are what the results in docs/results make of them.
set -eu
command -v python3 >/dev/null || exit 77
python3 "$SOURCE_DIR/common/authoring/gpu_file.py" --check
