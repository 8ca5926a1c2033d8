// Races on shared memory, and reads of words that were never written.
#include <doctest/doctest.h>

#include "tests/lens/hazards/play.hpp"

using play::Kernel;

namespace {

/// A block of 64 threads with 64 ints of dynamic shared memory, filled by their owners.
struct Filled : Kernel {
  Filled() : Kernel(1, 64, 256) {
    for (unsigned t = 0; t < 64; ++t) write(0, t, shared(0) + t, 1, {.at = 1});
  }
};

}  // namespace

TEST_CASE("a read after another warp's write needs a barrier") {
  Filled kernel;
  SUBCASE("without") {
    kernel.read(0, 0, kernel.shared(0) + 40, {.at = 2});
    CHECK(kernel.end() == "race-shared");
    CHECK(cudasim::lens::hazards()[0].kernel == "played");
  }
  SUBCASE("with") {
    kernel.barrier(0);
    kernel.read(0, 0, kernel.shared(0) + 40, {.at = 2});
    CHECK(kernel.end() == "");
  }
  SUBCASE("__syncwarp is not enough") {
    kernel.syncwarp(0, 0);
    kernel.syncwarp(0, 1);
    kernel.read(0, 0, kernel.shared(0) + 40, {.at = 2});
    CHECK(kernel.end() == "race-shared");
  }
  SUBCASE("a thread's own value needs none") {
    kernel.read(0, 40, kernel.shared(0) + 40, {.at = 2});
    CHECK(kernel.end() == "");
  }
}

TEST_CASE("a read within the warp needs __syncwarp") {
  Filled kernel;
  SUBCASE("without") {
    kernel.read(0, 0, kernel.shared(0) + 8);
    CHECK(kernel.end() == "race-warp");
  }
  SUBCASE("with") {
    kernel.syncwarp(0, 0);
    kernel.read(0, 0, kernel.shared(0) + 8);
    CHECK(kernel.end() == "");
  }
  SUBCASE("of other lanes only") {
    kernel.syncwarp(0, 0, 0x0000ff00u);
    kernel.read(0, 0, kernel.shared(0) + 8);
    CHECK(kernel.end() == "race-warp");
  }
  SUBCASE("by way of a third lane") {
    kernel.syncwarp(0, 0, 0x00000300u);
    kernel.syncwarp(0, 0, 0x00000201u);
    kernel.read(0, 0, kernel.shared(0) + 8);
    CHECK(kernel.end() == "");
  }
  SUBCASE("before the write it does not help") {
    kernel.syncwarp(0, 0);
    kernel.write(0, 8, kernel.shared(0) + 8, 2);
    kernel.read(0, 0, kernel.shared(0) + 8);
    CHECK(kernel.end() == "race-warp");
  }
}

TEST_CASE("every reader is remembered far enough") {
  Filled kernel;
  kernel.barrier(0);
  for (const unsigned reader : {3u, 5u, 40u, 7u}) kernel.read(0, reader, kernel.shared(0) + 3, {.at = 2});
  SUBCASE("the writer's own warp is in step, another is not") {
    kernel.syncwarp(0, 0);
    kernel.write(0, 3, kernel.shared(0) + 3, 9, {.at = 3});
    CHECK(kernel.end() == "reuse-without-barrier");
  }
  SUBCASE("a barrier orders all of them") {
    kernel.barrier(0);
    kernel.write(0, 3, kernel.shared(0) + 3, 9, {.at = 3});
    CHECK(kernel.end() == "");
  }
}

TEST_CASE("a thread that has written since the barrier is not in an earlier phase") {
  Filled kernel;
  kernel.read(0, 0, kernel.shared(0) + 0, {.at = 2});
  kernel.barrier(0);
  kernel.write(0, 0, kernel.shared(0) + 0, 5, {.at = 3});
  kernel.read(0, 0, kernel.shared(0) + 40, {.at = 4});
  kernel.write(0, 40, kernel.shared(0) + 40, 5, {.at = 3});
  CHECK(kernel.end() == "race-shared");
}

TEST_CASE("writes of different threads") {
  Kernel kernel(1, 64, 256);
  kernel.write(0, 0, kernel.shared(0), 1, {.at = 1});
  SUBCASE("of the same value are silent") {
    kernel.write(0, 40, kernel.shared(0), 1, {.at = 1});
    CHECK(kernel.end() == "");
  }
  SUBCASE("of different values race") {
    kernel.write(0, 40, kernel.shared(0), 2, {.at = 1});
    CHECK(kernel.end() == "race-shared");
  }
  SUBCASE("of different values race within a warp, too") {
    kernel.write(0, 4, kernel.shared(0), 2, {.at = 1});
    CHECK(kernel.end() == "race-warp");
  }
  SUBCASE("of the same value still race with a reader") {
    kernel.write(0, 40, kernel.shared(0), 1, {.at = 1});
    kernel.read(0, 41, kernel.shared(0), {.at = 2});
    CHECK(kernel.end().find("race") != std::string::npos);
  }
}

TEST_CASE("neighbouring bytes of a word are apart") {
  Kernel kernel(1, 64, 256);
  auto* bytes = reinterpret_cast<unsigned char*>(kernel.shared(0));
  for (unsigned t = 0; t < 64; ++t) kernel.write(0, t, bytes + t, static_cast<unsigned char>(t));
  SUBCASE("own bytes") {
    for (unsigned t = 0; t < 64; ++t) kernel.read(0, t, bytes + t, {.bytes = 1});
    CHECK(kernel.end() == "");
  }
  SUBCASE("another thread's byte of the own word") {
    kernel.read(0, 0, bytes + 1, {.bytes = 1});
    CHECK(kernel.end() == "race-warp");
  }
  SUBCASE("a word over all of them, after a barrier") {
    kernel.barrier(0);
    kernel.read(0, 0, bytes + 32);
    CHECK(kernel.end() == "");
  }
}

