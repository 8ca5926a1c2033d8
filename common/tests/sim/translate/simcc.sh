#!/bin/sh
# The compiler driver end to end: programs, headers, several files, error lines, Makefiles, options, tidiness.
# Needs BUILD_DIR (the simulator is built there). By the compiler of the build; long-tests.sh has others.
# Needs: cudasim-simcc
set -u
programs=$(cd "$(dirname "$0")/programs" && pwd)
simcc=${SIMCC:-$BUILD_DIR/bin/cudasim-simcc}
[ -x "$simcc" ] || { echo "no $simcc"; exit 1; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
mkdir tmp
export TMPDIR="$work/tmp"
failures=0

# expect NAME WANTED_CODE WANTED_TEXT COMMAND…: the exit code and a basic regular expression in what was printed; an
# empty one says that nothing was.
expect() {
  name=$1; code=$2; text=$3
  shift 3
  "$@" >log 2>&1
  got=$?
  said=yes
  if [ -n "$text" ]; then grep -q -e "$text" log; else [ ! -s log ]; fi || said=
  if [ -z "$said" ] || [ "$got" -ne "$code" ]; then
    echo "FAILED ($compiler) $name: exit $got instead of $code, or not '$text' but:"
    sed 's/^/    /' log
    failures=$((failures + 1))
  fi
}

# A function that a learner has not finished yet returns some value on a GPU.
without_return() {
  cat >unfinished.cu <<'EOF'
#include <cstdio>
__device__ unsigned rank_of(unsigned p, volatile unsigned* s) {}
__global__ void number(unsigned* to, bool is_open) {
  extern __shared__ unsigned s[];
  const unsigned rank = rank_of(threadIdx.x, s);
  if (threadIdx.x == 0) *to = rank;
  if (is_open) __builtin_unreachable();
}
int main(int count, char**) {
  unsigned* to;
  cudaMalloc(&to, 4);
  number<<<1, 32, 128>>>(to, count > 1);
  std::puts(cudaGetErrorString(cudaDeviceSynchronize()));
  return cudaFree(to);
}
EOF
  for level in "-O2" "-O0 --plain" "-O2 --plain"; do
    # shellcheck disable=SC2086
    expect "warns of no return value" 0 "unfinished.cu:2:.*return" "$simcc" $level -o unfinished unfinished.cu
    expect "goes on after no return value at $level" 0 "^no error$" ./unfinished
  done
  case $compiler in *clang*) return ;; esac
  expect "names the line of __builtin_unreachable" 207 "__builtin_unreachable() is reached at unfinished.cu:7" ./unfinished open
}

# What ran before the host gave up says why it did.
aborted() {
  cat >aborted.cu <<'EOF'
#include <cassert>
__global__ void last_wins(int* to) { *to = threadIdx.x; }
int main(int count, char**) {
  int* to;
  cudaMallocManaged(&to, sizeof(int));
  last_wins<<<1, 64>>>(to);
  cudaDeviceSynchronize();
  if (count > 1) throw 1;
  assert(*to == 64);
}
EOF
  expect "compiles a program that gives up" 0 "" "$simcc" -o aborted aborted.cu
  expect "reports before a failed assertion ends it" 134 "race-shared\|race-warp\|race-global" ./aborted
  expect "reports before an exception ends it" 134 "lens: incomplete" ./aborted now
}

# What behaves as on a GPU, in a header too; what no compiler reads, members and comments do not count.
fidelity() {
  cat >fidelity.cuh <<'EOF'
inline __device__ float root(float x) { return rsqrtf(x); }
EOF
  cat >fidelity.cu <<'EOF'
#include "fidelity.cuh"
#if 0
__constant__ int never;
#endif
struct Stop { int clock; };
__global__ void k(float* x, Stop stop) {
  __shared__ float y[32];  // atomicAdd
  y[threadIdx.x] = root(__ldg(x)) + stop.clock;
  __syncthreads();
  asm volatile("bar.sync 0;");
  asm volatile("prefetch.global.L2 [%0];" :: "l"(x));
  x[threadIdx.x] = y[threadIdx.x];
}
int main() {}
EOF
  expect "--fidelity compiles" 0 "features of fidelity.cu behave" "$simcc" --fidelity fidelity.cu -o fidelity
  tr '\n' ' ' <log | tr -s ' ' >said
  expect "what is the same" 0 "" grep -q "the same: shared memory (line 7); barriers (lines 9, 10) approximate:" said
  expect "what is approximate" 0 "" grep -q "fast math (line fidelity.cuh:1): computed more exactly" said
  expect "what has no effect" 0 "" grep -q "hints for caches (lines 8, 11): caches are not simulated in every" said
}

