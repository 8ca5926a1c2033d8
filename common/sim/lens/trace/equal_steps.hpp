// Whether an instruction's operands go on as they did before: unchanged, so that a compiler carries it out once ahead of the loop, or in
// equal steps, so that it becomes a distance in the addresses of an unrolled round.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>

namespace cudasim::lens {

class EqualSteps {
 public:
  using Operands = std::array<std::uint64_t, 4>;
  enum class Kind : std::uint8_t { changing, stepping, same };

  /// The next execution of the instruction at `code`.
  Kind next(std::uint64_t code, const Operands& operands) {
    const auto [found, is_new] = last_.try_emplace(code, Last{operands, {}});
    if (is_new) return Kind::changing;
    Last& last = found->second;
    bool equal = true, same = true;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const std::uint64_t step = operands[i] - last.operands[i];
      equal = equal && step == last.steps[i];
      same = same && step == 0;
      last.steps[i] = step;
      last.operands[i] = operands[i];
    }
    return same ? Kind::same : equal ? Kind::stepping : Kind::changing;
  }

 private:
  struct Last {
    Operands operands, steps;
  };
  std::unordered_map<std::uint64_t, Last> last_;
};

}  // namespace cudasim::lens
