// The arrays of one case in the submission's process.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "support/wire.hpp"
#include "tutorial/exercise/call.hpp"

namespace tutorial::marking {

/// What goes wrong in call.cpp, not in the submission.
struct AuthorError {
  std::string words;
};

/// Words of results in device memory that have changed.
struct ResultWords {
  std::size_t copied = 0;   ///< written by no kernel, in arrays of which more than 1 in 64 are
  std::size_t written = 0;  ///< by threads of kernels
  std::size_t writers = 0;  ///< so many different ones
};

/// An array comes into being where call.cpp asks for it, on the side it asks for.
class CaseArguments final : public exercise::Arguments {
 public:
  explicit CaseArguments(const wire::CaseInput& input);
  ~CaseArguments();
  CaseArguments(const CaseArguments&) = delete;
  CaseArguments& operator=(const CaseArguments&) = delete;

  std::int64_t number(const char* name) override;
  double real(const char* name) override;
  std::size_t count(const char* name) override;
  bool has_launched(std::int64_t blocks, std::int64_t threads) override;

  /// An array as it is now; as it was before the call where call.cpp never asked for it.
  std::string bytes(std::size_t argument) const;

  /// @param copying_is_the_task  results on the host count too, if they come from the device
  ResultWords result_words(bool copying_is_the_task) const;
  /// Words of arrays that are on the host.
  std::size_t host_words() const;
  /// Bytes of results on the host, which call.cpp may copy to the device.
  std::size_t host_results() const;
  static constexpr std::size_t word = 4;  ///< bytes

 private:
  struct Array {
    void* device = nullptr;
    std::string words;  ///< by which hazards name it
    std::unique_ptr<char[], void (*)(void*)> host{nullptr, give_back_host};
    bool is_asked_for = false;
  };

  static void give_back_host(void* memory);
  void* array(const char* name, std::size_t element, Role role, Memory memory) override;
  std::size_t find(const char* name) const;
  std::string before(std::size_t argument) const;

  const wire::CaseInput& input_;
  std::vector<Array> arrays_;
};

}  // namespace tutorial::marking
