// What CMake has written of the programs, or of another tree's.
#include "driver/data/manifest.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/fuzz/memory_file.hpp"
#include "tutorial/errors.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const MemoryFile file(data, size);
  try {
    tutorial::driver::read_manifest(file.path());
  } catch (const tutorial::Failure&) {
  }
  return 0;
}
