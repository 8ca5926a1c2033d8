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

/// An atomic operation of a watched thread on its own local variable: the launch fails. PTX manual, atom: undefined for an address that is neither
/// of global nor of shared memory; a GPU stops the kernel. libcu++ asks where its object lies, and is allowed.
void refuse_own_local(const void* address, const void* pc);

inline void expect_no_own_local(const volatile void* pointer, const void* pc) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (current.mode == Mode::watched && stack_bounds.holds(address))
    refuse_own_local(const_cast<const void*>(pointer), pc);
}

}  // namespace cudasim::lens
