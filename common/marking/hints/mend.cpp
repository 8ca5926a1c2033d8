#include "marking/hints/mend.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace tutorial::marking {

const char* name_of(About about) {
  switch (about) {
    case About::barrier: return "barrier";
    case About::wider: return "wider barrier";
    case About::reach: return "who reaches";
    case About::spare: return "spare barrier";
    case About::guard: return "guard";
    case About::leaves: return "who leaves";
    case About::otherwise: return "otherwise";
    case About::condition: return "condition";
    case About::comparison: return "comparison";
    case About::both: return "both";
    case About::off_by_one: return "off by one";
    case About::stands_for: return "stands for";
    case About::turned: return "turned";
    case About::launch: return "launch";
    case About::rounding: return "rounding";
    case About::empty: return "empty";
    case About::atomic: return "atomic";
    case About::fence: return "fence";
    case About::bank: return "bank";
    case About::block_size: return "block size";
    case About::initial: return "initial";
    case About::direction: return "direction";
    case About::order: return "order";
    case About::copied: return "copied";
    case About::size_of: return "size of";
    case About::cleared: return "cleared";
    case About::limit: return "limit";
    case About::range: return "range";
    case About::walks: return "walks";
    case About::begins: return "begins";
    case About::once: return "once";
    case About::itself: return "itself";
    case About::left: return "left";
    case About::operation: return "operation";
    case About::device: return "device";
    case About::neighbours: return "neighbours";
    case About::words: return "words";
    case About::again: return "again";
    case About::sectors: return "sectors";
    case About::kept: return "kept";
    case About::waits: return "waits";
    case About::same_place: return "same place";
    case About::filled: return "filled";
    case About::comes: return "comes";
    case About::stored: return "stored";
  }
  return "";
}

bool Symptoms::has(std::initializer_list<const char*> kinds) const {
  return std::any_of(kinds.begin(), kinds.end(), [&](const char* kind) { return hazards.contains(kind); });
}

bool Symptoms::names(int first, int last) const {
  return std::any_of(lines.begin(), lines.end(), [&](int line) { return first <= line && line <= last; });
}

double Symptoms::distance(int line) const {
  constexpr int far = 10;  // lines
  int nearest = far;
  for (const int named : lines) nearest = std::min(nearest, std::abs(named - line));
  return static_cast<double>(nearest) / far;
}

namespace {

void note_lines(const Finding& finding, const std::string& file, std::vector<int>& lines) {
  if (finding.line > 0) lines.push_back(finding.line);
  for (std::size_t at = 0; (at = finding.text.find(file + ":", at)) != std::string::npos;) {
    at += file.size() + 1;
    if (const int line = std::atoi(finding.text.c_str() + at); line > 0) lines.push_back(line);
  }
}

}  // namespace

Symptoms symptoms_of(const Mark& mark) {
  Symptoms symptoms;
  const PartMark* lost = mark.first_lost();
  if (lost == nullptr) return symptoms;
  symptoms.lost = lost->part;
  const std::string file = mark.exercise + ".cu";
  for (const PartMark& part : mark.parts) {
    if (part.part != Part::safe && &part != lost) continue;
    for (const Finding& finding : part.findings) {
      note_lines(finding, file, symptoms.lines);
      if (part.part == Part::safe)
        symptoms.hazards.insert(finding.text.substr(0, finding.text.find_first_of(" :")));
      if (&part == lost) symptoms.text += finding.text + "\n";
    }
  }
  return symptoms;
}

void Mends::add(About about, double rank, std::size_t token, const cudasim::translate::Edits& edits) {
  const int line = structure_.at(token).line;
  try {
    mends_.push_back({about, line, edits.apply(structure_.text()), rank + symptoms_.distance(line)});
  } catch (const cudasim::translate::Overlap&) {
    return;  // two edits of one place: no small fix
  }
}

