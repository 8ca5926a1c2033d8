#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "sim/translate/functions.hpp"

namespace cudasim::translate {

/// A variable at the scope of a file.
struct Variable {
  std::size_t name_at;
  std::string_view qualifier;  ///< `__device__`, `__constant__`, `__managed__`, or empty for the host.
  bool is_const;               ///< The variable itself, not only what it points to.
  bool is_array;
  Range initializer;
};

/// What the names of a file mean. A name that is declared twice in different ways, or that may be something else somewhere (a local variable,
/// a member, a macro, a name in a header), is left out, so that the others mean the same everywhere.
class FileNames {
 public:
  explicit FileNames(const Run& run);

  const std::vector<Function>& functions() const { return functions_; }
  const std::vector<Variable>& variables() const { return variables_; }

  /// The function that `name` means in every call, or null.
  const Function* function(std::string_view name) const;
  /// The variable that `name` means in `function`, or null.
  const Variable* variable(std::string_view name, const Function& function) const;
  /// True if the file or its headers declare something of that name.
  bool declares(std::string_view name) const;

 private:
  void read_variables();
  void read_variable(Range statement);
  const Function* find_function(std::string_view name) const;
  const Variable* find_variable(std::string_view name, const Function& function) const;
  bool is_plain(std::string_view name) const;
  bool declares_at(std::size_t i) const;
  bool behind_comma(std::size_t i) const;

  const Run& run_;
  std::vector<Function> functions_;
  std::vector<Variable> variables_;
  std::set<std::string_view> own_types_;
  std::map<std::string_view, std::vector<std::size_t>> places_;  ///< One per identifier.
  // These own their keys: the caller's name may not live as long.
  mutable std::map<std::string, const Function*> known_functions_;
  mutable std::map<std::pair<std::string, std::size_t>, const Variable*> known_variables_;
};

/// `f` in `f(x)`, not in `a.f(x)` or `T f(x)`.
bool is_call(const Run& run, std::size_t i);
/// In nvcc's words, unless the call is never evaluated.
void refuse_call(const Run& run, std::size_t i, std::string_view kind, const std::string& callee,
                 const Function& caller);

/// Checks for what nvcc refuses, each in its own file.
void refuse_kernels(const Run& run, const FileNames& names);
void refuse_lambdas(const Run& run, const FileNames& names);
void refuse_calls(const Run& run, const FileNames& names);
void refuse_members(const Run& run, const FileNames& names);
void refuse_driver(const Run& run, const FileNames& names);
void refuse_names(const Run& run, const FileNames& names);
void refuse_variables(const Run& run, const FileNames& names);

}  // namespace cudasim::translate
