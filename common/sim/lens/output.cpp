#include "sim/lens/output.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "sim/lens/hazards.hpp"
#include "sim/lens/ranges.hpp"
#include "sim/lens/results.hpp"
#include "sim/lens/study.hpp"

namespace cudasim::lens {
namespace {

__attribute__((format(printf, 1, 2))) std::string text(const char* format, ...) {
  char buffer[256];
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(buffer, sizeof buffer, format, arguments);
  va_end(arguments);
  return buffer;
}

std::string number(std::uint64_t value) { return std::to_string(value); }

std::string json_string(const std::string& value) {
  std::string result = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') result += '\\';
    if (static_cast<unsigned char>(c) < 0x20)
      result += text("\\u%04x", static_cast<unsigned>(c));
    else
      result += c;
  }
  return result + '"';
}

/// Addresses count from the begin of the allocation or of the block's shared memory.
std::string json(const Sample& sample) {
  std::string addresses;
  for (unsigned lane = 0; lane < 32; ++lane) {
    const bool takes_part = (sample.lanes >> lane & 1) != 0;
    addresses += lane == 0 ? "" : ", ";
    addresses += takes_part ? number(sample.address[lane]) : "null";
  }
  std::string together;
  for (unsigned i = 0; i < sample.together.count; ++i)
    together += (i == 0 ? "" : ", ") + number(sample.together.lanes[i]);
  return "{\"bytes\": " + number(sample.bytes) + ", \"addresses\": [" + addresses +
         "], \"lanes_together\": [" + together + "]}";
}

std::string json(const LineResults& line) {
  const Sums& sums = line.sums;
  return "{\"file\": " + json_string(line.file) + ", \"line\": " + std::to_string(line.line) +
         ", \"space\": \"" + name_of(line.space) + "\", \"op\": \"" + name_of(line.op) +
         "\", \"requests\": " + number(sums.requests) + ", \"sectors\": " + number(sums.sectors) +
         text(", \"sectors_per_request\": %.6g, \"ideal_sectors_per_request\": %.6g",
              line.sectors_per_request(), line.ideal_sectors_per_request()) +
         ", \"wavefronts\": " + number(sums.wavefronts) + ", \"conflict_degree\": " + number(sums.degree) +
         ", \"excess_wavefronts\": " + number(sums.wavefronts - sums.ideal_wavefronts) +
         ", \"broadcasts\": " + number(sums.broadcasts) + ", \"wide_requests\": " + number(sums.wide) +
         ", \"accesses\": " + number(sums.lanes) + ", \"bytes\": " + number(sums.bytes) +
         ", \"sample\": " + json(line.sample) + "}";
}

std::string json(const BarrierCount& count) {
  return "{\"file\": " + json_string(count.site.file) + ", \"line\": " + std::to_string(count.site.line) +
         ", \"what\": " + json_string(count.site.operation) + ", \"times\": " + number(count.times) + "}";
}

std::string json(const KernelResults& kernel) {
  std::string barriers;
  for (const BarrierCount& count : kernel.barriers_by_line)
    barriers += (barriers.empty() ? "" : ", ") + json(count);
  std::string lines;
  for (const LineResults& line : kernel.lines) lines += (lines.empty() ? "\n    " : ",\n    ") + json(line);
  return "{\"name\": " + json_string(kernel.name) + ", \"launches\": " + number(kernel.launches) +
         ", \"blocks\": " + number(kernel.blocks) + ", \"threads\": " + number(kernel.threads) +
         ", \"shared_bytes\": " + number(kernel.shared_bytes) +
         ", \"watched_blocks\": " + number(kernel.watched_blocks) +
         ", \"barriers\": " + number(kernel.barriers) + ", \"barriers_by_line\": [" + barriers +
         "], \"warp_operations\": " + number(kernel.warp_operations) +
         ", \"dropped_accesses\": " + number(kernel.dropped_accesses) + ", \"lines\": [" + lines + "]}";
}

std::string json(const RangeAccesses& accesses) {
  const Sums& sums = accesses.sums;
  return std::string("{\"space\": \"") + name_of(accesses.space) + "\", \"op\": \"" + name_of(accesses.op) +
         "\", \"requests\": " + number(sums.requests) + ", \"sectors\": " + number(sums.sectors) +
         ", \"ideal_sectors\": " + number(sums.ideal_sectors) +
         ", \"wavefronts\": " + number(sums.wavefronts) +
         ", \"ideal_wavefronts\": " + number(sums.ideal_wavefronts) +
         ", \"conflict_degree\": " + number(sums.degree) + ", \"bytes\": " + number(sums.bytes) + "}";
}

std::string json(const RangeKernel& kernel) {
  std::string accesses;
  for (const RangeAccesses& each : kernel.accesses) accesses += (accesses.empty() ? "" : ", ") + json(each);
  return "{\"name\": " + json_string(kernel.name) + ", \"launches\": " + number(kernel.launches) +
         ", \"blocks\": " + number(kernel.blocks) + ", \"threads\": " + number(kernel.threads) +
         ", \"watched_blocks\": " + number(kernel.watched_blocks) +
         ", \"barriers\": " + number(kernel.barriers) + ", \"accesses\": [" + accesses + "]}";
}

std::string json(const RangeResults& range) {
  std::string kernels;
  for (const RangeKernel& each : range.kernels)
    kernels += (kernels.empty() ? "\n    " : ",\n    ") + json(each);
  return "{\"name\": " + json_string(range.name) + ", \"kernels\": [" + kernels + "]}";
}

/// The end of a path, as long as it is readable beside the counters.
std::string short_place(const LineResults& line) {
  if (line.line == 0) return "(no line known)";
  const std::size_t slash = line.file.rfind('/');
  return (slash == std::string::npos ? line.file : line.file.substr(slash + 1)) + ":" +
         std::to_string(line.line);
}

std::string row(const LineResults& line) {
  const std::string what = std::string(name_of(line.space)) + " " + name_of(line.op);
  std::string cost;
  if (line.space == Space::global)
    cost = text("%6.2f sectors/request (ideal %.2f)", line.sectors_per_request(),
                line.ideal_sectors_per_request());
  else if (line.space == Space::constant && line.sums.degree > 1)
    cost = text("up to %u different words, %llu turns too many", line.sums.degree,
                static_cast<unsigned long long>(line.sums.wavefronts - line.sums.ideal_wavefronts));
  else if (line.space == Space::constant)
    cost = "one word for all";
  else if (line.sums.degree > 1)
    cost = text("%u-way conflict, %llu turns too many", line.sums.degree,
                static_cast<unsigned long long>(line.sums.wavefronts - line.sums.ideal_wavefronts));
  else
    cost = "no conflict";
  return text("  %-28s %-13s %10llu requests  ", short_place(line).c_str(), what.c_str(),
              static_cast<unsigned long long>(line.sums.requests)) +
         cost + "\n";
}

std::string count(std::uint64_t value, const char* noun) {
  return number(value) + " " + noun + (value == 1 ? "" : "s");
}

std::string table() {
  std::string result;
  for (const KernelResults& kernel : results()) {
    result += "lens: " + kernel.name + ": " + number(kernel.launches) +
              (kernel.launches == 1 ? " launch" : " launches") + ", ";
    result += kernel.watched_blocks == kernel.blocks
                  ? count(kernel.blocks, "block")
                  : "watched " + number(kernel.watched_blocks) + " of " + count(kernel.blocks, "block");
    if (kernel.barriers != 0) result += ", " + count(kernel.barriers, "barrier");
    if (kernel.warp_operations != 0) result += ", " + count(kernel.warp_operations, "warp operation");
    if (kernel.dropped_accesses != 0)
      result += ", " + number(kernel.dropped_accesses) + " accesses not counted";
    result += "\n";
    for (const LineResults& line : kernel.lines) result += row(line);
  }
  return result;
}

void write_json(const char* path) {
  const std::string report = json_report();
  std::FILE* file = std::strcmp(path, "-") == 0 ? stdout : std::fopen(path, "w");
  const bool written = file != nullptr && std::fwrite(report.data(), 1, report.size(), file) == report.size();
  const bool closed = file != nullptr && (file == stdout ? std::fflush(file) : std::fclose(file)) == 0;
  if (!written || !closed) std::fprintf(stderr, "lens: cannot write %s\n", path);
}

void (*report_taker)(const std::string& json) = nullptr;

}  // namespace

std::string json_report() {
  std::string kernels;
  for (const KernelResults& kernel : results())
    kernels += (kernels.empty() ? "\n  " : ",\n  ") + json(kernel);
  std::string in_ranges;
  for (const RangeResults& range : ranges())
    in_ranges += (in_ranges.empty() ? "\n  " : ",\n  ") + json(range);
  if (!in_ranges.empty()) in_ranges = "\n\"ranges\": [" + in_ranges + "],";
  const std::string launches = study_is_on() ? ",\n\"launches\": " + study_json() : "";
  return "{\"kernels\": [" + kernels + "]," + in_ranges + "\n\"hazards\": " + to_json(hazards()) +
         ",\n\"notes\": " + to_json(notes()) + launches + "}\n";
}

void report_to(void (*take)(const std::string& json)) { report_taker = take; }

bool print_report() {
  const char* path = std::getenv("LENS_JSON");
  if (report_taker != nullptr)
    report_taker(json_report());
  else if (path != nullptr)
    write_json(path);
  else
    std::fputs((table() + hazards_text()).c_str(), stderr);
  return !hazards().empty();
}

}  // namespace cudasim::lens
