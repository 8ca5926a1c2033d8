#include <doctest/doctest.h>

#include <functional>

#include "nbody/nbody.hpp"

namespace {

struct Bodies {
  std::vector<float4> bodies;
  std::vector<float3> velocities;
};

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

Bodies before_step(const nbody::NBody& problem) {
  return {problem.bodies.to_host(), problem.velocities.to_host()};
}

bool accepted(const nbody::NBody& problem, const Bodies& after) {
  return problem.check(after.bodies, after.velocities).ok;
}

}  // namespace

TEST_CASE("n-body check: a step in float is within the bound, whatever the data") {
  for (const char* data : {"uniform", "grid", "clustered", "duplicates"}) {
    for (const int count : {0, 1, 2, 33, 500}) {
      const nbody::NBody problem({count, data}, 7);
      CHECK(accepted(problem, step(before_step(problem))));
    }
  }
}

TEST_CASE("n-body check: a body that pulls nobody, or pulls twice, is noticed") {
  const nbody::NBody problem({500, "uniform"}, 7);
  const Bodies before = before_step(problem);
  for (const std::size_t wrong : {0u, 127u, 499u}) {
    CHECK_FALSE(accepted(problem, step(before, [&](std::size_t i) { return i == wrong ? 0 : 1; })));
    CHECK_FALSE(accepted(problem, step(before, [&](std::size_t i) { return i == wrong ? 2 : 1; })));
  }
}

TEST_CASE("n-body check: a step that moves with the old velocities is wrong") {
  const nbody::NBody problem({33, "uniform"}, 7);
  const Bodies before = before_step(problem);
  Bodies after = step(before);
  for (std::size_t i = 0; i < after.bodies.size(); ++i) {
    after.bodies[i].x = before.bodies[i].x + before.velocities[i].x * nbody::time_step;
  }
  CHECK_FALSE(accepted(problem, after));
}

TEST_CASE("n-body check: what no kernel has written, a NaN and a lost mass are wrong, and named") {
  nbody::NBody problem({33, "uniform"}, 7);
  problem.poison();
  CHECK_FALSE(problem.check().ok);

  const Bodies right = step(before_step(problem));
  Bodies wrong = right;
  wrong.velocities[20].y = std::numeric_limits<float>::quiet_NaN();
  tutorial::Verdict verdict = problem.check(wrong.bodies, wrong.velocities);
  CHECK_FALSE(verdict.ok);
  CHECK(verdict.text.find("body 20, velocity y") != std::string::npos);

  wrong = right;
  wrong.bodies[32].w = 0;
  verdict = problem.check(wrong.bodies, wrong.velocities);
  CHECK_FALSE(verdict.ok);
  CHECK(verdict.text.find("body 32, mass") != std::string::npos);
}

TEST_CASE("n-body: bodies in one place do not move each other") {
  const std::vector<float4> bodies(5, float4{0.5f, 0.25f, 0.125f, 0.2f});
  const std::vector<float3> velocities(5, float3{1, -1, 0});
  const nbody::NBody problem(bodies, velocities, 1);
  const Bodies after = step({bodies, velocities});
  CHECK(accepted(problem, after));
  for (const float3& velocity : after.velocities) {
    CHECK(velocity.x == 1);
    CHECK(velocity.y == -1);
    CHECK(velocity.z == 0);
  }
}
