#include "tutorial/program.hpp"

#include <cuda_runtime.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <limits>
#include <new>
#include <optional>
#include <utility>

#include "src/choose_device.hpp"
#include "src/command_line.hpp"
#include "src/report.hpp"
#include "src/row_range.hpp"
#include "src/unit.hpp"
#include "support/cpu_name.hpp"
#include "support/output_file.hpp"
#include "support/progress.hpp"
#include "support/source_file.hpp"
#include "support/text.hpp"
#include "tutorial/cuda_check.hpp"
#include "tutorial/timing.hpp"

namespace tutorial {
namespace {

constexpr bool simulated = backend() == Backend::simulator;

TimingPolicy policy_for(const Settings& settings) {
  TimingPolicy policy;
  policy.cold_cache = settings.cold;
  if (settings.quick) {
    policy.warm_up_runs = 1;
    policy.min_runs = 3;
    policy.max_seconds = 0.2;
  }
  if (settings.repeats != 0) {
    policy.min_runs = policy.max_runs = settings.repeats;
    policy.max_seconds = std::numeric_limits<double>::infinity();
  }
  return policy;
}

}  // namespace

struct Program::State {
  State(const std::string& name, const char* source_path)
      : command_line(name), progress(name), source(source_path) {
    report.chapter = text::chapter_of(source);
    report.program = name;
    report.backend = backend_name(backend());
  }

  int run(int argc, char** argv, const std::function<void()>& body);
  int guarded(const std::function<int()>& work);
  [[noreturn]] void end_unguarded();
  int complain(int exit_code, const std::string& message);
  void open_outputs();
  void begin_row(const Case& row);
  void run_simulated(const Case& row, const std::function<void()>& work);
  void announce();
  void run_each_type(const std::function<void()>& body);
  void add_row(const Case& row, const Timing* timing, const std::string& row_device,
               const std::function<Verdict()>& check);
  Timing time_by_host(const Case& row, const std::function<void()>& work);
  Timing time_by_device(const Case& row, const std::function<void()>& work,
                        const std::function<void()>& before_each);
  void rate_against_ceilings();
  int finish();

  const Settings& settings() const { return command_line.settings(); }
  const std::string& type_of(const Case& row) const { return row.type.empty() ? type : row.type; }
  std::string range_name(const Case& row) const {
    return text::row_name(row.variant, row.size, type_of(row));
  }
  bool table_wanted() const {
    return !(json && json->is_standard_output()) && !(csv && csv->is_standard_output());
  }

