/// @file
/// For an exercise's call.cpp: hands a case's arrays to the learner's function, in the submission's own process.
///
///     void tutorial_exercise_call(tutorial::exercise::Arguments& a) {
///       add(a.input<float>("x"), a.input<float>("y"), a.output<float>("sum"), a.number("n"));
///     }
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace tutorial::exercise {

/// The arguments of one case, by the names that check.cpp gave them. If the case lacks a name or an
/// element size, the process ends with an error in the exercise, not in the submission.
class Arguments {
 public:
  /// An integer, such as a size.
  virtual std::int64_t number(const char* name) = 0;
  /// A factor.
  virtual double real(const char* name) = 0;
  /// Number of elements of an array.
  virtual std::size_t count(const char* name) = 0;

  /// Whether the function's last launch in this case had so many blocks and threads per block. Without a launch both are 0. On a GPU the answer
  /// is always yes.
  virtual bool has_launched(std::int64_t blocks, std::int64_t threads) = 0;

  /// Device memory that holds the case's values.
  template <class T>
  const T* input(const char* name) {
    return static_cast<const T*>(array(name, sizeof(T), Role::input, Memory::device));
  }
  /// Device memory whose values the function changes.
  template <class T>
  T* in_out(const char* name) {
    return static_cast<T*>(array(name, sizeof(T), Role::in_out, Memory::device));
  }
  /// Device memory that the function fills; poisoned before.
  template <class T>
  T* output(const char* name) {
    return static_cast<T*>(array(name, sizeof(T), Role::output, Memory::device));
  }

  /// Host memory, for functions that copy themselves. An array is on one side only.
  template <class T>
  const T* host_input(const char* name) {
    return static_cast<const T*>(array(name, sizeof(T), Role::input, Memory::host));
  }
  /// Host memory whose values the function changes.
  template <class T>
  T* host_in_out(const char* name) {
    return static_cast<T*>(array(name, sizeof(T), Role::in_out, Memory::host));
  }
  /// Host memory that the function fills; poisoned before.
  template <class T>
  T* host_output(const char* name) {
    return static_cast<T*>(array(name, sizeof(T), Role::output, Memory::host));
  }

 protected:
  /// @cond the marker implements these
  enum class Role { input, in_out, output };
  enum class Memory { device, host };
  ~Arguments() = default;

  virtual void* array(const char* name, std::size_t element, Role role, Memory memory) = 0;
  /// @endcond
};

}  // namespace tutorial::exercise

/// One call of the learner's function. call.cpp defines it.
void tutorial_exercise_call(tutorial::exercise::Arguments& arguments);
