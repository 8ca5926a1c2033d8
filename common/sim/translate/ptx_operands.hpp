// The C++ of operands of inline PTX: declared registers, special registers, %0, numbers, addresses.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudasim::translate {

using Text = std::optional<std::string>;

/// Splits `a, {b, c}, [d+4]` at the commas outside brackets.
std::vector<std::string> split_arguments(std::string_view text);
std::vector<std::string> split_words(std::string_view text, char separator);
bool is_number(std::string_view text);
std::string with_underscores(std::string name);

/// `function(a, b)`
std::string call(const std::string& function, const std::vector<std::string>& arguments);

/// The C++ type of `.u32` and similar; null if there is none.
const std::string* type_of(std::string_view suffix);

/// The values of %0 and the other operands.
struct PtxOperand {
  std::string constraint;  ///< "=r", "n"
  std::string expression;
};

/// The state space of an instruction.
enum class PtxSpace { generic, global, shared };

class PtxOperands {
 public:
  explicit PtxOperands(const std::vector<PtxOperand>& operands) : operands_(operands) {}

  /// `.reg .u32 a, b` and `.reg .b32 r<4>`: the C++ declarations.
  Text declare(const std::vector<std::string>& words, const std::vector<std::string>& arguments);
  /// An operand that an instruction reads: %0, a register, a number.
  Text value(std::string_view text) const;
  /// The same as a value of the type.
  Text value_as(std::string_view type, std::string_view text) const;
  /// A number, or an operand with the constraint "n".
  Text constant(std::string_view text) const;
  /// A predicate, perhaps with `!` before it.
  Text predicate(std::string_view text) const;
  /// `[%1+4]` as a pointer to the type.
  Text address(const std::string& type, std::string_view text, PtxSpace space) const;
  Text assign(const std::string& target, const std::string& what) const;
  /// The parts of `{a, b}`; one part for anything else.
  static std::vector<std::string> parts(const std::string& text);

 private:
  const PtxOperand* find(std::string_view text) const;
  Text operand(std::string_view text) const;

  const std::vector<PtxOperand>& operands_;
  std::map<std::string, std::string, std::less<>> declared_;  ///< With their types.
};

}  // namespace cudasim::translate
