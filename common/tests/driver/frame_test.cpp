#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "driver/site/frame.hpp"
#include "driver/site/highlight.hpp"
#include "driver/site/site_tree.hpp"
#include "support/files.hpp"
#include "tutorial/errors.hpp"

namespace site = tutorial::driver::site;

namespace {

namespace fs = std::filesystem;

/// A tree with a chapter, its parts, and a Chinese page.
class Pages {
 public:
  Pages() {
    put("docs/pages/start.md",
        "# Start\n<!-- subpages: begin -->\nThe chapters:\n- [Chapter 8](../../ch08_x/README.md)\n中文:\n- "
        "[八](../zh/ch08.md)\n- [五](../zh/ch05.md)\n<!-- subpages: end -->\n");
    put("docs/zh/README.md", "<!-- translates: ../../README.md, 2026-11-28 -->\n# 开始\n");
    put("docs/zh/ch05.md", "# 五\n");
    put("docs/zh/a.md", "# 别的\n");
    put("docs/zh/ch08.md",
        "<!-- translates: ../../ch08_x/README.md, 2026-11-28 -->\n<!-- translates: "
        "../../ch08_x/sum/README.md, "
        "2026-11-28 -->\n# 八\n");
    put("ch08_x/README.md",
        "# T\n[second](sum/README.md), then [first](dot/)\n<!-- subpages: begin -->\n- "
        "[Further](further/README.md)\n<!-- subpages: end -->\n");
    put("ch08_x/dot/README.md", "# Dot & co\n");
    put("ch08_x/further/README.md", "# Chapter 8, further\n");
    put("ch08_x/sum/README.md", "# Sum\n");
    put("ch08_x/sum/counters.md", "# Counters\n");
    put("ch08_x/sum/exercises/y/README.md", "# An exercise\n");
    put("ch08_x/data/x.txt", "no page\n");
  }
  void put(const std::string& file, const std::string& text) {
    fs::create_directories((root() / file).parent_path());
    std::ofstream(root() / file) << text;
  }
  fs::path root() const { return folder_ / "tree"; }
  std::string framed(const std::string& name, const std::string& contents) const {
    return site::framed(site::tree_of(root()), name,
                        "<div class=\"title\">The &lt;title&gt; </div><div class=\"contents\">" + contents +
                            "</div><!-- contents -->more");
  }

