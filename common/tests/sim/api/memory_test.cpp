#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "sim/runtime/device_heap.hpp"
#include "sim/runtime/host_memory_size.hpp"
#include "sim/runtime/state.hpp"
#include "tests/sim/api/fresh_device.hpp"

namespace {
__managed__ int managed_variable = 3;

std::size_t free_memory() {
  std::size_t free_bytes = 0, total = 0;
  REQUIRE(cudaMemGetInfo(&free_bytes, &total) == cudaSuccess);
  return free_bytes;
}

cudaPointerAttributes attributes_of(const void* pointer) {
  cudaPointerAttributes attributes;
  REQUIRE(cudaPointerGetAttributes(&attributes, pointer) == cudaSuccess);
  return attributes;
}
}  // namespace

TEST_CASE_FIXTURE(FreshDevice, "allocations are aligned, apart, and in the device's range") {
  char *a = nullptr, *b = nullptr;
  REQUIRE(cudaMalloc(&a, 1000) == cudaSuccess);
  REQUIRE(cudaMalloc(&b, 1) == cudaSuccess);
  CHECK(reinterpret_cast<std::uintptr_t>(a) % 256 == 0);
  CHECK(reinterpret_cast<std::uintptr_t>(b) % 256 == 0);
  CHECK(b >= a + 1024 + 256);
  auto& heap = cudasim::DeviceHeap::instance();
  CHECK(heap.owns(a));
  CHECK_FALSE(heap.owns(&heap));
  CHECK(heap.find(a + 999)->begin == a);
  CHECK_FALSE(heap.find(a + 1000));
  CHECK_FALSE(heap.find(a - 1));
}

TEST_CASE_FIXTURE(FreshDevice, "freed memory is there again and may not be freed twice") {
  const std::size_t before = free_memory();
  char* pointer = nullptr;
  REQUIRE(cudaMalloc(&pointer, 1 << 20) == cudaSuccess);
  CHECK(free_memory() == before - (1 << 20));
  CHECK(cudaFree(pointer + 256) == cudaErrorInvalidValue);
  CHECK(cudaFree(pointer) == cudaSuccess);
  CHECK(free_memory() == before);
  CHECK(cudaFree(pointer) == cudaErrorInvalidValue);
  CHECK(cudaFree(nullptr) == cudaSuccess);
  int on_host = 0;
  CHECK(cudaFree(&on_host) == cudaErrorInvalidValue);
}

TEST_CASE_FIXTURE(FreshDevice, "neighbouring free ranges join") {
  std::vector<char*> pieces(64);
  for (auto& piece : pieces) REQUIRE(cudaMalloc(&piece, 4096) == cudaSuccess);
  char* first = pieces[0];
  for (std::size_t i = 0; i < pieces.size(); i += 2) CHECK(cudaFree(pieces[i]) == cudaSuccess);
  for (std::size_t i = 1; i < pieces.size(); i += 2) CHECK(cudaFree(pieces[i]) == cudaSuccess);
  char* whole = nullptr;
  REQUIRE(cudaMalloc(&whole, 64 * 4096) == cudaSuccess);
  CHECK(whole == first);
}

TEST_CASE_FIXTURE(FreshDevice, "pages of freed memory are given back") {
  char* pointer = nullptr;
  REQUIRE(cudaMalloc(&pointer, 1 << 20) == cudaSuccess);
  std::memset(pointer, 1, 1 << 20);
  REQUIRE(cudaFree(pointer) == cudaSuccess);
  char* again = nullptr;
  REQUIRE(cudaMalloc(&again, 1 << 20) == cudaSuccess);
  REQUIRE(again == pointer);
  CHECK(again[1 << 19] == 0);
}

TEST_CASE_FIXTURE(FreshDevice, "what does not fit is out of memory, and nothing is half allocated") {
  void* pointer = &pointer;
  const std::size_t before = free_memory();
  CHECK(cudaMalloc(&pointer, before + 1) == cudaErrorMemoryAllocation);
  CHECK(pointer == nullptr);
  CHECK(cudaMalloc(&pointer, SIZE_MAX) == cudaErrorMemoryAllocation);
  CHECK(cudaMallocManaged(&pointer, SIZE_MAX - 100) == cudaErrorMemoryAllocation);
  std::size_t pitch = 0;
  CHECK(cudaMallocPitch(&pointer, &pitch, SIZE_MAX - 5, 2) == cudaErrorMemoryAllocation);
  CHECK(cudaMallocPitch(&pointer, &pitch, SIZE_MAX / 2, 3) == cudaErrorMemoryAllocation);
  CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
  CHECK(free_memory() == before);
  CHECK(cudaMalloc(&pointer, 0) == cudaSuccess);
  CHECK(pointer == nullptr);
  CHECK(cudaMalloc(static_cast<void**>(nullptr), 4) == cudaErrorInvalidValue);
}

