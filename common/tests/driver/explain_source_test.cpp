#include "driver/explain/explain_source.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "driver/data/source_extract.hpp"
#include "driver/explain/explain_picture.hpp"
#include "support/text.hpp"
#include "tests/driver/explain_example.hpp"

using namespace tutorial;
using namespace tutorial::driver;
using namespace tutorial::driver::lens;

namespace {

const std::vector<std::string> one_cu = {
    "#include <cstddef>",
    "",
    "template <typename T>",
    "__global__ void turn(const T* in, T* out, unsigned rows, unsigned columns, unsigned "
    "and_so_on_until_it_is_too_wide) {",
    "  __shared__ T tile[32][32];",
    "  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * columns + threadIdx.x + 0 * "
    "and_so_on_until_it_is_too_wide];",
    "  __syncthreads();",
    "  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];",
    "}",
    "",
    "int main() {}",
};

Source source(const std::string& file) {
  return {file, file == "one.cu" ? one_cu : std::vector<std::string>{}, "here/" + file};
}

Report report() {
  Kernel kernel;
  kernel.name = "turn<float>";
  kernel.launches = 1;
  kernel.blocks = 4;
  kernel.watched_blocks = 4;
  kernel.barriers = 4;
  kernel.lines = {example::global(6, "load", 28.5556, 4, example::stride(4, 4096)),
                  example::shared(6, "store", 1, example::stride(4, 4)),
                  example::global(8, "store", 4, 4, example::stride(4, 4)),
                  example::shared(8, "load", 32, example::stride(4, 128))};
  kernel.barriers_by_line = {{"one.cu", 7, "__syncthreads", 4}};
  return {{kernel}, {}};
}

std::set<int> shown(const std::string& text, std::set<int> wanted) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines_to_show(lines, wanted);
}

}  // namespace

TEST_CASE("a kernel ends with what is said of it, if anything is") {
  const auto said = [](const std::string& kernel) { return kernel + " takes 4 us"; };
  const std::string text = kernels_text(report(), source, {}, said),
                    plain = kernels_text(report(), source, {});
  const std::size_t at = text.find("turn<float> takes 4 us\n");
  REQUIRE(at != std::string::npos);
  CHECK(text.find("sectors: of 32 bytes") > at);
  CHECK(kernels_text(report(), source, {}, [](const std::string&) { return std::string(); }) == plain);
}

TEST_CASE("on a narrow terminal one sector is a singular") {
  Report one = report();
  one.kernels[0].lines = {example::global(6, "load", 1, 1, example::stride(4, 4))};
  CHECK(kernels_text(one, source, {80}).find("global load: 1 sector per request, minimum 1;") !=
        std::string::npos);
}

TEST_CASE("the cost of a line is next to it, and the advice below it") {
  CHECK(
      kernels_text(report(), source, {}) ==
      "turn<float>: 1 launch of 4 blocks, 4 barriers\n"
      "one.cu\n"
      "access           sectors conflict     bytes line\n"
      "                                               3 │ template <typename T>\n"
      "                                               4 │ __global__ void turn(const T* in, T* out, unsigned "
      "rows, unsigned\n"
      "                                                 │     columns, unsigned "
      "and_so_on_until_it_is_too_wide) {\n"
      "                                               5 │   __shared__ T tile[32][32];\n"
      "global load     28.6 / 4             1.3 KB    6 │   tile[threadIdx.y][threadIdx.x] = in[threadIdx.y "
      "* "
      "columns +\n"
      "shared store                 none    1.3 KB      │       threadIdx.x + 0 * "
      "and_so_on_until_it_is_too_wide];\n"
      "  → lane i reads 4096 bytes away from lane i+1: 32 sectors per request, minimum 4\n"
      "__syncthreads × 4                              7 │   __syncthreads();\n"
      "global store       4 / 4             1.3 KB    8 │   out[threadIdx.y * 32 + threadIdx.x] =\n"
      "shared load                32-way    1.3 KB      │       tile[threadIdx.x][threadIdx.y];\n"
      "  → the 32 lanes ask one bank for 32 different words: pad the row by one word or swizzle\n"
      "                                               9 │ }\n"
      "\n"
      "sectors: of 32 bytes, touched by a request of a warp / the fewest that hold its data\n"
      "conflict: n-way: n different words in one bank of shared memory, which are served one after "
      "another\n");
}

