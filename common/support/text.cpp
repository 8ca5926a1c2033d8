#include "support/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <utility>

namespace tutorial::text {

std::string bytes(double count) {
  constexpr std::array<const char*, 6> units = {"bytes", "KB", "MB", "GB", "TB", "PB"};
  std::size_t unit = 0;
  while (count >= 999.5 && unit + 1 < units.size()) {
    count /= 1000;
    ++unit;
  }
  return fmt::format("{:.{}f} {}", count, unit == 0 || count >= 99.95 ? 0 : 1, units[unit]);
}

std::string number(double value) {
  if (!std::isfinite(value)) return "-";
  const double size = std::abs(value);
  const int decimals = size < 9.9995 ? 3 : size < 99.995 ? 2 : size < 999.95 ? 1 : 0;
  return fmt::format("{:.{}f}", value, decimals);
}

std::string seconds(double value) {
  if (!std::isfinite(value)) return "-";
  if (value < 999.95e-6) return number(value * 1e6) + " us";
  if (value < 999.95e-3) return number(value * 1e3) + " ms";
  return number(value) + " s";
}

std::string rough_seconds(double value) {
  if (!std::isfinite(value)) return "-";
  const auto [scaled, unit] = value < 995e-6   ? std::pair(value * 1e6, "us")
                              : value < 995e-3 ? std::pair(value * 1e3, "ms")
                                               : std::pair(value, "s");
  if (scaled < 9.95) return fmt::format("{:.1f} {}", scaled, unit);
  const double step = scaled < 99.5 ? 1 : 10;
  return fmt::format("{:.0f} {}", std::round(scaled / step) * step, unit);
}

std::string percent(double fraction) {
  return std::isfinite(fraction) ? fmt::format("{:.1f}%", 100 * fraction) : "-";
}

std::string ratio(double value) { return std::isfinite(value) ? fmt::format("{:.2f} x", value) : "-"; }

std::string plus_minus(double spread) { return std::isfinite(spread) ? "± " + percent(spread / 2) : "-"; }

namespace {

/// Of Unicode, in UTF-8: they reverse the text after them, or end a line, and cannot be seen.
constexpr std::string_view unseen[] = {"\xC2\x85",     "\xD8\x9C",     "\xE2\x80\x8E", "\xE2\x80\x8F",
                                       "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAA", "\xE2\x80\xAB",
                                       "\xE2\x80\xAC", "\xE2\x80\xAD", "\xE2\x80\xAE", "\xE2\x81\xA6",
                                       "\xE2\x81\xA7", "\xE2\x81\xA8", "\xE2\x81\xA9"};

}  // namespace

std::size_t unseen_mark(std::string_view words) {
  for (const std::string_view mark : unseen)
    if (words.starts_with(mark)) return mark.size();
  return 0;
}

std::string escaped(std::string_view words) {
  std::string out;
  std::size_t in_mark = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const char c = words[i];
    if (in_mark == 0) in_mark = unseen_mark(words.substr(i));
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F || in_mark > 0) {
      in_mark -= in_mark > 0;
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  return out;
}

std::string quoted(std::string_view words) { return "'" + escaped(words) + "'"; }

std::string trimmed(std::string_view words) {
  constexpr const char* white = " \t\r\n";
  const std::size_t first = words.find_first_not_of(white);
  return first == std::string_view::npos
             ? ""
             : std::string(words.substr(first, words.find_last_not_of(white) - first + 1));
}

std::string fingerprint(std::string_view words) {
  std::uint64_t hash = 14695981039346656037u;
  for (const unsigned char c : words) hash = (hash ^ c) * 1099511628211u;
  return fmt::format("{:016x}", hash);
}

std::string short_path(std::string_view path) {
  const std::filesystem::path whole(path);
  return (whole.parent_path().filename() / whole.filename()).string();
}

std::string row_name(const std::string& variant, const std::string& size, const std::string& type) {
  return fmt::format("{}, {}, {}", variant, size, type);
}

std::string chapter_of(std::string_view source_path) {
  const auto folder = std::filesystem::path(source_path).parent_path();
  const auto digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  for (const auto& part : folder) {
    const std::string name = part.string();
    if (name.size() >= 4 && name.compare(0, 2, "ch") == 0 && digit(name[2]) && digit(name[3])) return name;
  }
  return folder.filename().string();
}

std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
}

}  // namespace tutorial::text
