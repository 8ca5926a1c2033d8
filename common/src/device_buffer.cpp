#include "tutorial/device_buffer.hpp"

#include <fmt/format.h>

#include <limits>

#include "support/text.hpp"

namespace tutorial {
namespace {

[[noreturn]] void throw_out_of_memory(std::size_t count, std::size_t element_bytes) {
  // cudaMalloc's failure is not sticky: clear it, so that the next call can return how much is free.
  static_cast<void>(cudaGetLastError());
  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
  CUDA_CHECK(cudaMemGetInfo(&free_bytes, &total_bytes));

  const bool countable = count <= std::numeric_limits<std::size_t>::max() / element_bytes;
  const std::string needed =
      countable ? fmt::format("{} bytes ({})", count * element_bytes,
                              text::bytes(static_cast<double>(count) * static_cast<double>(element_bytes)))
                : "more bytes than 64 bits can count";
  throw CudaError(
      cudaErrorMemoryAllocation,
      fmt::format("not enough device memory: needed {} for {} elements of {} bytes, "
                  "free {} bytes ({}) of {} bytes ({})\n  {}",
                  needed, count, element_bytes, free_bytes, text::bytes(static_cast<double>(free_bytes)),
                  total_bytes, text::bytes(static_cast<double>(total_bytes)),
                  error_advice(cudaErrorMemoryAllocation)));
}

}  // namespace

void* allocate_device(std::size_t count, std::size_t element_bytes) {
  if (count == 0 || element_bytes == 0) return nullptr;
  if (count > std::numeric_limits<std::size_t>::max() / element_bytes)
    throw_out_of_memory(count, element_bytes);
  void* memory = nullptr;
  const cudaError_t code = cudaMalloc(&memory, count * element_bytes);
  if (code == cudaErrorMemoryAllocation) throw_out_of_memory(count, element_bytes);
  check_cuda(code, "cudaMalloc", __FILE__, __LINE__);
  return memory;
}

void poison_device(void* memory, std::size_t bytes, int byte) {
  if (bytes == 0) return;
  CUDA_CHECK(cudaMemset(memory, byte, bytes));
#ifdef TUTORIAL_SIMULATOR
  cudasim::leave_unwritten(memory, bytes);
#endif
}

}  // namespace tutorial
