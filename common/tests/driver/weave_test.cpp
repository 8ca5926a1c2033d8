#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "driver/site/weave.hpp"
#include "support/files.hpp"
#include "tutorial/errors.hpp"

namespace driver = tutorial::driver;

namespace {

namespace fs = std::filesystem;

/// A tree with one chapter, whose page is given.
class Tree {
 public:
  explicit Tree(const std::string& page) {
    put("ch08_x/README.md", page);
    put("ch08_x/01_copy.cu",
        "// copy: how?\n// [kernel]\n  int a;\n\n    int b;  // [not this]\n// that was it [kernel]\nint "
        "main;\n");
    put("docs/figures/drawn/x.svg",
        "<?xml version=\"1.0\"?>\n<svg viewBox=\"0 0 1 1\" role=\"img\" aria-labelledby=\"t\"><title "
        "id=\"t\">T</title>"
        "<style>svg:root { color: red; }</style><use href='#dot'/><g fill=\"url(#dot)\" id='dot'/></svg>\n");
  }

  void put(const std::string& file, const std::string& text) {
    fs::create_directories((root() / file).parent_path());
    std::ofstream(root() / file) << text;
  }
  fs::path root() const { return folder_ / "tree"; }
  std::string woven(const std::string& page = "ch08_x/README.md") const {
    return driver::site::woven_page(root(), page);
  }

