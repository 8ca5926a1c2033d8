#include <cuda.h>
#include <doctest/doctest.h>

#include <cuda/ptx>

#include "tests/sim/core/core_helpers.hpp"

namespace ptx = cuda::ptx;

namespace {

/// Copies so many bytes from this offset in the source to that offset in the tile.
__global__ void copy(const char* in, char* out, unsigned bytes, unsigned from, unsigned to) {
  __shared__ alignas(128) char tile[256];
  __shared__ std::uint64_t bar;
  ptx::mbarrier_init(&bar, 1);
  ptx::fence_proxy_async();
  ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, bytes);
  ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile + to, in + from, bytes, &bar);
  while (!ptx::mbarrier_try_wait_parity(&bar, 0)) {
  }
  for (unsigned i = 0; i < bytes; ++i) out[i] = tile[to + i];
}

__global__ void lacks(unsigned arrivals, unsigned bytes) {
  __shared__ std::uint64_t bar;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&bar, 2);
    ptx::mbarrier_expect_tx(ptx::sem_relaxed, ptx::scope_cta, ptx::space_shared, &bar, bytes);
    if (arrivals != 0) ptx::mbarrier_arrive(&bar, arrivals);
  }
  __syncthreads();
  while (!ptx::mbarrier_try_wait_parity(&bar, 0)) {
  }
}

/// Looks once and goes on.
__global__ void give_up(int* out) {
  __shared__ std::uint64_t bar;
  if (threadIdx.x == 0) ptx::mbarrier_init(&bar, 1);
  __syncthreads();
  const bool before = ptx::mbarrier_try_wait_parity(&bar, 0);
  __syncthreads();
  if (threadIdx.x == 0) ptx::mbarrier_arrive(&bar);
  __syncthreads();
  out[threadIdx.x] =
      !before && ptx::mbarrier_test_wait_parity(&bar, 0) && !ptx::mbarrier_test_wait_parity(&bar, 1);
}

__global__ void __cluster_dims__(2) to_the_neighbour(int* out) {
  __shared__ alignas(16) int own[8], got[8];
  __shared__ std::uint64_t bar;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&bar, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof(got));
  }
  own[threadIdx.x] = static_cast<int>(blockIdx.x * 8 + threadIdx.x);
  ptx::fence_proxy_async(ptx::space_shared);
  ptx::barrier_cluster_arrive();
  ptx::barrier_cluster_wait();
  if (threadIdx.x == 0) {
    const unsigned other = ptx::get_sreg_cluster_ctarank() ^ 1;
    using namespace cudasim::detail;
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_shared, in_cluster(got, other, {"", "", 0}), own,
                       sizeof(own), static_cast<std::uint64_t*>(in_cluster(&bar, other, {"", "", 0})));
  }
  while (!ptx::mbarrier_try_wait_parity(&bar, 0)) {
  }
  out[blockIdx.x * 8 + threadIdx.x] = got[threadIdx.x];
  ptx::barrier_cluster_arrive();
  ptx::barrier_cluster_wait();
}

__global__ void box_of(const __grid_constant__ CUtensorMap map, unsigned char* out, int bytes) {
  __shared__ alignas(1024) unsigned char box[2048];
  __shared__ std::uint64_t bar;
  const std::int32_t at[2] = {0, 0};
  ptx::mbarrier_init(&bar, 1);
  ptx::fence_proxy_async();
  ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar,
                                 static_cast<unsigned>(bytes));
  ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, box, &map, at, &bar);
  while (!ptx::mbarrier_try_wait_parity(&bar, 0)) {
  }
  for (int i = 0; i < bytes; ++i) out[i] = box[i];
}

struct Map {
  cuuint64_t sizes[2] = {64, 16};
  cuuint64_t strides[1] = {64};
  cuuint32_t box[2] = {64, 16}, steps[2] = {1, 1};
  CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
  CUtensorMap map;

  CUresult encode(void* address) {
    return cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_UINT8, 2, address, sizes, strides, box, steps,
                                  CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                  CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  }
  std::string refusal(void* address) {
    return standard_error_of([&] { CHECK(encode(address) == CUDA_ERROR_INVALID_VALUE); });
  }
};

}  // namespace

