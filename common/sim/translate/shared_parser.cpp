#include "sim/translate/shared_parser.hpp"

#include <algorithm>
#include <initializer_list>

namespace cudasim::translate {
namespace {

bool is_one_of(const Token& token, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), token.text) != words.end();
}

bool is_alignment(const Token& token) {
  return is_one_of(token, {"__align__", "alignas", "__attribute__", "__builtin_align__"});
}

bool is_qualifier(const Token& token) {
  return is_one_of(token, {"const", "volatile", "typename", "register", "inline", "__device__", "__host__",
                           "__restrict__"});
}

bool is_builtin_type(const Token& token) {
  return is_one_of(token, {"void", "bool", "char", "short", "int", "long", "float", "double", "signed",
                           "unsigned", "auto", "wchar_t", "char8_t", "char16_t", "char32_t"});
}

class Parser {
 public:
  Parser(const Run& run, std::size_t keyword) : run_(run), keyword_(keyword), at_(keyword) {}

  std::optional<SharedDeclaration> parse() {
    if (!find_begin() || !read_specifiers()) return std::nullopt;
    do {
      if (!read_declarator()) return std::nullopt;
    } while (accept(","));
    result_.end = at_;
    return result_;
  }

 private:
  bool done() const { return at_ >= run_.tokens.size(); }
  const Token& token() const { return run_.tokens[at_]; }
  bool here(std::string_view wanted) const { return run_.at(at_, wanted); }
  bool accept(std::string_view wanted) {
    if (!here(wanted)) return false;
    ++at_;
    return true;
  }
  bool fail(std::string message) const {
    run_.fail(keyword_, std::move(message));
    return false;
  }
  void remove(std::size_t begin, std::size_t end) { result_.removed.push_back({begin, end}); }
  std::size_t after_brackets(std::size_t open) const {
    return closing(run_.tokens, open).value_or(run_.tokens.size() - 1) + 1;
  }

  bool find_begin() {
    const Tokens tokens = run_.tokens;
    while (at_ > 0) {
      const Token& before = tokens[at_ - 1];
      if (before.is("(") || before.is(",")) {
        run_.edits.replace(tokens[keyword_].offset, tokens[keyword_].end(), "");
        return false;
      }
      Index open;
      if (before.is(">")) open = opening_angle(tokens, at_ - 1);
      if (before.is("]") || before.is(")")) open = opening(tokens, at_ - 1);
      const bool alignment = before.is(")") && open && *open > 0 && is_alignment(tokens[*open - 1]);
      if (is_one_of(before, {";", "{", "}", ":", "__shared__"}) || (before.is(")") && !alignment)) break;
      at_ = open.value_or(at_ - 1);
    }
    result_.specifiers.begin = at_;
    return true;
  }

  bool read_specifiers() {
    bool typed = false;
    while (!done()) {
      const auto macro = run_.shared_macros.find(token().text);
      const bool known_macro = macro != run_.shared_macros.end();
      if (here("__shared__") && at_ > keyword_) break;  // belongs to the next declarator
      if (known_macro || is_one_of(token(), {"__shared__", "static", "extern"})) {
        result_.external = result_.external || here("extern") || (known_macro && macro->second);
        remove(at_, at_ + 1);
        ++at_;
      } else if (is_alignment(token())) {
        read_alignment();
      } else if (is_one_of(token(), {"struct", "class", "union", "enum"})) {
        typed = skip_type_with_body() || typed;
      } else if (is_qualifier(token())) {
        ++at_;
      } else if (here("[")) {
        at_ = after_brackets(at_);
      } else if (is_builtin_type(token())) {
        typed = true;
        ++at_;
      } else if (is_one_of(token(), {"decltype", "typeof", "__typeof__"})) {
        typed = true;
        at_ = after_brackets(at_ + 1);
      } else if (const std::size_t end = end_of_macro_specifier()) {
        at_ = end;
      } else if (!typed && (token().is_identifier() || here("::"))) {
        read_type_name();
        typed = true;
      } else {
        break;
      }
    }
    result_.specifiers.end = at_;
    return true;
  }

