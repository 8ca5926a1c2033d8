// Points and contracts: of an exercise's own exercise.json, or of an instructor's file that takes its place.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "marking/exercise.hpp"

namespace tutorial::marking {

/// {"compiles": 10, …}: each part once, all above 0, 100 in all. @throws ExerciseError
std::map<Part, double> points_from(const nlohmann::json& json);

/// A list of items: a counter of the lens, "of" which accesses, at_most or at_least, and what to say. @throws ExerciseError
std::vector<ContractItem> contract_from(const nlohmann::json& json);

/// Gives exercises the points and contracts of a file {"NAME": {"points": …, "contract": …}, …}, each of the two or both.
/// @throws ExerciseError that names the file, the exercise and the item, and leaves all as they were
void apply_contracts(std::vector<Exercise>& exercises, const std::filesystem::path& file);

}  // namespace tutorial::marking
