// Races in global memory, and accesses to memory that is not there, not written, or not for the one who asks.
#include <doctest/doctest.h>

#include "tests/lens/hazards/play.hpp"

using cudasim::lens::hazards;
using cudasim::lens::Scope;
using play::Kernel;
using play::Memory;

TEST_CASE("blocks of a launch") {
  const Memory data(64);
  Kernel kernel(4, 64);
  SUBCASE("may read the same") {
    for (unsigned b = 0; b < 4; ++b) kernel.read(b, 0, data);
    CHECK(kernel.end() == "");
  }
  SUBCASE("race where one writes") {
    kernel.read(0, 0, data);
    kernel.barrier(0);
    kernel.write<int>(1, 0, data, 7);
    CHECK(kernel.end() == "race-global");
    CHECK(hazards()[0].first.block->x == 0);
    CHECK(hazards()[0].second.block->x == 1);
  }
  SUBCASE("race, and the lower block is named first whichever comes first") {
    kernel.write<int>(3, 0, data, 7);
    kernel.read(2, 5, data);
    CHECK(kernel.end() == "race-global");
    CHECK(hazards()[0].first.block->x == 2);
    CHECK(hazards()[0].second.block->x == 3);
    CHECK(hazards()[0].text.rfind("Thread (5,0,0) of block (2,0,0) reads", 0) == 0);
  }
  SUBCASE("may write the same value") {
    for (unsigned b = 0; b < 4; ++b) kernel.write<int>(b, 0, data, 7);
    CHECK(kernel.end() == "");
  }
  SUBCASE("may not write different values") {
    for (unsigned b = 0; b < 4; ++b) kernel.write<int>(b, 0, data, static_cast<int>(b));
    CHECK(kernel.end() == "race-global");
    CHECK(hazards()[0].times > 1);
  }
  SUBCASE("are joined by a grid barrier") {
    kernel.write<int>(0, 0, data, 7);
    kernel.grid_barrier();
    kernel.read(1, 0, data);
    CHECK(kernel.end() == "");
  }
}

TEST_CASE("threads of a block") {
  const Memory data(64);
  Kernel kernel(2, 64);
  kernel.write<int>(1, 0, data, 7);
  SUBCASE("race between warps") {
    kernel.read(1, 40, data);
    CHECK(kernel.end() == "race-global");
  }
  SUBCASE("race within a warp") {
    kernel.read(1, 4, data);
    CHECK(kernel.end() == "race-warp");
  }
  SUBCASE("are joined by a barrier") {
    kernel.barrier(1);
    kernel.read(1, 40, data);
    kernel.write<int>(1, 40, data, 8);
    CHECK(kernel.end() == "");
  }
}

TEST_CASE("launches come one after the other") {
  const Memory data(64);
  {
    Kernel first(2, 32);
    first.write<int>(0, 0, data, 7);
    CHECK(first.end() == "");
  }
  Kernel second(2, 32);
  second.write<int>(1, 5, data, 8);
  CHECK(second.end() == "");
}

TEST_CASE("the last block finishes") {
  const Memory partial(4), counter(1), sum(1);
  Kernel kernel(3, 64);
  enum class Fence { thread_0, all_before_the_barrier, block_scope, none, not_by_the_reader };
  const auto run = [&](Fence fence) {
    for (unsigned b = 0; b < 3; ++b) {
      // Thread 40 writes the block's part, thread 0 counts.
      kernel.write<int>(b, 40, partial + b, 1, {.at = 1});
      if (fence == Fence::all_before_the_barrier)
        for (unsigned t = 0; t < 64; ++t) kernel.fence(b, t);
      kernel.barrier(b);
      if (fence == Fence::thread_0 || fence == Fence::not_by_the_reader) kernel.fence(b, 0);
      if (fence == Fence::block_scope) kernel.fence(b, 0, {Scope::block});
      kernel.atomic(b, 0, counter, {.at = 2});
    }
    if (fence != Fence::not_by_the_reader) kernel.fence(2, 0);
    kernel.barrier(2);
    for (unsigned t = 0; t < 3; ++t) kernel.read(2, t, partial + t, {.at = 3});
    return kernel.end();
  };
  SUBCASE("with a fence of the thread that counts") { CHECK(run(Fence::thread_0) == ""); }
  SUBCASE("with fences before the barrier") { CHECK(run(Fence::all_before_the_barrier) == ""); }
  SUBCASE("with a fence for the block only") { CHECK(run(Fence::block_scope) == "race-global"); }
  SUBCASE("without") { CHECK(run(Fence::none) == "race-global"); }
  SUBCASE("without one behind the counter") {
    CHECK(run(Fence::not_by_the_reader) == "race-global");
    CHECK(hazards()[0].text.find("missing fence after the read") != std::string::npos);
  }
}

