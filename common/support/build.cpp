#include "support/build.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "support/files.hpp"
#include "support/process.hpp"

namespace tutorial {
namespace {

/// Two builds in one folder at a time would spoil each other's work. The script `tutorial` takes the same lock.
class BuildLock {
 public:
  BuildLock(const std::filesystem::path& folder, Progress& progress)
      : file_(open((folder / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    if (file_ < 0 || is_locked_within(std::chrono::seconds(2))) return;
    progress.print("waiting for another build in " + folder.string());
    flock(file_, LOCK_EX);
  }
  ~BuildLock() {
    if (file_ >= 0) close(file_);
  }
  BuildLock(const BuildLock&) = delete;
  BuildLock& operator=(const BuildLock&) = delete;

 private:
  bool is_locked_within(std::chrono::seconds limit) const {
    const auto end = std::chrono::steady_clock::now() + limit;
    while (flock(file_, LOCK_EX | LOCK_NB) != 0) {
      if (std::chrono::steady_clock::now() > end) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return true;
  }

  int file_;
};

/// Ninja finishes what it has started: the error is where it says FAILED, not at the end.
std::string error_in(const std::string& log) {
  const std::size_t failed = log.find("\nFAILED: ");
  return failed == std::string::npos ? last_lines(log, 40) : first_lines(log.substr(failed + 1), 40);
}

}  // namespace

std::string steps_text(const std::string& line, double seconds) {
  int done = 0;
  int all = 0;
  if (std::sscanf(line.c_str(), "[%d/%d]", &done, &all) != 2) return "";
  const std::string steps = fmt::format("[{}/{}] after {}", done, all, duration(seconds));
  // Early steps are the long ones: before a fifth of them is done, an estimate is off by a factor of three.
  return done * 5 < all || all <= done ? steps : steps + time_left(seconds / done * (all - done));
}

std::string build(const BuildFolder& folder, const std::string& name, const std::vector<std::string>& targets,
                  bool verbose, Progress& progress) {
  std::filesystem::create_directories(folder.path / "log");
  const std::filesystem::path log =
      folder.path / "log" / fmt::format("build-{}.txt", std::filesystem::path(name).filename().string());

  std::vector<std::string> command = {folder.cmake.string(), "--build", folder.path.string(), "--target"};
  command.insert(command.end(), targets.begin(), targets.end());
  if (verbose) command.push_back("--verbose");

  const BuildLock lock(folder.path, progress);
  if (verbose) {
    const Exit exit = run_process(command, {.out_to_stderr = true});
    return exit.code == 0 ? "" : fmt::format("building {} failed ({})\n", name, exit.text());
  }
  progress.show(fmt::format("building {} …", name));
  const auto begin = std::chrono::steady_clock::now();
  std::string last;  // line of Ninja's that says how far it is
  const auto tell = [&] {
    const std::chrono::duration<double> gone = std::chrono::steady_clock::now() - begin;
    if (last.empty())  // nothing may be out of date
      progress.update(fmt::format("building {} for {}", name, duration(gone.count())));
    else
      progress.tell(fmt::format("building {} {}", name, steps_text(last, gone.count())));
  };
  const auto on_line = [&](const std::string& line) {
    if (steps_text(line, 0).empty()) return;
    last = line;
    tell();
  };
  const Exit exit = run_logged(command, log, on_line, tell);
  progress.clear();
  if (exit.code == 0) return "";
  return fmt::format("{}building {} failed ({}); all of it is in {}\n", error_in(read_text(log)), name,
                     exit.text(), log.string());
}

}  // namespace tutorial
