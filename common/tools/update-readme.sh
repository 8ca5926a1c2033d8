#!/bin/sh
# Fills in what README.md shows of the programs' own output, and the chapters' tables from docs/results, so that nobody types them.
#
#   common/tools/update-readme.sh           writes; wants a machine with no GPU, and takes the last `./tutorial test` for its summary
#   common/tools/update-readme.sh --check   exit code 1 and the differences if the map or the table is out of date
#
# BUILD_DIR: the build folder to ask, by default that of the preset auto.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${BUILD_DIR:-$root/build/auto}
readme=${README:-$root/README.md}
driver=$build/bin/tutorial-driver
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# block NAME: what stands between the markers of that name.
block() {
  awk -v begin="<!-- $1: begin -->" -v end="<!-- $1: end -->" '$0 == end { inside = 0 } inside { print } $0 == begin { inside = 1 }' "$readme"
}

# replace NAME FILE: puts the file's content between the markers.
replace() {
  grep -qxF "<!-- $1: begin -->" "$readme" || { echo "update-readme: no marker '$1' in $readme" >&2; exit 1; }
  awk -v begin="<!-- $1: begin -->" -v end="<!-- $1: end -->" -v file="$2" '
    $0 == end { inside = 0 }
    !inside { print }
    $0 == begin { inside = 1; while ((getline line < file) > 0) print line }' "$readme" >"$folder/readme"
  cat "$folder/readme" >"$readme"
}

fenced() { printf '```text\n'; cat; printf '```\n'; }

# The table alone: the first two lines say why the simulator runs.
table() { sed '1,/^Results are checked/d'; }

results=$root/docs/results/nvidia-h200

"$driver" list --markdown >"$folder/map"
case ${1:-} in
  --check)
    status=0
    block "map of chapters" >"$folder/old"
    diff -u "$folder/old" "$folder/map" || status=1
    block "output of ./tutorial run ch08" | table >"$folder/old"
    "$driver" run ch08 --backend sim | fenced | table >"$folder/new"
    diff -u "$folder/old" "$folder/new" || status=1
    for readme in "$root"/ch*/README.md; do
      block table >"$folder/old"
      "$driver" tables "$(basename "$(dirname "$readme")")" "$results" >"$folder/new"
      diff -u "$folder/old" "$folder/new" || status=1
    done
    [ $status -eq 0 ] || echo "a README.md is out of date: common/tools/update-readme.sh writes it anew" >&2
    exit $status
    ;;
  '') ;;
  *)
    echo "usage: update-readme.sh [--check]" >&2
    exit 2
    ;;
esac

"$driver" run ch08 >"$folder/run"
grep -q "CPU simulator" "$folder/run" || { echo "update-readme: run this where there is no GPU" >&2; exit 1; }
fenced <"$folder/run" >"$folder/block"
replace "output of ./tutorial run ch08" "$folder/block"
replace "map of chapters" "$folder/map"
if [ -s "$build/log/test-summary.txt" ]; then
  fenced <"$build/log/test-summary.txt" >"$folder/block"
  replace "output of ./tutorial test" "$folder/block"
fi

for readme in "$root"/ch*/README.md; do
  "$driver" tables "$(basename "$(dirname "$readme")")" "$results" >"$folder/block"
  replace table "$folder/block"
done