TEST_CASE("on a narrow terminal the counters are below their line, in words, and no line is too long") {
  const std::string text = kernels_text(report(), source, {80});
  CHECK(
      text.starts_with("turn<float>: 1 launch of 4 blocks, 4 barriers\n"
                       "one.cu\n"
                       "    3 │ template <typename T>\n"
                       "    4 │ __global__ void turn(const T* in, T* out, unsigned rows, unsigned\n"
                       "      │     columns, unsigned and_so_on_until_it_is_too_wide) {\n"
                       "    5 │   __shared__ T tile[32][32];\n"
                       "    6 │   tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * columns +\n"
                       "      │       threadIdx.x + 0 * and_so_on_until_it_is_too_wide];\n"
                       "      ^ global load: 28.6 sectors per request, minimum 4; 1.3 KB\n"
                       "      ^ shared store: no conflict; 1.3 KB\n"
                       "      → lane i reads 4096 bytes away from lane i+1: 32 sectors per request,\n"
                       "          minimum 4\n"
                       "    7 │   __syncthreads();\n"
                       "      ^ __syncthreads × 4\n"));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) CHECK(tutorial::text::width(line) <= 80);
}

TEST_CASE("a kernel whose listing equals an earlier one refers to that; one with other counters does not") {
  Report made = report();
  made.kernels.push_back(made.kernels[0]);
  made.kernels[1].name = "turn<int>";
  made.kernels.push_back(made.kernels[0]);
  made.kernels[2].name = "turn<double>";
  made.kernels[2].lines[0].bytes = 2560;
  const std::string text = kernels_text(made, source, {});
  CHECK(text.find("\n\nturn<int>: 1 launch of 4 blocks, 4 barriers\nthe same counters as turn<float>\n"
                  "\nturn<double>: 1 launch of 4 blocks, 4 barriers\none.cu\n") != std::string::npos);
  CHECK(text.find("template <typename T>", text.find("turn<double>:")) != std::string::npos);
}

TEST_CASE("colour marks what wastes more than half, and only where it is asked for") {
  Style style;
  CHECK(kernels_text(report(), source, style).find('\033') == std::string::npos);
  style.colour = true;
  const std::string text = kernels_text(report(), source, style);
  CHECK(text.find("\033[1;31mshared load") != std::string::npos);
  CHECK(text.find("\033[32mglobal store") != std::string::npos);
}

TEST_CASE("a sampled launch says how much was watched; a file that is not there still has its lines") {
  Report made = report();
  made.kernels[0].launches = 2;
  made.kernels[0].watched_blocks = 2;
  made.kernels[0].lines = {example::global(6, "load", 4, 4, example::stride(4, 4))};
  made.kernels[0].lines[0].file = "gone.cu";
  made.kernels[0].barriers_by_line.clear();
  const std::string text = kernels_text(made, source, {});
  CHECK(text.rfind("turn<float>: 2 launches of 4 blocks in all, 2 of them watched, 4 barriers\ngone.cu\n",
                   0) == 0);
  CHECK(text.find("global load        4 / 4             1.3 KB    6 │\n") != std::string::npos);
}

TEST_CASE("hazards follow with both lines, and are marked in the source") {
  Report made = report();
  made.hazards = {{"race-shared", "turn<float>", {"one.cu", 6}, {"one.cu", 8}, "Two threads disagree.", 3}};
  CHECK(hazards_text(made, source, {}) ==
        "here/one.cu:6:1: warning: race-shared in turn<float>, seen 3 times\n"
        "  one.cu:6  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * columns + threadIdx.x + 0 * "
        "and_so_on_until_it_is_too_wide];\n"
        "  one.cu:8  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];\n"
        "  Two threads disagree.\n");
  CHECK(kernels_text(made, source, {}).find("    6!│   tile") != std::string::npos);
  CHECK(hazards_text(report(), source, {}).empty());
}

TEST_CASE("a hazard of host code is reported even without lines") {
  Report made;
  made.hazards = {{"leak", "", {"", 0}, {"", 0}, "Never freed.", 1}};
  CHECK(hazards_text(made, source, {}) == "warning: leak\n  Never freed.\n");
}

