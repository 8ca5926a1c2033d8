// A submission's functions and statements, by the translator's tokens: as much of C++ as small fixes need.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/translate/brackets.hpp"
#include "sim/translate/token.hpp"

namespace tutorial::marking {

/// A parameter or a local variable, as `unsigned row = …` declares it.
struct Variable {
  std::string type;  ///< without const; "float *" for a pointer
  std::string name;
  std::size_t declared = 0;  ///< token of the name
  bool of_thread = false;    ///< computed from threadIdx or blockIdx, or from what is

  bool is_integer() const;
};

/// [begin, end) are tokens, the `;` or `}` among them.
struct Statement {
  enum class Kind { simple, block, branch, loop } kind = Kind::simple;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t open = 0, close = 0;                   ///< the brackets behind `if`, `for`, `while`
  std::size_t body_end = 0;                          ///< of a branch: before its `else`; else `end`
  std::optional<std::size_t> parent = std::nullopt;  ///< the statement around it

  bool has_else() const { return body_end != end; }
};

struct Function {
  bool on_device = false;
  std::size_t open = 0, close = 0;  ///< the brackets of the parameters
  std::size_t begin = 0, end = 0;   ///< the braces of the body
  std::vector<Variable> parameters;
  std::vector<Variable> locals;
  std::vector<Statement> statements;  ///< In order of their starts.

  /// Parameters, and the locals declared before the token.
  std::vector<Variable> variables_at(std::size_t token) const;
};

/// Functions of a source. Tokens are views of `text`, so it stays where it is.
class Structure {
 public:
  explicit Structure(std::string text);
  Structure(const Structure&) = delete;
  Structure& operator=(const Structure&) = delete;

  const std::string& text() const { return text_; }
  cudasim::translate::Tokens tokens() const { return source_.code; }
  const std::vector<Function>& functions() const { return functions_; }

  /// An empty one beyond either end.
  const cudasim::translate::Token& at(std::size_t i) const {
    return i < source_.code.size() ? source_.code[i] : nothing_;
  }
  bool is(std::size_t i, std::string_view word) const { return at(i).is(word); }
  std::size_t close_of(std::size_t open) const;  ///< beyond the last token, where it has no partner

  /// The source of tokens [begin, end).
  std::string_view words(std::size_t begin, std::size_t end) const;

 private:
  void find_functions();
  void read_function(Function& function);
  std::size_t read_statement(Function& function, std::size_t i, std::optional<std::size_t> parent);
  std::size_t read_header(Function& function, std::size_t i, std::size_t own);
  std::size_t end_of_simple(std::size_t i) const;
  std::optional<Variable> declared_in(std::size_t begin, std::size_t end) const;
  void read_locals(Function& function) const;

  cudasim::translate::Token nothing_{cudasim::translate::TokenKind::punctuation, {}, 0, 0};
  int depth_ = 0;  ///< of statements in statements
  std::string text_;
  cudasim::translate::Source source_;
  std::vector<Function> functions_;
};

}  // namespace tutorial::marking
