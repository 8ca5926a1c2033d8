// predict-counters FILE GPU…: what the runs of a counters file would take, a JSON object a row and GPU, for the page of the accuracy.
// predict-counters registers EXECUTABLE: those of its kernels, as a JSON object.
#include <fmt/format.h>

#include <exception>
#include <nlohmann/json.hpp>
#include <set>

#include "predict/predict.hpp"
#include "predict/registers.hpp"
#include "support/files.hpp"

namespace {

using namespace tutorial;

void print(const std::string& run, const std::string& text, const predict::Gpu& gpu) {
  const predict::Counted counted = predict::counted_from(text);
  std::set<std::string> names;
  for (const predict::Launch& launch : counted.launches) names.insert(launch.section);
  for (const std::string& name : names) {
    const predict::Section row = predict::section_of(name, counted, gpu).value();
    nlohmann::ordered_json json = {
        {"run", run},         {"row", name},    {"gpu", gpu.name},     {"predicted_s", nullptr},
        {"limit", row.limit}, {"why", row.why}, {"kernel", row.kernel}};
    if (row.seconds) json["predicted_s"] = *row.seconds;
    fmt::print("{}\n", json.dump());
  }
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 3) {
    fmt::print(stderr, "usage: predict-counters FILE GPU…\n       predict-counters registers EXECUTABLE\n");
    return 2;
  }
  if (argv[1] == std::string("registers")) {
    nlohmann::json registers = nlohmann::json::object();
    for (const auto& [kernel, given] : predict::registers_of(argv[2])) registers[kernel] = given.registers;
    fmt::print("{}\n", registers.dump());
    return 0;
  }
  const auto runs = nlohmann::json::parse(read_text(argv[1]));
  for (int i = 2; i < argc; ++i) {
    const predict::Gpu gpu = predict::gpu_named({}, argv[i]);
    for (const auto& [run, found] : runs.items())
      if (found.contains("launches")) print(run, found.dump(), gpu);
  }
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "predict-counters: {}\n", error.what());
  return 2;
}
