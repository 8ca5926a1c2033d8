// cudasim-simcc: accepts nvcc's command line and makes programs that run on the CPU simulator.

#include <cstdio>
#include <exception>
#include <stdexcept>

#include "sim/simcc/driver.hpp"
#include "support/process.hpp"

namespace {

// Makefiles look for the word "release" and the number after it.
constexpr const char* version =
    "simcc: a stand-in for nvcc, the NVIDIA (R) Cuda compiler driver; kernels run on the CPU\n"
    "Cuda compilation tools, release 13.0, V13.0.0\n";

constexpr const char* usage =
    "usage: simcc [nvcc's options] file.cu|.cpp|.c|.o|.a ...\n"
    "  -c -o -E -M -MM -MD -MF -lib -dlink -shared -x -std -O -g -G -I -D -U -L -l -Xcompiler -Xlinker "
    "-ccbin\n"
    "  mean what they mean to nvcc; what concerns device code only (-arch, -gencode, -Xptxas, ...) is "
    "ignored\n"
    "  --plain  without the lens\n"
    "  --fidelity  says which features of CUDA in the program behave as on a GPU, approximately, or not at "
    "all\n"
    "  --predict[=GPU]  the program ends with what its kernels would take on a GPU: h200 or another of\n"
    "  common/predict/gpus, or the path of a file like those there\n"
    "  -v, --dryrun  show the commands\n"
    "environment: CUDASIM_CXX is the compiler that it calls (g++ or clang++)\n";

}  // namespace

int main(int argc, char** argv) {
  using namespace cudasim::simcc;
  try {
    const Options options = parse_options({argv + 1, argv + argc});
    if (options.version || options.help) {
      std::fputs(options.version ? version : usage, stdout);
      return 0;
    }
    if (options.inputs.empty()) throw std::invalid_argument("no input files");
    tutorial::catch_signals();
    return Driver(options, find_parts(options)).run();
  } catch (const tutorial::Interrupted& interrupted) {
    return 128 + interrupted.signal;
  } catch (const std::invalid_argument& error) {
    std::fprintf(stderr, "simcc: error: %s\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "simcc: error: %s\n", error.what());
    return 1;
  }
}
