#pragma once

#include <atomic>
#include <chrono>
#include <string>

namespace tutorial {

/// One line on standard error that says what a program is busy with, overwritten as it goes on. Only on a
/// terminal: a pipe or a file gets nothing but the lines of tell().
class Progress {
 public:
  /// @param pause  between two lines of update()
  /// @param line_pause  between two lines of tell() where there is no terminal
  explicit Progress(std::string program, std::chrono::milliseconds pause = std::chrono::milliseconds(100),
                    std::chrono::milliseconds line_pause = std::chrono::seconds(20));
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Of work in the background, nothing appears before it is revealed.
  void hide() { hidden_ = true; }
  void reveal() { hidden_ = false; }

  /// Something new begins: without a terminal the next line of tell() is 20 s away.
  void show(const std::string& text);

  /// The same, but not before the pause is over: for loops.
  void update(const std::string& text);

  /// The same, for work that can take minutes: without a terminal it prints a whole line every 20 s.
  void tell(const std::string& text);

  /// A whole line that stays, with or without a terminal.
  void print(const std::string& text);

  /// Removes the line. Call before anything else is printed.
  void clear();

 private:
  std::string program_;
  std::chrono::milliseconds pause_;
  std::chrono::milliseconds line_pause_;
  bool terminal_;
  std::atomic<bool> hidden_ = false;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_{};
  std::chrono::steady_clock::time_point last_line_ = std::chrono::steady_clock::now();
};

/// ", 40 s left", ", 2 min left": for the end of such a line. "" for less than a second.
std::string time_left(double seconds);

/// "40 s", "2 min"
std::string duration(double seconds);

}  // namespace tutorial
