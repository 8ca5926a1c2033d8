#pragma once

#include <stdexcept>
#include <string>

namespace tutorial {

/// An output cannot be written. Says which and why.
class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The name can never do: found out before any work is done.
class OutputRefused : public OutputError {
 public:
  using OutputError::OutputError;
};

/// A file that is written whole or not at all: into a temporary file beside it, then renamed. "-" is standard
/// output; a device or a pipe is written in place.
class OutputFile {
 public:
  /// Finds out whether `path` can be written, and leaves nothing behind. @throws OutputRefused, OutputError where there
  /// is no room
  explicit OutputFile(std::string path);

  /// @throws OutputError; an older file of that name is then unchanged.
  void write(const std::string& content) const;

  /// The same, but nothing is ever replaced: false, and nothing is done, where there is a file of that name.
  /// @throws OutputError
  bool create(const std::string& content) const;

  /// True also for a name that leads to where standard output goes: /dev/stdout, or the file it is redirected
  /// to.
  bool is_standard_output() const { return standard_output_; }

  /// True where both would write to the same place.
  bool same_as(const OutputFile& other) const;

 private:
  std::string path_;
  std::string target_;  ///< where the path's symbolic links lead
  bool standard_output_;
  bool in_place_ = false;
};

/// Writes and flushes: a full disk shows here, not after the program's end. @throws OutputError
void write_standard_output(const std::string& content);

}  // namespace tutorial
