// Switches from one stack to another. On x86-64 this is done in place, without a call: if threads switch at one barrier, the processor then
// predicts the jump and, after it, the return to the kernel. Elsewhere Boost.Context is used.
#pragma once

#include <cstddef>

#ifndef __x86_64__
#include <boost/context/detail/fcontext.hpp>
#endif

namespace cudasim {

struct Fibre;
using FibreEntry = void (*)(Fibre* before);

#ifdef __x86_64__

/// The position at which a fibre continues.
struct Context {
  void* stack = nullptr;
  void* frame = nullptr;
  void* instruction = nullptr;

  const void* top() const { return stack; }
};

/// A context that runs `entry` on a new stack.
inline Context new_context(char* stack_top, std::size_t /*bytes*/, FibreEntry entry) {
  auto* top = reinterpret_cast<void**>(stack_top);
  top[-1] = nullptr;  // the return address: there is no caller
  return {top - 1, nullptr, reinterpret_cast<void*>(entry)};
}

/// Leaves `from` and enters another context; returns when `from` is entered again, with the fibre that did so. No register
/// keeps its value, so the compiler saves what it needs.
__attribute__((always_inline)) inline Fibre* switch_context(Fibre* from, Context& own, const Context& other) {
  Context* leave = &own;
  const Context* enter = &other;
  asm volatile(
      "xorl %%ecx, %%ecx\n\t"  // as barrier.cpp reads it
      "leaq 1f(%%rip), %%rax\n\t"
      "movq %%rsp, (%1)\n\t"
      "movq %%rbp, 8(%1)\n\t"
      "movq %%rax, 16(%1)\n\t"
      "movq (%2), %%rsp\n\t"
      "movq 8(%2), %%rbp\n\t"
      "jmpq *16(%2)\n"
      "1:"
      : "+D"(from), "+S"(leave), "+d"(enter)
      :
      : "rax", "rbx", "rcx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "xmm0", "xmm1", "xmm2",
        "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14",
        "xmm15", "cc", "memory");
  return from;
}

#else

struct Context {
  boost::context::detail::fcontext_t place = nullptr;
  FibreEntry entry = nullptr;

  const void* top() const { return place; }
};

/// The value that a fibre passes to the one that it enters.
struct Handover {
  Fibre* from;
  Context* own;
  FibreEntry entry;
};

inline Fibre* arrived(boost::context::detail::transfer_t transfer) {
  const auto* handover = static_cast<const Handover*>(transfer.data);
  handover->own->place = transfer.fctx;
  return handover->from;
}

inline Context new_context(char* stack_top, std::size_t bytes, FibreEntry entry) {
  const auto begin = [](boost::context::detail::transfer_t transfer) {
    const FibreEntry first = static_cast<const Handover*>(transfer.data)->entry;
    first(arrived(transfer));
  };
  return {boost::context::detail::make_fcontext(stack_top, bytes, begin), entry};
}

inline Fibre* switch_context(Fibre* from, Context& own, const Context& other) {
  Handover handover{from, &own, other.entry};
  return arrived(boost::context::detail::jump_fcontext(other.place, &handover));
}

#endif

}  // namespace cudasim
