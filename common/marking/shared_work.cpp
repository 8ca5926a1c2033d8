#include "marking/shared_work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tutorial::marking {
namespace {

using Json = nlohmann::json;

/// Half of a warp.
constexpr double least_words = 16;
/// Of a block's accesses to shared memory, by one thread.
constexpr double largest_share = 0.125;
constexpr double words_per_writer = 64;
/// Bytes: twice what registers hold, which the frames of the lens's build need.
constexpr double most_stack = 2048;

/// Of loads and stores: one atomic operation per warp or block is a technique. A lane counts for up to three words of one request: a float3 is three requests, a float4 is one.
double words_per_request(const Json& report) {
  double words = 0, requests = 0;
  for (const Json& kernel : report.at("kernels")) {
    for (const Json& line : kernel.at("lines")) {
      if (line.at("space") != "global" || line.at("op") == "atomic") continue;
      words += std::min(line.at("bytes").get<double>() / 4, 3 * line.at("accesses").get<double>());
      requests += line.at("requests").get<double>();
    }
  }
  return requests == 0 ? least_words : words / requests;
}

}  // namespace

std::string why_not_shared(const Json& report) {
  if (const double words = words_per_request(report); words < least_words)
    return fmt::format(
        "a request to global memory moves {:.3g} words on average, where a warp moves 32: let the lanes of a "
        "warp work together",
        words);
  for (const Json& kernel : report.at("kernels"))
    if (const double share = kernel.at("shared_share").get<double>(); share > largest_share)
      return fmt::format(
          "one thread makes {:.2g}% of its block's accesses to shared memory: share them among the threads",
          100 * share);
  const Json& host = report.at("host");
  const double written = host.at("written"), writers = host.at("writers"), stack = host.at("stack");
  if (writers < written / words_per_writer)
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
