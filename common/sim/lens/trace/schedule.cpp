#include "sim/lens/trace/schedule.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "sim/lens/count/recorder.hpp"
#include "sim/lens/count/spaces.hpp"
#include "sim/lens/report/lines.hpp"
#include "sim/lens/trace/step_trace.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/source_line.hpp"
#include "sim/runtime/worker.hpp"

extern "C" char __executable_start[];

namespace cudasim::lens {

bool schedule_given = false;

namespace {

constexpr std::size_t most_steps = 1u << 20;  // that are kept of a run
constexpr std::size_t most_holds = 1u << 17;  // that are written down
constexpr std::size_t most_watched = 8;       // waits whose steps are of interest

/// An access of a thread at a site, as the schedule names it.
using Moment = std::tuple<std::uint64_t, std::uint64_t, unsigned, unsigned, unsigned>;

enum class StepKind : std::uint8_t { wait, read, write, atomic };

struct Step {
  std::uint64_t launch, block;
  unsigned thread;
  StepKind kind;
  bool is_shared;
  const void* pc;
  const char* address;
  unsigned bytes;
  std::uint64_t before, after;
};

struct Schedule {
  std::unordered_map<const void*, unsigned> sites;
  std::set<Moment> holds, marks;
  std::uint64_t seed = 0;
  unsigned per_mille = 0;
  std::string log;

  std::string launches;                                     // what the log says of them
  std::unordered_map<std::uint64_t, unsigned> occurrences;  // of the running launch
  std::uint64_t launch = 0;
  std::vector<Moment> held;
  std::vector<Step> steps;
  std::vector<Step> watched;  // where held and marked threads were
  std::size_t unsettled = SIZE_MAX;
};

Schedule& schedule() {
  static auto& state = *new Schedule;
  return state;
}

std::uint64_t offset_of(const void* pc) {
  return static_cast<std::uint64_t>(static_cast<const char*>(pc) - __executable_start);
}

std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
  value = (value ^ value >> 27) * 0x94d049bb133111ebu;
  return value ^ value >> 31;
}

std::uint64_t value_at(const Step& step) {
  std::uint64_t value = 0;
  std::memcpy(&value, step.address, std::min<std::size_t>(step.bytes, sizeof value));
  return value;
}

std::uint64_t linear(const uint3& index, const dim3& size) {
  return (std::uint64_t{index.z} * size.y + index.y) * size.x + index.x;
}

bool by_chance(const Schedule& given, const Moment& moment) {
  if (given.per_mille == 0) return false;
  std::uint64_t hash = mixed(given.seed + 0x9e3779b97f4a7c15u);
  std::apply([&](auto... word) { ((hash = mixed(hash ^ (word + 0x9e3779b97f4a7c15u))), ...); }, moment);
  return hash % 1000 < given.per_mille;
}

/// The steps of a run with many waits are not useful to a reader.
bool keeps_steps(const Schedule& given) {
  return given.sites.empty() ||
         (given.per_mille == 0 && given.holds.size() + given.marks.size() <= most_watched);
}

void keep(Schedule& given, const Step& step) {
  if (given.steps.size() < most_steps) given.steps.push_back(step);
}

void begin_launch(const Launch& launch) {
  Schedule& given = schedule();
  given.occurrences.clear();
  std::ostringstream line;
  line << "launch " << launch.serial;
  for (const dim3& size : {launch.config.grid, launch.config.block})
    line << ' ' << size.x << ' ' << size.y << ' ' << size.z;
  given.launches += line.str() + '\n';
}

/// Whether the running thread waits now. Keeps what the log is to say.
bool waits(const Access& access) {
  const Unwatched own_code;
  Schedule& given = schedule();
  Worker& worker = *this_worker;
  if (std::exchange(given.launch, worker.launch->serial) != worker.launch->serial)
    begin_launch(*worker.launch);
  const std::uint64_t block = linear(worker.block->index, worker.launch->config.grid);
  const auto thread = static_cast<unsigned>(worker.thread - worker.block->threads.data());
  Step step{given.launch, block, thread, StepKind::wait, false, access.pc, access.address,
            access.bytes, 0,     0};
  step.is_shared = space_of(reinterpret_cast<std::uintptr_t>(access.address)) == Space::shared;
  const auto site = given.sites.find(access.pc);
  if (site == given.sites.end()) return false;
  const unsigned occurrence = ++given.occurrences[(block << 10 | thread) << 12 | site->second];
  const Moment moment{given.launch, block, thread, site->second, occurrence};
  const bool marked = given.marks.count(moment) != 0;
  const bool held = given.holds.count(moment) != 0 || by_chance(given, moment);
  if (!held && !marked) return false;
  if (held && given.held.size() < most_holds) given.held.push_back(moment);
  step.before = step.after = value_at(step);
  given.watched.push_back(step);
  if (held) keep(given, step);
  return held;
}

void note_step(const Access& access) {
  const Unwatched own_code;
  Schedule& given = schedule();
  Worker& worker = *this_worker;
  Step step{given.launch,
            linear(worker.block->index, worker.launch->config.grid),
            static_cast<unsigned>(worker.thread - worker.block->threads.data()),
            access.kind == AccessKind::read    ? StepKind::read
            : access.kind == AccessKind::write ? StepKind::write
                                               : StepKind::atomic,
            space_of(reinterpret_cast<std::uintptr_t>(access.address)) == Space::shared,
            access.pc,
            access.address,
            access.bytes,
            0,
            0};
  step.before = step.after = value_at(step);
  keep(given, step);
  if (access.kind != AccessKind::read && given.steps.size() < most_steps)
    given.unsettled = given.steps.size() - 1;
}

bool concerns(const Step& step, const Step& watched) {
  return step.launch == watched.launch && (!step.is_shared || step.block == watched.block) &&
         step.address < watched.address + watched.bytes && watched.address < step.address + step.bytes;
}

/// Instructions that touch a byte which several threads touch, at least one of them to write.
std::set<const void*> contested_sites(const std::vector<Step>& steps) {
  struct Touched {
    std::uint64_t thread = 0;
    bool by_several = false, written = false;
  };
  using Byte = std::tuple<std::uint64_t, std::uint64_t, const char*>;
  const auto for_each_word = [&](auto function) {
    for (const Step& step : steps)
      for (unsigned at = 0; at < step.bytes; at += 4)
        function(step, Byte{step.launch, step.is_shared ? step.block : 0, step.address + at});
  };
  std::map<Byte, Touched> touched;
  for_each_word([&](const Step& step, const Byte& byte) {
    const std::uint64_t thread = step.block << 10 | step.thread;
    const auto [entry, is_new] = touched.try_emplace(byte);
    Touched& here = entry->second;
    here.by_several = here.by_several || (!is_new && here.thread != thread);
    here.written = here.written || step.kind != StepKind::read;
    here.thread = thread;
  });
  std::set<const void*> sites;
  for_each_word([&](const Step& step, const Byte& byte) {
    const Touched& here = touched.at(byte);
    if (here.by_several && here.written) sites.insert(step.pc);
  });
  return sites;
}

void read_line(std::istringstream& words) {
  Schedule& given = schedule();
  std::string what;
  words >> what;
  if (what == "site") {
    std::uint64_t offset = 0;
    words >> offset;
    given.sites.try_emplace(__executable_start + offset, static_cast<unsigned>(given.sites.size()));
  } else if (what == "hold" || what == "mark") {
    std::uint64_t launch = 0, block = 0;
    unsigned thread = 0, site = 0, occurrence = 0;
    words >> launch >> block >> thread >> site >> occurrence;
    (what == "hold" ? given.holds : given.marks).emplace(launch, block, thread, site, occurrence);
  } else if (what == "some") {
    words >> given.seed >> given.per_mille;
  } else if (what == "log") {
    words >> std::ws;
    std::getline(words, given.log);
  }
}

}  // namespace

