// How kernels are launched: indices, arguments, limits, order.
#include <doctest/doctest.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "tests/sim/core/core_helpers.hpp"

namespace {

__global__ void count_visits(int* visits) {
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  atomicAdd(&visits[block * blockDim.x * blockDim.y * blockDim.z + thread], 1);
}

__global__ void change_own_argument(int value, int* results) {
  value += static_cast<int>(threadIdx.x);
  __syncthreads();
  results[threadIdx.x] = value;
}

template <class T>
__global__ void fill(T* data, int count, T value) {
  for (int i = 0; i < count; ++i) data[i] = value;
}

__global__ void note_null(const float* pointer, bool* was_null) { *was_null = pointer == nullptr; }

__global__ void nothing() {}

template <int block>
__global__ void __launch_bounds__(block, 2) mark(int* ran) {
  *ran = 1;
}

/// Copies and ends of it are counted, as of an object that owns memory.
struct Owner {
  int* sum;
  int part;
  static int copies, ends;

  Owner(int* its_sum, int its_part) : sum(its_sum), part(its_part) {}
  Owner(const Owner& other) : sum(other.sum), part(other.part) { ++copies; }
  ~Owner() { ++ends; }
};
int Owner::copies, Owner::ends;

__global__ void add_part(Owner owner, float more, int scale = 1) {
  owner.part += static_cast<int>(threadIdx.x) * scale;
  atomicAdd(owner.sum, owner.part + static_cast<int>(more));
}

template <class T>
__global__ void add_part_of(T* sum, const Owner owner) {
  atomicAdd(sum, owner.part);
}

__global__ void note_order(int* next, int* order) {
  order[atomicAdd(next, 1)] = static_cast<int>(blockIdx.x);
}

__global__ void note_warp_order(int* next, int* order) {
  if (threadIdx.x % 32 == 0) order[atomicAdd(next, 1)] = static_cast<int>(threadIdx.x / 32);
}

/// Each thread notes its turn before a barrier, after it, and after a pause.
__global__ void note_thread_order(int* next, int* order) {
  for (int round = 0; round < 3; ++round) {
    order[atomicAdd(next, 1)] = static_cast<int>(threadIdx.x);
    if (round == 0)
      __syncthreads();
    else
      __nanosleep(1);
  }
}

template <int value>
__global__ void set(int* result) {
  *result = value;
}

template <int first, int second, int third>
__global__ void set_digits(int* result) {
  *result = 100 * first + 10 * second + third;
}

#define SELECT(VALUE, NAME, ...) \
  [&] {                          \
    if (VALUE == 1) {            \
      constexpr int NAME = 1;    \
      return __VA_ARGS__();      \
    }                            \
    constexpr int NAME = 2;      \
    return __VA_ARGS__();        \
  }()

template <class T>
void launch_of_digits(int first, int second, T* result) {
  constexpr int third = 7;
  SELECT(first, FIRST,
         [&] { SELECT(second, SECOND, [&] { set_digits<FIRST, SECOND, third><<<1, 1>>>(result); }); });
}

#define LAUNCH(kernel, ...) kernel<<<1, 1>>>(__VA_ARGS__)

__global__ void allocate(void** kept) { *kept = malloc(100000); }
__global__ void release(void** kept) { free(*kept); }

}  // namespace

TEST_CASE("an argument with a constructor and a destructor is copied once and ends once, as on the device") {
  Managed<int> sum(1);
  Owner::copies = Owner::ends = 0;
  {
    const Owner owner(sum.get(), 1);
    add_part<<<2, 4>>>(owner, 2, 10);
    CHECK(sum[0] == 2 * (4 * 3 + 60));
    CHECK(Owner::copies == 1);
    CHECK(Owner::ends == 1);
    add_part_of<int><<<2, 4>>>(sum.get(), owner);
    CHECK(sum[0] == 2 * (4 * 3 + 60) + 8);
    CHECK(Owner::copies == 2);
  }
  CHECK(Owner::ends == 3);
}

TEST_CASE("every thread of every block runs once, whatever the shapes") {
  const dim3 grids[] = {1, {3, 2}, {2, 3, 4}, 100};
  const dim3 blocks[] = {1, 31, 33, {8, 8}, {4, 3, 5}, 1024};
  for (const dim3& grid : grids)
    for (const dim3& block : blocks) {
      Managed<int> visits(grid.x * grid.y * grid.z * block.x * block.y * block.z);
      count_visits<<<grid, block>>>(visits.get());
      REQUIRE(take_error() == cudaSuccess);
      int wrong = 0;
      for (int count : visits) wrong += count != 1;
      CHECK(wrong == 0);
    }
}

