// A file of results: read, and compared with itself.
#include "driver/bench/compare.hpp"
#include "driver/data/results_file.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/fuzz/memory_file.hpp"
#include "tutorial/errors.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const MemoryFile file(data, size);
  try {
    const tutorial::driver::Results results = tutorial::driver::read_results(file.path());
    tutorial::driver::pairs_text(tutorial::driver::pairs_of(results, results));
  } catch (const tutorial::Failure&) {
  }
  return 0;
}
