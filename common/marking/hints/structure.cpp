#include "marking/hints/structure.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace tutorial::marking {
namespace {

using cudasim::translate::Token;

constexpr int deepest = 200;  // statements in statements: more is nothing that somebody wrote

constexpr std::array<std::string_view, 12> integer_words = {
    "int",     "unsigned",     "long",    "short",    "size_t",   "std::size_t",
    "int64_t", "std::int64_t", "int32_t", "uint32_t", "uint64_t", "unsigned long long"};

bool is_one_of(const Token& token, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), token.text) != words.end();
}

}  // namespace

bool Variable::is_integer() const {
  return std::find(integer_words.begin(), integer_words.end(), type) != integer_words.end();
}

std::vector<Variable> Function::variables_at(std::size_t token) const {
  std::vector<Variable> all = parameters;
  for (const Variable& local : locals)
    if (local.declared < token) all.push_back(local);
  return all;
}

Structure::Structure(std::string text)
    : text_(std::move(text)), source_(cudasim::translate::tokenize(text_)) {
  find_functions();
}

std::size_t Structure::close_of(std::size_t open) const {
  return cudasim::translate::closing(source_.code, open).value_or(source_.code.size());
}

std::string_view Structure::words(std::size_t begin, std::size_t end) const {
  if (begin >= end || end > source_.code.size()) return {};
  return std::string_view(text_).substr(at(begin).offset, at(end - 1).end() - at(begin).offset);
}

void Structure::find_functions() {
  std::size_t head = 0;  // where the declaration begins
  for (std::size_t i = 0; i < source_.code.size(); ++i) {
    if (is(i, ";") || is(i, "}")) head = i + 1;
    if (!is(i, "{")) continue;
    if (i == 0 || !is(i - 1, ")") || at(i).partner == 0) {
      head = i + 1;  // a namespace, a struct: what is inside counts
      continue;
    }
    Function function;
    function.close = i - 1;
    function.open = cudasim::translate::opening(source_.code, i - 1).value_or(i - 1);
    function.begin = i;
    function.end = close_of(i);
    for (std::size_t word = head; word < function.open; ++word)
      function.on_device = function.on_device || is(word, "__global__") || is(word, "__device__");
    read_function(function);
    i = function.end;
    head = i + 1;
    functions_.push_back(std::move(function));
  }
}

void Structure::read_function(Function& function) {
  if (function.open != function.close) {
    for (const auto& range : cudasim::translate::items(source_.code, function.open, function.close))
      if (auto parameter = declared_in(range.begin, range.end))
        function.parameters.push_back(std::move(*parameter));
  }
  for (std::size_t i = function.begin + 1; i < function.end;) i = read_statement(function, i, std::nullopt);
  read_locals(function);
}

std::size_t Structure::end_of_simple(std::size_t i) const {
  for (; i < source_.code.size(); ++i) {
    if (is(i, ";")) return i + 1;
    if (is(i, "}")) return i;
    if (cudasim::translate::is_opening(at(i))) i = close_of(i);
  }
  return i;
}

/// @return  the first token after the statement at `i`
std::size_t Structure::read_statement(Function& function, std::size_t i, std::optional<std::size_t> parent) {
  const std::size_t own = function.statements.size();
  function.statements.push_back({.begin = i, .parent = parent});
  std::size_t end = i + 1;
  ++depth_;
  if (depth_ > deepest) {
    end = std::max(end_of_simple(i), i + 1);
  } else if (is(i, "{")) {
    function.statements[own].kind = Statement::Kind::block;
    const std::size_t close = close_of(i);
    for (std::size_t inner = i + 1; inner < close;) inner = read_statement(function, inner, own);
    end = close + 1;
  } else if (is_one_of(at(i), {"if", "for", "while"})) {
    end = read_header(function, i, own);
  } else {
    end = std::max(end_of_simple(i), i + 1);
  }
  --depth_;
  Statement& statement = function.statements[own];
  statement.end = end;
  if (statement.body_end == 0) statement.body_end = end;
  return end;
}

std::size_t Structure::read_header(Function& function, std::size_t i, std::size_t own) {
  std::size_t open = i + 1;
  if (is(open, "constexpr")) ++open;
  if (!is(open, "(")) return end_of_simple(i);
  const std::size_t close = close_of(open);
  Statement& statement = function.statements[own];
  statement.kind = is(i, "if") ? Statement::Kind::branch : Statement::Kind::loop;
  statement.open = open;
  statement.close = close;
  if (close + 1 >= source_.code.size()) return source_.code.size();
  std::size_t end = read_statement(function, close + 1, own);
  if (is(i, "if") && is(end, "else")) {
    function.statements[own].body_end = end;
    end = read_statement(function, end + 1, own);
  }
  return end;
}

/// The variable that `const unsigned row = …`, `int* p` or `for (int i = …` declares; none if it is no such thing.
std::optional<Variable> Structure::declared_in(std::size_t begin, std::size_t end) const {
  Variable variable;
  std::size_t i = begin;
  for (; i < end; ++i) {
    if (is_one_of(at(i), {"const", "constexpr", "static", "__restrict__", "volatile"})) continue;
    const bool is_name = at(i).is_identifier() && !cudasim::translate::is_keyword(at(i));
    const bool ends = i + 1 == end || is_one_of(at(i + 1), {"=", ";", "[", "{", ",", "("});
    if (is_name && ends && !variable.type.empty()) {
      if (is(i + 1, "(") || variable.type.ends_with("::")) return std::nullopt;
      variable.name = at(i).text;
      variable.declared = i;
      return variable;
    }
    if (!is_name && !is_one_of(at(i), {"::", "*", "&"})) return std::nullopt;
    const bool sticks = variable.type.empty() || is(i, "::") || variable.type.ends_with("::");
    variable.type += (sticks ? "" : " ") + std::string(at(i).text);
  }
  return std::nullopt;
}

void Structure::read_locals(Function& function) const {
  std::vector<std::string_view> of_thread = {"threadIdx", "blockIdx"};
  for (const Statement& statement : function.statements) {
    const bool is_for = is(statement.begin, "for");
    if (statement.kind != Statement::Kind::simple && !is_for) continue;
    const std::size_t begin = is_for ? statement.open + 1 : statement.begin;
    const std::size_t end = is_for ? end_of_simple(begin) : statement.end;
    auto local = declared_in(begin, end);
    if (!local) continue;
    for (std::size_t i = local->declared + 1; i < end; ++i)
      local->of_thread =
          local->of_thread || std::find(of_thread.begin(), of_thread.end(), at(i).text) != of_thread.end();
    if (local->of_thread) of_thread.push_back(at(local->declared).text);
    const std::string base = local->type.substr(0, local->type.find(" *"));
    function.locals.push_back(std::move(*local));
    // `double *a, *b;`
    for (std::size_t i = begin; i < end; ++i) {
      if (cudasim::translate::is_opening(at(i))) i = close_of(i);
      const std::size_t name = is(i + 1, "*") ? i + 2 : i + 1;
      if (!is(i, ",") || !at(name).is_identifier() || !is_one_of(at(name + 1), {",", ";", "="})) continue;
      function.locals.push_back({is(i + 1, "*") ? base + " *" : base, std::string(at(name).text), name});
    }
  }
}

}  // namespace tutorial::marking
