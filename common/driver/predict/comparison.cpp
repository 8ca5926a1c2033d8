#include "driver/predict/comparison.hpp"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "driver/data/rows.hpp"
#include "predict/predict.hpp"
#include "support/text.hpp"

namespace tutorial::driver {
namespace {

/// The size and the type of a section that is called by "variant, size, type"; "" of any other.
std::string at_of(const std::string& section) {
  const std::size_t type = section.rfind(", ");
  if (type == std::string::npos || type == 0) return "";
  const std::size_t size = section.rfind(", ", type - 1);
  return size == std::string::npos ? "" : section.substr(size + 2);
}

std::optional<predict::Section> fastest(const predict::Counted& counted, const std::string& at,
                                        const predict::Gpu& gpu) {
  std::optional<predict::Section> best;
  std::string last;
  for (const predict::Launch& launch : counted.launches) {
    if (launch.section == last || at_of(launch.section) != at) continue;
    last = launch.section;
    const auto section = predict::section_of(last, counted, gpu);
    if (section && section->seconds && (!best || *section->seconds < *best->seconds)) best = section;
  }
  return best;
}

std::string limit_text(const predict::Section& section) {
  return fmt::format("{} ({})", section.limit, section.why);
}

}  // namespace

std::string comparison_text(const CountedProgram& own, const CountedProgram& other, const predict::Gpu& gpu) {
  for (const predict::Launch& launch : own.counted.launches) {
    const std::string at = at_of(launch.section);
    if (at.empty()) continue;
    const auto ours = fastest(own.counted, at, gpu);
    const auto theirs = fastest(other.counted, at, gpu);
    if (!ours || !theirs) continue;
    const double ratio = *ours->seconds / *theirs->seconds;
    const std::string times = fmt::format("{} and {} at {}", text::rough_seconds(*ours->seconds),
                                          text::rough_seconds(*theirs->seconds), at);
    if (is_tie(ratio))
      return fmt::format("{} is as fast as {} ({}): limited by {}, and {} by {}.", own.name, other.name,
                         times, limit_text(*ours), other.name, limit_text(*theirs));
    if (ratio > 1)
      return fmt::format("{} is {:.1f}x slower than {} ({}), because it is limited by {}, and {} by {}.",
                         own.name, ratio, other.name, times, limit_text(*ours), other.name,
                         limit_text(*theirs));
    return fmt::format("{} is {:.1f}x faster than {} ({}), which is limited by {}.", own.name, 1 / ratio,
                       other.name, times, limit_text(*theirs));
  }
  return "";
}

}  // namespace tutorial::driver
