#include "process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <stdexcept>

#include "errors.hpp"

namespace driver {
namespace {

/// Starts `command` as the running child. @throws Failure, Interrupted
void start(std::optional<tutorial::ChildProcess>& child, const std::vector<std::string>& command,
           const std::function<void()>& prepare) {
  try {
    child.emplace(command, prepare);
  } catch (const std::runtime_error& error) {
    throw Failure(exit_wrong, error.what());
  }
}

}  // namespace

void catch_signals() { static const tutorial::SignalsToChild until_the_end; }

Exit run_process(const std::vector<std::string>& command, const Output& output) {
  std::optional<tutorial::ChildProcess> child;
  start(child, command, [&] {
    const int flags = O_WRONLY | O_CREAT | O_TRUNC;
    if (!output.out.empty()) tutorial::redirect(output.out, flags, STDOUT_FILENO);
    if (!output.err.empty()) tutorial::redirect(output.err, flags, STDERR_FILENO);
    if (output.out_to_stderr) dup2(STDERR_FILENO, STDOUT_FILENO);
  });
  return child->wait();
}

Exit run_logged(const std::vector<std::string>& command, const std::filesystem::path& log,
                const std::function<void(const std::string& line)>& on_line) {
  std::ofstream file(log);
  if (!file) throw Failure(exit_wrong, fmt::format("cannot write {}", log.string()));
  int output[2];
  if (pipe2(output, O_CLOEXEC) != 0)
    throw Failure(exit_wrong, fmt::format("cannot run {}: {}", command[0], std::strerror(errno)));
  std::optional<tutorial::ChildProcess> child;
  start(child, command, [&] {
    dup2(output[1], STDOUT_FILENO);
    dup2(output[1], STDERR_FILENO);
  });
  close(output[1]);

  std::string line;
  char buffer[4096];
  while (!tutorial::caught_signal()) {
    const ssize_t got = read(output[0], buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    file.write(buffer, got).flush();
    for (const char c : std::string_view(buffer, static_cast<std::size_t>(got))) {
      if (c != '\n') {
        line += c;
        continue;
      }
      on_line(line);
      line.clear();
    }
  }
  close(output[0]);
  return child->wait();
}

void become(const std::vector<std::string>& command) {
  std::vector<char*> argv;
  for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  execvp(argv[0], argv.data());
  throw Failure(exit_wrong, fmt::format("cannot run {}: {}", command[0], std::strerror(errno)));
}

}  // namespace driver
