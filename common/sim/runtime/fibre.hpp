// Fibres: stacks with a guard, and the switch from one to another.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "sim/runtime/context.hpp"
#include "sim/runtime/fibre_sanitizer.hpp"

namespace cudasim {

/// A flow of control that can be left and entered again, always on the same OS thread.
struct Fibre {
  Context context;  ///< where it was left
  char* stack_top = nullptr;
  SanitizedStack sanitized = {};

  /// Prefetches the memory that the fibre needs first when it continues: the stacks of many fibres do not fit in the L1 cache.
  void prefetch() const {
    const auto* top = static_cast<const char*>(context.top());
    for (const int line : {0, 64, 128}) __builtin_prefetch(top + line);
  }
};

/// Must be called first whenever a fibre is entered.
inline void arrive(Fibre& self, Fibre& before) { self.sanitized.enter_from(before.sanitized); }

/// Leaves `from` and enters `to`; returns when `from` is entered again.
__attribute__((always_inline)) inline void switch_fibre(Fibre& from, Fibre& to) {
  from.sanitized.leave_for(to.sanitized);
  arrive(from, *switch_context(&from, from.context, to.context));
}

/// Bounds of all stacks of the process; other memory may be between them. They never shrink.
struct StackBounds {
  std::atomic<std::uintptr_t> begin{UINTPTR_MAX};
  std::atomic<std::uintptr_t> end{0};

  bool holds(std::uintptr_t address) const {
    return address >= begin.load(std::memory_order_relaxed) && address < end.load(std::memory_order_relaxed);
  }
};
extern StackBounds stack_bounds;

/// The fibres of one OS thread. Their stacks are kept and used again.
class FibrePool {
 public:
  explicit FibrePool(FibreEntry entry) : entry_(entry) {}
  ~FibrePool();
  FibrePool(const FibrePool&) = delete;
  FibrePool& operator=(const FibrePool&) = delete;

  /// An idle fibre; it runs the entry function when it is first entered.
  Fibre& take() {
    if (idle_.empty()) grow();
    Fibre& fibre = *idle_.back();
    idle_.pop_back();
    return fibre;
  }
  /// Gives back a fibre that will continue, when it is entered next, from where it is now.
  void give_back(Fibre& fibre) { idle_.push_back(&fibre); }
  /// Makes every fibre idle and new, wherever it was left. Objects on their stacks are not destroyed.
  void abandon_all();

  /// Size of a stack and its guard. An odd number of pages: with a multiple of a power of two, the pages of many stacks compete for the same
  /// few entries of the processor's TLB.
  static constexpr std::size_t slot_bytes = std::size_t{64 + 260} * 1024;
  /// The start of the slot whose stack contains the address; null if it is not in this pool.
  const char* slot_of(const void* address) const;
  /// True if the address lies in the guard below a stack.
  bool is_guard(const void* address) const;

 private:
  void grow();
  void make_new(Fibre& fibre);

  FibreEntry entry_;
  std::deque<Fibre> fibres_;
  std::vector<Fibre*> idle_;
  std::vector<char*> chunks_;
};

}  // namespace cudasim
