// reduce_shared: does a copy in shared memory pay when each value is used so few times?
// Step     tree in shared memory
// Before   reduce_global adds in global memory: it reads every value about twice and writes every value once,
//          as often as the tree needs it, and its input is gone afterwards.
// Change   each thread brings one element into shared memory; the tree runs there. The input stays as it was.
//          The tail needs a guard at the load alone: slots past the end get a zero, and the tree need not
//          know.
//
//              in        | . . . . . . . . | . . . . . - - - |     one read of global memory an element
//              cache       8 slots           8 slots, 3 of them 0
//              rounds      4  2  1           4  2  1               all in shared memory
//              partial     one write         one write
//
//          A static array has its length in the program text, so there is a kernel for each block size.
//          Everything else asks blockDim.x, so that reduce_dynamic differs in nothing but the array.
//
// Expect   Global accesses of a block of 128: from 255 reads and 128 writes to 128 reads and 1 write; memory
//          traffic down to two thirds. The book says that this alone barely helps (claim C6), and we predict
//          the same: the barriers, one more than before, and the idle warps between them are all still there,
//          and they are what the time goes into.
// Predicts - It is 1 to 1.1 times as fast as reduce_global (after measuring).
// Run      ./tutorial run reduce_shared -- --n 100000000 --block 128
// See      ./tutorial explain reduce_shared
// Source   [Fan] ch. 8

#include "sum/sum.hpp"

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

template <typename T, int length>
void launch(ch06::Sum<T>& sum) {
  reduce_shared<T, length><<<sum.blocks, length>>>(sum.in.data(), sum.partial.data(), sum.n);
  CUDA_CHECK_LAUNCH();
}

template <typename T>
void run(tutorial::Program& program, std::int64_t n) {
  ch06::Sum<T> sum(program.seed(), n, program.block());

  sum.partial.poison();
  program.measure(
      sum.row("static shared memory"),
      [&] {
        switch (sum.block_size) {
          case 64: return launch<T, 64>(sum);
          case 128: return launch<T, 128>(sum);
          case 256: return launch<T, 256>(sum);
          case 512: return launch<T, 512>(sum);
          case 1024: return launch<T, 1024>(sum);
        }
      },
      [&] { return sum.check(); });
  program.note(sum.result_text());
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  ch06::add_sum_options(program, n);
  return program.run<float, double, int>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, n); });
}
