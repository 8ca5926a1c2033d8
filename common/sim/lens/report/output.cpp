#include "sim/lens/report/output.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "sim/lens/count/ranges.hpp"
#include "sim/lens/count/results.hpp"
#include "sim/lens/report/hazards.hpp"
#include "sim/lens/report/json_text.hpp"
#include "sim/lens/report/sarif.hpp"
#include "sim/lens/stream/unchecked_calls.hpp"
#include "sim/lens/trace/prediction.hpp"
#include "sim/lens/trace/schedule.hpp"
#include "sim/lens/trace/step_trace.hpp"
#include "sim/lens/trace/study.hpp"
#include "sim/runtime/terminal_columns.hpp"

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

/// Addresses count from the start of the allocation or of the block's shared memory.
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

#define MEMBER(name) text += ", \"" #name "\": " + number(counts.name);

/// ", \"requests\": 32" and so on.
std::string json(const Sums& counts) {
  std::string text;
  CUDASIM_ACCESS_COUNTERS(MEMBER)
  return text + ", \"conflict_degree\": " + number(counts.conflict_degree);
}

std::string json(const KernelCounts& counts) {
  std::string text;
  CUDASIM_KERNEL_COUNTERS(MEMBER)
  return text;
}

#undef MEMBER

std::string json(const LineResults& line) {
  const Sums& sums = line.sums;
  return "{\"file\": " + json_string(line.file) + ", \"line\": " + std::to_string(line.line) +
         ", \"space\": \"" + name_of(line.space) + "\", \"op\": \"" + name_of(line.op) + "\"" + json(sums) +
         text(", \"sectors_per_request\": %.6g, \"ideal_sectors_per_request\": %.6g",
              line.sectors_per_request(), line.ideal_sectors_per_request()) +
         ", \"excess_wavefronts\": " + number(sums.wavefronts - sums.ideal_wavefronts) +
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
  std::string lines, sharing;
  for (const LineResults& line : kernel.lines) lines += (lines.empty() ? "\n    " : ",\n    ") + json(line);
  for (const SharedBytes& each : kernel.sharing)
    sharing += (sharing.empty() ? "[" : ", [") + text("%.15g", each.bytes) + ", " +
               text("%.9g", each.blocks) + ", " + text("%.9g", each.threads) + ", " +
               text("%.4f", each.working) + "]";
  return "{\"name\": " + json_string(kernel.name) + ", \"launches\": " + number(kernel.launches) +
         ", \"blocks\": " + number(kernel.blocks) + ", \"threads\": " + number(kernel.threads) +
         ", \"shared_bytes\": " + number(kernel.shared_bytes) +
         ", \"watched_blocks\": " + number(kernel.watched_blocks) +
         json(static_cast<const KernelCounts&>(kernel)) +
         ", \"global_bytes\": " + number(kernel.global_bytes) + ", \"sharing\": [" + sharing + "]" +
         ", \"shared_share\": " + text("%.4f", kernel.shared_share) + ", \"barriers_by_line\": [" + barriers +
         "], \"lines\": [" + lines + "]}";
}

std::string json(const RangeAccesses& accesses) {
  return std::string("{\"space\": \"") + name_of(accesses.space) + "\", \"op\": \"" + name_of(accesses.op) +
         "\"" + json(accesses.sums) + "}";
}

