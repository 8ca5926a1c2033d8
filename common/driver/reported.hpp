#pragma once

#include <csignal>
#include <functional>

#include "support/child_process.hpp"
#include "support/complain.hpp"
#include "support/output_file.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver {

/// Runs a command. An error that the user can act on becomes one line on standard error and its exit code. A signal ends this process as
/// it would have without a handler, so that a shell loop around it ends too. Other exceptions pass through.
inline int reported(const std::function<int()>& command) {
  try {
    return command();
  } catch (const Interrupted& interrupted) {
    std::signal(interrupted.signal, SIG_DFL);
    std::raise(interrupted.signal);
    return exit_wrong;
  } catch (const Failure& failure) {
    complain(failure.what());
    return failure.exit_code;
  } catch (const OutputRefused& error) {
    complain(error.what());
    return exit_usage;
  }
}

}  // namespace tutorial::driver
