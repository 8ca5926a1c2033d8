#include "driver/explain/explain_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "support/text.hpp"

namespace tutorial::driver::lens {
namespace {

constexpr std::uint64_t sector_bytes = 32;
constexpr std::uint64_t word_bytes = 4;
constexpr unsigned lanes = 32;
constexpr std::uint32_t all_lanes = 0xffffffff;
constexpr unsigned banks = 32;

/// The lanes that access each word, by the word's number.
std::map<std::uint64_t, std::uint32_t> words_of(const Sample& sample, std::uint32_t group = all_lanes) {
  std::map<std::uint64_t, std::uint32_t> words;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    if (!sample.addresses[lane] || (group >> lane & 1) == 0) continue;
    const std::uint64_t begin = *sample.addresses[lane];
    const std::uint64_t last = (begin + sample.bytes - 1) / word_bytes;
    for (std::uint64_t word = begin / word_bytes; word <= last; ++word) words[word] |= 1u << lane;
  }
  return words;
}

Picture sectors_of(const Sample& sample) {
  Picture picture;
  picture.columns = sector_bytes / word_bytes;
  for (const auto& [word, wanting] : words_of(sample)) {
    const std::uint64_t sector = word * word_bytes / sector_bytes * sector_bytes;
    if (picture.rows.empty() || picture.rows.back().number != sector)
      picture.rows.push_back({sector, std::vector<std::uint32_t>(picture.columns)});
    picture.rows.back().cells[word % picture.columns] = wanting;
  }
  return picture;
}

/// Banks are counted from that of the lowest word: where a variable begins is the compiler's affair.
Sample from_lowest_word(Sample sample) {
  const std::uint64_t origin = words_of(sample).begin()->first * word_bytes;
  for (auto& address : sample.addresses) {
    if (address) *address -= origin;
  }
  return sample;
}

Picture banks_of(const Sample& given, bool atomic) {
  const Sample sample = from_lowest_word(given);
  Picture picture;
  picture.shared = true;
  for (unsigned bank = 0; bank < banks; ++bank) picture.rows.push_back({bank, {}});
  for (const std::uint32_t group : sample.together) {
    const std::size_t before = picture.columns;
    for (const auto& [word, wanting] : words_of(sample, group)) {
      std::vector<std::uint32_t>& cells = picture.rows[word % banks].cells;
      if (!atomic) {
        cells.push_back(wanting);
        continue;
      }
      for (std::uint32_t left = wanting; left != 0; left &= left - 1) cells.push_back(left & (~left + 1));
    }
    for (const Picture::Row& row : picture.rows)
      picture.columns = std::max(picture.columns, row.cells.size());
    for (Picture::Row& row : picture.rows) row.cells.resize(picture.columns);
    picture.degree = std::max(picture.degree, picture.columns - before);
  }
  return picture;
}

/// "·", "5", "0-31", or "5 lanes".
std::string cell_text(std::uint32_t wanting) {
  if (wanting == 0) return "·";
  const int first = std::countr_zero(wanting);
  const int count = std::popcount(wanting);
  if (count == 1) return std::to_string(first);
  if (std::countr_one(wanting >> first) == count) return fmt::format("{}-{}", first, first + count - 1);
  return fmt::format("×{}", count);
}

std::string padded(const std::string& text, std::size_t width) {
  const std::size_t have = tutorial::text::width(text);
  return (have < width ? std::string(width - have, ' ') : "") + text;
}

bool is_empty(const Picture::Row& row) {
  return std::all_of(row.cells.begin(), row.cells.end(), [](std::uint32_t cell) { return cell == 0; });
}

/// By how many bytes addresses grow from lane to lane, if it is the same for all lanes that take part.
std::optional<std::uint64_t> stride_of(const Sample& sample) {
  std::optional<std::int64_t> stride;
  std::optional<unsigned> before;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    if (!sample.addresses[lane]) continue;
    if (before) {
      const auto distance = static_cast<std::int64_t>(*sample.addresses[lane] - *sample.addresses[*before]);
      const auto steps = static_cast<std::int64_t>(lane - *before);
      if (distance % steps != 0 || (stride && *stride != distance / steps)) return {};
      stride = distance / steps;
    }
    before = lane;
  }
  if (!stride) return {};
  return static_cast<std::uint64_t>(*stride < 0 ? -*stride : *stride);
}

unsigned lanes_of(const Sample& sample) {
  return static_cast<unsigned>(std::count_if(sample.addresses.begin(), sample.addresses.end(),
                                             [](const auto& address) { return address.has_value(); }));
}

/// The fewest sectors that hold as many different bytes.
std::uint64_t ideal_sectors(const Sample& sample) {
  std::set<std::uint64_t> elements;
  for (const auto& address : sample.addresses) {
    if (address) elements.insert(*address);
  }
  return (elements.size() * sample.bytes + sector_bytes - 1) / sector_bytes;
}

