// Checks pointers to vectors that are accessed as a whole, or of which all members are: nvcc joins these accesses to one of the whole vector,
// the host compiler does not. For the lens.
//
//   const double2* row = ...; sum += row[i].x + row[i].y;
//   -> sum += ::cudasim::whole_vector<2, false>(row)[i].x + row[i].y;
//   float4 v = *(float4*)&x[i];
//   -> float4 v = *::cudasim::whole_vector<0, false>((float4*)&x[i]);
//
// A template's type, and an alias of a vector's, counts as a vector; whether it is one, the compiler decides. So does a class with an alignment
// of its own, of which members of arrays count one by one:
//
//   const Pair* pair = ...; sum += pair->of[0] + pair->of[1];
//
// Joined are accesses to one element in one statement, or in statements that follow each other and store nothing else. Names are those that a
// function's parameters and its body declare as such pointers.
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include "sim/translate/functions.hpp"

namespace cudasim::translate {
namespace {

bool is_vector_of_cuda(const Token& token) {
  static constexpr std::array<std::string_view, 12> elements = {"char",  "uchar",    "short",     "ushort",
                                                                "int",   "uint",     "long",      "ulong",
                                                                "float", "longlong", "ulonglong", "double"};
  std::string_view name = token.text;
  if (name.empty() || (name.back() != '2' && name.back() != '4')) return false;
  name.remove_suffix(1);
  return std::find(elements.begin(), elements.end(), name) != elements.end();
}

using Vectors = std::set<std::string_view>;

/// The name of a class that is declared with an alignment: `struct alignas(16) V`, or at the end, `typedef struct __align__(16) { … } V;`. Or
/// one that has a member's: `struct V { alignas(16) float a; …`, or a union, which has that of any member.
Index aligned_class(const Run& run, std::size_t i) {
  if (!run.at(i, "struct") && !run.at(i, "class") && !run.at(i, "union")) return std::nullopt;
  if (const Index body = run.at(i + 2, "{") ? closing(run.tokens, i + 2) : std::nullopt) {
    const Range members{i + 3, *body};
    const bool is_aligned =
        run.at(i, "union") || contains(run, members, "alignas") || contains(run, members, "__align__");
    return is_aligned ? Index(i + 1) : std::nullopt;
  }
  if (!run.at(i + 1, "alignas") && !run.at(i + 1, "__align__")) return std::nullopt;
  const Index close = closing(run.tokens, i + 2);
  if (!close || !run.at(*close + 1, "{")) return close ? Index(*close + 1) : std::nullopt;
  const Index end = closing(run.tokens, *close + 1);
  return end ? Index(*end + 1) : std::nullopt;
}

/// Names of types that may be vectors: of templates, of aliases, and of classes with an alignment.
Vectors own_vectors(const Run& run) {
  Vectors names = template_types(run);
  for (std::size_t i = 0; i < run.tokens.size(); ++i)
    if (const Index name = aligned_class(run, i); name && *name < run.tokens.size())
      names.insert(run.tokens[*name].text);
  for (std::size_t i = 0; i + 4 < run.tokens.size(); ++i) {
    if (run.at(i, "using") && run.at(i + 2, "=") && is_vector_of_cuda(run.tokens[i + 3]))
      names.insert(run.tokens[i + 1].text);
    if (run.at(i, "typedef") && is_vector_of_cuda(run.tokens[i + 1])) names.insert(run.tokens[i + 2].text);
  }
  return names;
}

bool is_vector(const Token& token, const Vectors& own) {
  return is_vector_of_cuda(token) || own.contains(token.text);
}

bool qualifies(const Token& token) {
  return token.is("const") || token.is("__restrict__") || token.is("__restrict");
}

/// After `double2 const* const`, from the vector's name on; nothing if it is no pointer.
Index behind_pointer(const Run& run, std::size_t i) {
  for (++i; run.at(i, "const"); ++i) {
  }
  if (!run.at(i, "*")) return std::nullopt;
  for (++i; i < run.tokens.size() && qualifies(run.tokens[i]); ++i) {
  }
  return i;
}

/// The name of `auto* name = reinterpret_cast<const double2*>(…)`, from the cast on.
Index initialized_by(const Run& run, std::size_t cast) {
  return cast > 3 && run.at(cast - 1, "=") && run.tokens[cast - 2].is_identifier() ? Index(cast - 2)
                                                                                   : std::nullopt;
}

void add_names(const Run& run, Range range, const Vectors& own, std::set<std::string_view>& names) {
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (!is_vector(run.tokens[i], own)) continue;
    const Index behind = behind_pointer(run, i);
    if (!behind || *behind >= range.end) continue;
    const bool in_cast = i > 1 && (run.at(i - 1, "<") || (run.at(i - 1, "const") && run.at(i - 2, "<")));
    const std::size_t cast = run.at(i - 1, "<") ? i - 2 : i - 3;
    if (in_cast) {
      const Index name = run.at(cast, "reinterpret_cast") ? initialized_by(run, cast) : std::nullopt;
      if (name) names.insert(run.tokens[*name].text);
    } else if (run.tokens[*behind].is_identifier() && !run.at(*behind + 1, "(")) {
      names.insert(run.tokens[*behind].text);
    }
  }
}

/// The member's name in `[i].x` or `->x`, from the first token on.
Index member_behind(const Run& run, std::size_t i) {
  if (run.at(i, "->")) return i + 1;
  if (!run.at(i, "[")) return std::nullopt;
  const Index close = closing(run.tokens, i);
  return close && run.at(*close + 1, ".") ? Index(*close + 2) : std::nullopt;
}

bool is_assignment(const Run& run, std::size_t i) {
  static constexpr std::array<std::string_view, 7> assignments = {"=", "+=", "-=", "*=", "/=", "|=", "^="};
  return i < run.tokens.size() &&
         std::find(assignments.begin(), assignments.end(), run.tokens[i].text) != assignments.end();
}

/// An access to a member.
struct Use {
  Range pointer;        ///< the tokens of the pointer
  std::string element;  ///< the pointer and the index
  std::string member;   ///< and an index, if it is an array
  bool is_any;          ///< of the array's elements, as far as the text says
  bool is_write;
  std::size_t statement;
};

/// Statements of a body are numbered; the numbers of two that follow each other without a brace between them are neighbors.
class Statements {
 public:
  Statements(const Run& run, Range body) : begin_(body.begin) {
    std::size_t number = 0;
    stores_.push_back(false);
    for (std::size_t i = body.begin; i < body.end; ++i) {
      numbers_.push_back(number);
      if (is_assignment(run, i) && i > 1 && (run.at(i - 1, "]") || run.at(i - 2, ".") || run.at(i - 2, "->")))
        stores_[number] = true;
      const bool brace = run.at(i, "{") || run.at(i, "}");
      if (brace || run.at(i, ";")) number += brace ? 2 : 1;
      stores_.resize(number + 1);
    }
  }
  std::size_t of(std::size_t token) const { return numbers_[token - begin_]; }
  /// Whether nvcc may join the accesses: no store to other memory is between them.
  bool are_together(const Use& a, const Use& b) const {
    if (a.is_write != b.is_write) return false;
    return a.statement == b.statement ||
           (a.statement + 1 == b.statement && (a.is_write || !stores_[a.statement]));
  }

