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
        "Warp 1, line 5: 32 lanes store 4 bytes each, 128 bytes apart, to tile (shared): 32 wavefronts; 1 is "
        "enough. 128 bytes are 32 words, and there are 32 banks, so all lanes need bank 0. 32 different "
        "words are in "
        "bank 0, which serves one per wavefront.");
  CHECK(steps[2]["text"] ==
        "Line 6: all 64 threads have reached __syncthreads. The whole block can now read what they wrote "
        "before. In this run nothing depends on it: until the next barrier, no thread uses what another one "
        "has "
        "accessed since the barrier before.");
  CHECK(steps[3]["text"] ==
        "Warp 0, line 7: __shfl_down_sync of 1 lane: each lane takes the value of another; lane 0 takes that "
        "of lane 16.");
}

TEST_CASE("steps_for_readers refuses a recording without steps") {
  CHECK_THROWS_AS(steps_for_readers("", source), tutorial::Failure);
  CHECK_THROWS_AS(steps_for_readers(R"({"launches":[]})", source), tutorial::Failure);
}

TEST_CASE("steps_page escapes what would end the script element") {
  const std::string page = steps_page("{{title}} {{title}} {{frames}} {{steps}} {{data}}",
                                      steps_for_readers(recorded, source), "a<b");
  CHECK(page.starts_with("a&lt;b a&lt;b <svg xmlns="));
  CHECK(page.find("<h2>column&lt;float></h2><ol><li>Warp 1") != std::string::npos);
  CHECK(page.find("</ol> {") != std::string::npos);
  CHECK(page.find("<float>") == std::string::npos);
}

TEST_CASE("steps_text numbers the steps and says where the recording ends") {
  const std::string text = steps_text(steps_for_readers(recorded, source));
  CHECK(text.starts_with(
      "column<float>, block (0, 0, 0): 4 steps\n        dir/k.cu:5: tile[x] = in[x];\n     1  Warp 1"));
  CHECK(text.find("ends here") == std::string::npos);
}

namespace {

/// Thread 32 stores, thread 1 loads: of the report, as the lens writes it.
std::string report(const std::string& other_block) {
  return R"({"hazards":[{"kind":"race-shared","kernel":"race","times":1,"text":"Both access it.",
"first":{"file":"k.cu","line":6,"thread":[1,0,0],"block":[0,0,0]},
"second":{"file":"k.cu","line":5,"thread":[0,1,0],"block":)" +
         other_block + R"(}}],"notes":[]})";
}

const std::string racing =
    R"({"format":"cuda-by-chapter-steps","version":1,"launches":[{"kernel":"race","launch":1,
"grid":[1,1,1],"block":[32,2,1],"block_index":[0,0,0],"pointers":0,"cut":false,"files":["k.cu"],
"arrays":[{"name":"tile","space":"shared","bytes":4096,"offset":0}],
"steps":[{"kind":"load","file":0,"line":6,"warp":0,"array":0,"bytes":4,"at":{"from":0,"by":4},"cost":1,"ideal":1,"values":[7]},
{"kind":"load","file":0,"line":6,"warp":0,"array":0,"bytes":4,"at":{"from":256,"by":4},"cost":1,"ideal":1,"values":[7]},
{"kind":"store","file":0,"line":5,"warp":1,"array":0,"bytes":4,"at":{"from":260,"by":4},"cost":1,"ideal":1,"values":[7]}]}]})";

nlohmann::json hazards(const std::string& other_block) {
  const std::string steps = steps_for_readers(racing, source, report(other_block));
  return nlohmann::json::parse(steps)["launches"][0].value("hazards", nlohmann::json::array());
}

}  // namespace

TEST_CASE("steps_for_readers marks a race at the two steps whose accesses meet") {
  const nlohmann::json found = hazards("[0,0,0]");
  REQUIRE(found.size() == 1);
  CHECK(found[0]["steps"] == nlohmann::json({1, 2}));
  CHECK(found[0]["lanes"] == nlohmann::json({1, 0}));
}

TEST_CASE("steps_for_readers has no step for an access of a race in another block") {
  CHECK(hazards("[1,0,0]")[0]["steps"] == nlohmann::json({0, -1}));
}

TEST_CASE("steps_text tells of a race below its later access") {
  const std::string text = steps_text(steps_for_readers(racing, source, report("[0,0,0]")));
  CHECK(text.find(
            "     3  Warp 1, line 5: 32 lanes store 4 bytes each to tile (shared): 1 wavefront, the "
            "minimum. 32 words, in 32 banks. A race: lane 0 here and lane 1 of step 2 use the same memory, "
            "and nothing orders the two.\n"
            "     !  race-shared, with step 2: Both access it.\n") != std::string::npos);
}

TEST_CASE("steps_of_two_orders names both, and says what makes the second") {
  const std::string usual = steps_for_readers(racing, source);
  const nlohmann::json both = nlohmann::json::parse(steps_of_two_orders(usual, usual, "Thread 1 waits."));
  REQUIRE(both["launches"].size() == 2);
  CHECK(both["launches"][0]["order"] == "the usual order");
  CHECK(both["launches"][1]["order"] == "the order that breaks it");
  CHECK(both["launches"][1]["note"] == "Thread 1 waits.");
}

