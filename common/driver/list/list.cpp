#include "driver/list/list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <vector>

#include "driver/data/select.hpp"
#include "support/layout.hpp"

namespace tutorial::driver {
namespace {

/// Parts, programs and exercises come in the order of the chapters' folders: a chapter's own first, then part by part.
struct Walk {
  std::function<void(const Chapter&)> on_chapter;
  std::function<void(const Part&)> on_part;
  std::function<void(const Program&)> on_program;
  std::function<void(const Exercise&)> on_exercise;

  void folder(const Manifest& manifest, const Selection& selection, const Chapter& chapter,
              const std::string& part) const {
    for (const Program& program : manifest.programs) {
      if (program.chapter == chapter.name && program.part == part && selection.has(program))
        on_program(program);
    }
    if (selection.further) return;
    for (const Exercise& exercise : manifest.exercises) {
      if (exercise.chapter == chapter.name && exercise.part == part) on_exercise(exercise);
    }
  }

  void all(const Manifest& manifest, const Selection& selection) const {
    for (const Chapter* chapter : selection.chapters) {
      on_chapter(*chapter);
      if (selection.part.empty()) folder(manifest, selection, *chapter, "");
      for (const Part& part : manifest.parts) {
        if (part.chapter != chapter->name) continue;
        if (!selection.part.empty() && selection.part != part.name) continue;
        on_part(part);
        folder(manifest, selection, *chapter, part.name);
      }
    }
  }
};

/// Lines of a name and what it teaches, in two columns.
struct Lines {
  struct Entry {
    std::size_t indent;
    std::string name;
    std::string teaches;
  };
  std::vector<Entry> entries;

  std::string text(std::size_t columns) const {
    std::size_t width = 0;
    for (const Entry& entry : entries) width = std::max(width, entry.indent + entry.name.size());
    std::string text;
    for (const Entry& entry : entries) {
      if (entry.indent == 0 && !text.empty()) text += "\n";
      const std::string line =
          fmt::format("{:{}}{:{}}  {}", "", entry.indent, entry.name, width - entry.indent, entry.teaches);
      for (const std::string& piece : wrapped(line, columns, width + 2)) text += piece + "\n";
    }
    return text;
  }
};

}  // namespace

std::string list_text(const Manifest& manifest, const std::string& word, std::size_t columns) {
  const Selection selection = select_folder(manifest, word, "list takes");
  Lines lines;
  std::string folder;  // whose programs come
  const auto depth = [](const std::string& part) { return part.empty() ? std::size_t{2} : std::size_t{4}; };
  Walk{[&](const Chapter& chapter) {
         lines.entries.push_back({0, chapter.name, chapter.question});
       },
       [&](const Part& part) {
         lines.entries.push_back({2, part.name, part.question});
       },
       [&](const Program& program) {
         if (program.further && folder != program.folder())
           lines.entries.push_back({depth(program.part), "further", "beyond the core:"});
         folder = program.folder();
         lines.entries.push_back(
             {depth(program.part) + (program.further ? 2 : 0), program.name, program.teaches});
       },
       [&](const Exercise& exercise) {
         lines.entries.push_back({depth(exercise.part), exercise.name, "exercise: " + exercise.teaches});
       }}
      .all(manifest, selection);
  return lines.text(columns);
}

std::string list_json(const Manifest& manifest, const std::string& word) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  auto add = [&](const std::string& chapter, const std::string& name, const std::string& source,
                 const std::string& teaches, const char* kind, const std::string& part, bool further) {
    list.push_back({{"chapter", chapter},
                    {"name", name},
                    {"source", source},
                    {"teaches", teaches},
                    {"kind", kind},
                    {"part", part},
                    {"further", further}});
  };
  Walk{[&](const Chapter& chapter) {
         add(chapter.name, chapter.name, chapter.name, chapter.question, "chapter", "", false);
       },
       [&](const Part& part) {
         add(part.chapter, part.name, part.chapter + "/" + part.name, part.question, "part", part.name,
             false);
       },
       [&](const Program& program) {
         add(program.chapter, program.name, program.source, program.teaches, "program", program.part,
             program.further);
       },
       [&](const Exercise& exercise) {
         add(exercise.chapter, exercise.name, exercise.source, exercise.teaches, "exercise", exercise.part,
             false);
       }}
      .all(manifest, select_folder(manifest, word, "list takes"));
  return list.dump(2) + "\n";
}

std::string list_markdown(const Manifest& manifest, const std::string& word) {
  static const std::string table = "\n| program | question |\n| --- | --- |\n";
  std::string text;
  std::string folder;  // whose table is open
  Walk{[&](const Chapter& chapter) {
         text += fmt::format("{0}**[{1}]({1})**: {2}\n", text.empty() ? "" : "\n", chapter.name,
                             chapter.question);
         folder.clear();
       },
       [&](const Part& part) {
         text += fmt::format("\n[{0}]({1}/{0}): {2}\n", part.name, part.chapter, part.question);
         folder.clear();
       },
       [&](const Program& program) {
         if (folder.empty()) text += table;
         if (program.further && folder != program.folder())
           text += fmt::format("| **[further]({})** | beyond the core: |\n", program.folder());
         folder = program.folder();
         text += fmt::format("| [{}]({}) | {} |\n", program.name, program.source, program.teaches);
       },
       [](const Exercise&) {}}  // the chapters' pages have them
      .all(manifest, select_folder(manifest, word, "list takes"));
  return text;
}

}  // namespace tutorial::driver
