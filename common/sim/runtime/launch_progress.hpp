// Shows the progress of a long launch, as one line on the terminal.
#pragma once

#include <chrono>
#include <cstdint>

namespace cudasim {

struct Launch;

/// Removes the line, so that something else can be printed. Usable in signal handlers.
void erase_progress();

class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  void begin();
  /// To be called now and then: after two seconds the line appears on a terminal, and is updated every second.
  void look(const Launch& launch, Clock::time_point now);
  /// True once for a launch in which no block has begun or ended for ten seconds, on a terminal.
  bool stands_still(Clock::time_point now);

 private:
  void print(const Launch& launch, std::uint64_t begun, double seconds) const;

  Clock::time_point begun_at_;
  Clock::time_point last_step_;
  std::uint64_t last_begun_ = 0;
  long seconds_shown_ = 0;
  bool stillness_told_ = false;
};

}  // namespace cudasim
