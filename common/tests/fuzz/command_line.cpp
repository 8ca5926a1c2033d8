// A command line of the driver and of the authors' program, a word a line: parsed, and not obeyed.
#include "driver/command.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tutorial/errors.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::string> words;
  std::string_view rest = text_of(data, size);
  while (!rest.empty()) {
    const std::size_t end = rest.find_first_of(std::string_view("\n\0", 2));
    words.emplace_back(rest.substr(0, end));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  for (const auto verbs : {tutorial::driver::learners_verbs(), tutorial::driver::authors_verbs()}) {
    try {
      const tutorial::driver::Command command = tutorial::driver::command_from(verbs, words, "tutorial.json");
      // Either there is something to do, or something to print.
      if (command.help.empty() == !command.action) std::abort();
    } catch (const tutorial::UsageError&) {
    }
  }
  return 0;
}
