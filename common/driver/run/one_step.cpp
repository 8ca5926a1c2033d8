#include "driver/run/one_step.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "driver/run/run_report.hpp"
#include "driver/run/rungs.hpp"
#include "driver/run/rungs_text.hpp"
#include "driver/run/session.hpp"
#include "support/layout.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver {

bool is_ladder_step(const Program& program, const std::string& backend) {
  return is_step(program) && (backend != "sim" || program.binaries.contains("lens"));
}

int one_step(const Manifest& manifest, const Program& program, const RunOptions& options,
             const std::string& backend, std::FILE* out) {
  const Position position = position_of(manifest, program, backend);
  Batch batch{program.name, {&program}};
  if (position.before) batch.programs.push_back(position.before);
  Session session(manifest, options, backend, {batch}, &program);
  if (const std::string problem = session.build_programs(batch); !problem.empty()) {
    fmt::print(stderr, "{}", problem);
    return exit_wrong;
  }
  const Result& result = session.show(program);
  if (result.exit_code == exit_hazard)
    fmt::print(stderr, "tutorial: {} has hazards: ./tutorial explain {} shows them\n", program.name,
               program.name);
  if (!result.right()) {
    if (result.sampled)
      fmt::print(stderr, "\n{}", failures_text({&result}));  // nothing was shown of that run
    return result.exit_code;
  }

  std::vector<const Result*> results;
  if (position.before)
    if (const Result& before = session.result_of(*position.before); before.right())
      results.push_back(&before);
  results.push_back(&result);
  const std::vector<Rung> rungs = rungs_of(climb({}, results), session.recorded());
  const int first = position.number - static_cast<int>(results.size()) + 1;
  const RungsText text = rungs_text(rungs, session.recorded(), session.gpu(), Style::of(out), first);
  fmt::print(out, "\n{}\n{}{}",
             results.size() > 1 ? "In the ladder, below the step before it:" : "In the ladder:", text.table,
             filled(text.legend, Style::of(out).room()));
  std::string next = "Next: ./tutorial explain " + program.name;
  if (position.after) next += "; then ./tutorial run " + position.after->name;
  fmt::print(out, "{}\n", fmt::join(wrapped(next, Style::of(out).room()), "\n"));
  std::fflush(out);
  return result.exit_code;
}

}  // namespace tutorial::driver