  CommandLine command_line;
  Progress progress;
  std::string source;
  Report report;
  std::vector<Case> cases;  ///< one per row of the report
  bool on_device = true;
  std::string device;  ///< the name of the GPU, or of the CPU for a program without kernels
  std::optional<OutputFile> json;
  std::optional<OutputFile> csv;
  std::string variant;                                 ///< of the row being measured
  std::string type;                                    ///< the element type that the body runs for
  std::vector<std::vector<std::string>> notes = {{}};  ///< one list per pass
  bool running = false;
  bool announced = false;
};

int Program::State::complain(int exit_code, const std::string& message) {
  progress.clear();
  std::fputs(fmt::format("{}: {}\n", report.program, message).c_str(), stderr);
  return exit_code;
}

/// Every failure ends here, with one message and an exit code.
int Program::State::guarded(const std::function<int()>& work) {
  try {
    return work();
  } catch (const UsageError& error) {
    return complain(exit_usage, error.what());
  } catch (const OutputRefused& error) {
    return complain(exit_usage, error.what());
  } catch (const CudaError& error) {
    // An error in a kernel appears only when the timer waits for it, so the message names the variant.
    const std::string where = variant.empty() ? "" : variant + ": ";
    return complain(error.no_device() ? exit_no_device : exit_wrong, where + error.what());
  } catch (const std::bad_alloc&) {
    const double free_bytes =
        static_cast<double>(::sysconf(_SC_AVPHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
    const std::string sizes = command_line.sizes_text();
    return complain(exit_wrong, fmt::format("not enough host memory{}{}: {} free; choose smaller sizes",
                                            sizes.empty() ? "" : " for ", sizes, text::bytes(free_bytes)));
  } catch (const std::exception& error) {
    return complain(exit_wrong, error.what());
  } catch (...) {
    return complain(exit_wrong, "an exception of an unknown type");
  }
}

/// For exceptions that cannot be caught: Thrust's destructors throw if the device fails.
void Program::State::end_unguarded() {
  const int code = guarded([] {
    if (std::current_exception() == nullptr) std::abort();
    std::rethrow_exception(std::current_exception());
    return static_cast<int>(exit_wrong);
  });
  json.reset();
  csv.reset();
  std::_Exit(code);
}

void Program::State::open_outputs() {
  const auto open = [](const char* option, const std::string& path) -> std::optional<OutputFile> {
    if (path.empty()) return std::nullopt;
    try {
      return OutputFile(path);
    } catch (const OutputRefused& error) {
      throw UsageError(fmt::format("{}: {}", option, error.what()));
    }
  };
  json = open("--json", settings().json_file);
  csv = open("--csv", settings().csv_file);
  if (json && csv && json->same_as(*csv)) throw UsageError("--csv: the same file as --json");
}

/// The first line of output. It is printed with the first row, after the body has accepted its arguments.
void Program::State::announce() {
  if (announced) return;
  announced = true;
  progress.clear();
  if (!table_wanted()) return;
  std::string where = device + " (CUDA)";
  if (!on_device) {
    where = fmt::format("the CPU ({})", device);
  } else if (simulated) {
    where = "the CPU simulator, so without times";
  }
  write_standard_output(fmt::format("{} on {}\n\n", report.program, where));
}

void Program::State::begin_row(const Case& row) {
  if (!running) throw std::logic_error("Program::measure: call it inside run()");
  announce();
  progress.show(row.variant);
  variant = row.variant;
}

/// Runs a row's work once: without a device there is nothing to time.
void Program::State::run_simulated(const Case& row, const std::function<void()>& work) {
  {
    const RowRange range(range_name(row));
    work();
  }
  CUDA_CHECK(cudaDeviceSynchronize());  // not in the row: the row may measure how the host waits
}

void Program::State::add_row(const Case& row, const Timing* timing, const std::string& row_device,
                             const std::function<Verdict()>& check) {
  Row result;
  result.verdict = row.needs_all_blocks && blocks_are_sampled() ? needs_all_blocks() : check();
  result.variant = row.variant;
  result.size = row.size;
  result.type = type_of(row);
  result.pass = static_cast<int>(notes.size());
  result.device = row_device;
  result.unit = unit_text(row.unit).name;
  result.peer = row.peer;
  if (simulated && row.unit == Unit::gigabytes_per_second && row.work > 0) result.needed_bytes = row.work;
  if (timing != nullptr) {
    result.median_s = timing->median_s;
    result.spread = timing->spread;
    if (row.work > 0) result.throughput = rate(row.unit, row.work, timing->median_s);
  }
  report.rows.push_back(std::move(result));
  cases.push_back(row);
  variant.clear();
}

Timing Program::State::time_by_device(const Case& row, const std::function<void()>& work,
                                      const std::function<void()>& before_each) {
  int runs = 0;
  const RowRange range(range_name(row));
  return time_on_device(policy_for(settings()), work, [&] {
    progress.update(fmt::format("{}: run {}", row.variant, ++runs));
    if (before_each) before_each();
  });
}

Timing Program::State::time_by_host(const Case& row, const std::function<void()>& work) {
  int runs = 0;
  const Timing timing = time_on_host(
      policy_for(settings()), work, [&] { progress.update(fmt::format("{}: run {}", row.variant, ++runs)); });
  progress.show(row.variant + ": checking");
  return timing;
}

void Program::State::rate_against_ceilings() {
  std::string measured;
  for (const Ceiling ceiling : {Ceiling::copy, Ceiling::read, Ceiling::fma}) {
    bool named = false;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const double work = cases[i].ceiling_work > 0 ? cases[i].ceiling_work : cases[i].work;
      if (cases[i].ceiling != ceiling || !(work > 0) || report.rows[i].device != device) continue;
      if (!std::isfinite(report.rows[i].median_s)) continue;
      progress.show(fmt::format("measuring the {} ceiling", ceiling_name(ceiling)));
      const double peak = measured_ceiling(ceiling);
      report.rows[i].ceiling = ceiling_name(ceiling);
      report.rows[i].ceiling_fraction = work / report.rows[i].median_s / peak;
      if (named) continue;
      named = true;
      const UnitText unit = unit_text(ceiling == Ceiling::fma ? Unit::teraflops : Unit::gigabytes_per_second);
      measured += fmt::format("{}{} {} {}", measured.empty() ? "" : ", ", ceiling_name(ceiling),
                              text::number(peak / unit.factor), unit.name);
    }
  }
  if (!measured.empty())
    report.notes.insert(report.notes.begin(), "ceiling: " + measured + ", measured in this run");
}

int Program::State::finish() {
  if (report.rows.empty()) throw std::runtime_error("nothing was measured, so nothing was checked");
  progress.clear();

  int exit_code = exit_right;
  for (const Row& row : report.rows) {
    if (row.wrong()) exit_code = exit_wrong;
  }
  // A wrong result determines the exit code even if an output cannot be written.
  const int output_code = guarded([&] {
    if (table_wanted()) write_standard_output(table_text(report));
    if (json) json->write(json_text(report));
    if (csv) csv->write(csv_text(report));
    return static_cast<int>(exit_right);
  });
  for (const Row& row : report.rows) {
    if (!row.wrong()) continue;
    complain(exit_wrong, fmt::format("WRONG: {}, {}, {}: {}", row.variant, row.size, row.type,
                                     verdict_line(row.verdict)));
  }
  return exit_code != exit_right ? exit_code : output_code;
}

void Program::State::run_each_type(const std::function<void()>& body) {
  const std::vector<std::string> types = command_line.types_wanted();
  running = true;
  for (const std::string& wanted : types) {
    if (wanted != types.front()) notes.emplace_back();
    type = wanted;
    progress.show("making the data");
    body();
  }
  running = false;
  report.notes = joined_notes(notes, types);
}

int Program::State::run(int argc, char** argv, const std::function<void()>& body) {
  static State* ending = nullptr;
  ending = this;
  std::set_terminate([] { ending->end_unguarded(); });
  return guarded([&] {
    if (!command_line.parse(argc, argv)) {
      write_standard_output(command_line.help(source_file::question(source)));
      return static_cast<int>(exit_right);
    }
    open_outputs();
    if (settings().sim_timeout != 0)
      ::setenv("CUDASIM_TIMEOUT", std::to_string(settings().sim_timeout).c_str(), 1);
    device = on_device ? choose_device(settings().device, report.program) : cpu_name();
    run_each_type(body);
    if (on_device && !simulated && !settings().quick) rate_against_ceilings();
    // CUDA remembers errors that nobody has reported yet: in a destructor, or in a kernel that nothing waited for.
    if (on_device)
      check_cuda(cudaGetLastError(), "a call whose result was not looked at", __FILE__, __LINE__);
    return finish();
  });
}

Program::Program(const char* source) : state_(new State(source_file::program_name(source), source)) {}
Program::~Program() { delete state_; }

void Program::size(const std::string& option, std::int64_t& value, const std::string& help,
                   DefaultSize defaults) {
  state_->command_line.size(option, value, help, defaults);
}

void Program::choice(const std::string& option, std::string& value, const std::string& help,
                     std::vector<std::string> allowed) {
  state_->command_line.choice(option, value, help, std::move(allowed));
}

void Program::text(const std::string& option, std::string& value, const std::string& help,
                   const std::string& default_value) {
  state_->command_line.text(option, value, help, default_value);
}

void Program::block_sizes(std::vector<int> allowed, int default_size) {
  state_->command_line.block_sizes(std::move(allowed), default_size);
}

int Program::run(int argc, char** argv, const std::function<void()>& body) {
  return state_->run(argc, argv, body);
}

int Program::run_types(std::vector<std::string> names, int argc, char** argv,
                       const std::function<void()>& body) {
  state_->command_line.types(std::move(names));
  return state_->run(argc, argv, body);
}

int Program::run_on_host(int argc, char** argv, const std::function<void()>& body) {
  state_->on_device = false;
  return state_->run(argc, argv, body);
}

const std::string& Program::type() const { return state_->type; }
int Program::block() const { return state_->settings().block; }
std::uint64_t Program::seed() const { return state_->settings().seed; }
bool Program::quick() const { return state_->settings().quick; }

void Program::require(bool condition, const std::string& message) {
  if (!condition) throw UsageError(message);
}

double Program::measure(const Case& row, const std::function<void()>& work,
                        const std::function<Verdict()>& check, const std::function<void()>& before_each) {
  state_->begin_row(row);
  if (simulated) {
    if (before_each) before_each();
    state_->run_simulated(row, work);
    state_->add_row(row, nullptr, state_->device, check);
    return std::numeric_limits<double>::quiet_NaN();
  }
  const Timing timing = state_->time_by_device(row, work, before_each);
  state_->progress.show(row.variant + ": checking");
  state_->add_row(row, &timing, state_->device, check);
  return timing.median_s;
}

double Program::measure_on_host(const Case& row, const std::function<void()>& work,
                                const std::function<Verdict()>& check) {
  state_->begin_row(row);
  const Timing timing = state_->time_by_host(row, work);
  state_->add_row(row, &timing, cpu_name(), check);
  return timing.median_s;
}

double Program::measure_end_to_end(const Case& row, const std::function<void()>& work,
                                   const std::function<Verdict()>& check) {
  state_->begin_row(row);
  if (simulated) {
    state_->run_simulated(row, work);
    state_->add_row(row, nullptr, state_->device, check);
    return std::numeric_limits<double>::quiet_NaN();
  }
  CUDA_CHECK(cudaDeviceSynchronize());  // work that is still running does not belong to this row
  const RowRange range(state_->range_name(row));
  const Timing timing = state_->time_by_host(row, work);
  state_->add_row(row, &timing, state_->device, check);
  return timing.median_s;
}

void Program::demonstrate(const Case& row, const std::string& seen) {
  if (seen.empty()) throw std::logic_error("Program::demonstrate: nothing was seen");
  state_->begin_row(row);
  state_->add_row(row, nullptr, state_->device, [] { return Verdict(); });
  state_->report.rows.back().observed = seen;
}

void Program::note(const std::string& text) { state_->notes.back().push_back(text); }

void Program::left_out(const std::string& what, const std::string& why) {
  note(fmt::format("left out: {} ({})", what, why));
}

}  // namespace tutorial
