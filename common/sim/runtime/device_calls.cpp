// Functions by which device code ends or measures itself: assert, __trap, __builtin_unreachable, the clock.
#include <errno.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

#include "cudasim/async_copy.hpp"
#include "cudasim/device_code.hpp"
#include "cudasim/properties.hpp"
#include "sim/runtime/block_cluster.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/messages.hpp"
#include "sim/runtime/repeated_launches.hpp"
#include "sim/runtime/state.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim {
namespace detail {

void trap(const Site& site) {
  this_worker->launch->fail_thread(cudaErrorLaunchFailure, "%s at %s:%d", site.operation, site.file,
                                   site.line);
}

void misused(const Site& site, const char* why) {
  this_worker->launch->fail_thread(cudaErrorLaunchFailure, "%s at %s:%d: %s", site.operation, site.file,
                                   site.line, why);
}

void require_global(const void* address, const Site& site) {
  if (this_worker == nullptr || this_worker->block == nullptr) return;  // called by host code
  const bool is_shared = shared_owner(address) != nullptr;
  if (is_shared || this_worker->fibres.slot_of(address) != nullptr)
    this_worker->launch->fail_thread(
        cudaErrorInvalidAddressSpace, "%s at %s:%d: the address is not of global memory, it is %s",
        site.operation, site.file, site.line, is_shared ? "of shared memory" : "a local variable's");
}

void require_shared(const void* address, const Site& site) {
  if (this_worker == nullptr || this_worker->block == nullptr) return;  // called by host code
  if (shared_owner(address) != nullptr) return;
  const bool is_local = this_worker->fibres.slot_of(address) != nullptr;
  this_worker->launch->fail_thread(cudaErrorInvalidAddressSpace,
                                   "%s at %s:%d: the address is not of shared memory%s", site.operation,
                                   site.file, site.line, is_local ? ", it is a local variable's" : "");
}

void misaligned_copy(const Site& site, std::size_t bytes) {
  this_worker->launch->fail_thread(
      cudaErrorMisalignedAddress,
      "%s at %s:%d: both addresses must be multiples of %zu bytes, as the copy has", site.operation,
      site.file, site.line, bytes);
}

long long cycles() {
  keep_running_this_launch();
#if defined(__x86_64__)
  return static_cast<long long>(__rdtsc());
#else
  return std::chrono::steady_clock::now().time_since_epoch().count();
#endif
}

unsigned long nanoseconds() {
  keep_running_this_launch();
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<unsigned long>(std::chrono::nanoseconds(now).count());
}

unsigned multiprocessor_count() {
  multiprocessors_were_asked_for = true;
  return static_cast<unsigned>(device_properties().multiProcessorCount);
}

}  // namespace detail

std::clock_t device_clock() {
  return in_kernel() ? static_cast<std::clock_t>(detail::cycles()) : std::clock();
}

namespace {

// Prints the same line as CUDA.
[[noreturn]] void fail_assertion(const char* assertion, const char* file, unsigned line,
                                 const char* function) {
  Launch& launch = *this_worker->launch;
  if (!launch.failed.exchange(true)) {
    launch.error = cudaErrorAssert;
    const uint3 block = this_worker->block->index, thread = this_worker->running().index;
    char text[2048];
    std::snprintf(text, sizeof text,
                  "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.", file, line,
                  function, block.x, block.y, block.z, thread.x, thread.y, thread.z, assertion);
    print_line(text);
  }
  this_worker->abandon();
}

}  // namespace
}  // namespace cudasim

/// Replaces the function of libc that `assert` calls; on the host it does the same.
extern "C" __attribute__((noreturn)) void __assert_fail(const char* assertion, const char* file,
                                                        unsigned line, const char* function) noexcept {
  if (cudasim::in_kernel()) cudasim::fail_assertion(assertion, file, line, function);
  std::fprintf(stderr, "%s: %s:%u: %s: Assertion `%s' failed.\n", program_invocation_short_name, file, line,
               function, assertion);
  std::abort();
}

/// gcc calls it where code comes to `__builtin_unreachable()` (-fsanitize=unreachable); `place` begins as the compiler lays it out.
extern "C" __attribute__((noreturn)) void __ubsan_handle_builtin_unreachable(void* place) {
  struct Place {
    const char* file;
    unsigned line;
  };
  const Place& at = *static_cast<const Place*>(place);
  if (cudasim::in_kernel())
    cudasim::this_worker->launch->fail_thread(
        cudaErrorLaunchFailure, "__builtin_unreachable() is reached at %s:%u", at.file, at.line);
  std::fprintf(stderr, "%s: %s:%u: __builtin_unreachable() is reached\n", program_invocation_short_name,
               at.file, at.line);
  std::abort();
}
