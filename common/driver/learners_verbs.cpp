#include <vector>

#include "driver/command.hpp"

namespace tutorial::driver {

std::span<const Verb> learners_verbs() {
  static const std::vector<Verb> verbs = [] {
    const std::span<const Verb> first = run_verbs();
    std::vector<Verb> all(first.begin(), first.end());
    all.push_back({"explain", "what the memory system sees, line by line, and the hazards", declare_explain});
    all.push_back({"predict", "what each kernel would take on a GPU, and what limits it", declare_predict});
    return all;
  }();
  return verbs;
}

}  // namespace tutorial::driver
