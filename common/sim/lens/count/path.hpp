// Where a device thread is: the calls it is in and the iterations of the loops around it, as one number. Lanes whose
// numbers differ do not execute an instruction together, even if it is the same one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace cudasim::lens {

class Path {
 public:
  std::uint64_t value() const { return now_.value; }
  /// Return address of the innermost call.
  const void* caller() const { return now_.caller; }

  /// The iterations of the loops around it, from 1, the outermost first.
  std::vector<std::uint32_t> rounds() const {
    std::vector<std::uint32_t> all;
    for (std::uint32_t i = 0; i <= std::min(depth_, most_kept - 1); ++i)
      if (at(i).round != 0) all.push_back(at(i).round);
    return all;
  }

  /// Where two paths part: by calls at these places, or, if both are null, in the iteration of a loop or in how deep they
  /// are. Of different paths.
  struct Parting {
    const void* first_call;
    const void* second_call;
  };
  static Parting parting(const Path& first, const Path& second) {
    const std::uint32_t depth = std::min({first.depth_, second.depth_, most_kept});
    for (std::uint32_t i = 0; i <= depth; ++i) {
      const Place &one = first.at(i), &other = second.at(i);
      if (one.value == other.value) continue;
      if (one.caller != other.caller) return {one.caller, other.caller};
      break;
    }
    return {nullptr, nullptr};
  }

  void restart() {
    now_ = {};
    depth_ = 0;
  }
  void call(const void* return_address) {
    push();
    now_.value = (now_.value ^ reinterpret_cast<std::uintptr_t>(return_address)) * factor;
    now_.caller = return_address;
    now_.round = 0;
  }
  void enter_loop() {
    push();
    now_.value *= factor;
    now_.round = 1;
  }
  void next_iteration() {
    now_.value += step;
    ++now_.round;
  }
  /// Leaves the call or the loop.
  void leave() {
    if (depth_ == 0) return;  // it began before the thread was watched
    if (--depth_ < most_kept) now_ = outer_[depth_];
  }

 private:
  static constexpr std::uint64_t factor = 0xd1342543de82ef95u;
  static constexpr std::uint64_t step = 0x9e3779b97f4a7c15u;
  static constexpr std::uint32_t most_kept = 40;

  struct Place {
    std::uint64_t value = 0;
    const void* caller = nullptr;
    std::uint32_t round = 0;  // iteration of the loop, from 1; 0 of a call
  };

  const Place& at(std::uint32_t depth) const {
    return depth == depth_ || depth >= most_kept ? now_ : outer_[depth];
  }

  // Deeper recursion is not told apart.
  void push() {
    if (depth_ < most_kept) outer_[depth_] = now_;
    ++depth_;
  }

  Place now_;
  std::uint32_t depth_ = 0;
  Place outer_[most_kept];
};

}  // namespace cudasim::lens
