#include "driver/site/highlight.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <regex>
#include <string_view>
#include <utility>
#include <vector>

#include "driver/site/html.hpp"
#include "sim/translate/lexer.hpp"
#include "support/text.hpp"
#include "support/xml.hpp"

namespace tutorial::driver::site {
namespace {

using cudasim::translate::Token;
using cudasim::translate::TokenKind;

/// A tag of Doxygen's, and before which byte of the text it stands.
struct Tag {
  std::size_t at;
  std::string text;
};

/// The fragment's text, and the tags that stay.
struct Code {
  std::string text;
  std::vector<Tag> tags;
  bool coloured = false;
};

constexpr std::array<std::string_view, 5> colours = {"keyword", "comment", "preprocessor", "stringliteral",
                                                     "charliteral"};

Code read_code(const std::string& fragment) {
  Code code;
  std::vector<bool> kept_spans;
  bool line_number = false;
  for (std::size_t at = 0; at < fragment.size();) {
    const std::size_t end = fragment[at] == '<' ? fragment.find('>', at) + 1 : fragment.find('<', at);
    const std::string piece = fragment.substr(at, end - at);
    at = end == std::string::npos ? fragment.size() : end;
    if (piece[0] != '<') {
      if (line_number)
        code.tags.push_back({code.text.size(), piece});
      else
        code.text += html::without_entities(piece);
      continue;
    }
    if (piece.starts_with("<span")) {
      line_number = piece.find("lineno") != std::string::npos;
      kept_spans.push_back(line_number);
      for (const std::string_view colour : colours)
        code.coloured = code.coloured || piece.find(colour) != std::string::npos;
      if (!line_number) continue;
    } else if (piece == "</span>") {
      const bool kept = !kept_spans.empty() && kept_spans.back();
      if (!kept_spans.empty()) kept_spans.pop_back();
      line_number = false;
      if (!kept) continue;
    }
    code.tags.push_back({code.text.size(), piece});
  }
  return code;
}

bool is_type(std::string_view word) {
  static constexpr std::array<std::string_view, 16> types = {
      "auto",  "bool",   "char",     "double", "float", "half",   "int",    "long",
      "short", "signed", "unsigned", "void",   "dim3",  "size_t", "float4", "wchar_t"};
  return std::find(types.begin(), types.end(), word) != types.end() ||
         (word.starts_with("uint") && word.ends_with("_t")) ||
         (word.starts_with("int") && word.ends_with("_t"));
}

/// Each between two blanks.
constexpr std::string_view keywords =
    " alignas alignof asm break case catch class concept const consteval constexpr constinit const_cast "
    "continue decltype default delete do dynamic_cast else enum explicit extern false final for friend goto "
    "if "
    "inline mutable namespace new noexcept nullptr operator override private protected public "
    "reinterpret_cast "
    "requires return sizeof static static_assert static_cast struct switch template this throw true try "
    "typedef typename union using virtual volatile while ";

bool is_keyword(std::string_view word) {
  return keywords.find(fmt::format(" {} ", word)) != std::string_view::npos;
}

/// __global__, __shared__, __restrict__, …
bool is_of_cuda(std::string_view word) {
  return word.size() > 4 && word.starts_with("__") && word.ends_with("__") && word[2] >= 'a' &&
         word[2] <= 'z';
}

std::string_view class_of(const Token& token) {
  switch (token.kind) {
    case TokenKind::string:
    case TokenKind::character: return "string";
    case TokenKind::number: return "number";
    case TokenKind::punctuation: return token.in_directive && token.is("#") ? "directive" : "";
    case TokenKind::identifier: break;
  }
  if (token.in_directive && !is_keyword(token.text)) return "directive";
  if (is_of_cuda(token.text)) return "cuda";
  if (is_type(token.text)) return "type";
  return is_keyword(token.text) ? "keyword" : "";
}

/// The class of each byte: 0 for none, else one more than its place in `classes`.
class Colouring {
 public:
  explicit Colouring(const std::string& text) : classes_{""}, of_(text.size(), 0) {
    cudasim::translate::Lexer lexer(text);
    std::size_t before = 0;
    while (const auto token = lexer.next()) {
      comments_in(text, before, token->offset);
      fill(token->offset, token->end(), class_of(*token));
      before = token->end();
    }
    comments_in(text, before, text.size());
  }

  std::string_view at(std::size_t place) const { return classes_[of_[place]]; }

 private:
  /// Between two tokens there are blanks and comments.
  void comments_in(const std::string& text, std::size_t from, std::size_t to) {
    const std::size_t begin = text.find('/', from);
    if (begin < to) fill(begin, to, "comment");
  }
  void fill(std::size_t from, std::size_t to, std::string_view name) {
    auto known = std::find(classes_.begin(), classes_.end(), name);
    if (known == classes_.end()) known = classes_.insert(known, name);
    std::fill(of_.begin() + static_cast<std::ptrdiff_t>(from), of_.begin() + static_cast<std::ptrdiff_t>(to),
              static_cast<unsigned char>(known - classes_.begin()));
  }

  std::vector<std::string_view> classes_;
  std::vector<unsigned char> of_;
};

/// Whether of two numbers `touched/needed` in a comment of the lens the first is clearly more.
bool is_wasteful(const std::string& comment) {
  static const std::regex numbers("([0-9.]+)/([0-9.]+)");
  for (std::sregex_iterator each(comment.begin(), comment.end(), numbers), end; each != end; ++each)
    if (std::strtod((*each)[1].str().c_str(), nullptr) >
        1.25 * std::strtod((*each)[2].str().c_str(), nullptr))
      return true;
  return comment.find("would do") != std::string::npos || comment.find("conflict") != std::string::npos;
}

/// Text of one class; a tag of Doxygen's ends it.
std::string coloured(const std::string& text, std::string_view name) {
  const std::string shown = xml::escaped(text);
  if (name == "comment" && text::trimmed(text).starts_with("// →"))
    return xml::element("span", {{"class", is_wasteful(text) ? "counter wasteful" : "counter"}}, shown);
  return name.empty() || text.find_first_not_of(" \n") == std::string::npos
             ? shown
             : xml::element("span", {{"class", name}}, shown);
}

}  // namespace

std::string highlighted(const std::string& fragment) {
  const Code code = read_code(fragment);
  if (!code.coloured) return fragment;
  const Colouring colouring(code.text);
  std::string result;
  std::size_t next_tag = 0;
  for (std::size_t at = 0; at <= code.text.size();) {
    for (; next_tag < code.tags.size() && code.tags[next_tag].at == at; ++next_tag)
      result += code.tags[next_tag].text;
    if (at == code.text.size()) break;
    std::size_t end = at + 1;
    const std::size_t most = next_tag < code.tags.size() ? code.tags[next_tag].at : code.text.size();
    while (end < most && colouring.at(end) == colouring.at(at) && code.text[end] != '\n') ++end;
    if (code.text[at] == '\n')
      result += '\n';
    else
      result += coloured(code.text.substr(at, end - at), colouring.at(at));
    at = end;
  }
  return result;
}

}  // namespace tutorial::driver::site
