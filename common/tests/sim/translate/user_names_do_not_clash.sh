#!/bin/sh
# A program's names never replace functions that the simulator calls: each C name that its libraries and the grader's runner take from
# the C library is a global variable of a program, and a device variable. Nor do its macros change the simulator's headers.
# Needs BUILD_DIR (the simulator is built there). Runs with each of g++ and clang++ that is there.
# Needs: cudasim-simcc marking_runner
set -u
simcc=${SIMCC:-$BUILD_DIR/bin/cudasim-simcc}
[ -x "$simcc" ] || { echo "no $simcc"; exit 1; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

fail() {
  echo "FAILED ($compiler) $1:"
  sed 's/^/    /' log
  failures=$((failures + 1))
}

cat >program.cu <<'EOF2'
__device__ int result;
extern int check();
__global__ void k() { atomicAdd(&result, 21); }
int main() {
  int host = 0;
  k<<<1, 2>>>();
  cudaMemcpyFromSymbol(&host, result, sizeof host);
  return host == 42 ? check() : 9;
}
EOF2

# The names that the libraries need from others, in C.
nm -g -P "$BUILD_DIR/lib/libcudasim.a" "$BUILD_DIR/lib/libcudasim_libraries.a" "$BUILD_DIR/lib/libcudasim_lens.a" "$BUILD_DIR/lib/libmarking_runner.a" >symbols 2>log || { cat log; exit 1; }
awk '$2 == "U" || $2 == "w" {print $1}' symbols | sort -u >wanted
awk 'NF > 1 && $2 != "U" && $2 != "w" {print $1}' symbols | sort -u >defined
comm -23 wanted defined | grep -v -e '^_' -e '[^A-Za-z0-9_]' -e '^main$' -e '^cudasim' >names

run() {
  if ! LENS_JSON=lens.json "./$1" >log 2>&1; then fail "$1 runs"; return; fi
  grep -q '"name": "k"' lens.json || fail "$1 writes LENS_JSON"
  rm -f lens.json
}

for compiler in g++ clang++; do
  command -v "$compiler" >/dev/null || continue
  export CUDASIM_CXX="$compiler"
  "$simcc" -c program.cu -o program.o >log 2>&1 || fail "program.cu"
  # Names that the program's own code calls are its own; those that CUDA's headers declare, nvcc refuses too.
  nm -u -P program.o | awk '{print $1}' | sort -u >called
  printf '#include <cuda_runtime.h>\n' >headers.cu
  "$simcc" -E headers.cu 2>/dev/null | grep -o '[A-Za-z_][A-Za-z0-9_]*' | sort -u >declared

  comm -23 names called >variables
  [ "$(wc -l <variables)" -gt 80 ] || { cp variables log; fail "more than 80 names"; }
  sed 's|.*|int & = 7;|' variables >globals.c
  echo 'int check() { return 0; }' >check.cpp
  "$simcc" -Xcompiler -w,-fno-builtin globals.c check.cpp program.o -o globals >log 2>&1 || fail "globals link"
  run globals

  comm -23 variables declared | grep -v -x -e malloc -e calloc -e realloc -e free >functions
  sed 's/.*/extern "C" int &(int x) { return x \/ (x - x); }/' functions >functions.cpp
  "$simcc" -Xcompiler -w functions.cpp check.cpp program.o -o functions >log 2>&1 || fail "functions link"
  run functions

  # Macros ahead of CUDA's headers, which a header of the program includes, too.
  { for name in A B C D E F G H I J K L M N P Q R S T U V W X Y Z SIZE TILE BLOCK THREADS WARPS LANES WIDTH MASK; do echo "#define $name 7"; done
    sed -n 's/.*{"\(cooperative_groups.h\)",$/#include <\1>/p; s/^ *"\(cu[A-Za-z0-9_]*\.h\)"[,}].*/#include <\1>/p' "${0%/*}/../../../sim/translate/file_translator.cpp"
    echo '#include "mine.cuh"'
    echo 'int check() { return N - 7; }'
  } >macros.cu
  printf '#include <cub/cub.cuh>\n#include <cuda/barrier>\n#include <mma.h>\n' >mine.cuh
  [ "$(grep -c include macros.cu)" -gt 8 ] || { cp macros.cu log; fail "more than 8 headers"; }
  "$simcc" -Xcompiler -w macros.cu program.o -o macros >log 2>&1 || fail "macros ahead of headers"

  comm -23 names declared >device
  [ "$(wc -l <device)" -gt 30 ] || { cp device log; fail "more than 30 names of device variables"; }
  { sed 's/.*/__device__ int & = 7;/' device
    echo '__global__ void use(int* sum) { *sum = 0'; sed 's/^/ + /' device; echo '; }'
    echo 'int check() { int* sum; if (cudaMallocManaged(&sum, 4)) return 1; use<<<1, 1>>>(sum);'
    echo "cudaDeviceSynchronize(); const int all = *sum; return cudaFree(sum) || all != 7 * $(wc -l <device); }"
  } >device.cu
  "$simcc" -Xcompiler -Wall,-Werror device.cu program.o -o variables_of_device >log 2>&1 || fail "device variables link"
  run variables_of_device
done

# Two files, each with a variable of one name; with -rdc=true they have one together.
cat >one.cu <<'EOF2'
#ifdef SHARED
extern __device__ int hits;
#else
__device__ int hits;
#endif
__global__ void in_one() { hits += 1; }
void one() { in_one<<<1, 1>>>(); }
EOF2
cat >two.cu <<'EOF2'
#include <cstdio>
__device__ int hits = 1;
void one();
__global__ void k() { hits += 1; }
int main() {
  int host = 0;
  one();
  k<<<1, 1>>>();
  cudaMemcpyFromSymbol(&host, hits, sizeof host);
  std::printf("hits %d\n", host);
  std::printf("%s\n", cudaGetErrorString(cudaMemcpyToSymbol("hits", &host, sizeof host)));
}
EOF2
compiler=default
unset CUDASIM_CXX
"$simcc" --plain one.cu two.cu -o own >log 2>&1 && ./own >log 2>&1 || fail "each file its own variable"
grep -q '^hits 2$' log || fail "each file its own variable"
grep -q 'cudaMemcpyToSymbol: "hits" is a string' log || fail "a symbol by its name"
"$simcc" --plain -rdc=true -DSHARED one.cu two.cu -o shared >log 2>&1 && ./shared >log 2>&1 || fail "-rdc=true"
grep -q '^hits 3$' log || fail "-rdc=true joins them"
"$simcc" --plain -dc -DSHARED one.cu two.cu >log 2>&1 && "$simcc" --plain one.o two.o -o joined >>log 2>&1 && ./joined >log 2>&1 || fail "-dc"
grep -q '^hits 3$' log || fail "-dc joins them"
[ "$failures" -eq 0 ]
