// The question if no small change helps: about a finding of the report, and none if the report says too little.
#include "marking/hints/report_question.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace tutorial::marking;

namespace {

Mark mark_that_lost(Part lost, std::vector<Finding> of_right, std::vector<Finding> of_safe,
                    std::vector<Finding> of_good = {}) {
  Mark mark;
  for (const Part part : parts) {
    PartMark each{part, 1, 1, true, {}};
    if (part == Part::right) each.findings = of_right;
    if (part == Part::safe) each.findings = of_safe;
    if (part == Part::good) each.findings = of_good;
    if (part >= lost) each.points = 0;
    mark.parts.push_back(each);
  }
  return mark;
}

/// "guard 4", or "-".
std::string asked(const std::string& source, const Mark& mark) {
  const auto question = question_of_report(Structure(source), mark);
  return question ? std::string(name_of(question->about)) + " " + std::to_string(question->line) : "-";
}

std::string asked_of_hazard(const std::string& text) {
  return asked("", mark_that_lost(Part::safe, {}, {{text, "x.cu", 4}}));
}

std::string asked_of_element(const std::string& source, const std::string& text) {
  return asked(source, mark_that_lost(Part::right, {{text}}, {}));
}

const std::string doubling = R"(__global__ void twice(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i + 1 - 1];
}
void call(const int* in, int* out, int n) { twice<<<1, n>>>(in, out, n); }
)";

}  // namespace

TEST_CASE("each kind of hazard has a question that names its line") {
  CHECK(asked_of_hazard("race-shared (n = 2): Thread 0 writes, thread 1 reads at x.cu:5") == "barrier 4");
  CHECK(asked_of_hazard("race-warp (n = 2): thread 1 writes another value at x.cu:4") == "same place 4");
  CHECK(asked_of_hazard("reuse-without-barrier (n = 2)") == "barrier 4");
  CHECK(asked_of_hazard("out-of-bounds (n = 2)") == "guard 4");
  CHECK(asked_of_hazard("uninitialized-shared (n = 2)") == "filled 4");
  CHECK(asked_of_hazard("early-exit-barrier (n = 2)") == "who reaches 4");
  CHECK(asked_of_hazard("leak (n = 2)") == "-");
}

TEST_CASE("a hazard without a line gives way to the next, and a hazard comes before a wrong element") {
  const Finding nowhere{"race-shared"}, outside{"out-of-bounds", "x.cu", 3},
      element{"out[0] was never written (n = 1)"};
  CHECK(asked(doubling, mark_that_lost(Part::safe, {}, {nowhere, outside})) == "guard 3");
  CHECK(asked(doubling, mark_that_lost(Part::right, {element}, {outside})) == "guard 3");
  CHECK(asked(doubling, mark_that_lost(Part::right, {element}, {nowhere})) == "comes 3");
}

TEST_CASE("an unwritten element is asked about at the only statement that could write it") {
  CHECK(asked_of_element(doubling, "out[0] was never written (n = 1)") == "comes 3");
  CHECK(asked_of_element(doubling, "other[0] was never written (n = 1)") == "-");
  CHECK(asked_of_element(doubling, "a CUDA call failed (n = 1)") == "-");
  std::string twice = doubling;
  twice.insert(twice.find("  if"), "  out[i] = 0;\n");
  CHECK(asked_of_element(twice, "out[0] was never written (n = 1)") == "-");
}

TEST_CASE("a wrong value is asked for where it comes straight from the input") {
  CHECK(asked_of_element(doubling, "out[0] is 3, not 4 (n = 1)") == "stored 3");
  CHECK(asked_of_element(doubling, "out[0] was overwritten; the function may only read out (n = 1)") == "-");
  for (const char* detour :
       {"  __shared__ int tile[32];\n", "  for (int k = 0; k < 2; ++k) ++n;\n", "  in[i] = 0;\n"}) {
    std::string round = doubling;
    round.insert(round.find("  if"), detour);
    CHECK(asked_of_element(round, "out[0] is 3, not 4 (n = 1)") == "-");
  }
  std::string walks = doubling;
  walks.insert(walks.find("if"), "for (int k = 0; k < 2; ++k) ");
  CHECK(asked_of_element(walks, "out[0] is 3, not 4 (n = 1)") == "stored 3");
}

TEST_CASE("a limit of the contract is asked about in the line that its counter names") {
  const auto of = [](const char* counter, int line) {
    return asked(doubling, mark_that_lost(Part::good, {}, {}, {{"too many", "x.cu", line, counter}}));
  };
  CHECK(of("sectors_per_request", 3) == "neighbours 3");
  CHECK(of("sectors", 3) == "sectors 3");
  CHECK(of("requests", 3) == "again 3");
  CHECK(of("wavefronts", 3) == "kept 3");
  CHECK(of("launches", 0) == "launch 5");
  CHECK(of("least threads", 0) == "launch 5");
  CHECK(of("least sectors", 3) == "-");
  CHECK(of("shared_bytes", 3) == "-");
  CHECK(of("requests", 0) == "-");
}

TEST_CASE(
    "work of the host's is asked for before anything else; full points and what does not compile get no "
    "question") {
  const Finding host{"all cases are right, but the device has not done the work"},
      outside{"out-of-bounds", "x.cu", 3};
  std::string loop = doubling;
  loop.replace(loop.find("twice<<<"), 0, "for (int i = 0; i < n; ++i) out[i] = 0; ");
  CHECK(asked(loop, mark_that_lost(Part::right, {host}, {outside})) == "device 5");
  const std::string arranged =
      "void arrange(float* out, int n) {\n  for (int i = 0; i < n; ++i) out[i] = 0;\n}\n";
  CHECK(asked(arranged + loop, mark_that_lost(Part::right, {host}, {outside})) == "device 8");
  CHECK(asked(arranged + doubling, mark_that_lost(Part::right, {host}, {outside})) == "device 2");
  CHECK(asked(doubling, mark_that_lost(Part::compiles, {}, {outside})) == "-");
  Mark full = mark_that_lost(Part::good, {}, {});
  full.parts.back().points = 1;
  CHECK(asked(doubling, full) == "-");
}

TEST_CASE("every question has words") {
  for (int about = 0; about <= static_cast<int>(About::stored); ++about) {
    CHECK(std::string(words_of(static_cast<About>(about))).find('?') != std::string::npos);
    CHECK(!std::string(name_of(static_cast<About>(about))).empty());
  }
}
