#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <iterator>
#include <utility>

#include "sim/translate/brackets.hpp"
#include "sim/translate/ptx_instructions.hpp"
#include "sim/translate/token_run.hpp"

namespace cudasim::translate {
namespace {

/// One `asm` statement, as indices into the run's tokens.
struct Assembly {
  std::size_t begin;
  std::size_t end;       ///< After the closing bracket.
  bool readable = true;  ///< False if the template has parts that are not string literals.
  std::vector<std::string> instructions;
  std::vector<PtxOperand> operands;
};

/// The text without comments and escapes.
std::string plain_text(std::string text) {
  for (std::size_t at; (at = text.find("/*")) != std::string::npos;) {
    const std::size_t end = text.find("*/", at);
    text.erase(at, end == std::string::npos ? end : end + 2 - at);
  }
  std::string result;
  bool comment = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '\\' && i + 1 < text.size();
    const bool line_end = text[i] == '\n' || (escape && text[i + 1] == 'n');
    if (escape) ++i;
    if (text.compare(i, 2, "//") == 0) comment = true;
    if (line_end) comment = false;
    if (!comment) result += line_end ? '\n' : escape ? ' ' : text[i];
  }
  return result;
}

/// Instructions of a PTX text, trimmed. Braces after an opcode enclose a vector, others a scope.
std::vector<std::string> split_instructions(const std::string& source) {
  const std::string text = plain_text(source);
  const auto blank = [](unsigned char c) { return std::isspace(c) != 0; };
  std::vector<std::string> result(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool fresh = std::all_of(result.back().begin(), result.back().end(), blank);
    const std::size_t vector_end = text[i] == '{' && !fresh ? text.find_first_of(";}", i) : std::string::npos;
    if (vector_end != std::string::npos && text[vector_end] == '}') {
      result.back() += text.substr(i, vector_end + 1 - i);
      i = vector_end;
    } else if (text[i] == ';' || text[i] == '{' || text[i] == '}') {
      result.emplace_back();
    } else {
      result.back() += text[i] == '\n' ? ' ' : text[i];
    }
  }
  for (std::string& instruction : result) {
    instruction.erase(instruction.begin(), std::find_if_not(instruction.begin(), instruction.end(), blank));
    while (!instruction.empty() && blank(static_cast<unsigned char>(instruction.back())))
      instruction.pop_back();
  }
  std::erase(result, "");
  return result;
}

/// PTX opcodes have a type or a space after a dot (`mov.u32`, `bar.sync`), or in a macro the text of a parameter (`membar.#level`);
/// opcodes of the host do not.
bool looks_like_ptx(const std::string& instruction) {
  if (instruction.starts_with(".reg") || instruction.starts_with("@")) return true;
  const std::size_t dot = instruction.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_");
  return dot != std::string::npos && dot > 0 && instruction[dot] == '.' && dot + 1 < instruction.size() &&
         (std::isalpha(static_cast<unsigned char>(instruction[dot + 1])) || instruction[dot + 1] == '#');
}

bool is_hint(const std::string& instruction) {
  return instruction.starts_with("prefetch") || instruction.starts_with("applypriority.") ||
         instruction.starts_with("cp.async.bulk.prefetch.");
}

void read_operands(const Run& run, std::size_t begin, std::size_t end, Assembly& assembly) {
  for (std::size_t i = begin; i + 1 < end; ++i) {
    if (run.tokens[i].kind != TokenKind::string || !run.at(i + 1, "(")) continue;
    const std::size_t close = closing(run.tokens, i + 1).value_or(end);
    if (close < i + 3) continue;
    std::string operand(run.source(i + 2, close));  // as in the source: `>>` is two tokens
    std::replace_if(
        operand.begin(), operand.end(), [](char c) { return c == '\n' || c == '\\'; }, ' ');
    assembly.operands.push_back({std::string(string_body(run.tokens[i])), std::move(operand)});
    i = close;
  }
}

/// Reads the statement whose `asm` is at `begin`; its end is 0 if there is none.
Assembly read_assembly(const Run& run, std::size_t begin) {
  Assembly assembly{begin, 0, true, {}, {}};
  std::size_t open = begin + 1;
  while (run.at(open, "volatile") || run.at(open, "__volatile__") || run.at(open, "goto") ||
         run.at(open, "inline"))
    ++open;
  const Index close = run.at(open, "(") ? closing(run.tokens, open) : std::nullopt;
  if (!close) return assembly;
  assembly.end = *close + 1;
  std::string text;
  std::size_t i = open + 1;
  for (; i < *close && !run.at(i, ":") && !run.at(i, "::"); ++i) {
    const bool literal = run.tokens[i].kind == TokenKind::string;
    assembly.readable = assembly.readable && literal;
    text += literal ? string_body(run.tokens[i]) : run.tokens[i].text;
  }
  assembly.instructions = split_instructions(text);
  read_operands(run, i, *close, assembly);
  return assembly;
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result + '"';
}

std::string joined(const std::vector<PtxOperand>& parts) {
  std::string result;
  for (const PtxOperand& part : parts) result += (result.empty() ? "" : ", ") + part.expression;
  return result;
}

/// The text that replaces the statement; nothing if it stays.
std::optional<std::string> replacement(const Run& run, const Assembly& assembly) {
  const Scope scope = run.scope(assembly.begin);
  if (assembly.instructions.empty()) {
    const bool stays = assembly.operands.empty() || scope == Scope::host_function;
    return stays ? std::nullopt : std::optional<std::string>("((void)0)");
  }
  const bool device = scope == Scope::device_function || scope == Scope::both_function;
  const auto& instructions = assembly.instructions;
  if (!device && std::none_of(instructions.begin(), instructions.end(), looks_like_ptx)) return std::nullopt;
  if (assembly.readable && std::all_of(instructions.begin(), instructions.end(), is_hint)) {
    return "::cudasim::prefetch_hint(" + joined(assembly.operands) + ")";
  }
  std::vector<std::string> effects;
  std::remove_copy_if(instructions.begin(), instructions.end(), std::back_inserter(effects), is_hint);
  if (!assembly.readable)
    return "static_assert(false, " + quoted("inline PTX is not simulated: " + effects.front()) + ")";
  const PtxAsCpp ptx = ptx_as_cpp(effects, assembly.operands);
  for (const std::string& header : ptx.headers) run.edits.include(header);
  if (ptx.unknown.empty()) return ptx.statements;
  return "static_assert(false, " + quoted("inline PTX is not simulated: " + ptx.unknown) + ")";
}

bool begins_assembly(const Token& word) { return word.is("asm") || word.is("__asm__") || word.is("__asm"); }

}  // namespace

Index assembly_end(const Run& run, std::size_t i) {
  if (!begins_assembly(run.tokens[i])) return std::nullopt;
  const std::size_t end = read_assembly(run, i).end;
  return end == 0 ? std::nullopt : Index(end - 1);
}

void translate_assembly(const Run& run) {
  for (std::size_t i = 0; i < run.tokens.size(); ++i) {
    const Token& word = run.tokens[i];
    if (!begins_assembly(word)) continue;
    const Assembly assembly = read_assembly(run, i);
    if (assembly.end == 0) continue;
    const auto text = replacement(run, assembly);
    if (text) run.edits.replace(word.offset, run.tokens[assembly.end - 1].end(), *text);
    i = assembly.end - 1;
  }
}

}  // namespace cudasim::translate
