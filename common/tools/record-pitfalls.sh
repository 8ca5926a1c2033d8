#!/bin/sh
# Runs every faulty variant of the pitfalls (chNN_…/pitfalls) and writes down what is said about it: FOLDER/PROGRAM.VARIANT.TOOL.txt, and
# a summary, FOLDER/pitfalls.json.
#
#   common/tools/record-pitfalls.sh simulator [FOLDER]   the simulator, plain and under the lens; docs/results/simulator/pitfalls
#   common/tools/record-pitfalls.sh gpu FOLDER           the GPU, plain and under compute-sanitizer's four tools
#   common/tools/record-pitfalls.sh --check              exit code 1 and the differences if the simulator says something else now
#   common/tools/record-pitfalls.sh --table CHAPTER      the chapter's table for its README, from docs/results
#   common/tools/record-pitfalls.sh --sides FAULT        for a page: what the simulator, the GPU and its sanitizer say of PROGRAM.VARIANT
#
# BUILD_DIR: the build folder with the programs, by default that of the preset auto; for gpu, that of the preset cuda.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
results=docs/results
device=nvidia-h200

# The chapter, name and source of every pitfall, a line each.
pitfalls() {
  for source in ch*/pitfalls/[0-9]*.cu; do
    name=$(basename "$source" .cu)
    echo "${source%%/*} ${name#*_} $source"
  done
}

# faults BINARY: its faulty variants; for a program without any, the data it can be run with.
faults() {
  "$1" --help | sed -n 's/^ *--variant WORD.*: all, \(.*\), mended (default all)$/--variant \1/p; s/^ *--data WORD.*: \(.*\) (default .*/--data \1/p' |
    tail -n 1 | tr -d ,
}

# A line of output, however long its text: without the folders of this machine, whose length the lens's line breaks depend on.
tidied() {
  sed "s#$build/#build/#g; s#$root/##g" | awk '
    function flush(   n, words, i, line) {
      n = split(text, words, " ")
      line = " "
      for (i = 1; i <= n; ++i) {
        if (length(line) + 1 + length(words[i]) > 110) { print line; line = " " }
        line = line " " words[i]
      }
      if (n) print line
      text = ""
    }
    hazards && /^  / { text = text " " $0; next }
    { flush(); print }
    /^[0-9]+ hazards?$/ { hazards = 1 }
    END { flush() }'
}

# record NAME VARIANT TOOL ENVIRONMENT… COMMAND…: runs the command and writes the file.
record() {
  file=$folder/$1.$2.$3.txt
  shift 3
  code=0
  env -u LENS_JSON "$@" >"$file.part" 2>&1 </dev/null || code=$?
  { echo "\$ $*"; cat "$file.part"; echo "exit code $code"; } | tidied >"$file"
  rm -f "$file.part"
}

# says FILE: the gist of what a tool said, in one line.
says() {
  case $1 in
    *.lens.txt)
      sed -n 's/^\([a-z-]*\) in kernel [^,]*, \(.*\)$/\1 (\2)/p' "$1" | sed 's/, seen [0-9]* times)$/)/; s/and [0-9a-z_]*\.cu:/and /; s/([0-9a-z_]*\.cu:/(line /' |
        awk '{ all = all (NR > 1 ? "; " : "") $0 } END { print NR ? all : "no hazard" }'
      ;;
    *.gpu.txt | *.plain.txt)
      awk -F '  +' '
        table && NF > 1 && said == "" { said = $NF }
        /^---/ { table = 1 }
        /hangs: stopped/ { sub(/.*hangs:/, "hangs:"); said = $0 }
        /^cudasim: kernel / && said == "" { said = $0; sub(/.*\): /, "stopped: ", said) }
        NR == 2 { first = $0; sub(/^[a-z_]*: /, "", first) }
        END { print said != "" ? said : "stopped: " first }' "$1"
      ;;
    *)
      awk '
        /hangs: stopped/ { hangs = "hangs" }
        /SUMMARY: [1-9]/ { sub(/.*SUMMARY: /, ""); sub(/ displayed/, ""); found = $0 }
        /SUMMARY: 0/ && found == "" { found = "silent" }
        END { print hangs == "" ? (found == "" ? "nothing" : found) : (found == "" || found == "silent" ? hangs : hangs ", " found) }' "$1"
      ;;
  esac
}

json_string() { sed 's/\\/\\\\/g; s/"/\\"/g; s/	/\\t/g' | awk '{ all = all (NR > 1 ? "\\n" : "") $0 } END { printf "\"%s\"", all }'; }

