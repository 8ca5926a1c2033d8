#!/bin/sh
# nvcc 13 compiles each program of docs/blackwell for compute capability 9.0, 10.0 and 12.0 without a warning, and the instruction that the
# page names is in the PTX of exactly those that have it. Two run on the simulator and reject wrong kernels; on a GPU, all that can run do.
# Needs: cudasim-simcc
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "$*" >&2; exit 1; }
programs=$SOURCE_DIR/docs/blackwell

# ends CODE SOURCE [SCRIPT]: the program, changed by sed's SCRIPT, ends so on the simulator.
ends() {
  sed "${3:-}" "$programs/$2.cu" >"$folder/tried.cu"
  [ -z "${3:-}" ] || ! cmp -s "$programs/$2.cu" "$folder/tried.cu" || fail "$2: '$3' changes nothing"
  "$BUILD_DIR/bin/cudasim-simcc" -O1 -o "$folder/tried" "$folder/tried.cu" 2>"$folder/said" || { cat "$folder/said" >&2; fail "$2 does not compile"; }
  got=0
  "$folder/tried" 1000 >"$folder/out" 2>&1 || got=$?
  [ "$got" -eq "$1" ] || { cat "$folder/out" >&2; fail "$2 ${3:-}: exit code $got, not $1"; }
}
ends 0 wide_loads
ends 1 wide_loads 's/if (i < n) out/if (i < n - 1) out/'
ends 0 three_minimum
ends 1 three_minimum 's/points\[k + 1\], query/points[k], query/'

PATH=$PATH:${CUDA_HOME:-/usr/local/cuda}/bin
release=$(nvcc --version 2>/dev/null | sed -n 's/^.*release \([0-9]*\)\..*/\1/p')
[ "${release:-0}" -ge 13 ] || { echo "skipped: nvcc 13 is not installed; what runs on the simulator passes"; exit 77; }
# has PROGRAM ARCHITECTURE YES|NO INSTRUCTION
has() {
  nvcc -std=c++20 -O3 -arch="$2" -Xcompiler -Wall,-Wextra -Werror all-warnings -ptx "$programs/$1.cu" -o "$folder/ptx" || fail "$1 does not compile for $2"
  got=NO
  ! grep -q "$4" "$folder/ptx" || got=YES
  [ "$got" = "$3" ] || fail "$1 for $2: $4 is there: $got, not $3"
}
has wide_loads sm_90a NO 'ld\.global.*\.v8\.f32'
has wide_loads sm_100a YES 'ld\.global.*\.v8\.f32'
has wide_loads sm_120a YES 'ld\.global.*\.v8\.f32'
has three_minimum sm_120a YES 'min\.f32'
has cancelled_blocks sm_90a NO clusterlaunchcontrol
has cancelled_blocks sm_100a YES clusterlaunchcontrol
has cancelled_blocks sm_120a YES clusterlaunchcontrol
has tensor_memory sm_90a NO tcgen05
has tensor_memory sm_100a YES tcgen05.mma

# The minimum of three is chosen after the PTX stage.
if command -v cuobjdump >/dev/null; then
  for pair in sm_90a:NO sm_100a:YES sm_120a:NO; do
    nvcc -std=c++20 -O3 -arch="${pair%:*}" -cubin "$programs/three_minimum.cu" -o "$folder/cubin"
    got=NO
    ! cuobjdump -sass "$folder/cubin" | grep -q FMNMX3 || got=YES
    [ "$got" = "${pair#*:}" ] || fail "three_minimum for ${pair%:*}: FMNMX3 is there: $got"
  done
fi

nvidia-smi -L >/dev/null 2>&1 || exit 0
for program in wide_loads three_minimum cancelled_blocks tensor_memory; do
  architecture=native
  [ "$program" != tensor_memory ] || architecture=sm_100a
  nvcc -std=c++20 -O3 -arch="$architecture" "$programs/$program.cu" -o "$folder/program"
  got=0
  "$folder/program" >"$folder/out" 2>&1 || got=$?
  [ "$got" -eq 0 ] || { [ "$program" = tensor_memory ] && [ "$got" -eq 77 ]; } || { cat "$folder/out" >&2; fail "$program on the GPU: exit code $got"; }
done
