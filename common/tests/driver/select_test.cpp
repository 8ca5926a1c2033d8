#include <doctest/doctest.h>

#include "driver/data/select.hpp"
#include "tests/driver/example.hpp"
#include "tutorial/errors.hpp"

namespace driver = tutorial::driver;

namespace {

std::string refusal_of(const std::string& word, const driver::Manifest& manifest = example::manifest()) {
  try {
    driver::select(manifest, word);
  } catch (const tutorial::UsageError& error) {
    return error.what();
  }
  return "accepted";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The programs that a word means, in reading order: "padded bands".
std::string meant_by(const std::string& word) {
  const driver::Manifest manifest = example::with_parts();
  const driver::Selection selection = driver::select(manifest, word);
  std::string names;
  for (const driver::Program& program : manifest.programs)
    if (selection.has(program)) names += (names.empty() ? "" : " ") + program.name;
  return names;
}

}  // namespace

TEST_CASE("a chapter may be shortened to its number") {
  const auto manifest = example::manifest();
  for (const char* word :
       {"ch08", "8", "08", "ch8", "ch08_transpose", "ch08_transpose/", "./ch08_transpose/"}) {
    CAPTURE(word);
    const auto selection = driver::select(manifest, word);
    REQUIRE(selection.chapters.size() == 1);
    CHECK(selection.chapters[0]->name == "ch08_transpose");
    CHECK(selection.program == nullptr);
  }
}

TEST_CASE("select without a word returns every chapter") {
  CHECK(driver::select(example::manifest(), "").chapters.size() == 3);
}

TEST_CASE("a program is found by name, by chapter and name, and by its source file") {
  const auto manifest = example::manifest();
  for (const char* word : {"padded", "ch08_transpose/padded", "./ch08_transpose/01_padded.cu"}) {
    CAPTURE(word);
    const auto selection = driver::select(manifest, word);
    REQUIRE(selection.program != nullptr);
    CHECK(selection.program->name == "padded");
    CHECK(selection.chapters.empty());
  }
}

TEST_CASE("an unknown word is refused in one line, with what may have been meant") {
  CHECK(contains(refusal_of("paded"), "Did you mean padded?"));
  CHECK(contains(refusal_of("transpose"), "Did you mean ch08_transpose?"));
  CHECK(contains(refusal_of("nearset_cpu"), "Did you mean nearest_cpu"));
  CHECK_FALSE(contains(refusal_of("quaternion"), "Did you mean"));
  for (const char* word : {"9", "ch09", "ch", "88888888888888888888", "/", "-1"}) {
    CAPTURE(word);
    const std::string refusal = refusal_of(word);
    CHECK(contains(refusal, "there is no chapter, part or program"));
    CHECK_FALSE(contains(refusal, "\n"));
  }
}

TEST_CASE("a folder's name selects everything in it, core and further") {
  const std::string sum = "in_place global shared shuffle mapped graph";
  for (const char* word : {"ch06/sum", "6/sum", "ch06_reduction/sum/", "./ch06_reduction/sum/", "sum"}) {
    CAPTURE(word);
    CHECK(meant_by(word) == sum);
  }
  CHECK(meant_by("ch06") == sum + " dot");
  CHECK(meant_by("ch08") == "copy strided padded bands");
  CHECK(meant_by("") == sum + " dot taller copy strided padded bands");
}

TEST_CASE("further selects the steps past the core of a chapter or a part") {
  for (const char* word :
       {"ch06/sum/further", "sum/further", "ch06_reduction/sum/further/", "ch06/further"}) {
    CAPTURE(word);
    CHECK(meant_by(word) == "mapped graph");
  }
  CHECK(meant_by("ch08/further") == "bands");
  CHECK(contains(refusal_of("ch06/dot/further", example::with_parts()), "there is no"));
  CHECK(contains(refusal_of("further", example::with_parts()), "there is no"));
}

TEST_CASE("a program is found in its part, by its source, and before a part of its name") {
  for (const char* word : {"mapped", "ch06/sum/further/mapped", "sum/further/mapped", "ch06/mapped",
                           "./ch06_reduction/sum/further/01_mapped.cu"}) {
    CAPTURE(word);
    CHECK(meant_by(word) == "mapped");
  }
  const driver::Manifest manifest = example::with_parts();
  CHECK(driver::select(manifest, "dot").program != nullptr);
  CHECK(driver::select(manifest, "ch06/dot").program == nullptr);
  CHECK(driver::select(manifest, "ch06/dot").part == "dot");
  CHECK(driver::select_folder(manifest, "dot", "").part == "dot");
}

TEST_CASE("a part's name is short for its folder only where one chapter has it") {
  driver::Manifest manifest = example::with_parts();
  manifest.parts.push_back({"ch08_transpose", "sum", "Another?"});
  CHECK(contains(refusal_of("sum", manifest), "there is no"));
  CHECK(driver::select(manifest, "ch06/sum").chapters[0]->name == "ch06_reduction");
  CHECK(contains(refusal_of("ch06/tall", manifest), "there is no"));
  CHECK(contains(refusal_of("ch06/dto", manifest), "Did you mean dot"));
}

TEST_CASE("select of a folder does not return a program") {
  const driver::Manifest manifest = example::with_parts();
  CHECK_THROWS_WITH_AS(driver::select_folder(manifest, "mapped", "list takes"),
                       "list takes a chapter or a part, not the program mapped", tutorial::UsageError);
}
