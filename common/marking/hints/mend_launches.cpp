// Launches and what host code prepares for them.
#include <algorithm>
#include <array>

#include "marking/hints/mend.hpp"

namespace tutorial::marking {
namespace {

using cudasim::translate::Edits;
using cudasim::translate::TokenKind;

/// `<<<a, b` becomes `<<<b, a`.
void swapped(Mends& mends, std::size_t launch) {
  const Structure& source = mends.structure();
  std::size_t comma = 0, end = launch + 1;
  for (; end < source.tokens().size() && !source.is(end, ";"); ++end) {
    if (cudasim::translate::is_opening(source.at(end))) end = source.close_of(end);
    if (source.is(end, ">") && source.is(end + 1, ">") && source.is(end + 2, ">")) break;
    if (!source.is(end, ",")) continue;
    if (comma != 0) break;
    comma = end;
  }
  if (comma == 0) return;
  Edits edits;
  edits.replace(source.at(launch).end(), source.at(comma).offset, std::string(source.words(comma + 1, end)));
  edits.replace(source.at(comma).end(), source.at(end - 1).end(),
                std::string(source.words(launch + 1, comma)));
  mends.add(About::launch, 0, launch, edits);
}

/// `n / size`, and `n / size + 1`, become the number of blocks that holds n.
bool round_up(Edits& edits, const Structure& source, std::size_t i) {
  if (!source.is(i, "/") || !source.at(i - 1).is_identifier()) return false;
  const std::size_t last = source.is(i + 1, "(") ? source.close_of(i + 1) : i + 1;
  const std::string divisor(source.words(i + 1, last + 1));
  const bool and_one = source.is(last + 1, "+") && source.is(last + 2, "1");
  edits.replace(source.at(i - 1).offset, source.at(and_one ? last + 2 : last).end(),
                "(" + std::string(source.at(i - 1).text) + " + " + divisor + " - 1) / " + divisor);
  return true;
}

void rounding(Mends& mends, const Function& function) {
  const Structure& source = mends.structure();
  Edits all;
  std::size_t first = 0;
  for (const Statement& statement : function.statements) {
    Edits edits;
    bool any = false;
    for (std::size_t i = statement.begin; i < statement.end; ++i) {
      if (statement.kind == Statement::Kind::simple && round_up(edits, source, i)) {
        round_up(all, source, i);
        any = true;
      }
      // A size that is too small for one whole tile is none that is too small for all.
      const bool leaves =
          statement.kind == Statement::Kind::branch && i > statement.open && i < statement.close;
      if (leaves && source.is(i, "<")) all.replace(source.at(i).offset, source.at(i + 1).end(), "== 0");
    }
    if (!any) continue;
    mends.add(About::rounding, 0, statement.begin, edits);
    if (first == 0) first = statement.begin;
  }
  if (first != 0) mends.add(About::rounding, 0.1, first, all);
}

void empty(Mends& mends, const Function& function) {
  const Structure& source = mends.structure();
  std::string any;
  const double rank = mends.symptoms().says("cudaErrorInvalidConfiguration") ? -1 : 1;
  for (const Variable& size : function.parameters) {
    if (!size.is_integer()) continue;
    Edits one;
    one.insert(source.at(function.begin).end(), " if (" + size.name + " == 0) return;");
    mends.add(About::empty, rank, function.begin, one);
    any += (any.empty() ? "" : " || ") + size.name + " == 0";
  }
  Edits all;
  all.insert(source.at(function.begin).end(), " if (" + any + ") return;");
  if (!any.empty()) mends.add(About::empty, rank - 0.1, function.begin, all);
}

void other_sizes(Mends& mends) {
  const Structure& source = mends.structure();
  // Which lane takes what, and which takes nothing, is no matter of how many there are, even where a small number hides it.
  const Symptoms& symptoms = mends.symptoms();
  const bool is_of_lanes =
      symptoms.says("sectors per request") || symptoms.says("bank") || symptoms.says("were written");
  constexpr std::array<const char*, 6> sizes = {"256", "512", "128", "1024", "8", "4"};
  for (std::size_t i = 3; i + 1 < source.tokens().size(); ++i) {
    const bool constant =
        source.at(i).kind == TokenKind::number && source.is(i - 1, "=") && source.is(i + 1, ";");
    bool says = false;
    for (std::size_t word = i; word-- > 0 && !source.is(word, ";") && !source.is(word, "}");)
      says = says || source.is(word, "constexpr");
    if (!constant || !says) continue;
    for (std::size_t size = 0; size < sizes.size() && !is_of_lanes; ++size) {
      Edits edits;
      edits.replace(source.at(i).offset, source.at(i).end(), sizes[size]);
      mends.add(About::block_size, 0.3 + 0.1 * static_cast<double>(size), i, edits);
    }
    // Another constant before it: the two may have changed places.
    for (std::size_t other = i - 1; other > 2 && other + 8 > i; --other) {
      if (source.at(other).kind != TokenKind::number || !source.is(other - 1, "=")) continue;
      Edits edits;
      edits.replace(source.at(i).offset, source.at(i).end(), std::string(source.at(other).text));
      edits.replace(source.at(other).offset, source.at(other).end(), std::string(source.at(i).text));
      mends.add(About::block_size, 0.2, other, edits);
    }
  }
}

/// Exchanges two successive calls; and reverses the direction of copies.
void order(Mends& mends, const Function& function) {
  const Structure& source = mends.structure();
  const auto is_call = [&](const Statement& each) {
    const bool word = source.is(each.begin + 1, "(") || source.is(each.begin + 1, "<<<");
    return each.kind == Statement::Kind::simple && word && !source.is(each.begin, "return");
  };
  for (const Statement& one : function.statements)
    for (const Statement& other : function.statements) {
      if (other.begin != one.end || !is_call(one) || !is_call(other)) continue;
      Edits edits;
      edits.replace(source.at(one.begin).offset, source.at(one.end - 1).end(),
                    std::string(source.words(other.begin, other.end)));
      edits.replace(source.at(other.begin).offset, source.at(other.end - 1).end(),
                    std::string(source.words(one.begin, one.end)));
      mends.add(About::order, 0.3, one.begin, edits);
    }
  for (std::size_t i = function.begin; i < function.end; ++i) {
    const bool there = source.is(i, "cudaMemcpyHostToDevice"), back = source.is(i, "cudaMemcpyDeviceToHost");
    if (!there && !back) continue;
    Edits edits;
    edits.replace(source.at(i).offset, source.at(i).end(),
                  there ? "cudaMemcpyDeviceToHost" : "cudaMemcpyHostToDevice");
    mends.add(About::direction, 0, i, edits);
  }
}

}  // namespace

void mend_launches(Mends& mends) {
  const Symptoms& symptoms = mends.symptoms();
  for (const Function& function : mends.structure().functions()) {
    if (function.on_device) continue;
    for (std::size_t i = function.begin; i < function.end; ++i)
      if (mends.structure().is(i, "<<<")) swapped(mends, i);
    if (symptoms.lost == Part::good) continue;
    rounding(mends, function);
    empty(mends, function);
    order(mends, function);
  }
  other_sizes(mends);
}

}  // namespace tutorial::marking
