// A transpose by boxes of tensors, plain and with 128 bytes swizzled, past the edge of the matrix; and a box of three dimensions.
// expect-exit: 0
#include <cuda.h>
#include <cudaTypedefs.h>

#include <cuda/barrier>
#include <cuda/ptx>
#include <utility>
#include <vector>

#include "../lens_check.hpp"

namespace ptx = cuda::ptx;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int side = 32;

PFN_cuTensorMapEncodeTiled_v12000 encoder() {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found;
  CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault,
                                         &found));
  if (found != cudaDriverEntryPointSuccess) std::exit(1);
  return reinterpret_cast<PFN_cuTensorMapEncodeTiled_v12000>(function);
}

CUtensorMap map_of(int* address, std::vector<cuuint64_t> sizes, std::vector<cuuint32_t> box,
                   CUtensorMapSwizzle swizzle) {
  CUtensorMap map;
  std::vector<cuuint64_t> strides;
  cuuint64_t stride = sizeof(int);
  for (cuuint64_t size : sizes) strides.push_back(stride *= size);
  const std::vector<cuuint32_t> steps(sizes.size(), 1);
  if (encoder()(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, static_cast<cuuint32_t>(sizes.size()), address,
                sizes.data(), strides.data(), box.data(), steps.data(), CU_TENSOR_MAP_INTERLEAVE_NONE,
                swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS)
    std::exit(1);
  return map;
}

__device__ int* place(int (*tile)[side], int row, int column, bool swizzled) {
  return &tile[row][swizzled ? ((column / 4 ^ row % 8) * 4 + column % 4) : column];
}

__global__ void transpose(const __grid_constant__ CUtensorMap in, const __grid_constant__ CUtensorMap out,
                          bool swizzled) {
  __shared__ alignas(1024) int read[side][side];
  __shared__ alignas(1024) int written[side][side];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier bar;
  const int column = static_cast<int>(threadIdx.x), x = static_cast<int>(blockIdx.x) * side,
            y = static_cast<int>(blockIdx.y) * side;
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    init(&bar, blockDim.x * blockDim.y);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  Barrier::arrival_token token;
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    const std::int32_t coordinates[2] = {x, y};
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, read, &in, coordinates,
                              cuda::device::barrier_native_handle(bar));
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(read));
  } else {
    token = bar.arrive();
  }
  bar.wait(std::move(token));
  for (int row = static_cast<int>(threadIdx.y); row < side; row += static_cast<int>(blockDim.y))
    *place(written, column, row, swizzled) = *place(read, row, column, swizzled);
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    const std::int32_t coordinates[2] = {y, x};
    ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &out, coordinates, written);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
}

__global__ void sum_of_box(const __grid_constant__ CUtensorMap in, int* out) {
  __shared__ alignas(128) int box[2][3][4];
  __shared__ std::uint64_t bar;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&bar, 1);
    ptx::fence_proxy_async(ptx::space_shared);
    const std::int32_t coordinates[3] = {-1, 2, 1};
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof(box));
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, box, &in, coordinates, &bar);
  }
  __syncthreads();
  while (!ptx::mbarrier_try_wait_parity(&bar, 0)) {
  }
  out[threadIdx.x] = (&box[0][0][0])[threadIdx.x];
}

int main() {
  const int rows = 40, columns = 52;  // rows of 160 and 208 bytes
  std::vector<int> x(rows * columns), y(columns * rows);
  for (int i = 0; i < rows * columns; ++i) x[static_cast<std::size_t>(i)] = i + 1;
  int *d_x, *d_y;
  const std::size_t bytes = x.size() * sizeof(int);
  CHECK(cudaMalloc(&d_x, bytes));
  CHECK(cudaMalloc(&d_y, bytes));
  CHECK(cudaMemcpy(d_x, x.data(), bytes, cudaMemcpyHostToDevice));
  for (const bool swizzled : {false, true}) {
    const CUtensorMapSwizzle swizzle = swizzled ? CU_TENSOR_MAP_SWIZZLE_128B : CU_TENSOR_MAP_SWIZZLE_NONE;
    CHECK(cudaMemset(d_y, 0, bytes));
    transpose<<<dim3(2, 2), dim3(side, 8)>>>(map_of(d_x, {columns, rows}, {side, side}, swizzle),
                                             map_of(d_y, {rows, columns}, {side, side}, swizzle), swizzled);
    CHECK(cudaMemcpy(y.data(), d_y, bytes, cudaMemcpyDeviceToHost));
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j)
        if (y[static_cast<std::size_t>(j * rows + i)] != x[static_cast<std::size_t>(i * columns + j)])
          return 1;
  }
  int box[24];
  sum_of_box<<<1, 24>>>(map_of(d_x, {4, 4, 3}, {4, 3, 2}, CU_TENSOR_MAP_SWIZZLE_NONE), d_y);
  CHECK(cudaMemcpy(box, d_y, sizeof(box), cudaMemcpyDeviceToHost));
  for (int i = 0; i < 24; ++i) {
    const int a = i % 4 - 1, b = i / 4 % 3 + 2, c = i / 12 + 1;
    if (box[i] != (a >= 0 && b < 4 ? c * 16 + b * 4 + a + 1 : 0)) return 1;
  }
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  return 0;
}
