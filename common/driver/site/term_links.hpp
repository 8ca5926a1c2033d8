#pragma once

#include <filesystem>
#include <string>
#include <vector>

/// Links from a page's words to the glossary.
namespace tutorial::driver::site {

/// A word that the glossary explains, and the place of its entry.
struct Term {
  std::string words;   ///< "bank conflict"
  std::string anchor;  ///< of the heading: "bank-conflict"
};

/// The terms of a glossary: its headings of the third level. "gather, scatter" are two, and so are "streaming multiprocessor (SM)".
/// The longest first, so that a bank conflict is not taken for a bank.
std::vector<Term> glossary_terms(const std::string& glossary);

/// Makes a link of each term where a page uses it first. Code, links, headings, tables and their contents are left alone.
class TermLinks {
 public:
  /// No links on the glossary itself, nor on pages in other languages, which have other words.
  TermLinks(const std::filesystem::path& root, const std::filesystem::path& page);

  /// A line of text from the Markdown file `page`, to which the links are relative.
  std::string linked(const std::string& line, const std::filesystem::path& page);

 private:
  const Term* take_term(const std::string& line, std::size_t at, std::size_t& length);

  std::vector<Term> terms_;  ///< not used on this page yet
  Term found_;
  std::string open_;  ///< what ends the code or the link that the last line has begun; or empty
};

}  // namespace tutorial::driver::site
