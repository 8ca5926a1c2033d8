#include <cstdio>

#include "sim/lens/trace/thread_trace.hpp"

namespace cudasim::lens {

void ThreadCounts::add(const ThreadCounts& more, double factor) {
  constexpr double ThreadCounts::*all[] = {&ThreadCounts::fp32,       &ThreadCounts::fp64,
                                           &ThreadCounts::integer,    &ThreadCounts::products,
                                           &ThreadCounts::special,    &ThreadCounts::other,
                                           &ThreadCounts::chain,      &ThreadCounts::global_waits,
                                           &ThreadCounts::near_waits, &ThreadCounts::shared_waits};
  for (double ThreadCounts::*each : all) this->*each += factor * more.*each;
}

std::string json(const ThreadCounts& counts) {
  char text[512];
  std::snprintf(text, sizeof text,
                "{\"fp32\": %.6g, \"fp64\": %.6g, \"integer\": %.6g, \"products\": %.6g, \"special\": %.6g, "
                "\"other\": %.6g, \"chain\": %.6g, "
                "\"global_waits\": %.6g, \"near_waits\": %.6g, \"shared_waits\": %.6g}",
                counts.fp32, counts.fp64, counts.integer, counts.products, counts.special, counts.other,
                counts.chain, counts.global_waits, counts.near_waits, counts.shared_waits);
  return text;
}

}  // namespace cudasim::lens
