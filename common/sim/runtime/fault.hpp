// Turns signals that device code raises into reports.
#pragma once

#include <csignal>
#include <memory>

namespace cudasim {

/// Gives the calling OS thread a stack for signal handlers, since the stack of a fibre may have overflowed.
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

/// The signal by which the watchdog asks an OS thread to report its position and to end the process.
int stop_signal();

/// Ends the process as the watchdog asked the calling OS thread to, unless it is between two threads of the kernel.
void answer_stop();

/// While this is set, a stop signal only asks for the position, and the kernel continues.
void ask_where(bool wanted);
bool where_is_asked();

/// Whether an OS thread is about to report its position.
bool stop_is_answered();

extern __thread volatile int stop_waits;       ///< Number of StopWaits that the OS thread is in.
extern __thread volatile bool stop_is_wanted;  ///< A stop has come in the meantime.

/// While one exists, the OS thread may hold a lock that the last report also needs: a stop waits until the outermost one ends.
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

/// Takes over SIGSEGV, SIGBUS, SIGFPE and the stop signal, once, and SIGABRT unless the program has. Faults of host code go where they went
/// before.
void install_fault_handlers();

/// Ends the process with exit code 1, or by the signal that interrupts it. Text already printed to standard output still appears.
[[noreturn]] void end_process();

}  // namespace cudasim
