#include "support/pattern.hpp"

#include <doctest/doctest.h>

using tutorial::Pattern;

TEST_CASE("Pattern finds the first match with its groups, and nothing where none is") {
  const Pattern pattern("([a-z]+):([0-9]+)?");
  CHECK(pattern.find("7, ab:12, cd:3") == std::vector<std::string>{"ab:12", "ab", "12"});
  CHECK(pattern.find("ab:") == std::vector<std::string>{"ab:", "ab", ""});
  CHECK(pattern.find("12").empty());
}

TEST_CASE("Pattern keeps the group of each match, and all between them") {
  CHECK(Pattern(R"(\[([^]]*)\]\([^)]*\))").keep_group("a [b](c) d [e](f)g") == "a b d eg");
  CHECK(Pattern("(^|[ '])/[^ ]*/").keep_group("/x/y/a.cu '/z/b.cu") == "a.cu 'b.cu");
  CHECK(Pattern("(x*)").keep_group("ab") == "ab");
}

TEST_CASE("Pattern refuses what is no expression") { CHECK_THROWS(Pattern("(")); }
