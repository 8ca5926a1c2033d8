// reduce_shared: is a copy in shared memory worth it if each value is used only a few times?
// Step     tree in shared memory
// Before   reduce_global adds in global memory: it reads every value about twice and writes every value once,
//          as often as the tree needs it, and its input is gone afterwards.
// Change   Each thread loads one element into shared memory, and the tree runs there. The input is left
//          unchanged. Only the load needs a bounds check: slots past the end get a zero, so the tree needs
//          none.
//
//              in        | . . . . . . . . | . . . . . - - - |     one read of global memory per element
//              cache       8 slots           8 slots, 3 of them 0
//              rounds      4  2  1           4  2  1               all in shared memory
//              partial     one write         one write
//
//          A static array has its length in the source text, so there is one kernel per block size. Everything
//          else uses blockDim.x, so reduce_dynamic differs only in the array.
//
// Expect   Global accesses of a block of 128: from 255 reads and 128 writes to 128 reads and 1 write; memory
//          traffic falls to two thirds. The book says that this alone barely helps (claim C6), and we expect the
//          same: the barriers (one more than before) and the idle warps between them are all still there, and
//          they take most of the time.
// Measured - It is 1 to 1.1 times as fast as reduce_global (after measuring).
// Run      ./tutorial run reduce_shared -- --n 100000000 --block 128
// See      ./tutorial explain reduce_shared
// Source   [Fan] ch. 8

#include "sum/input.hpp"

// [kernel]
// blockDim.x == length, a power of two.
template <typename T, int length>
__global__ void reduce_shared(const T* in, T* partial, std::int64_t n) {
  __shared__ T cache[length];

  const int thread = threadIdx.x;
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + thread;
  cache[thread] = i < n ? in[i] : T{0};

  // The first round reads slots that other warps fill.
  __syncthreads();

  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (thread < stride) cache[thread] += cache[thread + stride];
    __syncthreads();
  }

  if (thread == 0) partial[blockIdx.x] = cache[0];
}
// [kernel]

template <typename T>
void run(tutorial::Program& program, std::int64_t n) {
  const int block = program.block();
  const unsigned grid = tutorial::blocks_for(n, block);
  ch06::Input<T> in(program.seed(), n, block, grid);
  tutorial::DeviceBuffer<T> d_in(n), d_partial(grid);  // cudaMalloc
  d_in.copy_from(in.make_values());                    // cudaMemcpy

  program.measure(
      in.row("static shared memory"),
      [&] {
        switch (block) {  // the length of a static array is a constant
          case 64: reduce_shared<T, 64><<<grid, block>>>(d_in.data(), d_partial.data(), n); break;
          case 128: reduce_shared<T, 128><<<grid, block>>>(d_in.data(), d_partial.data(), n); break;
          case 256: reduce_shared<T, 256><<<grid, block>>>(d_in.data(), d_partial.data(), n); break;
          case 512: reduce_shared<T, 512><<<grid, block>>>(d_in.data(), d_partial.data(), n); break;
          case 1024: reduce_shared<T, 1024><<<grid, block>>>(d_in.data(), d_partial.data(), n); break;
        }
        CUDA_CHECK_LAUNCH();
      },
      [&] { return in.check(d_partial.to_host()); });
  program.note(in.result_text(d_partial.to_host()));
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  ch06::add_sum_options(program, n);
  return program.run<float, double, int>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, n); });
}
