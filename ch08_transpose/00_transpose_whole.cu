// transpose_whole: how fast is a matrix transposed, from naive to a padded tile?
// A complete program in plain CUDA, with no header of this tutorial.
//
// Read     from `main`: input, memory and copies, launch and time, copy back, check. Four kernels do the same.
// Expect   Strided accesses waste most of each memory transaction. Through a 32x32 tile in shared memory, reads and
//          writes are coalesced, but the tile's columns have 32-way bank conflicts. One unused column removes them.
// Run      nvcc -O3 ch08_transpose/00_transpose_whole.cu && ./a.out 8192
//          ./tutorial sim ch08_transpose/00_transpose_whole.cu --predict=h200     needs no GPU; only the predicted times are a GPU's
// Source   [Fan] ch. 7 and 8

#include <cstdio>
#include <cstdlib>
#include <vector>

// Every CUDA call returns an error code. If you ignore it, the program continues with data that are not there.
#define CUDA_CHECK(call)                                                                  \
  do {                                                                                    \
    const cudaError_t error = (call);                                                     \
    if (error != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      std::exit(1);                                                                       \
    }                                                                                     \
  } while (false)

constexpr int tile_size = 32;  // a block has 32x32 threads, and transposes as many elements

__global__ void strided_write(const float* in, float* out, int n) {
  const int x = blockIdx.x * tile_size + threadIdx.x;  // neighboring threads of a warp have neighboring x
  const int y = blockIdx.y * tile_size + threadIdx.y;
  if (x < n && y < n) out[x * n + y] = in[y * n + x];
}

__global__ void strided_read(const float* in, float* out, int n) {
  const int x = blockIdx.x * tile_size + threadIdx.x;
  const int y = blockIdx.y * tile_size + threadIdx.y;
  if (x < n && y < n) out[y * n + x] = in[x * n + y];
}

template <int columns>  // 32, or 33: the last one is never used, but each row starts one bank later
__global__ void through_tile(const float* in, float* out, int n) {
  __shared__ float tile[tile_size][columns];
  int x = blockIdx.x * tile_size + threadIdx.x;
  int y = blockIdx.y * tile_size + threadIdx.y;
  if (x < n && y < n) tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();                           // the tile is full
  x = blockIdx.y * tile_size + threadIdx.x;  // the tile goes to the mirrored position,
  y = blockIdx.x * tile_size + threadIdx.y;
  if (x < n && y < n) out[y * n + x] = tile[threadIdx.x][threadIdx.y];  // and is read by column
}

int main(int argc, char** argv) {
  char* end = nullptr;
  const long n = argc > 1 ? std::strtol(argv[1], &end, 10) : 100;
  if (argc > 2 || n < 1 || n > 32768 || (end != nullptr && *end != '\0')) {
    std::fprintf(stderr, "usage: transpose_whole [N], where N is 1 to 32768 rows\n");
    return 2;
  }
  const size_t bytes = n * n * sizeof(float);
  std::vector<float> in(n * n), out(n * n);
  for (long i = 0; i < n * n; ++i) in[i] = i % (1 << 24);  // exact in float

  float *d_in, *d_out;  // d_: device memory, which the host cannot read
  CUDA_CHECK(cudaMalloc(&d_in, bytes));
  CUDA_CHECK(cudaMalloc(&d_out, bytes));
  CUDA_CHECK(cudaMemcpy(d_in, in.data(), bytes, cudaMemcpyHostToDevice));

  const unsigned tiles = (n + tile_size - 1) / tile_size;  // rounded up: enough blocks for all elements
  const dim3 grid(tiles, tiles), block(tile_size, tile_size);
  cudaEvent_t start, stop;
  CUDA_CHECK(cudaEventCreate(&start));  // a marker: the device notes the time when it reaches it
  CUDA_CHECK(cudaEventCreate(&stop));
  using Kernel = void (*)(const float*, float*, int);
  const Kernel kernels[] = {strided_write, strided_read, through_tile<32>, through_tile<33>};
  const char* const names[] = {"strided writes", "strided reads", "tile in shared memory", "padded tile"};
  long all_wrong = 0;
  for (int step = 0; step < 4; ++step) {
    CUDA_CHECK(cudaMemset(d_out, 0xff, bytes));  // so that no kernel passes with the result of the one before
    float ms;                                    // of the second run: the first one also loads the kernel
    for (int run = 0; run < 2; ++run) {
      CUDA_CHECK(cudaEventRecord(start));
      kernels[step]<<<grid, block>>>(d_in, d_out, n);
      CUDA_CHECK(cudaGetLastError());  // reports a launch that failed
      CUDA_CHECK(cudaEventRecord(stop));
      CUDA_CHECK(cudaEventSynchronize(stop));  // waits; reports errors inside the kernel
      CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
    }
    CUDA_CHECK(cudaMemcpy(out.data(), d_out, bytes, cudaMemcpyDeviceToHost));
    long wrong = 0;
    for (long i = 0; i < n * n; ++i) wrong += out[i] != in[i % n * n + i / n];
    std::printf("%-21s %9.3f ms %8.1f GB/s, %ld wrong\n", names[step], ms, 2e-6 * bytes / ms, wrong);
    all_wrong += wrong;
  }
  CUDA_CHECK(cudaEventDestroy(start));
  CUDA_CHECK(cudaEventDestroy(stop));
  CUDA_CHECK(cudaFree(d_in));
  CUDA_CHECK(cudaFree(d_out));
  return all_wrong == 0 ? 0 : 1;
}

// Later programs use common/include/tutorial for CUDA_CHECK (lines 16-23), DeviceBuffer (62-65, 87, 95-96) and measure (69-71, 80-85, 93-94).
