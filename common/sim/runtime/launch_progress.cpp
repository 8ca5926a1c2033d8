#include "sim/runtime/launch_progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>

#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/terminal_columns.hpp"

namespace cudasim {
namespace {

std::atomic<bool> progress_is_shown{false};

bool has_terminal() {
  static const bool is_there = isatty(STDERR_FILENO) != 0;
  return is_there;
}

/// "95 s", "3 min".
void duration_text(double seconds, char* text, std::size_t bytes) {
  if (seconds < 120)
    std::snprintf(text, bytes, "%.0f s", seconds);
  else
    std::snprintf(text, bytes, "%.0f min", seconds / 60);
}

}  // namespace

void erase_progress() {
  if (!progress_is_shown.exchange(false)) return;
  constexpr char erase[] = "\r\033[K";
  if (write(STDERR_FILENO, erase, sizeof erase - 1) < 0) return;
}

void Progress::begin() {
  begun_at_ = last_step_ = Clock::now();
  last_begun_ = 0;
  seconds_shown_ = 1;
  stillness_told_ = false;
}

void Progress::look(const Launch& launch, Clock::time_point now) {
  if (!has_terminal()) return;
  const std::uint64_t begun = std::min(launch.next_block.load(std::memory_order_relaxed), launch.blocks);
  if (begun != last_begun_) last_step_ = now;
  last_begun_ = begun;
  const double seconds = std::chrono::duration<double>(now - begun_at_).count();
  if (static_cast<long>(seconds) <= seconds_shown_) return;
  seconds_shown_ = static_cast<long>(seconds);
  print(launch, begun, seconds);
}

bool Progress::stands_still(Clock::time_point now) {
  if (!has_terminal() || stillness_told_ || now - last_step_ < std::chrono::seconds(10)) return false;
  return stillness_told_ = true;
}

void Progress::print(const Launch& launch, std::uint64_t begun, double seconds) const {
  char passed[32], left[48] = "";
  duration_text(seconds, passed, sizeof passed);
  if (begun > 0 && begun < launch.blocks) {
    char text[32];
    duration_text(seconds / static_cast<double>(begun) * static_cast<double>(launch.blocks - begun), text,
                  sizeof text);
    std::snprintf(left, sizeof left, ", about %s left", text);
  }
  char line[256];
  const int length = std::snprintf(line, sizeof line, "kernel %.60s, launch %lu: block %llu of %llu, %s%s",
                                   launch.name(), launch.serial, static_cast<unsigned long long>(begun),
                                   static_cast<unsigned long long>(launch.blocks), passed, left);
  const std::size_t room = columns_of(STDERR_FILENO) - 1;
  progress_is_shown = true;
  std::fprintf(stderr, "\r%.*s\033[K", static_cast<int>(std::min(room, static_cast<std::size_t>(length))),
               line);
}

}  // namespace cudasim
