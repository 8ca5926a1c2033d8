// Checks a thread's own arrays, for the lens: it does not watch memory that no other thread sees. So the index is checked, and elements
// that are not written have a value that reads recognize.
//
//   float a[4]; a[i] = 1;   ->   float a[4]; CUDASIM_MARK_UNWRITTEN(a); a[::cudasim::own_index<decltype(a), 0>(i)] = 1;
//   x = a[0] + 1;           ->   x = CUDASIM_OWN_ELEMENT(a[0]) + 1;
//
// If decltype gives no array, or a reference to shared memory, nothing is checked. What is copied to another own array stays marked there,
// and an element that is an argument may be written by the function: neither counts as read.
//
// An array that is a member, or known by a reference, may lie in any memory. Its address decides whether it is the thread's own.
//
//   void f(float (&a)[4]) { a[i] = 1; }   ->   { a[CUDASIM_INDEX(0, a, i)] = 1; }
//   stack.items[i]                        ->   stack.items[CUDASIM_INDEX(0, stack.items, i)]
#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "sim/translate/token_run.hpp"

namespace cudasim::translate {
namespace {

bool is_in_device_code(const Run& run, std::size_t i) {
  return run.scope(i) == Scope::device_function || run.scope(i) == Scope::both_function;
}

/// Whether `T name[` at the name declares an array of the thread. Variables without a value may come before it.
bool declares_own_array(const Run& run, std::size_t name) {
  static constexpr std::array<std::string_view, 6> others = {"__shared__", "extern",    "static",
                                                             "return",     "constexpr", "__constant__"};
  if (name == 0 || !run.at(name + 1, "[") || is_keyword(run.tokens[name])) return false;
  std::size_t i = name;
  bool is_first = true;
  for (; i > 0 && !run.at(i - 1, ";") && !run.at(i - 1, "{") && !run.at(i - 1, "}"); --i) {
    if (run.at(i - 1, ")")) {  // of an attribute, or of the previous statement
      const Index open = opening(run.tokens, i - 1);
      if (!open || *open == 0 || !(run.at(*open - 1, "alignas") || run.at(*open - 1, "__align__"))) break;
      i = *open + 1;
      continue;
    }
    const Token& token = run.tokens[i - 1];
    if (std::find(others.begin(), others.end(), token.text) != others.end() || is_keyword(token))
      return false;
    if (run.shared_macros.contains(token.text)) return false;
    if (token.is(",")) is_first = false;
    if (!token.is_identifier() && !token.is("::") && !token.is("*") && !token.is(",")) return false;
  }
  if (!is_first && !(run.tokens[i + 1].is_identifier() || run.at(i + 1, "*"))) return false;  // an expression
  return i < name && run.tokens[i].is_identifier() && !run.at(name - 1, "::");
}

/// The brace that closes the block of the token.
std::size_t block_end(const Run& run, std::size_t i) {
  for (; i < run.tokens.size() && !run.at(i, "}"); ++i)
    if (is_opening(run.tokens[i])) i = closing(run.tokens, i).value_or(i);
  return i;
}

/// `a[i][j]`, from the first bracket on. `before(dimension)` comes before an index; 0 is right in every array.
template <class Before>
void check_indices(const Run& run, std::size_t open, Before before) {
  for (unsigned dimension = 0; run.at(open, "["); ++dimension) {
    const Index close = closing(run.tokens, open);
    if (!close) return;
    if (*close > open + 1 && !(*close == open + 2 && run.at(open + 1, "0"))) {
      run.edits.insert(run.tokens[open].end(), before(std::to_string(dimension)));
      run.edits.insert(run.tokens[*close].offset, ")");
      run.edits.include("cudasim/own_index.hpp");
    }
    open = *close + 1;
  }
}

void check_own_indices(const Run& run, std::string_view name, std::size_t open) {
  check_indices(run, open, [&](const std::string& dimension) {
    return "::cudasim::own_index<decltype(" + std::string(name) + "), " + dimension + ">(";
  });
}

/// The same of an array that may lie in any memory.
void check_indices_by_address(const Run& run, const std::string& array, std::size_t open) {
  check_indices(run, open, [&](const std::string& dimension) {
    return "CUDASIM_INDEX(" + dimension + ", " + array + ", ";
  });
}

/// The last bracket of `a[i][j]`, from the first bracket on.
std::size_t last_bracket(const Run& run, std::size_t open) {
  std::size_t last = open;
  while (run.at(open, "[")) {
    last = closing(run.tokens, open).value_or(open);
    open = last + 1;
  }
  return last;
}

std::size_t dimensions(const Run& run, std::size_t open) {
  std::size_t count = 0;
  for (; run.at(open, "["); open = closing(run.tokens, open).value_or(open) + 1) ++count;
  return count;
}

bool is_any(const Run& run, std::size_t i, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return run.at(i, word); });
}

