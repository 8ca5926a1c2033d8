#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "driver/site/term_links.hpp"
#include "support/temporary_folder.hpp"

namespace fs = std::filesystem;
using namespace tutorial::driver::site;

namespace {

const char* const glossary =
    "# Glossary\n\nWhat?\n\n### bank\n\nA column.\n\n### bank conflict\n\nTwo words.\n\n### gather, "
    "scatter\n\n"
    "An index.\n\n### streaming multiprocessor (SM)\n\nRuns blocks.\n\n### pinned (page-locked) "
    "memory\n\nStays.\n";

std::string linked(const std::string& line, const fs::path& page = "ch05_x/README.md") {
  const tutorial::TemporaryFolder folder;
  fs::create_directories(folder.path() / "docs/pages");
  std::ofstream(folder.path() / "docs/pages/glossary.md") << glossary;
  return TermLinks(folder.path(), page).linked(line, page);
}

}  // namespace

TEST_CASE("terms are the glossary's headings, the longest first") {
  const auto terms = glossary_terms(glossary);
  REQUIRE(!terms.empty());
  CHECK(terms[0].words == "streaming multiprocessor");
  CHECK(terms[0].anchor == "streaming-multiprocessor-sm");
  CHECK(terms.back().words == "SM");
}

TEST_CASE("an entry that is linked only by hand gives no terms") {
  const auto terms =
      glossary_terms("### grid, cell\n\n<!-- linked only by hand -->\n\nAll.\n\n### lane\n\nOne.\n");
  REQUIRE(terms.size() == 1);
  CHECK(terms[0].words == "lane");
}

TEST_CASE("a term is a link where a page uses it first, relative to the page") {
  CHECK(linked("Two banks, one bank.") == "Two [banks](../docs/pages/glossary.md#bank), one bank.");
  CHECK(linked("Bank 0", "docs/pages/memory.md") == "[Bank](glossary.md#bank) 0");
  CHECK(linked("The SM, and sm_90") ==
        "The [SM](../docs/pages/glossary.md#streaming-multiprocessor-sm), and sm_90");
}

TEST_CASE("the longer term counts, and an entry of two words is linked once") {
  CHECK(linked("a bank conflict") == "a [bank conflict](../docs/pages/glossary.md#bank-conflict)");
  CHECK(linked("gather, then scatter") == "[gather](../docs/pages/glossary.md#gather-scatter), then scatter");
}

TEST_CASE("parts of words, code, links, tags and tables are left alone") {
  for (const char* line : {"embankment, banker", "`bank` and ``a bank``", "[the bank](x.md)",
                           "<a title=\"bank\">", "| bank | column |", "    bank"}) {
    CAPTURE(line);
    CHECK(linked(line) == line);
  }
}

TEST_CASE("a link or code that continues in the next line is left alone") {
  const tutorial::TemporaryFolder folder;
  fs::create_directories(folder.path() / "docs/pages");
  std::ofstream(folder.path() / "docs/pages/glossary.md") << glossary;
  const fs::path page = "docs/pages/memory.md";
  for (const auto& [before, line] :
       {std::pair("see [how a", "bank is asked](x.md), a bank"), {"`./x a", "bank`, a bank"}}) {
    TermLinks links(folder.path(), page);
    links.linked(before, page);
    CHECK(links.linked(line, page) ==
          std::string(line, std::string(line).size() - 4) + "[bank](glossary.md#bank)");
  }
  TermLinks links(folder.path(), page);
  links.linked("cited as [Fan]", page);
  CHECK(links.linked("a bank and [a page](x.md)", page) == "a [bank](glossary.md#bank) and [a page](x.md)");
}

TEST_CASE("the glossary and other languages have no such links") {
  CHECK(linked("bank", "docs/pages/glossary.md") == "bank");
  CHECK(linked("bank", "docs/zh/ch05.md") == "bank");
}
