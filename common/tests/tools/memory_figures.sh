#!/bin/sh
# The figures of the memory ladder show what docs/results holds; the script that draws them notices if not.
set -eu
plot="$SOURCE_DIR/common/tools/plot-memory.sh"
programs="$BUILD_DIR/sim/ch06_reduction"
command -v gnuplot >/dev/null && command -v jq >/dev/null || { echo "gnuplot or jq is not installed"; exit 77; }
[ -x "$programs/memory_latency" ] && [ -x "$programs/memory_bandwidth" ] || exit 77

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export RESULTS="$folder/results" FIGURES="$folder/figures"
mkdir -p "$RESULTS/device"
fails() { if sh "$plot" "$@" 2>"$folder/message"; then echo "not noticed: $wrong"; exit 1; fi }

wrong="no results"
fails
"$programs/memory_latency" --quick --bytes 8388608 --json "$folder/latency.json" >"$folder/message"
"$programs/memory_bandwidth" --quick --bytes 8388608 --json "$folder/bandwidth.json" >"$folder/message"
wrong="the simulator's rows have no times"
jq -s 'add' "$folder/latency.json" "$folder/bandwidth.json" >"$RESULTS/device/memory.json"
fails
grep -q 'has no times' "$folder/message"

# Times for the rows: the n-th takes n.
jq -s 'add | to_entries | map(.value.throughput = .key + 1 | .value)' "$folder/latency.json" "$folder/bandwidth.json" >"$RESULTS/device/memory.json"
sh "$plot"
sh "$plot" --check
for figure in latency bandwidth; do
  file="$FIGURES/device/memory-$figure.svg"
  for text in 'L1: 256 KiB' 'L2: 4 MiB' 'registers' 'shared memory' 'host memory over the bus' 'currentColor' 'prefers-color-scheme: dark'; do
    grep -q "$text" "$file" || { echo "memory-$figure.svg has no '$text'"; exit 1; }
  done
  ! grep -q "black" "$file" || { echo "memory-$figure.svg has black lines, which nobody sees on a dark page"; exit 1; }
done
wrong="the data have changed"
sed -i 's/"throughput": 9,/"throughput": 99,/' "$RESULTS/device/memory.json"
fails --check

unset RESULTS FIGURES
sh "$plot" --check || [ $? -eq 77 ]  # 77: nothing measured yet, or drawn by another gnuplot