TEST_CASE("a block that is not the last must not read the others' parts") {
  const Memory partial(4), counter(1);
  Kernel kernel(2, 32);
  kernel.fence(0, 0);
  kernel.atomic(0, 0, counter);
  kernel.write<int>(1, 0, partial + 1, 1);
  kernel.fence(1, 0);
  kernel.atomic(1, 0, counter);
  kernel.read(0, 0, partial + 1);
  CHECK(kernel.end() == "race-global");
}

TEST_CASE("the counter may be set back by the last block") {
  const Memory counter(1);
  Kernel kernel(3, 32);
  for (unsigned b = 0; b < 3; ++b) {
    kernel.fence(b, 0);
    kernel.atomic(b, 0, counter, {.at = 1});
  }
  kernel.write<int>(2, 0, counter, 9, {.at = 2});
  CHECK(kernel.end() == "");
}

TEST_CASE("a volatile flag hands data on if there is a fence before it") {
  const Memory data(1), flag(1);
  Kernel kernel(2, 32);
  const play::Options flagged{.is_volatile = true, .at = 5};
  kernel.read(1, 0, flag, flagged);
  kernel.write<int>(0, 0, data, 7, {.at = 1});
  SUBCASE("with") {
    kernel.fence(0, 0);
    kernel.write<int>(0, 0, flag, 1, flagged);
    kernel.read(1, 0, flag, flagged);
    kernel.fence(1, 0);
    kernel.read(1, 0, data, {.at = 2});
    CHECK(kernel.end() == "");
  }
  SUBCASE("without") {
    kernel.write<int>(0, 0, flag, 1, flagged);
    kernel.read(1, 0, flag, flagged);
    kernel.read(1, 0, data, {.at = 2});
    CHECK(kernel.end().find("race-global") != std::string::npos);
  }
  SUBCASE("by way of a third") {
    kernel.fence(0, 0);
    kernel.write<int>(0, 0, flag, 1, flagged);
    kernel.read(1, 0, flag, flagged);
    kernel.fence(1, 0);
    kernel.barrier(1);
    kernel.read(1, 20, data, {.at = 2});
    CHECK(kernel.end() == "");
  }
}

TEST_CASE("a lock orders what it guards") {
  const Memory data(1), lock(1);
  Kernel kernel(4, 32);
  const auto critical = [&](unsigned block, bool fenced) {
    kernel.atomic(block, 0, lock, {.at = 1});
    if (fenced) kernel.fence(block, 0);
    kernel.read(block, 0, data, {.at = 2});
    kernel.write<int>(block, 0, data, static_cast<int>(block) + 1, {.at = 3});
    if (fenced) kernel.fence(block, 0);
    kernel.atomic(block, 0, lock, {.at = 4});
  };
  SUBCASE("with fences") {
    for (unsigned round = 0; round < 20; ++round)
      for (unsigned b = 0; b < 4; ++b) critical(b, true);
    CHECK(kernel.end() == "");
  }
  SUBCASE("without") {
    for (unsigned b = 0; b < 4; ++b) critical(b, false);
    CHECK(kernel.end() != "");
  }
}