TEST_CASE_FIXTURE(FreshDevice, "rows of pitched memory start on 512 bytes") {
  float* rows = nullptr;
  std::size_t pitch = 0;
  REQUIRE(cudaMallocPitch(&rows, &pitch, 100 * sizeof(float), 7) == cudaSuccess);
  CHECK(pitch == 512);
  CHECK(cudasim::DeviceHeap::instance().find(rows)->bytes == 7 * 512);
  cudaPitchedPtr box;
  REQUIRE(cudaMalloc3D(&box, make_cudaExtent(513, 2, 3)) == cudaSuccess);
  CHECK(box.pitch == 1024);
  CHECK(box.ysize == 2);
  CHECK(cudasim::DeviceHeap::instance().find(box.ptr)->bytes == 6 * 1024);
}

TEST_CASE_FIXTURE(FreshDevice, "stream-ordered memory comes from the default pool") {
  cudaMemPool_t pool = nullptr;
  REQUIRE(cudaDeviceGetDefaultMemPool(&pool, 0) == cudaSuccess);
  int *a = nullptr, *b = nullptr;
  CHECK(cudaMallocAsync(&a, 256, nullptr) == cudaSuccess);
  CHECK(cudaMallocFromPoolAsync(&b, 256, pool, nullptr) == cudaSuccess);
  std::uint64_t used = 0, threshold = 1 << 20;
  CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used) == cudaSuccess);
  CHECK(used == 512);
  CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold) == cudaSuccess);
  CHECK(cudaFreeAsync(a, nullptr) == cudaSuccess);
  CHECK(cudaFreeAsync(a, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaFreeAsync(b, nullptr) == cudaSuccess);
}

TEST_CASE_FIXTURE(FreshDevice, "a pointer's kind is known") {
  int *device = nullptr, *managed = nullptr, *pinned = nullptr, ordinary = 0;
  REQUIRE(cudaMalloc(&device, 16) == cudaSuccess);
  REQUIRE(cudaMallocManaged(&managed, 16) == cudaSuccess);
  REQUIRE(cudaMallocHost(&pinned, 16) == cudaSuccess);
  CHECK(attributes_of(device + 1).type == cudaMemoryTypeDevice);
  CHECK(attributes_of(device).hostPointer == nullptr);
  CHECK(attributes_of(managed).type == cudaMemoryTypeManaged);
  CHECK(attributes_of(&managed_variable).type == cudaMemoryTypeManaged);
  CHECK(attributes_of(pinned).type == cudaMemoryTypeHost);
  CHECK(attributes_of(&ordinary).type == cudaMemoryTypeUnregistered);
  CHECK(attributes_of(&ordinary).device == cudaInvalidDeviceId);
  cudaFree(device);
  CHECK(attributes_of(device).type == cudaMemoryTypeUnregistered);
}

TEST_CASE_FIXTURE(FreshDevice, "pinned memory is remembered until it is freed") {
  int *pinned = nullptr, *seen = nullptr;
  REQUIRE(cudaHostAlloc(&pinned, 100 * sizeof(int), cudaHostAllocMapped) == cudaSuccess);
  CHECK(cudaHostGetDevicePointer(&seen, pinned, 0) == cudaSuccess);
  CHECK(seen == pinned);
  unsigned int flags = 0;
  CHECK(cudaHostGetFlags(&flags, pinned) == cudaSuccess);
  CHECK(flags == cudaHostAllocMapped);
  CHECK(cudaFree(pinned) == cudaErrorInvalidValue);
  CHECK(cudaHostUnregister(pinned) == cudaErrorHostMemoryNotRegistered);
  CHECK(cudaFreeHost(pinned) == cudaSuccess);
  CHECK(cudaFreeHost(pinned) == cudaErrorInvalidValue);
  CHECK(cudaHostGetDevicePointer(&seen, pinned, 0) == cudaErrorInvalidValue);
  CHECK(cudaHostAlloc(&pinned, 4, 0x100) == cudaErrorInvalidValue);
  CHECK(cudaFreeHost(nullptr) == cudaSuccess);
}

