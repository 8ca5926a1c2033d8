#include "src/command_line.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

using tutorial::CommandLine;
using tutorial::UsageError;

namespace {

/// A command line with one of each kind of option.
struct Example {
  CommandLine line{"copy"};
  std::int64_t n = -7;
  std::int64_t rows = -7;
  std::string layout;
  std::string file;

  Example() {
    line.size("--n", n, "number of elements", {100'000, 1'000, 10});
    line.size("--rows", rows, "rows", {8192, 1024, 257});
    line.choice("--layout", layout, "how points are stored", {"aos", "soa"});
    line.text("--file", file, "where the points are", "points.txt");
    line.types({"float", "double"});
    line.block_sizes({1024, 512, 256}, 512);
  }

  bool parse(const std::vector<std::string>& arguments) {
    std::vector<const char*> argv = {"copy"};
    for (const std::string& argument : arguments) argv.push_back(argument.c_str());
    return line.parse(static_cast<int>(argv.size()), argv.data());
  }

  /// The message the arguments are refused with, "" if they are not.
  static std::string refusal(const std::vector<std::string>& arguments) {
    Example example;
    try {
      example.parse(arguments);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  }
};

}  // namespace

TEST_CASE("without arguments all values have their defaults") {
  Example example;
  REQUIRE(example.parse({}));
  const bool simulated = tutorial::backend() == tutorial::Backend::simulator;
  CHECK(example.n == (simulated ? 1'000 : 100'000));
  CHECK(example.rows == (simulated ? 1024 : 8192));
  CHECK(example.layout == "aos");
  const auto& settings = example.line.settings();
  CHECK(settings.type == "float");
  CHECK(settings.block == 512);
  CHECK(settings.repeats == 0);
  CHECK(settings.seed == 1);
  CHECK(settings.device == 0);
  CHECK(settings.json_file.empty());
  CHECK(settings.csv_file.empty());
  CHECK_FALSE(settings.quick);
  CHECK_FALSE(settings.cold);
}

TEST_CASE("an argument list without even a program name has the defaults too") {
  Example example;
  const char* none = nullptr;
  CHECK(example.line.parse(0, &none));
  CHECK(example.layout == "aos");
}

TEST_CASE("every option sets its value") {
  Example example;
  REQUIRE(example.parse({"--n",
                         "0",
                         "--rows=1099511627776",
                         "--layout",
                         "soa",
                         "--type",
                         "double",
                         "--block",
                         "256",
                         "--repeats",
                         "3",
                         "--seed",
                         "18446744073709551615",
                         "--device",
                         "2",
                         "--json",
                         "-",
                         "--csv",
                         "x.csv",
                         "--quick",
                         "--cold"}));
  CHECK(example.n == 0);
  CHECK(example.rows == std::int64_t{1} << 40);
  CHECK(example.layout == "soa");
  const auto& settings = example.line.settings();
  CHECK(settings.type == "double");
  CHECK(settings.block == 256);
  CHECK(settings.repeats == 3);
  CHECK(settings.seed == std::numeric_limits<std::uint64_t>::max());
  CHECK(settings.device == 2);
  CHECK(settings.json_file == "-");
  CHECK(settings.csv_file == "x.csv");
  CHECK(settings.quick);
  CHECK(settings.cold);
  CHECK(example.line.sizes_text() == "--n 0 --rows 1099511627776");
}

TEST_CASE("--quick sets the sizes not given, and the last of two values counts") {
  Example example;
  REQUIRE(example.parse({"--n", "4", "--quick", "--n", "5"}));
  CHECK(example.n == 5);
  CHECK(example.rows == 257);
}

TEST_CASE(
    "a size option refuses anything but an integer from 0 to 2^40, in one line that starts with the option") {
  const auto not_a_number = [](const std::string& words) {
    return "--n: '" + words + "' is not an integer; write it in digits";
  };
  for (const char* words : {"1e6", "", "abc", "12x", " 5", "5 ", "+5", "0x10", "1.5", "-", "--", "nan",
                            "1,000", "[1,2]", "-1e3"}) {
    CHECK(Example::refusal({"--n", words}) == not_a_number(words));
  }
  CHECK(Example::refusal({"--n", "5\n6"}) == not_a_number("5\\x0a6"));
  CHECK(Example::refusal({"--n", "-1"}) == "--n: -1 is negative");
  CHECK(Example::refusal({"--n=-5"}) == "--n: -5 is negative");
  CHECK(Example::refusal({"--n", "-99999999999999999999"}) == "--n: -99999999999999999999 is negative");
  CHECK(Example::refusal({"--n", "1099511627777"}) ==
        "--n: 1099511627777 is too large; at most 1099511627776");
  CHECK(Example::refusal({"--n", "99999999999999999999"}) ==
        "--n: 99999999999999999999 is too large; at most 1099511627776");
  CHECK(Example::refusal({"--n", "18446744073709551617"}) ==
        "--n: 18446744073709551617 is too large; at most 1099511627776");
  CHECK(Example::refusal({"--n", "1099511627776"}).empty());
}

TEST_CASE("a missing or superfluous value, an unknown option and a stray word are refused in one line") {
  CHECK(Example::refusal({"--n"}) == "--n: needs a value");
  CHECK(Example::refusal({"--n="}) == "--n: needs a value");
  CHECK(Example::refusal({"--quick=no"}) == "--quick: takes no value");
  CHECK(Example::refusal({"--bogus"}) == "--bogus: unknown option; --help lists what there is");
  CHECK(Example::refusal({"--bogus", "1", "--worse"}) ==
        "--bogus: unknown option; --help lists what there is");
  CHECK(Example::refusal({"-n", "5"}) == "-n: unknown option. Did you mean --n? --help lists what there is");
  CHECK(Example::refusal({"--sede", "5"}) ==
        "--sede: unknown option. Did you mean --seed? --help lists what there is");
  CHECK(Example::refusal({"--b\nd"}) == "--b\\x0ad: unknown option; --help lists what there is");
  CHECK(Example::refusal({"stray"}) == "stray: unexpected argument; --help lists what there is");
}

TEST_CASE("a text option accepts any value but an empty one") {
  Example example;
  REQUIRE(example.parse({}));
  CHECK(example.file == "points.txt");
  REQUIRE(example.parse({"--file", "my points.txt"}));
  CHECK(example.file == "my points.txt");
  CHECK(Example::refusal({"--file", ""}) == "--file: needs a value");
  CHECK(
      example.line.help("how fast can data move at all?").find("where the points are (default points.txt)") !=
      std::string::npos);
}

TEST_CASE("words outside the list are refused with the list") {
  CHECK(Example::refusal({"--layout", "xyz"}) == "--layout: 'xyz' is not one of: aos, soa");
  CHECK(Example::refusal({"--type", "int"}) == "--type: 'int' is not one of: float, double, all");
  CHECK(Example::refusal({"--block", "100"}) == "--block: 100 is not one of: 1024, 512, 256");
}

TEST_CASE("the common options refuse values out of range") {
  CHECK(Example::refusal({"--block", "0"}) == "--block: 0 is too small; at least 1");
  CHECK(Example::refusal({"--block", "1025"}) == "--block: 1025 is too large; at most 1024");
  CHECK(Example::refusal({"--repeats", "0"}) == "--repeats: 0 is too small; at least 1");
  CHECK(Example::refusal({"--repeats", "1000001"}) == "--repeats: 1000001 is too large; at most 1000000");
  CHECK(Example::refusal({"--seed", "-1"}) == "--seed: -1 is negative");
  CHECK(Example::refusal({"--seed", "18446744073709551616"}) ==
        "--seed: 18446744073709551616 is too large; at most 18446744073709551615");
  CHECK(Example::refusal({"--device", "-1"}) == "--device: -1 is negative");
  CHECK(Example::refusal({"--json", ""}) == "--json: needs a file name, or - for standard output");
  CHECK(Example::refusal({"--csv", ""}) == "--csv: needs a file name, or - for standard output");
}

TEST_CASE("a program without block sizes refuses --block, whatever it is, and its help has none") {
  CommandLine line("plain");
  const char* argv[] = {"plain", "--block", "128"};
  CHECK_THROWS_WITH_AS(line.parse(3, argv), "--block: has no effect here; --help lists what there is",
                       UsageError);
  const char* no_value[] = {"plain", "--block"};
  CHECK_THROWS_WITH_AS(line.parse(2, no_value), "--block: needs a value", UsageError);
  CHECK(line.help("why?").find("--block") == std::string::npos);
}

TEST_CASE("a program without types takes float, and all of its one type") {
  CommandLine line("plain");
  const char* wrong[] = {"plain", "--type", "double"};
  CHECK_THROWS_WITH_AS(line.parse(3, wrong), "--type: 'double' is not one of: float, all", UsageError);
  const char* all[] = {"plain", "--type", "all"};
  REQUIRE(line.parse(3, all));
  CHECK(line.types_wanted() == std::vector<std::string>{"float"});
  CHECK(line.help("why?").find("element type: float\n") != std::string::npos);
}

TEST_CASE("--type NAME runs one type, --type all runs each in the program's order") {
  Example example;
  REQUIRE(example.parse({}));
  CHECK(example.line.types_wanted() == std::vector<std::string>{"float"});
  REQUIRE(example.parse({"--type", "double"}));
  CHECK(example.line.types_wanted() == std::vector<std::string>{"double"});
  REQUIRE(example.parse({"--type", "all"}));
  CHECK(example.line.types_wanted() == std::vector<std::string>{"float", "double"});
}

TEST_CASE("--sim-timeout is an option of simulator builds alone") {
  const std::string refusal = Example::refusal({"--sim-timeout", "0"});
  if (tutorial::backend() == tutorial::Backend::simulator) {
    CHECK(refusal == "--sim-timeout: 0 is too small; at least 1");
  } else {
    CHECK(refusal == "--sim-timeout: unknown option; --help lists what there is");
  }
}

TEST_CASE("--help wins over bad values, and its first line is the name and the question") {
  Example example;
  CHECK_FALSE(example.parse({"--n", "abc", "--help"}));
  const std::string help = example.line.help("how fast can data move at all?");
  CHECK(help.rfind("copy: how fast can data move at all?\n", 0) == 0);
  const bool simulated = tutorial::backend() == tutorial::Backend::simulator;
  // The texts form one column, after the longest option: --sim-timeout SECONDS or --layout WORD.
  const std::string blanks(simulated ? 18 : 10, ' ');
  const std::string size = simulated ? "1000" : "100000";
  CHECK(help.find("\n  --n N" + blanks + "number of elements (default " + size + "; with --quick 10)\n") !=
        std::string::npos);
  for (const char* option :
       {"--rows N", "--layout WORD", "aos, soa (default aos)",
        "float, double, or all in turn (default float)", "1024, 512, 256 (default 512)", "--repeats N",
        "--seed N", "--device N", "--json FILE", "--csv FILE", "--quick", "--cold", "--help"}) {
    CHECK_MESSAGE(help.find(option) != std::string::npos, option);
  }
}

TEST_CASE("a mistake in the program's declaration of options is a logic error, not a usage error") {
  CommandLine line("plain");
  std::string word;
  CHECK_THROWS_AS(line.choice("--x", word, "", {}), std::logic_error);
  CHECK_THROWS_AS(line.types({}), std::logic_error);
  CHECK_THROWS_AS(line.block_sizes({128}, 64), std::logic_error);
}
