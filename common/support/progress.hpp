#pragma once

#include <chrono>
#include <string>

namespace tutorial {

/// One line on standard error that says what a program is busy with, overwritten as it goes on. Only on a
/// terminal: a pipe or a file gets nothing.
class Progress {
 public:
  /// @param pause  between two lines of update()
  explicit Progress(std::string program, std::chrono::milliseconds pause = std::chrono::milliseconds(100));
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(const std::string& text);

  /// The same, but not before the pause is over: for loops.
  void update(const std::string& text);

  /// Removes the line. Call before anything else is printed.
  void clear();

 private:
  std::string program_;
  std::chrono::milliseconds pause_;
  bool terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_{};
};

/// ", 40 s left", ", 2 min left": for the end of such a line. "" for less than a second.
std::string time_left(double seconds);

}  // namespace tutorial
