#include "marking/instructor/workers.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <exception>
#include <list>
#include <system_error>
#include <thread>

#include "marking/instructor/plain_text.hpp"
#include "support/child_process.hpp"
#include "support/files.hpp"
#include "support/text.hpp"

namespace tutorial::instructor {
namespace {

using Clock = std::chrono::steady_clock;

/// Its process group goes with it: what it has started as well.
class Worker {
 public:
  Worker(std::size_t item, const std::function<void(std::size_t)>& work) : item_(item) {
    said_ = ::memfd_create("worker", MFD_CLOEXEC);
    const pid_t parent = ::getpid();
    process_ = ::fork();
    if (process_ < 0) {
      const int error = errno;
      ::close(said_);
      throw std::system_error(error, std::generic_category(), "cannot make a process");
    }
    if (process_ == 0) run(parent, work);
    ::setpgid(process_, process_);
  }
  ~Worker() {
    kill_group();
    if (!ended_) ::waitpid(process_, &status_, 0);
    ::close(said_);
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  bool has_ended() {
    ended_ = ended_ || ::waitpid(process_, &status_, WNOHANG) == process_;
    return ended_;
  }
  Clock::duration age() const { return Clock::now() - start_; }
  void kill_group() const { ::kill(-process_, SIGKILL); }

  Ended ended(bool too_late) const {
    if (!too_late && WIFEXITED(status_) && WEXITSTATUS(status_) == 0) return {item_, ""};
    Exit exit;
    exit.code = WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
    exit.signal = WIFEXITED(status_) ? 0 : WTERMSIG(status_);
    std::string how =
        too_late ? "the grading took too long and was ended" : "the grading failed: " + exit.text();
    const std::string said = last_lines(text::trimmed(read_text(fmt::format("/proc/self/fd/{}", said_))), 1);
    if (!said.empty()) how += ": " + one_line(said);
    return {item_, how};
  }

 private:
  [[noreturn]] void run(pid_t parent, const std::function<void(std::size_t)>& work) const {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(1);  // it died before prctl
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::signal(signal, SIG_DFL);
    redirect("/dev/null", O_RDONLY, STDIN_FILENO);
    ::dup2(said_, STDOUT_FILENO);
    ::dup2(said_, STDERR_FILENO);
    int code = 1;
    try {
      work(item_);
      code = 0;
    } catch (const std::exception& error) {
      fmt::print(stderr, "{}\n", error.what());
    }
    std::fflush(nullptr);
    ::_exit(code);
  }

  std::size_t item_;
  int said_ = -1;
  pid_t process_ = 0;
  int status_ = 0;
  bool ended_ = false;
  Clock::time_point start_ = Clock::now();
};

}  // namespace

void in_processes(std::size_t count, int jobs, std::chrono::milliseconds limit,
                  const std::function<void(std::size_t)>& work,
                  const std::function<void(const Ended&)>& on_end) {
  if (caught_signal() != 0) throw Interrupted{caught_signal()};
  const SignalsToChild signals;  // there is no such child: they are only noted
  std::list<Worker> workers;
  std::size_t next = 0;
  std::fflush(nullptr);  // or each process would write what is still in our buffers
  while (next < count || !workers.empty()) {
    while (next < count && workers.size() < static_cast<std::size_t>(std::max(jobs, 1)))
      workers.emplace_back(next++, work);
    bool waited = false;
    for (auto worker = workers.begin(); worker != workers.end();) {
      const bool too_late = !worker->has_ended() && worker->age() > limit;
      if (!worker->has_ended() && !too_late) {
        ++worker;
        continue;
      }
      const Ended ended = worker->ended(too_late);
      worker = workers.erase(worker);
      on_end(ended);
      waited = true;
    }
    if (caught_signal() != 0) {
      workers.clear();
      throw Interrupted{caught_signal()};
    }
    if (!waited) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

}  // namespace tutorial::instructor
