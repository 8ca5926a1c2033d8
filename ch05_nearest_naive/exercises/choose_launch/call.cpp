#include <tutorial/exercise/call.hpp>

#include "exercise.hpp"

void tutorial_exercise_call(tutorial::exercise::Arguments& a) {
  const std::int64_t* sizes = a.host_input<std::int64_t>("sizes");
  std::int64_t* launch = a.host_output<std::int64_t>("launch");
  for (std::int64_t i = 0; i < a.number("count"); ++i) {
    const Launch chosen = launch_for(sizes[i]);
    launch[2 * i] = chosen.blocks;
    launch[2 * i + 1] = chosen.threads;
  }
  if (a.number("count") != 0) return;
  const Launch said = launch_for(a.number("n"));
  fill_squares(a.output<std::uint32_t>("square"), a.number("n"));
  launch[0] = said.blocks;
  launch[1] = said.threads;
  launch[2] = a.has_launched(said.blocks, said.blocks == 0 ? 0 : said.threads);
}
