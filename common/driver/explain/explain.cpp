#include "driver/explain/explain.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "driver/build/under_lens.hpp"
#include "driver/data/compiled_registers.hpp"
#include "driver/data/counted_for.hpp"
#include "driver/data/source_extract.hpp"
#include "driver/explain/explain_markdown.hpp"
#include "driver/explain/explain_picture.hpp"
#include "driver/explain/explain_source.hpp"
#include "driver/explain/explain_svg.hpp"
#include "driver/steps/steps.hpp"
#include "predict/predict.hpp"
#include "support/files.hpp"
#include "support/output_file.hpp"
#include "support/process.hpp"
#include "support/text.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

/// What the lens says, and how the program ended.
struct Run {
  std::string name;  ///< of the program, or the user's file
  Exit exit;
  std::string json;
  std::string sarif = {};  ///< the hazards, if they were asked for
  std::string steps = {};  ///< as the lens has recorded them, if they were asked for
  std::filesystem::path log = {};
};

bool wants_steps(const ExplainOptions& options) { return !options.steps.empty() || !options.trace.empty(); }

/// Of an earlier run, which has left it as FILE.json.
Run earlier_run(const ExplainOptions& options) {
  if (!std::filesystem::is_regular_file(options.program))
    throw UsageError(fmt::format("there is no file {}", text::quoted(options.program)));
  if (!options.args.empty() || !options.gpu.empty() || !options.sample.empty() || !options.sarif.empty() ||
      wants_steps(options))
    throw UsageError(
        "FILE.json is what a run has left: arguments, --gpu, --sample, --sarif, --steps and --trace are for "
        "a "
        "program that runs");
  return {options.program, {}, read_text(options.program)};
}

Run run_under_lens(const Manifest& manifest, const LensProgram& program, const ExplainOptions& options,
                   const std::optional<predict::Gpu>& gpu) {
  tutorial::Progress progress("tutorial");
  const TemporaryFolder folder;
  const std::filesystem::path binary =
      build_lens_program(manifest, program, folder.path(), options.verbose, progress);

  progress.show(fmt::format("running {} under the lens …", program.name));
  const std::filesystem::path json = folder / "lens.json";
  setenv("LENS_JSON", json.c_str(), 1);
  const std::filesystem::path sarif = folder / "hazards.sarif";
  if (!options.sarif.empty()) setenv("LENS_SARIF", sarif.c_str(), 1);
  const std::filesystem::path steps = folder / "steps.json";
  if (wants_steps(options)) {
    setenv("LENS_STEPS", steps.c_str(), 1);
    if (!options.block.empty()) setenv("LENS_STEPS_BLOCK", options.block.c_str(), 1);
    if (!options.launch.empty()) setenv("LENS_STEPS_LAUNCH", options.launch.c_str(), 1);
  }
  unsetenv("LENS");
  std::optional<CountedFor> counted;
  const BlockSample sample = block_sample_of(options.sample, program.program, options.args);
  if (gpu) counted.emplace(*gpu, sample.on, sample.blocks);
  std::vector<std::string> command = {binary.string()};
  const bool own_args = program.program && sample.args.empty();
  const std::vector<std::string>& args = own_args ? program.program->explain : sample.args;
  command.insert(command.end(), args.begin(), args.end());
  Run run{program.name, {}, {}};
  run.log = manifest.build_dir / "log" /
            fmt::format("explain-{}.txt", std::filesystem::path(program.name).stem().string());
  run.exit = run_logged(command, run.log, [](const std::string&) {});
  // Most results of a sample are never written. Programs of the tutorial compare the others, and own ones may not.
  if (sample.on && run.exit.code == exit_wrong) run.exit.code = exit_right;
  run.json = read_text(json);
  run.sarif = read_text(sarif);
  run.steps = read_text(steps);
  return run;
}

/// @throws UsageError where what the user gave is no report of the lens
lens::Report report_of(const Run& run, bool earlier) {
  try {
    return lens::report_from(run.json);
  } catch (const nlohmann::json::exception& error) {
    if (!earlier) throw;
    throw UsageError(fmt::format("{} is no report of the lens: {}", run.name, error.what()));
  }
}

/// The accesses of a line, each picture once: kernels made from one template mostly share theirs.
std::vector<lens::Shown> pictures_of(const lens::Report& report, const std::string& source, int line) {
  std::vector<lens::Shown> shown;
  std::set<int> lines;
  for (const lens::Kernel& kernel : report.kernels) {
    for (const lens::Access& access : kernel.lines) {
      if (!access.sample) continue;
      lines.insert(access.line);
      const bool known = std::any_of(shown.begin(), shown.end(), [&](const lens::Shown& other) {
        return other.access->file == access.file && other.access->space == access.space &&
               other.access->op == access.op && other.access->sample->bytes == access.sample->bytes &&
               other.access->sample->addresses == access.sample->addresses;
      });
      if (access.line == line && !known) shown.push_back({&kernel, &access});
    }
  }
  if (!shown.empty()) return shown;
  throw UsageError(fmt::format("line {} of {} accesses no memory; lines that do: {}", line, source,
                               fmt::join(lines, ", ")));
}

