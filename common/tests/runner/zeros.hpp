#pragma once

#include <doctest/doctest.h>
#include <sys/mman.h>

#include <cstddef>

namespace tests {

/// Very many zeros, of which only what is touched takes memory.
class Zeros {
 public:
  explicit Zeros(std::size_t count)
      : bytes_(count * sizeof(float)),
        data_(static_cast<float*>(mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))) {
    REQUIRE(data_ != MAP_FAILED);
  }
  ~Zeros() { munmap(data_, bytes_); }
  Zeros(const Zeros&) = delete;
  Zeros& operator=(const Zeros&) = delete;

  float* data() const { return data_; }

 private:
  std::size_t bytes_;
  float* data_;
};

}  // namespace tests
