// The words are those of g++ 12 and clang 14.
#include <doctest/doctest.h>

#include "marking/judge.hpp"

using namespace tutorial::marking;

namespace {

Finding explained(const std::string& messages) { return explain_compiler(messages, "move.cu").at(0); }

bool advises(const std::string& message, const char* advice) {
  return explained("move.cu:8:3: error: " + message + "\n").text.find(advice) != std::string::npos;
}

}  // namespace

TEST_CASE("the first error is reported with its location") {
  const Finding finding = explained(
      "move.cu:3:1: warning: unused\nmove.cu:8:60: error: expected ';' before '}' token\nmove.cu:9:1: error: "
      "b\n");
  CHECK(finding.file == "move.cu");
  CHECK(finding.line == 8);
  CHECK(finding.text ==
        "the compiler says: expected ';' before '}' token\n"
        "A semicolon is missing, or a closing bracket: here or at the end of the line before.");
}

TEST_CASE("an error in a header is attributed to the line that leads there, with every compiler") {
  const Finding gnu = explained(
      "move.cu:13:12:   required from here\n/usr/include/c++/12/tuple:1852:26: error: no matching function "
      "for call to '__invoke(a, b)'\n");
  CHECK(gnu.line == 13);
  CHECK(gnu.file == "move.cu");
  CHECK(gnu.text ==
        "the compiler says: these arguments do not fit the kernel's parameters\n"
        "Compare number, order and types of the arguments with the parameters, const included.");
  CHECK(explained("/usr/include/tuple:1852:26: error: no matching function for call to "
                  "'__invoke'\nmove.cu:13:5: note: in instantiation\n")
            .line == 13);
}

TEST_CASE("an error of nvcc or ptxas is attributed to the line of the submission, without folders") {
  const auto of_nvcc = [](const char* messages) { return errors_of("nvcc", messages, "move.cu"); };
  const Finding own = of_nvcc("move.cu(11): error: identifier \"last\" is undefined in device code\n").at(0);
  CHECK(own.file == "move.cu");
  CHECK(own.line == 11);
  CHECK(own.text == "nvcc says: identifier \"last\" is undefined in device code");
  const Finding header =
      of_nvcc(
          "/opt/cuda/include/tuple.h(60): error: static assertion failed with \"index out of range\"\n"
          "    instantiation of class \"A\" at line 37\n"
          "    instantiation of class \"B\" at line 5 of /opt/cuda/include/other.h\n"
          "    instantiation of class \"C\" at line 7 of move.cu\n")
          .at(0);
  CHECK(header.file == "move.cu");
  CHECK(header.line == 7);
  CHECK(of_nvcc("ptxas error   : File uses too much global constant data (0x13880 bytes, 0x10000 max)\n")
            .at(0)
            .text == "nvcc says: File uses too much global constant data (0x13880 bytes, 0x10000 max)");
  CHECK(of_nvcc("nvcc error   : 'cicc' died due to signal 11 (Invalid memory reference)\n").empty());
}

TEST_CASE("usual errors come with advice") {
  for (const char* each : {"variable 'std::istringstream s' has initializer but incomplete type",
                           "no match for 'operator>>' (operand types are 'std::stringstream' {aka "
                           "'std::__cxx11::basic_stringstream<char>'} and 'int')"})
    CHECK(advises(each, "not read from them"));
  CHECK(advises("'cuont' was not declared in this scope; did you mean 'count'?", "spelled"));
  CHECK(advises("use of undeclared identifier 'cuont'", "spelled"));
  CHECK(advises("passing 'const float3' as 'this' argument discards qualifiers [-fpermissive]",
                "const may be read"));
  CHECK(advises("no viable overloaded '='", "const may be read"));
  CHECK(advises("no matching function for call to 'cudasim::LaunchConfig::LaunchConfig(const int&)'",
                "a grid and a block"));
  CHECK(advises("return-statement with a value, in function returning 'void' [-fpermissive]",
                "returns nothing"));
  CHECK(advises("'cout' is not a member of 'std'", "header"));
  CHECK(advises("expected '}' at end of input", "brace"));
  CHECK(advises("cannot convert 'float*' to 'int' in initialization", "another than the parameter's"));
}

TEST_CASE("the linker's errors are reported, too") {
  const Finding finding = explained(
      "/usr/bin/ld: call.cpp.o: in function `f':\ncall.cpp:7: undefined reference to "
      "`move_points(int)'\ncollect2: error: ld returned 1 exit status\n");
  CHECK(finding.text ==
        "the compiler says: undefined reference to `move_points(int)'\n"
        "This function is declared, but not defined with just this name and these parameters: compare with "
        "exercise.hpp.");
  const Finding of_gold = explained("call.cpp:7: error: undefined reference to 'move_points(int)'\n");
  CHECK(of_gold.text.starts_with("the compiler says: undefined reference to 'move_points(int)'\n"));
  CHECK(of_gold.line == 0);
}

TEST_CASE("a failure without an error line is reported verbatim") {
  CHECK(explained("").text == "the compiler failed without a word");
}
