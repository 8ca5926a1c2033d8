#!/bin/sh
# Needs: tutorial_driver cudasim-simcc
# `explain FILE.cu`, a user's program, and `explain FILE.json`, the report of an earlier run.
set -eu
grep -q '"backends": .*"sim"' "$BUILD_DIR/tutorial.json" || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

complain() {
  echo "explain $words: $1"
  cat out err
  exit 1
}
# explains CODE WORD…
explains() {
  expected=$1
  shift
  words=$*
  code=0
  "$BUILD_DIR/bin/tutorial-driver" explain "$@" >out 2>err || code=$?
  [ "$code" -eq "$expected" ] || complain "exit code $code, not $expected"
}
has() { grep -qE -e "$1" "${2:-out}" || complain "there is no $1"; }

cat >turn.cu <<'END'
#include <cuda_runtime.h>
#include <cstdlib>

__global__ void turn(const float* in, float* out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
int main(int argc, char** argv) {
  float *in, *out;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  cudaMemset(in, 0, 4096);
  turn<<<1, dim3(32, 32)>>>(in, out);
  cudaFree(in);
  cudaFree(out);
  return argc > 1 ? std::atoi(argv[1]) : 0;
}
END
grep -v __syncthreads turn.cu >race.cu
sed 's/float\* out/no_such_type* out/' turn.cu >misspelt.cu

explains 0 turn.cu --json turn.json
has '^turn: 1 launch of 1 block, 1 barrier$'
has '^shared load  *32-way '
[ "$(grep -c '^__syncthreads × 1  *7 │   __syncthreads' out)" -eq 1 ] || complain "the barrier is in another file"
mv out first
explains 0 turn.json
cmp -s first out || complain "it says something else than the run"
explains 0 turn.json --line 8 --svg picture.svg
has '^turn, line 8: shared load$'
has '^<svg ' picture.svg
explains 0 turn.json --markdown
has '^| 8 | shared load | - | 32 |'

explains 3 race.cu --json race.json --sarif race.sarif
has '^race.cu:7:1: warning: race-shared in turn'
has '"startLine": 7' race.sarif
mv out race.txt
if command -v python3 >/dev/null; then
  python3 "$SOURCE_DIR/common/tests/driver/hazards_for_editors.py" race.txt race.sarif || complain "editors cannot read it"
fi
explains 3 race.json
has '^race.cu:7:1: warning: race-shared in turn'
explains 1 turn.cu -- 1
has '^tutorial: turn.cu failed \(exit 1\)' err
has '^turn: 1 launch'
explains 1 misspelt.cu
has '^tutorial: misspelt.cu does not compile:$' err
has 'misspelt.cu:4' err

refused() {
  regex=$1
  shift
  explains 2 "$@"
  [ "$(wc -l <err)" -eq 1 ] || complain "not one line"
  has "^tutorial: .*$regex" err
}
refused "there is no file 'none.cu'" none.cu
refused "there is no file 'none.json'" none.json
refused 'arguments, --gpu, --sample, --sarif, --steps and --trace are for a program that runs' turn.json -- 1
refused 'arguments, --gpu, --sample, --sarif, --steps and --trace are for a program that runs' turn.json --gpu h200
refused 'arguments, --gpu, --sample, --sarif, --steps and --trace are for a program that runs' turn.json --sarif x
refused 'line 5 of turn.cu accesses no memory; lines that do: 6, 8$' turn.cu --line 5
echo '{"rows": []}' >rows.json
refused 'rows.json is no report of the lens' rows.json
