#include "driver/steps/steps.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "tutorial/errors.hpp"

using namespace tutorial::driver;

namespace {

const std::string recorded =
    R"({"format":"cuda-by-chapter-steps","version":1,"launches":[{"kernel":"column<float>","launch":1,
"grid":[1,1,1],"block":[32,2,1],"block_index":[0,0,0],"pointers":2,"cut":false,"files":["k.cu"],
"arrays":[{"name":"","space":"global","bytes":4096,"argument":1},{"name":"tile","space":"shared","bytes":4096,"offset":16}],
"steps":[{"kind":"load","file":0,"line":5,"warp":1,"lanes":3,"array":0,"bytes":4,"at":[0,128],"cost":2,"ideal":1,"values":[1065353216,0]},
{"kind":"store","file":0,"line":5,"warp":1,"array":1,"bytes":4,"at":{"from":0,"by":128},"cost":32,"ideal":1,"values":[7]},
{"kind":"barrier","file":0,"line":6,"what":"__syncthreads"},
{"kind":"warp","file":0,"line":7,"warp":0,"what":"__shfl_down_sync","from":[16],"lanes":1,"values":[3]}]}]})";

StepSource source(const std::string&) {
  return {"dir/k.cu",
          {"int before() {", "}", "template <typename T>",
           "__global__ void column(const T* in, std::vector<int, A>* other) {", "  tile[x] = in[x];",
           "  __syncthreads();", "  __shfl_down_sync(all, in[0], 16);", "}", "int after;"}};
}

nlohmann::json launch() { return nlohmann::json::parse(steps_for_readers(recorded, source))["launches"][0]; }

}  // namespace

TEST_CASE("steps_for_readers adds the kernel's source, from its template line to its last brace") {
  const auto sources = launch()["sources"];
  CHECK(sources[0]["name"] == "dir/k.cu");
  CHECK(sources[0]["first"] == 3);
  CHECK(sources[0]["lines"].size() == 6);
  CHECK(sources[0]["lines"].back() == "}");
}

TEST_CASE(
    "steps_for_readers names global arrays by the kernel's parameters, past commas in template arguments") {
  CHECK(launch()["arrays"][0]["name"] == "other");
  CHECK(launch()["arrays"][1]["name"] == "tile");
}

TEST_CASE("steps_for_readers shows an array as integers where its values are no usual floats") {
  CHECK(launch()["arrays"][0]["shows"] == "float");
  CHECK(launch()["arrays"][1]["shows"] == "int");
}

TEST_CASE("steps_for_readers writes a sentence for each kind of step") {
  const auto steps = launch()["steps"];
  CHECK(steps[0]["text"] ==
        "Warp 1, line 5: 2 lanes load 4 bytes each from other (global): 2 sectors; 1 is enough.");
  CHECK(steps[1]["text"] ==
        "Warp 1, line 5: 32 lanes store 4 bytes each to tile (shared): 32 wavefronts; 1 is enough. A bank "
        "serves one word "
        "per wavefront.");
  CHECK(steps[2]["text"] ==
        "Line 6: all 64 threads have reached __syncthreads. What they wrote before, the whole block can read "
        "now.");
  CHECK(steps[3]["text"] ==
        "Warp 0, line 7: __shfl_down_sync of 1 lane: each lane takes the value of another; lane 0 takes that "
        "of lane 16.");
}

TEST_CASE("steps_for_readers refuses a recording without steps") {
  CHECK_THROWS_AS(steps_for_readers("", source), tutorial::Failure);
  CHECK_THROWS_AS(steps_for_readers(R"({"launches":[]})", source), tutorial::Failure);
}

TEST_CASE("steps_page escapes what would end the script element") {
  const std::string page =
      steps_page("{{title}} {{title}} {{steps}} {{data}}", steps_for_readers(recorded, source), "a<b");
  CHECK(page.starts_with("a&lt;b a&lt;b <h2>column&lt;float></h2><ol><li>Warp 1"));
  CHECK(page.find("</ol> {") != std::string::npos);
  CHECK(page.find("<float>") == std::string::npos);
}

TEST_CASE("steps_text numbers the steps and says where the recording ends") {
  const std::string text = steps_text(steps_for_readers(recorded, source));
  CHECK(text.starts_with("column<float>, block (0, 0, 0): 4 steps\n     1  Warp 1"));
  CHECK(text.find("ends here") == std::string::npos);
}

TEST_CASE("is_trace refuses other JSON, another version, and what is no JSON") {
  CHECK(is_trace(steps_for_readers(recorded, source)));
  CHECK_FALSE(is_trace(R"({"format":"cuda-by-chapter-steps","version":2,"launches":[]})"));
  CHECK_FALSE(is_trace(R"({"kernels":[]})"));
  CHECK_FALSE(is_trace("no JSON"));
}
