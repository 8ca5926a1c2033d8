#include "sim/runtime/fault.hpp"

#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "sim/runtime/divergence.hpp"
#include "sim/runtime/division.hpp"
#include "sim/runtime/messages.hpp"
#include "sim/runtime/observer.hpp"
#include "sim/runtime/settings.hpp"
#include "sim/runtime/source_line.hpp"
#include "sim/runtime/state.hpp"
#include "sim/runtime/watchdog.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim {
namespace {

constexpr std::size_t stack_bytes = std::size_t{256} * 1024;  // reading debug information takes some of it

struct Handled {
  int signal;
  struct sigaction before;
};
Handled handled[] = {{SIGSEGV, {}}, {SIGBUS, {}}, {SIGFPE, {}}};

/// Whether the address is one of the block's shared memory but for its upper 32 bits, which a GPU's do not have.
bool is_shared_but_for_upper_bits(const void* address) {
  const auto beyond =
      reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(this_worker->block->arena);
  return (beyond & UINT32_MAX) < this_worker->shared_used;
}

void describe_fault(const siginfo_t& info, const char* line) {
  if (info.si_signo == SIGFPE)
    report_here("integer division by zero%s", line);
  else if (this_worker->fibres.is_guard(info.si_addr))
    report_here("stack overflow of a device thread%s", line);
  else if (info.si_code == SI_KERNEL)  // and no address: too many bits, or 16 bytes that are not aligned
    report_here("illegal memory access, misaligned or at no possible address%s", line);
  else if (reinterpret_cast<std::uintptr_t>(info.si_addr) < 4096)
    report_here("access through a null pointer%s", line);
  else if (is_shared_but_for_upper_bits(info.si_addr))
    report_here(
        "illegal memory access at address %p%s: it differs from shared memory by a multiple of 4 GiB.\n"
        "  A 32-bit index has wrapped around. A GPU may not notice: its addresses of shared memory have 32 "
        "bits",
        info.si_addr, line);
  else
    report_here("illegal memory access at address %p%s", info.si_addr, line);
}

/// Reports it once for each place, as long as there is space for places.
void tell_division_by_zero(std::uintptr_t place) {
  static std::atomic<std::uintptr_t> told[64];
  for (std::atomic<std::uintptr_t>& each : told) {
    std::uintptr_t known = each;
    if (known == place) return;
    if (known != 0 || !each.compare_exchange_strong(known, place)) continue;
    char line[1024];
    describe_source_line(line, sizeof line);
    return report_here("integer division by zero%s; as on a GPU, the result is -1 and the thread continues",
                       line);
  }
}

/// Whether the thread can continue.
bool is_completed(void* context) {
  const std::uintptr_t place = program_counter(context);
  const Division division = complete_division(context);
  if (division != Division::by_zero) return division == Division::too_large;
  const bool is_reported = observer != nullptr && observer->divided_by_zero(program_counter(context));
  if (!is_reported) tell_division_by_zero(place);
  return true;
}

void on_fault(int signal, siginfo_t* info, void* context) {
  if (!in_kernel()) {
    for (const Handled& each : handled)
      if (each.signal == signal) sigaction(signal, &each.before, nullptr);
    return;  // the fault occurs again and reaches the handler that was installed before
  }
  if (signal == SIGFPE && is_completed(context)) return;
  static volatile std::sig_atomic_t reporting = 0;
  char line[1024] = "";
  if (reporting == 0) {
    reporting = 1;
    describe_source_line(line, sizeof line);
  }
  describe_fault(*info, line);
  end_process();
}

std::atomic<bool> answered{false};
std::atomic<bool> place_is_wanted{false};

/// For a kernel that makes no progress but continues.
void tell_place() {
  if (stop_waits > 0 || !in_kernel()) return;
  char line[1024] = "";
  describe_source_line(line, sizeof line);
  if (line[0] == '\0' || !place_is_wanted.exchange(false))
    return;  // between two threads: the next signal may find one
  const long limit = timeout_seconds();
  char until[96] = "no time limit is set (CUDASIM_TIMEOUT)";
  if (limit > 0)
    std::snprintf(until, sizeof until, "it is stopped after %ld s (CUDASIM_TIMEOUT sets the limit)", limit);
  report_here("no block has begun or ended for 10 s%s;\n  %s", line, until);
}

void on_stop(int, siginfo_t*, void*) {
  if (place_is_wanted) return tell_place();
  if (stop_waits > 0)
    stop_is_wanted = true;
  else
    answer_stop();
}

void install(int signal, int flags, void (*handler)(int, siginfo_t*, void*), struct sigaction* before) {
  struct sigaction action = {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | flags;
  sigaction(signal, &action, before);
}

}  // namespace

AlternateStack::AlternateStack() : memory_(new char[stack_bytes]) {
  stack_t stack = {};
  stack.ss_sp = memory_.get();
  stack.ss_size = stack_bytes;
  sigaltstack(&stack, &before_);
}

AlternateStack::~AlternateStack() { sigaltstack(&before_, nullptr); }

__thread volatile int stop_waits = 0;
__thread volatile bool stop_is_wanted = false;

int stop_signal() { return SIGRTMIN + 5; }

void answer_stop() {
  static std::atomic<int> without_line{0};
  constexpr int tries = 30;  // of the watchdog's 50
  stop_is_wanted = false;
  if (!in_kernel() || answered.exchange(true)) return;
  char line[1024];
  describe_source_line(line, sizeof line);
  if (line[0] == '\0' &&
      ++without_line < tries) {  // between two threads of the kernel: the next signal may find one
    answered = false;
    return;
  }
  if (interrupted_by() != 0)
    report_here("stopped by %s%s", interrupted_by() == SIGINT ? "SIGINT (Ctrl-C)" : "SIGTERM", line);
  else
    report_here("still running after %ld s, stopped%s (CUDASIM_TIMEOUT sets the limit)", timeout_seconds(),
                line);
  print_waiting(*this_worker->block);
  end_process();
}

namespace {

/// The host gives up, for example at an assertion that fails: what has run may say why. Then abort() ends the process.
void on_abort(int, siginfo_t*, void*) {
  if (observer == nullptr) return;
  alarm(10);  // It may come from within malloc, whose lock the report needs too.
  observer->process_ends();
}

}  // namespace

void ask_where(bool wanted) { place_is_wanted = wanted; }
bool where_is_asked() { return place_is_wanted; }

bool stop_is_answered() { return answered; }

void install_fault_handlers() {
  static const bool once = [] {
    // A fault while debug information is read is handled as well: the report then has no line.
    for (Handled& each : handled) install(each.signal, SA_NODEFER, on_fault, &each.before);
    install(stop_signal(), 0, on_stop, nullptr);
    struct sigaction before = {};
    sigaction(SIGABRT, nullptr, &before);
    if (before.sa_handler == SIG_DFL) install(SIGABRT, SA_RESETHAND, on_abort, nullptr);
    return true;
  }();
  static_cast<void>(once);
}

void end_process() {
  if (observer != nullptr) observer->process_ends();
  // The lock may be held if the fault happened inside a printf.
  if (ftrylockfile(stdout) == 0) std::fflush(stdout);
  if (const int signal = interrupted_by()) {
    ::signal(signal, SIG_DFL);
    kill(getpid(), signal);
  }
  std::_Exit(1);
}

}  // namespace cudasim
