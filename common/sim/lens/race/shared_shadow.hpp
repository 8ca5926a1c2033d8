// The shadow of one block's shared memory, and the layout of its variables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/lens/race/shadow.hpp"

namespace cudasim::lens {

struct SharedVariable {
  std::string name;
  std::size_t offset;  ///< in the block's arena
  std::size_t bytes;
};

/// Where the variables of the running kernel lie; the same in all blocks that a worker runs.
class SharedLayout {
 public:
  /// Forgets the variables if the launch is another one than before.
  void begin(unsigned long launch, std::size_t dynamic_bytes);
  void place(unsigned long launch, std::size_t dynamic_bytes, SharedVariable variable);
  /// The variable that holds the whole range; null if there is none.
  const SharedVariable* find(std::size_t offset, std::size_t bytes) const {
    for (const SharedVariable& each : variables_)
      if (offset >= each.offset && offset + bytes <= each.offset + each.bytes) return &each;
    return nullptr;
  }
  /// The variable whose start or end is closest; null if there are no variables.
  const SharedVariable* nearest(std::size_t offset) const;

 private:
  unsigned long launch_ = 0;
  std::vector<SharedVariable> variables_;
};

class SharedShadow {
 public:
  static constexpr std::size_t arena_bytes = std::size_t{320} * 1024;

  SharedShadow();
  ~SharedShadow();
  SharedShadow(const SharedShadow&) = delete;
  SharedShadow& operator=(const SharedShadow&) = delete;

  /// A new block: no byte is initialised, and no thread has accessed any.
  void begin();

  Cell& cell(std::size_t offset) {
    Cell& found = cells_[offset / 4];
    if (found.stamp != time_) {
      found = {};
      found.stamp = time_;
    }
    return found;
  }
  void initialise(std::size_t offset, std::size_t bytes);
  /// How many bytes of the range were never written.
  std::size_t uninitialised(std::size_t offset, std::size_t bytes) const;

 private:
  Cell* cells_;
  std::uint32_t time_ = 0;
  std::vector<std::uint32_t> initialised_at_;  ///< by byte: the time
};

}  // namespace cudasim::lens
