#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "driver/data/lens_report.hpp"

namespace tutorial::driver::lens {

/// Which lane accesses what: the sectors of global memory, word by word, or the banks of shared memory, by wavefront.
struct Picture {
  struct Row {
    std::uint64_t number;              ///< the sector's first byte, or the bank
    std::vector<std::uint32_t> cells;  ///< for each word or wavefront, the lanes that access it, bit by bit
  };

  bool shared = false;
  std::vector<Row> rows;    ///< the sectors that are touched; all 32 banks
  std::size_t columns = 0;  ///< cells of every row: 8 words, or as many turns as the request takes
  std::size_t degree = 1;   ///< different words wanted of the busiest bank; 1 for global memory
};

Picture picture_of(const Sample& sample, Space space, const std::string& op);

/// "lane i reads 4096 bytes away from lane i+1: 32 sectors per request, minimum 4"; none where half is used.
std::optional<std::string> advice(const Access& access);

/// Rows of lane numbers, at most `width` columns.
std::string picture_text(const Picture& picture, std::size_t width);

/// The kernel, line and operation: "transpose_shared<32, float>, line 57: shared load".
std::string picture_title(const Kernel& kernel, const Access& access);
/// What the picture shows, in words: "32 lanes, 4 bytes each: 32 sectors, minimum 4".
std::string picture_summary(const Access& access);

}  // namespace tutorial::driver::lens
