#include <fmt/format.h>

#include <limits>
#include <stdexcept>

#include "tutorial/program.hpp"

namespace tutorial {

std::string count_text(std::int64_t count) {
  if (count != 0 && count % 1'000'000 == 0) return fmt::format("{} M", count / 1'000'000);
  if (count != 0 && count % 1'000 == 0) return fmt::format("{} K", count / 1'000);
  return fmt::format("{}", count);
}

unsigned blocks_for(std::int64_t n, int block) {
  if (n < 0 || block < 1) throw std::invalid_argument("blocks_for: negative count or empty block");
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  const std::int64_t blocks = n == 0 ? 1 : (n - 1) / block + 1;
  if (blocks > most) {
    throw UsageError(
        fmt::format("{} elements need {} blocks of {}, and a grid has at most {}: choose a smaller size", n,
                    blocks, block, most));
  }
  return static_cast<unsigned>(blocks);
}

}  // namespace tutorial
