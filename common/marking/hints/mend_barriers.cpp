// Barriers that are missing, too narrow, not reached by all, or spare; and threads that leave before one.
#include <algorithm>

#include "marking/hints/mend.hpp"

namespace tutorial::marking {
namespace {

using cudasim::translate::Edits;

bool is_barrier(const Structure& source, const Statement& statement) {
  return statement.kind == Statement::Kind::simple && source.is(statement.begin, "__syncthreads");
}

bool is_control(const Statement& statement) {
  return statement.kind == Statement::Kind::branch || statement.kind == Statement::Kind::loop;
}

/// Whether another statement can follow it.
bool stands_in_block(const Function& function, const Statement& statement) {
  return !statement.parent || function.statements[*statement.parent].kind == Statement::Kind::block;
}

/// The `if` or loop whose block contains it; none if no such block does.
const Statement* control_around(const Function& function, const Statement& statement) {
  if (!statement.parent) return nullptr;
  const Statement& block = function.statements[*statement.parent];
  if (block.kind != Statement::Kind::block || !block.parent) return nullptr;
  const Statement& around = function.statements[*block.parent];
  return is_control(around) ? &around : nullptr;
}

std::string header(const Structure& source, const Statement& control) {
  return std::string(source.words(control.begin, control.close + 1));
}

/// One directly after the loop around the token is enough once it is in the loop.
bool drop_barrier_behind(const Structure& source, const Function& function, std::size_t token, Edits& edits) {
  for (const Statement& loop : function.statements) {
    if (loop.kind != Statement::Kind::loop || token < loop.begin || token >= loop.end) continue;
    for (const Statement& next : function.statements) {
      if (next.begin != loop.end || !is_barrier(source, next)) continue;
      edits.replace(source.at(next.begin).offset, source.at(next.end - 1).end(), "");
      return true;
    }
  }
  return false;
}

/// All that a loop without braces does.
bool is_body_of_loop(const Function& function, const Statement& statement) {
  return statement.parent && function.statements[*statement.parent].kind == Statement::Kind::loop;
}

/// Before or after each statement that holds an access of the race.
void missing(Mends& mends, const Function& function, const Statement& statement) {
  const Structure& source = mends.structure();
  if (is_barrier(source, statement)) return;
  if (!mends.symptoms().names(source.at(statement.begin).line, source.at(statement.end - 1).line)) return;
  if (is_body_of_loop(function, statement) && statement.kind != Statement::Kind::block) {
    Edits braced;
    braced.insert(source.at(statement.begin).offset, "{ ");
    braced.insert(source.at(statement.end - 1).end(), " __syncthreads(); }");
    mends.add(About::barrier, 0, statement.begin, braced);
  }
  if (!stands_in_block(function, statement)) return;
  const std::size_t last = statement.end - 1;
  Edits before, after;
  before.insert(source.at(statement.begin).offset, "__syncthreads(); ");
  after.insert(source.at(last).end(), " __syncthreads();");
  if (!source.is(statement.begin, "return")) mends.add(About::barrier, 0, last, after);
  mends.add(About::barrier, 0, statement.begin, before);
  Edits moved = after;
  if (drop_barrier_behind(source, function, last, moved)) mends.add(About::barrier, 0.05, last, moved);
  const Statement* loop = control_around(function, statement);
  if (loop == nullptr || loop->kind != Statement::Kind::loop || source.is(last + 1, "}")) return;
  Edits between;
  between.insert(source.at(last).end(), " } __syncthreads(); " + header(source, *loop) + " {");
  mends.add(About::barrier, 0.5, last, between);
}

/// Behind all statements at once that hold an access of the race.
void missing_behind_all(Mends& mends, const Function& function) {
  const Structure& source = mends.structure();
  Edits all;
  std::size_t first = 0;
  int times = 0;
  for (const Statement& statement : function.statements) {
    if (statement.kind == Statement::Kind::block || statement.kind == Statement::Kind::loop) continue;
    const bool body = is_body_of_loop(function, statement);
    if ((!body && !stands_in_block(function, statement)) || is_barrier(source, statement)) continue;
    if (!mends.symptoms().names(source.at(statement.begin).line, source.at(statement.end - 1).line)) continue;
    const bool returns = source.is(statement.begin, "return");
    if (body && !returns) all.insert(source.at(statement.begin).offset, "{ ");
    if (returns) {
      const std::string value(source.words(statement.begin + 1, statement.end - 1));
      all.replace(source.at(statement.begin).offset, source.at(statement.end - 1).end(),
                  "{ const auto result = " + value + "; __syncthreads(); return result; }");
    } else {
      all.insert(source.at(statement.end - 1).end(), body ? " __syncthreads(); }" : " __syncthreads();");
    }
    drop_barrier_behind(source, function, statement.begin, all);
    if (first == 0) first = statement.begin;
    ++times;
  }
  if (first != 0) mends.add(About::barrier, times > 1 ? 0.4 : 0.1, first, all);
}

void too_narrow(Mends& mends) {
  const Structure& source = mends.structure();
  Edits all;
  std::size_t first = 0;
  for (std::size_t i = 0; i < source.tokens().size(); ++i) {
    const bool narrow =
        source.is(i, "__syncwarp") || source.is(i, "__threadfence_block") || source.is(i, "__threadfence");
    if (!narrow || !source.is(i + 1, "(")) continue;
    Edits one;
    for (Edits* edits : {&one, &all})
      edits->replace(source.at(i).offset, source.at(source.close_of(i + 1)).end(), "__syncthreads()");
    mends.add(About::wider, -0.5, i, one);
    for (const Function& function : source.functions()) {
      Edits moved = one;
      if (drop_barrier_behind(source, function, i, moved)) mends.add(About::wider, -0.45, i, moved);
    }
    if (first == 0) first = i;
  }
  if (first != 0) mends.add(About::wider, -0.4, first, all);
}

/// `if (c) { A; barrier; B }` becomes `if (c) { A } barrier; if (c) { B }`; a barrier in its `else` goes.
void out_of_the_branch(Mends& mends, const Function& function, const Statement& barrier) {
  const Structure& source = mends.structure();
  const Statement* around = control_around(function, barrier);
  if (around == nullptr) return;
  Edits edits;
  if (around->has_else()) {
    for (const Statement& other : function.statements)
      if (is_barrier(source, other) && other.begin > around->body_end && other.end < around->end)
        edits.replace(source.at(other.begin).offset, source.at(other.end - 1).end(), "");
    edits.replace(source.at(barrier.begin).offset, source.at(barrier.end - 1).end(), "");
    edits.insert(source.at(around->end - 1).end(), " __syncthreads();");
  } else {
    edits.replace(source.at(barrier.begin).offset, source.at(barrier.end - 1).end(),
                  "} __syncthreads(); " + header(source, *around) + " {");
  }
  const bool in_loop = around->kind == Statement::Kind::loop;
  mends.add(in_loop ? About::spare : About::reach, in_loop ? 0 : -0.5, barrier.begin, edits);
}

/// All barriers in a branch, at once.
void all_out_of_branches(Mends& mends, const Function& function) {
  const Structure& source = mends.structure();
  Edits all;
  std::size_t first = 0;
  for (const Statement& barrier : function.statements) {
    const Statement* around = is_barrier(source, barrier) ? control_around(function, barrier) : nullptr;
    if (around == nullptr || around->kind != Statement::Kind::branch) continue;
    const bool is_first_half = barrier.end < around->body_end;
    all.replace(source.at(barrier.begin).offset, source.at(barrier.end - 1).end(), "");
    if (is_first_half) all.insert(source.at(around->end - 1).end(), " __syncthreads();");
    if (first == 0) first = barrier.begin;
  }
  if (first != 0) mends.add(About::reach, -0.3, first, all);
}

/// The `return` or `break` that is all an `if` does; none if it does more.
const Statement* leaving(const Structure& source, const Function& function, std::size_t index) {
  const Statement& branch = function.statements[index];
  if (branch.kind != Statement::Kind::branch || branch.has_else()) return nullptr;
  std::size_t body = index + 1;
  if (body < function.statements.size() && function.statements[body].kind == Statement::Kind::block) ++body;
  if (body >= function.statements.size()) return nullptr;
  const Statement& only = function.statements[body];
  const bool ends = only.end == branch.end || only.end + 1 == branch.end;
  const bool leaves = source.is(only.begin, "return") || source.is(only.begin, "break");
  return leaves && ends && source.is(only.begin + 1, ";") ? &only : nullptr;
}

void stays(Mends& mends, const Function& function, std::size_t index) {
  const Structure& source = mends.structure();
  const Statement& branch = function.statements[index];
  const std::size_t begin = source.at(branch.begin).offset, end = source.at(branch.end - 1).end();
  Edits gone;
  gone.replace(begin, end, "");
  mends.add(About::leaves, 0, branch.begin, gone);
  std::size_t last = 0;  // barrier that all must reach
  for (const Statement& each : function.statements)
    if (is_barrier(source, each) && !each.parent && each.begin > branch.end) last = each.end - 1;
  if (last != 0 && !branch.parent) {
    Edits later = gone;
    later.insert(source.at(last).end(), " " + std::string(source.words(branch.begin, branch.end)));
    mends.add(About::leaves, 0.15, branch.begin, later);
  }
  const auto next = std::find_if(function.statements.begin(), function.statements.end(),
                                 [&](const Statement& each) { return each.begin == branch.end; });
  if (next == function.statements.end()) return;
  const std::string stayed = "!(" + std::string(source.words(branch.open + 1, branch.close)) + ")";
  Edits only_next;
  only_next.replace(begin, end, "if (" + stayed + ")");
  mends.add(About::leaves, 0.1, branch.begin, only_next);
  for (std::size_t i = next->begin; next->kind == Statement::Kind::simple && i < next->end; ++i) {
    if (!source.is(i, "=")) continue;
    Edits chosen = gone;
    chosen.replace(source.at(i).offset, source.at(i).end(), "= " + stayed + " ?");
    chosen.insert(source.at(next->end - 1).offset, " : 0");
    mends.add(About::leaves, 0.2, branch.begin, chosen);
    break;
  }
}

}  // namespace

void mend_barriers(Mends& mends) {
  const Symptoms& symptoms = mends.symptoms();
  const bool races = symptoms.has({"race-shared", "race-warp", "reuse-without-barrier", "race-global"});
  const bool diverges = symptoms.has({"early-exit-barrier", "divergent-barrier"}) || symptoms.says("barrier");
  if (races) too_narrow(mends);
  for (const Function& function : mends.structure().functions()) {
    if (!function.on_device) continue;
    if (races) missing_behind_all(mends, function);
    if (diverges) all_out_of_branches(mends, function);
    for (const Statement& statement : function.statements) {
      if (races) missing(mends, function, statement);
      if (!diverges || !is_barrier(mends.structure(), statement)) continue;
      out_of_the_branch(mends, function, statement);
      if (symptoms.lost != Part::good) continue;
      Edits gone;
      gone.replace(mends.structure().at(statement.begin).offset,
                   mends.structure().at(statement.end - 1).end(), "");
      mends.add(About::spare, 0, statement.begin, gone);
    }
  }
}

void mend_branches(Mends& mends) {
  if (mends.symptoms().lost == Part::good) return;
  for (const Function& function : mends.structure().functions())
    for (std::size_t i = 0; function.on_device && i < function.statements.size(); ++i)
      if (leaving(mends.structure(), function, i) != nullptr) stays(mends, function, i);
}

}  // namespace tutorial::marking
