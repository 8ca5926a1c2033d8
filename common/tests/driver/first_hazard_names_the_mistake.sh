#!/bin/sh
# Needs: cudasim-simcc
# Six usual mistakes of beginners: the first hazard that a program reports names the mistake and its line, even if it causes other hazards.
set -eu
[ -x "$BUILD_DIR/bin/cudasim-simcc" ] || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# tells NAME.cu LINE KIND REASON: the first hazard is of this kind and at this line, and its text, folded, has the reason.
tells() {
  "$BUILD_DIR/bin/cudasim-simcc" "$folder/$1" -o program  # a whole path, as an editor has it
  code=0
  COLUMNS=80 ./program >out 2>err || code=$?
  first=$(sed -n '/ hazards\{0,1\}$/{n;p;q;}' err)
  text=$(sed -n '/ hazards\{0,1\}$/{n;n;:next;/^  /!q;p;n;b next;}' err | tr -s '\n ' ' ')
  case "$code:$first" in "3:$1:$2:1: warning: $3"*) ;; *) said="exit code $code, first hazard: $first" ;; esac
  case $text in *"$4"*) ;; *) said="no '$4' in: $text" ;; esac
  [ -z "${said:-}" ] || { echo "$1: $said"; cat err; exit 1; }
}

cat >right.cu <<'END'
#include <cuda_runtime.h>
__global__ void twice(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}
int main() {
  static float x[1000];
  float *in, *out;
  cudaMalloc(&in, sizeof(x));
  cudaMalloc(&out, sizeof(x));
  cudaMemcpy(in, x, sizeof(x), cudaMemcpyHostToDevice);
  twice<<<4, 256>>>(in, out, 1000);
  cudaMemcpy(x, out, sizeof(x), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
END
"$BUILD_DIR/bin/cudasim-simcc" right.cu -o right
./right 2>err || { echo "the right program has hazards"; cat err; exit 1; }

sed 's/if (i < n) //' right.cu >no_check.cu
tells no_check.cu 4 out-of-bounds 'a missing or wrong bounds check'
sed 's/HostToDevice/DeviceToHost/' right.cu >direction.cu
tells direction.cu 11 'unchecked-error: cudaMemcpy failed' 'the direction is cudaMemcpyDeviceToHost, but the destination is device memory'
sed 's/<<<4, 256>>>/<<<1, 2000>>>/' right.cu >threads.cu
tells threads.cu 12 'unchecked-error: the launch of twice failed' 'the block has 2000 threads, and at most 1024 are possible'
sed '/cudaMemcpyHostToDevice/d' right.cu >unwritten.cu
tells unwritten.cu 4 uninitialized-global 'was never written'
sed 's/>>>(in,/>>>(x,/' right.cu >host_pointer.cu
tells host_pointer.cu 4 host-access "on a GPU that is the address of the host's variable"

cat >turn.cu <<'END'
#include <cuda_runtime.h>
__global__ void turn(int* x) {
  __shared__ int tile[256];
  tile[threadIdx.x] = x[threadIdx.x];
  if (threadIdx.x < 128) __syncthreads();
  x[threadIdx.x] = tile[255 - threadIdx.x];
}
int main() {
  int* x;
  cudaMallocManaged(&x, 1024);
  for (int i = 0; i < 256; ++i) x[i] = i;
  turn<<<1, 256>>>(x);
  cudaDeviceSynchronize();
  const int first = x[0];
  cudaFree(x);
  return first == 1000;
}
END
tells turn.cu 5 early-exit-barrier 'had ended when the others met at __syncthreads at turn.cu:5. Usual cause: an early return of the threads past the end of the data, or a barrier inside an if'
sed '/__syncthreads/d' turn.cu >no_barrier.cu
tells no_barrier.cu 5 race-shared 'a missing barrier'
sed '/cudaDeviceSynchronize/d; s/if (threadIdx.x < 128) //' turn.cu >not_waited.cu
tells not_waited.cu 13 not-waited-for 'may not have finished'
