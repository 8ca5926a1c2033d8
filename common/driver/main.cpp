#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "driver/command.hpp"
#include "support/output_file.hpp"
#include "support/process.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

int drive(const std::vector<std::string>& arguments) {
  const Command command = command_from(arguments, TUTORIAL_MANIFEST);
  if (!command.action) {
    write_standard_output(command.help);
    return exit_right;
  }
  const Manifest manifest = read_manifest(command.manifest);
  const int code = command.action({manifest, command.behind});
  write_standard_output("");  // flushes: a full disk is no success
  return code;
}

/// What goes wrong ends as one line on standard error.
int ended(const std::vector<std::string>& arguments) {
  try {
    return drive(arguments);
  } catch (const Interrupted& interrupted) {
    // End as the signal would have ended us: a shell loop around us then ends too.
    std::signal(interrupted.signal, SIG_DFL);
    std::raise(interrupted.signal);
  } catch (const Failure& failure) {
    fmt::print(stderr, "tutorial: {}\n", failure.what());
    return failure.exit_code;
  } catch (const OutputRefused& error) {
    fmt::print(stderr, "tutorial: {}\n", error.what());
    return exit_usage;
  } catch (const std::exception& error) {
    fmt::print(stderr, "tutorial: {}\n", error.what());
  }
  return exit_wrong;
}

}  // namespace
}  // namespace tutorial::driver

int main(int argc, char** argv) {
  tutorial::catch_signals();
  return tutorial::driver::ended({argv + 1, argv + argc});
}
