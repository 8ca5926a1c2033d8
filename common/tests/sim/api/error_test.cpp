#include <doctest/doctest.h>

#include <string>

#include "sim/runtime/state.hpp"
#include "tests/sim/api/fresh_device.hpp"

TEST_CASE("names and texts are the runtime's") {
  CHECK(std::string(cudaGetErrorName(cudaSuccess)) == "cudaSuccess");
  CHECK(std::string(cudaGetErrorString(cudaSuccess)) == "no error");
  CHECK(cudaErrorLaunchFailure == 719);
  CHECK(std::string(cudaGetErrorName(cudaErrorLaunchFailure)) == "cudaErrorLaunchFailure");
  CHECK(std::string(cudaGetErrorString(cudaErrorIllegalAddress)) ==
        "an illegal memory access was encountered");
  CHECK(std::string(cudaGetErrorName(static_cast<cudaError_t>(12345))) == "unrecognized error code");
  CHECK(std::string(cudaGetErrorString(static_cast<cudaError_t>(12345))) == "unrecognized error code");
}

TEST_CASE_FIXTURE(FreshDevice, "the last error stays until it is fetched") {
  CHECK(cudaSetDevice(7) == cudaErrorInvalidDevice);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);  // a success does not hide it
  CHECK(cudaPeekAtLastError() == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE_FIXTURE(FreshDevice, "a sticky error fails every later call until the device is reset") {
  cudasim::record_error(cudaErrorLaunchFailure);
  CHECK(cudaGetLastError() == cudaErrorLaunchFailure);
  CHECK(cudaGetLastError() == cudaErrorLaunchFailure);
  void* pointer = nullptr;
  CHECK(cudaMalloc(&pointer, 4) == cudaErrorLaunchFailure);
  CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
  cudasim::record_error(cudaErrorAssert);  // the first one counts
  CHECK(cudaPeekAtLastError() == cudaErrorLaunchFailure);
  CHECK(cudaDeviceReset() == cudaSuccess);
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(cudaMalloc(&pointer, 4) == cudaSuccess);
}

TEST_CASE_FIXTURE(FreshDevice, "what is not simulated is refused as not supported") {
  cudaStream_t stream = nullptr;
  CHECK(cudaGraphDebugDotPrint(cudaGraph_t{}, "graph.dot", 0) == cudaErrorNotSupported);
  CHECK(cudaGetLastError() == cudaErrorNotSupported);
  cudaArray_t array = nullptr;
  const cudaChannelFormatDesc texel = cudaCreateChannelDesc<float>();
  CHECK(cudaMallocMipmappedArray(&array, &texel, 4, 4, 1, 0) == cudaErrorNotSupported);
  cudaStreamCaptureStatus status;
  CHECK(cudaStreamIsCapturing(stream, &status) == cudaSuccess);
  CHECK(status == cudaStreamCaptureStatusNone);
}
