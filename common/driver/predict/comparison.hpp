#pragma once

#include <string>

#include "predict/counted_launch.hpp"
#include "predict/gpu_file.hpp"

namespace tutorial::driver {

/// What was counted of a program.
struct CountedProgram {
  std::string name;
  predict::Counted counted;
};

/// "a is 1.7x slower than b (7.4 us and 4.4 us at 1024 x 1024, float), because it is limited by shared memory (...), and b by DRAM": the
/// fastest variants of both, at the first size and type that both have. "" if there is no such pair.
std::string comparison_text(const CountedProgram& own, const CountedProgram& other, const predict::Gpu& gpu);

}  // namespace tutorial::driver
