#!/bin/sh
# A public name without a comment fails the build of the site: Doxygen is configured so, and the reference includes every public header.
set -eu
[ -r "$BUILD_DIR/docs/Doxyfile" ] && command -v doxygen >/dev/null || { echo "skipped: Doxygen is not installed"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
for header in "$SOURCE_DIR"/common/include/tutorial/*.hpp "$SOURCE_DIR"/common/include/tutorial/*/*.hpp; do
  [ ! -e "$header" ] || grep -q '^/// @file$' "$header" || { echo "${header#"$SOURCE_DIR"/} has no @file: its macros would be left out"; failed=1; }
done

# documents HEADER: whether Doxygen, as it is set for the site, is content with it.
documents() {
  printf '/// @file\n/// A header.\n#pragma once\n/// A namespace.\nnamespace tutorial {\n%s\n}\n' "$1" >"$folder/header.hpp"
  { cat "$BUILD_DIR/docs/Doxyfile"; printf 'INPUT = "%s"\nOUTPUT_DIRECTORY = "%s"\nLAYOUT_FILE =\n' "$folder/header.hpp" "$folder"; } >"$folder/Doxyfile"
  doxygen "$folder/Doxyfile" >"$folder/said" 2>&1
}
documents '/// Says it.
int documented();' || { echo "a documented function fails:"; cat "$folder/said"; exit 1; }
for name in 'int function();' 'struct Type { int member; };' '/// A type.
struct Type {
  int member;
};' 'enum class Kind { one };' '/// One of two.
/// @param first of them
int function(int first, int second);' '/// See @ref nowhere.
int function();'; do
  ! documents "$name" || { echo "passes without a word: $name"; failed=1; }
done
exit $failed
