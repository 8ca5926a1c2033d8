#include "marking/run_on_gpu.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstring>
#include <optional>

#include "marking/compile.hpp"
#include "marking/judge.hpp"
#include "sim/translate/file_translator.hpp"
#include "support/child_process.hpp"
#include "support/starter.hpp"
#include "support/text.hpp"

namespace tutorial::marking {
namespace fs = std::filesystem;
namespace {

constexpr std::chrono::seconds compile_limit{120};
constexpr std::chrono::seconds run_limit{60};

std::string compile(const Exercise& exercise, const fs::path& source, const fs::path& program) {
  const fs::path common = toolchain().source_dir / "common";
  const std::string messages = program.string() + ".messages";
  std::vector<std::string> command = nvcc_command();
  command.insert(command.end(),
                 {"-arch=native", "-I" + exercise.folder.string(), "-I" + common.string(),
                  "-I" + (common / "include").string(), "-x", "cu", source.string(),
                  (exercise.folder / "call.cpp").string(), (common / "marking/runner/main.cpp").string(),
                  (common / "marking/runner/arguments.cpp").string(), "-o", program.string()});
  ChildProcess nvcc(command, [&] {
    redirect(messages, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
    redirect("/dev/null", O_WRONLY, STDOUT_FILENO);
  });
  const auto exit = nvcc.wait_at_most(compile_limit);
  if (!exit) return "nvcc was still busy after " + std::to_string(compile_limit.count()) + " s";
  return exit->code == 0 ? "" : "nvcc says: " + cudasim::translate::read_file(messages);
}

RunResult run(const fs::path& program, const exercise::Cases& cases) {
  wire::Input input;
  for (const exercise::Case& each : cases) input.cases.push_back(each.wire());
  const std::string in = program.string() + ".cases", out = program.string() + ".results",
                    err = program.string() + ".err";
  cudasim::translate::write_file(in, wire::written(input));
  RunResult result;
  ChildProcess child({program.string()}, [&] {
    redirect(err, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
    redirect("/dev/null", O_WRONLY, STDOUT_FILENO);
    redirect(in, O_RDONLY, wire::input_descriptor);
    redirect(out, O_WRONLY | O_CREAT | O_TRUNC, wire::result_descriptor);
  });
  const auto exit = child.wait_at_most(run_limit);
  result.outcome.how = !exit               ? Outcome::How::out_of_time
                       : exit->signal != 0 ? Outcome::How::killed
                                           : Outcome::How::exited;
  result.outcome.code = exit ? exit->code : 0;
  result.outcome.what =
      exit ? exit->text() : "did not end within " + std::to_string(run_limit.count()) + " s";
  result.has_lens = false;
  result.take(input.token, cudasim::translate::read_file(out));
  return result;
}

/// Of the counted case: the largest, as a rule.
std::optional<double> seconds(const RunResult& run, const exercise::Cases& cases) {
  for (const wire::Record& record : run.records) {
    double value = 0;
    if (record.kind != wire::RecordKind::seconds || record.payload.size() != sizeof value) continue;
    if (record.index >= cases.size() || !cases[record.index].is_counted()) continue;
    std::memcpy(&value, record.payload.data(), sizeof value);
    return value;
  }
  return std::nullopt;
}

/// The exercise's own solution, where this copy of the repository has it.
std::optional<double> solution_seconds(const Exercise& exercise, const exercise::Cases& cases,
                                       const fs::path& work) {
  const fs::path source = exercise.folder / "exercise.cu", solution = work / "solution.cu";
  if (!fs::exists(source)) return std::nullopt;
  cudasim::translate::write_file(solution, solution_of(cudasim::translate::read_file(source)));
  if (!compile(exercise, solution, work / "solution_on_gpu").empty()) return std::nullopt;
  return seconds(run(work / "solution_on_gpu", cases), cases);
}

}  // namespace

GpuResult run_on_gpu(const Exercise& exercise, const fs::path& submission, const exercise::Cases& cases,
                     const fs::path& work) {
  GpuResult result;
  if (const std::string words = compile(exercise, submission, work / "on_gpu"); !words.empty()) {
    result.findings = {{words}};
    return result;
  }
  const RunResult own = run(work / "on_gpu", cases);
  result.findings = judge_right(own, cases);
  for (Finding& finding : result.findings) finding.text = "on the GPU: " + finding.text;
  const auto time = seconds(own, cases);
  if (!result.findings.empty() || !time) return result;
  result.timing = "on the GPU: " + text::seconds(*time) + " a call";
  if (const auto other = solution_seconds(exercise, cases, work); other && *other > 0)
    result.timing += ", the solution takes " + text::seconds(*other) + ": " + text::ratio(*time / *other);
  return result;
}

}  // namespace tutorial::marking
