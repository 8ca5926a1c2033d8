#include "process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>

#include "errors.hpp"

namespace driver {
namespace {

volatile sig_atomic_t caught_signal = 0;
volatile pid_t running_child = 0;

extern "C" void end_child(int signal) {
  caught_signal = signal;
  if (running_child > 0) kill(-running_child, signal);
}

std::vector<char*> as_argv(const std::vector<std::string>& command) {
  std::vector<char*> argv;
  for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  return argv;
}

Failure cannot_start(const std::string& program, int error) {
  return Failure(exit_wrong, fmt::format("cannot run {}: {}", program, std::strerror(error)));
}

void redirect(const std::filesystem::path& path, int flags, int to) {
  const int file = open(path.c_str(), flags, 0666);
  if (file < 0) _exit(127);
  dup2(file, to);
  close(file);
}

/// Starts `command` in a process group of its own, so that one signal ends it with all that it has started. `prepare` runs in
/// the child.
pid_t start(const std::vector<std::string>& command, const std::function<void()>& prepare) {
  if (caught_signal) throw Interrupted{caught_signal};
  const std::vector<char*> argv = as_argv(command);
  // Closed by a successful exec; after a failed one it brings back the reason.
  int failed_exec[2];
  if (pipe2(failed_exec, O_CLOEXEC) != 0) throw cannot_start(command[0], errno);

  const pid_t child = fork();
  if (child < 0) throw cannot_start(command[0], errno);
  if (child == 0) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
    redirect("/dev/null", O_RDONLY, STDIN_FILENO);
    prepare();
    execvp(argv[0], argv.data());
    const int error = errno;
    if (write(failed_exec[1], &error, sizeof error) < 0) _exit(126);
    _exit(127);
  }
  setpgid(child, child);
  running_child = child;
  close(failed_exec[1]);
  int error = 0;
  ssize_t got;
  do got = read(failed_exec[0], &error, sizeof error);
  while (got < 0 && errno == EINTR);
  close(failed_exec[0]);
  if (got == sizeof error) {
    waitpid(child, nullptr, 0);
    running_child = 0;
    throw cannot_start(command[0], error);
  }
  return child;
}

Exit wait_for(pid_t child) {
  int status = 0;
  // A signal that came before running_child was set has not reached the child yet.
  if (caught_signal) kill(-child, caught_signal);
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  running_child = 0;
  if (caught_signal) throw Interrupted{caught_signal};
  if (WIFSIGNALED(status)) return {128 + WTERMSIG(status), WTERMSIG(status)};
  return {WEXITSTATUS(status), 0};
}

}  // namespace

std::string Exit::text() const {
  return signal ? fmt::format("killed by signal {} ({})", signal, strsignal(signal))
                : fmt::format("exit {}", code);
}

void catch_signals() {
  struct sigaction action = {};
  action.sa_handler = end_child;  // without SA_RESTART: a blocked read must return
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
}

Exit run_process(const std::vector<std::string>& command, const Output& output) {
  return wait_for(start(command, [&] {
    const int flags = O_WRONLY | O_CREAT | O_TRUNC;
    if (!output.out.empty()) redirect(output.out, flags, STDOUT_FILENO);
    if (!output.err.empty()) redirect(output.err, flags, STDERR_FILENO);
    if (output.out_to_stderr) dup2(STDERR_FILENO, STDOUT_FILENO);
  }));
}

Exit run_logged(const std::vector<std::string>& command, const std::filesystem::path& log,
                const std::function<void(const std::string& line)>& on_line) {
  std::ofstream file(log);
  if (!file) throw Failure(exit_wrong, fmt::format("cannot write {}", log.string()));
  int output[2];
  if (pipe2(output, O_CLOEXEC) != 0) throw cannot_start(command[0], errno);
  const pid_t child = start(command, [&] {
    dup2(output[1], STDOUT_FILENO);
    dup2(output[1], STDERR_FILENO);
  });
  close(output[1]);

  std::string line;
  char buffer[4096];
  while (!caught_signal) {
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
  return wait_for(child);
}

void become(const std::vector<std::string>& command) {
  const std::vector<char*> argv = as_argv(command);
  execvp(argv[0], argv.data());
  throw cannot_start(command[0], errno);
}

}  // namespace driver
