#!/bin/sh
# Hazards of bulk copies (TMA), and wrong arguments of launches, are at the program's lines, not in the simulator's headers that implement the calls: by simcc, with
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
# Arguments that a kernel does not take are an error of the program's line, for a function and for a template.
printf '%s\n' '__global__ void k(float* a) { *a = 1; }' 'template <class T> __global__ void t(T* a, T b) { *a = b; }' 'void f(int* p) {' \
  '  k<<<1, 1>>>(p);' '  t<<<1, 1>>>(p, 2.5f);' '}' >"$work/arguments.cu"
! (cd "$work" && CUDASIM_CXX=$compiler "$BUILD_DIR/bin/cudasim-simcc" --plain -c arguments.cu -o arguments.o) >"$work/said.txt" 2>&1 || { echo "FAILED ($compiler): wrong arguments compile" && failures=1; }
[ "$(grep -c ': error: ' "$work/said.txt")" = 2 ] && grep -q '^arguments.cu:4:.*: error: ' "$work/said.txt" && grep -q '^arguments.cu:5:.*: error: ' "$work/said.txt" ||
  { echo "FAILED ($compiler): errors of wrong arguments are not at lines 4 and 5" && cat "$work/said.txt" && failures=1; }
# Its words are of lines: with the tags two lines further down, nothing agrees.
sed 's: // @read::; s:^int main() {:int main() {  // @read:' "$SOURCE_DIR/common/tests/lens/wrong/$name" >"$work/moved.cu"
! "$BUILD_DIR/common/tests/lens/check_report" "$work/moved.cu" "$work/program" >/dev/null 2>&1 || { echo "FAILED: wrong lines agree" && failures=1; }
exit "$failures"
