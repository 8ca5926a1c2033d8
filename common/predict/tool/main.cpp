// predict-counters FILE GPU…: what the runs of a counters file would take, a JSON object a row and GPU, for the page of the accuracy.
#include <fmt/format.h>

#include <exception>
#include <map>
#include <nlohmann/json.hpp>

#include "predict/predict.hpp"
#include "support/files.hpp"

namespace {

using namespace tutorial;

/// A row of a program's table: all launches of a section, one after the other.
struct Row {
  double seconds = 0;
  double longest = 0;
  std::string limit, why, kernel;
  bool abstains = false;
};

void add(Row& row, const predict::Prediction& prediction) {
  row.abstains = row.abstains || !prediction.seconds;
  if (!prediction.seconds) {
    row.why = prediction.why;
    return;
  }
  const double seconds = prediction.times * *prediction.seconds;
  row.seconds += seconds;
  if (seconds <= row.longest) return;
  row.longest = seconds;
  row.limit = prediction.limit;
  row.why = prediction.why;
  row.kernel = prediction.kernel;
}

void print(const std::string& run, const std::string& text, const predict::Gpu& gpu) {
  std::map<std::string, Row> rows;
  for (const predict::Launch& launch : predict::launches_from(text))
    add(rows[launch.section], predict::predict(launch, gpu));
  for (const auto& [section, row] : rows) {
    nlohmann::ordered_json json = {
        {"run", run},         {"row", section}, {"gpu", gpu.name},     {"predicted_s", nullptr},
        {"limit", row.limit}, {"why", row.why}, {"kernel", row.kernel}};
    if (!row.abstains) json["predicted_s"] = row.seconds;
    fmt::print("{}\n", json.dump());
  }
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 3) {
    fmt::print(stderr, "usage: predict-counters FILE GPU…\n");
    return 2;
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
