#!/bin/sh
# clangd reads the CUDA C++ of this repository without errors and without a toolkit: the last step of each folder, and one file each of
# exercises, headers and the programs' library; with clangd_reads_all in the environment, every program. It reports planted errors.
# Needs: nothing
# Tier: nightly
set -eu
command -v clangd >/dev/null || { echo "skipped: clangd is not installed"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# unread: of the paths on standard input, relative to the folder $1, those that clangd has errors in, with its words.
unread() {
  (cd "$1" && xargs -P "$(nproc)" -I FILE sh -c '
    clangd --check="$PWD/FILE" --check-lines=1-1 2>&1 | sed -n "s|^E\[[^]]*\] |FILE: |p"')
}

# Errors of each kind, in a tree that is this one but for the files that hold them.
mkdir "$folder/tree"
for name in common .clangd compile_flags.txt; do ln -s "$SOURCE_DIR/$name" "$folder/tree"; done
cat >"$folder/tree/right.cu" <<'END'
#include <cuda_runtime.h>

#include <cstdio>

__device__ float twice(float x) { return fmaxf(x, 2 * x); }
__global__ void kernel(float* data) {
  __shared__ float tile[32];
  tile[threadIdx.x] = __shfl_down_sync(~0u, twice(data[threadIdx.x]), 1);
  __syncthreads();
  atomicAdd(data, tile[0]);
  std::printf("%d\n", warpSize);
}
int main() { kernel<<<1, 32>>>(nullptr); }
END
plant() { sed "$2" "$folder/tree/right.cu" >"$folder/tree/$1.cu"; }
plant undeclared 's/tile\[0\]/pile[0]/'
plant not_of_the_device 's/^__device__ //'
plant no_kernel 's/^__global__ //'
printf '%s\n' right undeclared not_of_the_device no_kernel | sed 's/$/.cu/' | unread "$folder/tree" >"$folder/errors"
for name in undeclared not_of_the_device no_kernel; do
  grep -q "^$name.cu: " "$folder/errors" || { echo "not noticed: $name, in"; cat "$folder/errors"; exit 1; }
done
! grep '^right.cu: ' "$folder/errors" || exit 1

cd "$SOURCE_DIR"
find ch* -name '[0-9]*_*.cu' | sort >"$folder/programs"
if [ -n "${clangd_reads_all:-}" ]; then
  cat "$folder/programs"
else
  awk '{ place = $0; sub(/[^\/]*$/, "", place); last[place] = $0 } END { for (place in last) print last[place] }' "$folder/programs"
fi >"$folder/files"
for pattern in 'ch*/exercises/*/exercise.cu' 'ch*/transpose.hpp' 'ch*/*.cuh' 'common/include/tutorial/tutorial.hpp' 'common/src/*.cu' 'common/tests/common/*.cu'; do
  find . -path "./$pattern" | sed 's|^\./||' | sort | head -n 1
done >>"$folder/files"
[ "$(wc -l <"$folder/files")" -ge 25 ] || { echo "too few files:"; cat "$folder/files"; exit 1; }
unread . <"$folder/files" >"$folder/errors"
[ ! -s "$folder/errors" ] || { cat "$folder/errors"; exit 1; }
echo "$(wc -l <"$folder/files") files"