TEST_CASE(
    "steps_for_readers says which warp has stored what another one loads, and whether a barrier is between") {
  nlohmann::json steps = nlohmann::json::parse(racing);
  nlohmann::json& all = steps["launches"][0]["steps"];
  all = {all[2], all[1]};
  const auto last = [&] {
    return nlohmann::json::parse(steps_for_readers(steps.dump(), source))["launches"][0]["steps"]
        .back()["text"];
  };
  CHECK(last().get<std::string>().ends_with(
      " Warp 1 has stored what it loads, in step 1, and no barrier of the block is between."));
  const nlohmann::json barrier = {{"kind", "barrier"}, {"file", 0}, {"line", 6}, {"what", "__syncthreads"}};
  all.insert(all.begin() + 1, barrier);
  CHECK(
      last().get<std::string>().ends_with(" Warp 1 has stored what it loads, before the barrier of step 2."));
}

TEST_CASE("steps_as writes the key frames to a file that ends in .svg, the worst step of a line among them") {
  const std::string svg = steps_as("frames.svg", "", steps_for_readers(recorded, source), "column");
  CHECK(svg.starts_with("<svg xmlns="));
  CHECK(svg.find("32 wavefronts; 1 is enough") != std::string::npos);
  CHECK(svg.find("Step 3. Line 6: all 64 threads") != std::string::npos);
}

TEST_CASE("is_trace refuses other JSON, another version, and what is no JSON") {
  CHECK(is_trace(steps_for_readers(recorded, source)));
  CHECK_FALSE(is_trace(R"({"format":"cuda-by-chapter-steps","version":2,"launches":[]})"));
  CHECK_FALSE(is_trace(R"({"kernels":[]})"));
  CHECK_FALSE(is_trace("no JSON"));
}

namespace {

/// Steps of a block of 64 threads that access 4 bytes of `tile`, each from a first byte on.
struct Access {
  const char* kind;
  int warp, from, by = 4;
  std::uint32_t lanes = ~0u;
};
nlohmann::json step_of(const Access& access) {
  return {{"kind", access.kind},
          {"file", 0},
          {"line", 5},
          {"warp", access.warp},
          {"array", 0},
          {"bytes", 4},
          {"cost", 1},
          {"ideal", 1},
          {"lanes", access.lanes},
          {"at", {{"from", access.from}, {"by", access.by}}}};
}
const nlohmann::json barrier = {{"kind", "barrier"}, {"file", 0}, {"line", 6}, {"what", "__syncthreads"}};

nlohmann::json read_steps(const std::vector<nlohmann::json>& steps) {
  nlohmann::json recording = nlohmann::json::parse(racing);
  recording["launches"][0]["steps"] = steps;
  return nlohmann::json::parse(steps_for_readers(recording.dump(), source))["launches"][0]["steps"];
}

}  // namespace

TEST_CASE("a barrier names the load that would come too early without it, and the step that stores") {
  const auto steps = read_steps({step_of({"store", 1, 128}), barrier, step_of({"load", 0, 128})});
  CHECK(
      steps[1]["text"].get<std::string>().ends_with("Without it: warp 0 loads word 32 of tile in step 3, and "
                                                    "warp 1 stores it in step 1. If warp 1 is late, "
                                                    "warp 0 loads a word that has never been written."));
  CHECK(steps[1]["orders"] == nlohmann::json({0, 2}));
}

TEST_CASE("a barrier that a load must not pass names the old value only if the word had one") {
  const auto steps = read_steps({step_of({"store", 1, 128}), barrier, step_of({"load", 0, 128}), barrier,
                                 step_of({"store", 1, 128}), barrier, step_of({"load", 0, 128})});
  CHECK(steps[5]["text"].get<std::string>().ends_with("If warp 1 is late, warp 0 loads an old value."));
}

TEST_CASE("a barrier names the store that would destroy what another warp has yet to load") {
  const auto steps = read_steps({step_of({"load", 1, 0}), barrier, step_of({"store", 0, 0})});
  CHECK(steps[1]["text"].get<std::string>().ends_with(
      "Without it: warp 0 stores to word 0 of tile in step 3, and warp 1 loads it in step 1. If warp 1 is "
      "late, it loads the new value instead of the old one."));
}

TEST_CASE("a barrier between accesses of one warp says that __syncwarp would be enough") {
  const auto steps = read_steps({step_of({"store", 0, 0}), barrier, step_of({"load", 0, 64, 4, 0xffff})});
  CHECK(steps[1]["text"].get<std::string>().ends_with(
      "such as word 16 of tile (steps 1 and 3): here __syncwarp, a barrier for the lanes of one warp, would "
      "be "
      "enough."));
  CHECK_FALSE(steps[1].contains("orders"));
}

