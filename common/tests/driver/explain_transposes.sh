#!/bin/sh
# The four transposes, explained: sectors per request of both global sides, and the conflict of the tile's column.
set -eu
grep -q '"backends": .*"sim"' "$BUILD_DIR/tutorial.json" || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
driver="$BUILD_DIR/bin/tutorial-driver"

complain() {
  echo "$program: $1"
  cat "$folder/out" "$folder/err"
  exit 1
}
# explained PROGRAM [option…]: output in $folder/out, which must be what a right program without hazards gets.
explained() {
  program=$1
  code=0
  "$driver" explain "$@" >"$folder/out" 2>"$folder/err" || code=$?
  [ "$code" -eq 0 ] || complain "exit code $code"
  [ ! -s "$folder/err" ] || complain "something on standard error"
  ! grep -q 'hazard:' "$folder/out" || complain "hazards"
  ! grep -q "$(printf '\033')" "$folder/out" || complain "colour in a pipe"
  ! LC_ALL=C.UTF-8 grep -Eq '.{119}' "$folder/out" || complain "too wide"
}
shows() { grep -Eq "$1" "$folder/out" || complain "no line matches /$1/"; }
shows_no() { ! grep -Eq "$1" "$folder/out" || complain "a line matches /$1/"; }

explained transpose_strided_read
shows '^global load +32 / 4 '
shows '^global store +4 / 4 '
shows_no '^global store +32 / 4 '
shows '^  → lane i reads 4096 bytes away from lane i\+1: 32 sectors per request, minimum 4$'

explained transpose_strided_write
shows '^global load +4 / 4 '
shows '^global store +32 / 4 '
shows_no '^global load +32 / 4 '
shows '^  → lane i writes 4096 bytes away from lane i\+1: 32 sectors per request, minimum 4$'

explained transpose_shared
shows '^global load +4 / 4 '
shows '^global store +4 / 4 '
shows_no ' 32 / 4 '
shows '^shared store +none '
shows '^shared load +32-way '
shows '^  → the 32 lanes ask one bank for 32 different words: pad the row by one word or swizzle$'
shows '^__syncthreads × 1024 .*__syncthreads\(\);$'
line=$(grep -n 'tile\[x\]\[y\]' "$SOURCE_DIR/ch08_transpose/04_transpose_shared.cu" | cut -d: -f1)

explained transpose_shared --line "$line" --svg "$folder/line.svg"
shows "^transpose_shared<32, float>, line $line: shared load$"
shows '^  32 lanes, 4 bytes each: 32 wavefronts, 32-way conflict$'
[ "$(grep -c '<line class="crowded"' "$folder/line.svg")" -eq 32 ] || complain "not 32 lanes to the crowded bank"

explained transpose_padded
shows '^global load +4 / 4 '
shows '^global store +4 / 4 '
shows '^shared store +none '
shows '^shared load +none '
shows_no '32-way| 32 / 4 |→'

program="the same twice"
"$driver" explain transpose_shared --json "$folder/first.json" >"$folder/out" 2>"$folder/err"
"$driver" explain transpose_shared --json - >"$folder/second.json" 2>"$folder/err"
grep -q '"name": "transpose_shared<32, float>"' "$folder/first.json" || complain "no kernel in the JSON"
cmp "$folder/first.json" "$folder/second.json" || complain "two runs differ"
