// The reader of Matrix Market files: what it makes of good ones, and which line of a bad one it names.

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <utility>

#include "sparse/matrix_market.hpp"

namespace {

const std::string real_general = "%%MatrixMarket matrix coordinate real general\n";
const std::string pattern_general = "%%MatrixMarket matrix coordinate pattern general\n";

template <typename T = double>
ch06::Coo<T> read(const std::string& text) {
  std::istringstream in(text);
  return ch06::read_matrix_market<T>(in, "m.mtx");
}

// The complaint about a text; empty where there is none.
template <typename T = double>
std::string complaint(const std::string& text) {
  try {
    read<T>(text);
  } catch (const tutorial::UsageError& error) {
    return error.what();
  }
  return "";
}

// "m.mtx, line LINE: … what …", in one line.
bool complains(const std::string& text, int line, const std::string& what) {
  const std::string got = complaint(text);
  INFO(got);
  const bool right = got.starts_with("--matrix: m.mtx, line " + std::to_string(line) + ": ") &&
                     got.find(what) != std::string::npos && got.find('\n') == std::string::npos;
  CHECK(right);
  return right;
}

using Places = std::map<std::pair<int, int>, double>;

template <typename T>
Places places(const ch06::Csr<T>& csr) {
  Places result;
  for (ch06::Index r = 0; r < csr.rows; ++r) {
    for (ch06::Index e = csr.row_start[r]; e < csr.row_start[r + 1]; ++e)
      result[{r, csr.col[e]}] = csr.value[e];
  }
  CHECK(std::ssize(result) == csr.count());  // no place twice
  return result;
}

}  // namespace

TEST_CASE("a general matrix is read in any order, counted from 1") {
  const auto coo = read(real_general + "2 3 3\n2 3 -1.5e1\n1 1 4\n2 1 .25\n");
  CHECK(coo.rows == 2);
  CHECK(coo.cols == 3);
  CHECK(places(to_csr(coo)) == Places{{{0, 0}, 4}, {{1, 0}, 0.25}, {{1, 2}, -15}});
}

TEST_CASE("comments, empty lines, blanks, upper case, a plus sign and CR LF change nothing") {
  const auto coo = read(
      "%%MatrixMarket  MATRIX Coordinate\tREAL General\r\n% a comment\r\n%\r\n\r\n  2 2\t2 \r\n\r\n+1 1 "
      "+3\r\n"
      "% in between\r\n 2 2 5\r\n\r\n% at the end\r\n");
  CHECK(places(to_csr(coo)) == Places{{{0, 0}, 3}, {{1, 1}, 5}});
}

TEST_CASE("the last line needs no newline") {
  CHECK(read(real_general + "1 1 1\n1 1 7").value == std::vector<double>{7});
}

TEST_CASE("every value of a pattern is 1") {
  CHECK(read(pattern_general + "2 2 2\n1 2\n2 1\n").value == std::vector<double>{1, 1});
}

TEST_CASE("a symmetric file stands for both triangles, and its diagonal counts once") {
  const auto coo = read("%%MatrixMarket matrix coordinate integer symmetric\n3 3 3\n1 1 2\n3 1 -7\n2 2 1\n");
  CHECK(places(to_csr(coo)) == Places{{{0, 0}, 2}, {{0, 2}, -7}, {{1, 1}, 1}, {{2, 0}, -7}});
}

TEST_CASE("the upper triangle of a skew-symmetric file has the other sign") {
  const auto coo = read("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 3\n");
  CHECK(places(to_csr(coo)) == Places{{{0, 1}, -3}, {{1, 0}, 3}});
}

TEST_CASE("entries of one place are added up") {
  CHECK(places(to_csr(read(real_general + "2 2 4\n1 2 1\n2 2 9\n1 2 2\n1 2 4\n"))) ==
        Places{{{0, 1}, 7}, {{1, 1}, 9}});
  const auto two_halves = [](const std::string& value) {
    return to_csr(read<float>(real_general + "1 1 2\n1 1 " + value + "\n1 1 " + value + "\n"));
  };
  CHECK_NOTHROW(two_halves("1e38"));
  CHECK_THROWS_AS(two_halves("3e38"), tutorial::UsageError);
}