sources() {
  cat >one.cu <<'EOF'
#include <cstdio>
template <class T>
__global__ void scale(T* data, T factor, int n) {
  __shared__ T tile[32];
  extern __shared__ T more[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) tile[threadIdx.x] = data[i];
  more[threadIdx.x] = factor;
  __syncthreads();
  if (i < n) data[i] = tile[threadIdx.x] * more[threadIdx.x];
}
int main() {
  const int n = 100;
  int host[n], *device = 0;
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaMalloc(&device, sizeof(host));
  cudaMemcpy(device, host, sizeof(host), cudaMemcpyHostToDevice);
  scale<int><<<(n + 31) / 32, 32, 32 * sizeof(int)>>>(device, 3, n);
  cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) if (host[i] != 3 * i) return 1;
  cudaFree(device);
#ifdef __CUDACC__
  std::printf("right: %s\n", cudaGetErrorString(cudaGetLastError()));
#endif
}
EOF
  mkdir -p include
  cat >include/fill.cuh <<'EOF'
#pragma once
#include "value.h"
__global__ void fill(int* p) { __shared__ int v; v = value; __syncthreads(); p[threadIdx.x] = v; }
inline void run_fill(int* p) { fill<<<1, 8>>>(p); }
EOF
  echo 'constexpr int value = 42;' >include/value.h
  cat >a.cu <<'EOF'
#include "fill.cuh"
#include <fill.cuh>
int* make() { int* p; cudaMallocManaged(&p, 8 * sizeof(int)); run_fill(p); cudaDeviceSynchronize(); return p; }
EOF
  cat >b.cpp <<'EOF'
#include <cuda_runtime.h>
#include <cstdio>
#ifdef __CUDACC__
#error only .cu files are CUDA
#endif
int* make();
extern "C" int in_c(int);
int main() { int* p = make(); std::printf("%d %d\n", p[7], in_c(1)); return cudaFree(p); }
EOF
  cat >lerp.cu <<'EOF'
#include <cmath>
#include <cstdio>
using namespace std;
__host__ __device__ float lerp(float a, float b, float t) { return a + t * (b - a); }
__host__ __device__ constexpr int sum(int n) { int s = 0; for (int i = 1; i <= n; ++i) s += i; return s; }
__global__ void k(float* p) { __shared__ float s[sum(3)]; s[0] = lerp(1.f, 3.f, 0.5f); *p = s[0]; }
int main() {
  float* p; cudaMallocManaged(&p, sizeof(float));
  k<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  printf("%g, C++%ld, nvcc %d.%d, %d\n", *p, __cplusplus / 100 % 100, __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__, CUDART_VERSION / 1000);
#if !defined(__NVCC__) || defined(__CUDA_ARCH__)
#error the host sees __NVCC__ and not __CUDA_ARCH__
#endif
}
EOF
  cat >words.cu <<'EOF'
#include <cstdio>
__global__ void twice(float* data) {
  uint4 word = *reinterpret_cast<uint4*>(data), doubled;
  for (int i = 0; i < 4; ++i) reinterpret_cast<float*>(&doubled)[i] = 2 * reinterpret_cast<float*>(&word)[i];
  *reinterpret_cast<uint4*>(data) = doubled;
}
int main() {
  float* data;
  cudaMallocManaged(&data, 4 * sizeof(float));
  for (int i = 0; i < 4; ++i) data[i] = i;
  twice<<<1, 1>>>(data);
  cudaDeviceSynchronize();
  std::printf("%g %g %g %g\n", data[0], data[1], data[2], data[3]);
  cudaFree(data);
}
EOF
  echo 'int in_c(int class) { return class + 1; }' >c.c
  printf '\n\n__global__ void k(int* p) {\n  p[0] = undeclared;\n}\nint main() {}\n' >wrong_name.cu
  printf '\n__global__ void k(int* p) {\n  asm volatile("wgmma.fence.sync.aligned;");\n}\nint main() {}\n' >ptx.cu
  printf '__global__ void k() {\n  k<<<1, 1>>>();\n}\n' >dynamic.cu
  cat >unchecked.cu <<'EOF'