TEST_CASE("a short function is shown whole, a long one as its head and the lines around") {
  CHECK(shown("int a;\ntemplate <int n>\n__global__ void f() {\n  x;\n  y;\n}\nint b;", {4}) ==
        std::set<int>{2, 3, 4, 5, 6});
  std::string lengthy = "__global__ void f() {\n";
  for (int i = 0; i < 60; ++i) lengthy += "  x;\n";
  CHECK(shown(lengthy + "}\n", {30}) == std::set<int>{1, 2, 3, 28, 29, 30, 31, 32});
  CHECK(shown("a\nb\nc\nd\ne", {5}) == std::set<int>{3, 4, 5});
  CHECK(shown("__device__ int f() { return 0; }\nint g;\nint h;\nint i;", {4}) == std::set<int>{2, 3, 4});
  CHECK(shown("a\nb", {0, 7}).empty());
}

TEST_CASE("long texts are cut between words and indented; too long words anywhere") {
  CHECK(wrapped("  one two three", 12) == std::vector<std::string>{"  one two", "      three"});
  CHECK(wrapped("", 10) == std::vector<std::string>{""});
  CHECK(wrapped("ααααααααααβ", 10) == std::vector<std::string>{"αααααααααα", "    β"});
  CHECK(cut("αβγδ", 3) == "αβ…");
  CHECK(cut("αβγ", 3) == "αβγ");
}

TEST_CASE("the lens's JSON is read whole; less than the fixed form is an error") {
  const std::string lines =
      R"("lines": [{"file": "one.cu", "line": 6, "space": "shared", "op": "load", "requests": 2, "sectors": 0,
    "sectors_per_request": 0, "ideal_sectors_per_request": 0, "wavefronts": 64, "conflict_degree": 32, "excess_wavefronts": 62, "bytes": 256,
    "sample": {"bytes": 4, "addresses": [0, null, 8)" +
      [] {
        std::string rest;
        for (int lane = 3; lane < 32; ++lane) rest += ", null";
        return rest;
      }() +
      R"(], "lanes_together": [4294967295]}}])";
  const std::string text =
      R"({"kernels": [{"name": "k", "launches": 1, "blocks": 2, "watched_blocks": 2, "barriers": 0,
    "barriers_by_line": [{"file": "one.cu", "line": 7, "what": "__syncthreads", "times": 2}], )" +
      lines + R"(}],
    "hazards": [{"kind": "leak", "kernel": "", "first": {"file": "one.cu", "line": 9, "thread": null, "block": null},
                 "second": {"file": "", "line": 0, "thread": null, "block": null}, "text": "t", "times": 4}]})";
  const Report made = report_from(text);
  REQUIRE(made.kernels.size() == 1);
  REQUIRE(made.kernels[0].lines.size() == 1);
  const Access& access = made.kernels[0].lines[0];
  CHECK(access.space == Space::shared);
  CHECK(access.wastes_half());
  CHECK(access.sample->addresses[2] == std::uint64_t{8});
  CHECK(!access.sample->addresses[1]);
  CHECK(made.kernels[0].barriers_by_line[0].times == 2);
  REQUIRE(made.hazards.size() == 1);
  CHECK(made.hazards[0].first.line == 9);
  CHECK(made.hazards[0].times == 4);
  CHECK_THROWS_AS(report_from("{\"kernels\": []}"), nlohmann::json::exception);
  CHECK_THROWS_AS(report_from(""), nlohmann::json::exception);
}

TEST_CASE("constant memory has neither sectors nor a picture, but different words that take turns") {
  const std::string text =
      R"({"kernels": [{"name": "k", "launches": 1, "blocks": 1, "watched_blocks": 1, "barriers": 0, "lines": [
    {"file": "one.cu", "line": 6, "space": "constant", "op": "load", "requests": 2, "sectors": 0, "sectors_per_request": 0,
     "ideal_sectors_per_request": 0, "wavefronts": 33, "conflict_degree": 32, "excess_wavefronts": 31, "bytes": 256, "sample": {}}]}],
    "hazards": []})";
  const Report made = report_from(text);
  const Access& access = made.kernels[0].lines[0];
  CHECK(access.space == Space::constant);
  CHECK(!access.sample);
  REQUIRE(advice(access).has_value());
  CHECK(advice(access)->starts_with("up to 32 different words of constant memory"));
  const std::string shown = kernels_text(made, source, {});
  CHECK(shown.find("constant load              32-way") != std::string::npos);
  CHECK(shown.find("\nconflict of constant memory: ") != std::string::npos);
  CHECK_THROWS_AS(report_from(std::string(text).replace(text.find("constant"), 8, "textured")),
                  std::runtime_error);
}