TEST_CASE("matrices without rows, columns or entries are matrices") {
  for (const char* size : {"0 0 0", "0 5 0", "5 0 0", "3 3 0"}) {
    CAPTURE(size);
    CHECK(complaint(real_general + size + "\n") == "");
  }
  CHECK(to_csr(read(real_general + "3 2 0\n")).row_start == std::vector<ch06::Index>{0, 0, 0, 0});
}

TEST_CASE("a file that is no Matrix Market file is refused on line 1") {
  complains("", 1, "empty");
  complains("\n" + real_general, 1, "no Matrix Market file");
  complains("1 1 1\n1 1 1\n", 1, "no Matrix Market file");
  complains("%MatrixMarket matrix coordinate real general\n", 1, "no Matrix Market file");
  complains("%%MatrixMarket matrix coordinate real\n", 1, "no Matrix Market file");
  complains("%%MatrixMarket matrix coordinate real general more\n", 1, "no Matrix Market file");
  complains("%%MatrixMarket vector coordinate real general\n", 1, "no Matrix Market file");
  complains(std::string("\x7f"
                        "ELF\0\1\2\n",
                        8),
            1, "no Matrix Market file");
  complains("\xEF\xBB\xBF" + real_general, 1, "no Matrix Market file");
  complains(std::string(100'000, 'x'), 1, "longer");
}

TEST_CASE("formats that are not read here are named") {
  complains("%%MatrixMarket matrix array real general\n", 1, "format 'array'");
  complains("%%MatrixMarket matrix coordinate complex general\n", 1, "field 'complex'");
  complains("%%MatrixMarket matrix coordinate real hermitian\n", 1, "symmetry 'hermitian'");
  complains("%%MatrixMarket matrix coordinate pattern skew-symmetric\n", 1, "pattern");
  complains("%%MatrixMarket matrix coordinate re\xC3\xA4l\x1B[31m general\n", 1, "field 're??l?[31m'");
}

TEST_CASE("a bad line of sizes is refused") {
  complains(real_general, 1, "ends before");
  complains(real_general + "% only a comment\n\n", 3, "ends before");
  complains(real_general + "%\n2 2\n", 3, "wanted 'ROWS COLUMNS ENTRIES'");
  complains(real_general + "2 2 1 1\n", 2, "wanted 'ROWS COLUMNS ENTRIES'");
  complains(real_general + "two 2 1\n", 2, "rows: 'two' is no integer");
  complains(real_general + "2 2.0 1\n", 2, "columns: '2.0' is no integer");
  complains(real_general + "2 2 -1\n", 2, "entries: '-1' is outside");
  complains(real_general + "2147483648 2 1\n", 2, "rows: '2147483648' is outside 0 to 2147483647");
  complains(real_general + "2 2 99999999999999999999999999999\n", 2,
            "entries: '999999999999999999999999...' is outside");
  complains("%%MatrixMarket matrix coordinate real symmetric\n2 3 0\n", 2, "square");
}

TEST_CASE("a truncated file is refused at its last line") {
  complains(real_general + "2 2 3\n1 1 1\n2 2 1\n", 4, "ends after 2 of the 3 entries that line 2 promises");
  complains(real_general + "%\n2 2 3\n", 3, "ends after 0 of the 3");
  complains(real_general + "2 2 2147483647\n1 1 1\n", 3, "ends after 1");
  complains(real_general + "2 2 2\n1 1 1\n2 2", 4, "wanted 'ROW COLUMN VALUE'");
}

TEST_CASE("a truncated file is refused, unless only the last newline is missing") {
  const std::string whole = real_general + "2 2 2\n1 1 1.5\n2 2 25e-1\n";
  for (std::size_t length = 0; length + 1 < whole.size(); ++length) {
    CAPTURE(length);
    // "25e-" and "25e" are no numbers; "25" and "2" are, and no reader can know better.
    const bool number =
        whole.substr(0, length).ends_with("2 2 2") || whole.substr(0, length).ends_with("2 2 25");
    const bool in_entries = length > whole.find("1.5");
    CHECK((complaint(whole.substr(0, length)) == "") == (number && in_entries));
  }
}

TEST_CASE("an entry more than promised is refused") {
  complains(real_general + "2 2 1\n1 1 1\n\n2 2 1\n", 5, "more than the 1");
  complains(real_general + "2 2 0\n1 1 1\n", 3, "more than the 0");
}

TEST_CASE("a bad entry is refused") {
  const std::string start = real_general + "3 2 2\n1 1 1\n";
  complains(start + "2 2\n", 4, "wanted 'ROW COLUMN VALUE'");
  complains(start + "2 2 1 0\n", 4, "wanted 'ROW COLUMN VALUE'");
  complains(start + "0 2 1\n", 4, "row: '0' is outside 1 to 3");
  complains(start + "4 2 1\n", 4, "row: '4' is outside 1 to 3");
  complains(start + "-1 2 1\n", 4, "row: '-1' is outside 1 to 3");
  complains(start + "2 3 1\n", 4, "column: '3' is outside 1 to 2");
  complains(start + "2 4294967298 1\n", 4, "column: '4294967298' is outside 1 to 2");
  complains(start + "2 18446744073709551618 1\n", 4, "column: '18446744073709551618' is outside 1 to 2");
  complains(start + "x 2 1\n", 4, "row: 'x' is no integer");
  complains(start + "2 1.5 1\n", 4, "column: '1.5' is no integer");
  complains(start + "2 ++1 1\n", 4, "column: '++1' is no integer");
  complains(start + "2 2 one\n", 4, "value: 'one' is no number");
  complains(start + "2 2 1.0D5\n", 4, "value: '1.0D5' is no number");
  complains(start + "2 2 0x10\n", 4, "value: '0x10' is no number");
  complains(start + "2 2 +\n", 4, "value: '+' is no number");
  complains(start + "2 2 " + std::string(2000, '1') + "\n", 4, "longer");
  complains(pattern_general + "2 2 1\n1 1 1\n", 3, "wanted 'ROW COLUMN'");
  complains(real_general + "0 0 1\n1 1 1\n", 3, "row: '1' is outside 1 to 0");
}

TEST_CASE("integers are read as such, and no further than 64 bits") {
  const std::string start = "%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 ";
  CHECK(read(start + "-9007199254740992\n").value[0] == -0x1p53);
  complains(start + "1.5\n", 3, "value: '1.5' is no integer");
  complains(start + "9223372036854775808\n", 3, "value: '9223372036854775808' is outside");
}

TEST_CASE("values that the type cannot hold are refused, and those too small for it become 0 or a denormal") {
  const std::string start = real_general + "1 1 1\n1 1 ";
  CHECK(read(start + "1e308\n").value[0] == 1e308);
  CHECK(complaint<float>(start + "1e39\n") == "--matrix: m.mtx, line 3: value: '1e39' is no finite float");
  CHECK(complaint<float>(start + "-3.5e38\n").find("no finite float") != std::string::npos);
  CHECK(read<float>(start + "3.4e38\n").value[0] == 3.4e38f);
  complains(start + "1e309\n", 3, "no finite double");
  complains(start + "nan\n", 3, "no finite double");
  complains(start + "-inf\n", 3, "no finite double");
  CHECK(read(start + "1e-400\n").value[0] == 0);
  CHECK(read(start + "4.9e-324\n").value[0] == std::numeric_limits<double>::denorm_min());
  CHECK(read<float>(start + "1e-45\n").value[0] == std::numeric_limits<float>::denorm_min());
}

TEST_CASE("a symmetric file holds the lower triangle, a skew-symmetric one no diagonal") {
  complains("%%MatrixMarket matrix coordinate real symmetric\n3 3 1\n1 2 1\n", 3, "lower triangle");
  complains("%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 1\n1 2 1\n", 3, "lower triangle");
  complains("%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 1\n2 2 0\n", 3, "no diagonal");
}

TEST_CASE("a file that cannot be opened or read is refused") {
  const auto says = [](const std::string& path) -> std::string {
    try {
      ch06::read_matrix_market<double>(path);
    } catch (const tutorial::UsageError& error) {
      return error.what();
    }
    return "";
  };
  CHECK(says("/no/such/file.mtx") == "--matrix: cannot open /no/such/file.mtx: No such file or directory");
  CHECK(says("/tmp") == "--matrix: /tmp is a directory");
  CHECK(says("/dev/null").find("line 1: the file is empty") != std::string::npos);
  CHECK(says("/dev/zero").find("line 1: is longer") != std::string::npos);
  CHECK(says("/proc/self/mem").find("cannot be read") != std::string::npos);
}