TEST_CASE_FIXTURE(FreshDevice, "host memory is registered once") {
  std::vector<char> buffer(4096);
  CHECK(cudaHostRegister(buffer.data(), buffer.size(), cudaHostRegisterDefault) == cudaSuccess);
  CHECK(cudaHostRegister(buffer.data() + 10, 10, 0) == cudaErrorHostMemoryAlreadyRegistered);
  CHECK(attributes_of(buffer.data() + 5).type == cudaMemoryTypeHost);
  CHECK(cudaFreeHost(buffer.data()) == cudaErrorInvalidValue);
  CHECK(cudaHostUnregister(buffer.data()) == cudaSuccess);
  CHECK(cudaHostUnregister(buffer.data()) == cudaErrorHostMemoryNotRegistered);
  CHECK(cudaHostRegister(nullptr, 10, 0) == cudaErrorInvalidValue);
}

TEST_CASE_FIXTURE(FreshDevice,
                  "only managed memory is prefetched and advised, in the forms of CUDA 12 and 13") {
  int *managed = nullptr, *device = nullptr;
  REQUIRE(cudaMallocManaged(&managed, 4096) == cudaSuccess);
  REQUIRE(cudaMalloc(&device, 4096) == cudaSuccess);
  const cudaMemLocation on_device = {cudaMemLocationTypeDevice, 0}, on_host = {cudaMemLocationTypeHost, 0};
  CHECK(cudaMemPrefetchAsync(managed, 4096, 0) == cudaSuccess);
  CHECK(cudaMemPrefetchAsync(managed, 4096, cudaCpuDeviceId, nullptr) == cudaSuccess);
  CHECK(cudaMemPrefetchAsync(managed, 4096, on_device, 0, nullptr) == cudaSuccess);
  CHECK(cudaMemPrefetchAsync(managed, 4096, on_host, 0) == cudaSuccess);
  CHECK(cudaMemPrefetchAsync(managed, 4097, 0) == cudaErrorInvalidValue);
  CHECK(cudaMemPrefetchAsync(managed, 4096, 3) == cudaErrorInvalidDevice);
  CHECK(cudaMemPrefetchAsync(device, 4096, 0) == cudaErrorInvalidValue);
  CHECK(cudaMemAdvise(managed, 4096, cudaMemAdviseSetReadMostly, 0) == cudaSuccess);
  CHECK(cudaMemAdvise(managed, 4096, cudaMemAdviseSetPreferredLocation, on_host) == cudaSuccess);
  CHECK(cudaMemAdvise(device, 4096, cudaMemAdviseSetReadMostly, 0) == cudaErrorInvalidValue);
  managed[0] = 5;  // the host may use it
  CHECK(managed[0] == 5);
}

TEST_CASE_FIXTURE(FreshDevice, "a reset frees everything") {
  const std::size_t before = free_memory();
  int *device = nullptr, *pinned = nullptr;
  REQUIRE(cudaMalloc(&device, 4096) == cudaSuccess);
  REQUIRE(cudaMallocHost(&pinned, 4096) == cudaSuccess);
  REQUIRE(cudaDeviceReset() == cudaSuccess);
  CHECK(free_memory() == before);
  CHECK(cudaFree(device) == cudaErrorInvalidValue);
  CHECK(cudaFreeHost(pinned) == cudaErrorInvalidValue);
}

TEST_CASE_FIXTURE(FreshDevice, "arenas of shared memory lie in the device's range, apart from all else") {
  char* a = cudasim::reserve_shared_arena(5000);
  char* b = cudasim::reserve_shared_arena(5000);
  REQUIRE(a != nullptr);
  CHECK(reinterpret_cast<std::uintptr_t>(a) % 4096 == 0);
  CHECK(b >= a + 8192);
  CHECK(cudasim::DeviceHeap::instance().owns(a));
  CHECK_FALSE(cudasim::DeviceHeap::instance().find(a));
  CHECK(cudasim::reserve_shared_arena(std::size_t{1} << 40) == nullptr);
}

TEST_CASE("the device's memory has the size that CUDASIM_MEMORY asks for") {
  const std::size_t without = cudasim::device_memory_size();
  CHECK(without >= (1u << 20));
  setenv("CUDASIM_MEMORY", "33554432", 1);
  CHECK(cudasim::device_memory_size() == 33554432);
  for (const char* wrong : {"", "many", "12x", "-5", "1000", "99999999999999999999"}) {
    setenv("CUDASIM_MEMORY", wrong, 1);
    CHECK(cudasim::device_memory_size() > 33554432);
  }
  unsetenv("CUDASIM_MEMORY");
}