std::string counted(std::uint64_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

const char* verb(const Access& access) {
  return access.op == "load" ? "reads" : access.op == "store" ? "writes" : "updates";
}

std::string far_apart(const Access& access, std::uint64_t stride) {
  return fmt::format("lane i {} {} bytes away from lane i+1", verb(access), stride);
}

std::string global_advice(const Access& access) {
  const Sample& sample = *access.sample;
  const std::size_t sectors = sectors_of(sample).rows.size();
  const std::uint64_t ideal = ideal_sectors(sample);
  const auto stride = stride_of(sample);
  if (stride && *stride > sample.bytes) {
    return fmt::format("{}: {} per request, minimum {}", far_apart(access, *stride),
                       counted(sectors, "sector"), ideal);
  }
  if (stride) {
    return fmt::format("{} of 32 lanes take part, in {}, minimum {}: let neighboring lanes do the work",
                       lanes_of(sample), counted(sectors, "sector"), ideal);
  }
  return fmt::format(
      "the lanes' elements are in {}, minimum {}: let neighboring lanes use neighboring elements",
      counted(sectors, "sector"), ideal);
}

std::string constant_advice(const Access& access) {
  return fmt::format(
      "up to {} different words of constant memory, which serves one at a time: let the lanes read the same "
      "word, or keep the table in shared memory",
      access.conflict_degree);
}

std::string shared_advice(const Access& access) {
  const Sample& sample = *access.sample;
  const unsigned taking_part = lanes_of(sample);
  if (access.op == "atomic") {
    return fmt::format(
        "up to {} of the {} lanes update words of one bank, one after another: "
        "add up within the warp first, or spread the words",
        access.conflict_degree, taking_part);
  }
  const std::size_t degree = banks_of(sample, false).degree;
  const auto together = static_cast<unsigned>(std::popcount(sample.together.front()));
  if (degree == together) {
    return fmt::format("{} {} lanes ask one bank for {} different words: pad the row by one word or swizzle",
                       together == taking_part ? "the" : "every", degree, degree);
  }
  if (const auto stride = stride_of(sample); stride && *stride > sample.bytes) {
    return fmt::format(
        "{}: up to {} different words in one bank; let neighboring lanes use neighboring words",
        far_apart(access, *stride), degree);
  }
  return fmt::format("up to {} different words lie in one bank, which serves one at a time", degree);
}

}  // namespace

Picture picture_of(const Sample& sample, Space space, const std::string& op) {
  return space == Space::shared ? banks_of(sample, op == "atomic") : sectors_of(sample);
}

std::optional<std::string> advice(const Access& access) {
  if (!access.wastes_half()) return {};
  if (access.space == Space::constant) return constant_advice(access);
  if (!access.sample) return {};
  return access.space == Space::shared ? shared_advice(access) : global_advice(access);
}

std::string picture_text(const Picture& picture, std::size_t width) {
  std::size_t cell = 2;
  std::size_t label = 6;
  for (const Picture::Row& row : picture.rows) {
    label = std::max(label, std::to_string(row.number).size() + 1);
    for (const std::uint32_t wanting : row.cells)
      cell = std::max(cell, tutorial::text::width(cell_text(wanting)));
  }
  const std::size_t room = (width - label - 18) / (cell + 1);
  const std::size_t columns = std::min(picture.columns, room);
  const char* more = columns < picture.columns ? " …" : "";

  std::string text = fmt::format("  {}  ", padded(picture.shared ? "bank" : "sector", label));
  for (std::size_t i = 0; i < columns; ++i)
    text += " " + padded(std::to_string(picture.shared ? i + 1 : i * word_bytes), cell);
  text += fmt::format("{}   {}\n", more, picture.shared ? "wavefront" : "byte");
  for (std::size_t at = 0; at < picture.rows.size(); ++at) {
    const Picture::Row& row = picture.rows[at];
    std::size_t last = at;
    while (is_empty(row) && last + 1 < picture.rows.size() && is_empty(picture.rows[last + 1])) ++last;
    const std::string number = picture.shared ? std::to_string(row.number) : fmt::format("+{}", row.number);
    if (last > at) {
      text += fmt::format("  {}   no lane\n",
                          padded(fmt::format("{}-{}", number, picture.rows[last].number), label));
      at = last;
      continue;
    }
    text += fmt::format("  {}  ", padded(number, label));
    for (std::size_t i = 0; i < columns; ++i) text += " " + padded(cell_text(row.cells[i]), cell);
    text += fmt::format("{}\n", more);
  }
  return text;
}

std::string picture_title(const Kernel& kernel, const Access& access) {
  return fmt::format("{}, line {}: {} {}", kernel.name, access.line, name_of(access.space), access.op);
}

std::string picture_summary(const Access& access) {
  const Sample& sample = *access.sample;
  const Picture picture = picture_of(sample, access.space, access.op);
  const std::string who =
      fmt::format("{}, {} each: ", counted(lanes_of(sample), "lane"), counted(sample.bytes, "byte"));
  if (access.space == Space::shared) {
    return fmt::format("{}{}, {}", who, counted(picture.columns, "wavefront"),
                       picture.degree > 1 ? fmt::format("{}-way conflict", picture.degree) : "no conflict");
  }
  return fmt::format("{}{}, minimum {}", who, counted(picture.rows.size(), "sector"), ideal_sectors(sample));
}

}  // namespace tutorial::driver::lens
