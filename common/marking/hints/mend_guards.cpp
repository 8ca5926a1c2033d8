// Accesses that need a condition: the thread's own index below a size.
#include <algorithm>

#include "marking/hints/mend.hpp"

namespace tutorial::marking {
namespace {

using cudasim::translate::Edits;

/// What a guard may compare: an index and a size.
struct Bound {
  std::string index, size;

  std::string inside() const { return index + " < " + size; }
  std::string outside() const { return index + " >= " + size; }
};

/// Each pair once, those with the size that a parameter is first.
std::vector<Bound> bounds_at(const Function& function, std::size_t token) {
  std::vector<Bound> bounds;
  const std::vector<Variable> all = function.variables_at(token);
  for (const bool of_caller : {true, false})
    for (const Variable& index : all) {
      if (!index.of_thread || !index.is_integer()) continue;
      for (const Variable& size : all) {
        const bool is_size = size.is_integer() && !size.of_thread && size.name != index.name;
        const bool known = std::any_of(bounds.begin(), bounds.end(), [&](const Bound& bound) {
          return bound.index == index.name && bound.size == size.name;
        });
        if (is_size && !known && of_caller == (size.declared < function.close))
          bounds.push_back({index.name, size.name});
      }
    }
  return bounds;
}

/// One more condition for an `if` that is there: `||` where it leaves, else `&&`.
void longer_condition(Mends& mends, const Statement& branch, const Bound& bound) {
  const Structure& source = mends.structure();
  const bool leaves = source.is(branch.close + 1, "return") ||
                      (source.is(branch.close + 1, "{") && source.is(branch.close + 2, "return"));
  const std::string condition(source.words(branch.open + 1, branch.close));
  Edits edits;
  edits.replace(source.at(branch.open).end(), source.at(branch.close).offset,
                "(" + condition + ")" + (leaves ? " || " + bound.outside() : " && " + bound.inside()));
  mends.add(About::guard, 0.2, branch.begin, edits);
}

void guard(Mends& mends, const Function& function, const Statement& statement, const Bound& bound) {
  const Structure& source = mends.structure();
  Edits before;
  before.insert(source.at(statement.begin).offset, "if (" + bound.outside() + ") return; ");
  const bool in_block =
      !statement.parent || function.statements[*statement.parent].kind == Statement::Kind::block;
  if (in_block) mends.add(About::guard, 0.1, statement.begin, before);
  Edits around;
  around.insert(source.at(statement.begin).offset, "if (" + bound.inside() + ") ");
  mends.add(About::guard, 0, statement.begin, around);
  for (std::size_t i = statement.begin; i < statement.end; ++i) {
    if (!source.is(i, "=")) continue;
    Edits chosen;
    chosen.replace(source.at(i).offset, source.at(i).end(), "= " + bound.inside() + " ?");
    chosen.insert(source.at(statement.end - 1).offset, " : 0");
    mends.add(About::guard, 0.05, statement.begin, chosen);
    break;
  }
}

/// All statements that are named get the same condition.
void guard_all(Mends& mends, const Function& function) {
  const Structure& source = mends.structure();
  std::vector<const Statement*> named;
  for (const Statement& each : function.statements)
    if (each.kind == Statement::Kind::simple &&
        mends.symptoms().names(source.at(each.begin).line, source.at(each.end - 1).line))
      named.push_back(&each);
  if (named.size() < 2) return;
  for (const Bound& bound : bounds_at(function, named.front()->begin)) {
    Edits edits;
    for (const Statement* each : named)
      edits.insert(source.at(each->begin).offset, "if (" + bound.inside() + ") ");
    mends.add(About::guard, -0.1, named.front()->begin, edits);
  }
}

/// `a[i]` that is read becomes 0 beyond the bound.
void guard_read(Mends& mends, const Statement& statement, const Bound& bound) {
  const Structure& source = mends.structure();
  for (std::size_t i = statement.begin; i + 1 < statement.end; ++i) {
    if (!source.at(i).is_identifier() || !source.is(i + 1, "[")) continue;
    const std::size_t close = source.close_of(i + 1);
    if (source.is(close + 1, "=") || source.is(close + 1, "[") || close >= statement.end) continue;
    Edits edits;
    edits.insert(source.at(i).offset, "(" + bound.inside() + " ? ");
    edits.insert(source.at(close).end(), " : 0)");
    mends.add(About::guard, 0.12, i, edits);
  }
}

/// What all threads do, thread 0 does alone.
void thread_0_alone(Mends& mends, const Function& function, const Statement& statement) {
  const bool bare =
      statement.kind == Statement::Kind::block &&
      (!statement.parent || function.statements[*statement.parent].kind == Statement::Kind::block);
  if (!bare && statement.kind != Statement::Kind::simple) return;
  Edits edits;
  edits.insert(mends.structure().at(statement.begin).offset, "if (threadIdx.x == 0) ");
  mends.add(About::guard, 0.3, statement.begin, edits);
}

/// `if (row >= rows || col >= cols) return;`, for kernels with two indices and two sizes.
void guard_both(Mends& mends, const Statement& statement, const std::vector<Bound>& bounds) {
  for (const Bound& one : bounds)
    for (const Bound& other : bounds) {
      if (one.index >= other.index || one.size == other.size) continue;
      Edits edits;
      edits.insert(mends.structure().at(statement.begin).offset,
                   "if (" + one.outside() + " || " + other.outside() + ") return; ");
      mends.add(About::guard, 0.2, statement.begin, edits);
    }
}

}  // namespace

void mend_guards(Mends& mends) {
  const Symptoms& symptoms = mends.symptoms();
  if (!symptoms.has({"out-of-bounds", "race-global", "uninitialized-shared"})) return;
  for (const Function& function : mends.structure().functions()) {
    if (!function.on_device) continue;
    guard_all(mends, function);
    for (const Statement& statement : function.statements) {
      const auto bounds = bounds_at(function, statement.begin);
      if (statement.kind == Statement::Kind::branch)
        for (const Bound& bound : bounds) longer_condition(mends, statement, bound);
      const int begin = mends.structure().at(statement.begin).line;
      const int end = mends.structure().at(statement.end - 1).line;
      if (!symptoms.names(begin, end)) continue;
      if (symptoms.has({"race-global"})) thread_0_alone(mends, function, statement);
      if (statement.kind != Statement::Kind::simple) continue;
      for (const Bound& bound : bounds) {
        guard(mends, function, statement, bound);
        guard_read(mends, statement, bound);
      }
      if (bounds.size() >= 4) guard_both(mends, statement, bounds);
    }
  }
}

}  // namespace tutorial::marking
