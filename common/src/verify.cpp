#include "tutorial/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace tutorial {

// Here and not in the header: the lens is called for each access of code that is compiled with a program.
std::size_t leading_bytes(const void* bytes, std::size_t count, unsigned char value) {
  constexpr std::size_t block = 4096;
  const auto* const begin = static_cast<const unsigned char*>(bytes);
  const auto* const end = begin + count;
  const auto* at = begin;
  // Each byte is equal to the next one, and the first is `value`.
  while (static_cast<std::size_t>(end - at) >= block && *at == value &&
         std::memcmp(at, at + 1, block - 1) == 0)
    at += block;
  at = std::find_if(at, end, [value](unsigned char each) { return each != value; });
  return static_cast<std::size_t>(at - begin);
}

IndexName matrix_index(std::int64_t columns) {
  return [columns](std::int64_t i) { return fmt::format("(row {}, column {})", i / columns, i % columns); };
}

std::string value_text(double value) { return std::isnan(value) ? "nan" : fmt::format("{}", value); }
std::string value_text(float value) { return std::isnan(value) ? "nan" : fmt::format("{}", value); }
std::string value_text(std::int64_t value) { return fmt::format("{}", value); }
std::string value_text(std::uint64_t value) { return fmt::format("{}", value); }

Verdict make_verdict(std::int64_t count, std::int64_t wrong, const std::vector<Difference>& first,
                     const IndexName& index_name) {
  if (wrong == 0 && count == 0 && blocks_are_sampled())
    return {false,
            "no block of the sample has written a value, so nothing was checked; "
            "to run all blocks, give a size after --"};
  if (wrong == 0) return {true, "ok"};
  std::string text = fmt::format("{} of {} {} {} wrong", wrong, count, count == 1 ? "value" : "values",
                                 wrong == 1 ? "is" : "are");
  for (const Difference& difference : first) {
    const std::string name =
        index_name ? index_name(difference.index) : fmt::format("index {}", difference.index);
    text += fmt::format("\n{}: got {}, wanted {}", name, difference.got, difference.want);
  }
  return {false, text};
}

}  // namespace tutorial