TEST_CASE("a barrier whose accesses another barrier orders as well has no reason") {
  const auto steps = read_steps({step_of({"store", 1, 0}), barrier, barrier, step_of({"load", 0, 0})});
  CHECK(steps[1]["text"].get<std::string>().find("In this run nothing depends on it") != std::string::npos);
  CHECK(steps[2]["text"].get<std::string>().find("In this run nothing depends on it") != std::string::npos);
}

TEST_CASE("a step of some lanes names their branch, and one in a loop its round") {
  auto some = step_of({"load", 1, 0, 4, 0xf});
  some["rounds"] = {2, 5};
  nlohmann::json recording = nlohmann::json::parse(racing);
  recording["launches"][0]["steps"] = {some};
  const auto branched = [](const std::string&) {
    return StepSource{"k.cu",
                      {"__global__ void race() {", "  if (threadIdx.x < 4) {",
                       "    for (int i = 0; i < n; ++i)", "", "      x = tile[i];", "  }", "}"}};
  };
  const auto steps =
      nlohmann::json::parse(steps_for_readers(recording.dump(), branched))["launches"][0]["steps"];
  CHECK(
      steps[0]["text"] ==
      "Warp 1, line 5, round 2/5: 4 lanes load 4 bytes each from tile (shared): 1 wavefront, the minimum. 4 "
      "words, in 4 banks. Lanes 0 to 3 are in the branch: if (threadIdx.x < 4).");
}

TEST_CASE("the distance of lanes is given in banks") {
  const auto text = [](int by) {
    return read_steps({step_of({"load", 0, 0, by})})[0]["text"].get<std::string>();
  };
  CHECK(text(132).find("132 bytes are 33 words, so each lane's bank is 1 further") != std::string::npos);
  CHECK(text(8).find("8 bytes are 2 words, so the lanes share 16 of the 32 banks.") != std::string::npos);
  CHECK(text(4).find("bytes are") == std::string::npos);
}

TEST_CASE("steps_text folds what repeats, and says for which warps") {
  nlohmann::json recording = nlohmann::json::parse(racing);
  recording["launches"][0]["block"] = {128, 1, 1};
  nlohmann::json& steps = recording["launches"][0]["steps"] = nlohmann::json::array();
  for (int warp = 0; warp < 4; ++warp) {
    steps.push_back(step_of({"load", warp, 128 * warp}));
    steps.push_back(step_of({"store", warp, 128 * warp}));
  }
  const std::string text = steps_text(steps_for_readers(recording.dump(), source));
  CHECK(text.find("     2  Warp 0, line 5: 32 lanes store") != std::string::npos);
  CHECK(text.ends_with("     …  steps 3 to 8: the same for warps 1 to 3\n"));
  // A hazard is reported at its position.
  steps[4]["bytes"] = 8;
  CHECK(steps_text(steps_for_readers(recording.dump(), source)).find("     5  Warp 2") != std::string::npos);
}

TEST_CASE("steps_for_readers names the variant of a kernel, and the lines that it leaves out") {
  const auto chosen = [](const std::string& kernel, const std::string& declared,
                         const std::string& condition) {
    nlohmann::json recording = nlohmann::json::parse(racing);
    recording["launches"][0]["kernel"] = kernel;
    const auto lines = [&](const std::string&) {
      return StepSource{
          "k.cu",
          {"enum class Which { first, second };", "template <" + declared + ">", "__global__ void race() {",
           "  if constexpr (" + condition + ") __syncthreads();", "  tile[0] = 1;", "  x = tile[1];", "}"}};
    };
    return nlohmann::json::parse(steps_for_readers(recording.dump(), lines))["launches"][0];
  };
  const auto second = chosen("race<(Which)1>", "Which which", "which != Which::second");
  CHECK(second["variant"] == "race<Which::second>");
  CHECK(second["sources"][0]["left_out"] == nlohmann::json({4}));
  CHECK(chosen("race<(Which)0>", "Which which", "which != Which::second")["sources"][0]["left_out"].empty());
  const auto truth = chosen("race<false>", "bool waits", "waits");
  CHECK(truth["variant"] == "race<waits = false>");
  CHECK(truth["sources"][0]["left_out"] == nlohmann::json({4}));
  CHECK_FALSE(chosen("race<float>", "class T", "true").contains("variant"));
}

TEST_CASE("a vote names the lanes that vote yes") {
  const auto text = [](const nlohmann::json& values, std::uint32_t lanes) {
    return read_steps({{{"kind", "warp"},
                        {"file", 0},
                        {"line", 5},
                        {"warp", 0},
                        {"lanes", lanes},
                        {"what", "__ballot_sync"},
                        {"values", values}}})[0]["text"]
        .get<std::string>();
  };
  CHECK(text({1, 1, 0, 0}, 0xf) == "Warp 0, line 5: __ballot_sync of 4 lanes: lanes 0 to 1 vote yes.");
  CHECK(text({0, 1, 0, 0}, 0xf) == "Warp 0, line 5: __ballot_sync of 4 lanes: lane 1 votes yes.");
  CHECK(text({1}, 0xf).ends_with(": all vote yes."));
  CHECK(text({0}, 0xf).ends_with(": no lane votes yes."));
}
