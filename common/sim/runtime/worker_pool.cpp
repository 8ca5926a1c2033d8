#include "sim/runtime/worker_pool.hpp"

#include <thread>

#include "sim/runtime/settings.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim {

WorkerPool& WorkerPool::instance() {
  static auto* pool = new WorkerPool;  // its threads wait for work until the process ends
  return *pool;
}

WorkerPool::WorkerPool() {
  const long workers = setting("CUDASIM_WORKERS", static_cast<long>(std::thread::hardware_concurrency()));
  for (long i = 1; i < workers; ++i) std::thread([this] { help(); }).detach();
}

void WorkerPool::run(Launch& launch) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    launch_ = &launch;
    ++launch_number_;
  }
  work_.notify_all();
  Worker::of_this_thread().run_blocks(launch);
  std::unique_lock<std::mutex> lock(mutex_);
  launch_ = nullptr;  // workers that have not come by now are not needed
  done_.wait(lock, [this] { return helping_ == 0; });
}

void WorkerPool::help() {
  Worker& worker = Worker::of_this_thread();
  unsigned long last = 0;
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    work_.wait(lock, [&] { return launch_ != nullptr && launch_number_ != last; });
    Launch& launch = *launch_;
    last = launch_number_;
    ++helping_;
    lock.unlock();
    worker.run_blocks(launch);
    lock.lock();
    if (--helping_ == 0) done_.notify_one();
  }
}

}  // namespace cudasim
