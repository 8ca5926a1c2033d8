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

/// Questions that follow from the report alone.
const char* words_of_report(About about) {
  switch (about) {
    case About::device:
      return "what does the host compute here, and what should the threads of a kernel compute?";
    case About::neighbours:
      return "which address does lane 0 access here, and which lane 1? How far apart are they?";
    case About::words:
      return "which words do the first lanes of a warp access here, and in which banks are they?";
    case About::again:
      return "how many requests does a warp make here, with how many lanes and how many bytes per lane? Is "
             "any "
             "element loaded more than once?";
    case About::sectors:
      return "which bytes of each sector does a warp use here, and how often is the same sector requested?";
    case About::same_place:
      return "two threads write different values to the same address here. Should both of them write, and to "
             "the same address?";
    case About::filled: return "which elements does this line read, and which of them has no thread written?";
    case About::comes:
      return "no thread wrote the element that the report names. Which thread should write it, and does that "
             "thread reach this line?";
    case About::stored:
      return "which element does this line store, and from which values? Work it out by hand for the first "
             "wrong element.";
    case About::kept:
      return "which values go through shared memory here, and how often? Could a thread keep them in a "
             "register instead?";
    case About::waits: return "how many barriers does a block reach? Which of them are not needed?";
    default: return "";
  }
}

}  // namespace

const char* words_of(About about) {
  switch (about) {
    case About::barrier:
      return "two threads access the same address here. Which of them must be first, and what makes the "
             "other "
             "one wait?";
    case About::wider:
      return "which threads wait for each other here? And which threads use the values that were written?";
    case About::reach: return "which threads reach this barrier, and where are the others at that time?";
    case About::spare:
      return "which threads wait here, and for what? What would go wrong if they did not wait?";
    case About::guard:
      return "what is the largest index that a thread can have here? Is there an element with that index?";
    case About::leaves: return "which threads return here? Do they have work in the code that follows?";
    case About::otherwise:
      return "if this is false for a thread, which value is then in its slot, and which thread reads it?";
    case About::condition: return "for which threads is this false, and which threads then do their work?";
    case About::comparison:
      return "is this true or false for the first value, for the last, and for two values that are equal?";
    case About::both:
      return "must both of these be true, or is one of them enough? Try a thread for which only one is true.";
    case About::off_by_one:
      return "with sizes of 1 and 2, which elements does this line reach? Count them by hand.";
    case About::stands_for:
      return "what does each name and number here mean? Work it out by hand for sizes that are all "
             "different.";
    case About::turned:
      return "which position does lane 0 have here, and which lane 1? Work out both for a matrix that is not "
             "square.";
    case About::launch:
      return "how many blocks does this launch start, and how many threads does each block have?";
    case About::rounding:
      return "what is the result of this line for one element, and for one element more than a block has "
             "threads?";
    case About::empty: return "what does this function do if there are no elements?";
    case About::atomic:
      return "several threads may execute this line at the same time. Which value has each of them read when "
             "it writes?";
    case About::fence:
      return "another block must read the value that is written here. When can that block see it?";
    case About::bank: return "in which bank does each row of this array start?";
    case About::block_size:
      return "how many threads and blocks follow from this number, and how much work does each of them have?";
    case About::initial: return "what is the result if nothing changes this value any more?";
    case About::direction: return "from which memory does this line copy, and to which?";
    case About::order: return "what must happen before this line, and what only after it?";
    case About::copied:
      return "which values are in the source and the destination at this moment, and which line put them "
             "there?";
    case About::size_of: return "how many bytes is this for one element, and for two?";
    case About::cleared: return "which values are in this memory before the first thread writes to it?";
    case About::limit: return "for which size is this number too small, and what happens then?";
    case About::range:
      return "what is the largest value that can occur here, and can its type represent it exactly?";
    case About::walks:
      return "how many elements are there, and how many threads? Which thread processes the remaining "
             "elements?";
    case About::begins:
      return "which value does this start with, and which thread processes the values before it?";
    case About::once: return "how often is this line executed, and what does it undo each time?";
    case About::itself: return "for which thread is this its own element? What should that thread do?";
    case About::left:
      return "how many elements does the last tile have, and which values do threads read from its other "
             "slots?";
    case About::operation:
      return "what is the result of this operation for each pair of values? Do two pairs give the same "
             "result?";
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
    return "There is no question: no small change makes the answer right. Start with the report.\n";
  return fmt::format("Line {}: {}\n", question->line, question->text);
}

nlohmann::json to_json(const std::optional<Question>& question) {
  if (!question) return nullptr;
  return {{"about", name_of(question->about)}, {"line", question->line}, {"text", question->text}};
}

}  // namespace tutorial::marking
