#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/child_process.hpp"

namespace tutorial {

/// From now on SIGINT, SIGTERM and SIGHUP end the running child at once and throw Interrupted from run_process.
void catch_signals();

/// Variables of the environment and their values; nothing: there is no such variable.
using Variables = std::vector<std::pair<std::string, std::optional<std::string>>>;

/// Where a child's output goes. An empty path leaves this process's own.
struct Output {
  std::filesystem::path out = {};
  std::filesystem::path err = {};
  bool out_to_stderr = false;
  Variables variables = {};  ///< in which its environment differs from this process's
};

/// Runs a program with its input empty, and waits for it.
/// @throws std::runtime_error "cannot run …: …" if it cannot be started, Interrupted
Exit run_process(const std::vector<std::string>& command, const Output& output = {});

/// Runs a program, writes both of its outputs to `log`, and hands over each line of them as it comes.
/// @param on_silence  called after each second without output
Exit run_logged(const std::vector<std::string>& command, const std::filesystem::path& log,
                const std::function<void(const std::string& line)>& on_line,
                const std::function<void()>& on_silence = {});

/// Becomes the program: its terminal, its signals and its exit code are the user's own.
/// @throws std::runtime_error if it cannot be started
[[noreturn]] void become(const std::vector<std::string>& command);

}  // namespace tutorial
