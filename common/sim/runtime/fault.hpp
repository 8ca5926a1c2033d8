// Signals that device code raises become reports.
#pragma once

#include <csignal>
#include <memory>

namespace cudasim {

/// Gives the calling OS thread a stack for signal handlers, as a fibre's own may have overflowed.
class AlternateStack {
 public:
  AlternateStack();
  ~AlternateStack();
  AlternateStack(const AlternateStack&) = delete;
  AlternateStack& operator=(const AlternateStack&) = delete;

 private:
  std::unique_ptr<char[]> memory_;
  stack_t before_;
};

/// The signal by which the watchdog asks an OS thread to say where it is, and to end the process.
int stop_signal();

/// Ends the process as the watchdog asked the calling OS thread to, unless it stands between two threads of the kernel.
void answer_stop();

/// While it is wanted, a stop signal only asks for the place, and the kernel goes on.
void ask_where(bool wanted);
bool where_is_asked();

/// Whether an OS thread is about to say where it is.
bool stop_is_answered();

extern __thread volatile int stop_waits;       ///< how many StopWaits the OS thread is in
extern __thread volatile bool stop_is_wanted;  ///< a stop has come meanwhile

/// While one lives, the OS thread may hold a lock that the last report needs, too: a stop waits for the outermost to end.
class StopWaits {
 public:
  StopWaits() { stop_waits = stop_waits + 1; }
  ~StopWaits() {
    stop_waits = stop_waits - 1;
    if (stop_waits == 0 && stop_is_wanted) answer_stop();
  }
  StopWaits(const StopWaits&) = delete;
  StopWaits& operator=(const StopWaits&) = delete;
};

/// Takes over SIGSEGV, SIGBUS, SIGFPE and the stop signal, once. Faults of host code go where they went
/// before.
void install_fault_handlers();

/// Ends the process with exit code 1, or by the signal that interrupts it; what was printed to standard output still appears.
[[noreturn]] void end_process();

}  // namespace cudasim
