#!/bin/sh
# Fills in what docs/pages shows of recorded results, and what the exercises' pages show of exercise.json, so that nobody types it.
# update-readme.sh does it for the chapters.
#
#   common/tools/update-pages.sh           writes
#   common/tools/update-pages.sh --check   exit code 1 and the differences if a page is out of date
#
# sides PROGRAM.VARIANT   what the tools say of a fault (record-pitfalls.sh)
# facts                   minutes, level, what an exercise builds on, points, from its exercise.json. Wants jq
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

# way TO: from the exercise's page to a file of the tree.
way() { printf '../../../%s' "${1#"$root"/}"; }

# link NAME: to the program or the exercise of that name.
link() {
  exercise=$(ls -d "$root"/ch*/exercises/"$1" 2>/dev/null || true)
  if [ -n "$exercise" ]; then
    printf '[%s](%s)' "$1" "$(way "$exercise/README.md")"
    return
  fi
  program=$(find "$root"/ch* -name "[0-9]*_$1.c*" | head -n 1)
  [ -n "$program" ] || { echo "update-pages: $page names $1, which is neither a program nor an exercise" >&2; exit 1; }
  printf '[%s](%s)' "$1" "$(way "$program")"
}

facts() {
  json=$(dirname "$page")/exercise.json
  jq -r '"\(.minutes) minutes, \(.level)."' "$json"
  before=$(jq -r '.builds_on[]' "$json" | while read -r name; do printf '%s ' "$(link "$name")"; done | sed 's/ $//; s/ \[/, [/g')
  [ -z "$before" ] || echo "Builds on $before."
  jq -r '"Points: " + (.points | to_entries | map("\(.value) \(.key)") | join(", ")) + "."' "$json"
}

content() {
  case $1 in
    facts) facts ;;
    "sides "*) sh "$root/common/tools/record-pitfalls.sh" --sides "${1#sides }" ;;
    "memory of "*) memory "${1#memory of }" ;;
  esac
}

command -v jq >/dev/null || { echo "update-pages: jq is not installed" >&2; exit 77; }
status=0
for page in "$root"/docs/pages/*.md "$root"/ch*/exercises/*/README.md; do
  markers '\(sides \|memory of \|facts\)' >"$folder/markers"
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