# summary: what is in the folder's files.
summary() {
  for file in "$folder"/*.txt; do
    of=$(basename "$file" .txt)
    tool=${of##*.}
    program=${of%%.*}
    variant=${of#*.}
    printf '%s  {"program": "%s", "variant": "%s", "tool": "%s", "exit": %s, "says": %s, "first_lines": %s}' "${comma:-}" "$program" "${variant%.*}" "$tool" \
      "$(sed -n 's/^exit code //p' "$file" | tail -n 1)" "$(says "$file" | json_string)" "$(sed '1d; /^exit code /d' "$file" | head -n 3 | json_string)"
    comma=',
'
  done | { echo '['; cat; printf '\n]\n'; }
}

record_simulator() {
  pitfalls | while read -r chapter name source; do
    faults "$build/sim/$chapter/$name" | while read -r option variants; do
      # The rows of a program that is measured on the CPU have times, other ones each time.
      [ "$option" = --variant ] || continue
      for variant in $variants; do
        record "$name" "$variant" plain CUDASIM_WORKERS=1 "$build/sim/$chapter/$name" --quick --variant "$variant"
        record "$name" "$variant" lens CUDASIM_WORKERS=1 LENS_WATCH=all "$build/lens/$chapter/$name" --quick --variant "$variant"
      done
    done
  done
  summary >"$folder/pitfalls.json"
}

# sanitize CHAPTER NAME VARIANT: the four tools, one after the other.
sanitize() {
  for tool in racecheck synccheck memcheck initcheck; do
    record "$2" "$3" "$tool" timeout -k 5 60 compute-sanitizer --tool $tool --show-backtrace no --print-limit 4 --error-exitcode 99 \
      "$build/cuda/$1/$2" --quick --limit 5 --variant "$3"
  done
}

# What hangs comes last: it may keep the device for a while after its end.
record_gpu() {
  all=$(pitfalls | while read -r chapter name source; do
    faults "$build/cuda/$chapter/$name" | while read -r option variants; do
      for variant in $variants; do echo "$chapter $name $option $variant"; done
    done
  done)
  printf '%s\n' "$all" | while read -r chapter name option variant; do
    # A program with data sums on the CPU as well: a size that denormal numbers, which CPUs are slow at, leave bearable.
    more='--limit 5'
    if [ "$option" = --data ]; then more='--n 10000000 --repeats 1'; fi
    # shellcheck disable=SC2086  # words
    record "$name" "$variant" gpu timeout -k 5 60 "$build/cuda/$chapter/$name" "$option" "$variant" $more
  done
  for hanging in no yes; do
    printf '%s\n' "$all" | while read -r chapter name option variant; do
      [ "$option" = --variant ] || continue
      if grep -q 'hangs: stopped' "$folder/$name.$variant.gpu.txt"; then hangs=yes; else hangs=no; fi
      if [ $hangs = $hanging ]; then echo "$chapter $name $variant"; fi
    done | xargs -r -P "$(if [ $hanging = no ]; then echo 4; else echo 1; fi)" -L 1 sh "$root/common/tools/record-pitfalls.sh" --sanitize "$folder"
  done
  summary >"$folder/pitfalls.json"
}

# cell FILE [UP]: what the table says of a recorded output, with a link to it from a page that lies UP deeper than a chapter's.
cell() {
  if [ -f "$1" ]; then printf '[%s](%s../%s)' "$(says "$1" | sed 's/, first: .*//; s/|/\\|/g; s/</\&lt;/g')" "${2:-}" "$1"; else printf 'not recorded'; fi
}

# The tools that found something, or who was silent.
sanitizer_cell() {
  found=
  for tool in racecheck synccheck memcheck initcheck; do
    file=$results/$device/pitfalls/$1.$tool.txt
    [ -f "$file" ] || { printf 'not recorded'; return; }
    case $(says "$file") in silent) ;; *) found="$found${found:+; }$tool: $(cell "$file")" ;; esac
  done
  printf '%s' "${found:-silent}"
}