void read_schedule() {
  const char* const path = std::getenv("LENS_SCHEDULE");
  if (path == nullptr) return;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    read_line(words);
  }
  schedule_given = schedule_holds_threads = true;
  debug_information_is_wanted = schedule_surveys() || steps_are_wanted();
}

void schedule_settles() {
  Schedule& given = schedule();
  if (given.unsettled == SIZE_MAX) return;
  Step& last = given.steps[std::exchange(given.unsettled, SIZE_MAX)];
  last.after = value_at(last);
}

bool schedule_surveys() { return schedule().sites.empty(); }

bool schedule_access(const Access& access) {
  schedule_settles();
  if (waits(access)) {
    this_worker->hold();
    const Unwatched own_code;
    if (StepTrace* const steps = current.recorder->steps; steps != nullptr)
      steps->released(current.recorder->warp(), current.lane_number);
  }
  schedule_settles();
  if (keeps_steps(schedule())) note_step(access);
  return schedule_surveys() || steps_are_wanted();
}

bool write_schedule_log() {
  const Schedule& given = schedule();
  debug_information_is_wanted = true;
  std::ofstream log(given.log);
  log << given.launches;
  if (schedule_surveys()) {
    for (const void* pc : contested_sites(given.steps)) {
      const SourceLine line = source_line(pc);
      log << "site " << offset_of(pc) << ' ' << line.line << ' ' << line.file << '\n';
    }
    return log.flush().good();
  }
  for (const auto& [launch, block, thread, site, occurrence] : given.held)
    log << "held " << launch << ' ' << block << ' ' << thread << ' ' << site << ' ' << occurrence << '\n';
  static constexpr const char* names[] = {"wait", "read", "write", "atomic"};
  for (const Step& step : given.steps) {
    if (std::none_of(given.watched.begin(), given.watched.end(),
                     [&](const Step& watched) { return concerns(step, watched); }))
      continue;
    const SourceLine line = source_line(step.pc);
    log << "step " << step.launch << ' ' << step.block << ' ' << step.thread << ' '
        << names[static_cast<unsigned>(step.kind)] << ' ' << reinterpret_cast<std::uintptr_t>(step.address)
        << ' ' << step.bytes << ' ' << step.before << ' ' << step.after << ' ' << line.line << ' '
        << line.file << '\n';
  }
  return log.flush().good();
}

}  // namespace cudasim::lens
