// File descriptors that close themselves, and how the marker gets them.
#pragma once

#include <filesystem>

namespace tutorial::marking {

/// @throws std::system_error with errno's words
[[noreturn]] void cannot(const char* what);

/// Closes itself.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor() { reset(); }
  void reset();
  int get() const { return number_; }

 private:
  int number_ = -1;
};

/// Two ends; `theirs` is for a child. All of them are closed by an exec.
struct DescriptorPair {
  Descriptor ours, theirs;
};

/// Our end reads, and never waits.
DescriptorPair make_pipe();

/// Of messages.
DescriptorPair make_socket();

Descriptor open_file(const std::filesystem::path& path, int flags);

/// To be started. Where programs cannot be started in the file's folder (mounted noexec), it is a copy in memory.
Descriptor open_program(const std::filesystem::path& path);

}  // namespace tutorial::marking
