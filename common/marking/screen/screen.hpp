// Looks at a submission before it is compiled and at what the compiler made of it. What is refused here no exercise needs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "marking/screen/finding.hpp"

namespace tutorial::marking {

/// That a submission may have.
constexpr std::size_t most_source_bytes = std::size_t{256} << 10;

/// The source with signs in place of digraphs, and with two strings in place of one that a backslash continues in the next line.
std::string plainly_written(const std::string& source);

/// The source without the groups of #if 0, and of #ifdef with a name that it does not define: notes, tests of its own, code for other
/// compilers. Lines stay where they are.
std::string without_skipped(const std::string& source);

/// The headers that the source includes, as far as it may: read before the source, they mean the same whatever macros it defines.
std::string includes_first(const std::string& source);

/// The source: only the includes an exercise may have, no assembly, no attributes, no names of the marker's or of the compiler's, nothing
/// that hides one of these. The most important first; empty if all is well. Findings carry the file's name and the line.
std::vector<Finding> screen_source(const std::filesystem::path& source);

/// The lines that the preprocessor made of the file `name`, and of exercise.hpp, whose words macros may change, without what macros of system
/// headers made. `preprocessed` is what the compiler's option -E prints. Lines stay where they are; those of exercise.hpp join the line
/// before.
std::string own_lines(const std::string& preprocessed, const std::string& name);

/// The same rules for what macros make of the source: its own_lines. If the compiler does not mark what macros of system headers make (clang),
/// only words that join words of `source` are judged.
std::vector<Finding> screen_preprocessed(const std::string& own, const std::string& source,
                                         const std::string& name, bool marks_system_macros);

/// The object file made of it: calls of functions that no exercise needs, functions that would take the place of the runtime's, code
/// that runs before main. `source` is where lines are looked up.
/// @throws MachineError where it is no object file: the compiler was content
std::vector<Finding> screen_object(const std::filesystem::path& object, const std::filesystem::path& source);

/// In the folder of compilation, if the submission defines macros: what they make of it.
constexpr const char expanded_source[] = "expanded.cu";

/// Files in the folder of compilation, which g++ writes with statements_options(): its statements before it inlines calls, when the calls that
/// tell the lens have been added, and before it makes instructions of them.
constexpr const char called_statements[] = "called.statements";
constexpr const char told_statements[] = "told.statements";
constexpr const char last_statements[] = "last.statements";
std::vector<std::string> statements_options();

/// Accesses of memory without a call that tells the lens: objects that go from memory straight into a call, and builtin functions that g++
/// expands in place. Also what nvcc refuses in device code: arrays of variable length, calls of functions of the host. `file` is the submission's name.
/// @throws MachineError
std::vector<Finding> screen_statements(const std::filesystem::path& folder,
                                       const std::filesystem::path& object, const std::string& file);

/// Accesses of device code in a branch within a loop that has no marks: one of the standard library's headers. Lanes that take turns there
/// seem to act together. The same files, and the same of `file`.
std::vector<Finding> unmarked_loops(const std::filesystem::path& folder, const std::string& file);

}  // namespace tutorial::marking