/// The bracket that encloses the token; nothing at the start of the file.
Index enclosing(const Run& run, std::size_t i) {
  while (i-- > 0) {
    if (is_opening(run.tokens[i])) return i;
    if (is_closing(run.tokens[i])) i = opening(run.tokens, i).value_or(0);
  }
  return std::nullopt;
}

bool is_member(const Run& run, std::size_t name) {
  const Index brace = enclosing(run, name);
  if (!brace) return false;
  for (std::size_t i = *brace; i-- > 0 && !is_any(run, i, {";", "{", "}"});)
    if (is_any(run, i, {"struct", "class", "union"}) && !(i > 0 && is_any(run, i - 1, {"<", ","})))
      return true;
  return false;
}

/// Whether `&` before the object takes its address, or may: a closing bracket before it ends a cast as likely as an operand.
bool is_address_taken(const Run& run, std::size_t object) {
  if (object < 2 || !run.at(object - 1, "&")) return false;
  const Token& operand = run.tokens[object - 2];
  return !(operand.is("]") || (operand.is_identifier() && !is_keyword(operand)));
}

using OwnNames = std::set<std::string_view>;

/// Whether `… = a[i];` copies to an element of another own array; `i` is the token before `=`.
bool is_element_of_own(const Run& run, std::size_t i, const OwnNames& own) {
  while (run.at(i, "]")) {
    const Index open = opening(run.tokens, i);
    if (!open || *open == 0) return false;
    i = *open - 1;
  }
  return own.contains(run.tokens[i].text);
}

/// Whether the bracket at `open` is that of a call whose function may write its arguments.
bool may_write_arguments(const Run& run, std::size_t open) {
  if (open == 0 || !run.at(open, "(")) return false;
  const Token& before = run.tokens[open - 1];
  if (before.is(">")) {
    const Index angle = opening_angle(run.tokens, open - 1);
    return !angle || *angle == 0 || !is_any(run, *angle - 1, {"static_cast"});
  }
  if (is_any(run, open - 1,
             {"return", "if", "while", "float", "double", "int", "unsigned", "long", "fma", "fmaf", "min",
              "max", "fminf", "fmaxf"}))
    return false;
  return before.is_identifier() || before.is(")") || before.is("]");
}

/// Whether the element `a[i]` from token `begin` to `last` is read for sure, and not only copied.
bool is_read(const Run& run, std::size_t begin, std::size_t last, const OwnNames& own) {
  if (begin < 3 || is_any(run, last + 1, {"=", ".", "->", "(", "{"}) || run.at(begin - 1, "sizeof"))
    return false;
  if (is_any(run, begin - 1, {"(", ","}) && is_any(run, last + 1, {")", ","})) {
    const Index open = enclosing(run, begin);
    if (!open || may_write_arguments(run, *open) || run.at(last + 2, "=")) return false;
  }
  if (!run.at(begin - 1, "=")) return true;
  if (is_any(run, begin - 3, {"&", "&&"})) return false;  // a reference
  return !(run.at(last + 1, ";") && is_element_of_own(run, begin - 2, own));
}

/// Where to mark the array that is declared without a value: after the declaration. Nothing if it has one.
Index end_of_declaration(const Run& run, std::size_t name) {
  std::size_t i = last_bracket(run, name + 1) + 1;
  if (!is_any(run, i, {";", ","}) || is_member(run, name)) return std::nullopt;
  for (; i < run.tokens.size() && !run.at(i, ";"); ++i)
    if (is_opening(run.tokens[i])) i = closing(run.tokens, i).value_or(i);
  return i < run.tokens.size() ? Index(i) : std::nullopt;
}

