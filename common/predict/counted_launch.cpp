#include "predict/counted_launch.hpp"

#include <nlohmann/json.hpp>

namespace tutorial::predict {
namespace {

using nlohmann::json;

Thread thread_from(const json& entry) {
  Thread thread;
  thread.fp32 = entry.at("fp32");
  thread.fp64 = entry.at("fp64");
  thread.integer = entry.at("integer");
  thread.products = entry.value("products", 0.0);
  thread.special = entry.at("special");
  thread.other = entry.at("other");
  thread.chain = entry.at("chain");
  thread.global_waits = entry.at("global_waits");
  thread.near_waits = entry.at("near_waits");
  thread.shared_waits = entry.at("shared_waits");
  return thread;
}

Array array_from(const json& entry) {
  const double read = entry.at("read");
  return {.bytes = entry.at("bytes"),
          .read = read,
          .read_pairs = entry.value("read_pairs", read / 2),  // none from a lens that did not count them
          .read_by_blocks = entry.at("read_by_blocks"),
          .shared_by_neighbours = entry.at("shared_by_neighbours"),
          .written = entry.at("written"),
          .written_by_blocks = entry.at("written_by_blocks"),
          .pages = entry.value("pages", 0.0),
          .read_lines = entry.value("read_lines", 0.0),
          .read_lines_by_blocks = entry.value("read_lines_by_blocks", 0.0),
          .written_partly = entry.value("written_partly", 0.0)};
}

Reuse reuse_from(const json& entry) {
  Reuse reuse;
  reuse.blocks = entry.at("blocks");
  reuse.loads = entry.at("loads");
  reuse.first = entry.at("first");
  reuse.requests = entry.value("requests", 0.0);
  reuse.own_requests = entry.value("own_requests", 0.0);
  reuse.again = entry.at("again").get<std::vector<double>>();
  reuse.load_lines = entry.at("load_lines");
  if (entry.contains("of_halves")) reuse.of_halves = entry["of_halves"].get<std::array<double, 2>>();
  reuse.store_lines = entry.at("store_lines");
  reuse.hottest_atomics = entry.at("hottest_atomics");
  reuse.hottest_are_integers = entry.value("hottest_are_integers", false);
  reuse.hottest_is_common = entry.at("hottest_is_common");
  for (const json& array : entry.at("arrays")) reuse.arrays.push_back(array_from(array));
  return reuse;
}

Launch launch_from(const json& entry) {
  Launch launch;
  launch.kernel = entry.at("kernel");
  launch.section = entry.value("section", "");
  launch.grid = entry.at("grid").get<std::array<unsigned, 3>>();
  launch.block = entry.at("block").get<std::array<unsigned, 3>>();
  launch.shared_bytes = entry.at("shared_bytes");
  launch.registers = entry.value("registers", 0.0);
  launch.times = entry.at("times");
  launch.watched_blocks = entry.at("watched_blocks");
  launch.load_requests = entry.at("load_requests");
  launch.store_requests = entry.at("store_requests");
  launch.atomic_requests = entry.at("atomic_requests");
  launch.atomics = entry.at("atomics");
  launch.load_sectors = entry.at("load_sectors");
  launch.store_sectors = entry.at("store_sectors");
  launch.atomic_sectors = entry.at("atomic_sectors");
  launch.shared_requests = entry.at("shared_requests");
  launch.wavefronts = entry.at("wavefronts");
  launch.l1_clocks = entry.value("l1_clocks", 0.0);
  if (entry.contains("shared_atomics"))
    launch.shared_atomics = entry["shared_atomics"].get<std::array<double, 2>>();
  launch.barriers = entry.at("barriers");
  launch.dropped = entry.at("dropped");
  launch.matrix_instructions = entry.value("matrix_instructions", 0.0);
  launch.bulk_bytes = entry.value("bulk_bytes", 0.0);
  if (entry.contains("thread")) launch.thread = thread_from(entry.at("thread"));
  if (entry.contains("reuse")) launch.reuse = reuse_from(entry.at("reuse"));
  return launch;
}

}  // namespace

Counted counted_from(const std::string& text) {
  const json root = json::parse(text);
  Counted counted;
  for (const json& launch : root.at("launches")) counted.launches.push_back(launch_from(launch));
  if (!root.contains("host")) return counted;
  counted.host.emplace();
  for (const json& calls : root["host"])
    counted.host->push_back({calls.at("section"), calls.at("waits"), calls.at("copies"),
                             calls.at("copied_bytes"), calls.value("allocations", 0.0)});
  return counted;
}

}  // namespace tutorial::predict
