#include "support/text.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <stdexcept>

#include "support/layout.hpp"
#include "support/table.hpp"

namespace text = tutorial::text;

TEST_CASE("times choose their unit, and never show a rounded-up 1000") {
  CHECK(text::seconds(0) == "0.000 us");
  CHECK(text::seconds(7.3104e-6) == "7.310 us");
  CHECK(text::seconds(131.24e-6) == "131.2 us");
  CHECK(text::seconds(999.99e-6) == "1.000 ms");
  CHECK(text::seconds(12.345e-3) == "12.35 ms");
  CHECK(text::seconds(0.99999) == "1.000 s");
  CHECK(text::seconds(12.345) == "12.35 s");
  CHECK(text::rough_seconds(7.349e-6) == "7.3 us");
  CHECK(text::rough_seconds(9.96e-6) == "10 us");
  CHECK(text::rough_seconds(124.9e-6) == "120 us");
  CHECK(text::rough_seconds(999e-6) == "1.0 ms");
  CHECK(text::rough_seconds(12.3) == "12 s");
  CHECK(text::seconds(std::numeric_limits<double>::quiet_NaN()) == "-");
}

TEST_CASE("numbers keep four significant digits") {
  CHECK(text::number(3482.4) == "3482");
  CHECK(text::number(348.24) == "348.2");
  CHECK(text::number(9.99996) == "10.00");
  CHECK(text::number(0.5) == "0.500");
  CHECK(text::number(std::numeric_limits<double>::infinity()) == "-");
}

TEST_CASE("byte counts choose their unit") {
  CHECK(text::bytes(0) == "0 bytes");
  CHECK(text::bytes(999) == "999 bytes");
  CHECK(text::bytes(1024) == "1.0 KB");
  CHECK(text::bytes(4398046511104.0) == "4.4 TB");
  CHECK(text::bytes(140e9) == "140 GB");
}

TEST_CASE("the user's words stay on one line") {
  CHECK(text::quoted("1e6") == "'1e6'");
  CHECK(text::quoted("a\nb\x1b[2J") == "'a\\x0ab\\x1b[2J'");
}

TEST_CASE("messages name the folder and the file, not the machine's own folders") {
  CHECK(text::short_path("/a/b/ch08_transpose/05_x.cu") == "ch08_transpose/05_x.cu");
  CHECK(text::short_path("05_x.cu") == "05_x.cu");
}

TEST_CASE("the chapter is the part of the path that starts with ch and two digits, else the folder") {
  CHECK(text::chapter_of("/a/ch06_reduction/sum/01_x.cu") == "ch06_reduction");
  CHECK(text::chapter_of("/a/chapters/tests/x.cu") == "tests");
  CHECK(text::chapter_of("../ch08_transpose/x.cu") == "ch08_transpose");
  CHECK(text::chapter_of("/a/b/ch08.cu") == "b");
  CHECK(text::chapter_of("x.cu") == "");
}

TEST_CASE("a table lines its cells up, by characters, not bytes, and ends no line in blanks") {
  const std::string table = tutorial::aligned_table(
      {{"name", false, {"a", "± b"}}, {"n", true, {"1", "100"}}, {"x", false, {"y", ""}}});
  CHECK(table ==
        "name    n  x\n"
        "----  ---  -\n"
        "a       1  y\n"
        "± b   100\n");
}

TEST_CASE("columns of different lengths are a mistake in the program") {
  CHECK_THROWS_AS(tutorial::aligned_table({{"a", false, {"1"}}, {"b", false, {}}}), std::logic_error);
}

TEST_CASE("a Markdown table shows names with two underscores as they are") {
  CHECK(tutorial::markdown_table({{"variant", false, {"const __restrict__", "`a __b__`"}}}) ==
        "| variant |\n| --- |\n| const \\_\\_restrict\\_\\_ |\n| `a __b__` |\n");
}

TEST_CASE("trimmed: without white space at the ends") {
  CHECK(text::trimmed(" \t a b \r\n") == "a b");
  CHECK(text::trimmed("\n") == "");
  CHECK(text::trimmed("") == "");
}

TEST_CASE("filled: as many sentences on a line as fit; a longer one is wrapped, an empty one skipped") {
  CHECK(tutorial::filled({"One two.", "", "Three.", "Four."}, 15) == "One two. Three.\nFour.\n");
  CHECK(tutorial::filled({"One two three four."}, 12) == "One two\n    three\n    four.\n");
  CHECK(tutorial::filled({}, 12) == "");
}
