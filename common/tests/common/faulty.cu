// faulty: does every way to fail end in the right exit code and in one message?
//
// A program for tests: a kernel that writes i * i, and a fault of your choice. What a run must end with,
// wherever there is a device (the simulator has one):
//
// clang-format off
// expect --fault none: exit 0 stderr /^$/
// expect --fault wrong: exit 1 stderr /^faulty: WRONG: squares, 33, float: 1 of 33 values is wrong; index 16: got 257, wanted 256\n$/
// expect --fault nan: exit 1 stderr /^faulty: WRONG: squares, 33, float: 1 of 33 values is wrong; index 16: got nan, wanted 256\n$/
// expect --fault unwritten: exit 1 stderr /^faulty: WRONG: squares, 33, float: 1 of 33 values is wrong; index 32: got nan, wanted 1024\n$/
// expect --fault cuda: exit 1 stderr /^faulty: squares: common\/faulty\.cu:[0-9]+: kernel launch: cudaErrorInvalid(Configuration|Value) \([0-9]+\): invalid (configuration )?argument\n  A block has 1 to 1024 threads.*\n$/
// expect --fault oom: exit 1 stderr /^faulty: not enough device memory: needed 8796093022208 bytes \(8\.8 TB\) for 1099511627776 elements of 8 bytes, free [0-9]+ bytes \(.*\) of [0-9]+ bytes \(.*\)\n  .*[Cc]hoose smaller sizes.*\n$/
// expect --fault host-oom: exit 1 stderr /^faulty: not enough host memory for --n 33: .* free; choose smaller sizes\n$/
// expect --fault exception: exit 1 stderr /^faulty: thrown by the body\n$/
// expect --fault unknown: exit 1 stderr /^faulty: an exception of an unknown type\n$/
// expect --fault destructor: exit 1 stderr /^faulty: thrown by a destructor\n$/
// expect --fault nothing: exit 1 stderr /^faulty: nothing was measured, so nothing was checked\n$/
// expect --fault usage: exit 2 stderr /^faulty: --n: must be odd\n$/
// expect --fault typo: exit 2 stderr /^faulty: --fault: 'typo' is not one of: none, wrong, .*\n$/
// expect --device 99: exit 2 stderr /^faulty: --device: 99 is not there; this machine has [0-9]+, counted from 0\n$/
// expect --block 128: exit 2 stderr /^faulty: --block: has no effect here; --help lists what there is\n$/
// expect --n -1: exit 2 stderr /^faulty: --n: -1 is negative\n$/
// expect --n 99999999999999999999: exit 2 stderr /^faulty: --n: .*\n$/
// expect --n 1e6: exit 2 stderr /^faulty: --n: .*\n$/
// expect --type quaternion: exit 2 stderr /^faulty: --type: .*\n$/
// expect --no-such-option: exit 2 stderr /^faulty: .*--no-such-option.*\n$/
// expect --json /no-such-folder/x.json: exit 2 stderr /^faulty: --json: cannot write to '\/no-such-folder\/x\.json': No such file or directory\n$/
// expect --json /dev/full: exit 1 stderr /^faulty: cannot write to '\/dev\/full': No space left on device\n$/
// expect --fault wrong --json /dev/full: exit 1 stderr /cannot write to '\/dev\/full'.*\nfaulty: WRONG: /
// clang-format on

#include <limits>
#include <new>
#include <stdexcept>

#include "tutorial/tutorial.hpp"

enum class Fault { none, wrong, nan, unwritten };

__global__ void squares(float* out, int n, Fault fault) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n || (fault == Fault::unwritten && i == n - 1)) return;
  out[i] = static_cast<float>(i) * static_cast<float>(i);
  if (fault == Fault::wrong && i == n / 2) out[i] += 1;
  if (fault == Fault::nan && i == n / 2) out[i] = nanf("");
}

struct ThrowsAtItsEnd {
  ~ThrowsAtItsEnd() noexcept(false) { throw std::runtime_error("thrown by a destructor"); }
};

void fail_before_measuring(const std::string& fault) {
  if (fault == "oom") tutorial::DeviceBuffer<double> too_large(std::size_t{1} << 40);
  if (fault == "host-oom") throw std::bad_alloc();
  if (fault == "exception") throw std::runtime_error("thrown by the body");
  if (fault == "unknown") throw 42;
  if (fault == "destructor") {
    const ThrowsAtItsEnd while_unwinding;
    throw 42;
  }
  tutorial::Program::require(fault != "usage", "--n: must be odd");
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n = 0;
  std::string fault;
  program.size("--n", n, "number of squares", tutorial::everywhere(33));
  program.choice("--fault", fault, "what goes wrong",
                 {"none", "wrong", "nan", "unwritten", "cuda", "oom", "host-oom", "exception", "unknown",
                  "destructor", "nothing", "usage"});
  return program.run(argc, argv, [&] {
    fail_before_measuring(fault);
    if (fault == "nothing") return;

    tutorial::DeviceBuffer<float> out(static_cast<std::size_t>(n));
    const int block = fault == "cuda" ? 2048 : 128;  // a block has at most 1024 threads
    const Fault kernel_fault = fault == "wrong"       ? Fault::wrong
                               : fault == "nan"       ? Fault::nan
                               : fault == "unwritten" ? Fault::unwritten
                                                      : Fault::none;
    program.measure(
        {.variant = "squares",
         .size = tutorial::count_text(n),
         .work = static_cast<double>(out.bytes()),
         .ceiling = tutorial::Ceiling::copy},
        [&] {
          squares<<<tutorial::blocks_for(n, block), block>>>(out.data(), static_cast<int>(n), kernel_fault);
          CUDA_CHECK_LAUNCH();
        },
        [&] {
          return tutorial::verify(out.to_host(), [](std::int64_t i) { return static_cast<float>(i * i); });
        });
  });
}