TEST_CASE("each thread has its own copy of the arguments") {
  Managed<int> results(64);
  change_own_argument<<<1, 64>>>(100, results.get());
  for (int i = 0; i < 64; ++i) CHECK(results[i] == 100 + i);
}

TEST_CASE("arguments are evaluated once") {
  Managed<int> results(64);
  int evaluations = 0;
  change_own_argument<<<1, 64>>>(++evaluations, results.get());
  CHECK(evaluations == 1);
  CHECK(results[0] == 1);
}

TEST_CASE("a literal zero is a null pointer, a number, and an int to a template") {
  Managed<bool> was_null(1);
  note_null<<<1, 1, 0, 0>>>(0, was_null.get());
  CHECK(was_null[0]);
  was_null[0] = false;
  note_null<<<1, 1>>>(NULL, was_null.get());
  CHECK(was_null[0]);
  was_null[0] = false;
  note_null<<<1, 1>>>(nullptr, was_null.get());
  CHECK(was_null[0]);
  Managed<int> data(3, 7);
  fill<<<1, 1>>>(data.get(), 3, 0);
  CHECK(data[2] == 0);
}

TEST_CASE("kernels are launched by pointer, by template argument, in macros and by address") {
  Managed<int> result(1);
  void (*kernels[])(int*) = {set<1>, set<2>};
  kernels[1]<<<1, 1>>>(result.get());
  CHECK(result[0] == 2);
  set<3><<<1, 1>>>(result.get());
  CHECK(result[0] == 3);
  LAUNCH(set<4>, result.get());
  CHECK(result[0] == 4);
  int* pointer = result.get();
  void* arguments[] = {&pointer};
  CHECK(cudaLaunchKernel(set<5>, 1, 1, arguments) == cudaSuccess);
  CHECK(result[0] == 5);
  cudasim::register_kernel(set<6>);
  const void* untyped = reinterpret_cast<const void*>(set<6>);
  CHECK(cudaLaunchKernel(untyped, 1, 1, arguments) == cudaSuccess);
  CHECK(result[0] == 6);
  CHECK(cudaLaunchKernel(reinterpret_cast<const void*>(set<7>), 1, 1, arguments) == cudaSuccess);
  CHECK(result[0] == 7);
  const void* unknown = reinterpret_cast<const void*>(set<8>);
  const std::string text = standard_error_of(
      [&] { CHECK(cudaLaunchKernel(unknown, 1, 1, arguments) == cudaErrorInvalidDeviceFunction); });
  CHECK(contains(text, "parameters are not known"));
  take_error();
}

TEST_CASE("a template argument that nested lambdas choose at run time is the kernel's") {
  Managed<int> result(1);
  launch_of_digits(2, 1, result.get());
  CHECK(result[0] == 217);
  // As where the compiler finds no constant of an enclosing lambda in the type of a lambda.
  const auto takes_nothing = [] {};
  cudasim::launch(cudasim::kernel("set<9>", takes_nothing, takes_nothing, [](auto* to) { set<9>(to); }),
                  cudasim::LaunchConfig(1, 1))(result.get());
  CHECK(result[0] == 9);
}

TEST_CASE("launch limits have the runtime's own error codes") {
  const auto error_of = [](dim3 grid, dim3 block, std::size_t shared = 0) {
    nothing<<<grid, block, shared>>>();
    return take_error();
  };
  CHECK(error_of(1, 1024) == cudaSuccess);
  CHECK(error_of(1, {32, 32}) == cudaSuccess);
  CHECK(error_of(1, {1, 1, 64}) == cudaSuccess);
  CHECK(error_of(1, 1025) == cudaErrorInvalidConfiguration);
  CHECK(error_of(1, {33, 32}) == cudaErrorInvalidConfiguration);
  CHECK(error_of(1, {1, 1, 65}) == cudaErrorInvalidConfiguration);
  CHECK(error_of(1, 0) == cudaErrorInvalidConfiguration);
  CHECK(error_of(0, 1) == cudaErrorInvalidConfiguration);
  CHECK(error_of({1, 0}, 1) == cudaErrorInvalidConfiguration);
  CHECK(error_of({1, 65535}, 1) == cudaSuccess);
  CHECK(error_of({1, 65536}, 1) == cudaErrorInvalidConfiguration);
  CHECK(error_of({1, 1, 65536}, 1) == cudaErrorInvalidConfiguration);
  CHECK(error_of(0x80000000u, 1) == cudaErrorInvalidConfiguration);
  CHECK(error_of(1, 1, 48 * 1024) == cudaSuccess);
  CHECK(error_of(1, 1, 48 * 1024 + 1) == cudaErrorInvalidValue);
}

