// Whose fault it is that a run did not end as it should.
#include "marking/sandbox/machine_error.hpp"

#include <doctest/doctest.h>
#include <signal.h>

#include "marking/sandbox/how_it_ended.hpp"

using namespace tutorial::marking;
using How = Outcome::How;

namespace {

bool is_the_machine(How how, int code, const std::string& err = "", Job::Kind kind = Job::Kind::tool) {
  Outcome outcome;
  outcome.how = how;
  outcome.code = code;
  outcome.err = err;
  outcome.wall = std::chrono::milliseconds(100);
  try {
    throw_if_machine(outcome, Limits{}, kind, "the compiler");
    return false;
  } catch (const MachineError&) {
    return true;
  }
}

}  // namespace

TEST_CASE("a full disk, exhausted memory and a kill from outside are machine errors") {
  CHECK(is_the_machine(How::cannot_run, 2));
  CHECK(is_the_machine(How::killed, SIGKILL));
  CHECK(is_the_machine(How::killed, SIGKILL, "", Job::Kind::untrusted));
  for (const char* words :
       {"fatal error: error writing to s.o: No space left on device",
        "g++: fatal error: Killed signal terminated program cc1plus",
        "/usr/bin/ld: s.o: file not recognized: file truncated",
        "/usr/bin/ld: cannot find libcudasim.a: No such file or directory",
        "/usr/bin/ld: cannot open output file submission: Permission denied",
        "g++: fatal error: cannot execute 'cc1plus': execvp: Resource temporarily unavailable"})
    CHECK(is_the_machine(How::exited, 1, words));
}

TEST_CASE("a submission's own errors are not machine errors") {
  CHECK_FALSE(is_the_machine(How::exited, 1, "a.cu:3:1: error: expected ';'"));
  CHECK_FALSE(is_the_machine(How::exited, 0, "warning: No space left on device"));
  CHECK_FALSE(is_the_machine(How::out_of_time, 0));  // of the processor's time
  CHECK_FALSE(is_the_machine(How::out_of_memory, 0));
  CHECK_FALSE(is_the_machine(How::killed, SIGSEGV, "", Job::Kind::untrusted));
  CHECK_FALSE(is_the_machine(How::exited, 1, "No space left on device", Job::Kind::untrusted));
}

TEST_CASE("a compiler that used up its time is out of time, though its driver exits with 1") {
  Job job;
  job.kind = Job::Kind::tool;
  job.limits.cpu = std::chrono::seconds(20);
  Outcome outcome;
  outcome.err = "g++: fatal error: CPU time limit exceeded signal terminated program cc1plus\n";
  judge_end(1 << 8, job, outcome);
  CHECK(outcome.how == How::out_of_time);
  CHECK(words_for(outcome, job.limits) == "did not end within 20 s of the processor's time");
}
