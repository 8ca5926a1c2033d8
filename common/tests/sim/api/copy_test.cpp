#include <doctest/doctest.h>

#include <numeric>
#include <vector>

#include "tests/sim/api/fresh_device.hpp"

namespace {
struct Buffers : FreshDevice {
  std::vector<int> host = std::vector<int>(100);
  std::vector<int> back = std::vector<int>(100);
  int* device = nullptr;
  int* other = nullptr;
  static constexpr std::size_t bytes = 100 * sizeof(int);

  Buffers() {
    std::iota(host.begin(), host.end(), 1);
    REQUIRE(cudaMalloc(&device, bytes) == cudaSuccess);
    REQUIRE(cudaMalloc(&other, bytes) == cudaSuccess);
  }
};
}  // namespace

TEST_CASE_FIXTURE(Buffers, "data goes to the device, across it and back") {
  CHECK(cudaMemcpy(device, host.data(), bytes, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemcpy(other, device, bytes, cudaMemcpyDeviceToDevice) == cudaSuccess);
  CHECK(cudaMemcpy(back.data(), other, bytes, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(back == host);
  std::vector<int> again(100);
  CHECK(cudaMemcpyAsync(again.data(), other, bytes, cudaMemcpyDefault) == cudaSuccess);
  CHECK(again == host);
  CHECK(cudaMemcpy(back.data(), again.data(), bytes, cudaMemcpyHostToHost) == cudaSuccess);
  CHECK(cudaMemcpyPeer(device, 0, other, 0, bytes) == cudaSuccess);
  CHECK(cudaMemcpyPeer(device, 1, other, 0, bytes) == cudaErrorInvalidDevice);
}

TEST_CASE_FIXTURE(Buffers, "a pointer on the wrong side is an invalid value") {
  CHECK(cudaMemcpy(host.data(), device, bytes, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(device, host.data(), bytes, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(device, other, bytes, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(back.data(), device, bytes, cudaMemcpyHostToHost) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(back.data(), host.data(), bytes, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(nullptr, host.data(), bytes, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(device, host.data(), bytes, static_cast<cudaMemcpyKind>(9)) ==
        cudaErrorInvalidMemcpyDirection);
  CHECK(back == std::vector<int>(100));
}

TEST_CASE_FIXTURE(Buffers, "a copy stays inside its allocation") {
  std::vector<int> more(101);
  CHECK(cudaMemcpy(device, more.data(), bytes + 1, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(device + 1, more.data(), bytes, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(device + 1, more.data(), bytes - 4, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemset(device, 0, bytes + 1) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(device, host.data(), SIZE_MAX, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  cudaFree(device);
  CHECK(cudaMemcpy(device, host.data(), 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(device, host.data(), 0, cudaMemcpyHostToDevice) == cudaSuccess);
}

TEST_CASE_FIXTURE(Buffers, "managed and pinned memory count for both sides") {
  int *managed = nullptr, *pinned = nullptr;
  REQUIRE(cudaMallocManaged(&managed, bytes) == cudaSuccess);
  REQUIRE(cudaMallocHost(&pinned, bytes) == cudaSuccess);
  for (int* both : {managed, pinned}) {
    CHECK(cudaMemcpy(both, host.data(), bytes, cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(cudaMemcpy(both, host.data(), bytes, cudaMemcpyHostToHost) == cudaSuccess);
    CHECK(cudaMemcpy(back.data(), both, bytes, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(cudaMemset(both, 0, bytes) == cudaSuccess);
    CHECK(both[99] == 0);
  }
}

TEST_CASE_FIXTURE(Buffers, "bytes are set on the device only") {
  CHECK(cudaMemset(device, 0x7f, bytes) == cudaSuccess);
  CHECK(cudaMemcpy(back.data(), device, bytes, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(back[0] == 0x7f7f7f7f);
  CHECK(back[99] == 0x7f7f7f7f);
  CHECK(cudaMemset(host.data(), 0, bytes) == cudaErrorInvalidValue);
  CHECK(cudaMemset(nullptr, 0, 4) == cudaErrorInvalidValue);
  CHECK(host[0] == 1);
}

TEST_CASE_FIXTURE(FreshDevice, "pitched copies leave the padding alone") {
  char* rows = nullptr;
  std::size_t pitch = 0;
  REQUIRE(cudaMallocPitch(&rows, &pitch, 10, 4) == cudaSuccess);
  REQUIRE(cudaMemset(rows, 1, 4 * pitch) == cudaSuccess);
  std::vector<char> host(40);
  std::iota(host.begin(), host.end(), 0);
  CHECK(cudaMemcpy2D(rows, pitch, host.data(), 10, 10, 4, cudaMemcpyHostToDevice) == cudaSuccess);
  std::vector<char> back(40);
  CHECK(cudaMemcpy2D(back.data(), 10, rows, pitch, 10, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(back == host);
  char padding = 0;
  CHECK(cudaMemcpy(&padding, rows + 10, 1, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(padding == 1);
  CHECK(cudaMemset2D(rows, pitch, 5, 3, 2) == cudaSuccess);
  CHECK(cudaMemcpy2D(back.data(), 10, rows, pitch, 10, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(back[2] == 5);
  CHECK(back[3] == 3);
  CHECK(back[12] == 5);
  CHECK(back[20] == 20);
  CHECK(cudaMemcpy2D(rows, 9, host.data(), 10, 10, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidPitchValue);
  CHECK(cudaMemcpy2D(rows, pitch, host.data(), 10, 10, 5, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemset2D(rows, pitch, 0, 10, 5) == cudaErrorInvalidValue);
}

TEST_CASE_FIXTURE(FreshDevice, "a box inside a three-dimensional array is copied") {
  // 4 x 3 x 2 bytes on the host; the 2 x 2 x 2 box at (1, 1, 0) goes to the device and back to (0, 0, 0).
  std::vector<char> host(24), back(8);
  std::iota(host.begin(), host.end(), 0);
  cudaPitchedPtr device;
  REQUIRE(cudaMalloc3D(&device, make_cudaExtent(2, 2, 2)) == cudaSuccess);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(host.data(), 4, 4, 3);
  copy.srcPos = make_cudaPos(1, 1, 0);
  copy.dstPtr = device;
  copy.extent = make_cudaExtent(2, 2, 2);
  copy.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&copy) == cudaSuccess);
  cudaMemcpy3DParms home = {};
  home.srcPtr = device;
  home.dstPtr = make_cudaPitchedPtr(back.data(), 2, 2, 2);
  home.extent = copy.extent;
  home.kind = cudaMemcpyDeviceToHost;
  CHECK(cudaMemcpy3D(&home) == cudaSuccess);
  CHECK(back == std::vector<char>{5, 6, 9, 10, 17, 18, 21, 22});
  CHECK(cudaMemset3D(device, 7, copy.extent) == cudaSuccess);
  CHECK(cudaMemcpy3D(&home) == cudaSuccess);
  CHECK(back == std::vector<char>(8, 7));
  home.extent.depth = 3;
  CHECK(cudaMemcpy3D(&home) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy3D(nullptr) == cudaErrorInvalidValue);
}