TEST_CASE("a bulk copy requires addresses and a size that are multiples of 16 bytes") {
  Managed<char> in(512, 'x'), out(256);
  copy<<<1, 1>>>(in.get(), out.get(), 64, 16, 32);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(out[63] == 'x');
  const auto told = [&](unsigned bytes, unsigned from, unsigned to) {
    const std::string text = standard_error_of([&] { copy<<<1, 1>>>(in.get(), out.get(), bytes, from, to); });
    cudaDeviceReset();
    return text;
  };
  CHECK(contains(told(24, 0, 0), "the size is no multiple of 16 bytes"));
}

TEST_CASE("a misaligned TMA copy is reported") {
  Managed<char> in(512), out(256);
  CHECK(contains(standard_error_of([&] { copy<<<1, 1>>>(in.get(), out.get(), 16, 8, 0); }),
                 "the address in global memory is no multiple of 16 bytes"));
  cudaDeviceReset();
  CHECK(contains(standard_error_of([&] { copy<<<1, 1>>>(nullptr, nullptr, 16, 0, 4); }),
                 "the address in shared memory is no multiple of 16 bytes"));
  cudaDeviceReset();
}

TEST_CASE("a wait for an incomplete mbarrier reports what is missing") {
  std::string text = standard_error_of([] { lacks<<<1, 64>>>(1, 0); });
  CHECK(contains(text, "where 1 of 2 have arrived"));
  CHECK(cudaGetLastError() == cudaErrorLaunchFailure);
  cudaDeviceReset();
  text = standard_error_of([] { lacks<<<1, 64>>>(2, 48); });
  CHECK(contains(text, "48 bytes are still to be copied"));
  CHECK(cudaGetLastError() == cudaErrorLaunchFailure);
  cudaDeviceReset();
}

TEST_CASE("a look at an mbarrier is not a wait") {
  Managed<int> out(64);
  give_up<<<1, 64>>>(out.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  for (int each : out) CHECK(each == 1);
}

TEST_CASE("a block copies to its neighbour's shared memory") {
  Managed<int> out(16);
  to_the_neighbour<<<2, 8>>>(out.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < 16; ++i) CHECK(out[i] == (i ^ 8));
}

TEST_CASE("a swizzle exchanges runs of 16 bytes by the number of their 128 bytes") {
  Managed<unsigned char> in(1024), out(1024);
  for (int i = 0; i < 1024; ++i) in[static_cast<std::size_t>(i)] = static_cast<unsigned char>(i / 16);
  for (int span : {0, 32, 64}) {
    Map tensor;
    tensor.swizzle = span == 0    ? CU_TENSOR_MAP_SWIZZLE_NONE
                     : span == 32 ? CU_TENSOR_MAP_SWIZZLE_32B
                                  : CU_TENSOR_MAP_SWIZZLE_64B;
    tensor.box[0] = span == 0 ? 64 : static_cast<cuuint32_t>(span);
    REQUIRE(tensor.encode(in.get()) == CUDA_SUCCESS);
    const int row = static_cast<int>(tensor.box[0]);
    box_of<<<1, 1>>>(tensor.map, out.get(), row * 16);
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    for (int i = 0; i < row * 16; i += 16) {
      const int mixed = span == 0 ? i : i ^ ((i / 128 % (span / 16)) * 16);
      CHECK(out[static_cast<std::size_t>(mixed)] == i / row * 4 + i % row / 16);
    }
  }
}

TEST_CASE("a tensor map that a device could not use is refused") {
  Managed<unsigned char> memory(2048);
  Map tensor;
  CHECK(tensor.encode(memory.get()) == CUDA_SUCCESS);
  CHECK(contains(tensor.refusal(memory.get() + 8), "address is no multiple of 16 bytes"));
  tensor.strides[0] = 72;
  CHECK(contains(tensor.refusal(memory.get()), "stride is no multiple of 16 bytes"));
  tensor.strides[0] = 64;
  tensor.box[1] = 257;
  CHECK(contains(tensor.refusal(memory.get()), "larger than 256"));
  tensor.box[1] = 16;
  tensor.box[0] = 24;
  CHECK(contains(tensor.refusal(memory.get()), "inner dimension of the box is no multiple"));
  tensor.box[0] = 64;
  tensor.swizzle = CU_TENSOR_MAP_SWIZZLE_32B;
  CHECK(contains(tensor.refusal(memory.get()), "larger than the swizzle's span"));
}
