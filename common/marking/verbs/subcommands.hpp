// The subcommands of tutorial-exercise. A new one is a file, a declaration here and a line in main.cpp.
#pragma once

#include <CLI/CLI.hpp>

namespace tutorial::marking {

/// Each adds a subcommand, and leaves the exit code in `exit_code` when it has run.
void add_check(CLI::App& app, int& exit_code);
void add_prove(CLI::App& app, int& exit_code);
void add_questions(CLI::App& app, int& exit_code);
void add_starter_time(CLI::App& app, int& exit_code);
void add_translate(CLI::App& app, int& exit_code);
void add_grade(CLI::App& app, int& exit_code);
void add_handout(CLI::App& app, int& exit_code);

}  // namespace tutorial::marking
