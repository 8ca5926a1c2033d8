// Comparisons, bounds that are off by one, conditions that are too much, and what is there where they are false.
#include <algorithm>
#include <array>
#include <utility>

#include "marking/hints/mend.hpp"

namespace tutorial::marking {
namespace {

using cudasim::translate::Edits;
using cudasim::translate::TokenKind;

void replace(Edits& edits, const Structure& source, std::size_t begin, std::size_t end, std::string text) {
  edits.replace(source.at(begin).offset, source.at(end - 1).end(), std::move(text));
}

/// Whether a value ends there, so that a sign after it is a binary operator.
bool ends_value(const Structure& source, std::size_t i) {
  return source.at(i).is_identifier() || source.at(i).kind == TokenKind::number || source.is(i, ")") ||
         source.is(i, "]");
}

bool is_template(const Structure& source, std::size_t i) {
  const auto other = source.is(i, "<") ? cudasim::translate::closing_angle(source.tokens(), i)
                                       : cudasim::translate::opening_angle(source.tokens(), i);
  if (!other) return false;
  const std::size_t close = std::max(i, *other);
  return source.is(close + 1, "(") || source.is(close + 1, "{") || source.is(close + 1, "::") ||
         source.at(close + 1).is_identifier();
}

void comparison(Mends& mends, std::size_t i) {
  const Structure& source = mends.structure();
  constexpr std::array<std::pair<const char*, const char*>, 4> others = {
      {{"<", "<="}, {"<=", "<"}, {">", ">="}, {">=", ">"}}};
  for (const auto& [sign, other] : others) {
    if (!source.is(i, sign) || !ends_value(source, i - 1)) continue;
    if (source.at(i).text.size() == 1 &&
        (is_template(source, i) || source.is(i + 1, ">") || source.is(i - 1, ">")))
      continue;
    Edits edits;
    replace(edits, source, i, i + 1, other);
    mends.add(About::comparison, 0, i, edits);
  }
  for (const auto& [sign, other] : {std::pair("&&", "||"), std::pair("||", "&&")}) {
    if (!source.is(i, sign)) continue;
    Edits edits;
    replace(edits, source, i, i + 1, other);
    mends.add(About::both, 0.2, i, edits);
  }
}

/// `n - 1` becomes `n`, also everywhere that it is written so; `first + size <= n` becomes `first < n`.
void one_less(Mends& mends, const Function& function, std::size_t i) {
  const Structure& source = mends.structure();
  const bool sign = (source.is(i, "-") || source.is(i, "+")) && ends_value(source, i - 1);
  const bool one = source.is(i + 1, "1");
  const bool named = source.at(i + 1).is_identifier() && !source.is(i + 2, "(") && !source.is(i + 2, ".");
  if (!sign || (!one && !named) || source.is(i + 2, "*")) return;
  Edits edits, all;
  replace(edits, source, i, i + 2, "");
  mends.add(About::off_by_one, one ? 0.1 : 0.9, i, edits);
  if (source.is(i + 2, "<=")) {
    replace(edits, source, i + 2, i + 3, "<");
    mends.add(About::off_by_one, 0.4, i, edits);
  }
  int times = 0;
  for (std::size_t k = function.begin; k < function.end; ++k) {
    if (source.words(k, k + 3) != source.words(i - 1, i + 2)) continue;
    replace(all, source, k + 1, k + 3, "");
    ++times;
  }
  if (times > 1) mends.add(About::off_by_one, one ? 0.2 : 0.8, i, all);
}

/// `n / 32 * 32` becomes `n`.
void whole_multiples(Mends& mends, std::size_t i) {
  const Structure& source = mends.structure();
  if (!source.is(i, "/") || !source.is(i + 2, "*") || !source.is(i + 3, source.at(i + 1).text)) return;
  Edits edits;
  replace(edits, source, i, i + 4, "");
  mends.add(About::rounding, 0, i, edits);
}

/// `a && b` becomes `a`, or `b`.
void fewer_conditions(Mends& mends, const Statement& statement) {
  const Structure& source = mends.structure();
  std::size_t begin = statement.open + 1;
  for (std::size_t i = begin; i <= statement.close; ++i) {
    if (cudasim::translate::is_opening(source.at(i))) i = source.close_of(i);
    const bool ends = i == statement.close || source.is(i, ";");
    if (source.is(i, ";")) begin = i + 1;
    if (ends || !source.is(i, "&&")) continue;
    std::size_t end = i + 1;
    while (end < statement.close && !source.is(end, "&&") && !source.is(end, ";"))
      end = cudasim::translate::is_opening(source.at(end)) ? source.close_of(end) + 1 : end + 1;
    Edits left, right;
    replace(left, source, i, end, "");
    replace(right, source, begin, i + 1, "");
    mends.add(About::condition, 0.7, i, left);
    mends.add(About::condition, 0.7, i, right);
  }
}

/// All that is one too much in a condition, and all its comparisons, at once.
void whole_header(Mends& mends, const Statement& statement) {
  const Structure& source = mends.structure();
  Edits ones, signs;
  int times = 0, flips = 0;
  for (std::size_t i = statement.open + 1; i + 1 < statement.close; ++i) {
    if ((source.is(i, "-") || source.is(i, "+")) && ends_value(source, i - 1) && source.is(i + 1, "1")) {
      replace(ones, source, i, i + 2, "");
      ++times;
    }
    if (source.is(i, ">") || source.is(i, ">=")) {
      replace(signs, source, i, i + 1, source.is(i, ">") ? ">=" : ">");
      ++flips;
    }
  }
  if (times > 1) mends.add(About::off_by_one, 0.1, statement.begin, ones);
  if (flips > 1) mends.add(About::comparison, 0, statement.begin, signs);
}

/// Where the `=` of `place = value;` stands; none in a declaration.
std::size_t assignment(const Structure& source, const Statement& statement) {
  if (statement.kind != Statement::Kind::simple) return 0;
  const bool begins = source.is(statement.begin + 1, "[") || source.is(statement.begin + 1, "=");
  if (!begins) return 0;
  for (std::size_t i = statement.begin; i < statement.end; ++i) {
    if (cudasim::translate::is_opening(source.at(i))) i = source.close_of(i);
    if (source.is(i, "=")) return i;
  }
  return 0;
}

/// The statement that an `if` without `else` guards; null if that is a block of several.
const Statement* guarded(const Function& function, std::size_t index) {
  const Statement& branch = function.statements[index];
  std::size_t body = index + 1;
  if (branch.kind != Statement::Kind::branch || branch.has_else()) return nullptr;
  if (body < function.statements.size() && function.statements[body].kind == Statement::Kind::block) ++body;
  if (body >= function.statements.size()) return nullptr;
  const Statement& only = function.statements[body];
  return only.end == branch.end || only.end + 1 == branch.end ? &only : nullptr;
}

/// `if (c) place = value;` gets `else place = 0;`, one of them or all.
void otherwise(Mends& mends, const Function& function) {
  const Structure& source = mends.structure();
  Edits all;
  std::size_t first = 0;
  for (std::size_t i = 0; i < function.statements.size(); ++i) {
    const Statement* only = guarded(function, i);
    const std::size_t sign = only == nullptr ? 0 : assignment(source, *only);
    if (sign == 0) continue;
    const Statement& branch = function.statements[i];
    const std::string rest = " else " + std::string(source.words(only->begin, sign)) + " = 0;";
    Edits edits;
    for (Edits* each : {&edits, &all}) each->insert(source.at(branch.end - 1).end(), rest);
    mends.add(About::otherwise, 0, branch.begin, edits);
    if (first == 0) first = branch.begin;
  }
  if (first != 0) mends.add(About::otherwise, 0.1, first, all);
}

void without_condition(Mends& mends, const Function& function, std::size_t index) {
  const Structure& source = mends.structure();
  const Statement* only = guarded(function, index);
  if (only == nullptr || assignment(source, *only) == 0) return;
  const Statement& branch = function.statements[index];
  Edits edits;
  replace(edits, source, branch.begin, branch.close + 1, "");
  mends.add(About::condition, 0.6, branch.begin, edits);
}

}  // namespace

void mend_conditions(Mends& mends) {
  if (mends.symptoms().lost == Part::good) return;
  for (const Function& function : mends.structure().functions()) {
    for (std::size_t i = function.begin + 1; i < function.end; ++i) {
      comparison(mends, i);
      one_less(mends, function, i);
      whole_multiples(mends, i);
    }
    for (std::size_t i = 0; i < function.statements.size(); ++i) {
      if (function.statements[i].close != 0) {
        fewer_conditions(mends, function.statements[i]);
        whole_header(mends, function.statements[i]);
      }
      if (function.on_device) without_condition(mends, function, i);
    }
    if (function.on_device) otherwise(mends, function);
  }
}

}  // namespace tutorial::marking
