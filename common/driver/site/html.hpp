#pragma once

#include <functional>
#include <map>
#include <string>

/// Just enough of HTML to read what Doxygen writes.
namespace tutorial::driver::html {

/// A tag or the text between two tags.
struct Token {
  std::string tag;  ///< in lower case, "/div" of an end tag; empty for text
  std::map<std::string, std::string> attributes = {};
  std::string text = {};  ///< between tags, entities replaced
};

/// Calls `use` with each token of a document, in order; comments and what scripts and style sheets hold are left out.
void each_token(const std::string& document, const std::function<void(const Token&)>& use);

/// &amp; and its like, and numbers, as UTF-8.
std::string without_entities(const std::string& text);

}  // namespace tutorial::driver::html
