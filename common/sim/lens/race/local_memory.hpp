// Local variables of device threads, which no other thread may access. Here they are on the fibres' stacks.
#pragma once

#include "sim/lens/count/recorder.hpp"
#include "sim/lens/race/checker.hpp"
#include "sim/runtime/fibre.hpp"

namespace cudasim::lens {

/// Whether an address that may be in a stack is in the stack of a thread other than the running, watched one.
bool is_on_other_stack(std::uintptr_t address);

inline bool is_foreign_local(std::uintptr_t address) {
  return current.mode == Mode::watched && stack_bounds.holds(address) &&
         address - current.stack >= FibrePool::slot_bytes && is_on_other_stack(address);
}

/// The running thread, of a watched block, touches another thread's local variable.
void report_foreign_local(const Access& access);

}  // namespace cudasim::lens
