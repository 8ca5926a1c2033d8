#include "sim/lens/count/memory_model.hpp"

#include <algorithm>
#include <array>

namespace cudasim::lens {
namespace {

constexpr std::uintptr_t word_bytes = 4;
constexpr std::uintptr_t banks = 32;
constexpr std::uint32_t turn_bytes = 128;  // all banks together

/// The units (sectors or words) that some lanes touch. Lanes usually come in order: then nothing has to be searched.
class Units {
 public:
  void add(std::uintptr_t unit) {
    if (count_ > 0 && unit <= unit_[count_ - 1]) {
      if (unit == unit_[count_ - 1]) return;
      ascending_ = false;
    }
    if (!ascending_ && std::find(unit_.begin(), unit_.begin() + count_, unit) != unit_.begin() + count_)
      return;
    unit_[count_++] = unit;
  }
  std::uint32_t count() const { return count_; }
  const std::uintptr_t* begin() const { return unit_.data(); }
  const std::uintptr_t* end() const { return unit_.data() + count_; }

 private:
  std::array<std::uintptr_t, std::size_t{32} * 5> unit_;
  std::uint32_t count_ = 0;
  bool ascending_ = true;
};

template <class Function>
void for_each_lane(std::uint32_t lanes, Function function) {
  for (; lanes != 0; lanes &= lanes - 1) function(static_cast<unsigned>(__builtin_ctz(lanes)));
}

void add_units(Units& units, std::uintptr_t begin, std::uint32_t bytes, std::uintptr_t unit_bytes) {
  for (std::uintptr_t unit = begin / unit_bytes; unit <= (begin + bytes - 1) / unit_bytes; ++unit)
    units.add(unit);
}

std::uint32_t divide_up(std::uint32_t a, std::uint32_t b) { return (a + b - 1) / b; }

/// How many different elements the lanes access; two lanes request either the same element or different ones.
std::uint32_t elements_of(const Pattern& pattern) {
  Units elements;
  for_each_lane(pattern.lanes, [&](unsigned lane) { elements.add(pattern.address[lane]); });
  return elements.count();
}

/// One instruction: lane i accesses `bytes` at address[i] + offset.
struct PatternInstruction {
  const Pattern& pattern;
  std::uint32_t offset;
  std::uint32_t bytes;
  std::uint32_t elements;  ///< different ones

  std::uintptr_t address(unsigned lane) const { return pattern.address[lane] + offset; }

  std::uint32_t different_bytes() const { return elements * bytes; }

  /// Of these lanes, those that touch what all of them touch.
  std::uint32_t distinct(std::uint32_t lanes) const { return elements == 1 ? lanes & (~lanes + 1) : lanes; }

  Units units_of(std::uint32_t lanes, std::uintptr_t unit_bytes) const {
    Units units;
    for_each_lane(distinct(lanes),
                  [&](unsigned lane) { add_units(units, address(lane), bytes, unit_bytes); });
    return units;
  }

  void add_global(Sums& cost) const {
    const std::uint32_t sectors = units_of(pattern.lanes, sector_bytes).count();
    cost.sectors += sectors;
    cost.ideal_sectors +=
        std::min(sectors, divide_up(different_bytes(), static_cast<std::uint32_t>(sector_bytes)));
    if (pattern.op == Op::load) cost.l1_clocks += l1_clocks();
  }

  /// Of L1: for the words of each bank, and for the lines beyond those that as many bytes fill.
  std::uint32_t l1_clocks() const {
    const std::uint32_t lines = units_of(pattern.lanes, turn_bytes).count();
    const std::uint32_t full = std::max(1u, divide_up(different_bytes(), turn_bytes));
    std::uint32_t clocks = lines > full ? divide_up(lines - full, 4) : 0;
    const LaneGroups turns = groups();
    for (unsigned i = 0; i < turns.count; ++i)
      if (turns.lanes[i] != 0) clocks += words_of_busiest_bank(turns.lanes[i]);
    return clocks;
  }

