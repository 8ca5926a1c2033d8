#pragma once

#include <unistd.h>

#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>

/// What a run of a program wrote, and how it ended.
struct Captured {
  int exit_code = 0;
  std::string out;
  std::string err;
};

/// Sends a stream into a temporary file for as long as it lives.
class StreamToFile {
 public:
  explicit StreamToFile(std::FILE* stream) : stream_(stream), file_(std::tmpfile()) {
    if (file_ == nullptr) throw std::runtime_error("no temporary file");
    std::fflush(stream_);
    saved_ = ::dup(::fileno(stream_));
    ::dup2(::fileno(file_), ::fileno(stream_));
  }
  ~StreamToFile() {
    restore();
    std::fclose(file_);
  }
  StreamToFile(const StreamToFile&) = delete;
  StreamToFile& operator=(const StreamToFile&) = delete;

  std::string text() {
    restore();
    std::rewind(file_);
    std::string all;
    for (int c = std::fgetc(file_); c != EOF; c = std::fgetc(file_)) all += static_cast<char>(c);
    return all;
  }

 private:
  void restore() {
    if (saved_ < 0) return;
    std::fflush(stream_);
    ::dup2(saved_, ::fileno(stream_));
    ::close(saved_);
    saved_ = -1;
  }

  std::FILE* stream_;
  std::FILE* file_;
  int saved_ = -1;
};

inline Captured capture(const std::function<int()>& run) {
  StreamToFile out(stdout);
  StreamToFile err(stderr);
  Captured captured;
  captured.exit_code = run();
  captured.out = out.text();
  captured.err = err.text();
  return captured;
}
