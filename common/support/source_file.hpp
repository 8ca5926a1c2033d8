#pragma once

#include <string>
#include <string_view>

/// What a program's own source file says of it, so that it is said once. The chapter: text::chapter_of.
namespace tutorial::source_file {

/// The program's name: the file's without its number and its ending. ".../sum/02_reduce_global.cu":
/// "reduce_global".
std::string program_name(std::string_view path);

/// The text after "// name: " in a source's first line; "" if the line does not start so.
std::string question_in(const std::string& first_line, const std::string& name);

/// The text after "// Step     " in a source's second line, as every rung of a ladder has it: what it changes, in at most four words.
/// "" if the line does not begin so.
std::string step_in(const std::string& second_line);

/// The question of the program whose source is at `path`. Where the file is not there, or has no question, a
/// sentence that says where it would be.
std::string question(const std::string& path);

}  // namespace tutorial::source_file