TEST_CASE("a launch with more threads than its kernel's bounds allow fails, and nothing runs") {
  Managed<int> ran(1);
  const std::string text = standard_error_of([&] {
    mark<64><<<100, dim3(13, 5)>>>(ran.get());
    CHECK(take_error() == cudaErrorInvalidValue);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
  });
  CHECK(ran[0] == 0);
  CHECK(contains(text, "its block has 65 threads, its __launch_bounds__ allow 64"));
  mark<64><<<100, dim3(16, 4)>>>(ran.get());
  CHECK(take_error() == cudaSuccess);
  CHECK(ran[0] == 1);
}

TEST_CASE("a launch on a stream that was destroyed fails") {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  nothing<<<1, 1, 0, stream>>>();
  CHECK(take_error() == cudaSuccess);
  cudaStreamDestroy(stream);
  nothing<<<1, 1, 0, stream>>>();
  CHECK(take_error() == cudaErrorInvalidResourceHandle);
}

TEST_CASE("a kernel may have more dynamic shared memory once it is allowed to") {
  REQUIRE(cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * 1024) ==
          cudaSuccess);
  nothing<<<1, 1, 100 * 1024>>>();
  CHECK(take_error() == cudaSuccess);
  nothing<<<1, 1, 100 * 1024 + 1>>>();
  CHECK(take_error() == cudaErrorInvalidValue);
}

TEST_CASE("a seed permutes the order of blocks and of warps, and visits each of them") {
  const int count = 24;
  const auto order_of = [&](const char* seed, bool warps) {
    const Environment chosen("CUDASIM_SEED", seed);
    Managed<int> next(1), order(count, -1);
    if (warps)
      note_warp_order<<<1, count * 32>>>(next.get(), order.get());
    else
      note_order<<<count, 1>>>(next.get(), order.get());
    return std::vector<int>(order.begin(), order.end());
  };
  for (const bool warps : {false, true}) {
    std::vector<int> natural(count);
    for (int i = 0; i < count; ++i) natural[i] = i;
    CHECK(order_of("0", warps) == natural);
    const auto seven = order_of("7", warps);
    CHECK(seven != natural);
    CHECK(seven == order_of("7", warps));
    CHECK(seven != order_of("8", warps));
    auto sorted = seven;
    std::sort(sorted.begin(), sorted.end());
    CHECK(sorted == natural);
  }
}

TEST_CASE("a negative seed runs the lanes of a warp from the last to the first, and a pause lets none run") {
  const int count = 20;
  for (const bool reversed : {false, true}) {
    const Environment chosen("CUDASIM_SEED", reversed ? "-7" : "7");
    Managed<int> next(1), order(3 * count, -1);
    note_thread_order<<<1, count>>>(next.get(), order.get());
    for (int i = 0; i < 3 * count; ++i) {
      const int turn = reversed && i >= count ? (i - count) / 2 : i % count;
      CHECK(order[i] == (reversed ? count - 1 - turn : turn));
    }
  }
}

TEST_CASE("several host threads may launch at the same time") {
  Managed<int> first(256 * 64), second(256 * 64);
  const auto launch_often = [](Managed<int>& visits) {
    for (int i = 0; i < 20; ++i) count_visits<<<64, 256>>>(visits.get());
  };
  std::thread other([&] { launch_often(second); });
  launch_often(first);
  other.join();
  for (std::size_t i = 0; i < first.size(); ++i) {
    REQUIRE(first[i] == 20);
    REQUIRE(second[i] == 20);
  }
}

TEST_CASE("memory that kernels allocate is not missing from the device's") {
  std::size_t before = 0, during = 1, total = 0;
  Managed<void*> kept(1);
  REQUIRE(cudaMemGetInfo(&before, &total) == cudaSuccess);
  allocate<<<1, 1>>>(kept.get());
  CHECK(kept[0] != nullptr);
  CHECK(cudaMemGetInfo(&during, &total) == cudaSuccess);
  CHECK(during == before);
  release<<<1, 1>>>(kept.get());
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(cudaMemGetInfo(&during, &total) == cudaSuccess);
  CHECK(during == before);
}
