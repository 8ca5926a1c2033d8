#include "driver/explain/explain_svg.hpp"

#include <fmt/format.h>

#include "driver/explain/explain_picture.hpp"

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

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text)
    safe += c == '<'   ? "&lt;"
            : c == '>' ? "&gt;"
            : c == '&' ? "&amp;"
            : c == '"' ? "&quot;"
                       : std::string(1, c);
  return safe;
}

std::string text_at(int x, int y, const char* how, const std::string& text) {
  return fmt::format("<text x=\"{}\" y=\"{}\"{}{}>{}</text>\n", x, y, *how ? " " : "", how, escaped(text));
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

/// A sector: its first byte and eight words, those that are wanted filled.
std::string sector(const Picture::Row& row, int y) {
  std::string svg;
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    svg += fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"12\"/>\n",
                       row.cells[i] ? "used" : "unused", cells_left + static_cast<int>(i) * cell_width, y - 6,
                       cell_width);
  }
  return svg + text_at(cells_left + 8 * cell_width + 6, y + 4, "", fmt::format("+{}", row.number));
}

std::string bank(const Picture::Row& row, int y, bool crowded) {
  const int words = words_of(row);
  const char* kind = crowded ? "crowded" : words > 0 ? "used" : "unused";
  std::string svg = fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"14\"/>\n", kind,
                                cells_left, y - 7, bank_width);
  svg += text_at(cells_left + bank_width + 6, y + 4, "",
                 crowded ? fmt::format("{}: {} turns", row.number, words) : std::to_string(row.number));
  return svg;
}

std::string panel(const Shown& shown, int top) {
  const Access& access = *shown.access;
  const Picture picture = picture_of(*access.sample, access.shared, access.op);
  std::string svg = fmt::format("<g transform=\"translate(0 {})\">\n", top);
  svg += text_at(4, 14, "class=\"title\"",
                 fmt::format("line {}: {} {}", access.line, access.shared ? "shared" : "global", access.op));
  svg += text_at(4, 30, "", picture_summary(access));

  svg += text_at(lane_right - 6, 48, "text-anchor=\"end\" class=\"idle\"", "lane");
  svg += text_at(cells_left, 48, "class=\"idle\"", picture.shared ? "bank" : "sectors, from byte");
  for (int lane = 0; lane < warp_lanes; ++lane) {
    const int y = middle(static_cast<std::size_t>(lane), warp_lanes);
    const bool active = access.sample->addresses[static_cast<std::size_t>(lane)].has_value();
    svg +=
        text_at(lane_right - 6, y + 4, active ? "text-anchor=\"end\"" : "text-anchor=\"end\" class=\"idle\"",
                std::to_string(lane));
  }
  for (std::size_t i = 0; i < picture.rows.size(); ++i) {
    const Picture::Row& row = picture.rows[i];
    const int y = middle(i, picture.rows.size());
    const bool crowded =
        picture.shared && picture.degree > 1 && words_of(row) == static_cast<int>(picture.columns);
    for (int lane = 0; lane < warp_lanes; ++lane) {
      if ((lanes_of(row) >> lane & 1) == 0) continue;
      svg += fmt::format("<line{} x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n",
                         crowded ? " class=\"crowded\"" : "", lane_right,
                         middle(static_cast<std::size_t>(lane), warp_lanes), cells_left - 2, y);
    }
    svg += picture.shared ? bank(row, y, crowded) : sector(row, y);
  }
  return svg + "</g>\n";
}

int height_of(const Shown& shown) {
  const std::size_t rows =
      picture_of(*shown.access->sample, shown.access->shared, shown.access->op).rows.size();
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
      escaped(fmt::format("Lanes to {}, {}", first.shared ? "banks" : "sectors",
                          picture_title(*pictures.front().kernel, first))),
      escaped(description(pictures)), panels);
}

}  // namespace tutorial::driver::lens
