#include "src/report.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <string>

using tutorial::Report;
using tutorial::Row;

namespace {

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();

Row row(const std::string& variant, double median_s, double throughput, bool ok = true) {
  Row result;
  result.variant = variant;
  result.size = "8192 x 8192";
  result.type = "float";
  result.device = "NVIDIA H200";
  result.median_s = median_s;
  result.spread = median_s * 0 + 0.01;  // unmeasured with the median
  result.throughput = throughput;
  result.unit = "GB/s";
  result.ceiling = "copy";
  result.ceiling_fraction = throughput / 4280;
  result.verdict = {
      ok, ok ? "ok"
             : "2 of 9 values are wrong\n(row 0, column 1): got nan, wanted 0.5\nindex 8: got 1, wanted 2"};
  return result;
}

Report report(std::vector<Row> rows) { return {"ch08_transpose", "transpose", "cuda", std::move(rows), {}}; }

}  // namespace

TEST_CASE("the table of a GPU run") {
  Report measured = report({row("strided", 402.4e-6, 1334), row("padded", 154.2e-6, 3482)});
  measured.notes = {"ceiling: copy 4280 GB/s, measured in this run", "a note"};
  CHECK(table_text(measured) ==
        "variant         size  type       time  spread  throughput  of ceiling  vs before  vs first  check\n"
        "-------  -----------  -----  --------  ------  ----------  ----------  ---------  --------  -----\n"
        "strided  8192 x 8192  float  402.4 us  ± 0.5%   1334 GB/s  31.2% copy          -    1.00 x  ok\n"
        "padded   8192 x 8192  float  154.2 us  ± 0.5%   3482 GB/s  81.4% copy     2.61 x    2.61 x  ok\n"
        "\n"
        "ceiling: copy 4280 GB/s, measured in this run\n"
        "a note\n");
}

TEST_CASE("one row has no ratios, and rows without times have no time columns") {
  CHECK(table_text(report({row("padded", 154.2e-6, 3482)})) ==
        "variant         size  type       time  spread  throughput  of ceiling  check\n"
        "-------  -----------  -----  --------  ------  ----------  ----------  -----\n"
        "padded   8192 x 8192  float  154.2 us  ± 0.5%   3482 GB/s  81.4% copy  ok\n");
  CHECK(table_text(report({row("padded", nan_value, nan_value)})) ==
        "variant         size  type   check\n"
        "-------  -----------  -----  -----\n"
        "padded   8192 x 8192  float  ok\n");
}

TEST_CASE("wrong rows are marked, and their first differences are below the table") {
  CHECK(table_text(report({row("padded", nan_value, nan_value, false)})) ==
        "variant         size  type   check\n"
        "-------  -----------  -----  -----\n"
        "padded   8192 x 8192  float  WRONG\n"
        "\n"
        "padded, 8192 x 8192, float: WRONG\n"
        "  2 of 9 values are wrong\n"
        "  (row 0, column 1): got nan, wanted 0.5\n"
        "  index 8: got 1, wanted 2\n");
}

TEST_CASE("the line for standard error has the count and the first difference") {
  CHECK(verdict_line(row("x", 1, 1, false).verdict) ==
        "2 of 9 values are wrong; (row 0, column 1): got nan, wanted 0.5");
  CHECK(tutorial::verdict_line({false, "off by 3%"}) == "off by 3%");
}

TEST_CASE("ratios compare times at one size, throughputs across sizes, and nothing across units") {
  const Row base = row("base", 2e-3, 100);
  Row other = row("other", 1e-3, 150);
  CHECK(speed_up(other, base) == 2);
  other.size = "100 x 100";
  CHECK(speed_up(other, base) == 1.5);
  other.unit = "TFLOP/s";
  CHECK_FALSE(speed_up(other, base) == speed_up(other, base));  // NaN
}

TEST_CASE("for nanoseconds less is better") {
  Row base = row("base", 2e-3, 100);
  Row other = row("other", 1e-3, 25);
  other.size = "100 x 100";
  base.unit = other.unit = "ns";
  CHECK(speed_up(other, base) == 4);
}

TEST_CASE("a row that shows a fault has the observation instead of a verdict, and is not wrong") {
  Row seen = row("no barrier", nan_value, nan_value, false);
  seen.observed = "wrong in 1 of 2000 launches";
  const Report measured = report({seen});
  CHECK_FALSE(seen.wrong());
  CHECK(table_text(measured) ==
        "variant            size  type   check\n"
        "----------  -----------  -----  ---------------------------\n"
        "no barrier  8192 x 8192  float  wrong in 1 of 2000 launches\n");
  const auto json = nlohmann::json::parse(json_text(measured))[0];
  CHECK(json["verified"].is_null());
  CHECK(json["observed"] == "wrong in 1 of 2000 launches");
  CHECK(csv_text(measured).find(",,,,GB/s,,,wrong in 1 of 2000 launches,false\n") != std::string::npos);
}

