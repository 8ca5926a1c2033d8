#include "src/command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <deque>
#include <limits>
#include <utility>

#include "support/did_you_mean.hpp"
#include "support/text.hpp"

namespace tutorial {
namespace {

constexpr std::int64_t largest_size = std::int64_t{1} << 40;

/// An integer from `least` to `most`, digits only.
template <typename Integer>
Integer read_integer(const std::string& option, const std::string& words, Integer least, Integer most) {
  const bool negative = words.size() > 1 && words[0] == '-';
  const std::string digits = words.substr(negative ? 1 : 0);
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos) {
    throw UsageError(
        fmt::format("{}: {} is not an integer; write it in digits", option, text::quoted(words)));
  }
  Integer value{};
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool overflow = result.ec != std::errc();
  if (negative && (overflow || value != 0))
    throw UsageError(fmt::format("{}: {} is negative", option, words));
  if (overflow || value > most)
    throw UsageError(fmt::format("{}: {} is too large; at most {}", option, words, most));
  if (value < least) throw UsageError(fmt::format("{}: {} is too small; at least {}", option, words, least));
  return value;
}

const std::string& one_of(const std::string& option, const std::string& words,
                          const std::vector<std::string>& allowed) {
  const auto found = std::find(allowed.begin(), allowed.end(), words);
  if (found == allowed.end()) {
    throw UsageError(
        fmt::format("{}: {} is not one of: {}", option, text::quoted(words), fmt::join(allowed, ", ")));
  }
  return *found;
}

std::string file_name(const std::string& option, const std::string& words) {
  if (words.empty()) throw UsageError(option + ": needs a file name, or - for standard output");
  return words;
}

std::int64_t default_of(const DefaultSize& defaults, bool quick) {
  if (quick) return defaults.quick;
  return backend() == Backend::simulator ? defaults.simulator : defaults.gpu;
}

/// CLI11's message is of several lines at times, and starts with neither the program nor the option.
UsageError in_our_words(const CLI::App& app, const CLI::ParseError& error,
                        const std::vector<std::string>& names) {
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    const auto extras = app.remaining();
    const std::string first = extras.empty() ? "?" : extras.front();
    const bool option = first.size() > 1 && first[0] == '-';
    const std::string near = option ? did_you_mean(first, names) : "";
    return UsageError(fmt::format("{}: {}{} --help lists what there is", text::escaped(first),
                                  option ? "unknown option" : "unexpected argument",
                                  near.empty() ? ";" : "." + near));
  }
  const std::string words = text::escaped(error.what());
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr) return UsageError(words);
  // "--n: ... missing" for a value left out, but "quick was given ..." for one too many.
  const std::string option = words.substr(0, words.find_first_of(": "));
  return UsageError(option[0] == '-' ? option + ": needs a value" : "--" + option + ": takes no value");
}

}  // namespace

CommandLine::CommandLine(std::string name) : name_(std::move(name)) {}

void CommandLine::size(const std::string& option, std::int64_t& value, const std::string& help,
                       DefaultSize defaults) {
  std::int64_t* target = &value;
  sizes_.push_back({option, target, defaults});
  own_options_.push_back(
      {option, "N",
       fmt::format("{} (default {}; with --quick {})", help, default_of(defaults, false), defaults.quick),
       [option, target](const std::string& words) {
         *target = read_integer<std::int64_t>(option, words, 0, largest_size);
       }});
}

void CommandLine::choice(const std::string& option, std::string& value, const std::string& help,
                         std::vector<std::string> allowed) {
  if (allowed.empty()) throw std::logic_error("choice " + option + " allows nothing");
  std::string* target = &value;
  value = allowed.front();
  const std::string text =
      fmt::format("{}: {} (default {})", help, fmt::join(allowed, ", "), allowed.front());
  own_options_.push_back({option, "WORD", text, [option, target, allowed](const std::string& words) {
                            *target = one_of(option, words, allowed);
                          }});
}

void CommandLine::text(const std::string& option, std::string& value, const std::string& help,
                       const std::string& default_value) {
  std::string* target = &value;
  value = default_value;
  const std::string text = default_value.empty() ? help : fmt::format("{} (default {})", help, default_value);
  own_options_.push_back({option, "TEXT", text, [option, target](const std::string& words) {
                            if (words.empty()) throw UsageError(option + ": needs a value");
                            *target = words;
                          }});
}

void CommandLine::types(std::vector<std::string> allowed) {
  if (allowed.empty()) throw std::logic_error("types: the list is empty");
  types_ = std::move(allowed);
  settings_.type = types_.front();
}

void CommandLine::block_sizes(std::vector<int> allowed, int default_size) {
  if (std::find(allowed.begin(), allowed.end(), default_size) == allowed.end()) {
    throw std::logic_error("block_sizes: the default is not in the list");
  }
  block_sizes_ = std::move(allowed);
  settings_.block = default_size;
}

