#include "sparse/matrix_market.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

namespace ch06 {
namespace {

/// The words of a text file, line by line, and the complaints about them.
class MatrixMarketLines {
 public:
  MatrixMarketLines(std::istream& in, std::string name) : in_(in), name_(std::move(name)) {}

  /// Goes to the next line. False at the end of the file.
  bool next() {
    in_.getline(buffer_.data(), std::ssize(buffer_));
    const auto length = static_cast<std::size_t>(in_.gcount());
    if (in_.bad()) fail("cannot be read");
    if (length == 0 && in_.eof()) return false;
    ++line_;
    if (in_.fail()) fail("is longer than the 1024 characters that the format allows");
    // gcount counts the newline, which the last line may lack.
    std::string_view rest(buffer_.data(), length - (in_.eof() ? 0 : 1));
    comment_ = rest.starts_with('%');
    words_.clear();
    while (true) {
      rest.remove_prefix(std::min(rest.find_first_not_of(blanks), rest.size()));
      if (rest.empty()) return true;
      words_.push_back(rest.substr(0, rest.find_first_of(blanks)));
      rest.remove_prefix(words_.back().size());
    }
  }

  /// Goes to the next line that is neither empty nor a comment.
  bool next_data() {
    while (next()) {
      if (!comment_ && !words_.empty()) return true;
    }
    return false;
  }

  const std::vector<std::string_view>& words() const { return words_; }
  std::int64_t line() const { return line_; }

  /// @throws tutorial::UsageError always: "m.mtx, line 7: …"
  [[noreturn]] void fail(const std::string& what) const {
    throw tutorial::UsageError("--matrix: " + name_ + ", line " +
                               std::to_string(std::max<std::int64_t>(line_, 1)) + ": " + what);
  }

  /// A word out of the file as a message may show it: short and printable.
  static std::string quoted(std::string_view word) {
    constexpr std::size_t most = 24;
    std::string text(word.substr(0, most));
    for (char& c : text) {
      if (!std::isprint(static_cast<unsigned char>(c))) c = '?';
    }
    return "'" + text + (word.size() > most ? "...'" : "'");
  }

  /// An integer from `low` to `high`; `what` names it in messages.
  std::int64_t integer(std::string_view word, const std::string& what, std::int64_t low,
                       std::int64_t high) const {
    std::int64_t number = 0;
    const char* begin = word.data() + (word.starts_with('+') ? 1 : 0);
    const char* end = word.data() + word.size();
    const auto [rest, error] = std::from_chars(begin, end, number);
    if (error == std::errc::invalid_argument || rest != end) {
      fail(what + ": " + quoted(word) + " is no integer");
    }
    if (error == std::errc::result_out_of_range || number < low || number > high) {
      fail(what + ": " + quoted(word) + " is outside " + std::to_string(low) + " to " + std::to_string(high));
    }
    return number;
  }

  /// A finite number of type T. One that is too small for T becomes a denormal, or 0.
  template <typename T>
  T real(std::string_view word) const {
    double number = 0;
    const char* begin = word.data() + (word.starts_with('+') ? 1 : 0);
    const char* end = word.data() + word.size();
    const auto [rest, error] = std::from_chars(begin, end, number);
    if (error == std::errc::invalid_argument || rest != end) fail("value: " + quoted(word) + " is no number");
    if (error == std::errc::result_out_of_range)
      number = std::strtod(std::string(begin, end).c_str(), nullptr);
    if (!(std::abs(number) <= static_cast<double>(std::numeric_limits<T>::max()))) {
      fail("value: " + quoted(word) + " is no finite " + tutorial::detail::type_name<T>);
    }
    return static_cast<T>(number);
  }

 private:
  static constexpr const char* blanks = " \t\r\v\f";

