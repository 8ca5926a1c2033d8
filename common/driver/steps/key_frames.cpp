#include "driver/steps/key_frames.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>
#include <vector>

#include "driver/steps/step_bytes.hpp"
#include "support/layout.hpp"
#include "support/xml.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

using Json = nlohmann::json;

constexpr std::size_t most_frames = 7;
constexpr int frame_width = 646;
constexpr int frame_cell = 20;  // of a bank, a lane, a word
constexpr int frame_row_height = 8;
constexpr std::size_t most_frame_rows = 33;
constexpr std::size_t frame_columns = 104;

std::string rectangle(int x, int y, int wide, int high, const std::string& fill) {
  return xml::element("rect", {{"x", x}, {"y", y}, {"width", wide}, {"height", high}, {"fill", fill}});
}

std::string text_at(int x, int y, const std::string& text, const char* kind) {
  return xml::element("text", {{"x", x}, {"y", y}, {"class", kind}}, xml::escaped(text));
}

std::string color_of(unsigned lane) { return fmt::format("hsl({} 58% 44%)", lane * 300 / 32); }

/// The steps to draw, in order.
std::vector<std::size_t> frames_of(const Json& launch, std::optional<int> line) {
  const Json& steps = launch["steps"];
  const auto waste = [&](std::size_t i) {
    const double by_others = steps[i].contains("stored_by") ? 0.5 : 0;  // of equals, what needs a barrier
    return steps[i].value("cost", 0.0) / std::max(1.0, steps[i].value("ideal", 1.0)) + by_others;
  };
  std::map<std::tuple<int, int, std::string, int>, std::size_t> worst;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Json& step = steps[i];
    if (line && step["line"] != *line) continue;
    const auto [known, is_new] =
        worst.try_emplace({step["file"], step["line"], step["kind"], step.value("array", -1)}, i);
    if (!is_new && waste(i) > waste(known->second)) known->second = i;
  }
  std::set<std::size_t> chosen;
  for (const Json& hazard : launch.value("hazards", Json::array()))
    for (const int at : hazard["steps"])
      if (!line && at >= 0 && chosen.size() < 2) chosen.insert(static_cast<std::size_t>(at));
  std::vector<std::size_t> others;
  for (const auto& [kind, at] : worst) others.push_back(at);
  std::stable_sort(others.begin(), others.end(), [&](std::size_t a, std::size_t b) {
    return waste(a) > waste(b) || (waste(a) == waste(b) && a < b);
  });
  for (const std::size_t at : others)
    if (chosen.size() < most_frames) chosen.insert(at);
  return {chosen.begin(), chosen.end()};
}

std::string lanes_row(const Json& step, int y) {
  const std::uint32_t mask = step.value("lanes", ~std::uint32_t{0});
  std::string svg = text_at(3, y + 9, "lanes", "soft");
  for (unsigned lane = 0; lane < 32; ++lane)
    svg += rectangle(static_cast<int>(lane) * frame_cell + 4, y + 13, frame_cell - 2, 10,
                     (mask >> lane & 1) != 0 ? color_of(lane) : "var(--kf-empty)");
  return svg;
}

/// Who takes whose value.
std::string shuffle(const Json& step, int y) {
  std::string svg;
  std::size_t index = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if ((step.value("lanes", ~std::uint32_t{0}) >> lane & 1) == 0) continue;
    const int from = step["from"][index++];
    svg += xml::element("line", {{"x1", from * frame_cell + 13},
                                 {"y1", y},
                                 {"x2", static_cast<int>(lane) * frame_cell + 13},
                                 {"y2", y + 34},
                                 {"stroke", color_of(static_cast<unsigned>(from))}});
  }
  return svg;
}

/// The rows of 32 words that the request touches, each word in the color of the lane that asks for it. Of shared memory a column is a bank,
/// and an array that is not large has all its rows; of global memory the rest of a sector that is fetched along is drawn, too.
struct FrameRows {
  std::string svg;
  int height = 0;
};

