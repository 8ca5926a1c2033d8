#!/bin/sh
# Every C++ and CUDA file is formatted by clang-format 14 with .clang-format; other versions break lines differently.
#
#   clang-format-14 -i FILE …      formats them
# Needs: nothing
# Tier: quick
set -eu
# shellcheck source=common/tests/gates/support/tree.sh
. "$SOURCE_DIR/common/tests/gates/support/tree.sh"
formatter=
for candidate in clang-format-14 clang-format; do
  case $($candidate --version 2>/dev/null) in *" version 14."*) formatter=$candidate && break ;; esac
done
[ -n "$formatter" ] || { echo "skipped: clang-format 14 is not installed"; exit 77; }

# What is not formatted: source whose very layout a test is about.
not_formatted() { grep -vxF -e common/tests/sim/translate/programs/awkward.cu -e common/tests/marking/attacks/includes_by_splice.cu -e common/tests/marking/styles/first_index.digraphs_and_words.cu; }

formatted() {
  files '*.cpp' '*.hpp' '*.cu' '*.cuh' '*.h' | not_formatted >"$folder/files"
  (cd "$tree" && xargs -P "$(nproc)" -n 50 "$formatter" --dry-run --style="file:$SOURCE_DIR/.clang-format" <"$folder/files") 2>"$folder/warnings"
  sed -n 's/^\(.*\):[0-9]*:[0-9]*: warning: code should be clang-formatted.*/\1/p' "$folder/warnings" | sort | uniq -c >"$folder/wrong"
  [ ! -s "$folder/wrong" ] || { echo "not formatted, and in how many places:"; cat "$folder/wrong"; return 1; }
}

new_tree
plant ch01_one/01_main.cu 'int  main( ) { }'
must_find ch01_one/01_main.cu formatted
new_tree
plant ch01_one/01_main.cu 'int main() {}'
must_pass formatted
real_tree
formatted