table() {
  echo '| program | fault | on one NVIDIA H200 | simulator, plain | simulator, under the lens | compute-sanitizer |'
  echo '| --- | --- | --- | --- | --- | --- |'
  pitfalls | while read -r chapter name source; do
    [ "$chapter" = "$1" ] || continue
    for file in "$results/simulator/pitfalls/$name".*.lens.txt; do
      [ -f "$file" ] || continue
      of=$(basename "$file" .lens.txt)
      printf '| [%s](%s) | %s | %s | %s | %s | %s |\n' "$name" "${source#*/}" "${of#*.}" "$(cell "$results/$device/pitfalls/$of.gpu.txt")" \
        "$(cell "$results/simulator/pitfalls/$of.plain.txt")" "$(cell "$file")" "$(sanitizer_cell "$of")"
    done
  done
}

fenced() { printf '```text\n'; cat; printf '```\n\n'; }

# findings FILE: a tool's own words without what they stand among: the hazards, the barrier, the sanitizer's first report.
findings() {
  case $1 in
    *.lens.txt) awk '/^exit code/ { exit } found { print } /^[0-9]+ hazards?$/ { found = 1 }' "$1" ;;
    *.plain.txt) awk '/^cudasim: / { found = 1; print; next } found && /^  / { print; next } { found = 0 }' "$1" ;;
    *) awk '/^========= (Error|Warning): / { found = 1 } found && /^========= *$/ { exit } found { print }' "$1" ;;
  esac
}

sides() {
  simulator=$results/simulator/pitfalls/$1
  gpu=$results/$device/pitfalls/$1
  printf 'On one NVIDIA H200: **%s**. The simulator, plain: %s.\n\n' "$(cell "$gpu.gpu.txt" ../)" "$(cell "$simulator.plain.txt" ../)"
  findings "$simulator.lens.txt" >"$temporary"
  [ -s "$temporary" ] || findings "$simulator.plain.txt" >"$temporary"
  if [ -s "$temporary" ]; then
    printf 'The lens:\n\n'
    fenced <"$temporary"
  else
    printf 'The lens: no hazard.\n\n'
  fi
  silent=
  hanging=
  for tool in racecheck synccheck memcheck initcheck; do
    [ -f "$gpu.$tool.txt" ] || { printf 'compute-sanitizer, %s: not recorded.\n\n' "$tool"; continue; }
    findings "$gpu.$tool.txt" >"$temporary"
    if [ -s "$temporary" ]; then
      printf 'compute-sanitizer, %s:\n\n' "$tool"
      fenced <"$temporary"
    elif grep -q 'hangs: stopped' "$gpu.$tool.txt"; then
      hanging="$hanging${hanging:+, }$tool"
    else
      silent="$silent${silent:+, }$tool"
    fi
  done
  [ -z "$hanging" ] || printf 'compute-sanitizer: hangs with the program (%s).\n' "$hanging"
  [ -z "$silent" ] || printf 'compute-sanitizer: silent (%s).\n' "$silent"
}

# What the programs' heads point to must be there; what a GPU says, only once it has been recorded.
check_references() {
  grep -ohE 'docs/results/[^ ,:;]*\.txt' ch*/pitfalls/*.cu | sort -u | while read -r pattern; do
    [ -d "${pattern%/*}" ] || continue
    # shellcheck disable=SC2086  # a pattern
    ls $pattern >/dev/null || { echo "a program points to $pattern, which is not there" >&2; exit 1; }
  done
}

begin_folder() {
  mkdir -p "$1"
  folder=$(cd "$1" && pwd)
  rm -f "$folder"/*.txt "$folder/pitfalls.json"
}

case ${1:-} in
  simulator)
    build=${BUILD_DIR:-$root/build/auto}
    begin_folder "${2:-$results/simulator/pitfalls}"
    record_simulator
    ;;
  gpu)
    build=${BUILD_DIR:-$root/build/cuda}
    begin_folder "${2:?which folder?}"
    record_gpu
    ;;
  --sanitize)
    build=${BUILD_DIR:-$root/build/cuda}
    folder=$2
    sanitize "$3" "$4" "$5"
    ;;
  --check)
    build=${BUILD_DIR:-$root/build/auto}
    temporary=$(mktemp -d)
    trap 'rm -rf "$temporary"' EXIT
    begin_folder "$temporary"
    record_simulator
    diff -ru "$results/simulator/pitfalls" "$temporary" || { echo "the recorded output is out of date: common/tools/record-pitfalls.sh simulator" >&2; exit 1; }
    check_references
    ;;
  --table) table "${2:?which chapter?}" ;;
  --sides)
    temporary=$(mktemp)
    trap 'rm -f "$temporary"' EXIT
    sides "${2:?which fault?}"
    ;;
  *)
    sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
