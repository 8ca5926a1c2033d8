// The mailbox of mailbox.hpp: a number comes out as it went in, and a kernel that sends none does not hang the host.
// A number of all ones or a NaN of the usual kind is a number.

#include <doctest/doctest.h>

#include <cmath>
#include <stdexcept>

#include "mailbox.hpp"
#include "tutorial/tutorial.hpp"

template <typename T>
__global__ void send(ch06::Message<T>* message, T value) {
  if (threadIdx.x != 0) return;
  ch06::deliver(message, value);
}

__global__ void send_nothing() {}

TEST_CASE_TEMPLATE("the host gets the number that the kernel delivered, each time", T, int, float, double) {
  ch06::Mailbox<T> mailbox;
  for (const T value : {T(0), T(-7), T(1 << 20)}) {
    mailbox.clear();
    send<<<1, 32>>>(mailbox.on_device(), value);
    CUDA_CHECK_LAUNCH();
    CHECK(mailbox.wait(nullptr) == value);
    CHECK(mailbox.value() == value);
  }
}

TEST_CASE("a mailbox delivers -1 and a NaN, whose bits are all or nearly all ones") {
  ch06::Mailbox<int> integer;
  send<<<1, 32>>>(integer.on_device(), -1);
  CUDA_CHECK_LAUNCH();
  CHECK(integer.wait(nullptr) == -1);
  ch06::Mailbox<double> number;
  send<<<1, 32>>>(number.on_device(), std::nan(""));
  CUDA_CHECK_LAUNCH();
  CHECK(std::isnan(number.wait(nullptr)));
}

TEST_CASE("to wait for a number that no kernel sends is an error, not an endless wait") {
  ch06::Mailbox<int> mailbox;
  mailbox.clear();
  send_nothing<<<1, 1>>>();
  CUDA_CHECK_LAUNCH();
  CHECK_THROWS_AS(mailbox.wait(nullptr), std::logic_error);
}

TEST_CASE("a number of the launch before does not count once the mailbox is cleared") {
  ch06::Mailbox<int> mailbox;
  mailbox.clear();
  send<<<1, 32>>>(mailbox.on_device(), 5);
  CUDA_CHECK_LAUNCH();
  CHECK(mailbox.wait(nullptr) == 5);
  mailbox.clear();
  CHECK_THROWS_AS(mailbox.wait(nullptr), std::logic_error);
}