  /// The banks serve 128 bytes a turn: 32 lanes of up to 4 bytes, 16 lanes of 8, 8 lanes of 16. Twice as many of 8 or 16
  /// bytes where each lane shares its element with its neighbour, or with the one next to that.
  LaneGroups groups() const {
    LaneGroups groups;
    const unsigned lanes_a_turn = std::min(32u, turn_bytes / bytes);
    const unsigned together = std::min(32u, 2 * lanes_a_turn);
    for (unsigned first = 0; first < 32; first += together) {
      const std::uint32_t both = pattern.lanes & lane_group(first, together);
      if (together == lanes_a_turn || share(both, 1) || share(both, 2)) {
        groups.lanes[groups.count++] = both;
      } else {
        groups.lanes[groups.count++] = both & lane_group(first, lanes_a_turn);
        groups.lanes[groups.count++] = both & lane_group(first + lanes_a_turn, lanes_a_turn);
      }
    }
    return groups;
  }

  void add_shared(Sums& cost) const {
    const LaneGroups turns = groups();
    for (unsigned i = 0; i < turns.count; ++i) add_turn(cost, turns.lanes[i]);
  }

  static std::uint32_t lane_group(unsigned first, unsigned count) {
    return static_cast<std::uint32_t>(((std::uint64_t{1} << count) - 1) << first);
  }

  /// Every lane requests the same element as the lane whose number differs in this bit, if that lane takes part.
  bool share(std::uint32_t lanes, unsigned bit) const {
    bool all = true;
    for_each_lane(lanes, [&](unsigned lane) {
      const unsigned partner = lane ^ bit;
      all = all && ((lanes >> partner & 1) == 0 || address(lane) == address(partner));
    });
    return all;
  }

  /// One word at a time, for all lanes that request it.
  void add_constant(Sums& cost) const {
    cost.wavefronts += elements;
    cost.ideal_wavefronts += 1;
    cost.conflict_degree = std::max(cost.conflict_degree, elements);
  }

  void add_turn(Sums& cost, std::uint32_t lanes) const {
    if (lanes == 0) return;
    const std::uint32_t degree =
        pattern.op == Op::atomic ? lanes_of_busiest_bank(lanes) : words_of_busiest_bank(lanes);
    cost.wavefronts += degree;
    cost.ideal_wavefronts += 1;
    cost.conflict_degree = std::max(cost.conflict_degree, degree);
    if (pattern.op == Op::atomic)
      cost.atomic_wavefronts += pattern.adds_one ? words_of_busiest_bank(lanes) : degree;
  }

  std::uint32_t words_of_busiest_bank(std::uint32_t lanes) const {
    std::array<std::uint32_t, banks> wanted{};
    const Units words = units_of(lanes, word_bytes);
    for (const std::uintptr_t word : words) ++wanted[word % banks];
    return *std::max_element(wanted.begin(), wanted.end());
  }

  /// Atomics on one word follow each other.
  std::uint32_t lanes_of_busiest_bank(std::uint32_t lanes) const {
    std::array<std::uint32_t, banks> wanted{};
    for_each_lane(lanes, [&](unsigned lane) { ++wanted[address(lane) / word_bytes % banks]; });
    return *std::max_element(wanted.begin(), wanted.end());
  }
};

}  // namespace

std::uint32_t piece_bytes(const Pattern& pattern) {
  std::uintptr_t all = pattern.bytes;
  for_each_lane(pattern.lanes, [&](unsigned lane) { all |= pattern.address[lane]; });
  const auto common =
      static_cast<std::uint32_t>(all & (~all + 1));  // greatest power of two that divides them all
  return std::min(common, pattern.piece);
}

Sums cost_of(const Pattern& pattern) {
  Sums cost;
  const std::uint32_t piece = piece_bytes(pattern), elements = elements_of(pattern);
  cost.accesses = static_cast<std::uint64_t>(__builtin_popcount(pattern.lanes));
  cost.bytes = cost.accesses * pattern.bytes;
  for (std::uint32_t offset = 0; offset < pattern.bytes; offset += piece) {
    const PatternInstruction instruction{pattern, offset, piece, elements};
    ++cost.requests;
    if (pattern.space == Space::global)
      instruction.add_global(cost);
    else if (pattern.space == Space::shared)
      instruction.add_shared(cost);
    else
      instruction.add_constant(cost);
    const bool several = (pattern.lanes & (pattern.lanes - 1)) != 0;
    cost.broadcasts += several && elements == 1;
  }
  cost.wide_requests = piece >= 8 ? cost.requests : 0;
  return cost;
}

LaneGroups groups_of(const Pattern& pattern) {
  return PatternInstruction{pattern, 0, piece_bytes(pattern), elements_of(pattern)}.groups();
}

}  // namespace cudasim::lens
