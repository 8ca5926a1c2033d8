#include "driver/run/faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "driver/data/lens_report.hpp"
#include "support/layout.hpp"
#include "support/text.hpp"

namespace tutorial::driver {
namespace {

std::string place_text(const lens::Place& place, const lens::Place* before) {
  if (place.line == 0) return "";
  const std::string file = std::filesystem::path(place.file).filename().string();
  const bool same = before && before->file == place.file;
  return same ? std::to_string(place.line) : fmt::format("{}:{}", file, place.line);
}

/// "race-shared at 02_missing_barrier.cu:62 and 70".
std::string hazard_text(const lens::Hazard& hazard) {
  const std::string first = place_text(hazard.first, nullptr);
  const std::string second = place_text(hazard.second, &hazard.first);
  const bool other = !second.empty() && hazard.second.line != hazard.first.line;
  return hazard.kind + (first.empty() ? "" : " at " + first) + (other ? " and " + second : "");
}

std::string observed(const Result& result) {
  for (const Row& row : result.rows)
    if (!row.observed.empty()) return row.observed.substr(0, row.observed.find(", first"));
  return result.failure;
}

}  // namespace

Fault fault_from(const Result& result, const std::string& variant) {
  Fault fault{.program = result.program, .variant = variant, .caught = result.exit_code != 0, .seen = {}};
  const lens::Report report = result.lens.empty() ? lens::Report{} : lens::report_from(result.lens);
  fault.seen = report.hazards.empty() ? observed(result) : hazard_text(report.hazards.front());
  return fault;
}

std::vector<Fault> run_faults(Session& session, const std::vector<const Program*>& programs,
                              std::vector<const Result*>& mended) {
  std::vector<Fault> faults;
  for (const Program* program : programs) {
    for (const std::string& variant : program->faults)
      faults.push_back(fault_from(session.result_of_variant(*program, variant), variant));
    mended.push_back(&session.result_of_variant(*program, mended_variant));
  }
  return faults;
}

std::string faults_text(const std::vector<Fault>& faults) {
  const auto caught = std::count_if(faults.begin(), faults.end(), [](const Fault& f) { return f.caught; });
  std::string text = fmt::format("  {} of {} faults caught\n", caught, faults.size());
  std::size_t width = 0;
  const auto name = [](const Fault& fault) { return fault.program->name + ", " + fault.variant; };
  for (const Fault& fault : faults) width = std::max(width, text::width(name(fault)));
  for (const Fault& fault : faults)
    text += cut(fmt::format("    {:{}}  {}{}", name(fault), width,
                            fault.caught ? "" : "not caught here: ", fault.seen),
                100) +
            "\n";
  return text;
}

}  // namespace tutorial::driver
