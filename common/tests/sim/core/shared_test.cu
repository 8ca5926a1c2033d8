// Shared memory: static, dynamic, aligned, and its limit.
#include <cuda_pipeline.h>
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>

#include "tests/sim/core/core_helpers.hpp"

namespace {

__global__ void reverse_blocks(const int* in, int* out) {
  __shared__ int tile[256];
  const unsigned first = blockIdx.x * blockDim.x;
  tile[threadIdx.x] = in[first + threadIdx.x];
  __syncthreads();
  out[first + threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

__global__ void dynamic_and_static(int* out) {
  extern __shared__ int dynamic[];
  __shared__ int fixed[64];
  dynamic[threadIdx.x] = static_cast<int>(threadIdx.x);
  fixed[threadIdx.x] = 1000;
  __syncthreads();
  out[threadIdx.x] = dynamic[63 - threadIdx.x] + fixed[63 - threadIdx.x];
}

template <int value>
__device__ int* own_variable() {
  __shared__ int variable;
  return &variable;
}

__global__ void two_instantiations(int* out) {
  *own_variable<1>() = 1;
  *own_variable<2>() = 2;
  out[0] = *own_variable<1>();
  out[1] = *own_variable<2>();
}

struct Pair {
  Pair() : first(1), second(2) {}
  double first;
  char second;
};

__global__ void alignments(std::uintptr_t* out) {
  __shared__ char byte;
  __shared__ __align__(128) char aligned[3];
  __shared__ alignas(64) float also[2], matrix[3][5];
  __shared__ Pair pair;
  byte = aligned[0] = 0;
  out[0] = reinterpret_cast<std::uintptr_t>(&aligned[0]) % 128;
  out[1] = reinterpret_cast<std::uintptr_t>(&also[0]) % 64;
  out[2] = reinterpret_cast<std::uintptr_t>(&pair) % alignof(Pair);
  out[3] = sizeof(matrix);
}

__global__ void least_alignments(std::uintptr_t* out) {
  __shared__ float words[4];
  __shared__ double number;
  __shared__ alignas(16) float aligned[4];
  words[0] = aligned[0] = 0;
  number = 0;
  out[0] = reinterpret_cast<std::uintptr_t>(&words[0]) % 16;
  out[1] = reinterpret_cast<std::uintptr_t>(&number) % 16;
  out[2] = reinterpret_cast<std::uintptr_t>(&aligned[0]) % 16;
}

__global__ void read_before_write(float* out) {
  __shared__ float uninitialised[32];
  out[blockIdx.x] = uninitialised[7];
  uninitialised[7] = 1;
}

__global__ void exactly_the_limit() {
  __shared__ char half[24 * 1024];
  __shared__ char other_half[24 * 1024];
  half[0] = other_half[0] = 0;
}

__global__ void too_much() {
  __shared__ char tile[40 * 1024];
  __shared__ char one_too_many[8 * 1024 + 1];
  tile[0] = one_too_many[0] = 0;
}

template <int static_bytes>
__global__ void both_kinds() {
  extern __shared__ char bytes_at_launch[];
  __shared__ char fixed[static_bytes];
  fixed[0] = bytes_at_launch[0] = 0;
}

enum class From { global, shared, local };

/// The address of global, shared or local memory, which the compiler does not see.
__device__ float* place(From from, float* global, float* shared, float* local) {
  return from == From::global ? global : from == From::shared ? shared : local;
}

__global__ void load_by_hint(From from, float* values) {
  __shared__ float shared[1];
  float local[1] = {2};
  shared[0] = 3;
  values[1] = __ldcg(place(from, values, shared, local));
}

__global__ void store_by_hint(From to, float* values) {
  __shared__ float shared[1];
  float local[1] = {2};
  __stcs(place(to, values, shared, local), 7.0f);
  values[1] = local[0];
}

__global__ void copy_asynchronously(From from, float* values, int to, int first) {
  __shared__ __align__(16) float tile[8];
  __align__(16) float local[8] = {};
  __pipeline_memcpy_async(&tile[to], place(from, values, tile, local) + first, 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  values[8] = tile[to];
}

__global__ void copy_asynchronously_to(From to, float* values) {
  __shared__ __align__(16) float tile[4];
  __align__(16) float local[4] = {};
  __pipeline_memcpy_async(place(to, values + 4, tile, local), values, 16);
}

__global__ void convert(From from, bool to_global, float* values) {
  __shared__ float shared[1];
  float local[1] = {2};
  shared[0] = 3;
  const float* const address = place(from, values, shared, local);
  if (to_global)
    values[1] = *static_cast<const float*>(__cvta_global_to_generic(__cvta_generic_to_global(address)));
  else
    values[1] = *static_cast<const float*>(__cvta_shared_to_generic(__cvta_generic_to_shared(address)));
}

__global__ void load_by_instruction(From from, float* values) {
  __shared__ float shared[1];
  float local[1] = {2}, loaded = 0;
  shared[0] = 3;
  asm volatile("ld.global.f32 %0, [%1];" : "=f"(loaded) : "l"(place(from, values, shared, local)));
  values[1] = loaded;
}

}  // namespace

TEST_CASE("a static array belongs to the block") {
  Managed<int> in(256 * 50), out(256 * 50);
  for (int i = 0; i < 256 * 50; ++i) in[i] = i;
  reverse_blocks<<<50, 256>>>(in.get(), out.get());
  int wrong = 0;
  for (int i = 0; i < 256 * 50; ++i) wrong += out[i] != i / 256 * 256 + 255 - i % 256;
  CHECK(wrong == 0);
}

TEST_CASE("dynamic and static shared memory lie side by side") {
  Managed<int> out(64);
  dynamic_and_static<<<1, 64, 64 * sizeof(int)>>>(out.get());
  for (int i = 0; i < 64; ++i) CHECK(out[i] == 1063 - i);
}

TEST_CASE("each instantiation of a template has its own variable") {
  Managed<int> out(2);
  two_instantiations<<<1, 1>>>(out.get());
  CHECK(out[0] == 1);
  CHECK(out[1] == 2);
}

TEST_CASE("shared variables keep their alignment, and no constructor runs") {
  Managed<std::uintptr_t> out(4, 99);
  alignments<<<1, 1, 4>>>(out.get());
  CHECK(out[0] == 0);
  CHECK(out[1] == 0);
  CHECK(out[2] == 0);
  CHECK(out[3] == 60);
}

TEST_CASE("shared variables are aligned as their types promise, and no better with a negative seed") {
  Managed<std::uintptr_t> out(3, 99);
  least_alignments<<<1, 1>>>(out.get());
  for (const std::uintptr_t rest : out) CHECK(rest == 0);
  const Environment seed("CUDASIM_SEED", "-1");
  least_alignments<<<1, 1>>>(out.get());
  CHECK(out[0] == 4);
  CHECK(out[1] == 8);
  CHECK(out[2] == 0);
}

TEST_CASE("shared memory that a block reads before writing is NaN") {
  Managed<float> out(3);
  read_before_write<<<3, 1>>>(out.get());
  for (float value : out) CHECK(std::isnan(value));
}

TEST_CASE("static and dynamic shared memory together are limited to 48 KB, with the attribute to 227 KB") {
  constexpr int kb = 1024;
  both_kinds<40 * kb><<<1, 1, 8 * kb>>>();
  CHECK(take_error() == cudaSuccess);
  const std::string text = standard_error_of([] {
    both_kinds<40 * kb><<<1, 1, 8 * kb + 1>>>();
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);  // it has not begun
  });
  CHECK(contains(text, "40960 bytes of static shared memory, its launch asks for 8193 of dynamic"));
  // The attribute need not be above 48 KB.
  const auto allow = [](int bytes) {
    return cudaFuncSetAttribute(both_kinds<40 * kb>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  };
  REQUIRE(allow(16 * kb) == cudaSuccess);
  both_kinds<40 * kb><<<1, 1, 16 * kb>>>();
  CHECK(take_error() == cudaSuccess);
  REQUIRE(allow(200 * kb) == cudaSuccess);
  both_kinds<40 * kb><<<1, 1, 187 * kb>>>();
  CHECK(take_error() == cudaSuccess);
  both_kinds<40 * kb><<<1, 1, 187 * kb + 1>>>();
  CHECK(take_error() == cudaErrorInvalidValue);
}

TEST_CASE("loads and stores with a cache hint take addresses of global memory only") {
  Managed<float> values(2, 5);
  load_by_hint<<<1, 1>>>(From::global, values.get());
  CHECK(values[1] == 5);
  store_by_hint<<<1, 1>>>(From::global, values.get());
  CHECK(values[0] == 7);
  for (const From from : {From::shared, From::local}) {
    const std::string text = standard_error_of([&] { load_by_hint<<<1, 1>>>(from, values.get()); });
    CHECK(take_error() == cudaErrorInvalidAddressSpace);
    CHECK(contains(text, "__ldcg at "));
    CHECK(contains(text, "variable's") == (from == From::local));
    Managed<float> again(2);
    store_by_hint<<<1, 1>>>(from, again.get());
    CHECK(take_error() == cudaErrorInvalidAddressSpace);
  }
}

TEST_CASE("an asynchronous copy takes aligned addresses and global memory as its source") {
  const auto error_of = [](From from, int to, int first) {
    Managed<float> values(9, 5);
    copy_asynchronously<<<1, 1>>>(from, values.get(), to, first);
    return take_error();
  };
  CHECK(error_of(From::global, 4, 4) == cudaSuccess);
  CHECK(error_of(From::global, 2, 4) == cudaErrorMisalignedAddress);
  CHECK(error_of(From::global, 4, 2) == cudaErrorMisalignedAddress);
  CHECK(error_of(From::shared, 4, 0) == cudaErrorInvalidAddressSpace);
  CHECK(error_of(From::local, 4, 0) == cudaErrorInvalidAddressSpace);
}

TEST_CASE("an asynchronous copy takes shared memory as its target") {
  for (const From to : {From::shared, From::global, From::local}) {
    Managed<float> values(8, 5);
    const std::string text = standard_error_of([&] { copy_asynchronously_to<<<1, 1>>>(to, values.get()); });
    CHECK(take_error() == (to == From::shared ? cudaSuccess : cudaErrorInvalidAddressSpace));
    CHECK(contains(text, "variable's") == (to == From::local));
  }
}

TEST_CASE("an address becomes one of a memory that it lies in only") {
  for (const From from : {From::global, From::shared, From::local})
    for (const bool to_global : {true, false}) {
      Managed<float> values(2, 5);
      const std::string text = standard_error_of([&] { convert<<<1, 1>>>(from, to_global, values.get()); });
      const bool is_there = from == (to_global ? From::global : From::shared);
      CHECK(take_error() == (is_there ? cudaSuccess : cudaErrorInvalidAddressSpace));
      CHECK(contains(text, to_global ? "__cvta_generic_to_global at " : "__cvta_generic_to_shared at ") !=
            is_there);
    }
}

TEST_CASE("an instruction for global memory takes addresses of global memory only") {
  for (const From from : {From::global, From::shared, From::local}) {
    Managed<float> values(2, 5);
    load_by_instruction<<<1, 1>>>(from, values.get());
    CHECK(take_error() == (from == From::global ? cudaSuccess : cudaErrorInvalidAddressSpace));
  }
}

TEST_CASE("static shared memory is limited to 48 KB") {
  exactly_the_limit<<<1, 1>>>();
  CHECK(take_error() == cudaSuccess);
  const std::string text = standard_error_of([] {
    too_much<<<1, 1>>>();
    CHECK(take_error() == cudaErrorLaunchOutOfResources);
  });
  CHECK(contains(text, "uses too much shared data (0xc001 bytes, 0xc000 max)"));
  CHECK(contains(text, "one_too_many"));
}
