#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "driver/data/rows.hpp"

/// What books claim, how it is tested, and what came out.
namespace tutorial::driver {

/// Names one row of a run. Empty fields match anything.
struct RowName {
  std::string program;
  std::string variant;
  std::string size;
};

/// One thing to look at for a claim: how many times as fast one row is as another, how many nanoseconds lie between two, or what was
/// seen of a fault.
struct Figure {
  std::string what;               ///< "10 K points"
  std::optional<RowName> of;      ///< the faster row, as the claim has it; empty where something is only seen
  RowName over;                   ///< the slower row; or the one whose observation counts
  std::filesystem::path compile;  ///< a source file to compile, whose outcome counts

  bool in_ns = false;  ///< not the ratio but `of` minus `over`, in nanoseconds an access

  /// What the claim leads us to expect of a ratio or a difference; `nothing`: a control, which is shown and not judged.
  enum class Expect { nothing, faster, same, figure };
  Expect expect = Expect::nothing;
  double book = 0;  ///< the book's figure

  // Of something seen, regular expressions.
  std::string holds_seen;
  std::string partly_seen;

  bool needs_gpu() const { return of.has_value(); }
};

struct Claim {
  std::string id;
  std::string text;
  std::string source;
  std::string book;                            ///< the book's figure
  std::vector<std::vector<std::string>> runs;  ///< programs with their arguments, whose rows the figures name
  std::vector<Figure> figures;
  std::string why;
  std::string title = {};  ///< in a few words, for its row of the table

  bool needs_gpu() const;
};

/// What became of a claim. `verdict` is "holds", "holds partly" or "no longer holds".
struct Finding {
  std::string id, text, source, book, ours, device, date, verdict, why;
  std::string title = {};  ///< of the claim, where it is still on the list
};

/// The claims of docs/claims/claims.json. @throws Failure that names the claim at fault
std::vector<Claim> read_claims(const std::filesystem::path& file);

/// The findings of a results folder, none if it has no claims.json. @throws Failure
std::vector<Finding> read_findings(const std::filesystem::path& file);

/// Judges a claim by the rows of its runs.
///
/// All figures hold: "holds"; none even partly: "no longer holds"; else "holds partly". One rule for all claims, and the same both
/// ways: a book's ratio holds if ours is that ratio to a power between 0.8 and 1.25 (for 3x: 2.41 to 3.95), holds partly if
/// it points the same way by more than a tie. A tie is a difference of at most 5%: "faster" is more than that, "same" at most.
/// @param compiled  says what came of compiling a file: "an error: …", "a warning: …", "no complaint"
/// @throws Failure if a figure names a row that is missing, ambiguous, wrong, or without a time
Finding judge(const Claim& claim, const std::vector<Row>& rows,
              const std::function<std::string(const std::filesystem::path&)>& compiled);

/// The rows of a results file that the claim's runs would bring.
std::vector<Row> rows_for(const Claim& claim, const std::vector<Row>& rows);

/// An aligned table, and below it each claim with both figures and the reason; no line is wider than `width`.
std::string findings_text(const std::vector<Finding>& findings, std::size_t width);
std::string findings_markdown(const std::vector<Finding>& findings);
std::string findings_json(const std::vector<Finding>& findings);

}  // namespace tutorial::driver
