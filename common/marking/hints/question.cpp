#include "marking/hints/question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <nlohmann/json.hpp>
#include <vector>

#include "marking/hints/report_question.hpp"
#include "sim/translate/file_translator.hpp"
#include "support/temporary_folder.hpp"

namespace tutorial::marking {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t longest = std::size_t{64} << 10;  // bytes: each fix is a copy

bool gets_all(const Exercise& exercise, const std::string& source) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "mended.cu";
  cudasim::translate::write_file(file, source);
  return mark(exercise, file, {.further_seeds = {2}}).full();
}

/// If two threads meet, the question is about the line of one of them, not that of the fix.
int line_of_question(const Mend& mend, const Symptoms& symptoms) {
  if (mend.about != About::barrier || symptoms.lines.empty()) return mend.line;
  return *std::min_element(symptoms.lines.begin(), symptoms.lines.end(),
                           [&](int a, int b) { return std::abs(a - mend.line) < std::abs(b - mend.line); });
}

/// Of what only the report is asked about.
const char* words_of_report(About about) {
  switch (about) {
    case About::device: return "who does the work here, the host or the threads of a kernel?";
    case About::neighbours: return "which address has lane 0 here, which lane 1, and how far apart are they?";
    case About::words:
      return "which words do the first lanes of a warp access here, and in which banks are they?";
    case About::again:
      return "how often does a warp ask for memory here, with how many lanes, and for how many bytes each? "
             "Is anything asked for again?";
    case About::sectors:
      return "which bytes of each sector does a warp use here, and how often is the same sector requested?";
    case About::same_place:
      return "two threads write to one place here, each another value. Should both of them come here, and to "
             "one place?";
    case About::filled: return "which elements does this read, and which of them has no thread written?";
    case About::comes:
      return "no thread wrote the element that the report names. Which thread should, and does it reach this "
             "line?";
    case About::stored:
      return "which element does this store, and out of what? Work it out by hand for the first one that is "
             "wrong.";
    case About::kept:
      return "what goes through shared memory here, and how often? Could a thread keep it instead?";
    case About::waits: return "how many barriers does a block reach? Which of them are not needed?";
    default: return "";
  }
}

}  // namespace

const char* words_of(About about) {
  switch (about) {
    case About::barrier:
      return "two threads meet in one place here. Which of them is to be first, and what makes the other "
             "wait?";
    case About::wider: return "who waits for whom here? And who are the threads that use what was written?";
    case About::reach: return "which threads come to this barrier, and where are the others meanwhile?";
    case About::spare: return "which threads wait here, and for what? What would go wrong if they did not?";
    case About::guard:
      return "which is the largest index that a thread can have here, and does it have an element?";
    case About::leaves: return "which threads leave here? And do they have work in the code that follows?";
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
      return "what does each name and number here mean? Work it out by hand where no two sizes are "
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
    case About::order: return "what must be done before this, and what only after it?";
    case About::copied: return "what do the arrays on either side hold at this moment, and who put it there?";
    case About::size_of: return "how many bytes are this, for one element and for two?";
    case About::cleared: return "what is in this memory before the first thread writes to it?";
    case About::limit: return "for which size is this number too small, and what happens beyond it?";
    case About::range:
      return "which is the largest value that comes here, and does its type hold it exactly?";
    case About::walks: return "how many elements are there here, and how many threads? Who does the rest?";
    case About::begins: return "which value does this begin with, and who does what comes before it?";
    case About::once: return "how often is this done, and what does it undo each time?";
    case About::itself: return "for which thread is this its own element? What should it do then?";
    case About::left: return "how many elements has the last tile, and what do threads take for the others?";
    case About::operation: return "what comes out of this for each pair? Do two pairs get the same?";
    default: return words_of_report(about);
  }
}

std::optional<Question> question_for(const Exercise& exercise, const std::filesystem::path& submission,
                                     const Mark& mark, const Search& search) {
  const PartMark* const lost = mark.first_lost();
  if (lost == nullptr || lost->part == Part::compiles) return std::nullopt;
  const auto begin = Clock::now();
  std::string text = cudasim::translate::read_file(submission);
  if (text.size() > longest) return std::nullopt;
  const Structure structure(std::move(text));
  if (is_of_the_host(*lost)) return question_of_report(structure, mark);
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
  return question_of_report(structure, mark);
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
