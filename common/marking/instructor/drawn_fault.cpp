#include "marking/instructor/drawn_fault.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "marking/instructor/sha256.hpp"

namespace tutorial::instructor {

std::string fault_for(std::uint64_t seed, const std::string& learner, const std::string& exercise,
                      const std::vector<std::string>& family) {
  const auto lot = [&](const std::string& fault) {
    return sha256(fmt::format("{}\n{}\n{}\n{}", seed, learner, exercise, fault));
  };
  return *std::max_element(
      family.begin(), family.end(),
      [&](const std::string& one, const std::string& other) { return lot(one) < lot(other); });
}

}  // namespace tutorial::instructor
