#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tutorial/elements.hpp"
#include "tutorial/tutorial.hpp"

/// The sizes of the programs whose time is the launch's more than the reads'.
namespace ch06 {

/// The command line of the programs whose time is the launch's more than the reads'.
inline void add_small_walk_options(tutorial::Program& program, std::int64_t& n, std::string& data) {
  program.size("--n", n, "the largest number of elements; the table goes there from 10 K in steps of ten",
               {.gpu = 1'000'000, .simulator = 100'000, .quick = 10'000});
  program.choice("--data", data, "what the elements are",
                 {tutorial::data_words.begin(), tutorial::data_words.end() - 1});
  program.block_sizes({64, 128, 256, 512, 1024}, 512);
}

/// 10 K, 100 K, .. up to n, and n.
inline std::vector<std::int64_t> sizes_up_to(std::int64_t n) {
  std::vector<std::int64_t> sizes;
  for (std::int64_t size = 10'000; size < n; size *= 10) sizes.push_back(size);
  sizes.push_back(n);
  return sizes;
}

}  // namespace ch06
