#pragma once

#include <functional>

#include "driver/data/lens_report.hpp"

namespace driver = tutorial::driver;

/// Accesses whose cost is known, for the tests of `explain`.
namespace example {

inline driver::lens::Sample sample(unsigned bytes, const std::function<std::uint64_t(unsigned)>& address,
                                   unsigned lanes = 32) {
  driver::lens::Sample made;
  made.bytes = bytes;
  for (unsigned lane = 0; lane < lanes; ++lane) made.addresses[lane] = address(lane);
  made.together = {0xffffffff};
  return made;
}

inline driver::lens::Sample stride(unsigned bytes, std::uint64_t distance, unsigned lanes = 32) {
  return sample(
      bytes, [distance](unsigned lane) { return 1024 + lane * distance; }, lanes);
}

inline driver::lens::Access global(int line, const char* op, double sectors, double ideal,
                                   const driver::lens::Sample& of) {
  driver::lens::Access made;
  made.file = "one.cu";
  made.line = line;
  made.op = op;
  made.requests = 10;
  made.sectors_per_request = sectors;
  made.ideal_sectors_per_request = ideal;
  made.bytes = 1280;
  made.sample = of;
  return made;
}

inline driver::lens::Access shared(int line, const char* op, unsigned degree,
                                   const driver::lens::Sample& of) {
  driver::lens::Access made;
  made.file = "one.cu";
  made.line = line;
  made.space = driver::lens::Space::shared;
  made.op = op;
  made.requests = 10;
  made.wavefronts = 10 * degree;
  made.excess_wavefronts = 10 * (degree - 1);
  made.conflict_degree = degree;
  made.bytes = 1280;
  made.sample = of;
  return made;
}

}  // namespace example
