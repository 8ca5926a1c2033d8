#include "driver/break/schedules.hpp"

#include <fmt/format.h>

#include <sstream>

namespace tutorial::driver {
namespace {

std::string moments_text(const char* word, const std::vector<Moment>& moments) {
  std::string text;
  for (const Moment& each : moments)
    text += fmt::format("{} {} {} {} {} {}\n", word, each.launch, each.block, each.thread, each.site,
                        each.occurrence);
  return text;
}

/// The rest of the line, which is a path.
std::string rest(std::istringstream& words) {
  std::string path;
  words >> std::ws;
  std::getline(words, path);
  return path;
}

}  // namespace

std::string plan_text(const Plan& plan, const std::string& log) {
  std::string text = fmt::format("log {}\n", log);
  for (const std::uint64_t site : plan.sites) text += fmt::format("site {}\n", site);
  text += moments_text("hold", plan.holds) + moments_text("mark", plan.marks);
  if (plan.per_mille != 0) text += fmt::format("some {} {}\n", plan.chance, plan.per_mille);
  return text;
}

RunLog read_log(const std::string& text) {
  RunLog log;
  std::istringstream lines(text);
  for (std::string line, what; std::getline(lines, line);) {
    std::istringstream words(line);
    words >> what;
    if (what == "launch") {
      std::uint64_t launch = 0;
      LaunchSize size;
      words >> launch >> size.grid.x >> size.grid.y >> size.grid.z >> size.block.x >> size.block.y >>
          size.block.z;
      log.launches[launch] = size;
    } else if (what == "site") {
      Site site;
      words >> site.offset >> site.line;
      site.file = rest(words);
      log.sites.push_back(site);
    } else if (what == "held") {
      Moment moment;
      words >> moment.launch >> moment.block >> moment.thread >> moment.site >> moment.occurrence;
      log.held.push_back(moment);
    } else if (what == "step") {
      Step step;
      words >> step.launch >> step.block >> step.thread >> step.kind >> step.address >> step.bytes >>
          step.before >> step.after >> step.line;
      step.file = rest(words);
      log.steps.push_back(step);
    }
  }
  return log;
}

}  // namespace tutorial::driver
