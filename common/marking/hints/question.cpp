#include "marking/hints/question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <nlohmann/json.hpp>
#include <vector>

#include "sim/translate/file_translator.hpp"
#include "support/temporary_folder.hpp"

namespace tutorial::marking {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t longest = std::size_t{64} << 10;  // bytes: each mend is a copy

const char* words_of(About about) {
  switch (about) {
    case About::barrier:
      return "two threads meet in one place here. Which of them is to be first, and what makes the other "
             "wait?";
    case About::wider: return "who waits for whom here? And who are the threads that use what was written?";
    case About::reach: return "which threads come to this barrier, and where are the others meanwhile?";
    case About::spare: return "who waits here, and for what? What would go wrong if nobody did?";
    case About::guard:
      return "which is the largest index that a thread can have here, and does it have an element?";
    case About::leaves: return "who leaves here? And is what comes behind it their business too?";
    case About::otherwise:
      return "what is in that place for the threads for which this is false, and who reads it?";
    case About::condition: return "for whom is this false, and who does their part then?";
    case About::comparison:
      return "what does this say for the very first value, for the last, and for two that are equal?";
    case About::both:
      return "must both of these hold, or is one of them enough? Try a thread for which only one does.";
    case About::off_by_one:
      return "with sizes of 1 and 2, which elements does this reach? Count them by hand.";
    case About::stands_for:
      return "what does each name and number here stand for? Work it out by hand where no two sizes are "
             "equal.";
    case About::turned:
      return "which place does lane 0 take here, which lane 1? Work both out, in a shape that is no square.";
    case About::launch: return "how many blocks does this launch start, and how many threads has each?";
    case About::rounding: return "what comes out here for one element, and for one more than fill a block?";
    case About::empty: return "what does this function do when there is nothing to do at all?";
    case About::atomic:
      return "several threads may do this at the same time. What has each of them read when it writes?";
    case About::fence: return "another block is to read what is written here. When does it arrive there?";
    case About::bank: return "in which bank does each row of this array begin?";
    case About::block_size:
      return "how many threads and blocks does this number make, and how much work has each?";
    case About::initial: return "what is the result if nothing changes this any more?";
    case About::direction: return "from which memory does this copy, and into which?";
    case About::order: return "what must be done before this, and what only behind it?";
  }
  return "";
}

bool needs_search(const Mark& mark) {
  const PartMark* lost = mark.first_lost();
  if (lost == nullptr || lost->part == Part::compiles) return false;
  return std::none_of(lost->findings.begin(), lost->findings.end(), [](const Finding& finding) {
    return finding.text.starts_with("all cases are right, but");
  });
}

bool gets_all(const Exercise& exercise, const std::string& source) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "mended.cu";
  cudasim::translate::write_file(file, source);
  return mark(exercise, file, {.further_seeds = {2}}).full();
}

/// Where two threads meet, the line of one of them is asked about, not that of the mend.
int line_of_question(const Mend& mend, const Symptoms& symptoms) {
  if (mend.about != About::barrier || symptoms.lines.empty()) return mend.line;
  return *std::min_element(symptoms.lines.begin(), symptoms.lines.end(),
                           [&](int a, int b) { return std::abs(a - mend.line) < std::abs(b - mend.line); });
}

}  // namespace

std::optional<Question> question_for(const Exercise& exercise, const std::filesystem::path& submission,
                                     const Mark& mark, const Search& search) {
  if (!needs_search(mark)) return std::nullopt;
  const auto begin = Clock::now();
  std::string text = cudasim::translate::read_file(submission);
  if (text.size() > longest) return std::nullopt;
  const Structure structure(std::move(text));
  const Symptoms symptoms = symptoms_of(mark);
  const std::vector<Mend> mends = mends_of(structure, symptoms);
  const std::size_t count = std::min(mends.size(), search.mends);
  for (std::size_t at = 0; at < count && Clock::now() - begin < search.budget; at += search.at_once) {
    std::vector<std::future<bool>> tried;
    for (std::size_t i = at; i < std::min(count, at + search.at_once); ++i)
      tried.push_back(
          std::async(std::launch::async, gets_all, std::cref(exercise), std::cref(mends[i].source)));
    std::vector<bool> passed;
    for (auto& each : tried) passed.push_back(each.get());
    const auto first = std::find(passed.begin(), passed.end(), true);
    if (first == passed.end()) continue;
    const Mend& mend = mends[at + static_cast<std::size_t>(first - passed.begin())];
    return Question{mend.about, line_of_question(mend, symptoms), words_of(mend.about)};
  }
  return std::nullopt;
}

std::string report(const std::optional<Question>& question) {
  if (!question)
    return "No question is at hand: no small change makes it right. What the report says comes first.\n";
  return fmt::format("Line {}: {}\n", question->line, question->text);
}

nlohmann::json to_json(const std::optional<Question>& question) {
  if (!question) return nullptr;
  return {{"about", name_of(question->about)}, {"line", question->line}, {"text", question->text}};
}

}  // namespace tutorial::marking
