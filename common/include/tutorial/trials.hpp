#pragma once

/// @file
/// Programs that show faults, each in its own process.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tutorial/program.hpp"

namespace tutorial {

/// A program that shows a fault: variants of one kernel, some faulty, others fixed.
///
/// The effect of a fault is unknown: it may hang the device, end the process, or give the right answer a
/// thousand times and then a wrong one. So each faulty variant runs in its own process with a time limit, and
/// its row reports what was observed. A fixed variant is a row like any other: measured, and checked. With
/// `--variant NAME` one variant runs alone in this process, as the lens, compute-sanitizer and debuggers
/// require; the limit applies there, too.
///
///     tutorial::Program program;
///     tutorial::Trials trials(program, {"no_barrier"}, {"mended"}, {.gpu = 20'000, .simulator = 1, .quick = 20});
///     return trials.run(argc, argv, [&] {
///       trials.show("no_barrier", {.variant = "no barrier after the fill"}, launch, check, poison);
///       …
///     });
class Trials {
 public:
  /// Adds `--variant`, `--launches` and `--limit`.
  /// @param program  the program that gets the options
  /// @param faulty   names of the variants that may go wrong
  /// @param mended   names of the fixed variants, which must not
  /// @param launches number of launches of each faulty variant; every launch is checked
  Trials(Program& program, std::vector<std::string> faulty, std::vector<std::string> mended,
         DefaultSize launches);

  /// Program::run. The exit code is also 1 if a faulty variant, run alone, was wrong.
  int run(int argc, char** argv, const std::function<void()>& body);

  /// Adds the row of one variant, if `--variant` selects it. A fixed one gets a time and a verdict; a faulty one
  /// gets the observation: "right in 2000 of 2000 launches", "wrong in 1 of 2000 launches, first: …", "hangs:
  /// stopped after 10 s", "stopped: …". `before_each` poisons the output before each launch; `work` need not
  /// wait for the launch.
  void show(const std::string& variant, const Case& row, const std::function<void()>& work,
            const std::function<Verdict()>& check, const std::function<void()>& before_each);

 private:
  std::string seen_here(const std::string& variant, const std::function<void()>& work,
                        const std::function<Verdict()>& check, const std::function<void()>& before_each);
  std::string seen_in_child(const std::string& variant) const;

  Program& program_;
  std::vector<std::string> faulty_;
  std::string variant_;
  std::int64_t launches_ = 0;
  std::int64_t limit_ = 0;
  std::string name_;                    ///< of the executable
  std::string self_;                    ///< the command that starts a variant in its own process
  std::vector<std::string> arguments_;  ///< all except the paths of the results
  bool wrong_ = false;
};

}  // namespace tutorial