TEST_CASE("an atomic operation of release order needs no fence") {
  const Memory data(1), flag(1);
  Kernel kernel(2, 32);
  kernel.write<int>(0, 0, data, 7);
  kernel.atomic(0, 0, flag, {.releases = true});
  kernel.atomic(1, 0, flag, {.acquires = true});
  kernel.read(1, 0, data);
  CHECK(kernel.end() == "");
}

TEST_CASE("atomic operations of one word") {
  const Memory data(2);
  Kernel kernel(2, 64);
  kernel.atomic(0, 0, data, {.at = 1, .scope = Scope::block});
  SUBCASE("of block scope in one block") {
    kernel.atomic(0, 32, data, {.at = 1, .scope = Scope::block});
    CHECK(kernel.end() == "");
  }
  SUBCASE("of block scope in two blocks") {
    kernel.atomic(1, 0, data, {.at = 1, .scope = Scope::block});
    CHECK(kernel.end() == "race-global");
    CHECK(hazards()[0].text.find("for its own block only") != std::string::npos);
  }
  SUBCASE("of two sizes") {
    kernel.atomic(0, 32, data, {.bytes = 8, .at = 2});
    CHECK(kernel.end() == "race-global");
    CHECK(hazards()[0].text.find("two sizes") != std::string::npos);
  }
  SUBCASE("and a volatile access of its size") {
    kernel.read(0, 32, data, {.is_volatile = true, .at = 2});
    CHECK(kernel.end() == "");
  }
  SUBCASE("and a volatile access of another block, which its scope leaves out") {
    kernel.read(1, 0, data, {.is_volatile = true, .at = 2});
    CHECK(kernel.end() == "race-global");
  }
}

TEST_CASE("a plain read that decides whether an atomic operation follows is a note") {
  const Memory data(1);
  Kernel kernel(4, 32);
  const auto check_and_swap = [&](unsigned block, bool compares) {
    kernel.read(block, 0, data, {.at = compares ? 11u : 13u});
    kernel.atomic(block, 0, data, {.at = 12, .compares = compares});
  };
  SUBCASE("of a compare-and-swap") {
    for (unsigned b = 0; b < 2; ++b) check_and_swap(b, true);
    CHECK(kernel.end() == "");
    REQUIRE(cudasim::lens::notes().size() == 1);
    CHECK(cudasim::lens::notes()[0].kind == "check-before-atomic");
  }
  SUBCASE("of a compare-and-swap, where only one of many readers makes it") {
    for (unsigned b = 0; b < 4; ++b) kernel.read(b, 0, data, {.at = 21});  // no case before has read there
    kernel.atomic(3, 0, data, {.at = 22, .compares = true});
    CHECK(kernel.end() == "");
  }
  SUBCASE("not of an addition, whose old value is used") {
    for (unsigned b = 0; b < 2; ++b) check_and_swap(b, false);
    CHECK(kernel.end() == "race-global");
  }
}

TEST_CASE("memory that is not there") {
  Memory data(10);
  Kernel kernel(1, 32);
  SUBCASE("past the end") {
    kernel.write<int>(0, 0, data + 10, 1);
    CHECK(kernel.end() == "out-of-bounds");
    CHECK(hazards()[0].text.find("just past the end of the 40-byte allocation") != std::string::npos);
  }
  SUBCASE("before the start") {
    kernel.read(0, 0, data - 1);
    CHECK(kernel.end() == "out-of-bounds");
    CHECK(hazards()[0].text.find("bytes b") != std::string::npos);
  }
  SUBCASE("across the end") {
    kernel.read(0, 0, data + 8, {.bytes = 16});
    CHECK(kernel.end() == "out-of-bounds");
    CHECK(hazards()[0].text.find("across the end of") != std::string::npos);
  }
  SUBCASE("freed") {
    data.free();
    kernel.read(0, 0, data + 3);
    CHECK(kernel.end() == "use-after-free");
  }
  SUBCASE("there after all") {
    kernel.read(0, 0, data + 9);
    kernel.read(0, 0, data, {.bytes = 8});
    CHECK(kernel.end() == "");
  }
}

