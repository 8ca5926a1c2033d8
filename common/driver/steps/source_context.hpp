#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace tutorial::driver {

/// The `if` that a line is in, such as "if (thread < stride)", read from the indentation of the text; "" where it is in none, or in its
/// condition. "else of line 12" where it is in the other branch.
/// @param first number of the first of `lines`
std::string branch_around(const nlohmann::json& lines, int first, int line);

/// A kernel that is chosen by a value of an enumeration of its file, or by a bool: "dot<(Variant)0>" is "dot<Variant::none_after_fill>", and
/// "dot<false>" is "dot<with_barrier = false>".
struct NamedVariant {
  std::string kernel;     ///< as it is without such a value
  std::string parameter;  ///< the name of the template's parameter; "" without such a value
  std::string value;      ///< "Variant::none_after_fill", "false"
};
NamedVariant named_variant(const std::vector<std::string>& lines, const std::string& kernel);

/// The numbers of lines that `if constexpr` leaves out of this variant. Only its parameter, or `==` and `!=` of it, is read.
std::vector<int> lines_left_out(const std::vector<std::string>& lines, int first, int last,
                                const NamedVariant& variant);

}  // namespace tutorial::driver
