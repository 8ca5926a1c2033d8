#!/bin/sh
# The figures of measurements are what their scripts draw from docs/results. Skipped where another gnuplot has drawn them.
# Needs: nothing
set -eu
# shellcheck source=common/tests/authoring/support/python.sh
. "$SOURCE_DIR/common/tests/authoring/support/python.sh"
author plot_bench --check
author plot_memory --check
author plot_scaling --check
