// reduce_dynamic: what does it cost to choose the size of shared memory at the launch?
// Step     dynamic shared memory
// Before   reduce_shared has the length of its array in the source: one kernel per block size, and a launch with
//          another block size would fail silently.
// Change   The array has no length; the launch passes the number of bytes as its third parameter:
//
//              reduce_dynamic<<<blocks, block_size, block_size * sizeof(T)>>>(...)
//
//          extern __shared__ names memory that exists once per block, not once per template instance. With
//          `extern __shared__ T cache[]` in a template, the float and the double instance would declare one
//          name with two types, and nvcc refuses the second ("declaration is incompatible with previous").
//          So we declare it once, as bytes aligned for every type, and each instance views them as its T.
//          It must be an array: a pointer (`extern __shared__ T* cache`) reserves space for an address, but no
//          memory that it points to (claim C8).
//
// Expect   The same accesses, the same barriers, the same address arithmetic: the array starts at a fixed offset
//          in both. The book says dynamic is as fast as static and easier to maintain (claim C7). We expect a
//          tie.
//          - It is as fast as reduce_shared (before measuring).
// Run      ./tutorial run reduce_dynamic -- --n 100000000 --block 128
// See      ./tutorial explain reduce_dynamic
// Source   [Fan] ch. 8

#include "sum/input.hpp"

// [kernel]
// The block's dynamic shared memory as an array of T, as long as the launch says.
template <typename T>
__device__ T* dynamic_shared() {
  extern __shared__ __align__(16) unsigned char bytes[];
  return reinterpret_cast<T*>(bytes);
}

// blockDim.x is a power of two. Needs blockDim.x * sizeof(T) bytes of dynamic shared memory.
template <typename T>
__global__ void reduce_dynamic(const T* in, T* partial, std::int64_t n) {
  T* cache = dynamic_shared<T>();

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
  const std::size_t cache_bytes = block * sizeof(T);

  program.measure(
      in.row("dynamic shared memory"),
      [&] {
        // [launch]
        reduce_dynamic<<<grid, block, cache_bytes>>>(d_in.data(), d_partial.data(), n);
        // [launch]
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
