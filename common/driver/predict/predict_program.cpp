#include "driver/predict/predict_program.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "driver/build/under_lens.hpp"
#include "driver/data/compiled_registers.hpp"
#include "driver/data/counted_for.hpp"
#include "driver/data/ladder.hpp"
#include "driver/data/lens_report.hpp"
#include "driver/predict/comparison.hpp"
#include "predict/predict.hpp"
#include "support/files.hpp"
#include "support/layout.hpp"
#include "support/output_file.hpp"
#include "support/process.hpp"
#include "support/temporary_folder.hpp"
#include "support/text.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

/// A terminal gets its lines cut between words; what reads a pipe gets them whole.
void print_lines(std::FILE* out, const std::string& text) {
  if (isatty(fileno(out)) != 1) return fmt::print(out, "{}", text);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    for (const std::string& piece : wrapped(line, Style::of(out).columns)) fmt::print(out, "{}\n", piece);
}

void print(std::FILE* out, const std::vector<predict::Launch>& launches,
           const std::vector<predict::Prediction>& predictions) {
  std::string section;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    if (launches[i].section != section) fmt::print(out, "{}{}\n\n", i == 0 ? "" : "\n", launches[i].section);
    section = launches[i].section;
    print_lines(out, predict::prediction_text(predictions[i]));
  }
}

/// Whether the program is the path of what simcc has made.
bool is_built(const PredictOptions& options) {
  return options.program.find('/') != std::string::npos && !options.program.ends_with(".cu");
}

/// The program of the tutorial that is asked for; null for others.
const Program* program_of(const Manifest& manifest, const PredictOptions& options) {
  if (!options.counted.empty() || is_built(options)) return nullptr;
  return find_lens_program(manifest, "predict", options.program).program;
}

/// The lens's JSON, and how the program has ended.
struct Counted {
  std::string json;
  int code = exit_right;
};

Counted counted_in_file(const PredictOptions& options) {
  if (!options.program.empty() || !options.args.empty())
    throw UsageError("--counted takes the place of a program and its arguments");
  if (!std::filesystem::is_regular_file(options.counted))
    throw UsageError(fmt::format("there is no file {}", text::quoted(options.counted)));
  return {read_text(options.counted)};
}

Counted counted_by_running(const Manifest& manifest, const PredictOptions& options, const predict::Gpu& gpu) {
  Progress progress("tutorial");
  const TemporaryFolder folder;
  const std::filesystem::path program =
      lens_binary(manifest, "predict", options.program, folder.path(), options.verbose, progress);
  progress.show(fmt::format("running {} under the lens …", options.program));
  const std::filesystem::path report = folder / "lens.json", log = folder / "run.txt";
  setenv("LENS_JSON", report.c_str(), 1);
  const BlockSample sample = block_sample_of(options.sample, program_of(manifest, options), options.args);
  const CountedFor counted(gpu, sample.on, sample.blocks);
  unsetenv("LENS");
  std::vector<std::string> command = {program.string()};
  command.insert(command.end(), sample.args.begin(), sample.args.end());
  const Exit exit = run_logged(command, log, [](const std::string&) {});
  progress.clear();
  const bool right =
      exit.code == exit_right || exit.code == exit_hazard || (sample.on && exit.code == exit_wrong);
  if (!right)
    fmt::print(stderr, "{}tutorial: {} failed ({})\n", last_lines(read_text(log), 12), options.program,
               exit.text());
  std::string json = std::filesystem::exists(report) ? read_text(report) : "";
  if (json.empty() && right)
    throw Failure(exit_wrong,
                  fmt::format("{} left no report of the lens: only programs that simcc makes without "
                              "--plain do",
                              options.program));
  return {std::move(json), right ? exit_right : exit.code};
}

std::vector<predict::Launch> launches_of(const Counted& counted, const PredictOptions& options) {
  try {
    return predict::counted_from(counted.json).launches;
  } catch (const nlohmann::json::exception&) {
    throw Failure(exit_wrong,
                  fmt::format("{} has no counts for predictions",
                              text::quoted(options.counted.empty() ? options.program : options.counted)));
  }
}

predict::Registers registers_of(const Manifest& manifest, const PredictOptions& options,
                                const predict::Gpu& gpu) {
  if (!options.counted.empty() || is_built(options)) return {};
  const Program* program = program_of(manifest, options);
  return program ? compiled_registers(*program) : compiled_registers(manifest, options.program, gpu);
}

/// Of a step of a ladder: how it compares with the step after it, or before the last one. What fails is left out.
void compare_with_neighbor(const Manifest& manifest, const PredictOptions& options, const predict::Gpu& gpu,
                           std::vector<predict::Launch> launches, const Counted& counted) {
  const Program* own = program_of(manifest, options);
  if (!own || !is_step(*own)) return;
  const Position position = position_of(manifest, *own, "lens");
  const Program* neighbor = position.after ? position.after : position.before;
  if (!neighbor) return;
  PredictOptions of_neighbor = options;
  of_neighbor.program = neighbor->name;
  try {
    const Counted other = counted_by_running(manifest, of_neighbor, gpu);
    if (other.json.empty()) return;
    CountedProgram ours = {own->name, predict::counted_from(counted.json)};
    ours.counted.launches = std::move(launches);
    CountedProgram theirs = {neighbor->name, predict::counted_from(other.json)};
    predict::set_registers(theirs.counted.launches, compiled_registers(*neighbor));
    if (const std::string text = comparison_text(ours, theirs, gpu); !text.empty())
      print_lines(stdout, "\n" + text + "\n");
  } catch (const std::runtime_error&) {
    return;
  }
}

}  // namespace

int predict_program(const Manifest& manifest, const PredictOptions& options) {
  const predict::Gpu gpu =
      options.gpu.empty() ? default_gpu(manifest, "").value() : gpu_of(manifest, options.gpu);
  std::optional<OutputFile> json;
  if (!options.json.empty()) json.emplace(options.json);
  const Counted counted =
      options.counted.empty() ? counted_by_running(manifest, options, gpu) : counted_in_file(options);
  if (counted.json.empty()) return counted.code;
  std::vector<predict::Launch> launches = launches_of(counted, options);
  predict::set_registers(launches, registers_of(manifest, options, gpu));
  const std::vector<predict::Prediction> predictions = predict::predict(launches, gpu);
  if (json) json->write(predict::predictions_json(predictions));
  std::FILE* out = json && json->is_standard_output() ? stderr : stdout;
  if (launches.empty()) fmt::print(out, "No kernel was launched.\n");
  print(out, launches, predictions);
  for (const lens::Hazard& hazard : lens::report_from(counted.json).hazards)
    fmt::print(out, "\nhazard {}: {}\n", hazard.kind, hazard.text);
  std::fflush(out);
  if (!json) compare_with_neighbor(manifest, options, gpu, std::move(launches), counted);
  return counted.code;
}

}  // namespace tutorial::driver
