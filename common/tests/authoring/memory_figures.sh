#!/bin/sh
# The figures of the memory ladder can be drawn from the output of its two programs, if it contains times.
set -eu
# shellcheck source=common/tests/authoring/support/python.sh
. "$SOURCE_DIR/common/tests/authoring/support/python.sh"
command -v gnuplot >/dev/null || { echo "skipped: gnuplot is not installed"; exit 77; }
programs="$BUILD_DIR/sim/ch06_reduction"
[ -x "$programs/memory_latency" ] && [ -x "$programs/memory_bandwidth" ] || exit 77

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export RESULTS="$folder/results" FIGURES="$folder/figures"
mkdir -p "$RESULTS/device"
fails() { if author plot_memory 2>"$folder/message"; then echo "not noticed: $wrong"; exit 1; fi }

wrong="no results"
fails
for program in latency bandwidth; do
  "$programs/memory_$program" --quick --bytes 8388608 --json "$folder/$program.json" >"$folder/message"
done
# with_times VALUE: both programs' rows in one file, the n-th with the time that the expression over n says.
with_times() {
  python3 -c "import json, sys
rows = [row for name in ('latency', 'bandwidth') for row in json.load(open(sys.argv[1] + '/' + name + '.json'))]
json.dump([{**row, 'throughput': $1} for n, row in enumerate(rows, 1)], open(sys.argv[1] + '/results/device/memory.json', 'w'))" "$folder"
}
wrong="the simulator's rows have no times"
with_times "row['throughput']"
fails
grep -q 'no times' "$folder/message"

with_times n
author plot_memory
author plot_memory --check
