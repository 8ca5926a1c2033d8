// The subcommands of tutorial-mark and tutorial-grade. A new one is a file, a declaration here and a word in mark_main.cpp or grade_main.cpp.
#pragma once

#include <initializer_list>

namespace CLI {
class App;
}

namespace tutorial::marking {

/// Each adds a subcommand, and leaves the exit code in `exit_code` when it has run.
void add_check(CLI::App& app, int& exit_code);
void add_prove(CLI::App& app, int& exit_code);
void add_questions(CLI::App& app, int& exit_code);
void add_starter_time(CLI::App& app, int& exit_code);
void add_translate(CLI::App& app, int& exit_code);
void add_grade(CLI::App& app, int& exit_code);
void add_handout(CLI::App& app, int& exit_code);

/// The main of a program of such subcommands: returns the exit code; what goes wrong is one line on standard
/// error.
/// @param program  its name, for --help
int run_subcommands(const char* program, std::initializer_list<void (*)(CLI::App&, int&)> subcommands,
                    int argc, char** argv);

}  // namespace tutorial::marking
