// A question about what the report has found, for a file that no small fix makes right.
#pragma once

#include <optional>

#include "marking/hints/question.hpp"
#include "marking/hints/structure.hpp"

namespace tutorial::marking {

/// Whether all is right but for who did the work.
bool is_of_the_host(const PartMark& lost);

/// About work of the host's; else the first hazard; else an element that no thread wrote, or whose wrong value comes straight from the input;
/// else the first limit of the contract that is not kept. None where the report has no line for it.
std::optional<Question> question_of_report(const Structure& source, const Mark& mark);

}  // namespace tutorial::marking
