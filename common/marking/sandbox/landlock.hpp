// Landlock: a process gives up access to files and to the network, whoever it runs as. The kernel's interface, without its
// headers, which are often older than the kernel.
#pragma once

namespace tutorial::marking {

/// The version of the kernel's interface, 0 where there is none.
int landlock_version();

/// A set of rules being made: what is not allowed is forbidden. Nothing here allocates memory or throws.
class Landlock {
 public:
  /// Forbids all that this kernel can forbid.
  Landlock();
  ~Landlock();
  Landlock(const Landlock&) = delete;
  Landlock& operator=(const Landlock&) = delete;

  /// A folder with all below it, or a file. A path that does not exist is left out.
  void allow_reading(const char* path);       ///< and running
  void allow_reading_file(const char* path);  ///< this file alone
  void allow_writing(const char* path);       ///< and reading; no devices, no sockets

  /// From now on, for this thread and all it starts. Needs no_new_privs. False where that cannot be.
  bool enforce() const;

 private:
  void allow(const char* path, unsigned long long access);

  int version_;
  int rules_ = -1;
};

}  // namespace tutorial::marking
