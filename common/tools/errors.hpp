#pragma once

#include <stdexcept>
#include <string>

namespace driver {

/// The exit codes of the driver; programs use the same ones (tutorial/program.hpp).
enum ExitCode : int { exit_right = 0, exit_wrong = 1, exit_usage = 2, exit_hazards = 3, exit_no_device = 77 };

/// Something that ends the command with one line on standard error and the given exit code.
class Failure : public std::runtime_error {
 public:
  Failure(int code, const std::string& message) : std::runtime_error(message), exit_code(code) {}

  const int exit_code;
};

/// The user asked for something that makes no sense.
class UsageError : public Failure {
 public:
  explicit UsageError(const std::string& message) : Failure(exit_usage, message) {}
};

}  // namespace driver
