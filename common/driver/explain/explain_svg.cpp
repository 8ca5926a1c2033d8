#include "driver/explain/explain_svg.hpp"

#include <fmt/format.h>

#include "driver/explain/explain_picture.hpp"
#include "support/xml.hpp"

namespace tutorial::driver::lens {
namespace {

constexpr int width = 360;
constexpr int row_height = 18;
constexpr int warp_lanes = 32;
constexpr int head = 54;  ///< above the rows: two lines of text and the columns' names
constexpr int panel_height = head + warp_lanes * row_height + 16;
constexpr int lane_right = 40;
constexpr int cells_left = 140;
constexpr int cell_width = 14;
constexpr int bank_width = 40;

std::string text_at(int x, int y, const std::string& text, const xml::Attributes& more = {}) {
  xml::Attributes attributes = {{"x", x}, {"y", y}};
  attributes.insert(attributes.end(), more.begin(), more.end());
  return xml::element("text", attributes, xml::escaped(text)) + "\n";
}

/// The middle of a row; fewer than 32 spread over the height that 32 lanes take.
int middle(std::size_t row, std::size_t rows) {
  const auto slots = static_cast<int>(2 * row + 1);
  const int most = static_cast<int>(rows) > warp_lanes ? static_cast<int>(rows) : warp_lanes;
  const int step = most * row_height / static_cast<int>(rows);
  return head + slots * step / 2;
}

std::uint32_t lanes_of(const Picture::Row& row) {
  std::uint32_t all = 0;
  for (const std::uint32_t cell : row.cells) all |= cell;
  return all;
}

int words_of(const Picture::Row& row) {
  int count = 0;
  for (const std::uint32_t cell : row.cells) count += cell != 0;
  return count;
}

std::string rectangle(const char* kind, int x, int y, int cell, int height) {
  return xml::element("rect", {{"class", kind}, {"x", x}, {"y", y}, {"width", cell}, {"height", height}}) +
         "\n";
}

/// A sector: its first byte and eight words, those that are wanted filled.
std::string sector(const Picture::Row& row, int y) {
  std::string svg;
  for (std::size_t i = 0; i < row.cells.size(); ++i)
    svg += rectangle(row.cells[i] ? "used" : "unused", cells_left + static_cast<int>(i) * cell_width, y - 6,
                     cell_width, 12);
  return svg + text_at(cells_left + 8 * cell_width + 6, y + 4, fmt::format("+{}", row.number));
}

std::string bank(const Picture::Row& row, int y, bool crowded) {
  const int words = words_of(row);
  return rectangle(crowded     ? "crowded"
                   : words > 0 ? "used"
                               : "unused",
                   cells_left, y - 7, bank_width, 14) +
         text_at(cells_left + bank_width + 6, y + 4,
                 crowded ? fmt::format("{}: {} words", row.number, words) : std::to_string(row.number));
}

/// From a lane to what it accesses.
std::string way(int lane, int y, bool crowded) {
  xml::Attributes attributes = {{"x1", lane_right},
                                {"y1", middle(static_cast<std::size_t>(lane), warp_lanes)},
                                {"x2", cells_left - 2},
                                {"y2", y}};
  if (crowded) attributes.insert(attributes.begin(), {"class", "crowded"});
  return xml::element("line", attributes) + "\n";
}

std::string panel(const Shown& shown, int top) {
  const Access& access = *shown.access;
  const Picture picture = picture_of(*access.sample, access.space, access.op);
  std::string svg = "\n";
  svg += text_at(4, 14, fmt::format("line {}: {} {}", access.line, name_of(access.space), access.op),
                 {{"class", "title"}});
  svg += text_at(4, 30, picture_summary(access));

  svg += text_at(lane_right - 6, 48, "lane", {{"text-anchor", "end"}, {"class", "idle"}});
  svg += text_at(cells_left, 48, picture.shared ? "bank" : "sectors, from byte", {{"class", "idle"}});
  for (int lane = 0; lane < warp_lanes; ++lane) {
    const int y = middle(static_cast<std::size_t>(lane), warp_lanes);
    xml::Attributes how = {{"text-anchor", "end"}};
    if (!access.sample->addresses[static_cast<std::size_t>(lane)]) how.emplace_back("class", "idle");
    svg += text_at(lane_right - 6, y + 4, std::to_string(lane), how);
  }
  for (std::size_t i = 0; i < picture.rows.size(); ++i) {
    const Picture::Row& row = picture.rows[i];
    const int y = middle(i, picture.rows.size());
    const bool crowded =
        picture.shared && picture.degree > 1 && words_of(row) == static_cast<int>(picture.columns);
    for (int lane = 0; lane < warp_lanes; ++lane)
      if ((lanes_of(row) >> lane & 1) != 0) svg += way(lane, y, crowded);
    svg += picture.shared ? bank(row, y, crowded) : sector(row, y);
  }
  return xml::element("g", {{"transform", fmt::format("translate(0 {})", top)}}, svg) + "\n";
}

int height_of(const Shown& shown) {
  const std::size_t rows =
      picture_of(*shown.access->sample, shown.access->space, shown.access->op).rows.size();
  return panel_height +
         (static_cast<int>(rows) > warp_lanes ? (static_cast<int>(rows) - warp_lanes) * row_height : 0);
}

std::string description(const std::vector<Shown>& pictures) {
  std::string text;
  for (const Shown& shown : pictures) {
    text += (text.empty() ? "" : " ") + picture_title(*shown.kernel, *shown.access) + ". " +
            picture_summary(*shown.access) + ".";
    if (const auto sentence = advice(*shown.access)) text += " Advice: " + *sentence + ".";
  }
  return text;
}

}  // namespace

std::string pictures_svg(const std::vector<Shown>& pictures) {
  std::string panels;
  int height = 0;
  for (const Shown& shown : pictures) {
    panels += panel(shown, height);
    height += height_of(shown);
  }
  const Access& first = *pictures.front().access;
  const std::string id = fmt::format("lanes-{}", first.line);
  return fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" role="img" aria-labelledby="{2}-title {2}-text" class="lanes" font-family="sans-serif" font-size="12" fill="currentColor" stroke="none">
<title id="{2}-title">{3}</title>
<desc id="{2}-text">{4}</desc>
<style>
svg:root {{ color: #222; }}
@media (prefers-color-scheme: dark) {{ svg:root {{ color: #ddd; }} }}
.lanes .title {{ font-weight: bold; }}
.lanes .idle {{ opacity: 0.5; }}
.lanes line {{ stroke: currentColor; stroke-width: 1; opacity: 0.55; }}
.lanes rect {{ stroke: currentColor; }}
.lanes .unused {{ fill: none; stroke-opacity: 0.45; }}
.lanes .used {{ fill: currentColor; fill-opacity: 0.6; }}
.lanes rect.crowded {{ fill: #d9480f; }}
.lanes line.crowded {{ stroke: #d9480f; opacity: 0.9; }}
</style>
{5}</svg>
)",
      width, height, id,
      xml::escaped(fmt::format("Lanes to {}, {}", first.space == Space::shared ? "banks" : "sectors",
                               picture_title(*pictures.front().kernel, first))),
      xml::escaped(description(pictures)), panels);
}

}  // namespace tutorial::driver::lens
