#include "tutorial/cuda_check.hpp"

#include <doctest/doctest.h>

#include <string>

using tutorial::check_cuda;
using tutorial::CudaError;
using tutorial::error_advice;

namespace {

std::string message(cudaError_t code) {
  try {
    check_cuda(code, "cudaMemset(p, 0, n)", "/home/somebody/ch06_reduction/02_x.cu", 42);
  } catch (const CudaError& error) {
    CHECK(error.code() == code);
    return error.what();
  }
  return "";
}

bool advises(cudaError_t code, const std::string& words) {
  return error_advice(code).find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("success is silent") { CHECK_NOTHROW(CUDA_CHECK(cudaSuccess)); }

TEST_CASE("a failed call is reported with file, line, expression, name, number and text") {
  CHECK(message(cudaErrorInvalidValue) ==
        "ch06_reduction/02_x.cu:42: cudaMemset(p, 0, n): cudaErrorInvalidValue (1): invalid argument");
}

TEST_CASE("CUDA_CHECK reports its own file and line") {
  const std::string place =
      "common/cuda_check_test.cpp:" + std::to_string(__LINE__ + 1) + ": cudaErrorInvalidValue: ";
  CHECK_THROWS_WITH_AS(CUDA_CHECK(cudaErrorInvalidValue), doctest::Contains(place.c_str()), CudaError);
}

TEST_CASE("the usual errors come with advice below the message") {
  CHECK(message(cudaErrorInvalidConfiguration) ==
        "ch06_reduction/02_x.cu:42: cudaMemset(p, 0, n): cudaErrorInvalidConfiguration (9): invalid "
        "configuration argument\n  " +
            error_advice(cudaErrorInvalidConfiguration));
  CHECK(advises(cudaErrorNoDevice, "simulator"));
  CHECK(advises(cudaErrorInsufficientDriver, "driver"));
  CHECK(advises(cudaErrorMemoryAllocation, "smaller sizes"));
  CHECK_FALSE(
      advises(cudaErrorMemoryAllocation, "nvidia-smi"));  // on the simulator it is the machine's own memory
  CHECK(advises(cudaErrorLaunchOutOfResources, "--block"));
  CHECK(advises(cudaErrorInvalidConfiguration, "1024"));
  CHECK(advises(cudaErrorIllegalAddress, "compute-sanitizer"));
  CHECK(advises(cudaErrorMisalignedAddress, "compute-sanitizer"));
  CHECK(advises(cudaErrorLaunchFailure, "simulator"));
  CHECK(advises(cudaErrorLaunchTimeout, "too long"));
  CHECK(advises(cudaErrorNoKernelImageForDevice, "-arch="));
  CHECK(advises(cudaErrorInvalidDeviceFunction, "-DCMAKE_CUDA_ARCHITECTURES="));
  CHECK(advises(cudaErrorUnsupportedPtxVersion, "-arch="));
  CHECK(advises(cudaErrorDevicesUnavailable, "nvidia-smi"));
  CHECK(error_advice(cudaErrorInvalidValue).empty());
}

TEST_CASE("an invalid value from a launch gets the advice for an invalid configuration") {
  CHECK_THROWS_WITH_AS(check_cuda(cudaErrorInvalidValue, "kernel launch", "a/b.cu", 1),
                       doctest::Contains(error_advice(cudaErrorInvalidConfiguration).c_str()), CudaError);
}

TEST_CASE("the other errors of a launch keep their own advice") {
  CHECK_THROWS_WITH_AS(check_cuda(cudaErrorIllegalAddress, "kernel launch", "a/b.cu", 1),
                       doctest::Contains(error_advice(cudaErrorIllegalAddress).c_str()), CudaError);
}

TEST_CASE("exactly the two errors of a machine without a GPU count as no device") {
  CHECK(CudaError(cudaErrorNoDevice, "").no_device());
  CHECK(CudaError(cudaErrorInsufficientDriver, "").no_device());
  CHECK_FALSE(CudaError(cudaErrorMemoryAllocation, "").no_device());
}
