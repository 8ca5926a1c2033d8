#!/bin/sh
# Fills in what README.md shows of the programs' own output, and the chapters' tables and figures and the targets from docs/results, so that
# nobody types them.
# The pitfalls' table is made from what common/tools/record-pitfalls.sh has recorded, the exercises' from their exercise.json.
#
#   common/tools/update-readme.sh           writes; wants a machine with no GPU, and takes the last `./tutorial test` for its summary
#   common/tools/update-readme.sh --check   exit code 1 and the differences if the map or a table is out of date
#   common/tools/update-readme.sh [--check] lens    the tables of what the lens counts in the chapters' READMEs, and nothing else;
#                                                   builds the programs for the lens that are not built yet
#
# BUILD_DIR: the build folder to ask, by default that of the preset auto.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${BUILD_DIR:-$root/build/auto}
page=${README:-$root/README.md}
driver=$build/bin/tutorial-driver
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# shellcheck source=common/tools/blocks.sh
. "$root/common/tools/blocks.sh"

fenced() { printf '```text\n'; cat; printf '```\n'; }

# The first of the chapter's tables.
first_table() { awk '/^$/ { blank = 1; next } /^  (Ladder: in_place|Beside the ladder:)$/ { exit } blank { print ""; blank = 0 } { print }'; }

# The table alone: the first two lines say why the simulator runs.
table() { sed '1,/^Results are checked/d'; }

