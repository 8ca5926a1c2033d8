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
    if (i == pair.first.declared || i == pair.second.declared) return;  // or after them all is another's
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

/// Rows become columns and columns rows, in all names of a statement, or of a header.
void turn_rows(Mends& mends, const Function& function, std::size_t begin, std::size_t end) {
  const Structure& source = mends.structure();
  Edits edits;
  int times = 0;
  for (std::size_t i = begin; i < end; ++i) {
    std::string name(source.at(i).text);
    const std::size_t row = name.find("row"), col = name.find("col");
    if (row != std::string::npos)
      name.replace(row, 3, "col");
    else if (col != std::string::npos)
      name.replace(col, 3, "row");
    else
      continue;
    for (const Variable& variable : function.variables_at(i))
      if (is_use(source, i, std::string(source.at(i).text)) && variable.name == name) {
        replace(edits, source, i, name);
        ++times;
      }
  }
  if (times > 2) mends.add(About::turned, 0.15, begin, edits);
}

/// threadIdx.x becomes threadIdx.y and that threadIdx.x, in all of a kernel.
void turn_threads(Mends& mends, const Function& function) {
  const Structure& source = mends.structure();
  Edits edits;
  std::size_t first = 0;
  for (std::size_t i = function.begin; i < function.end; ++i) {
    if (!source.is(i, "threadIdx") || (!source.is(i + 2, "x") && !source.is(i + 2, "y"))) continue;
    replace(edits, source, i + 2, source.is(i + 2, "x") ? "y" : "x");
    if (first == 0) first = i;
  }
  if (first != 0) mends.add(About::turned, 0.35, first, edits);
}

/// `a = x; b = y;` become `a = y; b = x;`.
void turn_values(Mends& mends, const Function& function) {
  const Structure& source = mends.structure();
  const auto sign_of = [&](const Statement& each) {
    std::size_t i = each.begin;
    while (i < each.end && !source.is(i, "=")) ++i;
    return each.kind == Statement::Kind::simple && i < each.end ? i : 0;
  };
  for (const Statement& one : function.statements)
    for (const Statement& other : function.statements) {
      const std::size_t first = sign_of(one), second = sign_of(other);
      if (other.begin != one.end || first == 0 || second == 0) continue;
      // What is alike is easily taken for the other.
      if (first + 2 >= one.end || one.end - first != other.end - second) continue;
      Edits edits;
      edits.replace(source.at(first + 1).offset, source.at(one.end - 2).end(),
                    std::string(source.words(second + 1, other.end - 1)));
      edits.replace(source.at(second + 1).offset, source.at(other.end - 2).end(),
                    std::string(source.words(first + 1, one.end - 1)));
      mends.add(About::turned, 0.2, one.begin, edits);
    }
}

/// An index is made of block and thread as indices are.
void whole_index(Mends& mends, const Function& function) {
  const Structure& source = mends.structure();
  for (const Variable& index : function.locals) {
    const std::size_t value = index.declared + 2;
    if (!index.of_thread || !source.is(index.declared + 1, "=")) continue;
    std::size_t end = value;
    while (end < function.end && !source.is(end, ";")) ++end;
    const std::string words(source.words(value, end));
    const bool turned = words.find("threadIdx.x *") != std::string::npos;
    const bool grid = words.find("gridDim.x") != std::string::npos;
    if (!grid && words != "blockIdx.x" && words != "threadIdx.x") continue;
    Edits edits;
    edits.replace(source.at(value).offset, source.at(end - 1).end(), "blockIdx.x * blockDim.x + threadIdx.x");
    mends.add(turned ? About::turned : About::stands_for, 0, index.declared, edits);
  }
}

/// A number that something is less than becomes a variable; and `* a`, wherever it is, `* b`.
void sizes(Mends& mends, const Function& function, const std::vector<std::pair<Variable, Variable>>& pairs) {
  const Structure& source = mends.structure();
  for (std::size_t i = function.begin; i < function.end; ++i) {
    if (!source.is(i - 1, "<") || source.at(i).kind != TokenKind::number) continue;
    for (const Variable& size : function.variables_at(i)) {
      if (!size.is_integer() || source.is(i - 2, size.name)) continue;
      Edits edits;
      replace(edits, source, i, size.name);
      mends.add(About::stands_for, 0.4, i, edits);
    }
  }
  for (const auto& [one, other] : pairs)
    for (const auto& [from, to] : {std::pair(one, other), std::pair(other, one)}) {
      Edits edits;
      std::size_t first = 0;
      for (std::size_t i = function.begin; i < function.end; ++i) {
        if (!source.is(i - 1, "*") || !is_use(source, i, from.name) || to.declared > i) continue;
        replace(edits, source, i, to.name);
        if (first == 0) first = i;
      }
      if (first != 0 && !from.of_thread) mends.add(About::stands_for, 0.45, first, edits);
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
    for (const Statement& statement : function.statements) {
      const bool simple = statement.kind == Statement::Kind::simple;
      if (simple || statement.kind == Statement::Kind::branch)
        turn_rows(mends, function, simple ? statement.begin : statement.open,
                  simple ? statement.end : statement.close);
    }
    turn_threads(mends, function);
    whole_index(mends, function);
    if (mends.symptoms().lost != Part::good) {
      turn_values(mends, function);
      sizes(mends, function, pairs_of(function));
    }
    turn_subscripts(mends, function);
    built_in(mends, function);
  }
}

}  // namespace tutorial::marking
