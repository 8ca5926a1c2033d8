#pragma once

/// @file
/// Exit codes of programs and the driver, and the exceptions that lead to them.

#include <stdexcept>
#include <string>

namespace tutorial {

/// The exit codes of every program, and of every verb.
enum ExitCode : int {
  exit_right = 0,      ///< every check passed
  exit_wrong = 1,      ///< a wrong result, a failed CUDA call, too little memory
  exit_usage = 2,      ///< bad arguments
  exit_hazard = 3,     ///< right, but the lens found a hazard
  exit_no_device = 77  ///< no GPU to run on: CTest counts the test as skipped
};

/// An error that ends the command with one line on standard error and the given exit code.
class Failure : public std::runtime_error {
 public:
  /// @param code     the exit code
  /// @param message  the line
  Failure(int code, const std::string& message) : std::runtime_error(message), exit_code(code) {}

  const int exit_code;  ///< with which the command ends
};

/// Invalid arguments: exit code 2.
class UsageError : public Failure {
 public:
  /// @param message  names the invalid argument and the valid ones
  explicit UsageError(const std::string& message) : Failure(exit_usage, message) {}
};

}  // namespace tutorial
