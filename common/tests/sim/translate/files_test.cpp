#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "sim/translate/file_translator.hpp"

namespace fs = std::filesystem;
using cudasim::translate::FileTranslator;
using cudasim::translate::read_file;
using cudasim::translate::write_file;

namespace {

/// A folder of sources, gone at the end of the test.
class Sources {
 public:
  Sources() : folder(fs::temp_directory_path() / ("cudasim-files-test-" + std::to_string(getpid()))) {
    fs::create_directories(folder);
  }
  ~Sources() { fs::remove_all(folder); }
  void add(const std::string& name, const std::string& text) const { write_file(folder / name, text); }

  /// The translated main.cu, from its own first line on; the errors, if there are any.
  std::string translate(std::vector<fs::path> folders = {}) {
    FileTranslator translator(std::move(folders));
    const auto errors = translator.translate_file(folder / "main.cu", output());
    read = translator.files_read();
    if (!errors.empty()) return errors.front();
    const std::string text = read_file(output());
    return text.substr(text.find("main.cu\"\n") + 9);
  }
  fs::path output() const { return folder / "out" / "main.cpp"; }
  std::string copy(const std::string& name) const {
    return read_file(folder / "out" / "main.cpp.headers" / name);
  }
  bool has_read(const std::string& name) const {
    return std::find(read.begin(), read.end(), folder / name) != read.end();
  }

  fs::path folder;
  std::vector<fs::path> read;
};

}  // namespace

TEST_CASE("files: the output names the original and includes the runtime before line 1") {
  Sources sources;
  sources.add("main.cu", "int x;\n");
  CHECK(sources.translate() == "int x;\n");
  const std::string text = read_file(sources.output());
  CHECK(text.find("#include <cuda_runtime.h>\n") < text.find("#line 1"));
  CHECK(text.find("#endif\n#line 1 \"" + (sources.folder / "main.cu").string() + "\"\nint x;") !=
        std::string::npos);
  CHECK_FALSE(fs::exists(sources.output().string() + ".headers"));
}

TEST_CASE("files: a header that launches is copied, one that does not is included where it lies") {
  Sources sources;
  sources.add("main.cu", "#include \"kernels.cuh\"\n#include \"plain.h\"\n#include <vector>\n");
  sources.add("kernels.cuh", "#pragma once\n#include \"plain.h\"\ninline void f() { k<<<1, 2>>>(); }\n");
  sources.add("plain.h", "int x;\n");
  const std::string plain = '"' + (sources.folder / "plain.h").string() + '"';
  CHECK(sources.translate() ==
        "#include \"main.cpp.headers/1_kernels.cuh\"\n#include " + plain + "\n#include <vector>\n");
  CHECK(sources.copy("1_kernels.cuh") ==
        "#line 1 \"" + (sources.folder / "kernels.cuh").string() + "\"\n#pragma once\n#include " + plain +
            "\ninline void f() { ::cudasim::launch(CUDASIM_KERNEL(k), ::cudasim::LaunchConfig(1, 2))(); }\n");
  CHECK(sources.has_read("main.cu"));
  CHECK(sources.has_read("kernels.cuh"));
  CHECK(sources.has_read("plain.h"));
}

TEST_CASE("files: a header that only includes one to be translated is copied too") {
  Sources sources;
  sources.add("main.cu", "#include \"all.h\"\n#include \"inner/k.cuh\"\n");
  sources.add("all.h", "#include \"inner/k.cuh\"\n");
  sources.add("inner/k.cuh", "__global__ void k() { __shared__ int x; }\n");
  CHECK(sources.translate() ==
        "#include \"main.cpp.headers/1_all.h\"\n#include \"main.cpp.headers/2_k.cuh\"\n");
  CHECK(sources.copy("1_all.h").ends_with("\n#include \"2_k.cuh\"\n"));
}

