#!/bin/sh
# The simulator computes no size in a type narrower than the one that holds it: clang-tidy 14's check of multiplications, over each folder's
# sources read together. The other checks of .clang-tidy are for authors: `clang-tidy -p build/sim-clang FILE`.
# Needs: nothing
set -eu
# shellcheck source=common/tests/gates/support/tree.sh
. "$SOURCE_DIR/common/tests/gates/support/tree.sh"
tidy=
for candidate in clang-tidy-14 clang-tidy; do
  case $($candidate --version 2>/dev/null) in *" version 14."*) tidy=$candidate && break ;; esac
done
[ -n "$tidy" ] || { echo "skipped: clang-tidy 14 is not installed"; exit 77; }
backtrace=$("${CXX:-c++}" -print-file-name=include)  # gcc's own folder, behind all others, as common/sim/CMakeLists.txt has it

# widened: what the check finds, and what clang cannot read, in any of the folders.
widened() {
  for part in runtime lens translate; do
    for source in "$tree/common/sim/$part"/*.cpp; do
      case $source in */main.cpp | *'/*.cpp') ;; *) echo "#include \"$source\"" ;; esac
    done >"$folder/$part.cpp"
  done
  printf '%s\n' runtime lens translate | xargs -P "$(nproc)" -I '{}' "$tidy" --quiet -header-filter='/common/sim/' \
    -checks='-*,bugprone-implicit-widening-of-multiplication-result' "$folder/{}.cpp" -- -std=gnu++20 -w "-I$tree/common" \
    "-I$tree/common/sim/include" -idirafter "$backtrace" -DCUDASIM_HAVE_BACKTRACE '-DCUDASIM_SOURCE_DIR=""' >"$folder/found" 2>/dev/null || true
  grep -E ': (warning|error): ' "$folder/found" | sed "s|$tree/||" | sort -u >"$folder/wrong" || true
  [ ! -s "$folder/wrong" ] || { cat "$folder/wrong"; return 1; }
}

new_tree
plant common/sim/lens/planted.cpp 'unsigned long bytes(int rows, int cols) { return rows * cols; }'
must_find "common/sim/lens/planted.cpp:1:50: warning: performing an implicit widening conversion" widened
new_tree
plant common/sim/translate/planted.cpp 'unsigned long bytes(int rows) { return rows * }'
must_find "error: expected expression" widened
new_tree
plant common/sim/lens/planted.cpp 'unsigned long bytes(unsigned long rows, int cols) { return rows * cols; }'
must_pass widened
real_tree
widened
