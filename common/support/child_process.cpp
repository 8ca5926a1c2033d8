#include "support/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace tutorial {
namespace {

constexpr int signals[] = {SIGINT, SIGTERM, SIGHUP};

volatile sig_atomic_t caught = 0;
std::atomic<pid_t> running_children[64];  // 0: none

extern "C" void pass_on(int signal) {
  caught = signal;
  for (const std::atomic<pid_t>& child : running_children)
    if (const pid_t group = child; group > 0) kill(-group, signal);
}

void exchange_running(pid_t before, pid_t after) {
  for (std::atomic<pid_t>& child : running_children)
    if (pid_t expected = before; child.compare_exchange_strong(expected, after)) return;
}

}  // namespace

std::runtime_error cannot_run(const std::string& program, int error) {
  const char* advice =
      error == ENOEXEC ? "; the file is empty or damaged: remove it, and it will be built again" : "";
  return std::runtime_error(fmt::format("cannot run {}: {}{}", program, std::strerror(error), advice));
}

std::string Exit::text() const {
  return signal ? fmt::format("killed by signal {} ({})", signal, strsignal(signal))
                : fmt::format("exit {}", code);
}

std::filesystem::path find_program(const std::string& name) {
  namespace fs = std::filesystem;
  const auto starts = [](const fs::path& file) {
    return access(file.c_str(), X_OK) == 0 && !fs::is_directory(file);
  };
  if (name.find('/') != std::string::npos) return starts(name) ? fs::path(name) : fs::path();
  const char* variable = std::getenv("PATH");
  std::istringstream folders(variable ? variable : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path candidate = fs::path(folder.empty() ? "." : folder) / name;
    if (starts(candidate)) return candidate;
  }
  return {};
}

SignalsToChild::SignalsToChild() {
  caught = 0;
  struct sigaction action = {};
  action.sa_handler = pass_on;  // without SA_RESTART: a blocked read must return
  for (int i = 0; i < 3; ++i) sigaction(signals[i], &action, &before_[i]);
}

SignalsToChild::~SignalsToChild() {
  for (int i = 0; i < 3; ++i) sigaction(signals[i], &before_[i], nullptr);
}

int caught_signal() { return caught; }

void redirect(const std::string& path, int flags, int to) {
  const int file = open(path.c_str(), flags, 0666);
  if (file < 0) _exit(127);
  dup2(file, to);
  close(file);
}

ChildProcess::ChildProcess(const std::vector<std::string>& command, const std::function<void()>& prepare) {
  if (caught) throw Interrupted{caught};
  std::vector<char*> argv;
  for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  const std::string program = find_program(command[0]).string();
  if (program.empty()) throw cannot_run(command[0], ENOENT);
  // Closed by a successful exec; after a failed one it brings back the reason.
  int failed_exec[2];
  if (pipe2(failed_exec, O_CLOEXEC) != 0) throw cannot_run(command[0], errno);

  child_ = fork();
  if (child_ < 0) {
    const int error = errno;
    close(failed_exec[0]);
    close(failed_exec[1]);
    throw cannot_run(command[0], error);
  }
  if (child_ == 0) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    for (const int signal : signals) std::signal(signal, SIG_DFL);
    redirect("/dev/null", O_RDONLY, STDIN_FILENO);
    prepare();
    execv(program.c_str(), argv.data());  // execvp would hand what the kernel refuses to the shell
    const int error = errno;
    if (write(failed_exec[1], &error, sizeof error) < 0) _exit(126);
    _exit(127);
  }
  setpgid(child_, child_);
  exchange_running(0, child_);
  close(failed_exec[1]);
  int error = 0;
  ssize_t got;
  do got = read(failed_exec[0], &error, sizeof error);
  while (got < 0 && errno == EINTR);
  close(failed_exec[0]);
  if (got == sizeof error) {
    waitpid(child_, nullptr, 0);
    exchange_running(child_, 0);
    throw cannot_run(command[0], error);
  }
}

ChildProcess::~ChildProcess() {
  if (!ended_) kill_group();
}

Exit ChildProcess::wait() {
  // A signal that came before running_children had it has not reached the child yet.
  if (caught) kill(-child_, caught);
  while (waitpid(child_, &status_, 0) < 0 && errno == EINTR) {
  }
  ended_ = true;
  exchange_running(child_, 0);
  if (caught) throw Interrupted{caught};
  return exit();
}

std::optional<Exit> ChildProcess::wait_at_most(std::chrono::milliseconds limit) {
  const bool ended = ends_within(limit);
  if (!ended) kill_group();
  if (caught) throw Interrupted{caught};
  return ended ? std::optional(exit()) : std::nullopt;
}

bool ChildProcess::has_ended() {
  if (!ended_ && waitpid(child_, &status_, WNOHANG) == child_) {
    ended_ = true;
    exchange_running(child_, 0);
  }
  return ended_;
}

bool ChildProcess::ends_within(std::chrono::milliseconds limit) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  while (!has_ended()) {
    if (caught || std::chrono::steady_clock::now() >= deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

/// What the child has started goes with it. A driver may take its time to clear a device that hangs: whoever waits here must not.
void ChildProcess::kill_group() {
  kill(-child_, SIGKILL);
  for (int i = 0; i < 2000 && !has_ended(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  ended_ = true;
  exchange_running(child_, 0);
}

Exit ChildProcess::exit() const {
  if (WIFSIGNALED(status_)) return {128 + WTERMSIG(status_), WTERMSIG(status_)};
  return {WEXITSTATUS(status_), 0};
}

}  // namespace tutorial
