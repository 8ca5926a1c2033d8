// odd_block: what happens to the elements that halving leaves over?
//
// Fault    The tree starts at half the block and halves from there. 192 threads give the strides 96, 48, 24, 12,
//          6, 3 and 1, and between strides 3 and 1 the third slot is lost:
//
//              stride 3   s0  s1  s2  .  .  .
//              stride 1   s0 + s1     no thread adds s2
//
//          Each of these slots is a third of the sum. Every barrier is in place and there is no race: nothing is
//          wrong with this kernel except its result.
// What the language guarantees
//          Everything: the behavior of this program is well defined, and its result is wrong.
// What the hardware did
//          docs/results/nvidia-h200/pitfalls/odd_block.halved.gpu.txt
// What the simulator says
//          docs/results/simulator/pitfalls/odd_block.halved.*.txt: no hazard. Only a check of the result finds
//          the fault.
// What compute-sanitizer says
//          docs/results/nvidia-h200/pitfalls/odd_block.halved.*.txt
// Fixed    The first stride is the smallest power of two that is at least half of the block, 128 for 192 threads,
//          and the guard excludes threads without a partner. The kernel is the same; only the launch
//          differs.
//
// Run      ./tutorial run odd_block -- --block 100     (then 256: which block sizes are safe?)
// See      ./tutorial explain odd_block
// Source   [SandersKandrot] ch. 5, pitfall P3

#include <bit>

#include "pitfalls/pitfalls.hpp"

constexpr int largest_block = 256;
// [kernel]
__global__ void dot(const float* a, const float* b, float* partial, std::int64_t n, int first_stride) {
  __shared__ float cache[largest_block];

  const int thread = threadIdx.x;
  const int block_size = blockDim.x;
  float sum = 0;
  for (std::int64_t i = std::int64_t{blockIdx.x} * block_size + thread; i < n;
       i += std::int64_t{gridDim.x} * block_size) {
    sum += a[i] * b[i];
  }
  cache[thread] = sum;
  __syncthreads();

  for (int stride = first_stride; stride > 0; stride /= 2) {
    if (thread < stride && thread + stride < block_size) cache[thread] += cache[thread + stride];
    __syncthreads();
  }

  if (thread == 0) partial[blockIdx.x] = cache[0];
}
// [kernel]
void show(tutorial::Trials& trials, ch06::IntegerDot& vectors, const std::string& name,
          const std::string& text, int first_stride) {
  trials.show(
      name,
      vectors.row(std::to_string(vectors.block_size) + " threads, " + text + " " +
                  std::to_string(first_stride)),
      [&] {
        dot<<<vectors.blocks, vectors.block_size>>>(vectors.a.data(), vectors.b.data(),
                                                    vectors.partial.data(), vectors.n, first_stride);
        CUDA_CHECK_LAUNCH();
      },
      [&] { return vectors.check(); }, [&] { vectors.partial.poison(); });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  program.size("--n", n, "number of elements", tutorial::everywhere(33 * 1024));
  program.block_sizes({33, 64, 96, 100, 192, 255, 256}, 192);
  tutorial::Trials trials(program, {"halved"}, {"mended"}, {.gpu = 1000, .simulator = 1, .quick = 5});
  return trials.run(argc, argv, [&] {
    ch06::IntegerDot vectors(program.seed(), n, program.block());
    const int half = program.block() / 2;
    const auto power_of_two = static_cast<int>(std::bit_ceil(static_cast<unsigned>(program.block())) / 2);
    show(trials, vectors, "halved", "first stride", half);
    show(trials, vectors, "mended", "fixed: first stride", power_of_two);
  });
}
