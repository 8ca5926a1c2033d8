#!/bin/sh
# Hazards of bulk copies (TMA) are at the program's lines, not in the simulator's headers that implement the calls: by simcc, with
# the compiler of the build. A hazard starts with the file name as given on the command line.
# Needs: cudasim-simcc check_report
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
compiler=${CXX:-g++}
for name in bulk_tile_read_too_early bulk_buffer_used_again mbarrier_without_its_fence multicast_before_the_cluster_meets \
  bulk_reduction_beside_plain_sums ptx_phase_of_one_thread ptx_tile_used_again ldmatrix_of_another_warp; do
  source=$SOURCE_DIR/common/tests/lens/wrong/$name.cu
  CUDASIM_CXX=$compiler "$BUILD_DIR/bin/cudasim-simcc" "$source" -o "$work/program" || failures=1
  "$BUILD_DIR/common/tests/lens/check_report" "$source" "$work/program" 2>/dev/null || { echo "FAILED ($compiler): $source" && failures=1; }
done
# An editor finds the line by the name that the source was given by.
name=bulk_tile_read_too_early.cu
mkdir -p "$work/lens/wrong" && cp "$SOURCE_DIR/common/tests/lens/lens_check.hpp" "$work/lens" && cp "$SOURCE_DIR/common/tests/lens/wrong/$name" "$work/lens/wrong"
(cd "$work/lens/wrong" && CUDASIM_CXX=$compiler "$BUILD_DIR/bin/cudasim-simcc" "$name" -o program && ./program) >"$work/said.txt" 2>&1
grep -q "^$name:[0-9]*:1: warning: " "$work/said.txt" || { echo "FAILED ($compiler): no line begins with $name:LINE:1: warning" && failures=1; }
# Its words are of lines: with the tags two lines further down, nothing agrees.
sed 's: // @read::; s:^int main() {:int main() {  // @read:' "$SOURCE_DIR/common/tests/lens/wrong/$name" >"$work/moved.cu"
! "$BUILD_DIR/common/tests/lens/check_report" "$work/moved.cu" "$work/program" >/dev/null 2>&1 || { echo "FAILED: wrong lines agree" && failures=1; }
exit "$failures"
