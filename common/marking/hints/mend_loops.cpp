// Loops: where they begin, what they walk over, what they do once too often, and what a thread must not meet in them.
#include <algorithm>

#include "marking/hints/mend.hpp"

namespace tutorial::marking {
namespace {

using cudasim::translate::Edits;
using cudasim::translate::TokenKind;

/// The variable that `for (int i = …` declares; none in other statements.
const Variable* counter_of(const Function& function, const Statement& loop) {
  for (const Variable& local : function.locals)
    if (loop.kind == Statement::Kind::loop && local.declared > loop.open && local.declared < loop.close)
      return &local;
  return nullptr;
}

/// The `;` after the header's first part; that of `if (int i = …; i < n)` too.
std::size_t first_semicolon(const Structure& source, const Statement& statement) {
  for (std::size_t i = statement.open + 1; i < statement.close; ++i) {
    if (cudasim::translate::is_opening(source.at(i))) i = source.close_of(i);
    if (source.is(i, ";")) return i;
  }
  return 0;
}

/// `for (int i = first; …` begins with 0; `size / 4` is twice as much.
void begins(Mends& mends, const Function& function, const Statement& loop) {
  const Structure& source = mends.structure();
  const Variable* counter = counter_of(function, loop);
  const std::size_t semicolon = first_semicolon(source, loop);
  if (counter == nullptr || semicolon == 0) return;
  const std::size_t value = counter->declared + 2;
  if (value < semicolon && !source.is(value, "0")) {
    Edits zero;
    zero.replace(source.at(value).offset, source.at(semicolon - 1).end(), "0");
    mends.add(About::begins, 0.1, loop.begin, zero);
  }
  for (std::size_t i = value; i < semicolon; ++i) {
    if (!source.is(i, "/") || !source.is(i + 1, "4")) continue;
    Edits half;
    half.replace(source.at(i + 1).offset, source.at(i + 1).end(), "2");
    mends.add(About::begins, 0, loop.begin, half);
  }
}

/// `if (int i = thread; i < n)` becomes a loop over all that the block, or the grid, has left.
void walks(Mends& mends, const Statement& branch) {
  const Structure& source = mends.structure();
  const std::size_t semicolon = first_semicolon(source, branch);
  if (branch.kind != Statement::Kind::branch || semicolon == 0) return;
  std::size_t name = branch.open + 1;
  while (name < semicolon && !source.is(name + 1, "=")) ++name;
  std::size_t condition_end = semicolon + 1;
  while (condition_end < branch.close && !source.is(condition_end, "&&")) ++condition_end;
  const std::size_t type = source.is(branch.open + 1, "const") ? branch.open + 2 : branch.open + 1;
  for (const char* step : {"blockDim.x", "blockDim.x * gridDim.x"}) {
    Edits edits;
    edits.replace(source.at(branch.begin).offset, source.at(branch.close).end(),
                  "for (" + std::string(source.words(type, semicolon)) + "; " +
                      std::string(source.words(semicolon + 1, condition_end)) + "; " +
                      std::string(source.at(name).text) + " += " + step + ")");
    mends.add(About::walks, 0, branch.begin, edits);
  }
}

/// In loops over the same name, `[0]` becomes `[q]`; and in one, `[a]` becomes `[a + q]` where q is nowhere else.
void subscripts(Mends& mends, const Function& function, const Statement& loop) {
  const Structure& source = mends.structure();
  const Variable* counter = counter_of(function, loop);
  if (counter == nullptr) return;
  Edits all;
  std::size_t first = 0;
  for (const Statement& other : function.statements) {
    const Variable* same = counter_of(function, other);
    if (same == nullptr || same->name != counter->name) continue;
    for (std::size_t i = other.close; i < other.end; ++i) {
      if (!source.is(i, "[") || !source.is(i + 1, "0") || !source.is(i + 2, "]")) continue;
      all.replace(source.at(i + 1).offset, source.at(i + 1).end(), counter->name);
      if (first == 0) first = i;
    }
  }
  if (first != 0) mends.add(About::stands_for, 0, first, all);
  for (std::size_t i = loop.close; i < loop.end; ++i) {
    if (!source.is(i, "[")) continue;
    const std::size_t close = source.close_of(i);
    bool used = false;
    for (std::size_t k = i; k < close; ++k) used = used || source.is(k, counter->name);
    if (used) continue;
    Edits more;
    more.insert(source.at(close).offset, " + " + counter->name);
    mends.add(About::stands_for, 0.6, i, more);
  }
}

/// A statement that sets a variable to a number, in a loop, goes.
void once(Mends& mends, const Function& function, const Statement& loop) {
  const Structure& source = mends.structure();
  for (const Statement& each : function.statements) {
    const bool inside = each.begin > loop.close && each.end <= loop.end;
    const bool sets = source.is(each.begin + 1, "=") && source.at(each.begin + 2).kind == TokenKind::number &&
                      source.is(each.begin + 3, ";");
    if (!inside || !sets || each.kind != Statement::Kind::simple) continue;
    Edits gone;
    gone.replace(source.at(each.begin).offset, source.at(each.end - 1).end(), "");
    mends.add(About::once, 0, each.begin, gone);
  }
}

/// A condition in a loop of a thread's own element: `&& other != own`, as one more or for the second of two.
void itself(Mends& mends, const Function& function, const Statement& loop) {
  const Structure& source = mends.structure();
  const Variable* counter = counter_of(function, loop);
  if (counter == nullptr || counter->of_thread) return;
  for (const Statement& branch : function.statements) {
    const bool inside = branch.begin > loop.close && branch.end <= loop.end;
    if (branch.kind != Statement::Kind::branch || !inside) continue;
    std::size_t both = branch.open + 1;
    while (both < branch.close && !source.is(both, "&&")) ++both;
    for (const Variable& own : function.variables_at(branch.begin)) {
      if (!own.of_thread || !own.is_integer()) continue;
      Edits more, other;
      const std::string differs = " && " + counter->name + " != " + own.name;
      more.insert(source.at(branch.close).offset, differs);
      mends.add(About::itself, 0, branch.begin, more);
      if (both == branch.close) continue;
      other.replace(source.at(both).offset, source.at(branch.close).offset, differs);
      mends.add(About::itself, 0.1, branch.begin, other);
    }
  }
}

/// A bound that is the tile's, where only so much is left: `size` becomes `min(size, n - first)`.
void what_is_left(Mends& mends, const Function& function, const Statement& loop) {
  const Structure& source = mends.structure();
  const Variable* counter = counter_of(function, loop);
  if (counter == nullptr) return;
  for (const Statement& each : function.statements) {
    if (each.begin <= loop.close || each.end > loop.end) continue;
    const bool inner = each.kind == Statement::Kind::loop;
    const bool declares = each.kind == Statement::Kind::simple && source.is(each.end - 3, "=");
    if (!inner && !declares) continue;
    std::size_t bound = each.end - 2;
    if (inner) {
      bound = first_semicolon(source, each);
      while (bound != 0 && bound < each.close && !source.is(bound - 1, "<")) ++bound;
    }
    if (!source.at(bound).is_identifier()) continue;
    for (const Variable& size : function.parameters) {
      if (!size.is_integer()) continue;
      const std::string left = size.name + " - " + counter->name, all(source.at(bound).text);
      Edits edits;
      edits.replace(source.at(bound).offset, source.at(bound).end(),
                    "(" + left + " < " + all + " ? " + left + " : " + all + ")");
      mends.add(About::left, 0, each.begin, edits);
    }
  }
}

}  // namespace

void mend_loops(Mends& mends) {
  if (mends.symptoms().lost == Part::good) return;
  for (const Function& function : mends.structure().functions()) {
    if (!function.on_device) continue;
    for (const Statement& statement : function.statements) {
      walks(mends, statement);
      if (statement.kind != Statement::Kind::loop) continue;
      begins(mends, function, statement);
      subscripts(mends, function, statement);
      once(mends, function, statement);
      itself(mends, function, statement);
      what_is_left(mends, function, statement);
    }
  }
}

}  // namespace tutorial::marking
