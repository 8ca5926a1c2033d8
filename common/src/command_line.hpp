#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tutorial/program.hpp"

namespace tutorial {

/// What `--type` takes for all of a program's types in turn.
inline constexpr const char* every_type = "all";

/// The values of the options that every program has.
struct Settings {
  std::string type = "float";  ///< or every_type
  int block = 256;
  int repeats = 0;  ///< 0: until the median is stable
  std::uint64_t seed = 1;
  int device = 0;
  std::string json_file;
  std::string csv_file;
  bool quick = false;
  bool cold = false;
  int sim_timeout = 0;  ///< seconds; 0: the simulator's own limit
};

/// Turns arguments into values. Every mistake is a UsageError of one line that starts with the option at
/// fault.
class CommandLine {
 public:
  explicit CommandLine(std::string name);

  void size(const std::string& option, std::int64_t& value, const std::string& help, DefaultSize defaults);
  void choice(const std::string& option, std::string& value, const std::string& help,
              std::vector<std::string> allowed);
  void text(const std::string& option, std::string& value, const std::string& help,
            const std::string& default_value);
  void types(std::vector<std::string> allowed);
  void block_sizes(std::vector<int> allowed, int default_size);

  /// Sets all values, defaults included. Returns false where --help was asked for.
  /// @throws UsageError
  bool parse(int argc, const char* const* argv);

  /// "name: question", then every option with its default.
  std::string help(const std::string& question) const;

  /// The types that `--type` asks for, in the program's order. Valid after parse().
  std::vector<std::string> types_wanted() const;

  /// The program's sizes as given, "--rows 8192 --cols 8192". Valid after parse().
  std::string sizes_text() const;

  const Settings& settings() const { return settings_; }

 private:
  /// An option with a value, or a flag if `value_name` is empty; `accept` stores the value or throws
  /// UsageError. Without `help` it is there only to be refused in its own words.
  struct Option {
    std::string name;
    std::string value_name;
    std::string help;
    std::function<void(const std::string&)> accept;
  };
  struct Size {
    std::string name;
    std::int64_t* value;
    DefaultSize defaults;
  };

  std::vector<Option> all_options(Settings& settings) const;

  std::string name_;
  Settings settings_;
  std::vector<Size> sizes_;
  std::vector<Option> own_options_;
  std::vector<std::string> types_ = {"float"};
  std::vector<int> block_sizes_;
};

}  // namespace tutorial
