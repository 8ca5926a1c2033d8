#include "marking/records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "sim/lens/count/counter_table.hpp"

namespace tutorial::marking {
#define NAME(counter) #counter,
const std::vector<std::string> counters_of_accesses = {CUDASIM_ACCESS_COUNTERS(NAME) "conflict_degree",
                                                       "sectors_per_request", "ideal_sectors_per_request",
                                                       "excess_wavefronts"};
const std::vector<std::string> counters_of_kernels = {CUDASIM_KERNEL_COUNTERS(NAME) "launches", "blocks",
                                                      "threads", "shared_bytes"};
#undef NAME

namespace {

using Json = nlohmann::json;
using wire::RecordKind;

/// Goes through the records in the order in which the runner writes them.
class Order {
 public:
  explicit Order(const RunResult& run) : run_(run) {}

  bool is_next(RecordKind kind, std::uint64_t index) {
    if (at_ >= run_.records.size() || run_.records[at_].kind != kind || run_.records[at_].index != index)
      return false;
    ++at_;
    return true;
  }
  bool is_at_end() const { return at_ == run_.records.size(); }
  const wire::Record& last() const { return run_.records[at_ - 1]; }

 private:
  const RunResult& run_;
  std::size_t at_ = 0;
};

std::string name_of_array(const std::string& payload) {
  try {
    return wire::Reader(payload).text();
  } catch (const std::runtime_error&) {
    return {};
  }
}

std::string lens_fault(Order& order, const RunResult& run, std::uint64_t index) {
  if (!order.is_next(RecordKind::lens, index)) return "what the lens saw is missing";
  return lens_report(run, order.last()) == nullptr ? "what the lens saw cannot be read" : "";
}

std::string case_fault(Order& order, const RunResult& run, const exercise::Case& each, std::uint64_t index) {
  if (!order.is_next(RecordKind::case_begins, index)) return "a case has no beginning";
  for (const wire::Argument& argument : each.wire().arguments) {
    if (!argument.comes_back) continue;
    if (!order.is_next(RecordKind::array, index) || name_of_array(order.last().payload) != argument.name)
      return "the array " + argument.name + " is missing";
  }
  if (!run.has_lens && !order.is_next(RecordKind::seconds, index)) return "a time is missing";
  if (run.has_lens)
    if (std::string fault = lens_fault(order, run, index); !fault.empty()) return fault;
  return order.is_next(RecordKind::case_ends, index) ? "" : "a case has more than it should, or no end";
}

void read_place(const Json& place) {
  static_cast<void>(place.at("file").get<std::string>());
  static_cast<void>(place.at("line").get_ref<const Json::number_integer_t&>());  // 1e42 is no line
}

void read_kernel(const Json& kernel) {
  static_cast<void>(kernel.at("name").get<std::string>());
  for (const std::string& counter : counters_of_kernels) static_cast<void>(kernel.at(counter).get<double>());
  for (const char* counter : {"global_bytes", "shared_share"})
    static_cast<void>(kernel.at(counter).get<double>());
  for (const Json& launches : kernel.at("sharing"))
    for (std::size_t i = 0; i < 4; ++i) static_cast<void>(launches.at(i).get<double>());
  for (const Json& line : kernel.at("lines")) {
    read_place(line);
    static_cast<void>(line.at("space").get<std::string>() + line.at("op").get<std::string>());
    for (const std::string& counter : counters_of_accesses) static_cast<void>(line.at(counter).get<double>());
  }
}

/// Whether it holds all that marks are made of.
bool is_lens_report(const Json& json) {
  try {
    if (!json.at("kernels").is_array() || !json.at("hazards").is_array()) return false;
    for (const char* counter :
         {"accesses", "read_back", "read_ahead", "moved", "stack", "handed_over", "bytes_elsewhere", "copied",
          "words", "results", "written", "writers", "by_atomics", "calls", "asks_for_multiprocessors",
          "is_the_task", "over_the_bus", "in_other_blocks"})
      static_cast<void>(json.at("host").at(counter).get<double>());
    for (const Json& kernel : json.at("kernels")) read_kernel(kernel);
    for (const Json& hazard : json.at("hazards")) {
      static_cast<void>(hazard.at("kind").get<std::string>() + hazard.at("text").get<std::string>());
      read_place(hazard.at("first"));
      read_place(hazard.at("second"));
    }
    return true;
  } catch (const Json::exception&) {
    return false;
  }
}

}  // namespace

const Json* lens_report(const RunResult& run, const wire::Record& record) {
  const auto [place, is_new] = run.parsed.try_emplace(record.payload);
  if (is_new) {
    Json json = Json::parse(record.payload, nullptr, false);
    if (!json.is_discarded() && is_lens_report(json))
      place->second = std::make_shared<const Json>(std::move(json));
  }
  return place->second.get();
}

std::string fault_of_records(const RunResult& run, const exercise::Cases& cases) {
  Order order(run);
  for (std::uint64_t i = 0; i < cases.size(); ++i)
    if (std::string fault = case_fault(order, run, cases[i], i); !fault.empty())
      return fault + " (" + cases[i].wire().name + ")";
  if (run.has_lens)
    if (std::string fault = lens_fault(order, run, cases.size()); !fault.empty())
      return fault + " at the end";
  if (!order.is_next(RecordKind::end, cases.size())) return "the end is missing";
  if (!order.is_at_end() || !run.records_are_whole) return "there is something after the end";
  if (run.outcome.how != Outcome::How::exited || run.outcome.code != 0)
    return "the program " + run.outcome.what;
  return "";
}

namespace {

/// What host code may do beside launches: look after sizes, finish the last few sums, pass arrays that are on the host.
struct Allowed {
  double copied, read_back, read_ahead, handed_over, accesses;
};

/// More launches than this do not let the host do more: they may be idle.
constexpr double most_launches = 32, most_counted = 1024;
/// Of the bytes that all kernels access: one that accesses fewer in all its launches is idle.
constexpr double least_part = 1.0 / 64;

Allowed allowed_in(const exercise::Case& each, const Json& report) {
  double data = 0, results = 0;  // bytes
  for (const wire::Argument& argument : each.wire().arguments) {
    const double own = static_cast<double>(argument.bytes());
    data += own;
    if (argument.kind != wire::Kind::input) results += own;
  }
  double moved = 0, working = 0;
  for (const Json& kernel : report.at("kernels")) moved += kernel.at("global_bytes").get<double>();
  for (const Json& kernel : report.at("kernels")) {
    const double own = kernel.at("launches").get<double>();
    if (kernel.at("global_bytes").get<double>() >= least_part * moved) working += own;
  }
  const double host_words = report.at("host").at("words").get<double>();
  const double host_results = report.at("host").at("results").get<double>();
  // What has no data, or hardly any, may have a result that the host knows.
  const double known = each.is_counted() ? 0 : 4;
  return {known, 512 + data / 64, 8 * std::min(working, most_launches), 4352 + host_results + results / 64,
          8192 + 128 * std::min(working, most_counted) + 16 * host_words + data / 64};
}

std::string fault_of_work(const exercise::Case& each, const Json& report) {
  const Allowed allowed = allowed_in(each, report);
  const Json& host = report.at("host");
  const auto words = [&](const char* counter) {
    return fmt::format("{:.15g}", host.at(counter).get<double>());
  };
  if (host.at("copied") > allowed.copied)
    return words("copied") +
           (host.at("copied") == 1 ? " word of the result was" : " words of the result were") +
           " copied or written by the host, not written by a kernel";
  if (host.at("read_back") > allowed.read_back)
    return words("read_back") +
           " bytes were copied from the device to the host, or to variables, in the middle of the work";
  if (host.at("read_ahead") > allowed.read_ahead)
    return words("read_ahead") +
           " bytes that kernels had written were read by the host before it launched another kernel";
  if (host.at("handed_over") > allowed.handed_over)
    return words("handed_over") +
           " bytes were handed to kernels by the host: as arguments, by copies, or in managed or pinned "
           "memory";
  if (host.at("accesses") > allowed.accesses)
    return "host code loaded and stored " + words("accesses") + " words, which is a kernel's work";
  return "";
}

}  // namespace

std::string fault_of_work(const RunResult& run, const exercise::Cases& cases) {
  for (const wire::Record& record : run.records) {
    if (record.kind != RecordKind::lens || record.index >= cases.size()) continue;
    const exercise::Case& each = cases[record.index];
    const Json* report = lens_report(run, record);
    if (report == nullptr) continue;  // then nothing is right: fault_of_records()
    if (const std::string fault = fault_of_work(each, *report); !fault.empty())
      return fault + " (" + each.wire().name + ")";
  }
  return "";
}

namespace {

/// Whether a case's host has this property.
bool any_host_has(const RunResult& run, const char* property) {
  return std::ranges::any_of(run.records, [&](const wire::Record& record) {
    const Json* report = record.kind == RecordKind::lens ? lens_report(run, record) : nullptr;
    return report != nullptr && report->at("host").at(property).get<double>() != 0;
  });
}

}  // namespace

bool is_copying_the_task(const RunResult& run) { return any_host_has(run, "is_the_task"); }

bool asks_for_multiprocessors(const RunResult& run) { return any_host_has(run, "asks_for_multiprocessors"); }

}  // namespace tutorial::marking