FrameRows rows_of(const Json& launch, const Json& step, int y) {
  const Json& array = launch["arrays"][static_cast<std::size_t>(step["array"].get<int>())];
  const bool shared = array["space"] == "shared";
  const std::int64_t origin =
      shared ? (array.value("offset", std::int64_t{0}) - shared_begin(launch)) / 4 : 0;
  std::map<std::int64_t, std::map<int, unsigned>> rows;  // of each row: column -> lane
  std::vector<std::set<std::int64_t>> of_bank(32);
  for (unsigned lane = 0; lane < 32; ++lane) {
    if ((step.value("lanes", ~std::uint32_t{0}) >> lane & 1) == 0) continue;
    const Bytes bytes = bytes_of(step, lane);
    for (std::int64_t word = origin + bytes.begin / 4; word * 4 < origin * 4 + bytes.end; ++word) {
      rows[word / 32].try_emplace(static_cast<int>(word % 32), lane);
      of_bank[static_cast<std::size_t>(word % 32)].insert(word);
    }
  }
  const std::int64_t end = origin + array["bytes"].get<std::int64_t>() / 4;
  if (shared && (end - 1) / 32 - origin / 32 < static_cast<std::int64_t>(most_frame_rows))
    for (std::int64_t row = origin / 32; row * 32 < end; ++row) rows[row];
  FrameRows drawn;
  drawn.svg = text_at(3, y + 9,
                      array["name"].get<std::string>() +
                          (shared ? ": a column is a bank" : ": a row is a cache line of four sectors"),
                      "soft");
  for (std::size_t bank = 0; shared && bank < 32; ++bank)
    if (of_bank[bank].size() > 1)
      drawn.svg += xml::element(
          "text", {{"x", static_cast<int>(bank) * frame_cell + 13}, {"y", y + 22}, {"class", "hot"}},
          std::to_string(of_bank[bank].size()));
  int top = y + (shared ? 26 : 14);
  std::size_t count = 0;
  for (const auto& [row, columns] : rows) {
    if (++count > most_frame_rows) break;
    if (shared) {
      const auto first = static_cast<int>(std::max(origin - row * 32, std::int64_t{0}));
      const auto last = static_cast<int>(std::min(end - row * 32, std::int64_t{32}));
      if (first < last)
        drawn.svg += rectangle(first * frame_cell + 4, top, (last - first) * frame_cell - 2,
                               frame_row_height - 1, "var(--kf-empty)");
    }
    for (int column = 0; column < 32; ++column) {
      const auto asked = columns.find(column);
      const bool fetched = !shared && std::any_of(columns.begin(), columns.end(), [&](const auto& each) {
        return each.first / 8 == column / 8;
      });
      if (asked == columns.end() && !fetched) continue;
      drawn.svg += rectangle(column * frame_cell + 4, top, frame_cell - 2, frame_row_height - 1,
                             asked != columns.end() ? color_of(asked->second) : "var(--kf-waste)");
    }
    drawn.svg +=
        xml::element("path", {{"d", fmt::format("M4 {}h638", top + frame_row_height)}, {"class", "rule"}});
    top += frame_row_height;
  }
  if (rows.size() > most_frame_rows) {
    drawn.svg += text_at(3, top + 11, fmt::format("and {} more rows", rows.size() - most_frame_rows), "soft");
    top += 14;
  }
  drawn.height = top - y + 4;
  return drawn;
}

}  // namespace

std::string key_frames_svg(const std::string& steps, const std::string& title, std::optional<int> line) {
  const Json all = Json::parse(steps);
  std::string svg, description;
  int y = 0;
  for (const Json& launch : all["launches"]) {
    for (const std::size_t at : frames_of(launch, line)) {
      const Json& step = launch["steps"][at];
      const std::string sentence = fmt::format("Step {}. {}", at + 1, step["text"].get<std::string>());
      description += (description.empty() ? "" : " ") + sentence;
      for (const std::string& piece : wrapped(sentence, frame_columns))
        svg += text_at(3, y += 17, piece, "said");
      y += 4;
      if (step["kind"] != "barrier") {
        svg += lanes_row(step, y);
        y += 25;
        if (step.contains("from")) {
          svg += shuffle(step, y);
          y += 36;
        } else if (step.contains("at") && step["array"] >= 0) {
          const FrameRows rows = rows_of(launch, step, y);
          svg += rows.svg;
          y += rows.height;
        }
      }
      svg += "\n";
      y += 10;
    }
  }
  if (y == 0) throw UsageError(fmt::format("no step is at line {}", line.value_or(0)));
  return fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" role="img" class="key-frames" font-family="sans-serif" font-size="12">
<title>{}</title>
<desc>{}</desc>
<style>
.key-frames {{ --kf-text: #1f2328; --kf-soft: #57606a; --kf-empty: #e1e6eb; --kf-waste: #f6c9b4; --kf-hot: #b93a0a; }}
@media screen and (prefers-color-scheme: dark) {{ .key-frames {{ --kf-text: #d9dee3; --kf-soft: #a3adb7; --kf-empty: #39424b; --kf-waste: #6b3a22; --kf-hot: #ff8a4c; }} }}
.key-frames .said {{ fill: var(--kf-text); font-size: 12px; }}
.key-frames .soft {{ fill: var(--kf-soft); font-size: 10px; }}
.key-frames .hot {{ fill: var(--kf-hot); font-size: 10px; font-weight: bold; text-anchor: middle; }}
.key-frames .rule {{ stroke: var(--kf-empty); stroke-width: .6; }}
</style>
{}</svg>
)",
      frame_width, y, xml::escaped(title), xml::escaped(description), svg);
}

}  // namespace tutorial::driver
