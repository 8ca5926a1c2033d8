// The live objects of one kind of opaque handle, so that a stale handle gives an error instead of a crash.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace cudasim {

template <class Object>
class Handles {
 public:
  Object* add(Object object) {
    auto owned = std::make_unique<Object>(std::move(object));
    Object* handle = owned.get();
    const std::lock_guard lock(mutex_);
    live_.emplace(handle, std::move(owned));
    return handle;
  }

  bool contains(const Object* handle) const {
    const std::lock_guard lock(mutex_);
    return live_.count(handle) != 0;
  }

  /// False if the handle does not belong to a live object.
  bool remove(const Object* handle) {
    const std::lock_guard lock(mutex_);
    return live_.erase(handle) != 0;
  }

  std::size_t size() const {
    const std::lock_guard lock(mutex_);
    return live_.size();
  }

  void clear() {
    const std::lock_guard lock(mutex_);
    live_.clear();
  }

 private:
  mutable std::mutex mutex_;
  std::unordered_map<const Object*, std::unique_ptr<Object>> live_;
};

}  // namespace cudasim