#include <cstdio>
__global__ void k(int* p) { p[threadIdx.x] = 1; }
int main() {
  int* p;
  cudaMalloc(&p, 8192);
  k<<<1, 2000>>>(p);
  cudaFree(p);
#ifdef ASKED
  std::printf("%s\n", cudaGetErrorString(cudaGetLastError()));
#endif
}
EOF
  printf '#include "broken.cuh"\nint main() {}\n' >broken.cu
  printf '\n__global__ void k() { __shared__ int x; x = nothing; }\n' >broken.cuh
  sed 's/^>/\t/' >Makefile <<'EOF'
objects = a.o b.o c.o
app: $(objects)
>$(CC) -arch=sm_80 -o $@ $^ -lcudart
%.o: %.cu
>$(CC) -Iinclude -gencode arch=compute_80,code=sm_80 -O3 -MD -c $< -o $@
%.o: %.cpp
>$(CC) -c $< -o $@
-include $(objects:.o=.d)
EOF
}

# Without the lens, fmax and fmin are no calls. Neither compiler nor linker may know the values.
plain_math() {
  cat >larger.cu <<'EOF'
#include <cmath>
#include <cstdio>
#include <cstdlib>
__global__ void k(double nan, float two, int* right) {
  const float none = nan, infinite = two / (two - 2);
  float (*chosen)(float, float) = two > 1 ? fmaxf : fminf;
  *right = fmaxf(none, two) == 2 && fmaxf(two, none) == 2 && fminf(none, two) == 2 && fminf(two, none) == 2 &&
           std::isnan(fmaxf(none, none)) && fmaxf(-infinite, two) == 2 && fminf(two, -infinite) == -infinite &&
           fmax(nan, 2.0 * two) == 4 && fmin(2.0 * two, nan) == 4 && fmax(two, -2.0) == 2 && fmin(two, -2.0) == -2 &&
           max(none, two) == 2 && std::fmax(none, two) == 2 && chosen(two, 1) == 2 && std::isnan(sqrtf(-two));
}
int main(int, char** arguments) {
  int* right;
  cudaMallocManaged(&right, sizeof *right);
  k<<<1, 1>>>(std::atof(arguments[1]), std::atof(arguments[2]), right);
  cudaDeviceSynchronize();
  std::puts(*right ? "right" : "wrong");
  cudaFree(right);
}
EOF
  for level in -O0 -O2; do
    expect "fmax and fmin compile at $level" 0 "" "$simcc" --plain -Xcompiler -Wall,-Wextra,-Werror "$level" -o larger larger.cu
    expect "they are right at $level" 0 "^right$" ./larger nan 2
  done
  expect "plain code sets no errno" 0 " -fno-math-errno " "$simcc" --plain --dryrun -c larger.cu
  "$simcc" --dryrun -c larger.cu >for_lens 2>&1
  expect "code for the lens may set it" 1 "" grep -q "math-errno" for_lens
}

