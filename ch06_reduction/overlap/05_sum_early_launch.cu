// sum_early_launch: can the second kernel of a sum start before the first one has ended?
// Step     dependent launch
// Problem  A sum by two kernels. The second one needs all partial sums, so it starts when the first kernel has ended.
// Way      With programmatic dependent launch, the second kernel may start early. It must not read what the first kernel writes before
//          cudaGridDependencySynchronize(), which waits until the first one has ended and its writes are visible:
//
//              in order   first kernel ............|  launch | second kernel
//              early      first kernel ............|
//                             launch | starts, waits | second kernel
//
//          The first kernel says when enough of it has run for the second one to start: cudaTriggerProgrammaticLaunchCompletion().
//          It needs compute capability 9.0.
//
// Expect   Between two kernels of a stream there is about 1 us, and a block that is already there saves most of it. A sum of
//          1 M takes 4 to 6 us for the two kernels.
//          - At 1 M, "early" is 1.05 to 1.4 times as fast as "in order" (before measuring).
// Run      ./tutorial run sum_early_launch
// See      ./tutorial explain sum_early_launch
// Source   CUDA C++ Programming Guide, programmatic dependent launch

#include "overlap/scratch_from_pool.cuh"
#include "overlap/vector.hpp"
#include "tutorial/tensor_map.hpp"

// [kernel]
__global__ void sum_blocks_early(const int* in, int* partial, std::int64_t n) {
#if TUTORIAL_HOPPER_CODE
  cudaTriggerProgrammaticLaunchCompletion();  // the next kernel may start as soon as there is room for it
#endif
  __shared__ int warp_sums[tutorial::warp_size];
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  int sum = 0;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += threads)
    sum += in[i];
  sum = ch06::block_sum(sum, warp_sums);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

__global__ void sum_partial_early(const int* partial, int* result, unsigned count) {
  __shared__ int warp_sums[tutorial::warp_size];
#if TUTORIAL_HOPPER_CODE
  cudaGridDependencySynchronize();  // before the first access to what the kernel before has written
#endif
  int sum = 0;
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) sum += partial[i];
  sum = ch06::block_sum(sum, warp_sums);
  if (threadIdx.x == 0) *result = sum;
}
// [kernel]

void run(tutorial::Program& program, std::int64_t n) {
  const overlap::Vector in(n, program.seed());
  const unsigned grid = ch06::filling_blocks(overlap::sum_blocks<int>, overlap::sum_threads, n);
  tutorial::DeviceBuffer<int> d_in(in.values), d_partial(grid), d_sum(1);  // cudaMalloc, cudaMemcpy
  const auto check = [&] { return in.check(d_sum.to_host()[0]); };

  program.measure(
      in.row("in order"),
      [&] {
        overlap::sum_blocks<<<grid, overlap::sum_threads>>>(d_in.data(), d_partial.data(), n);
        overlap::sum_partial<<<1, overlap::sum_threads>>>(d_partial.data(), d_sum.data(), grid);
        CUDA_CHECK_LAUNCH();
      },
      check);

  if (tutorial::device_attribute(cudaDevAttrComputeCapabilityMajor) < 9) {
    program.left_out("early", "it needs compute capability 9.0");
    return;
  }
  // [launch]
  cudaLaunchAttribute early{};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t second{};
  second.gridDim = 1;
  second.blockDim = overlap::sum_threads;
  second.attrs = &early;
  second.numAttrs = 1;
  // [launch]
  d_partial.poison();
  d_sum.poison();
  program.measure(
      in.row("early"),
      [&] {
        sum_blocks_early<<<grid, overlap::sum_threads>>>(d_in.data(), d_partial.data(), n);
        CUDA_CHECK(cudaLaunchKernelEx(&second, sum_partial_early, static_cast<const int*>(d_partial.data()),
                                      d_sum.data(), grid));
        CUDA_CHECK_LAUNCH();
      },
      check);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  overlap::add_vector_options(program, n);
  return program.run<int>(argc, argv, [&](int) { run(program, n); });
}
