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

Progress::Progress(std::string program, std::chrono::milliseconds pause)
    : program_(std::move(program)), pause_(pause), terminal_(overwriting_terminal()) {}

void Progress::show(const std::string& text) {
  if (!terminal_) return;
  std::fprintf(stderr, "\r\033[K%s: %s", program_.c_str(), text.substr(0, 70).c_str());
  std::fflush(stderr);
  shown_ = true;
  last_ = std::chrono::steady_clock::now();
}

void Progress::update(const std::string& text) {
  if (terminal_ && std::chrono::steady_clock::now() - last_ > pause_) show(text);
}

void Progress::clear() {
  if (!shown_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  shown_ = false;
}

std::string time_left(double seconds) {
  const long left = std::lround(seconds);
  if (left < 1) return "";
  const bool long_one = left >= 90;
  return ", " + std::to_string(long_one ? (left + 30) / 60 : left) + (long_one ? " min left" : " s left");
}

}  // namespace tutorial