 private:
  std::size_t begin_;
  std::vector<std::size_t> numbers_;
  std::vector<bool> stores_;
};

void add_use(const Run& run, Range pointer, const Statements& statements, std::vector<Use>& uses) {
  const Index member = member_behind(run, pointer.end);
  if (!member || *member >= run.tokens.size() || run.at(*member + 1, "(")) return;
  const Index close = run.at(*member + 1, "[") ? closing(run.tokens, *member + 1) : std::nullopt;
  const std::size_t end = close.value_or(*member) + 1;
  const bool is_number = end == *member + 4 && run.tokens[*member + 2].kind == TokenKind::number;
  uses.push_back({pointer, run.joined({pointer.begin, *member}), run.joined({*member, end}),
                  close && !is_number, is_assignment(run, end), statements.of(pointer.begin)});
}

std::vector<Use> uses_in(const Run& run, Range body, const Vectors& own,
                         const std::set<std::string_view>& names, const Statements& statements) {
  std::vector<Use> uses;
  for (std::size_t i = body.begin; i < body.end; ++i) {
    i = assembly_end(run, i).value_or(i);
    if (run.at(i, "reinterpret_cast") && run.at(i + 1, "<")) {
      const Index angle = closing_angle(run.tokens, i + 1);
      const std::size_t type = run.at(i + 2, "const") ? i + 3 : i + 2;
      if (!angle || !is_vector(run.tokens[type], own) || behind_pointer(run, type) != angle) continue;
      if (const Index close = closing(run.tokens, *angle + 1))
        add_use(run, {i, *close + 1}, statements, uses);
    } else if (names.contains(run.tokens[i].text)) {
      const bool of_other = run.at(i - 1, ".") || run.at(i - 1, "->") || run.at(i - 1, "::");
      if (!of_other) add_use(run, {i, i + 1}, statements, uses);
    }
  }
  return uses;
}

/// The members of the use's element that are accessed together with it: two, if an index may be that of another element the next time.
std::size_t members_with(const std::vector<Use>& uses, std::size_t first, const Statements& statements) {
  std::set<std::string_view> members = {uses[first].member};
  const Use* last = &uses[first];
  for (std::size_t i = first + 1; i < uses.size(); ++i) {
    if (uses[i].element != last->element) continue;
    if (!statements.are_together(*last, uses[i])) break;
    last = &uses[i];
    members.insert(last->member);
  }
  return members.size() == 1 && uses[first].is_any ? 2 : members.size();
}

/// `members`: as many are accessed together; none if the access is one of the whole vector.
void check(const Run& run, Range pointer, bool is_write, std::size_t members) {
  run.edits.insert(run.tokens[pointer.begin].offset, "::cudasim::whole_vector<" + std::to_string(members) +
                                                         (is_write ? ", true>(" : ", false>("));
  run.edits.insert(run.tokens[pointer.end - 1].end(), ")");
  run.edits.include("cudasim/whole_vector.hpp");
}

/// Whether the name at `i` is declared there, as in `float4 *a, *b[2]`.
bool is_declarator(const Run& run, std::size_t i, const Vectors& own) {
  std::size_t type = i - 1;
  while (type > 0 && (run.at(type, "*") || run.at(type, "&") || qualifies(run.tokens[type]))) --type;
  if (run.at(type, ",")) {  // behind another name, unless between the brackets of a call
    while (type > 0 && !run.at(type, ";") && !run.at(type, "{") && !run.at(type, "}") && !run.at(type, "("))
      type = is_closing(run.tokens[type]) ? opening(run.tokens, type).value_or(type) - 1 : type - 1;
    for (++type; run.at(type, "const"); ++type) {
    }
  }
  return run.tokens[type].is_identifier() &&
         (is_vector(run.tokens[type], own) || !is_keyword(run.tokens[type]));
}

/// Marks the pointer if the expression around it accesses what it points to: `*pointer` or `pointer[i]`.
void check_whole(const Run& run, Range pointer) {
  const bool dereferenced = pointer.begin > 0 && run.at(pointer.begin - 1, "*");
  const Index index = run.at(pointer.end, "[") ? closing(run.tokens, pointer.end) : std::nullopt;
  if (!dereferenced && !index) return;
  const std::size_t behind = index ? *index + 1 : pointer.end;
  for (const char* more : {".", "->", "[", "(", "++", "--"})
    if (run.at(behind, more)) return;
  if (dereferenced && !index && run.at(behind, ")") && run.at(behind + 1, ".")) return;  // (*p).x
  if (pointer.begin > 0 && run.at(pointer.begin - 1, "&")) return;
  check(run, pointer, is_assignment(run, behind), 0);
}

/// The end of `&x[i]`, `p->q`, `(a + b)` after a cast.
std::size_t operand_end(const Run& run, std::size_t i) {
  while (run.at(i, "&") || run.at(i, "*")) ++i;
  if (run.at(i, "(")) {
    i = closing(run.tokens, i).value_or(i) + 1;
  } else if (i < run.tokens.size() && run.tokens[i].is_identifier()) {
    ++i;
  }
  while (i < run.tokens.size()) {
    if (run.at(i, "[") || run.at(i, "("))
      i = closing(run.tokens, i).value_or(run.tokens.size() - 1) + 1;
    else if (run.at(i, ".") || run.at(i, "->") || run.at(i, "::"))
      i += 2;
    else
      break;
  }
  return std::min(i, run.tokens.size());
}

/// Of `(float4*)p`, the cast at the bracket `open`; also `((float4*)p + i)` as a whole.
void check_cast(const Run& run, std::size_t open, const Vectors& own) {
  const std::size_t type = run.at(open + 1, "const") ? open + 2 : open + 1;
  const Index close = closing(run.tokens, open);
  if (!close || type >= *close || !is_vector(run.tokens[type], own) || behind_pointer(run, type) != close)
    return;
  const std::size_t end = operand_end(run, *close + 1);
  if (end == *close + 1) return;
  if (open > 0 && run.at(open - 1, "*")) return check_whole(run, {open, end});
  if (open < 2 || !run.at(open - 1, "(")) return;
  const Token& before = run.tokens[open - 2];
  const Index outer = closing(run.tokens, open - 1);
  if (!outer || (before.is_identifier() && !is_keyword(before))) return;  // the arguments of a call
  check_whole(run, {open - 1, *outer + 1});
}

void check_whole_vectors(const Run& run, Range range, const Vectors& own,
                         const std::set<std::string_view>& names) {
  for (std::size_t i = range.begin; i < range.end; ++i) {
    i = assembly_end(run, i).value_or(i);
    if (run.at(i, "(")) {
      check_cast(run, i, own);
    } else if (run.at(i, "reinterpret_cast") && run.at(i + 1, "<")) {
      const Index angle = closing_angle(run.tokens, i + 1);
      const std::size_t type = run.at(i + 2, "const") ? i + 3 : i + 2;
      if (!angle || !is_vector(run.tokens[type], own) || behind_pointer(run, type) != angle) continue;
      if (const Index close = closing(run.tokens, *angle + 1)) check_whole(run, {i, *close + 1});
    } else if (names.contains(run.tokens[i].text)) {
      const bool of_other = run.at(i - 1, ".") || run.at(i - 1, "->") || run.at(i - 1, "::");
      if (!of_other && !is_declarator(run, i, own)) check_whole(run, {i, i + 1});
    }
  }
}

void check_body(const Run& run, Range body, const Vectors& own, const std::set<std::string_view>& names) {
  const Statements statements(run, body);
  const std::vector<Use> uses = uses_in(run, body, own, names, statements);
  for (std::size_t i = 0; i < uses.size(); ++i) {
    const std::size_t members = members_with(uses, i, statements);
    if (members == 2 || members == 4) check(run, uses[i].pointer, uses[i].is_write, members);
  }
  check_whole_vectors(run, body, own, names);
}

}  // namespace

void check_vector_pointers(const Run& run) {
  const Vectors own = own_vectors(run);
  if (run.scopes == nullptr) return check_whole_vectors(run, {0, run.tokens.size()}, own, {});
  for (const Function& function : functions_of(run)) {
    if (function.space == Space::host || function.body.begin == function.body.end) continue;
    std::set<std::string_view> names;
    add_names(run, function.parameters, own, names);
    add_names(run, function.body, own, names);
    check_body(run, function.body, own, names);
  }
}

}  // namespace cudasim::translate
