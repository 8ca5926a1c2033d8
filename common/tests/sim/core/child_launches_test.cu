// Launches, copies and allocations in kernels. They are in functions of both sides, since nvcc demands -rdc=true for them in device code.
#include <doctest/doctest.h>

#include "tests/sim/core/core_helpers.hpp"

namespace {

/// out[0] counts, out[place] is which of the kernels this one is.
__global__ void note(int* out, int place) { out[place] = ++out[0]; }

__host__ __device__ void launch_note(int* out, int place, cudaStream_t stream = nullptr) {
  note<<<1, 1, 0, stream>>>(out, place);
}

__global__ void child(int* out) {
  launch_note(out, 2);
  out[1] = ++out[0];
}

__host__ __device__ void launch_child(int* out) {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  child<<<1, 1, 0, stream>>>(out);
  cudaStreamDestroy(stream);
}

__global__ void parent(int* out) {
  launch_note(out, 4, cudaStreamTailLaunch);
  launch_child(out);
  launch_note(out, 3, cudaStreamFireAndForget);
  out[5] = ++out[0];
}

__host__ __device__ void copy_later(int* out) {
  launch_note(out, 1);
  cudaMemcpyAsync(out + 2, out + 1, sizeof(int), cudaMemcpyDeviceToDevice, nullptr);
}

__global__ void copies(int* out) { copy_later(out); }

__host__ __device__ void allocate(int* out) {
  int* own = nullptr;
  out[0] = cudaMalloc(&own, 40);
  if (own == nullptr) return;
  own[9] = 7;
  out[1] = own[9];
  out[2] = cudaFree(own);
}

__global__ void allocates(int* out) { allocate(out); }

__global__ void trap() { __trap(); }

__host__ __device__ void launch_trap() { trap<<<1, 1>>>(); }

__host__ __device__ void launch_nothing(int* error) {
  trap<<<0, 1>>>();
  *error = cudaGetLastError();
}

__global__ void parent_of_trap(int* out) {
  launch_trap();
  launch_note(out, 1);
}

__global__ void parent_of_nothing(int* error) { launch_nothing(error); }

}  // namespace

TEST_CASE("kernels that a kernel launches run after it, tail launches last") {
  Managed<int> out(6);
  parent<<<1, 1>>>(out.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(out[5] == 1);  // the parent
  CHECK(out[1] == 2);  // its child
  CHECK(out[2] == 3);  // the child's child
  CHECK(out[3] == 4);
  CHECK(out[4] == 5);
}

TEST_CASE("a copy in a kernel comes after the launches before it") {
  Managed<int> out(3);
  copies<<<1, 1>>>(out.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(out[1] == 1);
  CHECK(out[2] == 1);
}

TEST_CASE("cudaMalloc in a kernel takes memory of the kernel's heap") {
  Managed<int> out(3, -1);
  allocates<<<1, 1>>>(out.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(out[0] == cudaSuccess);
  CHECK(out[1] == 7);
  CHECK(out[2] == cudaSuccess);
}

TEST_CASE("a failed child ends the work of its parent, and the host gets its error") {
  Managed<int> out(2);
  const std::string text = standard_error_of([&] { parent_of_trap<<<1, 1>>>(out.get()); });
  CHECK(contains(text, "kernel trap"));
  CHECK(out.get()[1] == 0);
  CHECK(take_error() == cudaErrorLaunchFailure);
}

TEST_CASE("a launch in a kernel with an empty grid gives the kernel an error") {
  Managed<int> error(1);
  parent_of_nothing<<<1, 1>>>(error.get());
  CHECK(error[0] == cudaErrorInvalidConfiguration);
  CHECK(take_error() == cudaSuccess);
}