programs() {
  expect "compiles" 0 "" "$simcc" -o one one.cu
  expect "runs" 0 "right: no error" ./one
  expect "awkward forms compile without a warning" 0 "" "$simcc" -Xcompiler -Wall,-Wextra,-Wshadow "$programs/awkward.cu" -o awkward
  expect "awkward forms run" 0 "^all right$" ./awkward
  expect "the lens reports" 0 "^lens: scale<int>: 1 launch, 4 blocks, 4 barriers" ./one
  # As Ubuntu's compilers do by themselves.
  expect "copies that are checked for their size" 0 "" "$simcc" -Xcompiler -D_FORTIFY_SOURCE=3 -o copies \
    "$programs/../../../lens/wrong/memcpy_instead_of_cuda_memcpy.cu"
  expect "the lens hears of them" 3 "host-access" ./copies
  fidelity
  expect "compiles without the lens" 0 "" "$simcc" --plain -o one_plain one.cu
  expect "is silent without the lens" 1 "" sh -c "./one_plain 2>&1 | grep lens"
  plain_math
  expect "compiles a launch that fails" 0 "" "$simcc" --plain -Xcompiler -Wall,-Wextra,-Werror -o unchecked unchecked.cu
  expect "reports it without the lens" 3 "unchecked.cu:6:1: warning: unchecked-error: the launch of k failed" ./unchecked
  expect "says why" 3 "block has 2000 threads, and at most 1024" ./unchecked
  expect "compiles one that is asked for" 0 "" "$simcc" --plain -DASKED -o asked unchecked.cu
  expect "leaves it to the program" 0 "^invalid configuration argument$" ./asked
  expect "default name" 0 "" "$simcc" one.cu
  expect "a.out" 0 "right" ./a.out
  expect "usual options" 0 "" "$simcc" -std=c++14 -arch sm_90 -gencode=arch=compute_90,code=sm_90 -g -G -lineinfo \
    -Xcompiler -Wall,-Wextra,-Werror -Xptxas -v -m64 --use_fast_math --expt-extended-lambda -rdc=true -lcudart --plain -O3 -DX=1 -o two one.cu
  expect "runs with the usual options" 0 "right" ./two
  expect "C++17 by default, in which lerp is free" 0 "" "$simcc" --plain -o lerp lerp.cu
  expect "what nvcc defines" 0 "^2, C++17, nvcc 13.0, 13$" ./lerp
  expect "an older standard is raised; loops in constants under the lens" 0 "" "$simcc" -std=c++14 -c lerp.cu -o lerp.o
  expect "-std=c++17" 0 "" "$simcc" --std=c++17 --plain -c lerp.cu -o lerp.o
  expect "-std=c++20, in which it is not" 1 "lerp.*\(ambiguous\|conflicts\)" "$simcc" -std=c++20 -c lerp.cu -o lerp.o
  expect "floats in words of another type, which C++ leaves undefined" 0 "" "$simcc" --plain words.cu -o words
  expect "the words have them, as on a GPU" 0 "^0 2 4 6$" ./words
  expect "several files" 0 "" "$simcc" -I include a.cu b.cpp c.c -o several
  expect "several files run" 0 "^42 2$" ./several
  expect "objects" 0 "" "$simcc" -I include -c a.cu b.cpp c.c
  expect "archive" 0 "" "$simcc" -lib a.o c.o -o libparts.a
  expect "links objects and archives" 0 "" "$simcc" b.o -L. -lparts -o linked
  expect "linked runs" 0 "^42 2$" ./linked
  expect "-x cu" 0 "" sh -c "cp one.cu one.txt && '$simcc' -x cu one.txt -o three"
  expect "-x cu runs" 0 "right" ./three
  expect "shared library" 0 "" "$simcc" -shared -Xcompiler -fPIC c.c -o libc_part.so
  expect "device link" 0 "nothing to do" "$simcc" -dlink a.o -o link.o
  mkdir -p "a b/inc"
  cp one.cu "a b/o n e.cu"
  expect "blanks in names" 0 "" "$simcc" -I "a b/inc" "a b/o n e.cu" -MMD -o "a b/one"
  expect "the program runs" 0 "right" "a b/one"
  expect "blanks in dependencies" 0 "^  a. b/o. n. e.cu" cat "a b/one.d"
  expect "from elsewhere" 0 "" sh -c "mkdir -p elsewhere && cd elsewhere && '$simcc' ../one.cu -o ../four"
}

