#include "list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

namespace driver {
namespace {

void walk(const Manifest& manifest, const std::function<void(const Chapter&)>& on_chapter,
          const std::function<void(const Program&)>& on_program,
          const std::function<void(const Exercise&)>& on_exercise) {
  for (const Chapter& chapter : manifest.chapters) {
    on_chapter(chapter);
    for (const Program& program : manifest.programs) {
      if (program.chapter == chapter.name) on_program(program);
    }
    for (const Exercise& exercise : manifest.exercises) {
      if (exercise.chapter == chapter.name) on_exercise(exercise);
    }
  }
}

}  // namespace

std::string list_text(const Manifest& manifest) {
  std::size_t width = 0;
  for (const Chapter& chapter : manifest.chapters) width = std::max(width, chapter.name.size());
  for (const Program& program : manifest.programs) width = std::max(width, program.name.size() + 2);
  for (const Exercise& exercise : manifest.exercises) width = std::max(width, exercise.name.size() + 2);

  std::string text;
  walk(
      manifest,
      [&](const Chapter& chapter) {
        text += fmt::format("{}{:{}}  {}\n", text.empty() ? "" : "\n", chapter.name, width, chapter.question);
      },
      [&](const Program& program) {
        text += fmt::format("  {:{}}  {}\n", program.name, width - 2, program.teaches);
      },
      [&](const Exercise& exercise) {
        text += fmt::format("  {:{}}  exercise: {}\n", exercise.name, width - 2, exercise.teaches);
      });
  return text;
}

std::string list_json(const Manifest& manifest) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  auto add = [&](const std::string& chapter, const std::string& name, const std::string& source,
                 const std::string& teaches, const char* kind) {
    list.push_back(
        {{"chapter", chapter}, {"name", name}, {"source", source}, {"teaches", teaches}, {"kind", kind}});
  };
  walk(
      manifest,
      [&](const Chapter& chapter) {
        add(chapter.name, chapter.name, chapter.name, chapter.question, "chapter");
      },
      [&](const Program& program) {
        add(program.chapter, program.name, program.source, program.teaches, "program");
      },
      [&](const Exercise& exercise) {
        add(exercise.chapter, exercise.name, exercise.source, exercise.teaches, "exercise");
      });
  return list.dump(2) + "\n";
}

std::string list_markdown(const Manifest& manifest) {
  std::string text;
  walk(
      manifest,
      [&](const Chapter& chapter) {
        text += fmt::format("{0}**[{1}]({1})**: {2}\n\n| program | question |\n| --- | --- |\n",
                            text.empty() ? "" : "\n", chapter.name, chapter.question);
      },
      [&](const Program& program) {
        text += fmt::format("| [{}]({}) | {} |\n", program.name, program.source, program.teaches);
      },
      [](const Exercise&) {});  // the chapters' pages have them
  return text;
}

}  // namespace driver