/// `checked` gains the tokens of the array's name whose indices are checked.
void check_uses(const Run& run, std::size_t declared, const OwnNames& own, std::set<std::size_t>& checked) {
  const std::string_view name = run.tokens[declared].text;
  const std::size_t end = block_end(run, declared), count = dimensions(run, declared + 1);
  const Index unwritten = end_of_declaration(run, declared);
  bool is_used = false;
  for (std::size_t i = declared + 1; i < end; ++i) {
    i = assembly_end(run, i).value_or(i);
    if (!run.at(i, name) || !run.at(i + 1, "[")) continue;
    const Token& before = run.tokens[i - 1];
    if (before.is(".") || before.is("->") || before.is("::") || is_address_taken(run, i)) continue;
    if (before.is_identifier() && !is_keyword(before))
      break;  // another array of that name, in an inner block
    check_own_indices(run, name, i + 1);
    checked.insert(i);
    const std::size_t last = last_bracket(run, i + 1);
    if (!unwritten || i < *unwritten || dimensions(run, i + 1) != count) continue;
    const bool reads = is_read(run, i, last, own);
    is_used = is_used || reads || (run.at(i - 1, "=") && run.at(last + 1, ";"));  // a copy
    if (!reads) continue;
    run.edits.insert(run.tokens[i].offset, "CUDASIM_OWN_ELEMENT(");
    run.edits.insert(run.tokens[last].end(), ")");
  }
  if (!is_used) return;
  run.edits.insert(run.tokens[*unwritten].end(), " CUDASIM_MARK_UNWRITTEN(" + std::string(name) + ");");
  run.edits.include("cudasim/own_index.hpp");
}

/// Whether what comes before the name shows that its element is used there: it is no declaration, no member and no address.
bool is_use(const Run& run, std::size_t name) {
  if (is_any(run, name - 1, {".", "->", "::", "new"}) || is_address_taken(run, name)) return false;
  const Token& before = run.tokens[name - 1];
  return !before.is_identifier() || is_any(run, name - 1, {"return", "case", "else", "do"});
}

/// Names that are declared as references. Names of operands of `&` may be among them, which only costs time.
OwnNames references(const Run& run) {
  OwnNames names;
  for (std::size_t i = 2; i + 1 < run.tokens.size(); ++i)
    if (run.tokens[i].is_identifier() && is_any(run, i - 1, {"&", "&&"}) &&
        is_any(run, i + 1, {",", ")", "=", ";", ":", "{", "("}))
      names.insert(run.tokens[i].text);
  return names;
}

/// An array that is declared in a class, and where the class ends.
struct MemberArray {
  std::string_view name;
  Range body;
};

std::vector<MemberArray> member_arrays(const Run& run) {
  std::vector<MemberArray> members;
  for (std::size_t i = 1; i + 1 < run.tokens.size(); ++i) {
    const Token& before = run.tokens[i - 1];
    if (!run.at(i + 1, "[") || !run.tokens[i].is_identifier() || is_in_device_code(run, i)) continue;
    if (!(before.is_identifier() || before.is(">") || before.is(",") || before.is("*")) || !is_member(run, i))
      continue;
    const Index open = enclosing(run, i);
    const Index close = open ? closing(run.tokens, *open) : std::nullopt;
    if (close && run.at(*open, "{")) members.push_back({run.tokens[i].text, {*open, *close}});
  }
  return members;
}

void check_by_address(const Run& run, const std::set<std::size_t>& checked) {
  const OwnNames by_reference = references(run);
  const std::vector<MemberArray> members = member_arrays(run);
  for (std::size_t i = 1; i < run.tokens.size(); ++i) {
    i = assembly_end(run, i).value_or(i);
    const Token& name = run.tokens[i];
    if (!run.at(i + 1, "[") || !name.is_identifier() || !is_in_device_code(run, i)) continue;
    if (is_any(run, i - 1, {".", "->"})) {
      const Index begin = object_begin(run.tokens, i - 1);
      if (begin && !is_address_taken(run, *begin))
        check_indices_by_address(run, run.joined({*begin, i + 1}), i + 1);
    } else if (!checked.contains(i) && is_use(run, i)) {
      const bool is_in_class = std::any_of(members.begin(), members.end(), [&](const MemberArray& member) {
        return member.name == name.text && member.body.begin < i && i < member.body.end;
      });
      if (is_in_class || by_reference.contains(name.text))
        check_indices_by_address(run, std::string(name.text), i + 1);
    }
  }
}

}  // namespace

void check_own_arrays(const Run& run) {
  if (run.scopes == nullptr) return;
  std::vector<std::size_t> declared;
  OwnNames own;
  for (std::size_t i = 0; i < run.tokens.size(); ++i) {
    if (!is_in_device_code(run, i) || !run.tokens[i].is_identifier() || !declares_own_array(run, i)) continue;
    declared.push_back(i);
    own.insert(run.tokens[i].text);
    for (std::size_t next = last_bracket(run, i + 1) + 1; run.at(next, ",") && run.at(next + 2, "[");
         next = last_bracket(run, next + 2) + 1) {
      declared.push_back(next + 1);
      own.insert(run.tokens[next + 1].text);
    }
  }
  std::set<std::size_t> checked;
  for (std::size_t each : declared) check_uses(run, each, own, checked);
  check_by_address(run, checked);
}

}  // namespace cudasim::translate