TEST_CASE("a read of unwritten device memory is reported") {
  const Memory data(64, false);
  Kernel kernel(2, 32);
  SUBCASE("is told") {
    kernel.read(0, 0, data + 5);
    CHECK(kernel.end() == "uninitialized-global");
  }
  SUBCASE("may be written by the host, in part") {
    kernel.checker().written_by_host(data + 4, 8);
    kernel.read(0, 0, data + 5);
    CHECK(kernel.end() == "");
  }
  SUBCASE("is what the host poisoned, in part") {
    kernel.checker().written_by_host(data + 0, 256);
    kernel.checker().left_unwritten(data + 4, 8);
    kernel.read(0, 0, data + 3);
    kernel.read(0, 0, data + 6);
    CHECK(kernel.end() == "");
  }
  SUBCASE("is what the host poisoned") {
    kernel.checker().written_by_host(data + 0, 256);
    kernel.checker().left_unwritten(data + 4, 8);
    kernel.read(0, 0, data + 5);
    CHECK(kernel.end() == "uninitialized-global");
  }
  SUBCASE("may be written by a thread") {
    kernel.write<int>(0, 0, data + 5, 1);
    kernel.read(0, 0, data + 5);
    CHECK(kernel.end() == "");
  }
  SUBCASE("is a race if another block is about to write it") {
    kernel.read(0, 0, data + 5);
    kernel.write<int>(1, 0, data + 5, 1);
    CHECK(kernel.end() == "race-global");
  }
}

TEST_CASE("managed memory may have been filled by the host unseen") {
  const Memory data(4, false, true);
  Kernel kernel(1, 32);
  kernel.read(0, 0, data);
  CHECK(kernel.end() == "");
}

TEST_CASE("misaligned") {
  const Memory data(64);
  Kernel kernel(1, 32);
  SUBCASE("a wide access at an odd element") {
    kernel.read(0, 0, data + 1, {.bytes = 16});
    CHECK(kernel.end() == "misaligned");
  }
  SUBCASE("a structure of four words may lie anywhere") {
    kernel.read(0, 0, data + 1, {.bytes = 16, .alignment = 4});
    CHECK(kernel.end() == "");
  }
}

TEST_CASE("the host") {
  cudasim::lens::clear_hazards();
  auto& checker = cudasim::lens::Checker::instance();
  const auto touch = [&](int* address) {
    checker.host_access(
        {reinterpret_cast<const char*>(address), 4, play::AccessKind::read, play::line(1), 4});
    return cudasim::lens::hazards().empty() ? "" : cudasim::lens::hazards()[0].kind;
  };
  SUBCASE("may not touch device memory") {
    const Memory data(4);
    CHECK(touch(data) == "host-access");
  }
  SUBCASE("may touch managed memory") {
    const Memory data(4, true, true);
    CHECK(touch(data) == "");
  }
  SUBCASE("but not once it is freed") {
    Memory data(4, true, true);
    data.free();
    CHECK(touch(data) == "use-after-free");
  }
}

TEST_CASE("memory that is still allocated at the end is a leak") {
  auto& checker = cudasim::lens::Checker::instance();
  Memory data(4);
  cudasim::lens::clear_hazards();
  SUBCASE("if the program ends well") {
    checker.finish(0);
    REQUIRE(cudasim::lens::hazards().size() == 1);
    CHECK(cudasim::lens::hazards()[0].kind == "leak");
  }
  SUBCASE("not if it gives up") {
    checker.finish(1);
    CHECK(cudasim::lens::hazards().empty());
  }
  SUBCASE("not if it is freed") {
    data.free();
    checker.finish(0);
    CHECK(cudasim::lens::hazards().empty());
  }
  cudasim::lens::clear_hazards();
}
