// barrier_in_branch: what happens when not every thread of a block reaches the barrier?
//
// Fault    __syncthreads() is inside the `if` of the tree. It looks thrifty: only the threads that add need to
//          wait. But a barrier counts the threads of the block, and those past the stride never arrive:
//
//              stride 128   threads 0 .. 127 wait at (a)   threads 128 .. 255 leave the loop and reach (b)
//              stride  64   threads 0 ..  63 wait at (a)   ...
//
//          Two variants: with a barrier (b) after the loop, where the other threads wait for those inside; and
//          without it, where the other threads exit.
// What the language guarantees
//          Nothing for a barrier that only some threads reach: in conditional code the condition must be the same
//          for all threads of the block that have not exited; otherwise the program may hang or continue with
//          wrong data. Threads that have exited do not count: since Volta no barrier waits for them.
// What the hardware did
//          docs/results/nvidia-h200/pitfalls/barrier_in_branch.inside_if.gpu.txt and
//          barrier_in_branch.inside_if_no_final.gpu.txt: the two variants end differently. The book says that the
//          GPU waits forever (a deadlock). Today it does so if the other threads wait at another barrier, but not
//          if they have exited.
// What the simulator says
//          docs/results/simulator/pitfalls/barrier_in_branch.*.txt
// What compute-sanitizer says
//          docs/results/nvidia-h200/pitfalls/barrier_in_branch.*.synccheck.txt: it can only judge what actually
//          happened.
// Fixed    Move the barrier out of the branch; the `if` guards only the work.
//
// Run      ./tutorial run barrier_in_branch     (what hangs is stopped after --limit seconds)
// See      ./tutorial explain barrier_in_branch
// Source   [SandersKandrot] ch. 5, pitfall P1

#include "pitfalls/pitfalls.hpp"

constexpr int block_size = 256;

enum class Variant { inside_if, inside_if_no_final, mended };
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

  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (thread < stride) {
      cache[thread] += cache[thread + stride];
      if constexpr (variant != Variant::mended) __syncthreads();  // (a)
    }
    if constexpr (variant == Variant::mended) __syncthreads();
  }
  if constexpr (variant == Variant::inside_if) __syncthreads();  // (b)

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
  tutorial::Trials trials(program, {"inside_if", "inside_if_no_final"}, {"mended"},
                          {.gpu = 20'000, .simulator = 1, .quick = 5});
  return trials.run(argc, argv, [&] {
    ch06::IntegerDot vectors(program.seed(), n, block_size);
    show<Variant::inside_if>(trials, vectors, "inside_if", "barrier inside the if, one after the loop");
    show<Variant::inside_if_no_final>(trials, vectors, "inside_if_no_final", "barrier inside the if alone");
    show<Variant::mended>(trials, vectors, "mended", "fixed: barrier after the if");
  });
}
