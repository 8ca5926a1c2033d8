#include "sim/lens/race/shared_shadow.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace cudasim::lens {
namespace {

constexpr std::size_t shadow_bytes = SharedShadow::arena_bytes / 4 * sizeof(Cell);

std::size_t distance_to(const SharedVariable& variable, std::size_t offset) {
  if (offset < variable.offset) return variable.offset - offset;
  const std::size_t end = variable.offset + variable.bytes;
  return offset < end ? 0 : offset - end;
}

}  // namespace

void SharedLayout::begin(unsigned long launch, std::size_t dynamic_bytes) {
  if (launch == launch_) return;
  launch_ = launch;
  variables_.clear();
  if (dynamic_bytes != 0) variables_.push_back({"", 0, dynamic_bytes});
}

void SharedLayout::place(unsigned long launch, std::size_t dynamic_bytes, SharedVariable variable) {
  begin(launch, dynamic_bytes);
  variables_.push_back(std::move(variable));
}

const SharedVariable* SharedLayout::nearest(std::size_t offset) const {
  const auto nearer = [offset](const SharedVariable& a, const SharedVariable& b) {
    return distance_to(a, offset) < distance_to(b, offset);
  };
  const auto found = std::min_element(variables_.begin(), variables_.end(), nearer);
  return found != variables_.end() ? &*found : nullptr;
}

SharedShadow::SharedShadow() {
  void* memory =
      mmap(nullptr, shadow_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  cells_ = static_cast<Cell*>(memory);
}

SharedShadow::~SharedShadow() { munmap(cells_, shadow_bytes); }

void SharedShadow::begin() { ++time_; }

void SharedShadow::initialise(std::size_t offset, std::size_t bytes) {
  if (initialised_at_.size() < offset + bytes) initialised_at_.resize(offset + bytes);
  std::fill_n(initialised_at_.begin() + static_cast<std::ptrdiff_t>(offset), bytes, time_);
}

std::size_t SharedShadow::uninitialised(std::size_t offset, std::size_t bytes) const {
  std::size_t missing = bytes;
  for (std::size_t i = offset; i < std::min(offset + bytes, initialised_at_.size()); ++i)
    missing -= initialised_at_[i] == time_;
  return missing;
}

}  // namespace cudasim::lens
