#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>

namespace tutorial::instructor {

/// How the work on one item ended.
struct Ended {
  std::size_t item;
  std::string failure;  ///< "" if it went well; else how the process ended, and the last line it said
};

/// Calls `work(i)` for i < count, each in a process of its own, at most `jobs` at a time and each for at most
/// `limit`; `on_end` in this process, in the order in which they end. What a process writes to its outputs is
/// dropped. Whatever becomes of one, the others go on. All die with this process.
/// @throws tutorial::Interrupted at SIGINT, SIGTERM or SIGHUP, with all of them ended; std::system_error
/// where no process can be made
void in_processes(std::size_t count, int jobs, std::chrono::milliseconds limit,
                  const std::function<void(std::size_t)>& work,
                  const std::function<void(const Ended&)>& on_end);

}  // namespace tutorial::instructor
