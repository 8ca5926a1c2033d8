#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "marking/instructor/result.hpp"

/// What a class got wrong: findings that differ in nothing but numbers are one diagnosis.
namespace tutorial::instructor {

/// A finding with "…" in place of each number: "sum[3] is 0, not 7.5" is "sum[…] is …, not …". Digits of names stay.
std::string without_numbers(std::string_view text);

struct Diagnosis {
  Part part;
  std::string text;                  ///< on one line, with the numbers that all its findings share
  std::string example;               ///< one of them as it is
  std::vector<const Result*> found;  ///< whose, each once
};

/// Of the marks' parts that lost points and were reached; the most frequent first, then in the order of the parts.
std::vector<Diagnosis> diagnoses_of(const std::vector<const Result*>& results);

}  // namespace tutorial::instructor
