#include "support/progress.hpp"

#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace tutorial {
namespace {

bool overwriting_terminal() {
  const char* kind = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
}

}  // namespace

Progress::Progress(std::string program, std::chrono::milliseconds pause, std::chrono::milliseconds line_pause)
    : program_(std::move(program)),
      pause_(pause),
      line_pause_(line_pause),
      terminal_(overwriting_terminal()) {}

void Progress::show(const std::string& text) {
  if (!terminal_ || hidden_) {
    last_line_ = std::chrono::steady_clock::now();
    return;
  }
  std::fprintf(stderr, "\r\033[K%s: %s", program_.c_str(), text.substr(0, 70).c_str());
  std::fflush(stderr);
  shown_ = true;
  last_ = std::chrono::steady_clock::now();
}

void Progress::update(const std::string& text) {
  if (terminal_ && std::chrono::steady_clock::now() - last_ > pause_) show(text);
}

void Progress::tell(const std::string& text) {
  if (terminal_) return update(text);
  const auto now = std::chrono::steady_clock::now();
  if (hidden_ || now - last_line_ < line_pause_) return;
  print(text);
  last_line_ = now;
}

void Progress::print(const std::string& text) {
  if (hidden_) return;
  clear();
  std::fprintf(stderr, "%s: %s\n", program_.c_str(), text.c_str());
}

void Progress::clear() {
  if (!shown_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  shown_ = false;
}

std::string time_left(double seconds) {
  return std::lround(seconds) < 1 ? "" : ", " + duration(seconds) + " left";
}

std::string duration(double seconds) {
  const long rounded = std::lround(seconds);
  return rounded >= 90 ? std::to_string((rounded + 30) / 60) + " min" : std::to_string(rounded) + " s";
}

}  // namespace tutorial
