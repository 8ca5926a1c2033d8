#include "driver/break/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tutorial::driver {
namespace {

using Clock = std::chrono::steady_clock;

constexpr unsigned seeds = 8;
constexpr std::size_t single_waits = 24;

int answer_code(const Ran& ran) { return ran.exit_code == 3 ? 0 : ran.exit_code; }

class Search {
 public:
  Search(const RunPlan& run, const Comparison& comparison, const std::vector<std::uint64_t>& sites,
         std::chrono::milliseconds limit)
      : run_(run), comparison_(comparison), sites_(sites), begin_(Clock::now()), limit_(limit) {}

  SearchResult result() {
    for (unsigned seed = 1; seed <= seeds && !is_late() && result_.seed == 0; ++seed)
      if (Plan plan = {.seed = seed}; tries(plan)) result_.seed = seed;
    const std::optional<Found> by_seed = std::exchange(result_.found, {});
    if (!sites_.empty()) find_waits();
    if (result_.found && !result_.found->ran.log.held.empty()) shrink();
    if (!result_.found) result_.found = by_seed;
    result_.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    return result_;
  }

 private:
  /// Time is up; on a busy machine not before some runs were made.
  bool is_late() const {
    return result_.runs + result_.shrinking >= least_runs_ && Clock::now() - begin_ > limit_;
  }

  /// True if the plan is what was looked for, which is kept then.
  bool tries(const Plan& plan) {
    const Ran ran = run_(plan);
    ++result_.runs;
    if (!ran.ended) ++result_.endless;
    if (!ran.ended || !comparison_.differs(ran)) return false;
    result_.found = {plan, ran};
    return true;
  }

  void find_waits() {
    // All threads at every racing access, as at a barrier; that also shows which threads get there.
    const Plan everybody{.sites = sites_, .per_mille = 1000};
    const Ran ran = run_(everybody);
    ++result_.runs;
    // One thread, once.
    const std::vector<Moment>& all = ran.log.held;
    const std::size_t step = all.size() / single_waits | 1;  // odd: reads and writes take turns
    for (std::size_t i = 0; i < all.size() && !is_late(); i += step)
      if (tries({.sites = sites_, .holds = {all[i]}})) return;
    if (ran.ended && comparison_.differs(ran)) {
      result_.found = {everybody, ran};
      return;
    }
    for (std::size_t i = 0; sites_.size() > 1 && i < sites_.size() && !is_late(); ++i)
      if (tries({.sites = {sites_[i]}, .per_mille = 1000})) return;
    // Anybody.
    static constexpr unsigned shares[] = {500, 100, 900, 20, 300};
    for (unsigned i = 0; !is_late(); ++i) {
      Plan plan{.seed = i % 2 == 0 ? 0 : i, .sites = sites_, .chance = i + 1, .per_mille = shares[i % 5]};
      if (i % 3 == 2) plan.sites = {sites_[i / 3 % sites_.size()]};
      if (tries(plan)) return;
    }
  }

  /// Whether these waits alone will do, too.
  bool do_too(const std::vector<Moment>& holds) {
    const Found& known = *result_.found;
    const Plan plan{.seed = known.plan.seed, .sites = known.plan.sites, .holds = holds};
    const Ran ran = run_(plan);
    ++result_.shrinking;
    if (!ran.ended || !comparison_.differs(ran)) return false;
    result_.found = {plan, ran};
    return true;
  }

  void shrink() {
    const Clock::time_point searched =
        std::exchange(begin_, Clock::now());  // as long again as the search may take
    least_runs_ += result_.runs;
    shrink_waits();
    begin_ = searched;
  }

  /// Delta debugging: parts of the waits, then all but a part, in ever smaller parts.
  void shrink_waits() {
    if (result_.found->plan.seed != 0) {
      const Found with_seed = *result_.found;
      result_.found->plan.seed = 0;
      if (!do_too(with_seed.ran.log.held)) result_.found = with_seed;
    }
    std::vector<Moment> holds = result_.found->ran.log.held;
    if (!do_too(holds)) return;  // too many to be written down
    std::size_t parts = 2;
    while (holds.size() > 1 && !is_late()) {
      const std::size_t size = (holds.size() + parts - 1) / parts;
      bool smaller = false;
      for (std::size_t begin = 0; begin < holds.size() && !smaller && !is_late(); begin += size) {
        const auto first = holds.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto last = holds.begin() + static_cast<std::ptrdiff_t>(std::min(begin + size, holds.size()));
        const std::vector<Moment> part(first, last);
        std::vector<Moment> others(holds.begin(), first);
        others.insert(others.end(), last, holds.end());
        if (do_too(part)) {
          holds = part;
          parts = 2;
          smaller = true;
        } else if (parts > 2 && do_too(others)) {
          holds = others;
          parts = std::max<std::size_t>(parts - 1, 2);
          smaller = true;
        }
      }
      if (smaller) continue;
      if (parts >= holds.size()) return;
      parts = std::min(parts * 2, holds.size());
    }
  }

  const RunPlan& run_;
  const Comparison& comparison_;
  const std::vector<std::uint64_t>& sites_;
  Clock::time_point begin_;
  std::chrono::milliseconds limit_;
  unsigned least_runs_ = 64;
  SearchResult result_;
};

}  // namespace

Comparison::Comparison(const Ran& first, const Ran& again)
    : usual_(first), same_count_(first.lines.size() == again.lines.size()) {
  for (std::size_t i = 0; same_count_ && i < first.lines.size(); ++i)
    stable_.push_back(first.lines[i] == again.lines[i]);
}

std::optional<std::size_t> Comparison::different_line(const Ran& a, const Ran& b) const {
  if (!same_count_) return {};
  const std::size_t common = std::min(a.lines.size(), b.lines.size());
  for (std::size_t i = 0; i < common; ++i)
    if ((i >= stable_.size() || stable_[i]) && a.lines[i] != b.lines[i]) return i;
  return a.lines.size() != b.lines.size() ? std::optional(common) : std::nullopt;
}

bool Comparison::differs(const Ran& other) const {
  return answer_code(usual_) != answer_code(other) || different_line(usual_, other).has_value();
}

std::string Comparison::text() const {
  const auto kept = static_cast<std::size_t>(std::count(stable_.begin(), stable_.end(), true));
  std::string text = "the exit code (3, right but with hazards, taken for 0)";
  if (kept != 0) text += fmt::format(" and {} line{} of standard output", kept, kept == 1 ? "" : "s");
  const std::size_t left_out = usual_.lines.size() - kept;
  if (left_out != 0)
    text += fmt::format("; {} more differ{} between equal runs", left_out, left_out == 1 ? "s" : "");
  return text;
}

std::string Comparison::answer(const Ran& ran, const Ran& beside) const {
  std::string text = fmt::format("exit code {}", answer_code(ran));
  if (const auto line = different_line(ran, beside))
    text += *line < ran.lines.size() ? ", prints: " + ran.lines[*line] : ", prints nothing there";
  return text;
}

SearchResult search(const RunPlan& run, const Comparison& comparison, const std::vector<std::uint64_t>& sites,
                    std::chrono::milliseconds limit) {
  return Search(run, comparison, sites, limit).result();
}

}  // namespace tutorial::driver
