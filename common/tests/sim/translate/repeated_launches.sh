#!/bin/sh
# A launch that repeats an earlier one on the same memory is not run again, and every launch that might have another result is.
# Needs BUILD_DIR (the simulator is built there).
# Needs: cudasim-simcc
set -u
simcc=${SIMCC:-$BUILD_DIR/bin/cudasim-simcc}
[ -x "$simcc" ] || { echo "no $simcc"; exit 1; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

cat >busy.cuh <<'EOF2'
#include <cstdio>
/// Takes more than the 10 ms of processor time from which on launches are looked at.
__device__ int nothing(unsigned x) {
  for (int i = 0; i < 400000; ++i) x = x * 1664525u + 1013904223;
  return x == 12345 ? 1 : 0;
}
constexpr int launches = 6;
EOF2

# expect <name> <repeated> <output> [variable=value]: of six launches so many are repeated. $build is --plain, or empty for the lens.
build=--plain
expect() {
  # shellcheck disable=SC2086
  if ! "$simcc" $build "$1.cu" -o "$1" >log 2>&1; then
    echo "FAILED $1 does not compile:"
    cat log
    failures=$((failures + 1))
    return
  fi
  said=$(env ${4:+"$4"} "./$1" 2>log)
  repeated=$(sed -n 's/^cudasim: \([0-9]*\) launches repeated.*/\1/p' log)
  [ "${repeated:-0}" = "$2" ] && [ "$said" = "$3" ] && return
  echo "FAILED $1 ${4:-}: ${repeated:-0} repeated instead of $2; it says: $said"
  cat log
  failures=$((failures + 1))
}

cat >sum.cu <<'EOF2'
#include "busy.cuh"
__global__ void sum(const int* in, int* out) { atomicAdd(out, in[threadIdx.x] + nothing(threadIdx.x)); }
int main() {
  int *in, *out, host[64];
  for (int i = 0; i < 64; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, 4);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  for (int i = 0; i < launches; ++i) {
    cudaMemset(out, 0, 4);
    sum<<<1, 64>>>(in, out);
  }
  cudaMemcpy(host, out, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", host[0]);
}
EOF2
expect sum 4 2016
expect sum 0 2016 CUDASIM_RUN_ALL=1

cat >adds.cu <<'EOF2'
#include "busy.cuh"
__global__ void add(int* out) { out[threadIdx.x] += 1 + nothing(threadIdx.x); }
int main() {
  int *out, host[64];
  cudaMalloc(&out, sizeof host);
  cudaMemset(out, 0, sizeof host);
  for (int i = 0; i < launches; ++i) add<<<1, 64>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d\n", host[63]);
}
EOF2
expect adds 0 6

cat >constant.cu <<'EOF2'
#include "busy.cuh"
__constant__ int step;
__global__ void set(int* out) { out[threadIdx.x] = step + nothing(threadIdx.x); }
int main() {
  int *out, host[64], total = 0;
  cudaMalloc(&out, sizeof host);
  for (int i = 0; i < launches; ++i) {
    if (i == 4) cudaMemcpyToSymbol(step, &i, sizeof i);
    set<<<1, 64>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    total += host[9];
  }
  printf("%d\n", total);
}
EOF2
expect constant 2 8

cat >variable.cu <<'EOF2'
#include "busy.cuh"
__device__ int count;
__global__ void next(int* out) { out[threadIdx.x] = nothing(threadIdx.x); if (threadIdx.x == 0) ++count; }
int main() {
  int *out, host = 0;
  cudaMalloc(&out, 256);
  for (int i = 0; i < launches; ++i) next<<<1, 64>>>(out);
  cudaMemcpyFromSymbol(&host, count, sizeof host);
  printf("%d\n", host);
}
EOF2
expect variable 0 6
sed -e 's/^__device__ int count;//' -e 's/{ out/{ static int count; out/' -e 's/++count/out[64] = ++count/' -e 's/, 256/, 260/' \
    -e 's/cudaMemcpyFromSymbol.*/cudaMemcpy(\&host, out + 64, sizeof host, cudaMemcpyDeviceToHost);/' variable.cu >local.cu
expect local 0 6

cat >host.cu <<'EOF2'
#include "busy.cuh"
__global__ void copy(const int* in, int* out) { out[threadIdx.x] = *in + nothing(threadIdx.x); }
int main() {
  int *managed, *pinned, *out, total = 0, host = 0;
  cudaMallocManaged(&managed, 4);
  cudaMallocHost(&pinned, 4);
  cudaMalloc(&out, 256);
  for (int i = 0; i < launches; ++i) {
    *managed = *pinned = i;
    copy<<<1, 64>>>(managed, out);
    cudaMemcpy(&host, out, 4, cudaMemcpyDeviceToHost);
    total += host;
    copy<<<1, 64>>>(pinned, out);
    cudaMemcpy(&host, out, 4, cudaMemcpyDeviceToHost);
    total += host;
  }
  printf("%d\n", total);
}
EOF2
expect host 0 30

cat >prints.cu <<'EOF2'
#include "busy.cuh"
__global__ void say(int* out) { out[threadIdx.x] = nothing(threadIdx.x); if (threadIdx.x == 0) printf("x"); }
int main() {
  int* out;
  cudaMalloc(&out, 256);
  for (int i = 0; i < launches; ++i) say<<<1, 64>>>(out);
  cudaDeviceSynchronize();
}
EOF2
expect prints 0 xxxxxx

cat >clock.cu <<'EOF2'
#include "busy.cuh"
__global__ void ask(long long* out) { out[threadIdx.x] = clock() * 0 + clock64() * 0 + nothing(threadIdx.x); }
int main() {
  long long* out;
  cudaMalloc(&out, 512);
  for (int i = 0; i < launches; ++i) ask<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  printf("ended\n");
}
EOF2
expect clock 0 ended

# Arguments and configurations differ.
cat >arguments.cu <<'EOF2'
#include "busy.cuh"
__global__ void set(int* out, int x) { out[threadIdx.x] = x + blockDim.x + nothing(threadIdx.x); }
int main() {
  int *out, host = 0, total = 0;
  cudaMalloc(&out, 256);
  for (int i = 0; i < launches; ++i) {
    set<<<1, 32 + 32 * (i % 2)>>>(out, i / 2);
    cudaMemcpy(&host, out, 4, cudaMemcpyDeviceToHost);
    total += host;
  }
  printf("%d\n", total);
}
EOF2
expect arguments 0 294

# Threads whose atomic operations interleave do so in the same way at each launch.
cat >tickets.cu <<'EOF2'
#include "busy.cuh"
__global__ void take(int* next, int* out) {
  const int more = nothing(threadIdx.x);
  for (int i = 0; i < 100; ++i) out[threadIdx.x] = atomicAdd(next, 1) + more;
}
int main() {
  int *next, *out;
  cudaMalloc(&next, 4);
  cudaMalloc(&out, 128);
  for (int i = 0; i < launches; ++i) {
    cudaMemset(next, 0, 4);
    take<<<1, 32>>>(next, out);
  }
  cudaDeviceSynchronize();
  printf("ended\n");
}
EOF2
expect tickets 4 ended

# A kernel that is named without its template arguments has no address.
cat >deduced.cu <<'EOF2'
#include "busy.cuh"
template <class T> __global__ void copy(int zero, const T* in, T* out) { out[threadIdx.x] = *in + zero + nothing(threadIdx.x); }
int main() {
  int *in, *out, host = 7;
  cudaMalloc(&in, 4);
  cudaMalloc(&out, 256);
  cudaMemcpy(in, &host, 4, cudaMemcpyHostToDevice);
  for (int i = 0; i < launches; ++i) copy<<<1, 64>>>(0, in, out);
  cudaMemcpy(&host, out, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", host);
}
EOF2
expect deduced 4 7

# A launch is known to find what the one before it has left, unless something else has written memory since.
cat >changed.cuh <<'EOF2'
#include "busy.cuh"
#include <thread>
__global__ void copy(const int* in, int* out) { out[threadIdx.x] = *in + nothing(threadIdx.x); }
__global__ void set(int* in) { *in = 1; }
int main() {
  int *in, *out, host = 0;
  cudaMalloc(&in, 4);
  cudaMalloc(&out, 256);
  cudaMemset(in, 0, 4);
  for (int i = 0; i < 4; ++i) {
    if (i == 3) CHANGE;
    copy<<<1, 64>>>(in, out);
  }
  cudaMemcpy(&host, out, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", host);
}
EOF2
changed_by() {
  printf '%s\n#define CHANGE %s\n' "$3" "$2" | cat - changed.cuh >"$1.cu"
  expect "$1" 1 1
}
changed_by call 'cudaMemset(in, 1, 1)' ''
changed_by kernel 'set<<<1, 1>>>(in)' ''
changed_by thread 'std::thread([&] { cudaMemset(in, 1, 1); }).join()' ''
if [ -e /usr/include/thrust/fill.h ]; then
  changed_by thrust 'thrust::fill_n(thrust::device_pointer_cast(in), 1, 1)' '#include <thrust/device_ptr.h>
#include <thrust/fill.h>'
fi

# A short launch between those that repeat is repeated, too, from the third time on after the first copied result: otherwise memory would have to be looked
# at after each.
cat >between.cu <<'EOF2'
#include "busy.cuh"
__global__ void copy(const int* in, int* out) { out[threadIdx.x] = *in + nothing(threadIdx.x); }
__global__ void add(const int* from, int* to) { *to = *from + 2; }
int main() {
  int *in, *out, host = 5;
  cudaMalloc(&in, 4);
  cudaMalloc(&out, 256);
  cudaMemcpy(in, &host, 4, cudaMemcpyHostToDevice);
  for (int i = 0; i < launches; ++i) {
    copy<<<1, 64>>>(in, out);
    add<<<1, 1>>>(in, out + 63);
  }
  cudaMemcpy(&host, out + 63, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", host);
}
EOF2
expect between 6 7

# Looking at so much memory takes longer than the kernel. It pays if the same launch comes again and again.
sed -e 's/cudaMalloc(&in, 4)/cudaMalloc(\&in, 400 << 20)/' -e 's/i < 4/i < 60/' -e '/CHANGE;/d' changed.cuh >large.cu
"$simcc" --plain large.cu -o large && ./large >/dev/null 2>log
grep -q 'launches repeated' log || { echo "FAILED large: no launch is repeated"; failures=$((failures + 1)); }

# The lens watches the first four launches, or fewer if they take a second of processor time.
build=
expect sum 2 2016
cp sum.cu long.cu
sed -i 's/i < 400000/i < 12000000/' busy.cuh
expect long 4 2016

[ "$failures" = 0 ]
