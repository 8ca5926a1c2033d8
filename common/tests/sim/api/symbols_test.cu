#include <doctest/doctest.h>

#include <cstring>

#include "tests/sim/api/fresh_device.hpp"

namespace {
__constant__ float weights[4];
__device__ int counter;
__device__ float* table;
__managed__ int shared_with_host = 1;

template <int n>
__device__ int per_template[n];

__global__ void read_symbols(float* out) {
  out[0] = weights[2];
  out[1] = static_cast<float>(counter);
  out[2] = table[1];
  out[3] = static_cast<float>(per_template<3>[2]);
  counter = 77;
  shared_with_host += 1;
}
}  // namespace

TEST_CASE_FIXTURE(FreshDevice, "a kernel sees what was copied to symbols, and the host what it wrote") {
  const float values[4] = {1, 2, 3, 4};
  const int seven = 7;
  const int three[3] = {5, 6, 9};
  float *out = nullptr, *data = nullptr;
  REQUIRE(cudaMalloc(&out, 4 * sizeof(float)) == cudaSuccess);
  REQUIRE(cudaMalloc(&data, sizeof values) == cudaSuccess);
  REQUIRE(cudaMemcpy(data, values, sizeof values, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemcpyToSymbol(weights, values, sizeof values) == cudaSuccess);
  CHECK(cudaMemcpyToSymbol(counter, &seven, sizeof seven) == cudaSuccess);
  CHECK(cudaMemcpyToSymbol(table, &data, sizeof data) == cudaSuccess);
  CHECK(cudaMemcpyToSymbolAsync(per_template<3>, three, sizeof three) == cudaSuccess);
  read_symbols<<<1, 1>>>(out);
  CHECK(cudaGetLastError() == cudaSuccess);
  float result[4];
  CHECK(cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(result[0] == 3);
  CHECK(result[1] == 7);
  CHECK(result[2] == 2);
  CHECK(result[3] == 9);
  int count = 0;
  CHECK(cudaMemcpyFromSymbol(&count, counter, sizeof count) == cudaSuccess);
  CHECK(count == 77);
  CHECK(shared_with_host == 2);
}

TEST_CASE_FIXTURE(FreshDevice, "part of a symbol is copied at its offset, never past its end") {
  const float two[2] = {8, 9};
  CHECK(cudaMemcpyToSymbol(weights, two, sizeof two, 2 * sizeof(float)) == cudaSuccess);
  float last = 0;
  CHECK(cudaMemcpyFromSymbol(&last, weights, sizeof last, 3 * sizeof(float)) == cudaSuccess);
  CHECK(last == 9);
  CHECK(cudaMemcpyToSymbol(weights, two, sizeof two, 3 * sizeof(float)) == cudaErrorInvalidValue);
  CHECK(cudaMemcpyFromSymbol(&last, weights, sizeof last, 100) == cudaErrorInvalidValue);
  CHECK(cudaMemcpyToSymbol(weights, two, sizeof two, 0, cudaMemcpyDeviceToHost) ==
        cudaErrorInvalidMemcpyDirection);
}

TEST_CASE_FIXTURE(FreshDevice, "a symbol's address is a device address once it was asked for") {
  const float values[4] = {1, 2, 3, 4};
  CHECK(cudaMemcpy(weights, values, sizeof values, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  void* address = nullptr;
  std::size_t size = 0;
  REQUIRE(cudaGetSymbolAddress(&address, weights) == cudaSuccess);
  REQUIRE(cudaGetSymbolSize(&size, weights) == cudaSuccess);
  CHECK(size == sizeof values);
  CHECK(cudaMemcpy(address, values, size, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemcpy(address, values, size + 1, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  float back = 0;
  CHECK(cudaMemcpyFromSymbol(&back, weights, sizeof back, 4) == cudaSuccess);
  CHECK(back == 2);
  cudaPointerAttributes attributes;
  CHECK(cudaPointerGetAttributes(&attributes, address) == cudaSuccess);
  CHECK(attributes.type == cudaMemoryTypeDevice);
}

TEST_CASE_FIXTURE(FreshDevice, "what is no variable is no symbol") {
  const int one = 1;
  int local = 0;
  CHECK(cudaMemcpyToSymbol(local, &one, sizeof one) == cudaErrorInvalidSymbol);
  CHECK(cudaMemcpyToSymbol(&counter, &one, sizeof one) == cudaErrorInvalidSymbol);  // the classic slip
  CHECK(local == 0);
}

TEST_CASE_FIXTURE(FreshDevice, "a managed variable is copied from either side") {
  const int nine = 9;
  CHECK(cudaMemcpy(&shared_with_host, &nine, sizeof nine, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(shared_with_host == 9);
}
