#include "support/starter.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

using namespace tutorial;

TEST_CASE("starter and solution are the two sides of the conditional, in either order") {
  const char* source = "a\n#ifdef SOLUTION\nb\n#else\nc\n#endif\nd\n#ifndef SOLUTION\ne\n#else\nf\n#endif\ng";
  CHECK(starter_of(source) == "a\nc\nd\ne\ng");
  CHECK(solution_of(source) == "a\nb\nd\nf\ng");
}

TEST_CASE("other conditionals stay, outside and inside a side that stays") {
  const char* source = "#if X\n#ifdef SOLUTION\n#ifdef Y\nb\n#else\nc\n#endif\n#endif\n#else\nd\n#endif\n";
  CHECK(solution_of(source) == "#if X\n#ifdef Y\nb\n#else\nc\n#endif\n#else\nd\n#endif\n");
  CHECK(starter_of(source) == "#if X\n#else\nd\n#endif\n");
}

TEST_CASE("another macro's name is not SOLUTION") {
  CHECK(starter_of("#ifdef SOLUTION_2\na\n#endif\n") == "#ifdef SOLUTION_2\na\n#endif\n");
}

TEST_CASE("a wrong answer as a starter says at its top what the starter says there, and not what is wrong") {
  CHECK(faulty_starter("// The task.\n// Hints.\n#include <a>\nint a;\n",
                       "// No barrier.\n#include <a>\nint b; // c\n") ==
        "// The task.\n// Hints.\n#include <a>\nint b; // c\n");
  CHECK(faulty_starter("int a;\n", "int b;\n") == "int b;\n");
  CHECK(faulty_starter("// a", "// b") == "// a");
}

TEST_CASE("unbalanced conditionals are reported with their line") {
  CHECK_THROWS_WITH_AS(starter_of("a\n#ifdef SOLUTION\n"), "line 2: this conditional has no #endif",
                       std::runtime_error);
  CHECK_THROWS_WITH_AS(starter_of("#endif\n"), "line 1: #endif without #if", std::runtime_error);
  CHECK_THROWS_WITH_AS(starter_of("#ifdef SOLUTION\n#ifdef SOLUTION\n"), "line 2: SOLUTION within SOLUTION",
                       std::runtime_error);
}
