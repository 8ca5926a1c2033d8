#!/bin/sh
# Runs a fetched suite program by program: which programs are racy by name, what the lens reports, and which do not compile.
# Needs: cudasim-simcc
set -eu
# shellcheck source=common/tests/authoring/support/python.sh
. "$SOURCE_DIR/common/tests/authoring/support/python.sh"
export BUILD_DIR
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/suite"
for name in count count_atomicBug; do
  [ "$name" = count ] && add='atomicAdd(sum, 1)' || add='*sum += 1'
  cat >"$folder/suite/$name.cu" <<END
#include <cstdlib>
#include "threads.h"
__global__ void count(int* sum) { $add; }
int main(int, char** arguments) {
  int* sum;
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  count<<<2, std::atoi(arguments[1])>>>(sum);
  return cudaFree(sum);
}
END
done
echo 'no program' >"$folder/suite/damaged.cu"
mkdir "$folder/include"
touch "$folder/include/threads.h"
author detectors --suite "$folder/suite" --include "$folder/include" --output "$folder/found.csv" -- 64 2>"$folder/summary"
cat >"$folder/wanted.csv" <<END
program,expected,exit,hazards
count,right,0,
count_atomicBug,racy,3,race-global race-warp
damaged,right,not compiled,
END
diff "$folder/wanted.csv" "$folder/found.csv"
grep -qx '3 programs, 1 of them racy, 0 of these not found' "$folder/summary" || { cat "$folder/summary"; exit 1; }
code=0
author detectors --suite "$folder/include" 2>"$folder/message" || code=$?
[ "$code" -eq 2 ] && grep -q "no .cu file" "$folder/message" || { echo "a folder without programs ends with $code"; exit 1; }
