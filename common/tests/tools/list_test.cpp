#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "example.hpp"
#include "list.hpp"

TEST_CASE("the list has a line for every chapter, every program and every exercise, with what it teaches") {
  const std::string text = driver::list_text(example::manifest());
  CHECK(text.rfind(
            "ch05_nearest       Which point is nearest?\n  nearest_cpu      what does nearest_cpu teach?\n",
            0) == 0);
  CHECK(text.find("\n  guard_tail       exercise: the last block needs a guard\n") != std::string::npos);
  CHECK(std::count(text.begin(), text.end(), '\n') == 3 + 8 + 1 + 2);
}

TEST_CASE("the list as JSON has the agreed fields") {
  const auto list = nlohmann::json::parse(driver::list_json(example::manifest()));
  REQUIRE(list.size() == 12);
  CHECK(list[0]["kind"] == "chapter");
  CHECK(list[0]["teaches"] == "Which point is nearest?");
  CHECK(list[1] == nlohmann::json{{"chapter", "ch05_nearest"},
                                  {"name", "nearest_cpu"},
                                  {"source", "ch05_nearest/01_nearest_cpu.cu"},
                                  {"teaches", "what does nearest_cpu teach?"},
                                  {"kind", "program"}});
  CHECK(list[3] == nlohmann::json{{"chapter", "ch05_nearest"},
                                  {"name", "guard_tail"},
                                  {"source", "ch05_nearest/exercises/guard_tail"},
                                  {"teaches", "the last block needs a guard"},
                                  {"kind", "exercise"}});
}

TEST_CASE("what a program teaches is the question in the first line of its source") {
  CHECK(driver::question_in("// copy: how fast can data move at all?", "copy") ==
        "how fast can data move at all?");
  CHECK(driver::question_in("// copies: how fast?", "copy") == "");
  CHECK(driver::question_in("#include <x>", "copy") == "");
}
