#include "support/progress.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>

#include "tests/common/captured.hpp"
#include "tests/runner/skip.hpp"

using tutorial::Progress;

namespace {

/// Sets TERM for as long as it lives.
class TerminalKind {
 public:
  explicit TerminalKind(const char* kind) {
    if (const char* old = std::getenv("TERM"); old != nullptr) old_ = old;
    ::setenv("TERM", kind, 1);
  }
  ~TerminalKind() { old_.empty() ? ::unsetenv("TERM") : ::setenv("TERM", old_.c_str(), 1); }
  TerminalKind(const TerminalKind&) = delete;
  TerminalKind& operator=(const TerminalKind&) = delete;

 private:
  std::string old_;
};

constexpr char end_of_output = '\x04';

/// What has arrived before end_of_output. A terminal hands over in its own time, and not all at once.
std::string read_to_end(int master) {
  std::string seen;
  char buffer[1000];
  while (seen.find(end_of_output) == std::string::npos) {
    pollfd readable{master, POLLIN, 0};
    REQUIRE(::poll(&readable, 1, 10000) == 1);
    const ssize_t count = ::read(master, buffer, sizeof buffer);
    REQUIRE(count > 0);
    seen.append(buffer, static_cast<std::size_t>(count));
  }
  return seen.substr(0, seen.find(end_of_output));
}

/// What `work` writes to standard error while that is a terminal; nothing on a machine that has no pseudo-terminals.
std::optional<std::string> on_terminal(const char* kind, const std::function<void()>& work) {
  const int master = ::posix_openpt(O_RDWR | O_NOCTTY);
  const bool there = master >= 0 && ::grantpt(master) == 0 && ::unlockpt(master) == 0;
  const int slave = there ? ::open(::ptsname(master), O_RDWR | O_NOCTTY) : -1;
  if (slave < 0) {
    tests::skip("progress on a terminal", "this machine has no pseudo-terminal");
    return std::nullopt;
  }
  std::fflush(stderr);
  const int saved = ::dup(STDERR_FILENO);
  ::dup2(slave, STDERR_FILENO);
  {
    const TerminalKind set(kind);
    work();
  }
  ::dup2(saved, STDERR_FILENO);
  ::close(saved);
  REQUIRE(::write(slave, &end_of_output, 1) == 1);
  const std::string seen = read_to_end(master);
  ::close(slave);
  ::close(master);
  return seen;
}

void show_two() {
  Progress progress("copy", std::chrono::hours(1));
  progress.show("one");
  progress.update("too soon after one");
  progress.show("two");
}

}  // namespace

TEST_CASE("on a terminal the line is overwritten, and gone at the end") {
  const std::string both = "\r\033[Kcopy: one\r\033[Kcopy: two\r\033[K";
  CHECK(on_terminal("xterm", show_two).value_or(both) == both);
}

TEST_CASE("a terminal that cannot overwrite gets nothing") {
  CHECK(on_terminal("dumb", show_two).value_or("") == "");
}

TEST_CASE("a pipe or a file gets nothing") {
  const TerminalKind kind("xterm");
  CHECK(capture([] {
          show_two();
          return 0;
        }).err == "");
}

TEST_CASE("without a terminal, long work prints complete lines, at most one per pause") {
  const auto told = [](std::chrono::milliseconds line_pause) {
    return capture([&] {
             Progress progress("copy", std::chrono::milliseconds(0), line_pause);
             progress.tell("one");
             progress.tell("two");
             return 0;
           })
        .err;
  };
  CHECK(told(std::chrono::milliseconds(0)) == "copy: one\ncopy: two\n");
  CHECK(told(std::chrono::hours(1)) == "");
}

TEST_CASE("of work in the background nothing appears before it is revealed") {
  const std::string err =
      capture([] {
        Progress progress("copy", std::chrono::milliseconds(0), std::chrono::milliseconds(0));
        progress.hide();
        progress.tell("one");
        progress.print("two");
        progress.reveal();
        progress.tell("three");
        return 0;
      }).err;
  CHECK(err == "copy: three\n");
}