std::vector<CommandLine::Option> CommandLine::all_options(Settings& settings) const {
  std::vector<Option> options = own_options_;
  std::vector<std::string> types = types_;
  types.emplace_back(every_type);
  options.push_back(
      {"--type", "WORD",
       types_.size() == 1 ? "element type: " + types_.front()
                          : fmt::format("element type: {}, or {} in turn (default {})",
                                        fmt::join(types_, ", "), every_type, types_.front()),
       [types, &settings](const auto& words) { settings.type = one_of("--type", words, types); }});
  if (block_sizes_.empty()) {
    options.push_back({"--block", "N", "", [](const auto&) {
                         throw UsageError("--block: has no effect here; --help lists what there is");
                       }});
  } else {
    options.push_back(
        {"--block", "N",
         fmt::format("threads per block: {} (default {})", fmt::join(block_sizes_, ", "), settings_.block),
         [this, &settings](const auto& words) {
           const int block = read_integer<int>("--block", words, 1, 1024);
           if (std::find(block_sizes_.begin(), block_sizes_.end(), block) == block_sizes_.end()) {
             throw UsageError(
                 fmt::format("--block: {} is not one of: {}", block, fmt::join(block_sizes_, ", ")));
           }
           settings.block = block;
         }});
  }
  options.push_back({"--repeats", "N", "timed runs of each row (default: until the median is stable)",
                     [&settings](const auto& words) {
                       settings.repeats = read_integer<int>("--repeats", words, 1, 1'000'000);
                     }});
  options.push_back({"--seed", "N", fmt::format("seed of the random data (default {})", settings_.seed),
                     [&settings](const auto& words) {
                       settings.seed = read_integer<std::uint64_t>("--seed", words, 0,
                                                                   std::numeric_limits<std::uint64_t>::max());
                     }});
  options.push_back({"--device", "N", "number of the GPU to use (default 0)", [&settings](const auto& words) {
                       settings.device =
                           read_integer<int>("--device", words, 0, std::numeric_limits<int>::max());
                     }});
  options.push_back({"--json", "FILE", "writes the rows as JSON; - is standard output, instead of the table",
                     [&settings](const auto& words) { settings.json_file = file_name("--json", words); }});
  options.push_back({"--csv", "FILE", "writes the rows as CSV; - is standard output, instead of the table",
                     [&settings](const auto& words) { settings.csv_file = file_name("--csv", words); }});
  if (backend() == Backend::simulator) {
    options.push_back({"--sim-timeout", "SECONDS", "stops a simulated kernel that runs longer (default 60)",
                       [&settings](const auto& words) {
                         settings.sim_timeout = read_integer<int>("--sim-timeout", words, 1, 1'000'000);
                       }});
  }
  options.push_back({"--quick", "", "small sizes and few runs, no ceilings",
                     [&settings](const auto&) { settings.quick = true; }});
  options.push_back({"--cold", "", "empties the L2 cache before each timed run",
                     [&settings](const auto&) { settings.cold = true; }});
  return options;
}

bool CommandLine::parse(int argc, const char* const* argv) {
  CLI::App app;
  app.set_help_flag("--help,-h");

  // CLI11 finds the options; the values are ours to read, so that every mistake reads alike.
  struct Given {
    Option option;
    std::string words;
    CLI::Option* parsed = nullptr;
  };
  std::deque<Given> given;  // CLI11 keeps references to the words
  for (Option& option : all_options(settings_)) {
    Given& g = given.emplace_back(Given{std::move(option), {}, nullptr});
    g.parsed =
        g.option.value_name.empty()
            ? app.add_flag(g.option.name)->disable_flag_override()
            : app.add_option(g.option.name, g.words)->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  }

  try {
    std::vector<std::string> reversed;
    for (int i = argc - 1; i > 0; --i) reversed.emplace_back(argv[i]);
    app.parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    return false;
  } catch (const CLI::ParseError& error) {
    std::vector<std::string> names = {"--help"};
    for (const Given& g : given) names.push_back(g.option.name);
    throw in_our_words(app, error, names);
  }

  for (const Given& g : given) {
    if (g.parsed->count() != 0) g.option.accept(g.words);
  }
  for (const Size& size : sizes_) {
    const auto option =
        std::find_if(given.begin(), given.end(), [&](const Given& g) { return g.option.name == size.name; });
    if (option->parsed->count() == 0) *size.value = default_of(size.defaults, settings_.quick);
  }
  return true;
}

std::vector<std::string> CommandLine::types_wanted() const {
  return settings_.type == every_type ? types_ : std::vector<std::string>{settings_.type};
}

std::string CommandLine::help(const std::string& question) const {
  Settings copy = settings_;
  std::vector<Option> options = all_options(copy);
  std::erase_if(options, [](const Option& option) { return option.help.empty(); });
  options.push_back({"--help", "", "prints this text", {}});

  std::size_t column = 0;
  for (const Option& option : options)
    column = std::max(column, option.name.size() + 1 + option.value_name.size());
  std::string out = fmt::format("{}: {}\n\nUsage: {} [options]\n\n", name_, question, name_);
  for (const Option& option : options) {
    out += fmt::format("  {:<{}}  {}\n", option.name + " " + option.value_name, column, option.help);
  }
  return out;
}

std::string CommandLine::sizes_text() const {
  std::vector<std::string> parts;
  for (const Size& size : sizes_) parts.push_back(fmt::format("{} {}", size.name, *size.value));
  return fmt::format("{}", fmt::join(parts, " "));
}

}  // namespace tutorial
