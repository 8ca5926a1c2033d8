// The OS threads that help the launching thread to run blocks.
#pragma once

#include <condition_variable>
#include <mutex>

namespace cudasim {

struct Launch;

class WorkerPool {
 public:
  /// Started at the first use, with CUDASIM_WORKERS OS threads in total (default: one per processor).
  static WorkerPool& instance();

  /// Runs all blocks of the launch on the calling thread and those of the pool.
  void run(Launch& launch);

 private:
  WorkerPool();
  void help();

  std::mutex mutex_;
  std::condition_variable work_, done_;
  Launch* launch_ = nullptr;  // that needs help
  unsigned long launch_number_ = 0;
  unsigned helping_ = 0;
};

}  // namespace cudasim