  std::istream& in_;
  std::string name_;
  std::array<char, 1025> buffer_{};  // a line and the final zero
  std::vector<std::string_view> words_;
  bool comment_ = false;
  std::int64_t line_ = 0;
};

}  // namespace

template <typename T>
Coo<T> read_matrix_market(std::istream& in, const std::string& name) {
  MatrixMarketLines lines(in, name);
  const auto lower = [](std::string_view word) {
    std::string text(word);
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
  };

  if (!lines.next()) lines.fail("the file is empty");
  std::vector<std::string> banner;
  for (const std::string_view word : lines.words()) banner.push_back(lower(word));
  if (banner.size() != 5 || banner[0] != "%%matrixmarket" || banner[1] != "matrix") {
    lines.fail("no Matrix Market file: the first line must be '%%MatrixMarket matrix FORMAT FIELD SYMMETRY'");
  }
  const auto one_of = [&](std::size_t i, const std::string& what, const std::vector<std::string>& allowed) {
    if (std::find(allowed.begin(), allowed.end(), banner[i]) != allowed.end()) return banner[i];
    std::string list;
    for (const std::string& word : allowed) list += (list.empty() ? "" : ", ") + word;
    lines.fail(what + " " + MatrixMarketLines::quoted(banner[i]) + " is not read here (" + list + ")");
  };
  one_of(2, "format", {"coordinate"});
  const std::string field = one_of(3, "field", {"real", "integer", "pattern"});
  const std::string symmetry = one_of(4, "symmetry", {"general", "symmetric", "skew-symmetric"});
  const bool general = symmetry == "general";
  const bool skew = symmetry == "skew-symmetric";
  if (skew && field == "pattern") lines.fail("a skew-symmetric matrix needs values; this one is a pattern");

  if (!lines.next_data()) lines.fail("the file ends before the line 'ROWS COLUMNS ENTRIES'");
  if (lines.words().size() != 3) lines.fail("wanted 'ROWS COLUMNS ENTRIES'");
  Coo<T> coo;
  coo.rows = static_cast<Index>(lines.integer(lines.words()[0], "rows", 0, most_entries));
  coo.cols = static_cast<Index>(lines.integer(lines.words()[1], "columns", 0, most_entries));
  const std::int64_t count = lines.integer(lines.words()[2], "entries", 0, most_entries);
  if (!general && coo.rows != coo.cols) lines.fail("a " + symmetry + " matrix must be square");

  const std::size_t words = field == "pattern" ? 2 : 3;
  const std::int64_t size_line = lines.line();
  for (std::int64_t i = 0; i < count; ++i) {
    if (!lines.next_data()) {
      lines.fail("the file ends after " + std::to_string(i) + " of the " + std::to_string(count) +
                 " entries that line " + std::to_string(size_line) + " promises");
    }
    if (lines.words().size() != words) {
      lines.fail(words == 2 ? "wanted 'ROW COLUMN'" : "wanted 'ROW COLUMN VALUE'");
    }
    const std::int64_t row = lines.integer(lines.words()[0], "row", 1, coo.rows) - 1;
    const std::int64_t col = lines.integer(lines.words()[1], "column", 1, coo.cols) - 1;
    T value = 1;
    if (field == "real") value = lines.real<T>(lines.words()[2]);
    if (field == "integer") {
      value =
          static_cast<T>(lines.integer(lines.words()[2], "value", std::numeric_limits<std::int64_t>::min(),
                                       std::numeric_limits<std::int64_t>::max()));
    }
    if (!general && col > row) lines.fail("a " + symmetry + " file holds the lower triangle: column > row");
    if (skew && col == row) lines.fail("a skew-symmetric file holds no diagonal, which is 0");
    coo.add(row, col, value);
    if (!general && col != row) coo.add(col, row, skew ? -value : value);
  }
  if (lines.next_data()) {
    lines.fail("one entry more than the " + std::to_string(count) + " that line " +
               std::to_string(size_line) + " promises");
  }
  return coo;
}

template <typename T>
Coo<T> read_matrix_market(const std::string& path) {
  if (std::error_code error; std::filesystem::is_directory(path, error)) {
    throw tutorial::UsageError("--matrix: " + path + " is a directory");
  }
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) throw tutorial::UsageError("--matrix: cannot open " + path + ": " + std::strerror(errno));
  return read_matrix_market<T>(in, path);
}

template Coo<float> read_matrix_market(std::istream&, const std::string&);
template Coo<double> read_matrix_market(std::istream&, const std::string&);
template Coo<float> read_matrix_market(const std::string&);
template Coo<double> read_matrix_market(const std::string&);

}  // namespace ch06
