#!/bin/sh
# Figures of measurements equal the output of their scripts from docs/results. Skipped if another version of gnuplot has drawn them.
# Needs: nothing
set -eu
# shellcheck source=common/tests/authoring/support/python.sh
. "$SOURCE_DIR/common/tests/authoring/support/python.sh"
author plot_bench --check
author plot_memory --check
author plot_scaling --check
