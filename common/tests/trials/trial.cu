// trial: does a program that shows faults end well, whatever they do?
//
// A program for tests: trials_stop_hanging_variants.sh says what each variant must come to.

#include <unistd.h>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "tutorial/trials.hpp"
#include "tutorial/tutorial.hpp"

__global__ void write_one(int* out) { *out = 1; }

// Until the flag is cleared, which never happens.
__global__ void spin(const volatile int* flag) {
  while (*flag != 0) {
  }
}

// Tells the test who spins.
void leave_process_id() {
  const char* file = std::getenv("TRIAL_PROCESS_ID");
  if (file != nullptr) std::ofstream(file) << getpid() << '\n';
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  program.size("--n", n, "any number", tutorial::everywhere(1));
  tutorial::Trials trials(program, {"right", "wrong", "spins", "throws", "exits", "aborts", "lens"},
                          {"mended"}, tutorial::everywhere(3));
  return trials.run(argc, argv, [&] {
    tutorial::DeviceBuffer<int> out(1);
    const auto row = [](const char* variant) { return tutorial::Case{.variant = variant, .size = "1"}; };
    const auto launch = [&] {
      write_one<<<1, 1>>>(out.data());
      CUDA_CHECK_LAUNCH();
    };
    const auto check = [&] { return tutorial::verify(out.to_host(), [](std::int64_t) { return 1; }); };
    const auto poison = [&] { out.poison(); };

    int launches = 0;
    trials.show("right", row("right"), launch, check, poison);
    trials.show(
        "wrong", row("wrong"),
        [&] {
          if (++launches != 2) launch();
        },
        check, poison);
    trials.show(
        "spins", row("spins"),
        [&] {
          leave_process_id();
          spin<<<1, 1>>>(out.data());
        },
        check, poison);
    trials.show(
        "throws", row("throws"), [] { throw std::runtime_error("first line\nsecond line"); }, check, poison);
    trials.show(
        "exits", row("exits"), [] { std::_Exit(9); }, check, poison);
    trials.show(
        "aborts", row("aborts"), [] { std::abort(); }, check, poison);
    trials.show(
        "lens", row("lens"), launch,
        [&] {
          return tutorial::Verdict{std::getenv("LENS_JSON") == nullptr, "LENS_JSON is set"};
        },
        poison);
    trials.show("mended", row("mended"), launch, check, poison);
  });
}
