// The classes that a file defines, and which side their functions belong to.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/translate/functions.hpp"

namespace cudasim::translate {

/// The side of a member function, if certain: all functions of its name are on one side, and no macro can change that.
enum class MemberSide { unknown, host, device };

class Classes {
 public:
  explicit Classes(const Run& run);

  /// True if the name is that of exactly one class, defined in the file, and of nothing else.
  bool contains(std::string_view name) const { return classes_.contains(name); }
  /// `operator ()` is a name, too.
  MemberSide side_of(std::string_view of, std::string_view member) const;
  /// True if `count` arguments construct an object by a constructor of the host.
  bool is_built_by_host(std::string_view of, std::size_t count) const;
  /// The class of the variable or parameter in the function, from its declaration; empty if that is not certain.
  std::string_view class_of(const Function& function, std::string_view variable) const;
  /// The word before the variable's only declaration there, as its type; empty if there are other declarations.
  std::string_view type_word(const Function& function, std::string_view variable) const;

 private:
  struct Class {
    Range body;
    std::map<std::string_view, MemberSide> members;
    std::vector<std::size_t> host_constructors;  ///< Number of parameters of each.
    bool has_other_constructors = false;
  };

  void read_class(std::size_t i);
  void read_constructors(std::string_view name, Class& of) const;
  Class* innermost(std::size_t i);
  void add(const Function& function);
  bool is_defined_elsewhere(std::string_view of, std::string_view member) const;

  const Run& run_;
  std::map<std::string_view, Class> classes_;
};

}  // namespace cudasim::translate
