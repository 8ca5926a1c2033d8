#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "driver/data/manifest.hpp"
#include "driver/data/rows.hpp"

namespace tutorial::driver {

/// What came of running one program.
struct Result {
  const Program* program = nullptr;
  std::vector<Row> rows;
  std::string failure;  ///< "failed (exit 1)", "no device", …; empty if it ran to its end and said so
  int exit_code = 0;
  std::string messages;   ///< what it wrote to standard error
  std::string lens = {};  ///< the lens's JSON, where it ran under the lens
  bool sampled = false;   ///< only a sample of each kernel's blocks ran
  bool recorded = false;  ///< nothing ran: this is what an earlier run of the same program gave
  double simulated = 0;   ///< of a sample: blocks of one launch that has most of them
  double blocks = 0;      ///< of that launch, whether simulated or not
  /// Arguments of the requested run if it did not fit into memory and this run replaces it; empty: this is the requested run.
  std::vector<std::string> did_not_fit = {};

  bool lacks_memory() const;  ///< it ended without a row since memory ran out
  /// A program beside the ladders that refused the arguments: they are meant for the steps.
  bool has_other_arguments() const;
  bool right() const;  ///< no failure, at least one row, and every row's check passed
};

/// One line of a ladder's table.
struct Line {
  const Result* result = nullptr;
  const Row* row = nullptr;  ///< null: the program ended without a row, or after its rows with a failure
  bool reference = false;    ///< a rung of the ladder that this one continues, here for the ratios
  std::string check;         ///< "ok", "WRONG", what was seen of a fault, or the failure

  // How many times as fast as another row of the same size and type. Empty where one of the two has no time or a wrong result.
  std::optional<double> over_before;
  std::optional<double> over_naive;
  std::optional<double> over_baseline;
};

/// A chapter's programs with one value of `ladder`, in reading order, demos left out.
struct Ladder {
  std::string name;
  /// From the ladder that this one continues: what its rungs are compared with (CPU, naive, ceiling), and at the end the previous rung.
  std::vector<const Program*> references;
  std::vector<const Program*> programs;
};

/// "sum" for "sum/further"; else the name itself.
std::string core_of(const std::string& ladder);

/// Whether a statement about a ladder applies to another: to itself, and to the one that continues it in further/.
bool covers(const std::string& ladder, const std::string& other);

/// The ladders of one folder: core and further of a part, or of a chapter without parts.
struct Group {
  std::string part;
  bool further = false;
  std::vector<Ladder> ladders;
  std::vector<const Program*> demos;
};

/// Stands for every back end, even for none.
inline const std::string any_backend;

/// The ladders of a chapter, of the programs that exist for this back end; those that hold nothing but demos are left out.
std::vector<Ladder> ladders_of(const Manifest& manifest, const std::string& chapter,
                               const std::string& backend);

/// The same by folder, with the programs outside the ladders, for the selected programs; folders without any are left out.
std::vector<Group> groups_of(const Manifest& manifest, const std::string& chapter, const std::string& backend,
                             const std::function<bool(const Program&)>& wanted);

/// Whether a program is a step of a ladder, and not what the steps are compared with.
bool is_step(const Program& program);

/// Where a step is in its ladder.
struct Position {
  const Program* before = nullptr;  ///< null: it is the first step
  const Program* after = nullptr;   ///< null: it is the last one
  int number = 1;
};
Position position_of(const Manifest& manifest, const Program& step, const std::string& backend);

/// The programs of a chapter that are no part of a ladder.
std::vector<const Program*> demos_of(const Manifest& manifest, const std::string& chapter,
                                     const std::string& backend);

/// The lines of a ladder's table with their ratios. `references` come first, then `results`; both must outlive the lines.
///
/// The row before is the last one above of the same size and type that is neither a ceiling nor a peer; above the
/// first rung is the last reference. A program above that failed without a row breaks the chain: its result is unknown.
std::vector<Line> climb(const std::vector<const Result*>& references,
                        const std::vector<const Result*>& results);

}  // namespace tutorial::driver
