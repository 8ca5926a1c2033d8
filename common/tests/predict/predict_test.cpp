#include "predict/predict.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "predict/registers.hpp"
#include "predict/traffic.hpp"
#include "support/files.hpp"

namespace tutorial::predict {
namespace {

/// Relative alone: doctest's own adds a hundred thousandth, which is more than many a kernel takes in seconds.
doctest::Approx about(double value) { return doctest::Approx(value).scale(0); }

Gpu h200() { return gpu_named(TUTORIAL_GPUS, "h200"); }

/// One float per thread, read from one array and written to another; all blocks were watched.
Launch copy(double elements, double bytes_a_thread = 4) {
  Launch launch;
  launch.kernel = "copy";
  const double threads = elements * 4 / bytes_a_thread;
  launch.block = {256, 1, 1};
  launch.grid = {static_cast<unsigned>(threads / 256), 1, 1};
  launch.watched_blocks = launch.blocks();
  launch.load_requests = launch.store_requests = threads / 32;
  launch.load_sectors = launch.store_sectors = elements / 8;
  launch.thread = Thread{.integer = 6, .other = 6, .chain = 6, .global_waits = 1};
  Reuse reuse;
  reuse.blocks = launch.blocks();
  reuse.loads = reuse.first = elements / 8;
  reuse.load_lines = reuse.store_lines = elements / 32;
  reuse.arrays = {{.bytes = elements * 4,
                   .read = elements / 8,
                   .read_pairs = elements / 16,
                   .read_by_blocks = elements / 8},
                  {.bytes = elements * 4, .written = elements / 8, .written_by_blocks = elements / 8}};
  launch.reuse = reuse;
  return launch;
}

double seconds(const Prediction& prediction, const std::string& limit) {
  const auto found = std::find_if(prediction.limits.begin(), prediction.limits.end(),
                                  [&](const Limit& each) { return each.name == limit; });
  REQUIRE(found != prediction.limits.end());
  return found->seconds;
}

TEST_CASE("a long copy of wide elements is limited by device memory") {
  const Prediction prediction = predict(copy(1 << 28, 16), h200());
  CHECK(prediction.limit == "DRAM");
  REQUIRE(prediction.seconds);
  const double ideal = 2.0 * 4 * (1 << 28) / h200().copy_bytes_s;
  CHECK(*prediction.seconds > ideal);
  CHECK(*prediction.seconds < 1.3 * ideal);
  CHECK(prediction.memory_bytes == about(2.0 * 4 * (1 << 28)));
}

TEST_CASE("narrow elements have fewer bytes in flight and take longer") {
  const Prediction narrow = predict(copy(1 << 28), h200()), wide = predict(copy(1 << 28, 16), h200());
  CHECK(*narrow.seconds > 1.2 * *wide.seconds);
  CHECK(narrow.bytes_in_flight < wide.bytes_in_flight / 3);
}

TEST_CASE("a small kernel takes as long as its launch") {
  const Prediction prediction = predict(copy(4096), h200());
  CHECK(prediction.limit == "launch");
  CHECK(*prediction.seconds < 1.5 * h200().launch_s);
}

TEST_CASE("data that fit into L2 do not come from device memory in a second run") {
  CHECK(predict(copy(1 << 20), h200()).memory_bytes == 0);
  CHECK(predict(copy(1 << 28), h200()).memory_bytes > 0);
}

TEST_CASE("each partition of L2 holds the data that its SMs read") {
  Gpu whole = h200();
  whole.l2_partitions = 1;
  const Launch launch = copy(6 << 20);  // 50 MB of 60
  CHECK(predict(launch, whole).memory_bytes == 0);
  CHECK(predict(launch, h200()).memory_bytes > 0);
}

TEST_CASE(
    "device memory moves 64 bytes for a sector whose neighbor is not read, if it moves no less at a time") {
  Launch launch = copy(1 << 28);
  const double whole = predict(launch, h200()).memory_bytes;
  launch.reuse->arrays[0].read_pairs *= 2;
  CHECK(predict(launch, h200()).memory_bytes == about(1.5 * whole));  // what is written is as before
  Gpu sectors = h200();
  sectors.memory_access_bytes = 32;
  CHECK(predict(launch, sectors).memory_bytes == about(whole));
}

TEST_CASE("L2 serves requests of single sectors more slowly than whole lines") {
  Launch launch = copy(1 << 20);
  const double lines = seconds(predict(launch, h200()), "L2");
  launch.reuse->load_lines *= 4;
  const double sectors = launch.reuse->loads;
  CHECK(seconds(predict(launch, h200()), "L2") == about(sectors / h200().l2_requests_s));
  CHECK(seconds(predict(launch, h200()), "L2") > 1.3 * lines);
  // Of a long kernel a part of the sectors is kept in order: that makes no more requests.
  launch.reuse->loads /= 8;
  launch.reuse->first /= 8;
  CHECK(seconds(predict(launch, h200()), "L2") == about(sectors / h200().l2_requests_s));
}

TEST_CASE("many small blocks take as long as the device needs to launch them") {
  Launch launch = copy(1 << 24);
  launch.block = {32, 1, 1};
  launch.grid = {1 << 19, 1, 1};
  launch.watched_blocks = launch.reuse->blocks = launch.blocks();
  Gpu quick = h200();
  quick.block_s = 1e-9;
  const Prediction prediction = predict(launch, quick);
  CHECK(seconds(prediction, "latency") == about(launch.blocks() * quick.grid_block_s));
  CHECK(prediction.change.find("fewer blocks") != std::string::npos);
}

TEST_CASE("the latency of an atomic operation is added once per launch") {
  Launch launch = copy(1 << 22);
  const double without = seconds(predict(launch, h200()), "latency");
  launch.atomic_requests = launch.blocks();
  CHECK(seconds(predict(launch, h200()), "latency") == about(without + h200().atomic_s));
}

TEST_CASE("stores to scattered lines wait for each other in L1") {
  Launch launch = copy(1 << 24);
  const double whole_lines = seconds(predict(launch, h200()), "L1");
  launch.reuse->store_lines *= 32;
  const Prediction scattered = predict(launch, h200());
  CHECK(scattered.limit == "L1");
  CHECK(seconds(scattered, "L1") > 20 * whole_lines);
}

TEST_CASE("bank conflicts cost wavefronts") {
  Launch launch = copy(1 << 24, 16);
  launch.shared_requests = 1 << 19;
  launch.wavefronts = 32.0 * (1 << 19);
  const Prediction conflict = predict(launch, h200());
  launch.wavefronts = 1 << 19;
  const Prediction none = predict(launch, h200());
  CHECK(seconds(conflict, "shared memory") == about(32 * seconds(none, "shared memory")));
  CHECK(conflict.limit == "shared memory");
  CHECK(conflict.change.find("bank conflicts") != std::string::npos);
}

TEST_CASE("lanes that add 1 to the same word of shared memory take no more clocks than one") {
  Launch launch = copy(1 << 24, 16);
  launch.wavefronts = 1 << 22;
  const double loads = seconds(predict(launch, h200()), "shared memory");
  launch.shared_atomics = {1 << 22, 1 << 20};
  CHECK(seconds(predict(launch, h200()), "shared memory") == about(loads / 4));
}

TEST_CASE("random reads take as long as device memory needs to open their pages") {
  Launch launch = copy(1 << 28);
  const double in_order = seconds(predict(launch, h200()), "DRAM");
  launch.reuse->arrays[0].pages = launch.reuse->arrays[0].read / 32;
  CHECK(seconds(predict(launch, h200()), "DRAM") == about(in_order));
  launch.reuse->arrays[0].pages = launch.reuse->arrays[0].read;
  const double pages = launch.reuse->arrays[0].read * h200().memory_page_s;
  const double read = 4.0 * (1 << 28) / h200().read_bytes_s;
  CHECK(seconds(predict(launch, h200()), "DRAM") == about(in_order - read + pages));
}

TEST_CASE("arithmetic is limited by its own lanes") {
  Launch launch = copy(1 << 22);
  launch.thread->fp32 = 100000;
  CHECK(predict(launch, h200()).limit == "FP32");
  const double single = *predict(launch, h200()).seconds;
  std::swap(launch.thread->fp32, launch.thread->fp64);
  CHECK(predict(launch, h200()).limit == "FP64");
  CHECK(*predict(launch, h200()).seconds > 1.9 * single);
}

TEST_CASE("integer products share lanes with floating-point operations, not with other integer operations") {
  Launch launch = copy(1 << 22);
  launch.thread->fp32 = 0;
  launch.thread->integer = 100000;
  const double all = seconds(predict(launch, h200()), "integer");
  launch.thread->products = 40000;
  CHECK(seconds(predict(launch, h200()), "integer") == about(0.6 * all));
  CHECK(seconds(predict(launch, h200()), "FP32") == about(0.2 * all));
  launch.thread->products = 90000;
  CHECK(seconds(predict(launch, h200()), "integer") == about(0.9 * all));
}

TEST_CASE("device memory reads a sector before it writes a part of it, and opens its page twice") {
  Launch launch = copy(1 << 28);
  const double whole = predict(launch, h200()).memory_bytes, written = launch.reuse->arrays[1].written;
  launch.reuse->arrays[1].written_partly = written;
  CHECK(predict(launch, h200()).memory_bytes == about(whole + 64 * written));
  launch.reuse->arrays[1].pages = written;
  const double once = (64 + 32) * written / h200().read_bytes_s;
  const double pages = seconds(predict(launch, h200()), "DRAM");
  launch.reuse->arrays[1].pages = 0;
  const double filled = std::max(0.0, written * h200().memory_page_s - once);
  CHECK(pages - seconds(predict(launch, h200()), "DRAM") ==
        about(2 * written * h200().memory_page_s - once - filled));
}

TEST_CASE("L2 keeps room for whole lines of which one sector is read") {
  Launch launch = copy(1 << 20);
  CHECK(predict(launch, h200()).memory_bytes == 0);
  Array& array = launch.reuse->arrays[0];
  array.bytes *= 64;
  array.read_lines = array.read_lines_by_blocks = array.read / 4;
  CHECK(predict(launch, h200()).memory_bytes == 0);
  array.read_lines = array.read_lines_by_blocks = 4 * array.read;
  CHECK(predict(launch, h200()).memory_bytes > 0);
}

TEST_CASE("a request for sectors that other blocks read too waits for device memory as often as one sector") {
  Launch launch = copy(5 << 20);  // half of it is in L2
  launch.thread = Thread{.chain = 1, .global_waits = 1000};
  launch.load_requests = launch.load_sectors / 32;
  const double uncounted = seconds(predict(launch, h200()), "latency");
  launch.reuse->requests = launch.reuse->own_requests = 100;
  CHECK(seconds(predict(launch, h200()), "latency") == about(uncounted));
  launch.reuse->own_requests = 50;
  const double half = seconds(predict(launch, h200()), "latency");
  CHECK(half < 0.95 * uncounted);
  launch.reuse->own_requests = 0;
  CHECK(seconds(predict(launch, h200()), "latency") < 0.95 * half);
}

TEST_CASE("one thread that waits for each load is limited by latency") {
  Launch launch = copy(8192);
  launch.grid = {1, 1, 1};
  launch.watched_blocks = 1;
  launch.thread->global_waits = 65536;
  launch.reuse->blocks = 1;
  const Prediction prediction = predict(launch, h200());
  CHECK(prediction.limit == "latency");
  CHECK(*prediction.seconds == about(65536 * h200().l2_s).epsilon(0.05));  // 64 KB: it is in L2
}

TEST_CASE("registers and shared memory limit how many blocks run at once") {
  Launch launch = copy(1 << 28);
  CHECK(residency_of(launch, h200()).blocks == 8);
  CHECK(residency_of(launch, h200()).estimated);
  launch.registers = 128;
  CHECK(residency_of(launch, h200()).blocks == 2);
  CHECK_FALSE(residency_of(launch, h200()).estimated);
  launch.shared_bytes = 200 * 1024;
  CHECK(residency_of(launch, h200()).blocks == 1);
}

TEST_CASE("predict gives no time if accesses were lost, and says so") {
  Launch launch = copy(1 << 20);
  launch.dropped = 1;
  const Prediction prediction = predict(launch, h200());
  CHECK_FALSE(prediction.seconds);
  CHECK_FALSE(prediction.why.empty());
  const auto row = section_of("", Counted{{copy(1 << 20), launch}}, h200());
  REQUIRE(row);
  CHECK_FALSE(row->seconds);
  CHECK(row->why == prediction.why);
  CHECK(row->limit.empty());
}

TEST_CASE("predict gives no time for kernels that use tensor cores") {
  Launch launch = copy(1 << 20);
  launch.matrix_instructions = 1;
  const Prediction prediction = predict(launch, h200());
  CHECK_FALSE(prediction.seconds);
  CHECK(prediction.why.find("matrix instructions") != std::string::npos);
  CHECK(kernel_text("copy", {launch}, h200()).find("nothing, ") != std::string::npos);
  const auto row = section_of("", Counted{{copy(1 << 20), launch}}, h200());
  REQUIRE(row);
  CHECK_FALSE(row->seconds);
}

TEST_CASE("predict gives no time for kernels with TMA copies") {
  Launch launch = copy(1 << 20);
  launch.bulk_bytes = 4096;
  const Prediction prediction = predict(launch, h200());
  CHECK_FALSE(prediction.seconds);
  CHECK(prediction.why.find("in bulk") != std::string::npos);
}

TEST_CASE("predict gives no time where the simulator replaces a library's kernels") {
  Launch launch = copy(1 << 20);
  launch.kernel = "cub::DeviceReduce::Sum";
  const Prediction prediction = predict(launch, h200());
  CHECK_FALSE(prediction.seconds);
  CHECK(prediction.why.find("library") != std::string::npos);
}

TEST_CASE("a section is the sum of its launches") {
  std::vector<Launch> launches = {copy(1 << 20), copy(1 << 24), copy(1 << 22)};
  launches[0].section = launches[1].section = "row";
  launches[1].times = 2;
  launches[1].kernel = "longer";
  const auto row = section_of("row", Counted{launches}, h200());
  REQUIRE(row);
  CHECK(*row->seconds ==
        about(*predict(launches[0], h200()).seconds + 2 * *predict(launches[1], h200()).seconds));
  CHECK(row->kernel == "longer");
  CHECK(row->limit == predict(launches[1], h200()).limit);
  CHECK_FALSE(section_of("none", Counted{launches}, h200()));
}

TEST_CASE("a row from end to end has the host's part, which its calls make") {
  const std::string name = "plain, 1 M, end to end, float";
  Launch launch = copy(1 << 20);
  launch.section = name;
  const double device = *predict(launch, h200()).seconds - h200().launch_s;
  const auto seconds_with = [&](std::vector<HostCalls> calls, double launches = 1) {
    Launch several = launch;
    several.times = launches;
    return section_of(name, Counted{{several}, std::move(calls)}, h200())->seconds;
  };
  const double looks = device + h200().host_launch_s;
  CHECK(*seconds_with({}) == about(looks));
  CHECK(*seconds_with({{"another row", 5, 5, 4}}) == about(looks));
  CHECK(*seconds_with({{name, 2, 0, 0}}) == about(looks + 2 * h200().host_wait_s));
  CHECK(*seconds_with({{name, 0, 1, 4}}) == about(looks + h200().host_copy_s));
  CHECK(*seconds_with({}, 3) == about(looks + 2 * (device + h200().launch_s)));
  CHECK_FALSE(seconds_with({{name, 0, 1, 1e6}}));
  const auto uncounted = section_of(name, Counted{{launch}, {}}, h200());
  CHECK_FALSE(uncounted->seconds);
  CHECK(uncounted->why.find("not counted") != std::string::npos);
  CHECK(section_of(name, Counted{{launch}, std::vector<HostCalls>{}}, h200())->limit == "host");
}

TEST_CASE(
    "where the host copies or waits within a row, it has the host's part as well; what it allocates has no "
    "price") {
  Launch launch = copy(1 << 20);
  launch.section = "row";
  const auto row = [&](HostCalls calls) { return *section_of("row", Counted{{launch}, {{calls}}}, h200()); };
  const double device = *predict(launch, h200()).seconds;
  CHECK(*row({"row", 0, 0, 0}).seconds == about(device));
  CHECK(*row({"row", 0, 3, 12}).seconds ==
        about(device - h200().launch_s + h200().host_launch_s + 3 * h200().host_copy_s));
  CHECK(*row({"another", 0, 3, 12}).seconds == about(device));
  CHECK_FALSE(row({"row", 0, 1, 4, 1}).seconds);
  CHECK(row({"row", 0, 1, 4, 1}).why.find("allocations") != std::string::npos);
  launch.section = "";
  CHECK(*section_of("", Counted{{launch}, {{{"", 0, 3, 12}}}}, h200())->seconds == about(device));
}

TEST_CASE(
    "a sector that other lanes have just asked for is as far away as theirs; one of the thread's own is "
    "near") {
  Launch launch = copy(1 << 20);
  launch.thread = Thread{.chain = 1, .global_waits = 1000};
  launch.reuse->again = {
      4.0 * launch.reuse->loads};  // nearly all loads hit in L1, but on lines that are on their way
  launch.reuse->loads *= 5;
  const double far = seconds(predict(launch, h200()), "latency");
  launch.thread->global_waits = 0;
  launch.thread->near_waits = 1000;
  const double near = seconds(predict(launch, h200()), "latency");
  const double waves = launch.blocks() / (132 * 8);
  CHECK(far - near == about(1000 * waves * (h200().l2_s - h200().l1_s)).epsilon(0.01));
}

TEST_CASE("a warp alone issues one instruction after the other, however little they wait for each other") {
  Launch launch = copy(4096);
  launch.grid = {1, 1, 1};
  launch.block = {32, 1, 1};
  launch.watched_blocks = launch.reuse->blocks = 1;
  launch.load_requests = launch.store_requests = 0;
  launch.thread = Thread{.fp32 = 1e6, .integer = 1e6, .chain = 1000};
  CHECK(seconds(predict(launch, h200()), "latency") == about(2e6 / h200().clock_hz).epsilon(0.01));
  launch.thread->chain = 1e6;
  CHECK(seconds(predict(launch, h200()), "latency") == about(1e6 * h200().arithmetic_s).epsilon(0.01));
}

TEST_CASE("registers are those that the compiler says") {
  const Registers registers = registers_in(
      "Fatbin elf code:\narch = sm_90\n\nResource usage:\n Common:\n  GLOBAL:0\n"
      " Function _Z4copyPKfPf:\n  REG:255 STACK:16 SHARED:0\n"
      " Function _ZN20cudasim_together_02k5scaleIfLi8EEEvPT_:\n  REG:40 STACK:0\n"
      " Function _ZN20cudasim_together_02k5scaleIfLi8EEEvPT_:\n  REG:24 STACK:0\n");
  CHECK(registers == Registers{{"copy", {255, 16}}, {"scale<float, 8>", {40, 0}}});
  std::vector<Launch> launches = {copy(1 << 28), copy(1 << 28)};
  launches[1].kernel = "another";
  const Prediction before = predict(launches[0], h200());
  CHECK(before.estimated);
  set_registers(launches, registers);
  const Prediction known = predict(launches[0], h200());
  CHECK_FALSE(known.estimated);
  CHECK(known.occupancy < before.occupancy / 7);
  CHECK(occupancy_text(before) ==
        "occupancy 100.0% (registers estimated), limited by threads: 8 blocks per SM, 32 registers per "
        "thread, no "
        "shared memory");
  CHECK(occupancy_text(known) ==
        "occupancy 12.5%, limited by registers: 1 block per SM, 255 registers per thread, 16 bytes of local "
        "memory "
        "per thread (spills and arrays), no shared memory");
  CHECK(predict(launches[1], h200()).estimated);
  CHECK(registers_in("cuobjdump: no machine code").empty());
}

TEST_CASE(
    "a sample is told: how many blocks, by what the counts are multiplied, how far its halves are apart") {
  Launch launch = copy(1 << 24);
  CHECK(sample_text(predict(launch, h200())).empty());
  launch.times = 2;
  launch.watched_blocks = 2 * launch.blocks() / 1024;
  CHECK(sample_text(predict(launch, h200())) == "64 of 65536 blocks simulated, counts multiplied by 1024");
  launch.reuse->of_halves = {90, 110};
  CHECK(sample_text(predict(launch, h200())) ==
        "64 of 65536 blocks simulated, counts multiplied by 1024; the two halves of the sample are within "
        "10.0% of "
        "their mean, in cache lines");
  CHECK(kernel_text("copy", {launch}, h200()).find("; 64 of 65536 blocks simulated") != std::string::npos);
  CHECK(prediction_text(predict(launch, h200())).find("\n  64 of 65536 blocks simulated") !=
        std::string::npos);
}

TEST_CASE("JSON has one object per launch, and null if there is no time") {
  Launch lost = copy(1 << 20);
  lost.dropped = 1;
  const std::string json = predictions_json(predict(std::vector<Launch>{copy(1 << 20), lost}, h200()));
  CHECK(json.find("\"predicted_s\": null") != std::string::npos);
  CHECK(json.find("\"limit\": \"launch\"") != std::string::npos);
  CHECK(prediction_text(predict(lost, h200())).find("no prediction") != std::string::npos);
}

TEST_CASE("the footprint of a grid from a few of its blocks") {
  CHECK(footprint(100, 100, 10, 10, 1e9) == 100);                             // all were seen
  CHECK(footprint(1000, 1000, 10, 1000, 1e9) == about(1e5));                  // nothing is shared
  CHECK(footprint(1000, 10000, 10, 1000, 1e9) == about(1000).epsilon(0.01));  // all of it is
  CHECK(footprint(1000, 1000, 10, 1000, 5000) == 5000);                       // no more than there is
}

TEST_CASE("data shared by neighboring blocks are not shared by all") {
  // Ten sectors per block, one of them also the neighbor's: 32 blocks of 4096, in pairs.
  const auto array = [](double bytes, double read, double by_blocks, double shared) {
    return Array{.bytes = bytes, .read = read, .read_by_blocks = by_blocks, .shared_by_neighbours = shared};
  };
  const Array chain = array(1e9, 304, 320, 16);
  CHECK(shared_with_neighbour(chain) == about(0.1));
  CHECK(footprint(chain.read, chain.read_by_blocks, 32, 4096, 1e9) < 1e4);
  CHECK(read_once(chain, 32, 4096) == about(9 * 4096).epsilon(0.01));
  CHECK(read_once(array(32 * 5000, 304, 320, 16), 32, 4096) == 5000);       // no more than there is
  CHECK(read_once(array(1e9, 10, 320, 160), 32, 4096) == about(10));        // all read the same
  CHECK(read_once(array(1e9, 320, 320, 0), 32, 4096) == about(10 * 4096));  // nothing is shared
  CHECK(read_once(array(1e9, 304, 320, 16), 32, 32) == 304);                // all were seen
}

TEST_CASE("a warp waits for the last of its sectors") {
  Launch launch = copy(5 << 20);  // half of it is in L2
  launch.thread = Thread{.chain = 1, .global_waits = 1000};
  const auto one_wait = [&] {
    const double waves = launch.blocks() / (132 * 8);
    return seconds(predict(launch, h200()), "latency") / waves / 1000;
  };
  const double four_sectors = one_wait();
  launch.load_requests *= 4;  // a sector each
  CHECK(one_wait() < 0.9 * four_sectors);
  CHECK(four_sectors < h200().memory_s + h200().block_s);
}

TEST_CASE("hits_of_a_loop models a cache with random replacement") {
  CHECK(hits_of_a_loop(1, 2) == 1);
  CHECK(hits_of_a_loop(2.13, 1) == about(0.18).epsilon(0.1));
  CHECK(hits_of_a_loop(100, 1) < 0.001);
}

TEST_CASE("every GPU's file can be read; a faulty one is refused") {
  const auto names = gpu_names(TUTORIAL_GPUS);
  CHECK(names.size() >= 6);
  for (const std::string& name : names) CHECK(gpu_named(TUTORIAL_GPUS, name).name == name);
  CHECK_THROWS_AS(gpu_named(TUTORIAL_GPUS, "h2000"), std::runtime_error);
  CHECK_THROWS_AS(gpu_from("{", "x"), std::runtime_error);
  CHECK_THROWS_AS(gpu_from(R"({"title": "x", "values": {}})", "x"), std::runtime_error);
  std::string text = read_text(std::string(TUTORIAL_GPUS) + "/h200.json");
  text.replace(text.find("\"source\""), 8, "\"sauce\"");
  CHECK_THROWS_AS(gpu_from(text, "x"), std::runtime_error);
}

TEST_CASE("launches are read from the lens's JSON") {
  const std::vector<Launch> launches =
      counted_from(R"({"launches": [{"kernel": "k", "section": "row", "grid": [2, 3, 1],
    "block": [32, 1, 1], "shared_bytes": 0, "times": 2, "watched_blocks": 6, "load_requests": 6, "store_requests": 0,
    "atomic_requests": 0, "atomics": 0, "load_sectors": 24, "store_sectors": 0, "atomic_sectors": 0, "shared_requests": 0,
    "wavefronts": 0, "barriers": 0, "dropped": 0}]})")
          .launches;
  REQUIRE(launches.size() == 1);
  CHECK(launches[0].blocks() == 6);
  CHECK(launches[0].section == "row");
  CHECK_THROWS(counted_from("{}"));
}

}  // namespace
}  // namespace tutorial::predict
