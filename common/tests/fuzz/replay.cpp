// The harnesses without libFuzzer: replay CHANGES FILE…: each file as it is, and so many changed ones, the same each time.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "tests/fuzz/fuzz.hpp"

namespace {

void run(const std::string& input) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

class Changes {
 public:
  /// A few bytes or stretches of an input replaced, taken out or doubled.
  std::string change(std::string input) {
    for (std::size_t times = 1 + below(4); times > 0; --times) {
      const std::size_t at = below(input.size() + 1);
      const std::size_t length = std::min(input.size() - at, std::size_t{1} << below(8));
      switch (below(4)) {
        case 0: input.erase(at, length); break;
        case 1: input.insert(at, input.substr(at, length)); break;
        case 2: input.insert(at, 1, static_cast<char>(below(256))); break;
        default:
          if (at < input.size()) input[at] = static_cast<char>(below(256));
      }
    }
    return input;
  }

  std::size_t below(std::size_t end) { return random_() % end; }

 private:
  std::mt19937_64 random_{19};
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  std::vector<std::string> inputs;
  for (int i = 2; i < argc; ++i) {
    std::ifstream in(argv[i], std::ios::binary);
    if (!in) return 2;
    inputs.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  for (const std::string& input : inputs) run(input);
  Changes changes;
  const long wanted = std::strtol(argv[1], nullptr, 10);
  for (long i = 0; i < wanted; ++i) run(changes.change(inputs[changes.below(inputs.size())]));
  std::printf("%zu inputs, %ld changes\n", inputs.size(), wanted);
}
