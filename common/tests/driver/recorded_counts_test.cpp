#include "driver/build/recorded_counts.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "driver/data/counted_for.hpp"
#include "support/files.hpp"
#include "support/temporary_folder.hpp"
#include "tests/driver/example.hpp"

namespace driver = tutorial::driver;
namespace fs = std::filesystem;

namespace {

/// A chapter with one program, which includes a header of its chapter, which includes one of the library.
class Tree {
 public:
  Tree() {
    manifest_.source_dir = folder_.path();
    manifest_.programs = {example::program("ch08_x", "turn", driver::Role::rung, "x")};
    program().sample = {"--rows", "8192"};
    program().sample_blocks = 64;
    gpu_.multiprocessors = 132;
    for (const char* folder : {"ch08_x", "common/include/tutorial", "docs/results/simulator"})
      fs::create_directories(folder_ / folder);
    write("ch08_x/01_turn.cu", "#include \"tile.cuh\"\n__global__ void turn();\n");
    write("ch08_x/tile.cuh", "#include \"tutorial/tile.hpp\"\n");
    write("common/include/tutorial/tile.hpp",
          "#include \"tile.cuh\"\nint side;\n");  // itself once more: no circle
  }

  driver::Program& program() { return manifest_.programs[0]; }
  driver::Execution sample() { return driver::table_run_of(program(), gpu_); }
  std::string fingerprint() { return driver::fingerprint_of(manifest_, program()); }

  void write(const std::string& file, const std::string& text) const {
    std::ofstream(folder_ / file) << text;
  }

  driver::Result counted(int sectors) {
    driver::Result result;
    result.program = &program();
    result.rows.push_back(driver::row_from(nlohmann::ordered_json::parse(
        R"({"variant":"a","size":"8192 x 8192","type":"float","unit":"GB/s","median_s":null,"spread":null,)"
        R"("throughput":null,"ceiling_fraction":null,"verified":true})")));
    result.lens =
        R"({"kernels":[],"hazards":[],"host":[],"launches":[],"ranges":[{"name":"a, 8192 x 8192, float",)"
        R"("kernels":[{"name":"turn","launches":1,"blocks":4,"barriers":0,"accesses":[{"space":"global","op":"load",)"
        R"("requests":2,"accesses":64,"bytes":256,"sectors":)" +
        std::to_string(sectors) +
        R"(,"ideal_sectors":8,"wavefronts":0,)"
        R"("ideal_wavefronts":0,"conflict_degree":0}]}]}]})";
    driver::add_counts(result, sample());
    return result;
  }

  void record(int sectors) {
    driver::RecordedCounts counts(manifest_);
    counts.keep(counted(sectors), sample());
    counts.write();
  }

  driver::RecordedCounts counts() const { return driver::RecordedCounts(manifest_); }
  tutorial::predict::Gpu& gpu() { return gpu_; }

 private:
  tutorial::TemporaryFolder folder_;
  driver::Manifest manifest_;
  tutorial::predict::Gpu gpu_;
};

}  // namespace

TEST_CASE(
    "a fingerprint changes with the program and with each header, and not with lines that only comment") {
  Tree tree;
  const std::string before = tree.fingerprint();
  tree.write("ch08_x/01_turn.cu", "// A comment.\n#include \"tile.cuh\"\n\n  __global__ void turn();\n");
  CHECK(tree.fingerprint() == before);
  tree.write("common/include/tutorial/tile.hpp", "#include \"tile.cuh\"\nint sides;\n");
  const std::string header = tree.fingerprint();
  CHECK(header != before);
  tree.write("ch08_x/01_turn.cu", "#include \"tile.cuh\"\n__global__ void turn(int);\n");
  CHECK(tree.fingerprint() != header);
}

TEST_CASE("recorded counts are found for the same program, arguments, sample and GPU alone") {
  Tree tree;
  CHECK_FALSE(tree.counts().find(tree.program(), tree.sample()));
  tree.record(16);
  const auto found = tree.counts().find(tree.program(), tree.sample());
  REQUIRE(found);
  CHECK(found->recorded);
  CHECK(found->sampled);
  CHECK(found->right());
  REQUIRE(found->rows.size() == 1);
  REQUIRE(found->rows[0].counters);
  CHECK(found->rows[0].counters->loads.sectors == 16);

  driver::Execution other = tree.sample();
  other.args = {"--rows", "33"};
  CHECK_FALSE(tree.counts().find(tree.program(), other));
  other = tree.sample();
  other.sampled_blocks = 32;
  CHECK_FALSE(tree.counts().find(tree.program(), other));
  tree.gpu().multiprocessors = 16;
  CHECK_FALSE(tree.counts().find(tree.program(), tree.sample()));
  tree.gpu().multiprocessors = 132;
  tree.write("ch08_x/01_turn.cu", "__global__ void turn();\n");
  CHECK_FALSE(tree.counts().find(tree.program(), tree.sample()));
}

TEST_CASE("a run agrees with the record where the lens counted the same") {
  Tree tree;
  tree.record(16);
  CHECK(tree.counts().agrees(tree.counted(16), tree.sample()));
  CHECK_FALSE(tree.counts().agrees(tree.counted(32), tree.sample()));
}

TEST_CASE("each step of the core was counted as it is now") {
  const driver::Manifest manifest = driver::read_manifest(TUTORIAL_MANIFEST);
  const auto gpu = driver::default_gpu(manifest, "");
  REQUIRE(gpu);
  const driver::RecordedCounts counts(manifest);
  for (const driver::Program& program : manifest.programs) {
    if (!driver::is_counted(program)) continue;
    INFO(program.source, " has changed: build/…/bin/tutorial-author counts ", program.name);
    CHECK(counts.find(program, driver::table_run_of(program, *gpu)).has_value());
  }
}