namespace {

/// How late a kind is tried, and how much later each further fix of that kind.
struct Turn {
  double first, step;
};

/// What the lens found comes first.
Turn turn_after_hazards(About about, const Symptoms& symptoms) {
  const bool races = symptoms.has({"race-shared", "race-warp", "reuse-without-barrier"});
  const bool leaves = symptoms.has({"early-exit-barrier", "divergent-barrier", "missing-lanes"});
  switch (about) {
    case About::reach: return {-4, 0.1};
    case About::leaves: return {leaves ? -3.0 : 0.3, 0.1};
    case About::wider: return {-2, 0.1};
    case About::barrier: return {leaves ? 1.0 : -1.0, 0.05};
    case About::fence: return {-0.9, 0.2};
    case About::atomic: return {symptoms.has({"race-global"}) || races ? -0.8 : 1.0, 0.2};
    case About::guard: return {symptoms.has({"out-of-bounds"}) ? -1.0 : 0.2, 0.08};
    case About::otherwise: return {symptoms.has({"uninitialized-shared"}) && !races ? -1.0 : 1.0, 0.2};
    default: return {0, 0.3};
  }
}

Turn turn_of(About about, const Symptoms& symptoms) {
  const bool refused = symptoms.says("cudaErrorInvalidConfiguration");
  switch (about) {
    case About::bank: return {symptoms.says("bank") ? -5.0 : 5.0, 0.1};
    case About::spare: return {symptoms.says("barriers") ? -5.0 : 1.0, 0.1};
    case About::empty: return {refused ? -5.0 : 1.0, 0.3};
    case About::launch: return {refused ? -5.0 : symptoms.lost == Part::good ? 0.6 : -0.2, 0.3};
    case About::block_size: return {refused ? -4.0 : 0.2, 0.15};
    case About::rounding: return {-0.3, 0.2};
    case About::comparison: return {symptoms.has({"out-of-bounds"}) ? -1.2 : 0.0, 0.3};
    case About::off_by_one: return {-0.1, 0.2};
    case About::stands_for: return {0.1, 0.2};
    case About::turned: return {0.1, symptoms.lost == Part::good ? 0.1 : 0.25};
    case About::both:
    case About::order: return {0.2, 0.3};
    case About::condition:
    case About::initial: return {0.4, 0.3};
    case About::limit:
    case About::walks:
    case About::range: return {-0.35, 0.2};
    case About::copied:
    case About::size_of: return {-0.25, 0.15};
    case About::cleared: return {symptoms.has({"uninitialized-shared"}) ? -1.1 : 0.3, 0.3};
    case About::left: return {symptoms.has({"uninitialized-shared"}) ? -1.05 : 0.35, 0.3};
    case About::begins:
    case About::once:
    case About::itself:
    case About::operation: return {0.15, 0.3};
    default: return turn_after_hazards(about, symptoms);
  }
}

}  // namespace

std::vector<Mend> Mends::ordered() {
  const auto by_rank = [](const Mend& a, const Mend& b) { return a.rank < b.rank; };
  std::stable_sort(mends_.begin(), mends_.end(), by_rank);
  std::map<About, int> before;
  for (Mend& mend : mends_) {
    const Turn turn = turn_of(mend.about, symptoms_);
    mend.rank = turn.first + turn.step * before[mend.about]++;
  }
  std::stable_sort(mends_.begin(), mends_.end(), by_rank);
  std::set<std::string> seen = {structure_.text()};
  std::vector<Mend> result;
  for (Mend& mend : mends_)
    if (seen.insert(mend.source).second) result.push_back(std::move(mend));
  return result;
}

std::vector<Mend> mends_of(const Structure& structure, const Symptoms& symptoms) {
  Mends mends(structure, symptoms);
  mend_barriers(mends);
  mend_branches(mends);
  mend_conditions(mends);
  mend_guards(mends);
  mend_names(mends);
  mend_launches(mends);
  mend_memory(mends);
  mend_host(mends);
  mend_loops(mends);
  return mends.ordered();
}

}  // namespace tutorial::marking
