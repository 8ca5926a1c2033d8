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

/// Takes over SIGSEGV, SIGBUS, SIGFPE and the stop signal, once. Faults of host code go where they went
/// before.
void install_fault_handlers();

/// Ends the process with exit code 1; what was printed to standard output still appears.
[[noreturn]] void end_process();

}  // namespace cudasim
