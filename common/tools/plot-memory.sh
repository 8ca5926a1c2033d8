#!/bin/sh
# Draws the memory ladder: docs/figures/DEVICE/memory-latency.svg and memory-bandwidth.svg from docs/results/DEVICE/memory.json.
#
#   common/tools/plot-memory.sh            draws them for every device with results; wants gnuplot and jq
#   common/tools/plot-memory.sh --check    exit code 1 if a figure is out of date, 77 if this cannot be told here
#
# memory.json: the rows of both programs in one array, as `memory_latency --json` and `memory_bandwidth --json` write them.
# RESULTS, FIGURES: other folders than those in docs.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
results=${RESULTS:-$root/docs/results}
figures=${FIGURES:-$root/docs/figures}

check=
case ${1:-} in
  --check) check=yes ;;
  '') ;;
  *)
    echo "usage: plot-memory.sh [--check]" >&2
    exit 2
    ;;
esac
# shellcheck source=common/tools/plot-theme.sh
. "$root/common/tools/plot-theme.sh"
wants gnuplot jq

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# What gnuplot cannot read of a row: its size, "global memory, 64 KiB", in bytes. Prints SIZE VALUE lines.
in_bytes() {
  awk '{ power = $2 == "B" ? 0 : $2 == "KiB" ? 1 : $2 == "MiB" ? 2 : 3; print $1 * 1024 ^ power, $3 }'
}

# staircase FILE PROGRAM: size and value of every row of the sweep.
staircase() {
  jq -r --arg program "$2" '.[] | select(.program == $program and .throughput != null)
    | select(.variant | startswith("global memory, ")) | (.variant | ltrimstr("global memory, ")) + " \(.throughput)"' "$1" | in_bytes
}

# level FILE PROGRAM NAME: the value of the one row whose variant starts with NAME.
level() {
  jq -r --arg program "$2" --arg name "$3" \
    'first(.[] | select(.program == $program and .throughput != null and (.variant | startswith($name))) | .throughput)' "$1"
}

# cache FILE NAME: the size that the row says the cache has, as text.
cache() {
  jq -r --arg name "$2 of " 'first(.[] | select(.variant | startswith($name)) | .variant | ltrimstr($name) | sub(",.*"; ""))' "$1"
}

# draw FILE PROGRAM YLABEL TITLE OUTPUT: the staircase, with the caches' sizes and the memories that have one level.
draw() {
  staircase "$1" "$2" >"$folder/staircase"
  [ -s "$folder/staircase" ] || { echo "plot-memory: $1 has no times of $2" >&2; exit 1; }
  l1=$(cache "$1" "L1 cache")
  l2=$(cache "$1" "L2 cache")
  {
    echo "set terminal svg size 760,460 dynamic font 'sans-serif,13'"
    echo "set output 'figure.svg'"
    echo "set logscale x 2; set logscale y 10; set grid ytics lc rgb '#808080' lw 0.5"
    echo "set border 3; set tics nomirror; set key off; set rmargin 4"
    echo "set xlabel 'bytes read round and round'; set ylabel '$3'"
    echo "set xtics ('1 KiB' 2**10, '8 KiB' 2**13, '64 KiB' 2**16, '512 KiB' 2**19, '4 MiB' 2**22, '32 MiB' 2**25, '256 MiB' 2**28, '2 GiB' 2**31)"
    echo "set format y '%.0f'"
    echo "stats 'staircase' using 1 nooutput name 'X'; stats 'staircase' using 2 nooutput name 'Y'"
    for name in L1 L2; do
      if [ $name = L1 ]; then size=$l1; else size=$l2; fi
      echo "x = $(echo "$size 0" | in_bytes | cut -d ' ' -f 1)"
      echo "set arrow from x, graph 0 to x, graph 1 nohead dt 2 lw 1 lc rgb '#808080'"
      echo "set label '$name: $size' at x, graph 0.97 right offset -0.6,0"
    done
    echo "low = Y_min; high = Y_max"
    # Each name stands where the staircase is far away.
    for name in "registers" "shared memory" "host memory over the bus"; do
      place="X_max, y right offset 0,0.6"
      [ "$name" != "host memory over the bus" ] || place="X_min, y left offset 1.5,0.6"
      echo "y = $(level "$1" "$2" "$name"); low = y < low ? y : low; high = y > high ? y : high"
      echo "set arrow from X_min, y to X_max, y nohead dt 3 lw 1.5 lc rgb '#d95f02'"
      echo "set label '$name' at $place tc rgb '#d95f02'"
    done
    echo "set xrange [X_min:X_max]; set yrange [low / 2:high * 4]"
    echo "plot 'staircase' using 1:2 title 'global memory' with linespoints lw 2 pt 7 ps 0.5 lc rgb '#1f78b4'"
  } >"$folder/commands"
  (cd "$folder" && gnuplot commands)
  themed "$4" <"$folder/figure.svg" >"$5"
}

status=0
found=
for file in "$results"/*/memory.json; do
  [ -f "$file" ] || continue
  found=yes
  device=$(basename "$(dirname "$file")")
  for program in latency bandwidth; do
    new=$folder/new.svg
    case $program in
      latency) draw "$file" memory_latency 'nanoseconds a step' 'Latency of each memory' "$new" ;;
      bandwidth) draw "$file" memory_bandwidth 'GB/s, all threads together' 'Bandwidth of each memory' "$new" ;;
    esac
    publish "$new" "$figures/$device/memory-$program.svg" || {
      status=$?
      [ $status -ne 77 ] || exit 77
    }
  done
done
if [ -z "$found" ]; then
  echo "plot-memory: no memory.json in $results" >&2
  [ -n "$check" ] && exit 77
  exit 1
fi
exit $status
