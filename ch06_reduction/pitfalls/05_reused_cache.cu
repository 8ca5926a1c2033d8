// reused_cache: when is a result in shared memory safe from the next pass?
//
// Fault    The block computes two sums in one cache: first the dot product, then the number of its threads whose
//          share is above the average. The function returns when each thread has read the result, at (a), and is
//          called again at once. A fast warp then fills its slots for the second sum, at (b), while a slow warp
//          has not read the first sum yet:
//
//              warp 0   reads cache[0]   fills cache[0 .. 31]
//              warp 7   .  .  .  .  .  .  .  .  .  .  .  reads cache[0], which is no longer the sum
//
//          Called once, the function is right. The second call makes it wrong.
// What the language guarantees
//          Nothing: the read and the write are in different threads, with no barrier in between.
// What the hardware did
//          docs/results/nvidia-h200/pitfalls/reused_cache.no_barrier_between.gpu.txt
// What the simulator says
//          docs/results/simulator/pitfalls/reused_cache.no_barrier_between.*.txt
// What compute-sanitizer says
//          docs/results/nvidia-h200/pitfalls/reused_cache.no_barrier_between.racecheck.txt
// Fixed    A barrier between reading the result and returning. A function that uses shared memory should leave it
//          in a state in which the function can be called again.
//
// Run      ./tutorial run reused_cache
// See      ./tutorial explain reused_cache
// Source   ours (P5), on the dot product of [SandersKandrot] ch. 5

#include "pitfalls/pitfalls.hpp"

constexpr int block_size = 256;

enum class Variant { no_barrier_between, mended };
// [kernel]
// The sum of `value` over the block, for every thread.
template <Variant variant>
__device__ float block_sum(float* cache, float value) {
  const int thread = threadIdx.x;
  cache[thread] = value;  // (b)
  __syncthreads();

  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (thread < stride) cache[thread] += cache[thread + stride];
    __syncthreads();
  }

  const float sum = cache[0];  // (a)
  if constexpr (variant == Variant::mended) __syncthreads();
  return sum;
}

template <Variant variant>
__global__ void dot_and_above(const float* a, const float* b, float* partial, float* above, std::int64_t n) {
  __shared__ float cache[block_size];

  float share = 0;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n;
       i += std::int64_t{gridDim.x} * blockDim.x) {
    share += a[i] * b[i];
  }
  const float sum = block_sum<variant>(cache, share);
  const bool is_above = share * blockDim.x > sum;
  const float count = block_sum<variant>(cache, is_above ? 1.0f : 0.0f);

  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    above[blockIdx.x] = count;
  }
}
// [kernel]
// How many threads of a block hold more than the average.
tutorial::Verdict check_above(const ch06::IntegerDot& vectors, const std::vector<float>& above) {
  return tutorial::verify(
      above,
      [&](std::int64_t block) {
        int count = 0;
        for (int thread = 0; thread < block_size; ++thread)
          count += vectors.thread_sum(block, thread) * block_size > vectors.block_sum(block);
        return static_cast<float>(count);
      },
      {}, [](std::int64_t block) { return "threads above average in block " + std::to_string(block); });
}

template <Variant variant>
void show(tutorial::Trials& trials, ch06::IntegerDot& vectors, const std::string& name,
          const std::string& text) {
  tutorial::DeviceBuffer<float> above(vectors.blocks);
  trials.show(
      name, vectors.row(text),
      [&] {
        dot_and_above<variant><<<vectors.blocks, block_size>>>(
            vectors.a.data(), vectors.b.data(), vectors.partial.data(), above.data(), vectors.n);
        CUDA_CHECK_LAUNCH();
      },
      [&] {
        const tutorial::Verdict sums = vectors.check();
        return sums.ok ? check_above(vectors, above.to_host()) : sums;
      },
      [&] {
        vectors.partial.poison();
        above.poison();
      });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  program.size("--n", n, "number of elements", tutorial::everywhere(33 * 1024));
  tutorial::Trials trials(program, {"no_barrier_between"}, {"mended"},
                          {.gpu = 20'000, .simulator = 1, .quick = 5});
  return trials.run(argc, argv, [&] {
    ch06::IntegerDot vectors(program.seed(), n, block_size);
    show<Variant::no_barrier_between>(trials, vectors, "no_barrier_between", "no barrier between two passes");
    show<Variant::mended>(trials, vectors, "mended", "fixed: barrier before returning");
  });
}
