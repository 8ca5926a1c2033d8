#include "sim/runtime/current_range.hpp"

#include <atomic>
#include <vector>

namespace cudasim {
namespace {

struct OpenRange {
  std::string name;
  unsigned long number;
};

thread_local std::vector<OpenRange> open_ranges;
std::atomic<unsigned long> ranges_begun{0};

}  // namespace

int push_range(const char* name) {
  open_ranges.push_back({name == nullptr ? "" : name, ++ranges_begun});
  return static_cast<int>(open_ranges.size()) - 1;
}

int pop_range() {
  if (open_ranges.empty()) return -1;
  open_ranges.pop_back();
  return static_cast<int>(open_ranges.size());
}

std::string current_range() { return open_ranges.empty() ? std::string() : open_ranges.back().name; }

unsigned long current_range_number() { return open_ranges.empty() ? 0 : open_ranges.back().number; }

}  // namespace cudasim
