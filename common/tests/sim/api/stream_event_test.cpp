#include <doctest/doctest.h>

#include <chrono>
#include <thread>

#include "tests/sim/api/fresh_device.hpp"

TEST_CASE_FIXTURE(FreshDevice, "streams have flags, priority and an end") {
  cudaStream_t a = nullptr, b = nullptr, c = nullptr;
  REQUIRE(cudaStreamCreate(&a) == cudaSuccess);
  REQUIRE(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking) == cudaSuccess);
  REQUIRE(cudaStreamCreateWithPriority(&c, cudaStreamDefault, -100) == cudaSuccess);
  unsigned int flags = 9;
  CHECK(cudaStreamGetFlags(b, &flags) == cudaSuccess);
  CHECK(flags == cudaStreamNonBlocking);
  int priority = 0, least = 0, greatest = 0;
  CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest) == cudaSuccess);
  CHECK(cudaStreamGetPriority(c, &priority) == cudaSuccess);
  CHECK(priority == greatest);
  unsigned long long id_a = 0, id_b = 0;
  CHECK(cudaStreamGetId(a, &id_a) == cudaSuccess);
  CHECK(cudaStreamGetId(b, &id_b) == cudaSuccess);
  CHECK(id_a != id_b);
  CHECK(cudaStreamSynchronize(a) == cudaSuccess);
  CHECK(cudaStreamQuery(a) == cudaSuccess);
  CHECK(cudaStreamDestroy(a) == cudaSuccess);
  CHECK(cudaStreamDestroy(a) == cudaErrorInvalidResourceHandle);
  CHECK(cudaStreamSynchronize(a) == cudaErrorInvalidResourceHandle);
  CHECK(cudaStreamCreateWithFlags(&a, 7) == cudaErrorInvalidValue);
}

TEST_CASE_FIXTURE(FreshDevice, "the default streams are always there") {
  for (cudaStream_t stream : {cudaStream_t{nullptr}, cudaStreamLegacy, cudaStreamPerThread}) {
    CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
    CHECK(cudaStreamQuery(stream) == cudaSuccess);
    int priority = 1;
    CHECK(cudaStreamGetPriority(stream, &priority) == cudaSuccess);
    CHECK(priority == 0);
  }
  CHECK(cudaStreamDestroy(nullptr) == cudaErrorInvalidResourceHandle);
}

TEST_CASE_FIXTURE(FreshDevice, "host functions and callbacks run in the stream's order") {
  int calls = 0;
  CHECK(cudaLaunchHostFunc(
            nullptr, [](void* data) { ++*static_cast<int*>(data); }, &calls) == cudaSuccess);
  CHECK(calls == 1);
  const auto callback = [](cudaStream_t, cudaError_t status, void* data) {
    *static_cast<int*>(data) = status == cudaSuccess ? 10 : -1;
  };
  CHECK(cudaStreamAddCallback(nullptr, callback, &calls, 0) == cudaSuccess);
  CHECK(calls == 10);
  CHECK(cudaStreamAddCallback(nullptr, nullptr, &calls, 0) == cudaErrorInvalidValue);
}

TEST_CASE_FIXTURE(FreshDevice, "events measure the host's time in milliseconds") {
  cudaEvent_t start = nullptr, stop = nullptr;
  REQUIRE(cudaEventCreate(&start) == cudaSuccess);
  REQUIRE(cudaEventCreate(&stop, cudaEventBlockingSync) == cudaSuccess);
  float milliseconds = -1;
  CHECK(cudaEventElapsedTime(&milliseconds, start, stop) == cudaErrorInvalidResourceHandle);
  CHECK(cudaEventRecord(start) == cudaSuccess);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  CHECK(cudaEventRecord(stop, cudaStreamPerThread) == cudaSuccess);
  CHECK(cudaEventSynchronize(stop) == cudaSuccess);
  CHECK(cudaEventQuery(stop) == cudaSuccess);
  CHECK(cudaEventElapsedTime(&milliseconds, start, stop) == cudaSuccess);
  CHECK(milliseconds >= 20);
  CHECK(milliseconds < 5000);
  CHECK(cudaStreamWaitEvent(nullptr, stop) == cudaSuccess);
  CHECK(cudaEventDestroy(stop) == cudaSuccess);
  CHECK(cudaEventDestroy(stop) == cudaErrorInvalidResourceHandle);
  CHECK(cudaEventRecord(stop) == cudaErrorInvalidResourceHandle);
  CHECK(cudaStreamWaitEvent(nullptr, stop, 0) == cudaErrorInvalidResourceHandle);
}

TEST_CASE_FIXTURE(FreshDevice, "an event without timing has no time") {
  cudaEvent_t event = nullptr;
  REQUIRE(cudaEventCreateWithFlags(&event, cudaEventDisableTiming) == cudaSuccess);
  REQUIRE(cudaEventRecord(event) == cudaSuccess);
  float milliseconds = 0;
  CHECK(cudaEventElapsedTime(&milliseconds, event, event) == cudaErrorInvalidResourceHandle);
  CHECK(cudaEventCreateWithFlags(&event, 0x80) == cudaErrorInvalidValue);
}
