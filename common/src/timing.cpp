#include "tutorial/timing.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

#include "tutorial/cuda_check.hpp"
#include "tutorial/device_buffer.hpp"

namespace tutorial {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The value below which the fraction `q` of sorted values lies, interpolated between neighbors.
double quantile(const std::vector<double>& sorted, double q) {
  const double position = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (position - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

Timing summarize_sorted(const std::vector<double>& sorted) {
  const double median = quantile(sorted, 0.5);
  if (sorted.size() == 1) return {median, std::numeric_limits<double>::quiet_NaN(), 1};
  const double range = quantile(sorted, 0.75) - quantile(sorted, 0.25);
  return {median, median > 0 ? range / median : 0, static_cast<int>(sorted.size())};
}

/// The loop of both kinds of timing: `run_once` does one run and returns its seconds.
Timing repeat(const TimingPolicy& policy, const std::function<double()>& run_once) {
  const auto warm_up_start = Clock::now();
  for (int i = 0; i < policy.warm_up_runs && seconds_since(warm_up_start) < policy.max_seconds; ++i)
    run_once();

  std::vector<double> sorted;
  const auto start = Clock::now();
  do {
    const double seconds = run_once();
    sorted.insert(std::upper_bound(sorted.begin(), sorted.end(), seconds), seconds);
    const Timing timing = summarize_sorted(sorted);
    if (timing.runs >= policy.min_runs && standard_error(timing) < policy.stable_spread) return timing;
  } while (static_cast<int>(sorted.size()) < policy.max_runs && seconds_since(start) < policy.max_seconds);
  return summarize_sorted(sorted);
}

// How long time_on_device holds the device: twice the time that the host needed for the launches of the previous run,
// since the next ones may take longer. There is an upper limit, since work that waits for the device also waits for
// the hold.
constexpr double shortest_hold_s = 20e-6;
constexpr double longest_hold_s = 1e-3;

/// Evicts everything else from the L2 cache by writing twice its size.
class CacheFlusher {
 public:
  CacheFlusher() : buffer_(2 * l2_bytes()) {}

  void flush() { buffer_.poison(); }

 private:
  static std::size_t l2_bytes() {
    int device = 0;
    int bytes = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&bytes, cudaDevAttrL2CacheSize, device));
    return static_cast<std::size_t>(bytes);
  }

  DeviceBuffer<unsigned char> buffer_;
};

}  // namespace

EventTimer::EventTimer() : start_(nullptr), stop_(nullptr) {
  CUDA_CHECK(cudaEventCreate(&start_));
  try {
    CUDA_CHECK(cudaEventCreate(&stop_));
  } catch (...) {
    static_cast<void>(cudaEventDestroy(start_));
    throw;
  }
}

EventTimer::~EventTimer() {
  static_cast<void>(cudaEventDestroy(start_));
  static_cast<void>(cudaEventDestroy(stop_));
}

void EventTimer::start() {
  CUDA_CHECK(cudaEventRecord(start_));
  const cudaError_t state = cudaEventQuery(start_);
  if (state == cudaErrorNotReady) {
    static_cast<void>(
        cudaGetLastError());  // "not ready" is not an error, but the check of the next launch would report it
  } else {
    check_cuda(state, "cudaEventQuery", __FILE__, __LINE__);
  }
}

double EventTimer::stop() {
  CUDA_CHECK(cudaEventRecord(stop_));
  CUDA_CHECK(cudaEventSynchronize(stop_));
  float milliseconds = 0;
  CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start_, stop_));
  return static_cast<double>(milliseconds) * 1e-3;
}

Timing summarize(std::vector<double> seconds) {
  if (seconds.empty()) throw std::invalid_argument("summarize: no times");
  std::sort(seconds.begin(), seconds.end());
  return summarize_sorted(seconds);
}

double standard_error(const Timing& timing) {
  // For normal errors the interquartile range is 1.349 sigma and the median's standard error 1.2533 sigma /
  // sqrt(n).
  return 1.2533 / 1.349 * timing.spread / std::sqrt(timing.runs);
}

Timing time_on_device(const TimingPolicy& policy, const std::function<void()>& work,
                      const std::function<void()>& before_each) {
  EventTimer timer;
  std::optional<CacheFlusher> flusher;
  if (policy.cold_cache) flusher.emplace();
  double hold_s = shortest_hold_s;
  return repeat(policy, [&] {
    if (before_each) before_each();
    if (flusher) flusher->flush();
    hold_device(hold_s);
    timer.start();
    const auto launched = Clock::now();
    work();
    hold_s = std::clamp(2 * seconds_since(launched), shortest_hold_s, longest_hold_s);
    return timer.stop();
  });
}

Timing time_on_host(const TimingPolicy& policy, const std::function<void()>& work,
                    const std::function<void()>& before_each) {
  return repeat(policy, [&] {
    if (before_each) before_each();
    const auto start = Clock::now();
    work();
    return seconds_since(start);
  });
}

}  // namespace tutorial
