// Banks, atomics, fences, and what a result begins with.
#include "marking/hints/mend.hpp"

namespace tutorial::marking {
namespace {

using cudasim::translate::Edits;

/// `size + 2` as `size`.
std::string without_padding(const Structure& source, std::size_t begin, std::size_t end) {
  const bool padded = end - begin > 2 && source.is(end - 2, "+") &&
                      source.at(end - 1).kind == cudasim::translate::TokenKind::number;
  return std::string(source.words(begin, padded ? end - 2 : end));
}

/// `tile[a][b]` is declared as `tile[a][b + 1]`, one array or all.
void banks(Mends& mends) {
  const Structure& source = mends.structure();
  Edits all;
  std::size_t first_array = 0;
  for (std::size_t i = 0; i < source.tokens().size(); ++i) {
    if (!source.is(i, "__shared__")) continue;
    std::size_t open = i;
    while (open < source.tokens().size() && !source.is(open, "[") && !source.is(open, ";")) ++open;
    if (!source.is(open, "[")) continue;
    const std::size_t close = source.close_of(open);
    if (!source.is(close + 1, "[")) continue;
    const std::size_t last = source.close_of(close + 1);
    Edits one;
    for (Edits* edits : {&one, &all}) {
      edits->replace(source.at(open).end(), source.at(close).offset,
                     without_padding(source, open + 1, close));
      edits->replace(source.at(close + 1).end(), source.at(last).offset,
                     without_padding(source, close + 2, last) + " + 1");
    }
    mends.add(About::bank, -2, i, one);
    if (first_array == 0) first_array = i;
  }
  if (first_array != 0) mends.add(About::bank, -1.9, first_array, all);
}

/// `a[i] += b;`, `++a[i];` and `a[i] = b;` become atomicAdd.
void atomics(Mends& mends, const Statement& statement, double rank) {
  const Structure& source = mends.structure();
  std::size_t begin = statement.begin;
  std::string place, value;
  if (source.is(begin, "++")) {
    place = source.words(begin + 1, statement.end - 1);
    value = "1u";
  } else {
    for (std::size_t i = begin; i < statement.end && place.empty(); ++i) {
      if (cudasim::translate::is_opening(source.at(i))) i = source.close_of(i);
      const bool sum = source.is(i, "+=") && i > begin, plain = source.is(i, "=") && source.is(i - 1, "]");
      if (!sum && !plain) continue;
      place = source.words(begin, i);
      value = source.words(i + 1, statement.end - 1);
    }
  }
  if (place.empty() || (!place.starts_with('*') && !place.ends_with(']'))) return;
  Edits edits;
  edits.replace(source.at(begin).offset, source.at(statement.end - 1).end(),
                "atomicAdd(&(" + place + "), " + value + ");");
  mends.add(About::atomic, rank, begin, edits);
  if (!mends.symptoms().has({"race-global"})) return;
  Edits fence;
  fence.insert(source.at(statement.end - 1).end(), " __threadfence();");
  mends.add(About::fence, 0.1, begin, fence);
}

/// Shared arrays are set to 0 before the first statement that uses them.
void never_cleared(Mends& mends, const Function& function) {
  const Structure& source = mends.structure();
  for (const Statement& statement : function.statements) {
    if (!source.is(statement.begin, "__shared__")) continue;
    std::size_t open = statement.begin;
    while (open < statement.end && !source.is(open, "[")) ++open;
    if (open == statement.end || source.is(open + 1, "]")) continue;
    const std::string name(source.at(open - 1).text);
    const std::string size(source.words(open + 1, source.close_of(open)));
    Edits edits;
    edits.insert(source.at(statement.end - 1).end(),
                 " for (int zero = threadIdx.x; zero < static_cast<int>(" + size + "); zero += blockDim.x) " +
                     name + "[zero] = 0; __syncthreads();");
    mends.add(About::cleared, 0, statement.begin, edits);
  }
}

/// `|` and `&` become `^`, and a number beside a `^` a variable.
void operations(Mends& mends, const Function& function) {
  const Structure& source = mends.structure();
  for (std::size_t i = function.begin; i < function.end; ++i) {
    const bool binary = source.at(i - 1).is_identifier() && source.at(i + 1).is_identifier();
    if (binary && source.is(i, "|")) {
      Edits edits;
      edits.replace(source.at(i).offset, source.at(i).end(), "^");
      mends.add(About::operation, 0, i, edits);
    }
    if (!source.is(i, "^") || source.at(i + 1).kind != cudasim::translate::TokenKind::number) continue;
    for (const Variable& other : function.variables_at(i)) {
      if (!other.is_integer() || source.is(i - 1, other.name)) continue;
      Edits edits;
      edits.replace(source.at(i + 1).offset, source.at(i + 1).end(), other.name);
      mends.add(About::operation, 0.1, i, edits);
    }
  }
}

void other_beginnings(Mends& mends, const Function& function) {
  const Structure& source = mends.structure();
  for (const Variable& local : function.locals) {
    if (!local.is_integer() || local.of_thread || !source.is(local.declared + 1, "=")) continue;
    if (!source.is(local.declared + 2, "0") || !source.is(local.declared + 3, ";")) continue;
    Edits edits;
    edits.replace(source.at(local.declared + 2).offset, source.at(local.declared + 2).end(), "-1");
    mends.add(About::initial, 0.4, local.declared, edits);
  }
  for (std::size_t i = function.begin; i < function.end; ++i) {
    if (!source.is(i, "return") || !source.is(i + 1, "0") || !source.is(i + 2, ";")) continue;
    Edits edits;
    edits.replace(source.at(i + 1).offset, source.at(i + 1).end(), "-2147483647 - 1");
    mends.add(About::initial, 0.3, i, edits);
  }
  for (const Variable& local : function.locals) {
    const std::size_t value = local.declared + 2;
    const bool number = source.at(value).kind == cudasim::translate::TokenKind::number;
    if (local.type != "float" || !number || source.is(value, "0") || !source.is(value + 1, ";")) continue;
    Edits edits;
    edits.replace(source.at(value).offset, source.at(value).end(), "3.402823466e38f");
    mends.add(About::initial, 0, local.declared, edits);
  }
}

}  // namespace

void mend_memory(Mends& mends) {
  const Symptoms& symptoms = mends.symptoms();
  if (symptoms.lost == Part::good && symptoms.says("bank")) banks(mends);
  for (const Function& function : mends.structure().functions())
    if (function.on_device) operations(mends, function);
  if (symptoms.lost == Part::good) return;
  const bool races = symptoms.has({"race-global", "race-shared", "race-warp"});
  for (const Function& function : mends.structure().functions()) {
    if (!function.on_device) continue;
    for (const Statement& statement : function.statements)
      if (statement.kind == Statement::Kind::simple) atomics(mends, statement, races ? 0.1 : 1);
    other_beginnings(mends, function);
    never_cleared(mends, function);
  }
}

}  // namespace tutorial::marking
