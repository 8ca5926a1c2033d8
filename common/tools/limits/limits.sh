#!/bin/sh
# What holds a kernel back that moves memory: Nsight Compute's counters of the kernels of cases.txt.
#
#   common/tools/limits/limits.sh OUTPUT_FOLDER     wants a GPU, ncu, and the CUDA programs in build/cuda (or $BUILD_DIR)
#   common/tools/limits/limits.sh --table FILE      the table that a chapter's README shows of it
#
# Writes limits.csv, a line a kernel: its name, the program's arguments, seconds, bytes read from memory and written to it, bytes of the
# sectors that L2 was asked for, and of how many cycles in a hundred memory and the bridge between the two halves of L2 were busy; the
# bridge is empty where a GPU has no such counter. ncu empties the caches before each kernel.
set -eu
[ $# -gt 0 ] || { echo "usage: limits.sh OUTPUT_FOLDER | --table FILE" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)

if [ "$1" = --table ]; then
  awk -F, '
    BEGIN {
      print "| kernel | arguments | time | read, written | sectors asked of L2 | bridge of L2 busy | memory busy |"
      print "| --- | --- | ---: | ---: | ---: | ---: | ---: |"
    }
    NR > 1 {
      printf "| `%s` | `%s` | %.1f us | %.0f MB, %.0f MB | %.0f MB | %s | %.0f %% |\n",
        $1, $2, $3 * 1e6, $4 / 1e6, $5 / 1e6, $6 / 1e6, $8 == "" ? "-" : sprintf("%.0f %%", $8), $7
    }' "$2"
  exit
fi

build=${BUILD_DIR:-$here/../../../build/cuda}
peak=pct_of_peak_sustained_elapsed
bridge=lts__ltcfabric2ltc_cycles_active.avg.$peak
metrics=gpu__time_duration.sum,dram__bytes_read.sum,dram__bytes_write.sum,lts__t_sectors.sum,dram__throughput.avg.$peak,$bridge
echo "kernel,arguments,seconds,read,written,sectors,memory,bridge" >"$1/limits.csv"
while read -r program arguments; do
  # The card's clocks stay as they are.
  # shellcheck disable=SC2086  # the arguments are words
  ncu --clock-control none --csv --print-units base --metrics $metrics -k 'regex:copy_vectors|move_tiles|transpose' \
    "$build"/cuda/ch*/"$program" --repeats 1 $arguments </dev/null >"$1/one.txt" 2>&1 || {
    cat "$1/one.txt" >&2
    exit 1
  }
  # Of a kernel's launches, the last.
  awk -F '","' -v arguments="$arguments" -v bridge=$bridge -v memory=dram__throughput.avg.$peak '
    /^"[0-9]/ {
      kernel = $5
      sub(/^void /, "", kernel)
      sub(/[<(].*/, "", kernel)
      sub(/.*::/, "", kernel)
      value = $NF
      gsub(/[",]/, "", value)
      if (!(kernel in seen)) { seen[kernel]; order[++kernels] = kernel }
      counted[kernel, $(NF - 2)] = value
    }
    END {
      for (k = 1; k <= kernels; ++k) {
        name = order[k]
        printf "%s,%s,%.9f,%d,%d,%d,%s,%s\n", name, arguments, counted[name, "gpu__time_duration.sum"] / 1e9,
          counted[name, "dram__bytes_read.sum"], counted[name, "dram__bytes_write.sum"], counted[name, "lts__t_sectors.sum"] * 32,
          counted[name, memory], counted[name, bridge] ~ /^[0-9.]+$/ ? counted[name, bridge] : ""
      }
    }' "$1/one.txt" >>"$1/limits.csv"
done <"$here/cases.txt"
rm "$1/one.txt"
