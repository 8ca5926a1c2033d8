// warp_synchronous: do the lanes of a warp still run in lockstep?
//
// Fault    One warp folds the last 64 slots with no barrier at all. The argument, valid until 2017: the lanes of
//          a warp execute each instruction together, so a barrier would be wasted; `volatile` keeps the compiler
//          from holding a slot in a register. Since Volta each lane has its own program counter, and nothing
//          guarantees that lane 16 has written its slot at (a) before lane 0 reads it there in the next
//          round.
//
//              stride 16   lane 0: slot 0 += slot 16 ...
//              stride  8   lane 0: slot 0 += slot 8     written by lane 8 in the round before; or not yet
//
// What the language guarantees
//          Nothing between the lanes of a warp without __syncwarp(). `volatile` forces an access to happen; it
//          does not order it before another thread's.
// What the hardware did
//          docs/results/nvidia-h200/pitfalls/warp_synchronous.volatile_tail.gpu.txt: if nothing makes the lanes
//          diverge, they stay together, and code like this works for years. A new compiler, or a branch somewhere
//          above, can change that.
// What the simulator says
//          docs/results/simulator/pitfalls/warp_synchronous.volatile_tail.*.txt: it runs the lanes one after
//          the other, which is as legal as any order.
// What compute-sanitizer says
//          docs/results/nvidia-h200/pitfalls/warp_synchronous.volatile_tail.racecheck.txt
// Fixed    __syncwarp() in each round: it waits for the lanes, and orders their memory accesses. It costs a few
//          cycles; a shuffle needs no memory at all (reduce_shuffle).
//
// Run      ./tutorial run warp_synchronous
// See      ./tutorial explain warp_synchronous
// Source   ours (P4), on the dot product of [SandersKandrot] ch. 5; the technique is that of Mark Harris's reduction slides

#include "pitfalls/pitfalls.hpp"

constexpr int block_size = 256;

enum class Variant { volatile_tail, mended };
// [kernel]
template <Variant variant>
__global__ void dot(const float* a, const float* b, float* partial, std::int64_t n) {
  __shared__ float cache[block_size];

  const int thread = threadIdx.x;
  float sum = 0;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + thread; i < n;
       i += std::int64_t{gridDim.x} * blockDim.x) {
    sum += a[i] * b[i];
  }
  cache[thread] = sum;
  __syncthreads();

  for (int stride = blockDim.x / 2; stride > 32; stride /= 2) {
    if (thread < stride) cache[thread] += cache[thread + stride];
    __syncthreads();
  }

  if (thread < 32) {
    volatile float* slot = cache + thread;
#pragma unroll
    for (int stride = 32; stride > 0; stride /= 2) {
      if (thread < stride) slot[0] = slot[0] + slot[stride];  // (a)
      if constexpr (variant == Variant::mended) __syncwarp();
    }
  }

  if (thread == 0) partial[blockIdx.x] = cache[0];
}
// [kernel]
template <Variant variant>
void show(tutorial::Trials& trials, ch06::IntegerDot& vectors, const std::string& name,
          const std::string& text) {
  trials.show(
      name, vectors.row(text),
      [&] {
        dot<variant><<<vectors.blocks, block_size>>>(vectors.a.data(), vectors.b.data(),
                                                     vectors.partial.data(), vectors.n);
        CUDA_CHECK_LAUNCH();
      },
      [&] { return vectors.check(); }, [&] { vectors.partial.poison(); });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  program.size("--n", n, "number of elements", tutorial::everywhere(33 * 1024));
  tutorial::Trials trials(program, {"volatile_tail"}, {"mended"},
                          {.gpu = 20'000, .simulator = 1, .quick = 5});
  return trials.run(argc, argv, [&] {
    ch06::IntegerDot vectors(program.seed(), n, block_size);
    show<Variant::volatile_tail>(trials, vectors, "volatile_tail", "last warp volatile, no __syncwarp");
    show<Variant::mended>(trials, vectors, "mended", "fixed: __syncwarp in each round");
  });
}
