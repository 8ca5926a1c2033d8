#include <doctest/doctest.h>

#if __has_include(<thrust/version.h>)
#include <thrust/complex.h>
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/universal_vector.h>

#ifndef __CUDACC__
#error "Thrust's headers must leave __CUDACC__ as it was"
#endif

namespace {
struct Square {
  __host__ __device__ float operator()(float x) const { return x * x; }
};
__global__ void double_all(float* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] *= 2;
}
cudaMemoryType kind_of(const void* pointer) {
  cudaPointerAttributes attributes;
  REQUIRE(cudaPointerGetAttributes(&attributes, pointer) == cudaSuccess);
  return attributes.type;
}
}  // namespace

TEST_CASE("algorithms and kernels work on the same device vector") {
  thrust::device_vector<float> v(1000);
  thrust::sequence(v.begin(), v.end());
  double_all<<<4, 256>>>(thrust::raw_pointer_cast(v.data()), 1000);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  CHECK(thrust::reduce(v.begin(), v.end(), 0.0f, thrust::plus<float>()) == 999000.0f);
  thrust::transform(v.begin(), v.end(), v.begin(), Square());
  thrust::sort(v.begin(), v.end(), thrust::greater<float>());
  CHECK(v[0] == 1998.0f * 1998.0f);
  const thrust::host_vector<float> h = v;
  CHECK(h[999] == 0.0f);
  CHECK(thrust::inner_product(v.begin(), v.begin() + 2, h.begin(), 0.0f) > 0);
  CHECK(thrust::transform_reduce(thrust::device, thrust::make_counting_iterator(0),
                                 thrust::make_counting_iterator(4), Square(), 0.0f,
                                 thrust::plus<float>()) == 14.0f);
}

TEST_CASE("device vectors lie in the simulated device's memory and give it back") {
  std::size_t before = 0, after = 0, total = 0;
  REQUIRE(cudaMemGetInfo(&before, &total) == cudaSuccess);
  {
    thrust::device_vector<int> device(10, 1);
    thrust::universal_vector<int> universal(10, 2);
    CHECK(kind_of(thrust::raw_pointer_cast(device.data())) == cudaMemoryTypeDevice);
    CHECK(kind_of(thrust::raw_pointer_cast(universal.data())) == cudaMemoryTypeManaged);
    thrust::device_ptr<int> raw = thrust::device_malloc<int>(5);
    CHECK(kind_of(raw.get()) == cudaMemoryTypeDevice);
    thrust::fill(raw, raw + 5, 3);
    CHECK(thrust::reduce(raw, raw + 5) == 15);
    thrust::device_free(raw);
    CHECK(thrust::reduce(thrust::cuda::par.on(nullptr), universal.begin(), universal.end()) == 20);
  }
  REQUIRE(cudaMemGetInfo(&after, &total) == cudaSuccess);
  CHECK(after == before);
}

TEST_CASE("a vector that does not fit throws and leaves no error behind") {
  CHECK_THROWS_AS(thrust::device_vector<char>(std::size_t{1} << 50), std::bad_alloc);
  CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("complex numbers of Thrust compile under the stand-in headers") {
  CHECK(thrust::abs(thrust::complex<float>(3, 4)) == 5.0f);
}

TEST_CASE("thrust::system_error is known without its header, as it is in a CUDA toolkit") {
  CHECK(thrust::system_error(5, thrust::system_category()).code().value() == 5);
}

#else

#include "tests/runner/skip.hpp"

TEST_CASE("Thrust runs on the simulator") { tests::skip("Thrust", "its headers are not installed"); }

#endif
