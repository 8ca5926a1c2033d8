#include "marking/learner/file_watch.hpp"

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace tutorial::learner {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds look_every(250);
constexpr milliseconds settled_after(60);

}  // namespace

bool FileWatch::Look::operator==(const Look& other) const {
  return there == other.there && inode == other.inode && size == other.size &&
         modified.tv_sec == other.modified.tv_sec && modified.tv_nsec == other.modified.tv_nsec;
}

FileWatch::FileWatch(std::filesystem::path file, Notices notices) : file_(std::move(file)) {
  if (notices == Notices::if_possible) {
    inotify_ = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    // The folder, not the file: many editors write a new file and rename it.
    const std::filesystem::path folder = file_.has_parent_path() ? file_.parent_path() : ".";
    constexpr auto events = IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE;
    if (inotify_ >= 0 && inotify_add_watch(inotify_, folder.c_str(), events) < 0) {
      close(inotify_);
      inotify_ = -1;
    }
  }
  seen_ = look();
}

FileWatch::~FileWatch() {
  if (inotify_ >= 0) close(inotify_);
}

FileWatch::Look FileWatch::look() const {
  struct stat status {};
  if (stat(file_.c_str(), &status) != 0) return {};
  return {true, status.st_ino, status.st_size, status.st_mtim};
}

/// Until something happens in the folder or the time is over; false where a signal came.
bool FileWatch::sleep(milliseconds limit) {
  pollfd wanted = {inotify_, POLLIN, 0};  // of a negative file nothing is ever to be read
  if (poll(&wanted, 1, static_cast<int>(limit.count())) < 0 && errno == EINTR) return false;
  char notices[4096];
  while (inotify_ >= 0 && read(inotify_, notices, sizeof notices) > 0) {
  }
  return true;
}

bool FileWatch::changed_within(milliseconds limit) {
  const auto deadline = steady_clock::now() + limit;
  for (;;) {
    const Look now = look();
    if (!(now == seen_)) {
      if (poll(nullptr, 0, static_cast<int>(settled_after.count())) < 0) return false;
      if (!(look() == now)) continue;
      seen_ = now;
      return true;
    }
    const auto left = std::chrono::duration_cast<milliseconds>(deadline - steady_clock::now());
    if (left <= milliseconds(0) || !sleep(std::min(look_every, left))) return false;
  }
}

}  // namespace tutorial::learner
