// A CUDA source, translated as a program is and as one for the lens is.
#include "sim/translate/translate.hpp"

#include <algorithm>
#include <cstdlib>

#include "tests/fuzz/fuzz.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view source = text_of(data, size);
  cudasim::translate::translate(source);
  cudasim::translate::Surroundings for_lens{[](std::string_view, bool, cudasim::translate::SharedMacros&,
                                               bool) { return std::optional<std::string>(); },
                                            true};
  cudasim::translate::SharedMacros macros;
  const auto translation = cudasim::translate::translate(source, for_lens, macros);
  // Messages name lines: none may come or go.
  const auto lines = [](std::string_view text) { return std::count(text.begin(), text.end(), '\n'); };
  if (translation.errors.empty() && lines(translation.text) != lines(source)) std::abort();
  return 0;
}
