#!/bin/sh
# The simulator never computes a size in a narrower type than the one that holds it: checks multiplications with clang-tidy 14, the sources
# of a folder at once. The other checks of .clang-tidy are for authors: `clang-tidy -p build/sim-clang FILE`.
# Tier: nightly
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

# tidied FILE…: what the check says of them, and what clang cannot read.
tidied() {
  printf '%s\n' "$@" | xargs -P "$(nproc)" -n 1 sh "$folder/tidy.sh" 2>/dev/null | grep -E ': (warning|error): ' | sed "s|$tree/||" | sort -u
}

# read_together FILE…: as one, to $folder/found.
read_together() {
  printf '#include "%s"\n' "$@" >"$folder/together.cpp"
  tidied "$folder/together.cpp" >"$folder/found" || true
}

# widened: a folder's sources read as one; those that cannot be in one file with others, each alone. That is 3 s per file.
widened() {
  cat >"$folder/tidy.sh" <<END
exec "$tidy" --quiet -header-filter=/common/sim/ '-checks=-*,bugprone-implicit-widening-of-multiplication-result' "\$1" -- -std=gnu++20 -w \\
  "-I$tree/common" "-I$tree/common/sim/include" -idirafter "$backtrace" -DCUDASIM_HAVE_BACKTRACE '-DCUDASIM_SOURCE_DIR=""' -ferror-limit=0
END
  : >"$folder/wrong"
  for part in runtime libraries lens translate; do
    [ -d "$tree/common/sim/$part" ] || continue
    find "$tree/common/sim/$part" -name '*.cpp' ! -name main.cpp | LC_ALL=C sort >"$folder/files"
    # shellcheck disable=SC2046  # names without spaces
    read_together $(cat "$folder/files")
    if grep -q ': error: ' "$folder/found"; then
      sed -n 's|^\([^:]*\.cpp\):.*: error: .*|\1|p' "$folder/found" | sort -u | sed "s|^|$tree/|" >"$folder/alone"
      # shellcheck disable=SC2046
      read_together $(grep -vxFf "$folder/alone" "$folder/files")
      if grep -q ': error: ' "$folder/found"; then cp "$folder/files" "$folder/alone" && : >"$folder/found"; fi
      # shellcheck disable=SC2046
      tidied $(cat "$folder/alone") >>"$folder/found" || true
    fi
    cat "$folder/found" >>"$folder/wrong"
  done
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
