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
        "<?xml version=\"1.0\"?>\n<svg viewBox=\"0 0 2 1\"><title>T</title><desc id=\"d\">What it "
        "&lt;shows&gt;.</desc></svg>\n");
  }

  void put(const std::string& file, const std::string& text) const {
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

TEST_CASE("a command of the glossary has links to what it shows") {
  const Tree tree("# T\n");
  tree.put("ch08_x/exercises/pad/README.md", "# Pad\n");
  tree.put("docs/steps/copy.json", "{}");
  const auto seen = [&](const std::string& command) {
    tree.put("docs/pages/glossary.md", "# G\n\nSee it: `./tutorial " + command + "`\n");
    const std::string page = tree.woven("docs/pages/glossary.md");
    return page.substr(page.find('`', page.find('`') + 1) + 1);
  };
  CHECK(seen("run copy -- --n 4") ==
        ". On this site: [its source](source_ch08_x_01_copy_cu.html), <a href=\"steps_copy.html\">step by "
        "step</a>\n");
  CHECK(seen("list ch08") == ". On this site: [its page](ch08_x.html)\n");
  CHECK(seen("exercise start pad") == ". On this site: [its task](ch08_x_exercises_pad.html)\n");
  CHECK(seen("doctor") == "\n");
}

TEST_CASE("links lead into the site; what looks like one in code stays") {
  const std::string page = Tree("# T\n[`copy`](01_copy.cu), `[a](b)` and [x](https://example.org)\n").woven();
  CHECK(has(page, "[`copy`](source_ch08_x_01_copy_cu.html), `[a](b)` and [x](https://example.org)"));
  CHECK_THROWS_AS(Tree("# T\n[gone](02_gone.cu)\n").woven(), tutorial::Failure);
}

TEST_CASE("what a handout leaves out is named without a link; what is gone for another reason is a fault") {
  Tree tree("# T\nThe [quiz](../docs/instructors/quiz/README.md) of `[a](b)`.\n");
  CHECK(has(tree.woven(), "The quiz of `[a](b)`."));
  tree.put("docs/instructors/other.md", "# O\n");
  CHECK_THROWS_AS(tree.woven(), tutorial::Failure);
}

TEST_CASE("a snippet is the code between its marks, moved to the left, with its place") {
  const std::string page = Tree("# T\n<!-- snippet: 01_copy.cu kernel -->\n").woven();
  CHECK(has(page, "~~~{.cpp}\nint a;\n\n  int b;  // [not this]\n~~~\n"));
  CHECK(has(page, "<a href=\"source_ch08_x_01_copy_cu.html#l00003\">01_copy.cu, lines 3 to 5</a>"));
  Tree one_line("# T\n<!-- snippet: 01_copy.cu kernel -->\n");
  one_line.put("ch08_x/01_copy.cu", "// [kernel]\nint a;\n// [kernel]\n");
  CHECK(has(one_line.woven(), "01_copy.cu, line 2</a>"));
  Tree documented("# T\n<!-- snippet: 01_copy.cu kernel -->\n");
  documented.put("ch08_x/01_copy.cu", "// [kernel]\n/// What a is.\nint a;\n// [kernel]\n");
  CHECK(has(documented.woven(), "01_copy_cu.html#l00003\">01_copy.cu, lines 2 to 3</a>"));
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

TEST_CASE("code of a header in another folder has no steps, and needs none") {
  Tree tree(
      "# T\n<!-- code ../mailbox.hpp deliver: begin -->\n<!-- code ../mailbox.hpp deliver: end -->\nafter\n");
  tree.put("mailbox.hpp", "// [deliver]\nint a;\n// [deliver]\n");
  CHECK(has(tree.woven(), "int a;"));
}

TEST_CASE("a mark within a snippet is no part of it, and CUDA is coloured as C++") {
  Tree tree("# T\n<!-- snippet: 02_x.cu kernel -->\n```cuda\nint c;\n```\n");
  tree.put("ch08_x/02_x.cu", "// [kernel]\nint a;\n// [change]\nint b;  // [change]\n// [kernel]\n");
  CHECK(has(tree.woven(), "~~~{.cpp}\nint a;\nint b;  // [change]\n~~~\n"));
  CHECK(has(tree.woven(), "```cpp\nint c;\n```\n"));
}

TEST_CASE("a figure has its text, its size, its caption, and another drawing for a phone") {
  Tree tree("# T\n![Lanes & banks](../docs/figures/drawn/x.svg)\n");
  std::string page = tree.woven();
  CHECK(has(page,
            "<figure><picture><img src=\"files/docs/figures/drawn/x.svg\" alt=\"Lanes &amp; banks\" "
            "style=\"width:2px;aspect-ratio:auto 2/1\""));
  CHECK(has(page, "<figcaption>What it &lt;shows&gt;.</figcaption>"));
  tree.put("docs/figures/drawn/x-narrow.svg", "<svg viewBox=\"0 0 1 1\"/>");
  page = tree.woven();
  CHECK(has(page,
            "<source media=\"(max-width: 40rem)\" srcset=\"files/docs/figures/drawn/x-narrow.svg\"/><img"));
  tree.put("docs/figures/drawn/x.svg", "<svg viewBox=\"0 0 2 1\" data-lens=\"a=i*32&amp;b=1\"/>");
  CHECK(has(tree.woven(), "<figcaption>Lanes &amp; banks <a href=\"lens.html?a=i*32&amp;b=1\">"));
  CHECK_THROWS_AS(Tree("# T\n![](../docs/figures/drawn/x.svg)\n").woven(), tutorial::Failure);
  CHECK_THROWS_AS(Tree("# T\n![gone](../docs/figures/drawn/y.svg)\n").woven(), tutorial::Failure);
}

TEST_CASE("a block of another page is shown unchanged, with links relative to that page") {
  Tree tree("# T\n<!-- a b: begin -->\n[`copy`](01_copy.cu) [x](#t)\n<!-- a b: end -->\nno more\n");
  tree.put("docs/zh/x.md",
           "# Z\n<!-- block: ../../ch08_x/README.md a b -->\n[`copy`](../../ch08_x/01_copy.cu)\n");
  CHECK(tree.woven("docs/zh/x.md") ==
        "# Z {#zh_x}\n\n[`copy`](source_ch08_x_01_copy_cu.html) [x](ch08_x.html#ch08_x--t)\n\n"
        "[`copy`](source_ch08_x_01_copy_cu.html)\n");
  tree.put("docs/zh/x.md", "# Z\n<!-- block: ../../ch08_x/gone.md a b -->\n");
  CHECK_THROWS_AS(tree.woven("docs/zh/x.md"), tutorial::Failure);
}

TEST_CASE("a block that the other page no longer has is left out of the translation") {
  Tree tree("# T\nno block\n");
  for (const char* name : {"a b", "code 01_copy.cu kernel", ""}) {
    tree.put("docs/zh/x.md",
             std::string("# Z\n<!-- block: ../../ch08_x/README.md ") + name + " -->\nafter\n");
    CHECK(tree.woven("docs/zh/x.md") == "# Z {#zh_x}\n\nafter\n");
  }
}

TEST_CASE("foreign marks are removed, and subpage marks become subpages") {
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
  CHECK(has(tutorial::read_text(out / "pages/ch08_x.markdown"), "# T {#ch08_x}"));
}

TEST_CASE("the page of an exercise shows its starter above what to type, without the solution") {
  Tree tree("# T\n");
  const std::string page = "ch08_x/exercises/fill/README.md";
  tree.put(page, "# Fill\n\n## Try it\n");
  tree.put("ch08_x/exercises/fill/exercise.cu",
           "int a;\n#ifdef SOLUTION\nint b;\n#else\n// Your turn\n#endif\n");
  const std::string woven = tree.woven(page);
  CHECK(has(woven, "before you change it.\n\n~~~{.cpp}\nint a;\n// Your turn\n~~~\n"));
  CHECK(woven.find("## The starter {#ch08_x_exercises_fill--the-starter}") < woven.find("## Try it"));
  CHECK_FALSE(has(Tree("# T\n\n## Try it\n").woven(), "starter"));
}
