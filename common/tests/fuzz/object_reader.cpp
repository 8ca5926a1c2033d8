// The object file of a submission.
#include "marking/screen/elf_object.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/fuzz/memory_file.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const MemoryFile file(data, size);
  try {
    tutorial::marking::read_elf_object(file.path());
  } catch (const tutorial::marking::ElfError&) {
  }
  return 0;
}