# Ladder tables stand between `table: begin` (all of the chapter's) or `table NAME …: begin` (those ladders, those demos).
measured() {
  # shellcheck disable=SC2086  # names are words
  "$driver" tables "$(basename "$(dirname "$page")")" "$results" ${1#table}
}

# Figures of common/tools/plot-bench.sh stand between `figures NAME …: begin`: those of the names that are drawn.
figures() {
  gap=
  for name in ${1#figures }; do
    svg=$root/docs/figures/$(basename "$results")/$name.svg
    [ -f "$svg" ] || continue
    printf '%s![%s](../docs/figures/%s/%s.svg)\n' "$gap" "$(sed -n 's/.*<title>\([^<]*\)<.*/\1/p' "$svg" | head -n 1)" "$(basename "$results")" "$name"
    gap='
'
  done
}

# What the lens counts stands between `lens NAME …: begin`: one table a program, at its own sizes for the simulator, or at the small
# ones of `--quick` after `lens quick NAME …`, for programs that compare every point with every other.
lens() {
  sizes=
  for name in ${1#lens }; do
    if [ "$name" = quick ]; then sizes=" -- --quick"; continue; fi
    # shellcheck disable=SC2016  # code, not a command
    printf 'Sectors a request, how many would do, and the conflict degree, counted by `./tutorial explain %s%s`:\n\n' "$name" "$sizes"
    # shellcheck disable=SC2086  # no word, or two
    "$driver" explain "$name" --markdown $sizes 2>"$folder/said" || [ $? -le 3 ] || { cat "$folder/said" >&2; exit 1; }
    echo
  done
}

# The chapter's exercises stand between `exercises: begin`, in the order learners take them.
exercise_text() { sed -n 's/^.*"'"$2"'": *"\{0,1\}\([^",]*[^", ]\).*$/\1/p' "$1" | head -n 1; }
exercises() {
  of=$(dirname "$page")/exercises
  names=$(sed -n 's/^tutorial_exercise(\([a-z0-9_]*\).*$/\1/p' "$of/CMakeLists.txt" 2>/dev/null) || true
  [ -n "$names" ] || return 0
  echo "| exercise | what it teaches | level | minutes |"
  echo "| --- | --- | --- | ---: |"
  for name in $names; do
    json=$of/$name/exercise.json
    [ -f "$json" ] || continue
    title=$(exercise_text "$json" title)
    teaches=$(sed -n 's/^.*"teaches": *"\([^"]*\)".*$/\1/p' "$json")
    echo "| [$title](exercises/$name/README.md) | $teaches | $(exercise_text "$json" level) | $(exercise_text "$json" minutes) |"
  done
  # shellcheck disable=SC2016  # code, not a command
  printf '\n`./tutorial exercise start NAME` puts the starter into `my_exercises/`, `./tutorial exercise check NAME` marks it.\n'
}

# What docs/results holds, against docs/results/targets.json. Exit code 1 says that a target is not met.
targets() { "$driver" bench --targets "$results" --markdown || [ $? -eq 1 ]; }

# shows PAGE SOURCE: the page shows code of the program, or of a kernel's header (.cuh) that it includes.
shows() {
  grep -qF "<!-- snippet: ${2#*/} " "$1" && return
  sed -n 's/^#include "\(.*\.cuh\)".*/\1/p' "$root/$2" | while read -r header; do
    grep -q "<!-- snippet: \([^ ]*/\)\{0,1\}$(basename "$header") " "$1" && echo shown
  done | grep -q shown
}

# Every program has its row in its chapter's README, with its own question, and shows code there.
unlinked() {
  sed -n 's/^| \[.*\](\(ch[^)]*\)) | \(.*\) |$/\1 \2/p' "$folder/map" | while read -r source question; do
    page=${source%%/*}/README.md
    grep -qF "](${source#*/}) | $question |" "$root/$page" || echo "$page has no row with $source and its question: $question"
    shows "$root/$page" "$source" || echo "$page shows no code of $source"
  done
}

# What a check says of one of an exercise's wrong answers stands between `report of NAME FILE: begin`.
exercise_report() {
  name=${1#report of }
  { "$build/bin/tutorial-exercise" check "${name% *}" "$root"/ch*/exercises/"${name% *}/wrong/${name#* }" || [ $? -ne 2 ]; } | fenced
}

# What is said about the pitfalls of the chapter of $page.
pitfalls() { sh "$root/common/tools/record-pitfalls.sh" --table "$(basename "$(dirname "$page")")"; }

results=$root/docs/results/nvidia-h200

# What holds the kernels of limits.csv back, for the chapter whose programs they are.
limits() { sh "$root/common/tools/limits/limits.sh" --table "$results/limits.csv"; }

# machine_code FILE: kernels by architectures, out of what sass.sh wrote.
machine_code() {
  awk '
    NR == 1 { print "Compiled by " $0 ", by `common/tools/sass.sh`."; print ""; next }
    {
      instruction = $3 ~ /^@/ ? $4 : $3
      if (!($1 in seen)) { seen[$1]; heads = heads " " $1 " |"; rules = rules " --- |"; architecture[++architectures] = $1 }
      if (!($2 in kernels)) { kernels[$2]; kernel[++count] = $2 }
      cell[$1, $2] = cell[$1, $2] (cell[$1, $2] == "" ? "" : ", ") "`" instruction "`"
    }
    END {
      print "| kernel |" heads
      print "| --- |" rules
      for (i = 1; i <= count; ++i) {
        row = "| `" kernel[i] "` |"
        for (j = 1; j <= architectures; ++j) row = row " " cell[architecture[j], kernel[i]] " |"
        print row
      }
    }' "$1"
}

# each_machine_code FUNCTION: for every program of docs/results/sass, in the chapter README that shows it.
each_machine_code() {
  for file in "$root"/docs/results/sass/*.txt; do
    marker="machine code of $(basename "$file" .txt)"
    page=$(grep -lxF "<!-- $marker: begin -->" "$root"/ch*/README.md) || { echo "update-readme: no README has a marker '$marker'" >&2; exit 1; }
    machine_code "$file" >"$folder/block"
    "$1"
  done
}
# each_chapter_block FUNCTION: for every block in a chapter's README that is made from results, figures or exercises, its name in `marker`
# and its text in the file `block`. each_report: for those of the page on exercises. each_lens_block: for those that the lens fills.
each_chapter_block() {
  for page in "$root"/ch*/README.md; do
    markers table >"$folder/markers"
    while read -r marker; do measured "$marker" >"$folder/block"; "$1"; done <"$folder/markers"
    markers 'figures ' >"$folder/markers"
    while read -r marker; do figures "$marker" >"$folder/block"; "$1"; done <"$folder/markers"
    for marker in pitfalls exercises limits; do
      grep -qxF "<!-- $marker: begin -->" "$page" || continue
      "$marker" >"$folder/block"
      "$1"
    done
  done
}
each_report() {
  page=$root/docs/pages/exercises.md
  markers 'report of ' >"$folder/markers"
  while read -r marker; do exercise_report "$marker" >"$folder/block" </dev/null; "$1"; done <"$folder/markers"
}
each_lens_block() {
  for page in ${README:-"$root"/ch*/README.md}; do
    markers 'lens ' >"$folder/markers"
    while read -r marker; do lens "$marker" >"$folder/block" </dev/null; "$1"; done <"$folder/markers"
  done
}
compare_block() {
  block "$marker" >"$folder/old"
  diff -u "$folder/old" "$folder/block" || status=1
}
replace_block() { replace "$marker" "$folder/block"; }

check=
if [ "${1:-}" = --check ]; then check=1; shift; fi
if [ "${1:-}" = lens ] && [ $# -eq 1 ]; then
  status=0
  if [ -z "$check" ]; then
    each_lens_block replace_block
    exit
  fi
  each_lens_block compare_block
  [ $status -eq 0 ] || echo "a README.md is out of date: common/tools/update-readme.sh lens writes it anew" >&2
  exit $status
fi
if [ $# -gt 0 ]; then
  echo "usage: update-readme.sh [--check] [lens]" >&2
  exit 2
fi

"$driver" list --markdown >"$folder/map"
if [ -n "$check" ]; then
  status=0
  block "map of chapters" >"$folder/old"
  diff -u "$folder/old" "$folder/map" || status=1
  block "output of ./tutorial run ch08" | table >"$folder/old"
  "$driver" run ch08 --backend sim | first_table | fenced | table >"$folder/new"
  diff -u "$folder/old" "$folder/new" || status=1
  each_chapter_block compare_block
  each_machine_code compare_block
  unlinked >"$folder/unlinked"
  [ ! -s "$folder/unlinked" ] || { cat "$folder/unlinked"; status=1; }
  page=$root/docs/results/README.md
  block targets >"$folder/old"
  targets >"$folder/new"
  diff -u "$folder/old" "$folder/new" || status=1
  page=$root/docs/claims/README.md
  block claims >"$folder/old"
  "$driver" claims --recorded --markdown >"$folder/new"
  diff -u "$folder/old" "$folder/new" || status=1
  each_report compare_block
  [ $status -eq 0 ] || echo "a README.md is out of date: common/tools/update-readme.sh writes it anew" >&2
  exit $status
fi

"$driver" run ch08 >"$folder/run"
grep -q "CPU simulator" "$folder/run" || { echo "update-readme: run this where there is no GPU" >&2; exit 1; }
first_table <"$folder/run" | fenced >"$folder/block"
replace "output of ./tutorial run ch08" "$folder/block"
replace "map of chapters" "$folder/map"
if [ -s "$build/log/test-summary.txt" ]; then
  fenced <"$build/log/test-summary.txt" >"$folder/block"
  replace "output of ./tutorial test" "$folder/block"
fi

each_chapter_block replace_block
each_machine_code replace_block
page=$root/docs/results/README.md
targets >"$folder/block"
replace targets "$folder/block"
page=$root/docs/claims/README.md
"$driver" claims --recorded --markdown >"$folder/block"
replace claims "$folder/block"
each_report replace_block
