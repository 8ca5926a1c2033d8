#include "marking/shared_work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tutorial::marking {
namespace {

using Json = nlohmann::json;

/// Half of a warp.
constexpr double least_words = 16;
/// The last steps of a reduction in shared memory are of few lanes; loops of one thread are of more requests than that.
constexpr double least_shared_words = 4, few_shared_requests = 1000;
constexpr double words_per_writer = 64, most_writers = 32;
/// Bytes: twice what registers hold, which the frames of the lens's build need.
constexpr double most_stack = 2048;

struct Traffic {
  double words = 0, requests = 0;

  double per_request() const { return requests == 0 ? 0 : words / requests; }
};

/// A lane counts for up to three words of one request: a float3 is three requests, a float4 is one.
Traffic traffic(const Json& report, const char* space) {
  Traffic sum;
  for (const Json& kernel : report.at("kernels")) {
    for (const Json& line : kernel.at("lines")) {
      if (line.at("space") != space) continue;
      sum.words += std::min(line.at("bytes").get<double>() / 4, 3 * line.at("accesses").get<double>());
      sum.requests += line.at("requests").get<double>();
    }
  }
  return sum;
}

std::string too_few_lanes(const char* space, const Traffic& traffic) {
  return fmt::format(
      "a request to {} memory moves {:.3g} words on average, where a warp moves 32: let the lanes of a warp "
      "work together",
      space, traffic.per_request());
}

}  // namespace

std::string why_not_shared(const Json& report) {
  const Traffic global = traffic(report, "global"), shared = traffic(report, "shared");
  if (global.requests > 0 && global.per_request() < least_words) return too_few_lanes("global", global);
  if (shared.requests > few_shared_requests && shared.per_request() < least_shared_words)
    return too_few_lanes("shared", shared);
  const Json& host = report.at("host");
  const double written = host.at("written"), writers = host.at("writers"), stack = host.at("stack");
  if (writers < std::min(most_writers, written / words_per_writer))
    return fmt::format(
        "{:.15g} words of the result were written by {:.15g} {}: share them among more threads", written,
        writers, writers == 1 ? "thread" : "threads");
  if (stack > most_stack)
    return fmt::format(
        "a thread has {:.15g} bytes of local variables, which registers do not hold: on a GPU they are "
        "traffic to device memory",
        stack);
  return "";
}

}  // namespace tutorial::marking
