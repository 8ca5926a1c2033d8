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
/// One block of 1024 threads may be enough for less.
constexpr double words_of_several_blocks = 4096;
/// A loop over a grid may have no more threads than this, however many elements there are.
constexpr double most_required = 1024;
/// Bytes: twice what registers hold, which the frames of the lens's build need.
constexpr double most_stack = 2048;

/// Loads and stores.
double requests_of_global(const Json& report) {
  double requests = 0;
  for (const Json& kernel : report.at("kernels"))
    for (const Json& line : kernel.at("lines"))
      if (line.at("space") == "global" && line.at("op") != "atomic")
        requests += line.at("requests").get<double>();
  return requests;
}

/// Of loads and stores: one atomic operation per warp or block is a technique. A lane counts for up to three words of one request: a float3 is three requests, a float4 is one.
double words_per_request(const Json& report) {
  double words = 0;
  const double requests = requests_of_global(report);
  for (const Json& kernel : report.at("kernels")) {
    for (const Json& line : kernel.at("lines")) {
      if (line.at("space") != "global" || line.at("op") == "atomic") continue;
      words += std::min(line.at("bytes").get<double>() / 4, 3 * line.at("accesses").get<double>());
    }
  }
  return requests == 0 ? least_words : words / requests;
}

/// 0 where there are no kernels.
double sum_of(const Json& report, const char* counter) {
  double sum = 0;
  for (const Json& kernel : report.at("kernels")) sum += kernel.at(counter).get<double>();
  return sum;
}

/// Lanes of a warp work together, and so do the threads of a block in shared memory.
std::string why_not_by_warps(const Json& report) {
  if (const double moved = words_per_request(report); moved < least_words)
    return fmt::format(
        "a request to global memory moves {:.3g} words on average, where a warp moves 32: let the lanes of a "
        "warp work together",
        moved);
  for (const Json& kernel : report.at("kernels"))
    if (const double share = kernel.at("shared_share").get<double>(); share > largest_share)
      return fmt::format(
          "one thread makes {:.2g}% of its block's accesses to shared memory: share them among the threads",
          100 * share);
  return "";
}

}  // namespace

double sharing(const Json& report, const std::string& squares) {
  const double bytes = sum_of(report, "global_bytes"), all = sum_of(report, squares.c_str());
  return all == 0 ? 0 : bytes * bytes / all;
}

std::string why_too_much_stack(const Json& report) {
  const double stack = report.at("host").at("stack");
  if (stack <= most_stack) return "";
  return fmt::format(
      "a thread has {:.15g} bytes of local variables, which registers do not hold: on a GPU they are traffic "
      "to device memory",
      stack);
}

std::string why_not_shared(const Json& report, double words, std::optional<double> warp_operations) {
  if (warp_operations) {
    const std::string reason = why_not_by_warps(report);
    if (!reason.empty()) return reason;
  }
  const Json& host = report.at("host");
  const double written = host.at("written"), writers = host.at("writers");
  if (writers < std::min(written / words_per_writer, most_required))
    return fmt::format(
        "{:.15g} words of the result were written by {:.15g} {}: share them among more threads", written,
        writers, writers == 1 ? "thread" : "threads");
  if (!warp_operations) return "";
  const double threads = sharing(report, "squares_of_threads");
  if (threads > 0 && threads < even_enough * words / words_per_writer)
    return fmt::format(
        "{:.3g} threads make the accesses to global memory, for arrays of {:.15g} words: share them among "
        "more "
        "threads",
        threads, words);
  const double blocks = sharing(report, "squares_of_blocks");
  if (words >= words_of_several_blocks && blocks > 0 && blocks < 1.5)
    return fmt::format(
        "one block makes most accesses to global memory, for arrays of {:.15g} words: share them among the "
        "blocks",
        words);
  const double operations = sum_of(report, "warp_operations"), requests = requests_of_global(report);
  if (operations > *warp_operations * requests)
    return fmt::format(
        "{:.3g} shuffles and votes for each request to global memory, {:.15g} are enough: let each lane "
        "compute with what it has loaded",
        operations / requests, *warp_operations);
  return "";
}

}  // namespace tutorial::marking
