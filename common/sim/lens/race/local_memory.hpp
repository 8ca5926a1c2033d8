// Local variables of device threads: a thread's own are nobody else's. Their addresses are those of fibres' stacks here.
#pragma once

#include "sim/lens/count/recorder.hpp"
#include "sim/lens/race/checker.hpp"
#include "sim/runtime/fibre.hpp"

namespace cudasim::lens {

/// Of an address that may lie in some stack: whether it lies in the stack of another thread than the running, watched one.
bool is_on_other_stack(std::uintptr_t address);

inline bool is_foreign_local(std::uintptr_t address) {
  return current.mode == Mode::watched && stack_bounds.holds(address) &&
         address - current.stack >= FibrePool::slot_bytes && is_on_other_stack(address);
}

/// The running thread, of a watched block, touches another thread's local variable.
void report_foreign_local(const Access& access);

}  // namespace cudasim::lens
