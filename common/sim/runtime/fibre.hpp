// Fibres: stacks with a guard, and the switch from one to another.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <deque>
#include <vector>

namespace cudasim {

using Transfer = boost::context::detail::transfer_t;
using FibreEntry = void (*)(Transfer);

/// A flow of control that can be left and entered again, always on the same OS thread.
struct Fibre {
  boost::context::detail::fcontext_t context = nullptr;  ///< where it was left
  char* stack_top = nullptr;
};

/// What a fibre does first whenever it is entered: notes where the fibre before it was left.
inline void arrive(Transfer from) { static_cast<Fibre*>(from.data)->context = from.fctx; }

/// Leaves `from` and enters `to`; returns when `from` is entered again.
inline void switch_fibre(Fibre& from, Fibre& to) {
  arrive(boost::context::detail::jump_fcontext(to.context, &from));
}

/// The fibres of one OS thread. Their stacks are kept and used again.
class FibrePool {
 public:
  explicit FibrePool(FibreEntry entry) : entry_(entry) {}
  ~FibrePool();
  FibrePool(const FibrePool&) = delete;
  FibrePool& operator=(const FibrePool&) = delete;

  /// An idle fibre; the first time it is entered it runs the entry function.
  Fibre& take() {
    if (idle_.empty()) grow();
    Fibre& fibre = *idle_.back();
    idle_.pop_back();
    return fibre;
  }
  /// Gives back a fibre that will go on, when it is entered next, from where it is left now.
  void give_back(Fibre& fibre) { idle_.push_back(&fibre); }
  /// Makes every fibre idle and new, wherever it was left. Nothing on their stacks is destroyed properly.
  void abandon_all();

  /// True if the address lies in the guard below a stack.
  bool is_guard(const void* address) const;

 private:
  void grow();

  FibreEntry entry_;
  std::deque<Fibre> fibres_;
  std::vector<Fibre*> idle_;
  std::vector<char*> chunks_;
};

}  // namespace cudasim