TEST_CASE("a result that needs all blocks is not wrong, and not verified") {
  Row sampled = row("last block", nan_value, nan_value);
  sampled.verdict = tutorial::needs_all_blocks();
  CHECK_FALSE(sampled.wrong());
  CHECK(table_text(report({sampled})).find("  not checked: it needs all blocks\n") != std::string::npos);
  CHECK(nlohmann::json::parse(json_text(report({sampled})))[0]["verified"].is_null());
  CHECK(csv_text(report({sampled})).find(",,,,GB/s,,,,false\n") != std::string::npos);
}

TEST_CASE("a peer's row is marked as one in the data") {
  Row peer = row("library", 1, 1);
  peer.peer = true;
  CHECK(nlohmann::json::parse(json_text(report({peer})))[0]["peer"] == true);
  CHECK(csv_text(report({peer})).find(",true,,true\n") != std::string::npos);
}

TEST_CASE("CSV quotes commas, quotes and line breaks, and leaves unmeasured fields empty") {
  Report measured =
      report({row("tile \"32 x 33\", padded", 0.5, 3482), row("a\nb", nan_value, nan_value, false)});
  measured.rows[0].ceiling_fraction = 0.25;
  measured.rows[1].size = "1,2";
  CHECK(csv_text(measured) ==
        "chapter,program,variant,size,type,backend,device,median_s,spread,throughput,unit,ceiling_fraction,"
        "verified,observed,peer\n"
        "ch08_transpose,transpose,\"tile \"\"32 x 33\"\", padded\",8192 x 8192,float,cuda,NVIDIA "
        "H200,0.5,0.01,3482,GB/s,0.25,true,,false\n"
        "ch08_transpose,transpose,\"a\nb\",\"1,2\",float,cuda,NVIDIA H200,,,,GB/s,,false,,false\n");
}

TEST_CASE(
    "JSON has all fields of the contract in order, null for what was not measured, and survives broken "
    "UTF-8") {
  Report measured = report({row("padded \"\xff\"", 154.25e-6, 3482),
                            row("x", nan_value, std::numeric_limits<double>::infinity(), false)});
  const auto rows = nlohmann::ordered_json::parse(json_text(measured));
  REQUIRE(rows.size() == 2);
  std::string names;
  for (const auto& item : rows[0].items()) names += item.key() + " ";
  CHECK(names ==
        "chapter program variant size type backend device median_s spread throughput unit ceiling_fraction "
        "verified ceiling ");
  CHECK(rows[0]["median_s"] == 154.25e-6);
  CHECK(rows[0]["verified"] == true);
  CHECK(rows[0]["variant"] == "padded \"\xEF\xBF\xBD\"");
  CHECK(rows[1]["median_s"].is_null());
  CHECK(rows[1]["spread"].is_null());
  CHECK(rows[1]["throughput"].is_null());
  CHECK(rows[1]["ceiling_fraction"].is_null());
  CHECK(rows[1]["unit"] == "GB/s");
  CHECK(rows[1]["verified"] == false);
}

TEST_CASE("a row's JSON names its ceiling, if any") {
  Row rated = row("x", 1e-3, 1000);
  CHECK(nlohmann::json::parse(json_text(report({rated})))[0]["ceiling"] == "copy");
  rated.ceiling = "-";
  CHECK_FALSE(nlohmann::json::parse(json_text(report({rated})))[0].contains("ceiling"));
}

TEST_CASE("no rows are an empty array") {
  CHECK(nlohmann::json::parse(json_text(report({}))) == nlohmann::json::array());
}

TEST_CASE("with --type all ratios are those of one type") {
  Report measured = report({row("strided", 4e-6, 100), row("padded", 2e-6, 200), row("strided", 8e-6, 100),
                            row("padded", 2e-6, 400)});
  measured.rows[2].pass = measured.rows[3].pass = 1;
  const std::string table = table_text(measured);
  const std::size_t second = table.find("  -    1.00 x  ok\n", table.find("  -    1.00 x  ok\n") + 1);
  CHECK(second != std::string::npos);
  CHECK(table.find("  2.00 x    2.00 x  ok\n") < second);
  CHECK(table.find("  4.00 x    4.00 x  ok\n", second) != std::string::npos);
}

TEST_CASE("notes of several types are one list: shared ones once, others after their type") {
  using tutorial::joined_notes;
  using Notes = std::vector<std::string>;
  CHECK(joined_notes({{"x", "x", "y"}}, {"float"}) == Notes{"x", "x", "y"});
  CHECK(joined_notes({{"a", "b"}, {"a", "c"}}, {"float", "int"}) == Notes{"a", "float: b", "int: c"});
  CHECK(joined_notes({{}, {"a"}}, {"float", "int"}) == Notes{"int: a"});
}
