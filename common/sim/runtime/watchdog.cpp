#include "sim/runtime/watchdog.hpp"

#include <pthread.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

#include "sim/runtime/fault.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/messages.hpp"
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
  const Launch* launch = nullptr;  // null if none is to be watched
  Clock::time_point deadline;
  std::chrono::nanoseconds cpu_at_begin{0};
  bool asleep = true;  // waits for a launch, with no deadline
  std::vector<Working> working;

  void run();
  bool is_over(Clock::time_point now) const;
  [[noreturn]] void stop(std::unique_lock<std::mutex>& lock);
};

constexpr std::chrono::milliseconds shortest_look{50};
/// So often over the limit a kernel is stopped though it was given little of the processor: it waits for something that never comes.
constexpr int patience = 10;

/// What this process has had of the processor.
std::chrono::nanoseconds cpu_time() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

Watchdog& watchdog() {
  static auto* made = [] {
    install_fault_handlers();
    auto* dog = new Watchdog;  // its thread goes on until the process ends
    std::thread([dog] { dog->run(); }).detach();
    return dog;
  }();
  return *made;
}

// On a busy machine the time on the wall says nothing of the kernel.
bool Watchdog::is_over(Clock::time_point now) const {
  const std::chrono::seconds limit(timeout_seconds());
  if (now < deadline) return false;
  return cpu_time() - cpu_at_begin >= limit || now >= deadline + (patience - 1) * limit;
}

// Launches are often much shorter than it takes to wake a thread: this one looks at the deadline now and then
// only.
void Watchdog::run() {
  std::unique_lock<std::mutex> lock(mutex);
  for (;;) {
    if (launch == nullptr) {
      asleep = true;
      wake.wait(lock, [this] { return launch != nullptr; });
      asleep = false;
    }
    const auto now = Clock::now();
    if (is_over(now)) stop(lock);
    wake.wait_for(lock, std::clamp<Clock::duration>(deadline - now, shortest_look, std::chrono::seconds(1)));
  }
}

void Watchdog::stop(std::unique_lock<std::mutex>& lock) {
  constexpr int tries = 50,
                of_a_report = 600;  // of a tenth of a second; a busy machine may take long to tell the lines
  for (int attempt = 0; attempt < tries || (stop_is_answered() && attempt < of_a_report); ++attempt) {
    if (launch == nullptr) break;
    if (!working.empty() && !stop_is_answered())
      pthread_kill(working[static_cast<std::size_t>(attempt) % working.size()].thread, stop_signal());
    wake.wait_for(lock, std::chrono::milliseconds(100));
  }
  report("kernel %s: still running after %ld s, stopped (CUDASIM_TIMEOUT sets the limit)",
         launch != nullptr ? launch->name() : "(unknown)", timeout_seconds());
  if (stop_is_answered())
    std::_Exit(1);  // that report waits for something, and would keep a second one waiting
  end_process();
}

}  // namespace

long timeout_seconds() { return setting("CUDASIM_TIMEOUT", 60); }

WatchedLaunch::WatchedLaunch(const Launch& launch) {
  Watchdog& dog = watchdog();
  const long seconds = timeout_seconds();
  if (seconds <= 0) return;
  const std::lock_guard<std::mutex> lock(dog.mutex);
  dog.launch = &launch;
  dog.deadline = Clock::now() + std::chrono::seconds(seconds);
  dog.cpu_at_begin = cpu_time();
  if (dog.asleep) dog.wake.notify_one();
}

WatchedLaunch::~WatchedLaunch() {
  Watchdog& dog = watchdog();
  const std::lock_guard<std::mutex> lock(dog.mutex);
  dog.launch = nullptr;
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
