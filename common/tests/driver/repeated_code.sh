#!/bin/sh
# What later rungs use again stands in a header too, letter by letter as in the rung that is about it: between two lines `// [repeated]` in
# both, and the line above those of the header names the rung.
set -eu
cd "$SOURCE_DIR"

# What stands between the two lines, without other marks.
repeated() { sed -n '/^\/\/ \[repeated\]$/,/^\/\/ \[repeated\]$/p' "$1" | sed '/^ *\/\/ \[[a-z, ]*\]$/d'; }

headers=0
# shellcheck disable=SC2013  # no file's name has blanks
for header in $(grep -rl --include='*.hpp' --include='*.cuh' '^// \[repeated\]$' ch*); do
  rung=$(sed -n 's|^// Letter by letter as in \([a-z0-9_]*\); a test holds the two together\.$|\1|p' "$header")
  [ -n "$rung" ] || { echo "$header: the line above [repeated] names no rung" >&2; exit 1; }
  program=$(find ch* -name "[0-9][0-9]_$rung.cu")
  [ -f "$program" ] || { echo "$header: there is no program $rung" >&2; exit 1; }
  [ "$(repeated "$program" | wc -l)" -ge 10 ] || { echo "$program: nothing between two lines [repeated]" >&2; exit 1; }
  [ "$(repeated "$program")" = "$(repeated "$header")" ] || { echo "$program and $header differ in what is [repeated]" >&2; exit 1; }
  headers=$((headers + 1))
done
[ "$headers" -ge 7 ] || { echo "only $headers headers repeat code of a rung" >&2; exit 1; }
