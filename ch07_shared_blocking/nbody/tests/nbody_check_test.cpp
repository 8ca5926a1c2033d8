#include <doctest/doctest.h>

#include <functional>

#include "nbody/nbody.hpp"

namespace {

using Bodies = nbody::State;

// One step in float, as the kernels compute it. `weight` says how often body i pulls: once, if all is well.
Bodies step(const Bodies& before, const std::function<int(std::size_t)>& weight = {}) {
  Bodies after = before;
  for (std::size_t i = 0; i < before.bodies.size(); ++i) {
    float3 acceleration = {};
    for (std::size_t j = 0; j < before.bodies.size(); ++j) {
      const int times = weight ? weight(j) : 1;
      for (int k = 0; k < times; ++k) nbody::attract(before.bodies[i], before.bodies[j], acceleration);
    }
    float4& body = after.bodies[i];
    float3& velocity = after.velocities[i];
    velocity.x += acceleration.x * nbody::time_step;
    velocity.y += acceleration.y * nbody::time_step;
    velocity.z += acceleration.z * nbody::time_step;
    body.x += velocity.x * nbody::time_step;
    body.y += velocity.y * nbody::time_step;
    body.z += velocity.z * nbody::time_step;
  }
  return after;
}

}  // namespace

TEST_CASE("n-body check: a step in float is within the bound, whatever the data") {
  for (const char* data : {"uniform", "grid", "clustered", "duplicates"}) {
    for (const int count : {0, 1, 2, 33, 500}) {
      const Bodies before = nbody::make_state({count, data}, 7);
      CHECK(nbody::Check(before, 7)(step(before)).ok);
    }
  }
}

TEST_CASE("n-body check: a body that pulls no other, or pulls twice, is reported") {
  const Bodies before = nbody::make_state({500, "uniform"}, 7);
  const nbody::Check check(before, 7);
  for (const std::size_t wrong : {0u, 127u, 499u}) {
    CHECK_FALSE(check(step(before, [&](std::size_t i) { return i == wrong ? 0 : 1; })).ok);
    CHECK_FALSE(check(step(before, [&](std::size_t i) { return i == wrong ? 2 : 1; })).ok);
  }
}

TEST_CASE("n-body check: a step that moves with the old velocities is wrong") {
  const Bodies before = nbody::make_state({33, "uniform"}, 7);
  Bodies after = step(before);
  for (std::size_t i = 0; i < after.bodies.size(); ++i) {
    after.bodies[i].x = before.bodies[i].x + before.velocities[i].x * nbody::time_step;
  }
  CHECK_FALSE(nbody::Check(before, 7)(after).ok);
}

TEST_CASE("n-body check: what no kernel has written, a NaN and a lost mass are wrong, and named") {
  const Bodies before = nbody::make_state({33, "uniform"}, 7);
  const nbody::Check check(before, 7);
  CHECK_FALSE(
      check({tutorial::DeviceBuffer<float4>(33).to_host(), tutorial::DeviceBuffer<float3>(33).to_host()}).ok);

  const Bodies right = step(before);
  Bodies wrong = right;
  wrong.velocities[20].y = std::numeric_limits<float>::quiet_NaN();
  tutorial::Verdict verdict = check(wrong);
  CHECK_FALSE(verdict.ok);
  CHECK(verdict.text.find("body 20, velocity y") != std::string::npos);

  wrong = right;
  wrong.bodies[32].w = 0;
  verdict = check(wrong);
  CHECK_FALSE(verdict.ok);
  CHECK(verdict.text.find("body 32, mass") != std::string::npos);
}

TEST_CASE("n-body: bodies in one place do not move each other") {
  const std::vector<float4> bodies(5, float4{0.5f, 0.25f, 0.125f, 0.2f});
  const std::vector<float3> velocities(5, float3{1, -1, 0});
  const Bodies before = {bodies, velocities};
  const Bodies after = step(before);
  CHECK(nbody::Check(before, 1)(after).ok);
  for (const float3& velocity : after.velocities) {
    CHECK(velocity.x == 1);
    CHECK(velocity.y == -1);
    CHECK(velocity.z == 0);
  }
}