std::string json(const RangeKernel& kernel) {
  std::string accesses;
  for (const RangeAccesses& each : kernel.accesses) accesses += (accesses.empty() ? "" : ", ") + json(each);
  return "{\"name\": " + json_string(kernel.name) + ", \"launches\": " + number(kernel.launches) +
         ", \"blocks\": " + number(kernel.blocks) + ", \"threads\": " + number(kernel.threads) +
         ", \"watched_blocks\": " + number(kernel.watched_blocks) +
         json(static_cast<const KernelCounts&>(kernel)) + ", \"accesses\": [" + accesses + "]}";
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

/// `place_columns`: room for the place of each line. On a narrow terminal the numbers have less room, and what does not fit is below them.
std::string row(const LineResults& line, std::size_t place_columns, std::size_t columns) {
  const bool narrow = columns < columns_of_files;
  const std::string what = std::string(name_of(line.space)) + " " + name_of(line.op);
  std::string cost;
  if (line.space == Space::global && narrow)
    cost = text(line.sums.sectors == line.sums.requests ? "%.4g sector each, minimum %.4g"
                                                        : "%.4g sectors each, minimum %.4g",
                line.sectors_per_request(), line.ideal_sectors_per_request());
  else if (line.space == Space::global)
    cost = text("%.2f sectors each (minimum %.2f)", line.sectors_per_request(),
                line.ideal_sectors_per_request());
  else if (line.space == Space::constant && line.sums.conflict_degree > 1)
    cost = text("up to %u different words, %llu extra wavefronts", line.sums.conflict_degree,
                static_cast<unsigned long long>(line.sums.wavefronts - line.sums.ideal_wavefronts));
  else if (line.space == Space::constant)
    cost = "one word for all lanes";
  else if (line.sums.conflict_degree > 1)
    cost = text("%u-way conflict, %llu extra wavefronts", line.sums.conflict_degree,
                static_cast<unsigned long long>(line.sums.wavefronts - line.sums.ideal_wavefronts));
  else
    cost = "no conflict";
  const std::string counted =
      text("  %-*s  %-14s%*llu %s", static_cast<int>(place_columns), short_place(line).c_str(), what.c_str(),
           narrow ? 6 : 8, static_cast<unsigned long long>(line.sums.requests),
           line.sums.requests == 1 ? "request " : "requests");
  const bool fits = !narrow || counted.size() + 2 + cost.size() <= columns;
  return counted + (fits ? "  " + cost + "\n" : "\n" + folded(cost, columns, "      "));
}

std::string count(std::uint64_t value, const char* noun) {
  return number(value) + " " + noun + (value == 1 ? "" : "s");
}

std::string table() {
  const std::size_t columns = columns_of(STDERR_FILENO);
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
    if (kernel.unchecked_accesses != 0)
      result += ", no hazards looked for in the last " + number(kernel.unchecked_accesses) + " accesses";
    result += "\n";
    std::size_t place_columns = 0;
    for (const LineResults& line : kernel.lines)
      place_columns = std::max(place_columns, short_place(line).size());
    for (const LineResults& line : kernel.lines) result += row(line, place_columns, columns);
  }
  return result;
}

/// To standard output, or as a whole: a file that is there stays as it is until the new one is complete.
bool write(const char* path, const std::string& text) {
  if (std::strcmp(path, "-") == 0)
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  char* const known = realpath(path, nullptr);  // a link stays one
  const std::string target = known != nullptr ? known : path;
  std::free(known);
  struct stat status;
  const bool in_place = stat(target.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
  const std::string beside = in_place ? target : target + "." + std::to_string(getpid());
  std::FILE* const file = std::fopen(beside.c_str(), "w");
  if (file == nullptr) return false;
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const bool complete = std::fclose(file) == 0 && written;
  if (in_place) return complete;
  if (complete && std::rename(beside.c_str(), target.c_str()) == 0) return true;
  std::remove(beside.c_str());
  return false;
}

bool write_or_say(const char* path, const std::string& text) {
  if (write(path, text)) return true;
  std::fprintf(stderr, "lens: cannot write %s\n", path);
  return false;
}

bool report_is_incomplete = false;
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
  const std::string launches =
      study_is_on() ? ",\n\"host\": " + study_host_json() + ",\n\"launches\": " + study_json() : "";
  return std::string("{") + (report_is_incomplete ? "\"incomplete\": true,\n" : "") + "\"kernels\": [" +
         kernels + "]," + in_ranges + "\n\"hazards\": " + to_json(hazards()) +
         ",\n\"notes\": " + to_json(notes()) + launches + "}\n";
}

void report_to(void (*take)(const std::string& json)) { report_taker = take; }

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

int print_report(bool incomplete) {
  report_is_incomplete = incomplete;
  const char* const json_path = std::getenv("LENS_JSON");
  const char* const sarif_path = std::getenv("LENS_SARIF");
  bool written = true;
  report_unchecked_errors();
  if (schedule_given) {
    written = write_schedule_log();
    if (!schedule_surveys()) {
      if (steps_are_wanted()) written = write_or_say(std::getenv("LENS_STEPS"), steps_json()) && written;
      return written ? 0 : 1;
    }
  }
  if (report_taker != nullptr)
    report_taker(json_report());
  else if (json_path != nullptr)
    written = write_or_say(json_path, json_report()) && written;
  else if (ends_with_prediction())
    written = print_prediction(json_report()) && written;
  else
    std::fputs(
        ((report_is_incomplete ? "lens: incomplete: the program was stopped, and this is what ran\n" : "") +
         table() + hazards_text())
            .c_str(),
        stderr);
  if (report_taker == nullptr && steps_are_wanted())
    written = write_or_say(std::getenv("LENS_STEPS"), steps_json()) && written;
  if (report_taker == nullptr && sarif_path != nullptr)
    written = write_or_say(sarif_path, sarif_report(hazards(), notes(), report_is_incomplete)) && written;
  if (!written) return 1;
  const std::vector<Hazard> found = hazards();
  return std::all_of(found.begin(), found.end(), is_leak) ? 0 : 3;
}

}  // namespace cudasim::lens
