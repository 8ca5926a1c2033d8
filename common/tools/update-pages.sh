#!/bin/sh
# Fills in what docs/pages shows of recorded results, so that nobody types them. update-readme.sh does it for the chapters.
#
#   common/tools/update-pages.sh           writes
#   common/tools/update-pages.sh --check   exit code 1 and the differences if a page is out of date
#
# sides PROGRAM.VARIANT   what the tools say of a fault (record-pitfalls.sh)
# memory of DEVICE        latency and bandwidth of each memory, from docs/results/DEVICE/memory.json. Wants jq
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/common/tools/blocks.sh"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

memory() {
  jq -r '
    def figure: . as $x | if $x >= 100 then ($x | round | tostring) else ($x * 10 | round / 10 | tostring) end;
    [.[] | select(.variant | startswith("global memory") | not)] as $rows
    | $rows[0].device as $device
    | ($rows | map(select(.program == "memory_latency"))) as $latency
    | ($rows | map(select(.program == "memory_bandwidth"))) as $bandwidth
    | "Measured on one \($device), by `./tutorial run memory_latency` and `./tutorial run memory_bandwidth`.\n",
      "| memory | latency | against registers | bandwidth, all threads together | against the slowest |",
      "| --- | ---: | ---: | ---: | ---: |",
      (range($latency | length) as $i | $latency[$i] as $l | $bandwidth[$i] as $b
       | if ($l.variant | split(",")[0]) != ($b.variant | split(",")[0]) then error("rows do not match") else
         "| \($l.variant | split(",")[0]) | \($l.throughput | figure) ns | \($l.throughput / $latency[0].throughput | figure) x | \($b.throughput | figure) GB/s | \($b.throughput / $bandwidth[-1].throughput | figure) x |"
         end)' "$root/docs/results/$1/memory.json"
}

content() {
  case $1 in
    "sides "*) sh "$root/common/tools/record-pitfalls.sh" --sides "${1#sides }" ;;
    "memory of "*) memory "${1#memory of }" ;;
  esac
}

command -v jq >/dev/null || { echo "update-pages: jq is not installed" >&2; exit 77; }
status=0
for page in "$root"/docs/pages/*.md; do
  markers '\(sides\|memory of\) ' >"$folder/markers"
  while read -r marker; do
    content "$marker" >"$folder/new"
    case ${1:-} in
      --check)
        block "$marker" >"$folder/old"
        diff -u "$folder/old" "$folder/new" || status=1
        ;;
      '') replace "$marker" "$folder/new" ;;
      *) echo "usage: update-pages.sh [--check]" >&2; exit 2 ;;
    esac
  done <"$folder/markers"
done
[ $status -eq 0 ] || echo "a page is out of date: common/tools/update-pages.sh writes it anew" >&2
exit $status
