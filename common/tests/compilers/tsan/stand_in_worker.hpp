// Stands in for the simulator's worker: what a thread of the pool does with a launch, without fibres and without the simulated memory, which lies
// where ThreadSanitizer keeps its own.
#pragma once

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace cudasim {

struct Launch {
  explicit Launch(int blocks) : done(static_cast<std::size_t>(blocks)) {}
  std::atomic<int> next = 0;
  std::vector<int> done;  // of each block, how often
};

struct Worker {
  static Worker& of_this_thread() {
    static thread_local Worker worker;
    return worker;
  }
  void run_blocks(Launch& launch) {
    const int blocks = static_cast<int>(launch.done.size());
    for (int block; (block = launch.next.fetch_add(1, std::memory_order_relaxed)) < blocks;) {
      std::this_thread::sleep_for(std::chrono::microseconds(20));  // else the first comer does it all
      ++launch.done[static_cast<std::size_t>(block)];
    }
  }
};

}  // namespace cudasim