TEST_CASE("atomic operations") {
  Kernel kernel(1, 64, 256);
  kernel.write(0, 0, kernel.shared(0), 0);
  kernel.barrier(0);
  for (unsigned t = 0; t < 64; ++t) kernel.atomic(0, t, kernel.shared(0));
  SUBCASE("meet each other") { CHECK(kernel.end() == ""); }
  SUBCASE("race with a plain read, also of the last warp") {
    kernel.read(0, 63, kernel.shared(0));
    CHECK(kernel.end() != "");
  }
  SUBCASE("race with a plain write") {
    kernel.write(0, 63, kernel.shared(0), 5);
    CHECK(kernel.end() != "");
  }
  SUBCASE("come before what follows a barrier") {
    kernel.barrier(0);
    kernel.read(0, 63, kernel.shared(0));
    CHECK(kernel.end() == "");
  }
}

TEST_CASE("a reader in the last warp is checked against atomics of other warps") {
  Kernel kernel(1, 64, 256);
  kernel.write(0, 0, kernel.shared(0), 0);
  kernel.barrier(0);
  kernel.atomic(0, 0, kernel.shared(0));
  kernel.atomic(0, 32, kernel.shared(0));
  kernel.syncwarp(0, 1);
  kernel.read(0, 33, kernel.shared(0));
  CHECK(kernel.end() == "race-shared");
}

TEST_CASE("volatile alone does not order accesses") {
  Kernel kernel(1, 64, 256);
  kernel.write(0, 0, kernel.shared(0), 1, {.is_volatile = true});
  SUBCASE("within a warp") {
    kernel.read(0, 1, kernel.shared(0), {.is_volatile = true});
    CHECK(kernel.end() == "race-warp");
  }
  SUBCASE("between warps") {
    kernel.read(0, 40, kernel.shared(0), {.is_volatile = true});
    CHECK(kernel.end() == "race-shared");
  }
}

TEST_CASE("a read of unwritten memory is reported") {
  Kernel kernel(1, 64, 256);
  SUBCASE("is told") {
    kernel.read(0, 0, kernel.shared(0) + 5);
    CHECK(kernel.end() == "uninitialized-shared");
    CHECK(cudasim::lens::hazards()[0].text.find("offset 20 of the dynamic shared memory") !=
          std::string::npos);
  }
  SUBCASE("is a race if another thread is about to write it") {
    kernel.read(0, 0, kernel.shared(0) + 40);
    kernel.write(0, 40, kernel.shared(0) + 40, 1, {.at = 2});
    kernel.barrier(0);
    CHECK(kernel.end() == "reuse-without-barrier");
  }
  SUBCASE("is told if only the reader writes it later") {
    kernel.read(0, 0, kernel.shared(0));
    kernel.write(0, 0, kernel.shared(0), 1);
    CHECK(kernel.end() == "uninitialized-shared");
  }
  SUBCASE("may be padding of a structure") {
    kernel.write(0, 0, kernel.shared(0), 1);
    kernel.read(0, 0, kernel.shared(0), {.bytes = 12, .alignment = 4});
    CHECK(kernel.end() == "");
  }
  SUBCASE("is counted in by atomics") {
    kernel.atomic(0, 0, kernel.shared(0));
    kernel.atomic(0, 1, kernel.shared(0));
    CHECK(kernel.end() == "uninitialized-shared");
  }
  SUBCASE("may be overwritten by an atomic exchange") {
    kernel.atomic(0, 0, kernel.shared(0), {.overwrites = true});
    kernel.atomic(0, 1, kernel.shared(0));
    CHECK(kernel.end() == "");
  }
}

TEST_CASE("each block starts with unwritten shared memory") {
  {
    Kernel kernel(1, 32, 64);
    kernel.write(0, 0, kernel.shared(0), 1);
    CHECK(kernel.end() == "");
  }
  Kernel kernel(2, 32, 64);
  kernel.write(0, 0, kernel.shared(0), 1);
  kernel.read(1, 0, kernel.shared(1));
  CHECK(kernel.end() == "uninitialized-shared");
}

TEST_CASE("accesses beside the shared variables") {
  Kernel kernel(1, 32, 16);
  kernel.place("tile", 32, 4);
  SUBCASE("within") {
    for (unsigned i = 0; i < 4; ++i) kernel.write(0, 0, kernel.shared(0, 32) + i, 1);
    CHECK(kernel.end() == "");
  }
  SUBCASE("behind") {
    kernel.write(0, 0, kernel.shared(0, 32) + 4, 1);
    CHECK(kernel.end() == "out-of-bounds");
    CHECK(cudasim::lens::hazards()[0].text.find(
              "just past the end of the shared variable 'tile' of 16 bytes") != std::string::npos);
  }
  SUBCASE("before") {
    kernel.write(0, 0, kernel.shared(0, 32) - 1, 1);
    CHECK(kernel.end() == "out-of-bounds");
  }
  SUBCASE("across the end") {
    kernel.read(0, 0, kernel.shared(0, 32) + 3, {.bytes = 8, .alignment = 4});
    CHECK(kernel.end() == "out-of-bounds");
  }
}
