#include "marking/shared_work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

namespace tutorial::marking {
namespace {

using Json = nlohmann::json;

/// Half of a warp.
constexpr double least_words = 16;
/// Of a block's accesses to shared memory, by one thread.
constexpr double largest_share = 0.125;
constexpr double words_per_writer = 64;
/// Words of the result for each request that stores, at least; some more requests are for sums of warps and blocks.
constexpr double words_per_store = 4, few_stores = 256;
/// Different words of constant memory for each request, and some more.
constexpr double most_constants = 4, few_constants = 256;
/// Of the threads of blocks that access global memory: this part accesses it.
constexpr double least_working = 0.3;
/// Bytes for flags and the like, and 1/64 of the largest array.
constexpr double few_over_the_bus = 512;
/// One block of 1024 threads may be enough for less.
constexpr double words_of_several_blocks = 4096;
constexpr double few_launches = 16;
/// A loop over a grid may have no more threads than this, however many elements there are.
constexpr double most_required = 1024;
/// Bytes: twice what registers hold, which the frames of the lens's build need.
constexpr double most_stack = 2048;

/// Of an SM of an H200: warps, blocks, and bytes of shared memory, of which each block takes some for itself.
constexpr double warps_of_sm = 64, blocks_of_sm = 32, shared_of_sm = 228 * 1024, shared_of_block = 1024;
/// Of its warps: with fewer, an SM has nothing to do while they wait.
constexpr double least_resident = 8;

double requests_of_global(const Json& report, const char* op) {
  double requests = 0;
  for (const Json& kernel : report.at("kernels"))
    for (const Json& line : kernel.at("lines"))
      if (line.at("space") == "global" && line.at("op") == op) requests += line.at("requests").get<double>();
  return requests;
}
double requests_of_global(const Json& report) {
  return requests_of_global(report, "load") + requests_of_global(report, "store");
}

/// Of loads and stores: one atomic operation per warp or block is a technique. A lane counts for up to three words of one request, if it has them for
/// itself: a float3 is three requests, a float4 is one.
double words_per_request(const Json& report) {
  double words = 0;
  const double requests = requests_of_global(report);
  constexpr double words_of_sector = 8;
  for (const Json& kernel : report.at("kernels")) {
    for (const Json& line : kernel.at("lines")) {
      if (line.at("space") != "global" || line.at("op") == "atomic") continue;
      const double lanes = line.at("accesses").get<double>(), sectors = line.at("sectors").get<double>();
      const bool is_wide = line.at("wide_requests").get<double>() > 0;
      words += std::min({line.at("bytes").get<double>() / 4, 3 * lanes,
                         is_wide ? std::max(lanes, words_of_sector * sectors) : 3 * lanes});
    }
  }
  return requests == 0 ? least_words : words / requests;
}

/// Constant memory serves a warp one word after the other.
std::string why_not_one_constant(const Json& report) {
  double requests = 0, words = 0;
  for (const Json& kernel : report.at("kernels"))
    for (const Json& line : kernel.at("lines")) {
      if (line.at("space") != "constant") continue;
      requests += line.at("requests").get<double>();
      words += line.at("wavefronts").get<double>();
    }
  if (words <= few_constants + most_constants * requests) return "";
  return fmt::format(
      "the lanes of a warp read {:.3g} different words of constant memory at once, on average, and a GPU "
      "serves one after the other: use it for values that all lanes of a warp share",
      words / requests);
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
  return why_not_one_constant(report);
}

/// Shared memory that a block keeps for itself keeps other blocks away from its SM.
std::string why_few_resident(const Json& report) {
  for (const Json& kernel : report.at("kernels")) {
    const double shared = kernel.at("shared_bytes").get<double>();
    const double threads = kernel.at("threads").get<double>() / kernel.at("blocks").get<double>();
    const double blocks = std::min(blocks_of_sm, std::floor(shared_of_sm / (shared + shared_of_block)));
    const double warps = std::min(warps_of_sm, blocks * std::ceil(threads / 32));
    if (warps < least_resident && blocks < blocks_of_sm)
      return fmt::format(
          "a block of {:.15g} threads has {:.15g} bytes of shared memory: {:.15g} of the {:.15g} warps of an "
          "SM "
          "can be resident, {:.15g} are needed to hide latency. Use less of it, or more threads",
          threads, shared, warps, warps_of_sm, least_resident);
  }
  return "";
}

/// Of the numbers at this place in the entries for launches the lower quartile by their bytes.
double quartile(const Json& report, std::size_t place) {
  std::map<double, double> bytes;  // by the number
  for (const Json& kernel : report.at("kernels"))
    for (const Json& launches : kernel.at("sharing"))
      bytes[launches.at(place).get<double>()] += launches.at(0).get<double>();
  double all = 0, passed = 0;
  for (const auto& [number, own] : bytes) all += own;
  for (const auto& [number, own] : bytes)
    if ((passed += own) >= all / 4) return number;
  return 0;
}

/// Threads that only wait keep others away from the SM.
std::string why_idle_threads(const Json& report) {
  constexpr std::size_t place = 3;  // of SharedBytes::working
  const double working = quartile(report, place);
  if (working == 0 || working >= least_working) return "";
  return fmt::format(
      "only {:.2g}% of the threads of a block access global memory: let all warps work, or launch fewer",
      100 * working);
}

/// A kernel that works on memory of the host waits for the bus at each access, and a copy does not.
std::string why_over_the_bus(const Json& report, double words) {
  const double bytes = report.at("host").at("over_the_bus");
  if (bytes <= few_over_the_bus + 4 * words / 64) return "";
  return fmt::format(
      "kernels access {:.15g} bytes of page-locked memory of the host, over the bus: let them work on device "
      "memory",
      bytes);
}

}  // namespace

double sharing(const Json& report, const std::string& of) { return quartile(report, of == "blocks" ? 1 : 2); }

std::string why_too_much_stack(const Json& report) {
  const double stack = report.at("host").at("stack");
  if (stack <= most_stack) return "";
  return fmt::format(
      "a thread has {:.15g} bytes of local variables, which registers do not hold: on a GPU they are traffic "
      "to device memory",
      stack);
}

std::string why_few_writers(const Json& report) {
  const Json& host = report.at("host");
  const double written = host.at("written"), writers = host.at("writers");
  if (writers >= std::min(written / words_per_writer, most_required)) return "";
  return fmt::format("{:.15g} words of the result were written by {:.15g} {}: share them among more threads",
                     written, writers, writers == 1 ? "thread" : "threads");
}

std::string why_one_block(const Json& report, double words) {
  const double blocks = sharing(report, "blocks");
  // A launch for each row or tile is a style: many launches may run at the same time.
  if (blocks == 0 || blocks >= 1.5 || sum_of(report, "launches") > few_launches) return "";
  return fmt::format(
      "one block makes most accesses to global memory, for arrays of {:.15g} words: share them among the "
      "blocks",
      words);
}

std::string why_not_shared(const Json& report, double words, const SharedWork& work) {
  if (const std::string reason = why_not_by_warps(report); !reason.empty()) return reason;
  if (const std::string reason = why_few_resident(report); !reason.empty()) return reason;
  if (const std::string reason = why_few_writers(report); !reason.empty()) return reason;
  const Json& host = report.at("host");
  // Where copying is the task, results and as many words of inputs are on the host, and no counter has what kernels wrote of them.
  const double written = host.at("is_the_task").get<double>() != 0 ? host.at("words").get<double>() / 2
                                                                   : host.at("written").get<double>();
  if (const double stores = requests_of_global(report, "store");
      stores > few_stores + written / words_per_store)
    return fmt::format(
        "{:.15g} requests store {:.15g} words of the result, and a warp's request stores 32: let the lanes "
        "of a "
        "warp store together",
        stores, written);
  const double threads = sharing(report, "threads");
  if (threads > 0 && threads < even_enough * words / words_per_writer)
    return fmt::format(
        "{:.3g} threads make the accesses to global memory, for arrays of {:.15g} words: share them among "
        "more "
        "threads",
        threads, words);
  if (work.by_several_blocks && words >= words_of_several_blocks)
    if (const std::string reason = why_one_block(report, words); !reason.empty()) return reason;
  const double operations = sum_of(report, "warp_operations"), requests = requests_of_global(report);
  if (operations > work.warp_operations * requests)
    return fmt::format(
        "{:.3g} shuffles and votes for each request to global memory, {:.15g} are enough: let each lane "
        "compute with what it has loaded",
        operations / requests, work.warp_operations);
  if (const std::string reason = why_over_the_bus(report, words); !reason.empty()) return reason;
  return why_idle_threads(report);
}

}  // namespace tutorial::marking
