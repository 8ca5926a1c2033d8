#pragma once

#include <signal.h>
#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace tutorial {

/// How a child process ended.
struct Exit {
  int code = 0;    ///< as a shell has it: 128 + n after signal n
  int signal = 0;  ///< the signal that ended it, or 0

  std::string text() const;  ///< "exit 1", "killed by signal 11 (Segmentation fault)"
};

/// "cannot run PROGRAM: why", with what to do about it.
std::runtime_error cannot_run(const std::string& program, int error);

/// The file that `name` starts, looked for in PATH; empty if there is none.
std::filesystem::path find_program(const std::string& name);

/// The user pressed Ctrl-C, or something else asked this process to end.
struct Interrupted {
  int signal;
};

/// While it lives, SIGINT, SIGTERM and SIGHUP go to the running children, and who waits for one gets Interrupted. One at a time.
class SignalsToChild {
 public:
  SignalsToChild();
  ~SignalsToChild();
  SignalsToChild(const SignalsToChild&) = delete;
  SignalsToChild& operator=(const SignalsToChild&) = delete;

 private:
  struct sigaction before_[3];
};

/// The signal that came while SignalsToChild lived, or 0. A read that it interrupted should not be taken up again.
int caught_signal();

/// In `prepare` below: descriptor `to` is from now on the file. Ends the child where that cannot be.
void redirect(const std::string& path, int flags, int to);

/// A running program, in a process group of its own, so that one signal ends it with all that it has started. Its input is
/// empty; it dies with the thread that started it. Of more than 64 at a time, signals do not reach the others.
class ChildProcess {
 public:
  /// `prepare` runs in the child, before the program: it redirects outputs.
  /// @throws std::runtime_error "cannot run …: …", Interrupted
  ChildProcess(const std::vector<std::string>& command, const std::function<void()>& prepare);

  /// A child that still runs is killed.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Waits for its end. @throws Interrupted once it has ended
  Exit wait();

  /// Waits for its end, but not longer than `limit`: then, or where a signal comes, the child is killed, whatever it does.
  /// Returns nothing where the limit was reached. @throws Interrupted
  std::optional<Exit> wait_at_most(std::chrono::milliseconds limit);

 private:
  bool has_ended();
  bool ends_within(std::chrono::milliseconds limit);
  void kill_group();
  Exit exit() const;

  pid_t child_ = 0;
  int status_ = 0;
  bool ended_ = false;
};

}  // namespace tutorial