void print_pictures(std::FILE* out, const std::vector<lens::Shown>& pictures, const Style& style) {
  for (const lens::Shown& shown : pictures) {
    const lens::Access& access = *shown.access;
    fmt::print(out, "{}\n  {}\n", inked(picture_title(*shown.kernel, access), Ink::bold, style),
               picture_summary(access));
    fmt::print(out, "{}", picture_text(picture_of(*access.sample, access.space, access.op), style.columns));
    if (const auto sentence = advice(access)) {
      for (const std::string& piece : wrapped("  → " + *sentence, style.columns))
        fmt::print(out, "{}\n", inked(piece, Ink::bad, style));
    }
    fmt::print(out, "\n");
  }
}

std::vector<lens::Extract> extracts_of(const Manifest& manifest, const std::vector<std::string>& code) {
  std::vector<lens::Extract> extracts;
  for (const std::string& words : code) {
    const std::size_t colon = words.rfind(':');
    if (colon == std::string::npos) throw UsageError(fmt::format("--code takes FILE:MARK, unlike {}", words));
    const std::string file = words.substr(0, colon);
    const auto lines = lens::marked_lines(source_of(manifest, file).lines, words.substr(colon + 1));
    if (!lines)
      throw UsageError(
          fmt::format("{} has no code between two lines // [{}]", file, words.substr(colon + 1)));
    extracts.push_back({file, *lines});
  }
  return extracts;
}

/// The files that were asked for.
struct Outputs {
  std::optional<tutorial::OutputFile> json;
  std::optional<tutorial::OutputFile> svg;
  std::optional<tutorial::OutputFile> sarif;
  std::optional<tutorial::OutputFile> steps;
  std::optional<tutorial::OutputFile> trace;

  explicit Outputs(const ExplainOptions& options) {
    if (!options.json.empty()) json.emplace(options.json);
    if (!options.svg.empty()) svg.emplace(options.svg);
    if (!options.sarif.empty()) sarif.emplace(options.sarif);
    if (!options.steps.empty()) steps.emplace(options.steps);
    if (!options.trace.empty()) trace.emplace(options.trace);
    const auto same = [](const auto& a, const auto& b) { return a && b && a->same_as(*b); };
    if (same(json, svg)) throw UsageError("--json and --svg would write to the same place");
    if (same(sarif, json) || same(sarif, svg))
      throw UsageError("--sarif and another output would write to the same place");
    if (same(steps, trace) || same(steps, json) || same(trace, json))
      throw UsageError("--steps or --trace and another output would write to the same place");
  }
  bool on_standard_output() const {
    const auto is = [](const auto& each) { return each && each->is_standard_output(); };
    return is(json) || is(svg) || is(sarif) || is(steps) || is(trace);
  }
};

FindStepSource step_sources(const Manifest& manifest) {
  return [&manifest](const std::string& file) {
    lens::Source source = source_of(manifest, file);
    return StepSource{source.name, std::move(source.lines)};
  };
}

void write_steps(const Manifest& manifest, const Run& run, const ExplainOptions& options,
                 const Outputs& outputs) {
  const std::string steps = steps_for_readers(run.steps, step_sources(manifest), run.json);
  if (outputs.trace) outputs.trace->write(steps + "\n");
  if (!outputs.steps) return;
  outputs.steps->write(steps_as(options.steps, read_text(manifest.source_dir / "docs/theme/steps.html"),
                                steps, run.name, options.line));
}

/// What an earlier run has left by --trace, as a page or as text.
int show_trace(const Manifest& manifest, const ExplainOptions& options) {
  if (!options.trace.empty() || !options.json.empty() || !options.svg.empty() || !options.sarif.empty() ||
      (options.line && !options.steps.ends_with(".svg")) || !options.args.empty())
    throw UsageError(
        "--steps of a FILE.json that --trace has left takes no other option, but for --line with FILE.svg");
  if (!std::filesystem::is_regular_file(options.program))
    throw UsageError(fmt::format("there is no file {}", text::quoted(options.program)));
  std::string steps = read_text(options.program);
  if (is_recording(steps)) steps = steps_for_readers(steps, step_sources(manifest));
  if (!is_trace(steps))
    throw UsageError(fmt::format("{} is no trace of version 1 that --trace has left", options.program));
  const tutorial::OutputFile out(options.steps);
  const std::string title = std::filesystem::path(options.program).stem().string();
  out.write(steps_as(options.steps, read_text(manifest.source_dir / "docs/theme/steps.html"), steps, title,
                     options.line));
  return exit_right;
}

}  // namespace

