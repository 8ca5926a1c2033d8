#include "marking/hints/report_question.hpp"

#include <algorithm>

namespace tutorial::marking {
namespace {

Question ask(About about, int line) { return {about, line, words_of(about), false}; }

bool launches(const Structure& source, const Function& function) {
  for (std::size_t i = function.begin; i < function.end; ++i)
    if (source.is(i, "<<<")) return true;
  return false;
}

/// Where the host works on data: a loop of its own, best of a function that launches, where a kernel's work belongs; or what it copies.
int line_of_the_host(const Structure& source) {
  int loop = 0, copy = 0;
  for (const Function& function : source.functions()) {
    if (function.on_device) continue;
    for (const Statement& statement : function.statements) {
      const int line = source.at(statement.begin).line;
      if (statement.kind == Statement::Kind::loop && launches(source, function)) return line;
      if (statement.kind == Statement::Kind::loop && loop == 0) loop = line;
      if (source.at(statement.begin).text.starts_with("cudaMemcpy")) copy = line;
    }
  }
  return loop > 0 ? loop : copy;
}

std::optional<About> about_of(const std::string& counter) {
  if (counter == "sectors_per_request") return About::neighbours;
  if (counter == "sectors") return About::sectors;
  if (counter == "conflict_degree") return About::words;
  if (counter == "requests" || counter == "accesses" || counter == "bytes") return About::again;
  if (counter == "wavefronts") return About::kept;
  if (counter == "barriers") return About::waits;
  if (counter == "threads" || counter == "blocks" || counter == "launches") return About::launch;
  if (counter == "least threads" || counter == "least blocks") return About::launch;
  return std::nullopt;
}

/// Of the first such word; 0 if there is none.
int line_of_word(const Structure& source, const char* word) {
  for (const auto& token : source.tokens())
    if (token.is(word)) return token.line;
  return 0;
}

/// About the first limit of the contract that has a question and a line.
std::optional<Question> question_of_contract(const Structure& source, const PartMark& lost) {
  for (const Finding& finding : lost.findings) {
    const auto about = about_of(finding.counter);
    if (!about) continue;
    int line = finding.line;
    if (about == About::launch) line = line_of_word(source, "<<<");
    if (about == About::waits && line == 0) line = line_of_word(source, "__syncthreads");
    if (line > 0) return ask(*about, line);
  }
  return std::nullopt;
}

std::optional<About> about_of_hazard(const std::string& text) {
  const std::string kind = text.substr(0, text.find_first_of(" :"));
  if (kind == "race-shared" || kind == "race-warp" || kind == "race-global")
    return text.find(" writes another value ") != std::string::npos ? About::same_place : About::barrier;
  if (kind == "reuse-without-barrier") return About::barrier;
  if (kind == "out-of-bounds") return About::guard;
  if (kind == "uninitialized-shared" || kind == "uninitialized-global") return About::filled;
  if (kind == "early-exit-barrier" || kind == "divergent-barrier") return About::reach;
  return std::nullopt;
}

std::optional<Question> question_of_hazards(const PartMark& safe) {
  for (const Finding& finding : safe.findings)
    if (const auto about = about_of_hazard(finding.text); about && finding.line > 0)
      return ask(*about, finding.line);
  return std::nullopt;
}

/// Whether the statement gives an element of an array a value; of this array, if it is named.
bool stores(const Structure& source, const Statement& statement, const std::string& array) {
  bool named = array.empty(), element = false;
  for (std::size_t i = statement.begin; i < statement.end; ++i) {
    if (source.is(i, "=")) return named && element;
    if (!array.empty() && source.is(i, array)) named = true;
    if (source.is(i, "[") || source.is(i, "*")) element = true;
  }
  return false;
}

struct Store {
  const Function* function;
  const Statement* statement;
};

/// Of the kernels, and of the host where no array is named.
std::vector<Store> stores_of(const Structure& source, const std::string& array) {
  std::vector<Store> all;
  for (const Function& function : source.functions())
    for (const Statement& statement : function.statements)
      if (statement.kind == Statement::Kind::simple && (function.on_device || array.empty()) &&
          stores(source, statement, array))
        all.push_back({&function, &statement});
  return all;
}

/// Whether the value comes from the input without detours: no other array, and no loop but those around the statement.
bool is_straight(const Structure& source, const Store& store) {
  if (line_of_word(source, "__shared__") > 0 || stores_of(source, "").size() > 1) return false;
  const auto& statements = store.function->statements;
  return std::all_of(statements.begin(), statements.end(), [&](const Statement& each) {
    return each.kind != Statement::Kind::loop ||
           (each.begin <= store.statement->begin && store.statement->end <= each.end);
  });
}

/// What the report says of the first wrong element: "out[3] is 5, not 7", "out[3] was never written".
std::optional<Question> question_of_element(const Structure& source, const PartMark& right) {
  if (right.findings.empty()) return std::nullopt;
  const std::string& text = right.findings.front().text;
  const std::size_t bracket = text.find('[');
  if (bracket == std::string::npos) return std::nullopt;
  const std::vector<Store> stores = stores_of(source, text.substr(0, bracket));
  if (stores.size() != 1) return std::nullopt;
  const int line = source.at(stores.front().statement->begin).line;
  const std::size_t behind = text.find(']', bracket);
  if (behind == std::string::npos) return std::nullopt;
  const std::string says = text.substr(behind);
  if (says.starts_with("] was never written ")) return ask(About::comes, line);
  if (says.starts_with("] is ") && is_straight(source, stores.front())) return ask(About::stored, line);
  return std::nullopt;
}

}  // namespace

bool is_of_the_host(const PartMark& lost) {
  return std::any_of(lost.findings.begin(), lost.findings.end(), [](const Finding& finding) {
    return finding.text.starts_with("all cases are right, but");
  });
}

std::optional<Question> question_of_report(const Structure& source, const Mark& mark) {
  const PartMark* const lost = mark.first_lost();
  if (lost == nullptr) return std::nullopt;
  if (is_of_the_host(*lost)) {
    if (const int line = line_of_the_host(source); line > 0) return ask(About::device, line);
    return std::nullopt;
  }
  if (lost->part == Part::good) return question_of_contract(source, *lost);
  if (lost->part == Part::compiles) return std::nullopt;
  for (const PartMark& part : mark.parts)
    if (part.part == Part::safe)
      if (const auto question = question_of_hazards(part)) return question;
  return lost->part == Part::right ? question_of_element(source, *lost) : std::nullopt;
}

}  // namespace tutorial::marking
