#pragma once

/// @file
/// The command line, the table and the exit code of a program.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tutorial/backend.hpp"
#include "tutorial/ceilings.hpp"
#include "tutorial/errors.hpp"
#include "tutorial/verify.hpp"

namespace tutorial {

/// The default of a size option. It depends on the back end, since a simulated GPU is about a thousand times slower.
struct DefaultSize {
  std::int64_t gpu;        ///< on a GPU
  std::int64_t simulator;  ///< on the simulator
  std::int64_t quick;      ///< with `--quick`, on both
};

/// The same default on both back ends.
constexpr DefaultSize everywhere(std::int64_t size) {
  return {.gpu = size, .simulator = size, .quick = size};
}

/// What a run counts as its work, which gives the unit of its throughput.
enum class Unit {
  gigabytes_per_second,      ///< `work` is bytes
  giga_pairs_per_second,     ///< `work` is pairs of points
  giga_elements_per_second,  ///< `work` is elements
  teraflops,                 ///< `work` is floating-point operations
  nanoseconds,               ///< the time per access, of `work` accesses; the only unit where less is better
};

/// One row of the table.
struct Case {
  std::string variant = {};  ///< what distinguishes this row: "tile 32 x 33, 32 x 8 threads"
  std::string size = {};     ///< as shown to the reader: "8192 x 8192"
  std::string type = {};     ///< element type; empty: the program's `--type`
  double work = 0;           ///< per run: bytes, pairs or floating-point operations, depending on `unit`
  Unit unit = Unit::gigabytes_per_second;  ///< of the row's throughput
  Ceiling ceiling = Ceiling::none;         ///< the row's 100%
  double ceiling_work = 0;  ///< bytes or FLOP of the ceiling's resource per run; 0: the same as `work`
  bool peer = false;        ///< a library's implementation, or the step before again: no step of the ladder
  bool needs_all_blocks = false;  ///< to check its result, which is not done with a sample of them
};

/// One program: its command line, its table of rows, and its exit code. Everything a main() needs.
///
///     // copy: how fast can data move at all?
///     …
///     int main(int argc, char** argv) {
///       tutorial::Program program;
///       std::int64_t n;
///       program.size("--n", n, "number of elements", {.gpu = 100'000'000, .simulator = 1'000'000, .quick = 10'000});
///       program.block_sizes({64, 128, 256}, 128);
///       return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, n); });
///     }
///
/// The name is the source file's without its number, the question is the first line of that file, and the
/// chapter the first folder of its path that begins with "ch" and digits.
class Program {
 public:
  /// @param source  the program's source file. Leave it to the compiler
  explicit Program(const char* source = __builtin_FILE());
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Adds an option for a size: an integer from 0 to 2^40.
  void size(const std::string& option, std::int64_t& value, const std::string& help, DefaultSize defaults);

  /// Adds an option that takes one of a few words; the first is the default.
  void choice(const std::string& option, std::string& value, const std::string& help,
              std::vector<std::string> allowed);

  /// Adds an option that takes any text, such as the name of a file.
  void text(const std::string& option, std::string& value, const std::string& help,
            const std::string& default_value);

  /// The block sizes (threads per block) that `--block` accepts, and its default. Without this call `--block` is
  /// rejected.
  void block_sizes(std::vector<int> allowed, int default_size);

  /// Parses the command line, chooses the device, runs `body`, prints the table, writes `--json` and `--csv`, and
  /// returns the exit code. Every exception ends as one clear message on standard error. Ceilings are
  /// measured after `body`, once its buffers are free, but not with `--quick`, whose sizes are too small to compare with
  /// them. A body that measures nothing checks nothing, so that is a failure. The element type is float.
  int run(int argc, char** argv, const std::function<void()>& body);

  /// The same for each of the types selected by `--type`: `body` takes a zero of that type. The first of `Types`
  /// is the default; `--type all` runs `body` for each of them, and all rows are in one table.
  ///
  ///     program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, n); });
  template <typename First, typename... Rest, typename Body>
  int run(int argc, char** argv, Body&& body);

  /// The same for a program that never touches a device: nearest_cpu.
  int run_on_host(int argc, char** argv, const std::function<void()>& body);

  /// The element type that `body` runs for; valid inside it, as are the next three.
  const std::string& type() const;
  /// Threads per block.
  int block() const;
  /// The seed from which inputs are made.
  std::uint64_t seed() const;
  /// Whether `--quick` was given: small sizes, to see quickly that everything works.
  bool quick() const;

  /// Throws UsageError with `message` unless `condition` holds.
  static void require(bool condition, const std::string& message);

  /// Times `work` on the device (once, on the simulator), then calls `check`, and adds a row to the table.
  ///
  /// `work` launches kernels and checks the launches; it must not wait for them. The caller must poison the
  /// output first. `before_each` is not timed; it runs before each run and restores data that a run overwrites.
  ///
  /// @return the median time of a run in seconds, as in the table; NaN on the simulator
  double measure(const Case& row, const std::function<void()>& work, const std::function<Verdict()>& check,
                 const std::function<void()>& before_each = {});

  /// The same for work on the CPU, timed by the host's clock. Times are real on both back ends.
  double measure_on_host(const Case& row, const std::function<void()>& work,
                         const std::function<Verdict()>& check);

  /// The same for work that returns with its result on the host: the time includes launch, copy and waiting, by
  /// the host's clock. No time on the simulator.
  double measure_end_to_end(const Case& row, const std::function<void()>& work,
                            const std::function<Verdict()>& check);

  /// Adds a row with an observation of a faulty program: "wrong in 3 of 2000 launches". It has neither a
  /// time nor a verdict, and does not affect the exit code.
  void demonstrate(const Case& row, const std::string& seen);

  /// Adds a line below the table, such as what to notice or what the check covered.
  void note(const std::string& text);

  /// Adds a line below the table for a row that this build lacks: `what` names the peer, `why` gives the reason.
  void left_out(const std::string& what, const std::string& why);

 private:
  int run_types(std::vector<std::string> names, int argc, char** argv, const std::function<void()>& body);

  struct State;
  State* const state_;  // owned; not by a std::unique_ptr, since <memory> costs each program 0.4 s of nvcc
};

/// "100 M" or "33 K" if exact, otherwise all digits: "8192".
std::string count_text(std::int64_t count);

/// Blocks of `block` threads that cover n threads; at least one, since an empty grid is not a valid launch.
/// @throws UsageError if that is more than the 2^31 - 1 blocks that a grid may have; std::invalid_argument for
/// n < 0, block < 1
unsigned blocks_for(std::int64_t n, int block);

namespace detail {
template <typename T>
constexpr const char* type_name = nullptr;
template <>
inline constexpr const char* type_name<int> = "int";
template <>
inline constexpr const char* type_name<long long> = "long long";
template <>
inline constexpr const char* type_name<float> = "float";
template <>
inline constexpr const char* type_name<double> = "double";
}  // namespace detail

template <typename First, typename... Rest, typename Body>
int Program::run(int argc, char** argv, Body&& body) {
  static_assert(detail::type_name<First> != nullptr && ((detail::type_name<Rest> != nullptr) && ...),
                "a type without a name in detail::type_name");
  return run_types({detail::type_name<First>, detail::type_name<Rest>...}, argc, argv, [&] {
    const auto run_if_meant = [&](auto zero) {
      if (type() == detail::type_name<decltype(zero)>) body(zero);
    };
    run_if_meant(First{});
    (run_if_meant(Rest{}), ...);
  });
}

}  // namespace tutorial
