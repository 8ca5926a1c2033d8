#include "driver/site/html.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <utility>

namespace tutorial::driver::html {
namespace {

constexpr const char* blank = " \t\r\n";

void append_utf8(std::string& text, std::uint32_t code) {
  const auto tail = [&](int shift) { text += static_cast<char>(0x80 | (code >> shift & 0x3F)); };
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xC0 | code >> 6);
    tail(0);
  } else if (code < 0x10000) {
    text += static_cast<char>(0xE0 | code >> 12);
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xF0 | code >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// Reads the tag that starts at `at`, after its '<', and moves `at` past its '>'.
Token read_tag(const std::string& document, std::size_t& at) {
  Token token;
  const std::size_t name_end = std::min(document.find_first_of(" \t\r\n>", at), document.size());
  token.tag = lower(document.substr(at, name_end - at));
  if (token.tag.size() > 1 && token.tag.back() == '/') token.tag.pop_back();  // <br/>
  at = name_end;
  while (at < document.size() && document[at] != '>') {
    const std::size_t begin = document.find_first_not_of(" \t\r\n/", at);
    if (begin == std::string::npos || document[begin] == '>') {
      at = std::min(begin, document.size());
      break;
    }
    const std::size_t end = std::min(document.find_first_of(" \t\r\n=>", begin), document.size());
    const std::string name = lower(document.substr(begin, end - begin));
    at = std::min(document.find_first_not_of(blank, end), document.size());
    std::string value;
    if (at < document.size() && document[at] == '=') {
      at = std::min(document.find_first_not_of(blank, at + 1), document.size());
      const bool quoted = at < document.size() && (document[at] == '"' || document[at] == '\'');
      const std::size_t from = quoted ? at + 1 : at;
      const std::size_t to =
          std::min(quoted ? document.find(document[at], from) : document.find_first_of(" \t\r\n>", from),
                   document.size());
      value = without_entities(document.substr(from, to - from));
      at = std::min(quoted ? to + 1 : to, document.size());
    }
    token.attributes.emplace(name, value);
  }
  at = std::min(at + 1, document.size());
  return token;
}

}  // namespace

std::string without_entities(const std::string& text) {
  static constexpr std::array<std::pair<const char*, const char*>, 9> names = {{{"amp", "&"},
                                                                                {"lt", "<"},
                                                                                {"gt", ">"},
                                                                                {"quot", "\""},
                                                                                {"apos", "'"},
                                                                                {"nbsp", " "},
                                                                                {"ndash", "–"},
                                                                                {"mdash", "—"},
                                                                                {"copy", "©"}}};
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t end = text[at] == '&' ? text.find(';', at) : std::string::npos;
    if (end == std::string::npos || end - at > 10) {
      result += text[at];
      continue;
    }
    const std::string name = text.substr(at + 1, end - at - 1);
    const auto known =
        std::find_if(names.begin(), names.end(), [&](const auto& entry) { return name == entry.first; });
    if (name.starts_with('#'))
      append_utf8(result, static_cast<std::uint32_t>(name.starts_with("#x")
                                                         ? std::strtoul(name.c_str() + 2, nullptr, 16)
                                                         : std::strtoul(name.c_str() + 1, nullptr, 10)));
    else if (known != names.end())
      result += known->second;
    else
      result += text.substr(at, end - at + 1);
    at = end;
  }
  return result;
}

void each_token(const std::string& document, const std::function<void(const Token&)>& use) {
  std::size_t at = 0;
  while (at < document.size()) {
    if (document[at] != '<') {
      const std::size_t end = std::min(document.find('<', at), document.size());
      use({"", {}, without_entities(document.substr(at, end - at))});
      at = end;
    } else if (document.compare(at, 4, "<!--") == 0) {
      const std::size_t end = document.find("-->", at);
      at = end == std::string::npos ? document.size() : end + 3;
    } else {
      const Token token = read_tag(document, ++at);
      use(token);
      if (token.tag == "script" || token.tag == "style")
        at = std::min(document.find("</" + token.tag, at), document.size());
    }
  }
}

}  // namespace tutorial::driver::html
