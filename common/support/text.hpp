#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Small conversions to text that messages, tables and help share. No CUDA, no fmt in this header.
namespace tutorial::text {

/// "4.4 TB", powers of 1000, three significant digits.
std::string bytes(double count);

/// "7.310 us", "1.234 ms", "12.34 s"; "-" for what is not finite.
std::string seconds(double value);

/// Two significant digits, for what is no more than an estimate: "7.3 us", "120 us", "1.2 ms"; "-" for what is not finite.
std::string rough_seconds(double value);

/// Four significant digits without an exponent: "3482", "87.21"; "-" for what is not finite.
std::string number(double value);

/// "87.2%" of a fraction; "-" for what is not finite.
std::string percent(double fraction);

/// "1.95 x"; "-" for what is not finite.
std::string ratio(double value);

/// "± 0.5%" of a spread, which is the whole interquartile range: half of it lies on either side of the median.
std::string plus_minus(double spread);

/// Bytes of a mark at the beginning that turns the direction of writing or ends a line unseen; 0 if there is none.
std::size_t unseen_mark(std::string_view words);

/// The user's own words with control characters and unseen marks escaped: always one line.
std::string escaped(std::string_view words);

/// The same in quotes.
std::string quoted(std::string_view words);

/// Without the white space at either end.
std::string trimmed(std::string_view words);

/// FNV-1a in 16 hexadecimal digits: of the same words the same on every machine.
std::string fingerprint(std::string_view words);

/// The last folder and the name of a path: no machine's own folders in messages.
std::string short_path(std::string_view path);

/// The chapter a source file belongs to: the part of its path that starts with "ch" and two digits, else the
/// folder it is in.
std::string chapter_of(std::string_view source_path);

/// What a row of a program's table is known by: "tile 32 x 33, 1024 x 1024, float".
std::string row_name(const std::string& variant, const std::string& size, const std::string& type);

/// Columns the text takes on a terminal: its UTF-8 characters.
std::size_t width(std::string_view text);

}  // namespace tutorial::text