messages() {
  expect "error in a kernel" 1 "wrong_name.cu:4:.*error.*undeclared" "$simcc" wrong_name.cu
  expect "PTX" 1 "ptx.cu:3:.*inline PTX is not simulated: wgmma.fence" "$simcc" -c ptx.cu
  expect "a launch in a kernel" 1 "^dynamic.cu:2: error: kernel launch from .* -rdc=true" "$simcc" -c dynamic.cu
  expect "a launch in a kernel with -rdc" 0 "" "$simcc" -rdc=true -c dynamic.cu
  expect "error in a header" 1 "broken.cuh:2:.*error.*nothing" "$simcc" -c broken.cu
  printf '#ifdef NEVER\nvoid f() { cuInit(0); }\n#endif\n#include <cstdio>\n#ifdef DRIVER\nvoid g() {\n  cuCtxPopCurrent(nullptr);\n}\n#endif\nint main() {}\n' >unsure.cu
  expect "what is not compiled is not refused" 0 "" "$simcc" unsure.cu
  expect "what is compiled is, in one line" 1 "^unsure.cu:7: error: the driver API is not simulated: 'cuCtxPopCurrent'" "$simcc" -DDRIVER unsure.cu
  expect "and in no other" 0 "" sh -c "'$simcc' -DDRIVER unsure.cu 2>&1 | tail -n +2"
  printf '#include <cusparse.h>\nint main() { return cusparseDestroy(0); }\n' >library.cuh
  printf '\n#include "library.cuh"\n' >library.cu
  expect "a library in one line" 1 "^[^ ]*library.cuh:1: error: not simulated: cuSPARSE" "$simcc" library.cu
  expect "and no other" 0 "" sh -c "'$simcc' library.cu 2>&1 | tail -n +2"
  expect "missing file" 1 "no such file: missing.cu" "$simcc" missing.cu
  expect "missing symbol" 1 "make()" "$simcc" b.cpp c.c
  expect "unknown option" 2 "unknown option '-Zall'" "$simcc" -Zall one.cu
  expect "the host compiler's options" 0 "nvcc refuses '-Wall'" "$simcc" -Wall -fno-common -c one.cu
  expect "-L without a folder" 0 "-L without a folder" "$simcc" -c one.cu -L
  expect "forwarded option" 0 "" "$simcc" --forward-unknown-to-host-compiler -Wall -c one.cu
  expect "no device code" 2 "asks for device code" "$simcc" -ptx one.cu
  expect "no input" 2 "no input files" "$simcc" -O2
  expect "two outputs" 2 "one source file only" "$simcc" -c a.cu b.cpp -o x.o
  expect "option without its value" 2 "needs a value" "$simcc" one.cu -o
  expect "version" 0 "release [0-9]*\.[0-9]" "$simcc" --version
  expect "left-out library" 0 "cusparse is not simulated" "$simcc" one.cu -lcusparse -o five
  expect "missing compiler" 127 "cannot run no-such-compiler" env CUDASIM_CXX=no-such-compiler "$simcc" one.cu
}

dependencies() {
  expect "-MM" 0 "include/fill.cuh" "$simcc" -I include -MM a.cu
  expect "-MM names the source" 0 "^a.o: .*" "$simcc" -I include -MM a.cu
  expect "-MM leaves system headers out" 1 "" sh -c "'$simcc' -I include -MM a.cu | grep cuda_runtime"
  expect "-M has them" 0 "cuda_runtime.h" "$simcc" -I include -M a.cu
  expect "-E" 0 "::cudasim::launch(" "$simcc" -I include -E a.cu
}

makefiles() {
  rm -f ./*.o ./*.d
  expect "make" 0 "a.cu" make CC="$simcc" app
  expect "make's program" 0 "^42 2$" ./app
  expect "make has nothing to do" 0 "up to date" make CC="$simcc" app
  echo 'constexpr int value = 43;' >include/value.h
  expect "make after a header's change" 0 "a.cu" make CC="$simcc" app
  expect "the new value" 0 "^43 2$" ./app
}

compiler=${CXX:-g++}
export CUDASIM_CXX="$compiler"
sources
without_return
aborted
programs
messages
dependencies
if command -v make >/dev/null; then makefiles; fi
# Stopped in the middle, it tidies up too.
compiler=any
printf '#!/bin/sh\nsleep 20\n' >slow && chmod +x slow
CUDASIM_CXX="$work/slow" "$simcc" one.cu >/dev/null 2>&1 &
stopped=$!
sleep 1
expect "works in a folder of its own" 0 "tutorial-" ls tmp
kill -TERM $stopped
wait $stopped
expect "no temporary files are left" 1 "" sh -c 'ls tmp | grep .'
if [ "$failures" -eq 0 ] && ! command -v make >/dev/null; then
  echo "skipped: simcc in a Makefile (make is not installed); all else is right"
  exit 77
fi
[ "$failures" -eq 0 ] && echo "simcc: all right"
exit "$failures"
