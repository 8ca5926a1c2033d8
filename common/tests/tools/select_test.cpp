#include <doctest/doctest.h>

#include "errors.hpp"
#include "example.hpp"
#include "select.hpp"

namespace {

std::string refusal_of(const std::string& word) {
  try {
    driver::select(example::manifest(), word);
  } catch (const driver::UsageError& error) {
    return error.what();
  }
  return "accepted";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
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

TEST_CASE("no word means every chapter") {
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
    CHECK(contains(refusal, "there is no chapter or program"));
    CHECK_FALSE(contains(refusal, "\n"));
  }
}
