// dot: can a fixed number of threads sum a vector of any length, and how exact is the answer?
// Step     32 blocks, stride loop
// Before   The sums of this chapter start as many threads as there are elements, and each thread handles one.
// Change   At most 32 blocks of 256 threads, whatever n is. A thread walks the vectors in steps of the whole grid
//          (32 * 256 elements), adds its products in a register, and stores one sum in its slot of the cache; the
//          tree is the same as in the sum.
//
//              i        0 .. 255 | 256 .. 511 | ... | 7936 .. 8191 | 8192 .. 8447 | ...
//              block        0    |      1     | ... |      31      |       0      | ...
//
//          Neighboring threads still read neighboring elements in every step. The host adds the 32 partial sums.
//
//          Why each barrier is needed:
//          - after the cache is filled: a thread reads slots that other warps filled. Without it: a race;
//          - in each round, after the addition: the next round reads what this one wrote. It is outside the
//            `if`, since every thread of the block must reach the same barrier. It is needed below stride 32,
//            too: since Volta the lanes of a warp need not run in lockstep;
//          - none is needed after the tree: only thread 0 reads cache[0], which it wrote itself. A kernel that
//            used the cache a second time would need one there.
//          The tree halves the block, so the block size must be a power of two: 192 threads would drop a third of
//          the slots.
//
// Expect   The default n, 33 * 1024, is small: five steps per thread, and most of the time is the launch. At large n,
//          8192 threads keep too few loads in flight to come close to the read ceiling: a large GPU has room for
//          many times as many.
//
//          The book checks a[i] = i, b[i] = 2 i against 2 * x (x + 1) (2x + 1) / 6, x = n - 1. For the default n
//          that number has 35 significant bits, and a float has 24: no float is equal to it. We expect a float
//          result within a few units in the last place, although every thread and every level rounds, because
//          errors of both signs cancel. In double we expect no error at all, since every intermediate sum
//          fits.
// Measured - At 100 M, it reaches 0 to 50% of the ceiling (after measuring).
// Run      ./tutorial run dot -- --data book --n 33792
// See      ./tutorial explain dot
// Source   [SandersKandrot] ch. 5

#include "dot/dot.hpp"

constexpr int block_size = 256;
constexpr unsigned most_blocks = 32;

// [kernel]
template <typename T>
__global__ void dot(const T* a, const T* b, T* partial, std::int64_t n) {
  __shared__ T cache[block_size];

  const int thread = threadIdx.x;
  T sum = 0;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + thread; i < n;
       i += std::int64_t{gridDim.x} * blockDim.x) {
    sum += a[i] * b[i];
  }
  cache[thread] = sum;
  __syncthreads();

  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (thread < stride) cache[thread] += cache[thread + stride];
    __syncthreads();
  }

  if (thread == 0) partial[blockIdx.x] = cache[0];
}
// [kernel]

template <typename T>
void run(tutorial::Program& program, std::int64_t n, tutorial::Data data) {
  const unsigned grid = std::min(most_blocks, tutorial::blocks_for(n, block_size));
  ch06::Dot<T> in(program.seed(), n, data, block_size, grid);
  tutorial::DeviceBuffer<T> d_a(n), d_b(n), d_partial(grid);  // cudaMalloc
  const auto [a, b] = in.make_vectors();
  d_a.copy_from(a);  // cudaMemcpy
  d_b.copy_from(b);

  program.measure(
      in.row(std::to_string(grid) + " blocks of " + std::to_string(block_size)),
      [&] {
        dot<<<grid, block_size>>>(d_a.data(), d_b.data(), d_partial.data(), n);
        CUDA_CHECK_LAUNCH();
      },
      [&] { return in.check(d_partial.to_host()); });
  program.note(in.result_text(in.total(d_partial.to_host())));
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  std::string data;
  program.size("--n", n, "number of elements", tutorial::everywhere(33 * 1024));
  program.choice("--data", data, "the book's a[i] = i, b[i] = 2 i, n up to 2097152, or other values",
                 {"book", "random", "fractions", "cancelling", "denormal"});
  return program.run<float, double>(
      argc, argv, [&](auto zero) { run<decltype(zero)>(program, n, tutorial::data_named(data)); });
}