  /// The end of a user's macro before the type, such as ALIGN16 or ALIGN(16); 0 if there is none.
  std::size_t end_of_macro_specifier() const {
    const auto name_at = [&](std::size_t i) {
      return i < run_.tokens.size() && run_.tokens[i].is_identifier();
    };
    if (!name_at(at_)) return 0;
    if (run_.at(at_ + 1, "(")) return name_at(after_brackets(at_ + 1)) ? after_brackets(at_ + 1) : 0;
    return name_at(at_ + 1) && name_at(at_ + 2) ? at_ + 1 : 0;
  }

  bool skip_type_with_body() {
    std::size_t ahead = ++at_;
    if (ahead < run_.tokens.size() && run_.tokens[ahead].is_identifier()) ++ahead;
    if (!run_.at(ahead, "{")) return false;
    at_ = after_brackets(ahead);
    return true;
  }

  /// `__align__(16)`, `alignas(T)`, `__attribute__((aligned(16)))`; other attributes stay.
  void read_alignment() {
    const std::size_t first = at_++;
    if (!here("(")) return;
    const std::size_t open = at_;
    at_ = after_brackets(open);
    const bool attribute = run_.tokens[first].is("__attribute__");
    if (attribute && !run_.at(open + 2, "aligned")) return;
    const std::size_t inner = attribute ? open + 3 : open;
    const Index close = closing(run_.tokens, inner);
    if (!close || *close == inner + 1) return;
    const std::string argument = run_.joined({inner + 1, *close});
    const bool type = !attribute && is_builtin_type(run_.tokens[inner + 1]);
    result_.alignment = type ? "alignof(" + argument + ")" : argument;
    remove(first, at_);
  }

  /// `a::b<T>::template c<3>`, `T##_pair`.
  void read_type_name() {
    accept("::");
    while (!done() && token().is_identifier()) {
      ++at_;
      if (here("<")) at_ = closing_angle(run_.tokens, at_).value_or(at_) + 1;
      if (!here("::") && !here("##")) break;
      ++at_;
      accept("template");
    }
  }

  bool read_declarator() {
    SharedDeclarator declarator{{at_, at_}, {at_, at_}, {}, {}};
    while (!done() && is_one_of(token(), {"*", "(", "const", "volatile", "__restrict__"})) ++at_;
    if (done() || !token().is_identifier()) return fail("this __shared__ declaration is not understood");
    declarator.name.begin = at_++;
    while (here("##") && at_ + 1 < run_.tokens.size()) at_ += 2;
    declarator.name.end = at_;
    if (here("[") && !closing(run_.tokens, at_)) return fail("this __shared__ declaration is not understood");
    if (here("[")) declarator.first_bound = Range{at_ + 1, after_brackets(at_) - 1};
    while (here("[")) {
      at_ = after_brackets(at_);
      declarator.bounds = Range{declarator.name.end, at_};
    }
    // The rest of `(*name)(int)` or `(*name)[3]`.
    while (here(")") || (run_.at(at_ - 1, ")") && (here("(") || here("["))))
      at_ = here(")") ? at_ + 1 : after_brackets(at_);
    declarator.whole.end = at_;
    result_.declarators.push_back(declarator);
    return check(declarator);
  }

  bool check(const SharedDeclarator& declarator) const {
    const std::string name(run_.source(declarator.name.begin, declarator.name.end));
    const bool unbounded = declarator.first_bound && declarator.first_bound->empty();
    if (here("=") || here("{") || here("(")) return fail("initializer not allowed for __shared__ variable");
    if (!done() && !here(",") && !here(";")) return fail("this __shared__ declaration is not understood");
    if (result_.external && !declarator.bounds) {
      return fail("an extern __shared__ variable must be an array, as in: extern __shared__ float " + name +
                  "[];");
    }
    if (!result_.external && unbounded) {
      return fail("a __shared__ array needs its size, or extern if the launch gives it: '" + name + "'");
    }
    return true;
  }

  const Run& run_;
  std::size_t keyword_;
  std::size_t at_;
  SharedDeclaration result_;
};

}  // namespace

std::optional<SharedDeclaration> parse_shared(const Run& run, std::size_t keyword) {
  return Parser(run, keyword).parse();
}

}  // namespace cudasim::translate
