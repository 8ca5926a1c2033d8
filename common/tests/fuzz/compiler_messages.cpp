// What a compiler has said of a submission.
#include "marking/judge.hpp"
#include "tests/fuzz/fuzz.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tutorial::marking::explain_compiler(std::string(text_of(data, size)), "move.cu");
  return 0;
}
