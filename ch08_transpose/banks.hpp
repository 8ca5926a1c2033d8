#pragma once

#include <array>
#include <numeric>
#include <string>
#include <vector>

/// The banks of shared memory, by arithmetic: what a warp's access with a stride costs, and how it looks.
namespace ch08 {

constexpr int warp_lanes = 32;
constexpr int banks = 32;      // word w, four bytes, is in bank w % 32
constexpr int bank_bytes = 4;  // served by a bank per wavefront

/// Lanes that the banks serve at once, 128 bytes together: 32 of 4 bytes, 16 of 8, 8 of 16. The others wait.
constexpr int lanes_together(int access_bytes) { return banks * bank_bytes / access_bytes; }

/// The most different words that one bank is asked for by lanes served together, where lane i accesses
/// element i * stride, of 4, 8 or 16 bytes. @pre stride > 0
///
/// With stride 1, the elements of lanes_together lanes fill all banks once. A stride that has the factor g in
/// common with that number comes back to its first bank after 1 / g of the lanes.
constexpr int conflict_degree(int stride, int access_bytes) {
  return std::gcd(stride, lanes_together(access_bytes));
}

/// What the banks do in one wavefront: the lane that each serves, or -1.
using Turn = std::array<int, banks>;

/// The wavefronts of such an access: each lane is in the first one of its group in which its banks are
/// free.
inline std::vector<Turn> turns_of(int stride, int access_bytes) {
  const int words = access_bytes / bank_bytes;
  std::vector<Turn> turns;
  for (int group = 0; group < warp_lanes; group += lanes_together(access_bytes)) {
    const std::size_t first_turn = turns.size();
    for (int lane = group; lane < group + lanes_together(access_bytes); ++lane) {
      const auto bank = static_cast<std::size_t>(lane * stride * words % banks);
      std::size_t turn = first_turn;
      while (turn < turns.size() && turns[turn][bank] >= 0) ++turn;
      if (turn == turns.size()) {
        turns.emplace_back();
        turns.back().fill(-1);
      }
      for (std::size_t word = 0; word < static_cast<std::size_t>(words); ++word)
        turns[turn][bank + word] = lane;
    }
  }
  return turns;
}

/// "no conflict" or "4-way conflict".
inline std::string conflict_text(int degree) {
  return degree == 1 ? "no conflict" : std::to_string(degree) + "-way conflict";
}

/// The wavefronts as text: one line each, with one column per bank: the number of the lane that it serves.
inline std::string drawing(int stride, int access_bytes) {
  const auto cell = [](const std::string& text) { return std::string(4 - text.size(), ' ') + text; };
  std::string text = "bank   ";
  for (int bank = 0; bank < banks; ++bank) text += cell(std::to_string(bank)).substr(1);
  const std::vector<Turn> turns = turns_of(stride, access_bytes);
  for (std::size_t i = 0; i < turns.size(); ++i) {
    text += "\nturn" + cell(std::to_string(i + 1)).substr(1);
    for (const int lane : turns[i]) text += cell(lane < 0 ? "." : std::to_string(lane)).substr(1);
  }
  return text;
}

}  // namespace ch08
