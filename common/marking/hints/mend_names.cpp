// A name in the place of another, and two that have changed places.
#include <utility>

#include "marking/hints/mend.hpp"

namespace tutorial::marking {
namespace {

using cudasim::translate::Edits;
using cudasim::translate::TokenKind;

void replace(Edits& edits, const Structure& source, std::size_t i, const std::string& text) {
  edits.replace(source.at(i).offset, source.at(i).end(), text);
}

/// A use of a variable, not of a member that is named like it.
bool is_use(const Structure& source, std::size_t i, const std::string& name) {
  return source.is(i, name) && !source.is(i - 1, ".") && !source.is(i - 1, "->") && !source.is(i - 1, "::");
}

bool are_alike(const Variable& one, const Variable& other) {
  return one.name != other.name && one.type == other.type && one.is_integer() &&
         one.of_thread == other.of_thread;
}

/// Names that may be mixed up: sizes with sizes, indices of threads with each other.
std::vector<std::pair<Variable, Variable>> pairs_of(const Function& function) {
  const std::vector<Variable> all = function.variables_at(function.end);
  std::vector<std::pair<Variable, Variable>> pairs;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t k = i + 1; k < all.size(); ++k)
      if (are_alike(all[i], all[k])) pairs.emplace_back(all[i], all[k]);
  return pairs;
}

/// In [begin, end) each of the two names becomes the other.
void turn(Mends& mends, double rank, std::size_t begin, std::size_t end,
          const std::pair<Variable, Variable>& pair) {
  const Structure& source = mends.structure();
  Edits edits;
  bool first = false, second = false;
  for (std::size_t i = begin; i < end; ++i) {
    if (i == pair.first.declared || i == pair.second.declared) return;  // or behind them all is another's
    if (is_use(source, i, pair.first.name)) {
      replace(edits, source, i, pair.second.name);
      first = true;
    } else if (is_use(source, i, pair.second.name)) {
      replace(edits, source, i, pair.first.name);
      second = true;
    }
  }
  if (first && second) mends.add(About::turned, rank, begin, edits);
}

void one_for_another(Mends& mends, const Function& function, const std::pair<Variable, Variable>& pair) {
  const Structure& source = mends.structure();
  for (std::size_t i = function.begin; i < function.end; ++i) {
    const bool first = is_use(source, i, pair.first.name);
    if (!first && !is_use(source, i, pair.second.name)) continue;
    const Variable& other = first ? pair.second : pair.first;
    if (other.declared >= i || i == pair.first.declared || i == pair.second.declared) continue;
    Edits edits;
    replace(edits, source, i, other.name);
    mends.add(About::stands_for, 0.5, i, edits);
  }
}

/// `[x][y]` becomes `[y][x]`.
void turn_subscripts(Mends& mends, const Function& function) {
  const Structure& source = mends.structure();
  for (std::size_t array = function.begin; array < function.end; ++array) {
    if (!source.is(array + 1, "[") || !source.at(array).is_identifier()) continue;
    Edits one, all;
    int times = 0;
    for (std::size_t i = function.begin; i < function.end; ++i) {
      if (!source.is(i, source.at(array).text) || !source.is(i + 1, "[")) continue;
      const std::size_t first = source.close_of(i + 1);
      if (!source.is(first + 1, "[") || source.is(i - 1, "float") || source.is(i - 1, "float4")) continue;
      const std::size_t second = source.close_of(first + 1);
      for (Edits* edits : {&one, &all}) {
        if (edits == &one && i != array) continue;
        edits->replace(source.at(i + 1).end(), source.at(first).offset,
                       std::string(source.words(first + 2, second)));
        edits->replace(source.at(first + 1).end(), source.at(second).offset,
                       std::string(source.words(i + 2, first)));
      }
      ++times;
    }
    if (!one.empty()) mends.add(About::turned, 0.2, array, one);
    if (times > 1) mends.add(About::turned, 0.4, array, all);
  }
}

/// Sizes of the block and the grid, and numbers in their place.
void built_in(Mends& mends, const Function& function) {
  const Structure& source = mends.structure();
  const auto put = [&](std::size_t i, const std::string& text, double rank) {
    Edits edits;
    replace(edits, source, i, text);
    mends.add(About::stands_for, rank, i, edits);
  };
  for (std::size_t i = function.begin; i < function.end; ++i) {
    if (source.is(i, "gridDim")) put(i, "blockDim", 0.3);
    if (source.is(i, "blockDim")) put(i, "gridDim", 0.6);
    const bool number = source.at(i).kind == TokenKind::number && source.at(i).text.size() > 1;
    if (number && (source.is(i - 1, "*") || source.is(i - 1, "=") || source.is(i - 1, "<")))
      put(i, "blockDim.x", 0.3);
    if (source.is(i, "blockIdx") && source.is(i + 1, ".") && !source.is(i + 3, "*"))
      put(i + 2, std::string(source.at(i + 2).text) + " * blockDim." + std::string(source.at(i + 2).text),
          0.5);
  }
}

}  // namespace

void mend_names(Mends& mends) {
  for (const Function& function : mends.structure().functions()) {
    for (const auto& pair : pairs_of(function)) {
      for (const Statement& statement : function.statements) {
        if (statement.kind == Statement::Kind::simple) turn(mends, 0.3, statement.begin, statement.end, pair);
        if (statement.kind != Statement::Kind::branch) continue;
        turn(mends, 0.3, statement.open, statement.close, pair);
        turn(mends, 0.5, statement.begin, statement.end, pair);
      }
      if (mends.symptoms().lost != Part::good) one_for_another(mends, function, pair);
    }
    if (!function.on_device) continue;
    turn_subscripts(mends, function);
    built_in(mends, function);
  }
}

}  // namespace tutorial::marking