lens::Source source_of(const Manifest& manifest, const std::string& file) {
  if (file.empty()) return {"(no line known)", {}};
  // A compiler cache may name headers by their way from the build folder.
  std::filesystem::path path = manifest.source_dir / file;
  if (!std::filesystem::exists(path)) path = (manifest.build_dir / file).lexically_normal();
  const std::filesystem::path relative = path.lexically_relative(manifest.source_dir);
  const bool ours = !relative.empty() && *relative.begin() != "..";
  lens::Source source{ours ? relative.string() : tutorial::text::short_path(file), {}, path.string()};
  if (const auto from_here = path.lexically_relative(std::filesystem::current_path());
      !from_here.empty() && *from_here.begin() != "..")
    source.path = from_here.string();
  std::istringstream text(read_text(path));
  for (std::string line; std::getline(text, line);) source.lines.push_back(line);
  return source;
}

int explain(const Manifest& manifest, const ExplainOptions& options) {
  const bool earlier = options.program.ends_with(".json");
  if (earlier && !options.steps.empty()) return show_trace(manifest, options);
  if (!wants_steps(options) && !(options.block + options.launch).empty())
    throw UsageError(
        "--block and --launch choose what --steps or --trace records; give one of these as well");
  const LensProgram program =
      earlier ? LensProgram{options.program} : find_lens_program(manifest, "explain", options.program);
  if (!options.svg.empty() && !options.line)
    throw UsageError("--svg draws one line: say which with --line N");
  const std::vector<lens::Extract> extracts = extracts_of(manifest, options.code);
  const Outputs outputs(options);

  std::optional<predict::Gpu> gpu;
  if (!options.gpu.empty())
    gpu = gpu_of(manifest, options.gpu);
  else if (!options.sample.empty())
    gpu = default_gpu(manifest, "");

  const Run run = earlier ? earlier_run(options) : run_under_lens(manifest, program, options, gpu);
  const bool right = run.exit.code == exit_right || run.exit.code == exit_hazard;
  if (!right) {
    fmt::print(stderr, "{}", last_lines(read_text(run.log), 12));
    if (run.exit.code == exit_usage) return exit_usage;
    fmt::print(stderr, "tutorial: {} failed ({}); all it said is in {}\n", run.name, run.exit.text(),
               run.log.string());
  }
  if (run.json.empty()) {
    if (!right) return run.exit.code;
    throw Failure(exit_wrong, fmt::format("{} left no report of the lens", run.name));
  }

  const lens::Report report = report_of(run, earlier);
  const auto is_leak = [](const lens::Hazard& hazard) { return hazard.kind == "leak"; };
  const bool only_leaks = std::ranges::all_of(report.hazards, is_leak);
  const int exit_code = earlier && !only_leaks ? exit_hazard : run.exit.code;
  std::FILE* out = outputs.on_standard_output() ? stderr : stdout;
  const Style style = Style::of(out);
  const auto sources = [&](const std::string& file) { return source_of(manifest, file); };
  if (outputs.json) outputs.json->write(run.json);
  if (outputs.sarif) outputs.sarif->write(run.sarif);
  if (wants_steps(options)) write_steps(manifest, run, options, outputs);
  if (options.markdown) {
    fmt::print(out, "{}",
               extracts.empty() ? counters_markdown(report, sources)
                                : counters_beside_code(report, sources, extracts));
    return exit_code;
  }
  if (options.line) {
    const std::vector<lens::Shown> pictures =
        pictures_of(report, program.program ? program.program->source : run.name, *options.line);
    print_pictures(out, pictures, style);
    if (outputs.svg) outputs.svg->write(pictures_svg(pictures));
  } else {
    auto launches = gpu ? predict::counted_from(run.json).launches : std::vector<predict::Launch>{};
    if (program.program) predict::set_registers(launches, compiled_registers(*program.program));
    lens::Ending ending;
    if (gpu) ending = [&](const std::string& kernel) { return predict::kernel_text(kernel, launches, *gpu); };
    const std::string kernels = kernels_text(report, sources, style, ending);
    fmt::print(out, "{}", kernels.empty() ? run.name + " has launched no kernel.\n" : kernels);
  }
  const std::string hazards = hazards_text(report, sources, style);
  fmt::print(out, "{}{}", hazards.empty() || options.line ? "" : "\n", hazards);
  std::fflush(out);
  return exit_code;
}

}  // namespace tutorial::driver
