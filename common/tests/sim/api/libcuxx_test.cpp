#include <cuda_pipeline.h>
#include <doctest/doctest.h>
#include <nvtx3/nvToolsExt.h>
#include <cuda/atomic>
#include <cuda/cmath>
#include <cuda/std/array>
#include <cuda/std/complex>
#include <cuda/std/limits>
#include <cuda/std/tuple>

TEST_CASE("the standard library is there under cuda::std") {
  const cuda::std::complex<float> z(3, 4);
  CHECK(std::abs(z) == 5);
  CHECK(cuda::std::array<int, 2>{1, 2}[1] == 2);
  CHECK(cuda::std::numeric_limits<int>::max() == 2147483647);
  CHECK(cuda::std::get<0>(cuda::std::make_tuple(4, 5)) == 4);
  CHECK(cuda::ceil_div(10, 4) == 3);
  CHECK(cuda::round_up(10, 4) == 12);
}

TEST_CASE("atomic references change the object they refer to") {
  int value = 5;
  cuda::atomic_ref<int, cuda::thread_scope_device> reference(value);
  CHECK(reference.fetch_add(3, cuda::memory_order_relaxed) == 5);
  CHECK(reference.fetch_max(20) == 8);
  CHECK(value == 20);
  int expected = 1;
  CHECK_FALSE(reference.compare_exchange_strong(expected, 2));
  CHECK(expected == 20);
  float sum = 1;
  cuda::atomic_ref<float>(sum).fetch_add(0.5f);
  CHECK(sum == 1.5f);
  cuda::atomic<int, cuda::thread_scope_block> counter(0);
  counter++;
  ++counter;
  counter += 5;
  CHECK(counter.load(cuda::memory_order_acquire) == 7);
  CHECK(sizeof counter == sizeof(int));
}

TEST_CASE("copies of the pipeline copy at once") {
  int from[2] = {1, 2}, to[2] = {9, 9};
  __pipeline_memcpy_async(to, from, sizeof to, sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  CHECK(to[0] == 1);
  CHECK(to[1] == 0);
}

TEST_CASE("profiler ranges count how deep they are, and end once") {
  CHECK(nvtxRangePush("phase") == 0);
  CHECK(nvtxRangePush("step") == 1);
  CHECK(nvtxRangePop() == 1);
  CHECK(nvtxRangePop() == 0);
  CHECK(nvtxRangePop() == -1);
}