TEST_CASE("files: headers are found in the folders of -I, with angles too, but never in libraries") {
  Sources sources;
  sources.add("main.cu",
              "#include \"a.cuh\"\n#include <b.cuh>\n#include <cub/c.cuh>\n#include <missing.h>\n#include "
              "\"plain.h\"\n");
  sources.add("inc/a.cuh", "void a() { k<<<1, 2>>>(); }\n");
  sources.add("inc/b.cuh", "void b() { k<<<1, 2>>>(); }\n");
  sources.add("inc/cub/c.cuh", "void c() { k<<<1, 2>>>(); }\n");
  sources.add("inc/plain.h", "");
  CHECK(sources.translate({sources.folder / "inc"}) ==
        "#include \"main.cpp.headers/1_a.cuh\"\n#include \"main.cpp.headers/2_b.cuh\"\n#include "
        "<cub/c.cuh>\n#include <missing.h>\n"
        "#include \"plain.h\"\n");
}

TEST_CASE("files: a toolkit's folder is passed over") {
  Sources sources;
  sources.add("main.cu", "#include <a.cuh>\n");
  sources.add("inc/a.cuh", "void a() { k<<<1, 2>>>(); }\n");
  sources.add("inc/crt/host_config.h", "");
  CHECK(sources.translate({sources.folder / "inc"}) == "#include <a.cuh>\n");
}

TEST_CASE("files: headers that include each other in a circle") {
  Sources sources;
  sources.add("main.cu", "#include \"a.h\"\n");
  sources.add("a.h", "#pragma once\n#include \"b.h\"\n__global__ void k() { __shared__ int x; }\n");
  sources.add("b.h", "#pragma once\n#include \"a.h\"\n");
  CHECK(sources.translate() == "#include \"main.cpp.headers/1_a.h\"\n");
  CHECK(sources.copy("2_b.h").ends_with("#include \"1_a.h\"\n"));
}

TEST_CASE("files: a macro for __shared__ is known in files that include it, before and after") {
  Sources sources;
  sources.add("main.cu",
              "#include \"macros.h\"\n#include \"k.cuh\"\n__global__ void f() { SHARED int x; }\n");
  sources.add("macros.h", "#define SHARED __shared__\n");
  sources.add("k.cuh", "__global__ void k() { SHARED int x; }\n");
  CHECK(sources.translate().ends_with("{  int &x = CUDASIM_SHARED(x); }\n"));
  CHECK(sources.copy("2_k.cuh").ends_with("{  int &x = CUDASIM_SHARED(x); }\n"));
}

TEST_CASE("files: errors name the file and the line, and nothing is written") {
  Sources sources;
  sources.add("main.cu", "#include \"k.cuh\"\n");
  sources.add("k.cuh", "\n\n__global__ void k() { __shared__ int x = 1; }\n");
  CHECK(sources.translate().starts_with((sources.folder / "k.cuh").string() +
                                        ":3: error: initializer not allowed"));
  CHECK_FALSE(fs::exists(sources.folder / "out"));
}

TEST_CASE("files: a file that cannot be read or written throws") {
  Sources sources;
  CHECK_THROWS_WITH(sources.translate(), doctest::Contains("cannot read"));
  sources.add("main.cu", "");
  sources.add("out", "a file, not a folder");
  CHECK_THROWS_WITH(sources.translate(), doctest::Contains("cannot write"));
}

TEST_CASE("files: a make rule escapes what make would take apart") {
  CHECK(cudasim::translate::make_rule("out.cpp", {"a b.cu", "c$.h"}) ==
        "out.cpp: \\\n  a\\ b.cu \\\n  c$$.h\n");
}

TEST_CASE(
    "files: a variable in shared memory outside of functions is known in files after the one that declares "
    "it") {
  Sources sources;
  sources.add("state.h", "#pragma once\n__device__ __shared__ int state[4];\n");
  sources.add("first.cuh", "#include \"state.h\"\n");
  sources.add("main.cu", "#include \"first.cuh\"\n__device__ int f(int state_) { return state[0]; }\n");
  CHECK(sources.translate().find("return ::cudasim::of_block(state)[0]; }") != std::string::npos);
  const std::string copy = sources.copy("2_state.h");
  CHECK(copy.find("static constexpr cudasim_shared_state state{}") != std::string::npos);
  CHECK(copy.find("CUDASIM_INTERNAL") == std::string::npos);
}
