#!/bin/sh
# Hazards of copies in bulk are at the program's lines, not at those of the simulator's headers that its calls are made of: by simcc, with
# the compiler of the build. And hazards begin with the name that the source was given by.
# Needs: cudasim-simcc check_report
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
compiler=${CXX:-g++}
for number in 128 130 147 150 152 154 157 158; do
  source=$(echo "$SOURCE_DIR/common/tests/lens/wrong/${number}"_*.cu)
  CUDASIM_CXX=$compiler "$BUILD_DIR/bin/cudasim-simcc" "$source" -o "$work/program" || failures=1
  "$BUILD_DIR/common/tests/lens/check_report" "$source" "$work/program" 2>/dev/null || { echo "FAILED ($compiler): $source" && failures=1; }
done
# An editor finds the line by the name that the source was given by.
name=$(basename "$SOURCE_DIR"/common/tests/lens/wrong/128_*.cu)
mkdir -p "$work/lens/wrong" && cp "$SOURCE_DIR/common/tests/lens/lens_check.hpp" "$work/lens" && cp "$SOURCE_DIR/common/tests/lens/wrong/$name" "$work/lens/wrong"
(cd "$work/lens/wrong" && CUDASIM_CXX=$compiler "$BUILD_DIR/bin/cudasim-simcc" "$name" -o program && ./program) >"$work/said.txt" 2>&1
grep -q "^$name:[0-9]*:1: warning: " "$work/said.txt" || { echo "FAILED ($compiler): no line begins with $name:LINE:1: warning" && failures=1; }
# Its words are of lines: with the tags two lines further down, nothing agrees.
sed 's: // @read::; s:^int main() {:int main() {  // @read:' "$SOURCE_DIR"/common/tests/lens/wrong/128_*.cu >"$work/128_moved.cu"
! "$BUILD_DIR/common/tests/lens/check_report" "$work/128_moved.cu" "$work/program" >/dev/null 2>&1 || { echo "FAILED: wrong lines agree" && failures=1; }
exit "$failures"
