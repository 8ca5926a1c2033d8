#include "sim/runtime/watchdog.hpp"

#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

#include "sim/runtime/fault.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/launch_progress.hpp"
#include "sim/runtime/messages.hpp"
#include "sim/runtime/observer.hpp"
#include "sim/runtime/settings.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim {
namespace {

using Clock = std::chrono::steady_clock;

struct Working {
  const Worker* worker;
  pthread_t thread;
};

struct Watchdog {
  std::mutex mutex;
  std::condition_variable wake;
  const Launch* launch = nullptr;  // null if there is nothing to watch
  Clock::time_point deadline;
  std::chrono::nanoseconds cpu_at_begin{0};
  bool asleep = true;  // waits for a launch, with no deadline
  Progress progress;
  std::vector<Working> working;

  void run();
  bool is_over(Clock::time_point now) const;
  /// Asks the working threads to report their position; one of them then ends the process.
  void ask_for_end(std::unique_lock<std::mutex>& lock);
  [[noreturn]] void stop(std::unique_lock<std::mutex>& lock);
  [[noreturn]] void interrupt(std::unique_lock<std::mutex>& lock);
};

constexpr std::chrono::milliseconds shortest_look{50}, longest_look{250};
/// After so many times the limit, a kernel is stopped even if it got little processor time: it waits for something that never comes.
constexpr int patience = 10;

std::atomic<int> interrupting_signal{0};
std::atomic<pid_t> watched_process{0};  // the process that the watchdog belongs to: a forked process has none

/// The watchdog makes the program report. Output printed in the meantime is lost if the signal comes a second time: after a fifth of
/// a second, since timeout(1) sends it twice at once, to the program and to its group.
void on_interrupt(int signal) {
  static std::atomic<Clock::rep> first{0};
  constexpr Clock::duration twice = std::chrono::milliseconds(200);
  const Clock::rep now = Clock::now().time_since_epoch().count();
  if (watched_process == getpid()) {
    Clock::rep before = 0;
    if (first.compare_exchange_strong(before, now)) interrupting_signal = signal;
    if (before == 0 || now - before < twice.count()) return;
  }
  ::signal(signal, SIG_DFL);
  raise(signal);
}

/// The processor time that this process has used.
std::chrono::nanoseconds cpu_time() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

Watchdog& watchdog() {
  static auto* made = [] {
    install_fault_handlers();
    auto* dog = new Watchdog;  // its thread runs until the process ends
    watched_process = getpid();
    std::thread([dog] { dog->run(); }).detach();
    return dog;
  }();
  return *made;
}

// On a busy machine, elapsed time says nothing about the kernel.
bool Watchdog::is_over(Clock::time_point now) const {
  const std::chrono::seconds limit(timeout_seconds());
  if (limit.count() <= 0 || now < deadline) return false;
  return cpu_time() - cpu_at_begin >= limit || now >= deadline + (patience - 1) * limit;
}

// Launches are often much shorter than it takes to wake a thread, so this one checks the deadline now and then
// only.
void Watchdog::run() {
  std::unique_lock<std::mutex> lock(mutex);
  for (;;) {
    if (launch == nullptr) {
      asleep = true;
      wake.wait_for(lock, longest_look, [this] { return launch != nullptr; });
      asleep = false;
    }
    if (interrupting_signal != 0) interrupt(lock);
    if (launch == nullptr) continue;
    const auto now = Clock::now();
    if (is_over(now)) stop(lock);
    progress.look(*launch, now);
    if (progress.stands_still(now)) ask_where(true);
    if (where_is_asked() && !working.empty()) pthread_kill(working.front().thread, stop_signal());
    wake.wait_for(lock, std::clamp<Clock::duration>(deadline - now, shortest_look, longest_look));
  }
}

void Watchdog::ask_for_end(std::unique_lock<std::mutex>& lock) {
  ask_where(false);
  constexpr int tries = 50,
                of_a_report =
                    600;  // of a tenth of a second; a busy machine may take long to report the lines
  for (int attempt = 0; attempt < tries || (stop_is_answered() && attempt < of_a_report); ++attempt) {
    if (launch == nullptr) break;
    if (!working.empty() && !stop_is_answered())
      pthread_kill(working[static_cast<std::size_t>(attempt) % working.size()].thread, stop_signal());
    wake.wait_for(lock, std::chrono::milliseconds(100));
  }
}

void Watchdog::stop(std::unique_lock<std::mutex>& lock) {
  ask_for_end(lock);
  report("kernel %s: still running after %ld s, stopped (CUDASIM_TIMEOUT sets the limit)",
         launch != nullptr ? launch->name() : "(unknown)", timeout_seconds());
  if (stop_is_answered()) std::_Exit(1);  // that report waits for something, and would block a second one
  end_process();
}

void Watchdog::interrupt(std::unique_lock<std::mutex>& lock) {
  if (launch != nullptr) ask_for_end(lock);
  if (stop_is_answered()) std::_Exit(1);
  report("stopped by %s", interrupting_signal == SIGINT ? "SIGINT (Ctrl-C)" : "SIGTERM");
  end_process();
}

}  // namespace

void report_when_interrupted() {
  for (const int each : {SIGINT, SIGTERM}) {
    struct sigaction before = {}, action = {};
    sigaction(each, nullptr, &before);
    if (before.sa_handler != SIG_DFL) continue;
    action.sa_handler = on_interrupt;
    action.sa_flags = SA_RESTART;
    sigaction(each, &action, nullptr);
  }
}

int interrupted_by() { return interrupting_signal; }

long timeout_seconds() { return setting("CUDASIM_TIMEOUT", 60); }

WatchedLaunch::WatchedLaunch(const Launch& launch) {
  Watchdog& dog = watchdog();
  const long seconds = timeout_seconds();
  const std::lock_guard<std::mutex> lock(dog.mutex);
  dog.launch = &launch;
  dog.progress.begin();
  dog.deadline = Clock::now() + std::chrono::seconds(std::max(seconds, 0L));
  dog.cpu_at_begin = cpu_time();
  if (dog.asleep) dog.wake.notify_one();
}

WatchedLaunch::~WatchedLaunch() {
  Watchdog& dog = watchdog();
  const std::lock_guard<std::mutex> lock(dog.mutex);
  dog.launch = nullptr;
  ask_where(false);
  erase_progress();
}

void watch(const Worker& worker) {
  Watchdog& dog = watchdog();
  const std::lock_guard<std::mutex> lock(dog.mutex);
  dog.working.push_back({&worker, pthread_self()});
}

void unwatch(const Worker& worker) {
  Watchdog& dog = watchdog();
  const std::lock_guard<std::mutex> lock(dog.mutex);
  dog.working.erase(std::find_if(dog.working.begin(), dog.working.end(),
                                 [&](const Working& each) { return each.worker == &worker; }));
}

}  // namespace cudasim
