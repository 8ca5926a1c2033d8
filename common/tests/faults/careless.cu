// A program for the test of common/tests/faults/every_call_fails.py, which must find what it is careless of: careless FAULT --json FILE
#include <cuda_runtime.h>
#include <unistd.h>

#include <cstdio>
#include <string>

namespace {

std::string fault;
const char* results = nullptr;

int fail(const char* call, cudaError_t error, int* memory) {
  if (fault != "silent") std::fprintf(stderr, "careless: %s: %s\n", call, cudaGetErrorName(error));
  if (fault == "chatty") std::fprintf(stderr, "careless: that was it\n");
  if (fault != "leaks") cudaFree(memory);
  return fault == "wrong_exit" ? 3 : 1;
}

int write_results() {
  std::FILE* file = std::fopen(results, "w");
  if (file == nullptr || std::fputs("[]\n", file) < 0 || std::fclose(file) != 0) return 1;
  return 0;
}

}  // namespace

__global__ void fill(int* memory) { memory[threadIdx.x] = 1; }

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  fault = argv[1];
  results = argv[3];
  if (fault == "early" && write_results() != 0) return 1;
  int* memory = nullptr;
  cudaError_t error = cudaMalloc(&memory, 32 * sizeof(int));
  if (error != cudaSuccess && fault == "hangs") pause();
  if (error != cudaSuccess) return fail("cudaMalloc", error, nullptr);
  error = cudaMemset(memory, 0, 32 * sizeof(int));
  if (error != cudaSuccess && fault != "ignores") return fail("cudaMemset", error, memory);
  fill<<<1, 32>>>(memory);
  error = fault == "ignores" ? cudaSuccess : cudaGetLastError();
  if (error != cudaSuccess) return fail(fault == "vague" ? "something" : "kernel launch", error, memory);
  error = cudaFree(memory);
  if (error != cudaSuccess) return fail("cudaFree", error, nullptr);
  return write_results();
}
