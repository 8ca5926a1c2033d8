#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tutorial::instructor {

/// The column of the marks that says which fault a learner had.
inline constexpr const char* fault_title = "fault";

/// The fault that a learner draws from an exercise's family, always the same one. A new fault in a family changes the draw of those who draw it, and
/// of no other student.
std::string fault_for(std::uint64_t seed, const std::string& learner, const std::string& exercise,
                      const std::vector<std::string>& family);

}  // namespace tutorial::instructor
