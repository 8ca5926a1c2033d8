#pragma once

#include <sys/stat.h>

#include <chrono>
#include <filesystem>

namespace tutorial::learner {

/// Sees when a file is saved, replaced, removed or put back. The kernel's notices (inotify) only wake it up;
/// what counts is how the file looks, so it works as well, a little later, where there are no notices: on
/// network file systems, or without inotify.
class FileWatch {
 public:
  enum class Notices { if_possible, none };

  explicit FileWatch(std::filesystem::path file, Notices notices = Notices::if_possible);
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  /// Waits until the file is another one than at the last call (or at the beginning), and has then stayed the
  /// same for a moment: editors save in several steps. False where `limit` is over first or a signal came.
  bool changed_within(std::chrono::milliseconds limit);

 private:
  /// How the file looks: what differs between two saves.
  struct Look {
    bool there = false;
    ino_t inode = 0;
    off_t size = 0;
    timespec modified{};
    bool operator==(const Look& other) const;
  };

  Look look() const;
  bool sleep(std::chrono::milliseconds limit);

  std::filesystem::path file_;
  int inotify_ = -1;
  Look seen_;
};

}  // namespace tutorial::learner
