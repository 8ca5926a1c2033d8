#include "support/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <stdexcept>

namespace tutorial {

void catch_signals() { static const SignalsToChild until_the_end; }

Exit run_process(const std::vector<std::string>& command, const Output& output) {
  ChildProcess child(command, [&] {
    const int flags = O_WRONLY | O_CREAT | O_TRUNC;
    if (!output.out.empty()) redirect(output.out, flags, STDOUT_FILENO);
    if (!output.err.empty()) redirect(output.err, flags, STDERR_FILENO);
    if (output.out_to_stderr) dup2(STDERR_FILENO, STDOUT_FILENO);
    for (const auto& [name, value] : output.variables)
      value ? setenv(name.c_str(), value->c_str(), 1) : unsetenv(name.c_str());
  });
  return child.wait();
}

Exit run_logged(const std::vector<std::string>& command, const std::filesystem::path& log,
                const std::function<void(const std::string& line)>& on_line,
                const std::function<void()>& on_silence) {
  std::ofstream file(log);
  if (!file) throw std::runtime_error(fmt::format("cannot write {}", log.string()));
  int output[2];
  if (pipe2(output, O_CLOEXEC) != 0)
    throw std::runtime_error(fmt::format("cannot run {}: {}", command[0], std::strerror(errno)));
  ChildProcess child(command, [&] {
    dup2(output[1], STDOUT_FILENO);
    dup2(output[1], STDERR_FILENO);
  });
  close(output[1]);

  std::string line;
  char buffer[4096];
  while (!caught_signal()) {
    pollfd readable = {.fd = output[0], .events = POLLIN, .revents = 0};
    if (on_silence && poll(&readable, 1, 1000) == 0) {
      on_silence();
      continue;
    }
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
  return child.wait();
}

void become(const std::vector<std::string>& command) {
  std::vector<char*> argv;
  for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  execv(find_program(command[0]).c_str(),
        argv.data());  // execvp would hand what the kernel refuses to the shell
  throw cannot_run(command[0], errno);
}

}  // namespace tutorial
