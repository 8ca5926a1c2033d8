// missing_barrier: how wrong is a sum whose threads do not wait for each other?
//
// Fault    One of the two barriers of the tree is missing.
//          - After the cache is filled. A thread reads at (b) a slot that a thread of another warp writes at (a).
//            If that warp is late, the slot still has its previous contents.
//          - Inside the loop. The slot that a thread reads at (b) should have been written at (b) by another
//            thread, in the previous round.
// What the language guarantees
//          Nothing: two threads access the same memory, one of them writes, and nothing orders the two accesses.
//          That is a data race, and the program's behavior is undefined, whatever it prints.
// What the hardware did
//          docs/results/nvidia-h200/pitfalls/missing_barrier.*.gpu.txt: count how often it is wrong, and ask
//          yourself whether a test that runs once would have noticed. Warps start in order and do the same work,
//          so they are mostly where we hoped. Mostly.
// What the simulator says
//          docs/results/simulator/pitfalls/missing_barrier.*.txt: it checks whether anything orders the
//          accesses, not which came first.
// What compute-sanitizer says
//          docs/results/nvidia-h200/pitfalls/missing_barrier.*.racecheck.txt; synccheck examines only barriers
//          that exist, so it reports nothing.
// Fixed    Both barriers are there.
//
// Run      ./tutorial run missing_barrier -- --launches 100000
// See      ./tutorial explain missing_barrier
// Source   [SandersKandrot] ch. 5, pitfall P2

#include "pitfalls/pitfalls.hpp"

constexpr int block_size = 256;

enum class Variant { none_after_fill, none_in_tree, mended };
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
  cache[thread] = sum;  // (a)
  if constexpr (variant != Variant::none_after_fill) __syncthreads();

  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (thread < stride) cache[thread] += cache[thread + stride];  // (b)
    if constexpr (variant != Variant::none_in_tree) __syncthreads();
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
  tutorial::Trials trials(program, {"none_after_fill", "none_in_tree"}, {"mended"},
                          {.gpu = 20'000, .simulator = 1, .quick = 5});
  return trials.run(argc, argv, [&] {
    ch06::IntegerDot vectors(program.seed(), n, block_size);
    show<Variant::none_after_fill>(trials, vectors, "none_after_fill", "no barrier after the fill");
    show<Variant::none_in_tree>(trials, vectors, "none_in_tree", "no barrier inside the tree");
    show<Variant::mended>(trials, vectors, "mended", "fixed: both barriers");
  });
}