 private:
  tutorial::TemporaryFolder folder_;
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("headings name the page and its places; those in code do not") {
  const std::string page =
      Tree("# The title\n\n## A rung\n\n## A rung\n\n```sh\n# no heading\n```\n").woven();
  CHECK(page ==
        "# The title {#ch08_x}\n\n## A rung {#ch08_x--a-rung}\n\n## A rung {#ch08_x--a-rung-1}\n\n```sh\n# "
        "no heading\n```\n");
  CHECK_THROWS_AS(Tree("No title\n").woven(), tutorial::Failure);
}

TEST_CASE("links lead into the site; what looks like one in code stays") {
  const std::string page = Tree("# T\n[`copy`](01_copy.cu), `[a](b)` and [x](https://example.org)\n").woven();
  CHECK(has(page, "[`copy`](source_ch08_x_01_copy_cu.html), `[a](b)` and [x](https://example.org)"));
  CHECK_THROWS_AS(Tree("# T\n[gone](02_gone.cu)\n").woven(), tutorial::Failure);
}

TEST_CASE("a snippet is the code between its marks, moved to the left, with its place") {
  const std::string page = Tree("# T\n<!-- snippet: 01_copy.cu kernel -->\n").woven();
  CHECK(has(page, "~~~{.cpp}\nint a;\n\n  int b;  // [not this]\n~~~\n"));
  CHECK(has(page, "<a href=\"source_ch08_x_01_copy_cu.html#l00003\">01_copy.cu, lines 3 to 5</a>"));
  CHECK_THROWS_AS(Tree("# T\n<!-- snippet: 01_copy.cu other -->\n").woven(), tutorial::Failure);
  CHECK_THROWS_AS(Tree("# T\n<!-- snippet: 02_gone.cu kernel -->\n").woven(), tutorial::Failure);
}

TEST_CASE("code that a script wove into a page is taken from the source again") {
  Tree tree(
      "# T\n<!-- code 01_copy.cu kernel: begin -->\n```cuda\nstale\n```\n<!-- code 01_copy.cu kernel: end "
      "-->\nafter\n");
  const std::string page = tree.woven();
  CHECK(has(page, "~~~{.cpp}\nint a;\n\n  int b;  // [not this]\n~~~\n"));
  CHECK(has(page, "</div>\n\n\nafter\n"));
  CHECK_FALSE(has(page, "stale"));
  tree.put("docs/zh/x.md", "# Z\n<!-- block: ../../ch08_x/README.md code 01_copy.cu kernel -->\n");
  CHECK(has(tree.woven("docs/zh/x.md"), "\nint a;\n"));
}

TEST_CASE("a mark within a snippet is no part of it, and CUDA is coloured as C++") {
  Tree tree("# T\n<!-- snippet: 02_x.cu kernel -->\n```cuda\nint c;\n```\n");
  tree.put("ch08_x/02_x.cu", "// [kernel]\nint a;\n// [change]\nint b;  // [change]\n// [kernel]\n");
  CHECK(has(tree.woven(), "~~~{.cpp}\nint a;\nint b;  // [change]\n~~~\n"));
  CHECK(has(tree.woven(), "```cpp\nint c;\n```\n"));
}

TEST_CASE("a figure stands inline, with its text, and its names are its own") {
  const std::string page = Tree("# T\n![Lanes & banks](../docs/figures/drawn/x.svg)\n").woven();
  CHECK(has(page,
            "<svg id=\"figure1\" role=\"img\" aria-label=\"Lanes &amp; banks\" viewBox=\"0 0 1 1\" "
            "style=\"--width: 1px\">"));
  CHECK(has(page, "#figure1 { color: red; }"));
  CHECK(has(page, "href='#figure1-dot'"));
  CHECK(has(page, "url(#figure1-dot)"));
  CHECK(has(page, "id='figure1-dot'"));
  CHECK_FALSE(has(page, "<?xml"));
  CHECK_THROWS_AS(Tree("# T\n![](../docs/figures/drawn/x.svg)\n").woven(), tutorial::Failure);
  CHECK_THROWS_AS(Tree("# T\n![gone](../docs/figures/drawn/y.svg)\n").woven(), tutorial::Failure);
}

TEST_CASE("a block of another page is shown as it stands there, and its links start from there") {
  Tree tree("# T\n<!-- a b: begin -->\n[`copy`](01_copy.cu) [x](#t)\n<!-- a b: end -->\nno more\n");
  tree.put("docs/zh/x.md",
           "# Z\n<!-- block: ../../ch08_x/README.md a b -->\n[`copy`](../../ch08_x/01_copy.cu)\n");
  CHECK(tree.woven("docs/zh/x.md") ==
        "# Z {#zh_x}\n\n[`copy`](source_ch08_x_01_copy_cu.html) [x](ch08_x.html#ch08_x--t)\n\n"
        "[`copy`](source_ch08_x_01_copy_cu.html)\n");
  for (const char* words :
       {"../../ch08_x/README.md a", "../../ch08_x/README.md", "../../ch08_x/gone.md a b"}) {
    tree.put("docs/zh/x.md", std::string("# Z\n<!-- block: ") + words + " -->\n");
    CHECK_THROWS_AS(tree.woven("docs/zh/x.md"), tutorial::Failure);
  }
}

TEST_CASE("marks that are not ours to show are taken out, and subpages become such") {
  const std::string page = Tree(
                               "# T\n<!-- table x: begin -->\n| a |\n<!-- table x: end -->\n<!-- subpages: "
                               "begin -->\n- [T](README.md)\n<!-- subpages: end -->\n[T](README.md)\n")
                               .woven();
  CHECK(page == "# T {#ch08_x}\n\n| a |\n\n\n- @subpage ch08_x \"T\"\n\n[T](ch08_x.html)\n");
}

TEST_CASE("each source has a page, and what pages link to is there") {
  Tree tree("# T\n[x](../docs/data.json) [y](../common/a.hpp)\n");
  tree.put("docs/data.json", "{}");
  tree.put("common/a.hpp", "int a;");
  tree.put("common/b.hpp", "int b;");
  tree.put("ch08_x/exercises/y/exercise.cu", "the solution");
  tree.put("docs/pages/start.md",
           "# S\n<!-- subpages: begin -->\nChapters:\n- [T & U](../../ch08_x/README.md)\n<!-- subpages: end "
           "-->\n");
  const fs::path out = tree.root() / "out";
  driver::site::write_sources(tree.root(), {"ch08_x/README.md"}, out);
  CHECK(fs::exists(out / "pages/source_ch08_x_01_copy_cu.markdown"));
  CHECK(fs::exists(out / "pages/source_common_a_hpp.markdown"));
  CHECK_FALSE(fs::exists(out / "pages/source_common_b_hpp.markdown"));
  CHECK_FALSE(fs::exists(out / "pages/source_ch08_x_exercises_y_exercise_cu.markdown"));
  CHECK(tutorial::read_text(out / "files/docs/data.json") == "{}");
  CHECK(has(tutorial::read_text(out / "pages/sources.markdown"), "@subpage source_common_a_hpp \"a.hpp\""));
  CHECK(has(tutorial::read_text(out / "menu.xml"), "url=\"@ref ch08_x\" title=\"T &amp; U\""));
}

TEST_CASE(
    "below a chapter the menu has its parts, in the order of its links, and what is past a core, last") {
  Tree tree("# T\n[second](sum/README.md), then [first](dot/)\n");
  tree.put("docs/pages/start.md",
           "# S\n<!-- subpages: begin -->\n- [Chapter 8](../../ch08_x/README.md)\n<!-- subpages: end -->\n");
  tree.put("ch08_x/dot/README.md", "# Dot & co\n");
  tree.put("ch08_x/further/README.md", "# Further\n");
  tree.put("ch08_x/sum/README.md", "# Sum\n");
  tree.put("ch08_x/sum/further/README.md", "# Sum, further\n");
  tree.put("ch08_x/sum/exercises/y/README.md", "# No entry\n");
  tree.put("ch08_x/exercises/README.md", "# No entry\n");
  tree.put("ch08_x/data/x.txt", "no page\n");
  const fs::path out = tree.root() / "out";
  driver::site::write_sources(tree.root(), {"ch08_x/README.md"}, out);
  const std::string menu = tutorial::read_text(out / "menu.xml");
  CHECK(has(
      menu,
      "<tab type=\"usergroup\" visible=\"yes\" url=\"@ref ch08_x\" title=\"Chapter 8\">\n"
      "<tab type=\"usergroup\" visible=\"yes\" url=\"@ref ch08_x_sum\" title=\"Sum\">\n"
      "<tab type=\"user\" visible=\"yes\" url=\"@ref ch08_x_sum_further\" title=\"Sum, "
      "further\">\n</tab>\n</tab>\n"
      "<tab type=\"user\" visible=\"yes\" url=\"@ref ch08_x_dot\" title=\"Dot &amp; co\">\n</tab>\n"
      "<tab type=\"user\" visible=\"yes\" url=\"@ref ch08_x_further\" title=\"Further\">\n</tab>\n</tab>\n"));
  CHECK_FALSE(has(menu, "No entry"));
}
