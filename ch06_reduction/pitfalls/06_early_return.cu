// early_return: may threads without work return before the barrier?
//
// Fault    `if (i >= n) return;` at the start of the kernel, as in every first CUDA program. But this kernel has
//          barriers, and the threads that have returned never reach them. n is 8010 here: 182 of the last block's
//          256 threads have no element.
//          Two variants: in one, those threads first store a zero into their slot; in the other they do not, and
//          the remaining threads add whatever was in shared memory before.
// What the language guarantees
//          The barriers work: since Volta __syncthreads() waits only for threads that have not exited. The
//          sum does not: shared memory has no value until a thread writes it.
// What the hardware did
//          docs/results/nvidia-h200/pitfalls/early_return.*.gpu.txt: no barrier hangs, as guaranteed.
//          Whether a slot that no thread wrote is zero depends on which kernel used this part of the SM's
//          shared memory before.
// What the simulator says
//          docs/results/simulator/pitfalls/early_return.*.txt
// What compute-sanitizer says
//          docs/results/nvidia-h200/pitfalls/early_return.*.txt
// Fixed    No thread returns. A thread without an element executes no round of the loop, stores its zero and stays
//          for the barriers: the loop's condition is the only guard needed.
//
// Run      ./tutorial run early_return -- --n 8010     (then 33792: why is nothing wrong?)
// See      ./tutorial explain early_return
// Source   ours (P6), on the dot product of [SandersKandrot] ch. 5

#include "pitfalls/pitfalls.hpp"

constexpr int block_size = 256;

enum class Variant { zero_then_return, return_at_once, mended };
// [kernel]
template <Variant variant>
__global__ void dot(const float* a, const float* b, float* partial, std::int64_t n) {
  __shared__ float cache[block_size];

  const int thread = threadIdx.x;
  const std::int64_t first = std::int64_t{blockIdx.x} * blockDim.x + thread;
  if constexpr (variant == Variant::zero_then_return) cache[thread] = 0;
  if constexpr (variant != Variant::mended) {
    if (first >= n) return;
  }
  float sum = 0;
  for (std::int64_t i = first; i < n; i += std::int64_t{gridDim.x} * blockDim.x) sum += a[i] * b[i];
  cache[thread] = sum;
  __syncthreads();  // (a)

  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (thread < stride) cache[thread] += cache[thread + stride];  // (b)
    __syncthreads();                                               // (c)
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
  program.size("--n", n, "number of elements", tutorial::everywhere(8010));
  tutorial::Trials trials(program, {"zero_then_return", "return_at_once"}, {"mended"},
                          {.gpu = 20'000, .simulator = 1, .quick = 5});
  return trials.run(argc, argv, [&] {
    ch06::IntegerDot vectors(program.seed(), n, block_size);
    show<Variant::zero_then_return>(trials, vectors, "zero_then_return",
                                    "threads past the end store 0, return");
    show<Variant::return_at_once>(trials, vectors, "return_at_once", "threads past the end return");
    show<Variant::mended>(trials, vectors, "mended", "fixed: no thread returns");
  });
}
