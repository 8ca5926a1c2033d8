#include "driver/build/execute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "driver/data/compiled_registers.hpp"
#include "driver/data/counted_for.hpp"
#include "driver/data/lens_report.hpp"
#include "support/files.hpp"
#include "support/process.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

std::string failure_of(const Exit& exit, const std::vector<Row>& rows) {
  if (exit.code == exit_no_device) return "no device";
  if (exit.code == exit_usage) return "bad arguments";
  if (exit.code == exit_hazard) return "hazards";
  if (exit.code != 0) return fmt::format("failed ({})", exit.text());
  if (rows.empty()) return "failed (no results)";
  return "";
}

void count_blocks(Result& result) {
  for (const predict::Launch& launch : predict::counted_from(result.lens).launches) {
    if (launch.blocks() <= result.blocks) continue;
    result.blocks = launch.blocks();
    result.simulated = std::min(launch.watched_of_one(), launch.blocks());
  }
}

}  // namespace

Execution table_run_of(const Program& program, const predict::Gpu& gpu) {
  return {.backend = "lens", .args = program.sample, .gpu = &gpu, .sampled_blocks = program.sample_blocks};
}

void add_counts(Result& result, const Execution& how) {
  result.sampled = how.sampled_blocks > 0;
  if (result.lens.empty()) return;
  add_counters(result.rows, lens::report_from(result.lens));
  if (result.sampled) count_blocks(result);
  if (how.gpu) add_predictions(result.rows, result.lens, *how.gpu, compiled_registers(*result.program));
}

Result execute(const Program& program, const Execution& how) {
  Result result;
  result.program = &program;
  const TemporaryFolder folder;
  std::vector<std::string> command = {program.binaries.at(how.backend).string(), "--json",
                                      (folder / "rows.json").string()};
  command.insert(command.end(), how.args.begin(), how.args.end());
  try {
    Output output;
    if (how.shown == Shown::no) output = {.out = folder / "out.txt", .err = folder / "err.txt"};
    if (how.backend == "lens" && how.gpu)
      output.variables = counted_for(*how.gpu, how.sampled_blocks > 0, how.sampled_blocks);
    output.variables.emplace_back("LENS", std::nullopt);
    output.variables.emplace_back(
        "LENS_JSON", how.backend == "lens" ? std::optional((folder / "lens.json").string()) : std::nullopt);
    const Exit exit = run_process(command, output);
    if (how.shown == Shown::yes && exit.signal != 0)
      fmt::print(stderr, "tutorial: {}: {}\n", program.name, exit.text());
    result.exit_code = exit.code;
    result.messages = last_lines(read_text(folder / "err.txt"), 12);
    result.rows = read_rows(folder / "rows.json");
    result.lens = read_text(folder / "lens.json");
    add_counts(result, how);
    result.failure = failure_of(exit, result.rows);
  } catch (const std::exception& failure) {
    result.exit_code = exit_wrong;
    result.failure = "failed";
    result.messages += failure.what();
  }
  return result;
}

}  // namespace tutorial::driver