 private:
  tutorial::TemporaryFolder folder_;
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string names(const std::vector<const site::Node*>& nodes) {
  std::string all;
  for (const site::Node* node : nodes) all += node->page + " ";
  return all;
}

}  // namespace

TEST_CASE("each page is in the tree once: listed pages first, then others of the folder") {
  const site::Tree tree = site::tree_of(Pages().root());
  CHECK(names(site::in_reading_order(tree.english))
            .starts_with("index ch08_x ch08_x_further ch08_x_sum ch08_x_sum_counters ch08_x_dot sources "));
  CHECK(names(site::in_reading_order(tree.chinese)) == "zh zh_ch08 zh_ch05 zh_a ");  // as they are listed
  CHECK(names(site::way_to(tree.english, "ch08_x_sum_exercises_y")) ==
        "index  ch08_x ch08_x_sum ch08_x_sum_exercises_y ");
  CHECK(site::way_to(tree.english, "zh_ch08").empty());
}

TEST_CASE("a page has its path, its neighbors, its menu and its other language") {
  const Pages pages;
  const std::string sum = pages.framed("ch08_x_sum", "<p >What?</p>");
  CHECK(has(sum, "<title>The &lt;title&gt; · CUDA by Chapter</title>"));
  CHECK(has(sum, "<meta name=\"description\" content=\"What?\"/>"));
  CHECK(has(sum, "<li><a href=\"ch08_x.html\">Chapter 8</a></li>\n<li><span aria-current=\"page\">"));
  CHECK(has(sum, "<a rel=\"prev\" href=\"ch08_x_further.html\">"));
  CHECK(has(sum, "<a rel=\"next\" href=\"ch08_x_sum_counters.html\">"));
  CHECK(has(sum, "<a href=\"ch08_x_sum.html\" aria-current=\"page\">Sum</a>"));
  CHECK_FALSE(has(sum, "ch08_x_sum_exercises_y"));
  CHECK_FALSE(has(sum, "more"));
  CHECK(has(pages.framed("ch08_x", ""),
            "<a href=\"zh_ch08.html\" lang=\"zh-Hans\" hreflang=\"zh-Hans\">中文</a>"));
  CHECK(has(sum, "<a href=\"zh_ch08.html\" lang=\"zh-Hans\" hreflang=\"zh-Hans\">中文</a>"));
  CHECK_FALSE(has(pages.framed("index", ""), "ch08_x_sum.html"));  // below another branch

  const std::string chinese =
      pages.framed("zh_ch08", "<h1><a id=\"a\"></a>一</h1><h1><a id=\"b\"></a>二</h1>");
  CHECK(has(chinese, "<html lang=\"zh-Hans\">"));
  CHECK(has(chinese, "<summary>本页内容</summary>"));
  CHECK(has(chinese, "<a href=\"ch08_x.html\" lang=\"en\" hreflang=\"en\">English</a>"));
  CHECK_FALSE(has(chinese, "Chapter 8<"));
  CHECK_THROWS_AS(site::framed(site::tree_of(pages.root()), "x", "<p>no page</p>"), tutorial::Failure);
}

TEST_CASE("next follows the reading order, then further reading; exercises follow each other") {
  Pages pages;
  pages.put("docs/pages/start.md",
            "# Start\n<!-- order: begin -->\n1. [Sum](../../ch08_x/sum/README.md): one.\n2. "
            "[Dot](../../ch08_x/dot/README.md) and "
            "[T](../../ch08_x/README.md).\n3. Further reading\n<!-- order: end -->\n<!-- subpages: begin "
            "-->\n- [Chapter "
            "8](../../ch08_x/README.md)\n- [Exercises](exercises.md)\n<!-- subpages: end -->\n");
  pages.put("docs/pages/exercises.md",
            "# Exercises\n<!-- all exercises: begin -->\n| exercise |\n| --- |\n| "
            "[y](../../ch08_x/sum/exercises/y/README.md): a "
            "[b](x.md) |\n| [z](../../ch08_x/sum/exercises/z/README.md) |\n<!-- all exercises: end -->\n");
  pages.put("ch08_x/sum/exercises/z/README.md", "# Z\n");
  const site::Tree tree = site::tree_of(pages.root());
  CHECK(names(site::in_reading_order(tree.english, tree.stops))
            .starts_with("index ch08_x_sum ch08_x_dot ch08_x ch08_x_further ch08_x_sum_counters exercises "));
  CHECK(has(pages.framed("index", ""),
            "<a rel=\"next\" href=\"ch08_x_sum.html\"><span>Next <small>1 of 2</small></span> Sum</a>"));
  CHECK(has(pages.framed("ch08_x_dot", ""), "<span>Next <small>2 of 2</small></span>"));
  const std::string first = pages.framed("ch08_x_sum_exercises_y", "");
  CHECK(has(first, "<a rel=\"next\" href=\"ch08_x_sum_exercises_z.html\"><span>Next</span> Z</a>"));
  CHECK_FALSE(has(first, "rel=\"prev\""));
}

TEST_CASE("the footer has the revision and where to report an error") {
  const std::string page = site::framed(
      site::tree_of(Pages().root()), "ch08_x",
      "<div class=\"title\">T</div><div class=\"contents\">x</div><!-- contents -->", "1a2b, 2026-01-02");
  CHECK(has(page, "<footer>1a2b, 2026-01-02. <a href=\"errata.html\">Report an error on this page</a>."));
}

TEST_CASE("the table of contents closes exactly the elements that it opens") {
  const std::string page =
      Pages().framed("index", "<div class=\"textblock\"><p>x</p></div></div><!-- PageDoc -->");
  CHECK(has(page, "<p>x</p></div></div><!-- PageDoc -->\n<nav id=\"neighbours\""));
}

TEST_CASE("headings follow the title without a gap, and are listed") {
  const std::string page = Pages().framed(
      "ch08_x",
      "<h2 class=\"a\"><a id=\"x\"></a>\nOne &lt;tt&gt;a&lt;/tt&gt;</h2><h4><a id=\"y\"></a>Two</h4>");
  CHECK(has(page, "<h2 class=\"a\"><a id=\"x\"></a>\nOne <code>a</code></h2><h3><a id=\"y\"></a>Two</h3>"));
  CHECK(has(page,
            "<li class=\"level2\"><a href=\"#x\">One a</a></li>\n<li class=\"level3\"><a "
            "href=\"#y\">Two</a></li>"));
}

TEST_CASE("Doxygen's scripts are left out, and wide tables scroll") {
  const std::string page = Pages().framed("files",
                                          "<span id=\"a\" onclick=\"f('0')\">v</span><table "
                                          "class=\"directory\"><td align=\"right\">x</td></table>");
  CHECK(has(page,
            "<div class=\"contents\"><div class=\"table\"><table "
            "class=\"directory\"><td>x</td></table></div></div>"));
}

TEST_CASE("code after extern __shared__ keeps its colors, links and line numbers") {
  const std::string code = site::highlighted(
      "<div class=\"line\"><a id=\"l1\"></a><span class=\"lineno\">    1</span>  <span "
      "class=\"keyword\">extern</span> "
      "__shared__ T bytes[];  <span class=\"comment\">// a &lt; b</span></div>\n<div class=\"line\">return "
      "<a href=\"x.html\">size</a>;</div>\n");
  CHECK(
      code ==
      "<div class=\"line\"><a id=\"l1\"></a><span class=\"lineno\">    1</span>  <span "
      "class=\"keyword\">extern</span> "
      "<span class=\"cuda\">__shared__</span> T bytes[];  <span class=\"comment\">// a &lt; b</span></div>\n"
      "<div class=\"line\"><span class=\"keyword\">return</span> <a href=\"x.html\">size</a>;</div>\n");
  const std::string text = "<div class=\"line\">if no code &lt; text</div>\n";
  CHECK(site::highlighted(text) == text);
}

TEST_CASE("each line of a listing has a name; those of a whole source keep theirs") {
  const auto fragment = [](const std::string& lines) {
    return "<div class=\"fragment\">" + lines + "</div><!-- fragment -->";
  };
  const std::string line = "<div class=\"line\">./x</div>\n";
  const std::string page = Pages().framed("ch08_x", fragment(line) + fragment(line + line));
  CHECK(has(page, "<div class=\"line\" id=\"code-1-1\">./x</div>"));
  CHECK(has(page, "<div class=\"line\" id=\"code-2-2\">./x</div>"));
  CHECK_FALSE(has(page, "code-1-2"));
  CHECK_FALSE(
      has(Pages().framed("ch08_x", fragment("<div class=\"line\"><span class=\"lineno\">1</span>x</div>")),
          "code-1"));
}

TEST_CASE("a long line of output folds if it is a sentence, not a row of a table") {
  const auto framed = [](const std::string& line) {
    return Pages().framed(
        "ch08_x", "<div class=\"fragment\"><div class=\"line\">" + line + "</div></div><!-- fragment -->");
  };
  const std::string words = "  turn.cu:9: " + std::string(80, 'x');
  CHECK(has(framed(words), "<div class=\"line folds\" id=\"code-1-1\">  turn.cu"));
  CHECK_FALSE(has(framed(words + "    1"), "folds"));
  CHECK_FALSE(has(framed("short"), "folds"));
  CHECK_FALSE(has(framed("<span class=\"keyword\">int</span> " + words), "folds"));
}

TEST_CASE("the lens's counts on a line are highlighted, and more so if wasteful") {
  const auto shown = [](const std::string& code) {
    return site::highlighted("<div class=\"line\"><span class=\"keyword\">int</span> b = " + code +
                             "</div>\n");
  };
  CHECK(has(shown("a[i];  // → load 4/4"), "<span class=\"counter\">// → load 4/4</span>"));
  CHECK(has(shown("a[i];  // → load 32/4"), "<span class=\"counter wasteful\">"));
  CHECK(has(shown("a[i];  // → shared load, 8-way conflict"), "<span class=\"counter wasteful\">"));
  CHECK(has(shown("a[i];  // the load"), "<span class=\"comment\">// the load</span>"));
}
