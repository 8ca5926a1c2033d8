#!/bin/sh
# Needs: tutorial_driver cudasim-simcc
# Simulates a machine without a CUDA toolkit: no file that CMake writes names a program that it did not find, and the
# commands that would use nvcc work without it.
set -eu
command -v ninja >/dev/null || { echo "skipped: no ninja"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The same PATH without the toolkit's tools. A folder that has them is replaced by one with links to all else that is in it.
path=
number=0
IFS=:
for place in $PATH; do
  if [ -e "$place/nvcc" ] || [ -e "$place/cuobjdump" ]; then
    number=$((number + 1))
    mkdir "$folder/$number"
    find "$place/" -mindepth 1 -maxdepth 1 ! -name nvcc ! -name cuobjdump -exec ln -s -t "$folder/$number" {} +
    place=$folder/$number
  fi
  path=$path${path:+:}$place
done
unset IFS CUDACXX CUDA_HOME CUDA_PATH CUDAARCHS CI
PATH=$path
! command -v nvcc || { echo "nvcc is not hidden"; exit 1; }

# What check_language(CUDA) leaves behind where it finds no nvcc; given before, it does not look in the usual folders.
cmake -S "$SOURCE_DIR" -B "$folder/build" --preset auto -DCMAKE_CXX_COMPILER="$CXX" -DCMAKE_CUDA_COMPILER=NOTFOUND \
  >"$folder/log" 2>&1 || { tail -n 20 "$folder/log"; exit 1; }
grep -q '"backends": \["sim"\]' "$folder/build/tutorial.json" || { echo "nvcc was found:"; grep -i cuda "$folder/log"; exit 1; }
# CMake's own files may say NOTFOUND; ours are those that tools and tests read.
find "$folder/build" \( -name CMakeFiles -o -name CMakeCache.txt \) -prune -o -type f -exec grep -H NOTFOUND {} + >"$folder/found" || true
[ ! -s "$folder/found" ] || { echo "what CMake did not find has a name:"; cat "$folder/found"; exit 1; }

# The tools of this build, by what was written there.
sed "s|^  \"build_dir\": .*|  \"build_dir\": \"$BUILD_DIR\",|" "$folder/build/tutorial.json" >"$folder/tutorial.json"
driver() { "$BUILD_DIR/bin/tutorial-driver" --manifest "$folder/tutorial.json" "$@"; }
cat >"$folder/own.cu" <<'END'
#include <cuda_runtime.h>

__global__ void copy(const float* in, float* out) { out[threadIdx.x] = in[threadIdx.x]; }
int main() {
  float* values;
  cudaMalloc(&values, 1024);
  cudaMemset(values, 0, 1024);
  copy<<<1, 128>>>(values, values + 128);
  return cudaDeviceSynchronize() != cudaSuccess;
}
END
driver predict "$folder/own.cu" --gpu h100 >"$folder/out" 2>&1 || { echo "predict FILE.cu:"; cat "$folder/out"; exit 1; }
grep -q '^copy, 1 block' "$folder/out" && grep -q '(registers estimated)' "$folder/out" ||
  { echo "predict FILE.cu said:"; cat "$folder/out"; exit 1; }
driver list --json "$folder/list.json" >/dev/null
