#include "sim/runtime/launch_apart.hpp"

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <utility>
#include <vector>

#include "sim/runtime/observer.hpp"
#include "sim/runtime/pinned_memory.hpp"
#include "sim/runtime/repeated_launches.hpp"
#include "sim/runtime/state.hpp"
#include "sim/runtime/stream.hpp"

namespace cudasim {
namespace {

std::atomic<bool> managed_is_given{false};

/// Shared by the OS threads that run device code, or alone a call's.
std::shared_mutex turn;
std::atomic<unsigned> calls_that_wait{0};
thread_local bool host_has_turn = false;

void give_turn_back() {
  if (!std::exchange(host_has_turn, false)) return;
  turn.unlock();
}

/// The OS thread for launches, and the launch that it runs.
class Apart {
 public:
  static Apart& instance() {
    static auto* made = new Apart;  // its thread waits for work until the process ends
    return *made;
  }

  bool run(LaunchApart launch);
  cudaError_t finish();
  void add(std::function<void()> work) {
    const std::lock_guard lock(mutex_);
    afterwards_.push_back(std::move(work));
  }
  void let_host_go_on() {
    const std::lock_guard lock(mutex_);
    may_go_on_ = true;
    changed_.notify_all();
  }
  bool goes_on() const { return goes_on_.load(std::memory_order_acquire); }
  bool has_ended() const { return has_ended_.load(std::memory_order_acquire); }
  bool host_waits() const { return waiting_.load(std::memory_order_relaxed) != 0; }
  StreamName stream() {
    const std::lock_guard lock(mutex_);
    return stream_;
  }

 private:
  Apart() {
    std::thread([this] { work(); }).detach();
    std::atexit([] { finish_launch(); });
  }
  [[noreturn]] void work();

  std::mutex mutex_;
  std::condition_variable changed_;
  LaunchApart launch_;
  StreamName stream_;
  std::vector<std::function<void()>> afterwards_;
  bool is_given_ = false;  // the thread has not taken it yet
  bool may_go_on_ = false;
  std::atomic<bool> goes_on_{false}, has_ended_{false};
  std::atomic<unsigned> waiting_{0};  // OS threads of the host
};

void Apart::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return is_given_; });
    is_given_ = false;
    const std::function<void()> run = launch_.run;
    lock.unlock();
    run();
    lock.lock();
    has_ended_ = true;
    changed_.notify_all();
  }
}

bool Apart::run(LaunchApart launch) {
  std::unique_lock lock(mutex_);
  stream_ = stream_name(launch.stream);
  launch_ = std::move(launch);
  is_given_ = true;
  may_go_on_ = has_ended_ = false;
  changed_.notify_all();
  changed_.wait(lock, [this] { return has_ended_ || may_go_on_; });
  if (has_ended_) {
    launch_ = {};
    return true;
  }
  keep_running_this_launch();  // its result may be the host's doing
  goes_on_ = true;
  return false;
}

cudaError_t Apart::finish() {
  give_turn_back();
  std::unique_lock lock(mutex_);
  ++waiting_;
  changed_.wait(lock, [this] { return !goes_on_ || has_ended_; });
  --waiting_;
  if (!goes_on_) return cudaSuccess;  // another OS thread has ended it
  goes_on_ = false;
  const std::function<cudaError_t()> last = std::exchange(launch_, {}).finish;
  const auto afterwards = std::exchange(afterwards_, {});
  lock.unlock();
  const cudaError_t error = last();
  for (const auto& each : afterwards) each();
  return record_error(error);
}

/// Streams that do not wait for each other: CUDA C++ Programming Guide, "Default Stream".
bool are_ordered(const StreamName& a, const StreamName& b) {
  const auto is_legacy = [](const StreamName& stream) {
    return stream.handle == nullptr || stream.handle == cudaStreamLegacy;
  };
  if (a.handle == b.handle || (is_legacy(a) && is_legacy(b))) return true;
  return (is_legacy(a) && b.blocking) || (is_legacy(b) && a.blocking);
}

std::atomic<bool> any_has_gone_on{false};

}  // namespace

bool host_shares_memory() { return any_pinned() || managed_is_given; }

bool host_may_be_awaited() {
  if (observer != nullptr && !observer->host_may_go_on()) return false;
  return host_shares_memory() || stream_count() != 0;
}

void managed_memory_given() { managed_is_given = true; }

bool run_apart(LaunchApart launch) {
  if (Apart::instance().run(std::move(launch))) return true;
  any_has_gone_on = true;
  return false;
}

bool launch_goes_on() {
  if (!any_has_gone_on.load(std::memory_order_relaxed)) return false;
  if (Apart::instance().goes_on() && Apart::instance().has_ended()) Apart::instance().finish();
  return Apart::instance().goes_on();
}

bool launch_goes_on(cudaStream_t stream) {
  return launch_goes_on() && are_ordered(Apart::instance().stream(), stream_name(stream));
}

cudaError_t finish_launch() { return launch_goes_on() ? Apart::instance().finish() : cudaSuccess; }

cudaError_t finish_launch(cudaStream_t stream) {
  return launch_goes_on(stream) ? Apart::instance().finish() : cudaSuccess;
}

void when_launch_ends(std::function<void()> work) { Apart::instance().add(std::move(work)); }

void take_device_turn() { turn.lock_shared(); }

void give_device_turn_back() { turn.unlock_shared(); }

void let_host_call() {
  if (calls_that_wait.load(std::memory_order_relaxed) == 0) return;
  turn.unlock_shared();
  while (calls_that_wait != 0) std::this_thread::yield();
  turn.lock_shared();
}

void let_host_go_on() { Apart::instance().let_host_go_on(); }

bool host_waits_for_launch() { return !Apart::instance().goes_on() || Apart::instance().host_waits(); }

HostCall::HostCall() {
  if (host_has_turn || in_kernel() || !launch_goes_on()) return;
  ++calls_that_wait;
  turn.lock();
  --calls_that_wait;
  host_has_turn = has_turn_ = true;
}

HostCall::~HostCall() {
  if (has_turn_) give_turn_back();
}

}  // namespace cudasim
