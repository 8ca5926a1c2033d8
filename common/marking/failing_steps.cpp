#include "marking/failing_steps.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "marking/compile.hpp"
#include "marking/judge.hpp"
#include "marking/run_submission.hpp"
#include "support/child_process.hpp"
#include "support/files.hpp"
#include "support/output_file.hpp"
#include "support/temporary_folder.hpp"

namespace tutorial::marking {
namespace {

using Json = nlohmann::json;

/// What the lens has left of the only case of a run.
Json payload_of(const RunResult& run, wire::RecordKind kind) {
  for (const wire::Record& record : run.records)
    if (record.kind == kind && record.index == 0) return Json::parse(record.payload, nullptr, false);
  return Json();
}

/// The case that fails first, or the first whose hazards the lens reports; 0 where neither is.
std::size_t failing_case(const RunResult& run, const exercise::Cases& cases) {
  if (const auto wrong = first_wrong(run, cases)) return wrong->of;
  for (const wire::Record& record : run.records) {
    if (record.kind != wire::RecordKind::lens || record.index >= cases.size()) continue;
    const Json report = Json::parse(record.payload, nullptr, false);
    if (report.is_object() && !report.value("hazards", Json::array()).empty()) return record.index;
  }
  return 0;
}

std::int64_t offset_of(const Json& step, std::size_t index) {
  const Json& at = step["at"];
  if (at.is_array()) return at[index];
  return at["from"].get<std::int64_t>() + static_cast<std::int64_t>(index) * at["by"].get<std::int64_t>();
}

/// The last step of a launch that stores this byte of the array; -1 where none does.
int last_store(const Json& launch, const std::string& array, std::int64_t byte) {
  for (std::size_t i = launch["steps"].size(); i-- > 0;) {
    const Json& step = launch["steps"][i];
    const int number = step.value("array", -1);
    if (number < 0 || step["kind"] == "load") continue;
    const std::string name = launch["arrays"][static_cast<std::size_t>(number)]["name"];
    if (name.find("'" + array + "'") == std::string::npos) continue;
    const auto lanes = static_cast<std::size_t>(std::popcount(step.value("lanes", ~std::uint32_t{0})));
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const std::int64_t begin = offset_of(step, lane);
      if (begin <= byte && byte < begin + step["bytes"].get<std::int64_t>()) return static_cast<int>(i);
    }
  }
  return -1;
}

struct Opening {
  std::size_t launch = 0;
  Json at = "worst";
};

/// Where the first wrong value is stored; else the first hazard; else the step that wastes most.
Opening opening_of(const Json& launches, const std::optional<WrongValue>& wrong, const Json& report) {
  if (wrong) {
    for (std::size_t i = launches.size(); i-- > 0;)
      if (const int step = last_store(launches[i], wrong->array, wrong->byte); step >= 0) return {i, step};
    if (report.value("hazards", Json::array()).empty()) return {0, -1};  // it was never written
  }
  for (const Json& hazard : report.value("hazards", Json::array()))
    for (std::size_t i = 0; i < launches.size(); ++i)
      if (hazard["kernel"] == launches[i]["kernel"] && hazard["first"]["block"] == launches[i]["block_index"])
        return {i, "hazard"};
  return {};
}

/// Of each kernel one block: the one that the recording opens at, else the first.
Json with_one_block_each(const Json& all, const Opening& opening) {
  Json kept = Json::array();
  Json opens;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto same = [&](const Json& other) { return other["kernel"] == all[i]["kernel"]; };
    const bool is_first = std::find_if(all.begin(), all.end(), same) - all.begin() == static_cast<long>(i);
    if (same(all[opening.launch]) ? i != opening.launch : !is_first) continue;
    if (i == opening.launch) opens = {{"launch", kept.size()}, {"at", opening.at}};
    kept.push_back(all[i]);
  }
  return {{"launches", kept}, {"opens", opens}};
}

std::string note_of(const Mark& mark) {
  const PartMark* const lost = mark.first_lost();
  return lost == nullptr || lost->findings.empty() ? "" : lost->findings.front().text;
}

}  // namespace

std::optional<std::string> failing_steps(const Exercise& exercise, const std::filesystem::path& submission,
                                         const Mark& mark, const MarkOptions& options) {
  const TemporaryFolder work;
  const Compiled compiled = compile_submission(exercise, submission, options.compiler, work.path());
  if (!compiled.ok) return {};
  const exercise::Cases cases = make_cases(exercise, options.seed);
  const RunResult judged = run_submission(compiled.program, cases, options.time_limit);
  const exercise::Cases one = {cases[failing_case(judged, cases)]};
  const RunResult run = run_recorded(compiled.program, one, options.time_limit);
  Json steps = payload_of(run, wire::RecordKind::steps);
  Json report = payload_of(run, wire::RecordKind::lens);
  if (!steps.is_object() || !report.is_object()) return {};
  Json& launches = steps["launches"];
  std::erase_if(launches.get_ref<Json::array_t&>(),
                [](const Json& launch) { return launch["steps"].empty(); });
  if (launches.empty()) return {};
  const Json chosen = with_one_block_each(launches, opening_of(launches, first_wrong(run, one), report));
  steps.update(chosen);
  steps["report"] = {{"hazards", report.value("hazards", Json::array())},
                     {"notes", report.value("notes", Json::array())}};
  // The work folder goes; the learner's file has the same lines.
  const auto own = [&](Json& file) {
    if (std::filesystem::path(file.get<std::string>()).filename() == exercise.name + ".cu")
      file = std::filesystem::absolute(submission).string();
  };
  for (Json& launch : steps["launches"]) {
    launch["note"] = note_of(mark);
    for (Json& file : launch["files"]) own(file);
  }
  for (const char* list : {"hazards", "notes"})
    for (Json& hazard : steps["report"][list])
      for (const char* side : {"first", "second"}) own(hazard[side]["file"]);
  return steps.dump();
}

std::string opening_text(const std::string& steps) {
  const Json opens = Json::parse(steps)["opens"]["at"];
  if (opens == "hazard") return "the first hazard";
  if (!opens.is_number() || opens < 0) return "";
  return fmt::format("step {}, where the first wrong value is stored", opens.get<int>() + 1);
}

void write_steps_page(const std::string& steps, const std::filesystem::path& page) {
  const TemporaryFolder folder;
  const std::filesystem::path trace = folder / "steps.json";
  OutputFile(trace.string()).write(steps);
  const std::filesystem::path driver =
      std::filesystem::read_symlink("/proc/self/exe").parent_path() / "tutorial-driver";
  const std::filesystem::path said = folder / "said";
  ChildProcess child({driver.string(), "explain", trace.string(), "--steps", page.string()}, [&] {
    redirect(said.string(), O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
    redirect("/dev/null", O_WRONLY, STDOUT_FILENO);
  });
  if (child.wait().code != 0) throw std::runtime_error("the page of steps was not made: " + read_text(said));
}

}  // namespace tutorial::marking
