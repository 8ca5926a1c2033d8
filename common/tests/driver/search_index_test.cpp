#include "driver/site/search_index.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/files.hpp"

namespace site = tutorial::driver::site;

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// A site of two English pages, a source and a Chinese page.
class Pages {
 public:
  Pages() {
    fs::create_directories(folder_ / "docs/pages");
    put("docs/pages/start.md", "# Start\n<!-- subpages: begin -->\n- [A](a.md)\n<!-- subpages: end -->\n");
    put("docs/pages/a.md", "# A\n");
    put("a.html", R"(<h1>Chapter 8</h1><div class="contents"><p>A bank
    conflict.</p><h2><a class="anchor" id="rungs"></a>The rungs</h2><td>copy</td><td>fast</td></div></main>)");
    put("b.html",
        R"(<h1>Beside</h1><div class="contents"><p>A bank holiday, and much more text.</p></div></main>)");
    put("source_x_cu.html", R"(<h1>x.cu</h1><div class="contents"><p>hidden</p></div></main>)");
    put("zh_a.html", R"(<h1>第 8 章</h1><div class="contents"><p>存储体</p></div></main>)");
  }
  nlohmann::json index(bool chinese) const {
    const std::string script = site::search_index(folder_.path(), folder_.path(), chinese);
    const std::string begin = "const searchIndex = ";
    REQUIRE(script.starts_with(begin));
    REQUIRE(script.ends_with(";\n"));
    return nlohmann::json::parse(script.substr(begin.size(), script.size() - begin.size() - 2));
  }

 private:
  void put(const std::string& name, const std::string& text) { std::ofstream(folder_ / name) << text; }

  tutorial::TemporaryFolder folder_;
};

/// The postings at the word's position; empty for an unknown word.
std::string postings(const nlohmann::json& index, const std::string& wanted) {
  std::istringstream words(index["words"].get<std::string>());
  std::istringstream all(index["postings"].get<std::string>());
  std::string word;
  std::string posting;
  while (words >> word && all >> posting)
    if (word == wanted) return posting;
  return "";
}

}  // namespace

TEST_CASE(
    "search_words splits names at underscores and Chinese into pairs, and drops frequent words and long "
    "numbers") {
  CHECK(site::search_words("The Bank-conflict") == Words{"bank", "conflict"});
  CHECK(site::search_words("__syncthreads()") == Words{"syncthreads"});
  CHECK(site::search_words("matmul_tiled") == Words{"matmul_tiled", "matmul", "tiled"});
  CHECK(site::search_words("exit code 77 of 10000") == Words{"exit", "code", "77"});
  CHECK(site::search_words("bank冲突了,在") == Words{"bank", "冲突", "突了", "在"});
  CHECK(site::search_words("→ × ±").empty());
}

TEST_CASE("search_index has the sections of each page of a language, with anchor, heading and beginning") {
  const auto index = Pages().index(false);
  REQUIRE(index["pages"].size() == 3);
  CHECK(index["pages"][0] == nlohmann::json::array({"a.html", "Chapter 8"}));
  CHECK(index["sections"][0] == nlohmann::json::array({0, "", "", "A bank conflict. "}));
  CHECK(index["sections"][1] == nlohmann::json::array({0, "rungs", "The rungs", "copy fast "}));
  CHECK(index["sections"][2][0] == 1);
  const auto chinese = Pages().index(true);
  CHECK(chinese["pages"] == nlohmann::json::array({{"zh_a.html", "第 8 章"}}));
  CHECK(postings(chinese, "存储").starts_with("0"));
}

TEST_CASE("search_index lists a word's sections by distance, and a word of the title counts most") {
  const auto index = Pages().index(false);
  const std::string bank = postings(index, "bank");
  REQUIRE(bank.size() == 4);  // two sections of one digit and one letter each
  CHECK(bank[0] == '0');
  CHECK(bank[2] == '2');
  CHECK(bank[1] > bank[3]);  // the page of the menu counts more
  const std::string chapter = postings(index, "chapter");
  REQUIRE(chapter.size() == 4);
  CHECK(chapter[2] == '1');
  CHECK(chapter[1] > chapter[3]);  // the page's top before its sections
  CHECK(postings(index, "hidden").empty());
  CHECK_FALSE(postings(index, "cu").empty());  // of a source the name is known
}
