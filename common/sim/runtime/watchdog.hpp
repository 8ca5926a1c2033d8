// Stops kernels that do not end.
#pragma once

namespace cudasim {

struct Launch;
class Worker;

/// Seconds that a launch may take; 0 for no limit. From CUDASIM_TIMEOUT, read at each launch.
long timeout_seconds();

/// While it exists, the launch is stopped with a report when its time is over.
class WatchedLaunch {
 public:
  explicit WatchedLaunch(const Launch& launch);
  ~WatchedLaunch();
  WatchedLaunch(const WatchedLaunch&) = delete;
  WatchedLaunch& operator=(const WatchedLaunch&) = delete;
};

/// From now on, if SIGINT or SIGTERM ends the program, its observer reports first (Observer::process_ends). Before the first launch there is
/// nothing to report.
void report_when_interrupted();

/// The signal that is ending the process, or 0.
int interrupted_by();

/// The worker starts or stops working on the launch: only a working one can be asked for its position.
void watch(const Worker& worker);
void unwatch(const Worker& worker);

}  // namespace cudasim
