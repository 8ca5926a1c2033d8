#include "driver/run/run.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "driver/build/binaries.hpp"
#include "driver/data/gpu.hpp"
#include "driver/data/ladder.hpp"
#include "driver/data/select.hpp"
#include "driver/run/chapter_run.hpp"
#include "driver/run/one_step.hpp"
#include "support/files.hpp"
#include "support/layout.hpp"
#include "support/output_file.hpp"
#include "support/process.hpp"
#include "support/progress.hpp"
#include "support/text.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

/// The programs to run of one chapter.
std::vector<Group> groups_in(const Manifest& manifest, const Chapter& chapter, const Selection& selection,
                             const std::string& backend, bool further) {
  return groups_of(manifest, chapter.name, backend, [&](const Program& program) {
    return selection.has(program) && (further || !program.further);
  });
}

int run_chapters(const Manifest& manifest, const Selection& selection, const RunOptions& options,
                 const std::string& backend, const tutorial::OutputFile* json, std::FILE* out) {
  const bool further = options.all || selection.further;
  std::vector<std::vector<Group>> groups;
  std::vector<Batch> plan;
  for (const Chapter* chapter : selection.chapters) {
    groups.push_back(groups_in(manifest, *chapter, selection, backend, further));
    const std::vector<Batch> batches = batches_of(*chapter, groups.back(), backend, options.all);
    plan.insert(plan.end(), batches.begin(), batches.end());
  }
  Session session(manifest, options, backend, plan);
  bool built = true;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (groups[i].empty()) continue;
    ChapterRun chapter(session, manifest, *selection.chapters[i], groups[i], options.all, further, out);
    built = chapter.run() && built;
  }
  if (json) json->write(session.json());
  return built ? session.exit_code() : exit_wrong;
}

/// A program's own table does not repeat a ladder's columns.
void refuse_columns(const Program& program, const RunOptions& options) {
  const char* option = options.predict             ? "--predict"
                       : !options.gpu.empty()      ? "--gpu"
                       : !options.recorded.empty() ? "--recorded"
                                                   : nullptr;
  if (option)
    throw UsageError(
        fmt::format("{} is for ladders; of one program: ./tutorial predict {}", option, program.name));
}

int run_program(const Manifest& manifest, const Program& program, const RunOptions& options,
                const std::string& backend, const tutorial::OutputFile* json) {
  const auto binary = program.binaries.find(backend);
  if (binary == program.binaries.end()) {
    throw Failure(exit_no_device, fmt::format("{} cannot run on the back end {}", program.name, backend));
  }
  tutorial::Progress progress("tutorial");
  if (const std::string problem = build_binaries(manifest, program.name + "." + backend,
                                                 {{&program, backend}}, options.verbose, progress);
      !problem.empty()) {
    fmt::print(stderr, "{}", problem);
    return exit_wrong;
  }
  std::vector<std::string> command = {binary->second.string()};
  command.insert(command.end(), options.args.begin(), options.args.end());
  if (!json) become(command);

  const TemporaryFolder folder;
  const auto rows = folder / "rows.json";
  command.insert(command.begin() + 1, {"--json", rows.string()});
  const Exit exit = run_process(command, {.out_to_stderr = json->is_standard_output()});
  if (exit.signal != 0) fmt::print(stderr, "tutorial: {}: {}\n", program.name, exit.text());
  if (const std::string text = read_text(rows); !text.empty()) json->write(text);
  return exit.code;
}

}  // namespace

int run(const Manifest& manifest, const RunOptions& options) {
  const Selection selection = select(manifest, options.what);
  if (!options.args.empty() && options.args.front().substr(0, 1) != "-")
    throw UsageError(fmt::format(
        "{} after -- is no option, and programs take only options: ./tutorial run WHAT -- --quick",
        text::quoted(options.args.front())));
  for (const std::string& arg : options.args) {
    const std::string name = arg.substr(0, arg.find('='));
    if (name != "--json" && name != "--csv") continue;
    if (name == "--csv" && selection.program) continue;
    if (name == "--json" && selection.program && options.json.empty()) continue;
    throw UsageError(fmt::format(
        "{} after -- would be overwritten by every program; put --json FILE before --, for all rows", name));
  }
  if (selection.program) refuse_columns(*selection.program, options);
  const BackendChoice choice = choose_backend(options.backend, manifest, find_gpu());
  std::optional<tutorial::OutputFile> json;
  if (!options.json.empty()) json.emplace(options.json);

  std::FILE* out = json && json->is_standard_output() ? stderr : stdout;
  for (const std::string& piece : wrapped(choice.sentence, Style::of(out).columns))
    fmt::print(out, "{}\n", piece);
  std::fflush(out);
  if (selection.program) {
    fmt::print(out, "\n");
    std::fflush(out);
    if (!json && options.args.empty() && is_ladder_step(*selection.program, choice.backend))
      return one_step(manifest, *selection.program, options, choice.backend, out);
    return run_program(manifest, *selection.program, options, choice.backend, json ? &*json : nullptr);
  }

  return run_chapters(manifest, selection, options, choice.backend, json ? &*json : nullptr, out);
}

}  // namespace tutorial::driver
