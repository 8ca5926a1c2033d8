#!/bin/sh
# A header that is precompiled must not be one of which the translator makes a copy for programs: they would have it twice. Of what
# tutorial.hpp includes, precompiled_sim.hpp has all that is not copied. Only builds without a compiler's launcher precompile headers.
# Needs: cudasim-translate
# Tier: quick
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/program.cu" <<'PROGRAM'
#include "tutorial/tutorial.hpp"
int main() {}
PROGRAM
"$BUILD_DIR/bin/cudasim-translate" "$folder/program.cu" -o "$folder/program.cpp" "-I$SOURCE_DIR/common/include"

sed -n 's/^#include "tutorial\/\([a-z_]*\.hpp\)".*/\1/p' "$SOURCE_DIR/common/include/tutorial/tutorial.hpp" >"$folder/headers"
[ -s "$folder/headers" ] || { echo "tutorial.hpp includes nothing"; exit 1; }
while read -r header; do
  copied=no
  ! ls "$folder/program.cpp.headers"/*_"$header" >/dev/null 2>&1 || copied=yes
  precompiled=no
  ! grep -q "tutorial/$header" "$SOURCE_DIR/common/cmake/precompiled_sim.hpp" || precompiled=yes
  [ "$copied" != "$precompiled" ] || { echo "$header: copied by the translator: $copied, in precompiled_sim.hpp: $precompiled. List there what is not copied, and nothing else."; exit 1; }
done <"$folder/headers"
