#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "driver/list/list.hpp"
#include "tests/driver/example.hpp"

namespace driver = tutorial::driver;

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
                                  {"kind", "program"},
                                  {"part", ""},
                                  {"further", false}});
  CHECK(list[3] == nlohmann::json{{"chapter", "ch05_nearest"},
                                  {"name", "guard_tail"},
                                  {"source", "ch05_nearest/exercises/guard_tail"},
                                  {"teaches", "the last block needs a guard"},
                                  {"kind", "exercise"},
                                  {"part", ""},
                                  {"further", false}});
}

TEST_CASE(
    "parts stand below their chapter, what is past the core below the core, in the order of the numbers") {
  const std::string text = driver::list_text(example::with_parts(), "ch06");
  CHECK(text ==
        "ch06_reduction  One number?\n"
        "  sum           What is a sum?\n"
        "    in_place    what does in_place teach?\n"
        "    global      what does global teach?\n"
        "    shared      what does shared teach?\n"
        "    shuffle     what does shuffle teach?\n"
        "    further     beyond the core:\n"
        "      mapped    what does mapped teach?\n"
        "      graph     what does graph teach?\n"
        "  dot           What is a dot product?\n"
        "    dot         what does dot teach?\n"
        "    fuse        exercise: one pass is enough\n");
}

TEST_CASE("list prints a single part, and only the steps past the core") {
  const driver::Manifest manifest = example::with_parts();
  const std::string dot = driver::list_text(manifest, "dot");
  CHECK(dot.rfind("ch06_reduction", 0) == 0);
  CHECK(std::count(dot.begin(), dot.end(), '\n') == 4);
  const std::string further = driver::list_text(manifest, "ch08/further");
  CHECK(further ==
        "ch08_transpose  How fast?\n"
        "  further       beyond the core:\n"
        "    bands       what does bands teach?\n");
}

TEST_CASE("a program's JSON has its part and whether it is past the core") {
  const auto list = nlohmann::json::parse(driver::list_json(example::with_parts(), "sum/further"));
  REQUIRE(list.size() == 4);
  CHECK(list[1] == nlohmann::json{{"chapter", "ch06_reduction"},
                                  {"name", "sum"},
                                  {"source", "ch06_reduction/sum"},
                                  {"teaches", "What is a sum?"},
                                  {"kind", "part"},
                                  {"part", "sum"},
                                  {"further", false}});
  CHECK(list[2]["name"] == "mapped");
  CHECK(list[2]["further"] == true);
}

TEST_CASE("the README's map has a table per part, and marks the steps past the core") {
  const std::string text = driver::list_markdown(example::with_parts(), "ch06");
  CHECK(text ==
        "**[ch06_reduction](ch06_reduction)**: One number?\n\n"
        "[sum](ch06_reduction/sum): What is a sum?\n\n"
        "| program | question |\n| --- | --- |\n"
        "| [in_place](ch06_reduction/sum/01_in_place.cu) | what does in_place teach? |\n"
        "| [global](ch06_reduction/sum/02_global.cu) | what does global teach? |\n"
        "| [shared](ch06_reduction/sum/03_shared.cu) | what does shared teach? |\n"
        "| [shuffle](ch06_reduction/sum/04_shuffle.cu) | what does shuffle teach? |\n"
        "| **[further](ch06_reduction/sum/further)** | beyond the core: |\n"
        "| [mapped](ch06_reduction/sum/further/01_mapped.cu) | what does mapped teach? |\n"
        "| [graph](ch06_reduction/sum/further/02_graph.cu) | what does graph teach? |\n\n"
        "[dot](ch06_reduction/dot): What is a dot product?\n\n"
        "| program | question |\n| --- | --- |\n"
        "| [dot](ch06_reduction/dot/01_dot.cu) | what does dot teach? |\n");
}
