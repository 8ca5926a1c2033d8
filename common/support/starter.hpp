// Starter and solution from one source, by `#ifdef SOLUTION`, `#ifndef SOLUTION`, `#else`, `#endif`.
#pragma once

#include <string>
#include <string_view>

namespace tutorial {

/// The source as the learner gets it. Other conditionals are left alone.
/// @throws std::runtime_error "line N: …" where the lines do not pair up
std::string starter_of(std::string_view source);

/// The source as the solution reads.
std::string solution_of(std::string_view source);

/// A wrong answer as a starter: what it says of itself, in comments at its top, gives place to what the starter says there.
std::string faulty_starter(std::string_view starter, std::string_view wrong);

}  // namespace tutorial
