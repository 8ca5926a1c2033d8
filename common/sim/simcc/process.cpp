#include "process.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <system_error>

namespace cudasim::simcc {
namespace {

volatile std::sig_atomic_t running_child = 0;
volatile std::sig_atomic_t interrupted_by = 0;

void pass_on(int signal) {
  interrupted_by = signal;
  if (running_child > 0) kill(running_child, signal);
}

constexpr int forwarded[] = {SIGINT, SIGTERM, SIGHUP};

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::string name =
      (std::filesystem::canonical(std::filesystem::temp_directory_path()) / "cudasim-simcc-XXXXXX").string();
  if (!mkdtemp(name.data()))
    throw std::runtime_error("cannot make a temporary folder: " + std::string(std::strerror(errno)));
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void forward_signals() {
  struct sigaction action = {};
  action.sa_handler = pass_on;
  for (int signal : forwarded) sigaction(signal, &action, nullptr);
}

int run_command(const std::vector<std::string>& words) {
  if (interrupted_by != 0) return 128 + interrupted_by;
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("cannot start " + words[0] + ": " + std::strerror(errno));
  if (child == 0) {
    for (int signal : forwarded) std::signal(signal, SIG_DFL);
    execvp(arguments[0], arguments.data());
    std::fprintf(stderr, "simcc: error: cannot run %s: %s\n", arguments[0], std::strerror(errno));
    _exit(127);
  }
  running_child = child;
  // A signal that came before this line found no child to end.
  if (interrupted_by != 0) kill(child, interrupted_by);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  running_child = 0;
  if (interrupted_by != 0) return 128 + interrupted_by;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

std::filesystem::path find_program(const std::string& name) {
  namespace fs = std::filesystem;
  if (name.find('/') != std::string::npos)
    return access(name.c_str(), X_OK) == 0 ? fs::path(name) : fs::path();
  const char* variable = std::getenv("PATH");
  std::istringstream folders(variable ? variable : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path candidate = fs::path(folder.empty() ? "." : folder) / name;
    if (access(candidate.c_str(), X_OK) == 0 && !fs::is_directory(candidate)) return candidate;
  }
  return {};
}

}  // namespace cudasim::simcc
