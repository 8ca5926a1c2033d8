#pragma once

/// @file
/// Time on the device and on the host: medians of many runs.

#include <cuda_runtime.h>

#include <functional>
#include <vector>

namespace tutorial {

/// Seconds on the device between two points of a stream, by CUDA events (resolution about 0.5 us).
class EventTimer {
 public:
  EventTimer();
  ~EventTimer();
  EventTimer(const EventTimer&) = delete;
  EventTimer& operator=(const EventTimer&) = delete;

  /// Records the start and queries it, so that a driver that batches work submits it at once [Fan].
  void start();

  /// Records the end, waits for it, and returns the seconds since start().
  /// @throws CudaError also for errors in kernels between the two.
  double stop();

 private:
  cudaEvent_t start_;
  cudaEvent_t stop_;
};

/// How often work is timed.
struct TimingPolicy {
  int warm_up_runs = 2;  ///< not timed: module load, first touch, clocks
  int min_runs = 10;     ///< at least, whatever the spread
  int max_runs = 1000;   ///< at most
  double max_seconds =
      2.0;  ///< limit on the total time, untimed parts included: it ends the warm-up and the loop early
  double stable_spread =
      0.005;  ///< stop once the median's standard error (from the quartiles) is below this fraction
  bool cold_cache = false;  ///< overwrite the L2 cache before each run, outside the timed part
};

/// Seconds per run. A few slow runs do not move the median; the spread shows how much the runs differ.
struct Timing {
  double median_s = 0;  ///< half of the runs took longer
  double spread = 0;    ///< interquartile range as a fraction of the median; NaN for a single run
  int runs = 0;         ///< number of timed runs
};

/// Median and spread of `seconds`, which must not be empty.
Timing summarize(std::vector<double> seconds);

/// The standard error of the median as a fraction of the median, estimated from the spread assuming normal
/// errors.
double standard_error(const Timing& timing);

/// Keeps the device busy for about `seconds`, so that the host gets ahead of it: work launched meanwhile waits in
/// the stream and then runs without waiting for the host. Returns at once. Does nothing on the simulator.
void hold_device(double seconds);

/// Runs `work` until the policy is satisfied, timing each run by events. `before_each`, if any, runs before
/// every run and is not timed: it restores data that the run overwrites.
///
/// Only the device's time is measured. An idle device would reach the first event before the host has
/// launched the kernel, and the host's microseconds would count as the kernel's. So the device is kept busy first, for as
/// long as the host needs to enqueue event, kernel, event. The only remaining overhead is the device's own delay
/// between event and kernel: about a microsecond per launch.
Timing time_on_device(const TimingPolicy& policy, const std::function<void()>& work,
                      const std::function<void()>& before_each = {});

/// The same for work on the CPU, by the host's steady clock.
Timing time_on_host(const TimingPolicy& policy, const std::function<void()>& work,
                    const std::function<void()>& before_each = {});

}  // namespace tutorial
