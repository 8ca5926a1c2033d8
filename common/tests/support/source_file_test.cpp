#include "support/source_file.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "support/temporary_folder.hpp"

namespace source_file = tutorial::source_file;

TEST_CASE("a program is named as its source file, without the number and the ending") {
  CHECK(source_file::program_name("/a/ch06_reduction/sum/02_reduce_global.cu") == "reduce_global");
  CHECK(source_file::program_name("01_nearest_cpu.cpp") == "nearest_cpu");
  CHECK(source_file::program_name("../sum/further/113_reduce_graph.cu") == "reduce_graph");
  CHECK(source_file::program_name("faulty.cu") == "faulty");
  CHECK(source_file::program_name("3d_copy.cu") == "3d_copy");
  CHECK(source_file::program_name("2048.cu") == "2048");
  CHECK(source_file::program_name("04_2048.cu") == "2048");
}

TEST_CASE("the first line has the question after the name") {
  CHECK(source_file::question_in("// copy: how fast?", "copy") == "how fast?");
  CHECK(source_file::question_in("// copy: a: b?", "copy") == "a: b?");
  CHECK(source_file::question_in("// copy how fast?", "copy").empty());
  CHECK(source_file::question_in("// copying: how fast?", "copy").empty());
  CHECK(source_file::question_in("", "copy").empty());
}

TEST_CASE("the second line has what the rung changes") {
  CHECK(source_file::step_in("// Step     one column more") == "one column more");
  CHECK(source_file::step_in("// Before   one column more").empty());
  CHECK(source_file::step_in("//").empty());
}

TEST_CASE(
    "the question of a source is read from it; where there is none, a sentence says where it would be") {
  const tutorial::TemporaryFolder folder;
  const auto path = std::filesystem::path(folder.path()) / "07_copy.cu";
  const auto holding = [&](const std::string& text) {
    std::ofstream(path) << text;
    return source_file::question(path.string());
  };
  const std::string where =
      "its question is the first line of " + path.parent_path().filename().string() + "/07_copy.cu";
  CHECK(source_file::question(path.string()) == where);
  CHECK(holding("// copy: how fast?\n//\n") == "how fast?");
  CHECK(holding("#include <x>\n// copy: how fast?\n") == where);
  CHECK(holding("") == where);
}
