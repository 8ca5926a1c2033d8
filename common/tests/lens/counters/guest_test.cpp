#include "sim/lens/guest.hpp"

#include <doctest/doctest.h>

#include <functional>

#include "sim/runtime/kernel_launch.hpp"

using namespace cudasim;

namespace {

void one(void*) {}
void other(void*) {}

using Kernel = void (*)(void*);

/// Bytes that the launches hand over, which `launch_all` makes by a function of the kernel and its argument.
std::uint64_t handed_over(const std::function<void(const std::function<void(Kernel, int)>&)>& launch_all) {
  lens::guest_enters(static_cast<const char*>(__builtin_frame_address(0)), {nullptr, nullptr},
                     {nullptr, nullptr}, {});
  launch_all([](Kernel kernel, int argument) {
    detail::KernelCall call{"kernel", nullptr, kernel, &argument, nullptr, 0};
    call.bytes = sizeof argument;
    const Launch launch(call, LaunchConfig(1, 32));
    lens::guest_launches(launch);
  });
  const std::uint64_t bytes = lens::host_work().handed_over;
  lens::guest_leaves();
  return bytes;
}

constexpr int many = 1000;
constexpr std::uint64_t few_bytes = 200;

}  // namespace

TEST_CASE("kernels that take turns hand over as much as in the first turns") {
  CHECK(handed_over([](const auto& launch) {
          for (int i = 0; i < many; ++i) {
            launch(one, 7);
            launch(other, 8);
            launch(other, 9);
          }
        }) < few_bytes);
}

TEST_CASE("a choice of kernels hands over eight bytes where it could not be foretold") {
  std::uint64_t number = 1;
  CHECK(handed_over([&](const auto& launch) {
          for (int i = 0; i < many; ++i) {
            number = number * 6364136223846793005u + 1442695040888963407u;
            launch(number >> 63 != 0 ? one : other, 7);
          }
        }) > many * 8 / 4);
}

TEST_CASE("arguments that go on in equal steps hand over the first of them") {
  CHECK(handed_over([](const auto& launch) {
          for (int i = 0; i < many; ++i) launch(one, 4 * i);
        }) < few_bytes);
}

TEST_CASE("two kernels in turn whose arguments go on in steps hand over the first of them") {
  CHECK(handed_over([](const auto& launch) {
          for (int i = 0; i < many; ++i) {
            launch(one, i);
            launch(other, -3 * i);
          }
        }) < few_bytes);
}

TEST_CASE("an argument that changes in unequal steps hands over its changes") {
  CHECK(handed_over([](const auto& launch) {
          for (int i = 0; i < many; ++i) launch(one, i * i);
        }) >= (many - 1) * sizeof(int));
}

TEST_CASE("a choice between the next step and the launch before hands over more than it says") {
  std::uint64_t number = 1;
  int argument = 0;
  CHECK(handed_over([&](const auto& launch) {
          for (int i = 0; i < many; ++i) {
            number = number * 6364136223846793005u + 1442695040888963407u;
            argument += number >> 63 != 0 ? 1 : 0;
            launch(one, argument);
          }
        }) > many);
}

TEST_CASE("a choice between the next step and what followed last hands over more than it says") {
  std::uint64_t number = 1;
  int argument = 0;
  CHECK(handed_over([&](const auto& launch) {
          for (int i = 0; i < many; ++i) {
            number = number * 6364136223846793005u + 1442695040888963407u;
            argument = number >> 63 != 0 ? 0 : argument + 1;
            launch(one, argument);
          }
        }) > many);
}
