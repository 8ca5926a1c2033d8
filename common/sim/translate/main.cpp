// cudasim-translate: turns a .cu file into C++ for the simulator.

#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/translate/file_translator.hpp"

namespace {

constexpr const char* usage =
    "usage: cudasim-translate IN.cu -o OUT.cpp [-I folder]... [-MF depfile] [--lens] [--snapshot]\n"
    "  --lens puts counters into the loops of device code\n"
    "  --snapshot leaves the .cu files that IN includes out of the depfile, which gets the time at which "
    "they were read\n"
    "  -D, -U and -isystem are accepted and make no difference\n";

struct Arguments {
  std::string input;
  std::string output;
  std::string depfile;
  bool for_lens = false;
  bool snapshot = false;
  std::vector<std::filesystem::path> folders;
};

/// Reads the command line; nothing if it is invalid.
std::optional<Arguments> parse(const std::vector<std::string>& words) {
  Arguments arguments;
  std::size_t i = 0;
  // The value of an option, attached to it or in the next argument.
  const auto value = [&](std::string_view option) -> std::string {
    if (words[i].size() > option.size()) return words[i].substr(option.size());
    return i + 1 < words.size() ? words[++i] : "";
  };
  for (; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--lens") {
      arguments.for_lens = true;
    } else if (word == "--snapshot") {
      arguments.snapshot = true;
    } else if (word == "-MF") {
      arguments.depfile = value("-MF");
    } else if (word == "-isystem") {
      value("-isystem");
    } else if (word.starts_with("-o")) {
      arguments.output = value("-o");
    } else if (word.starts_with("-I")) {
      const std::string folder = value("-I");
      if (!folder.empty()) arguments.folders.emplace_back(folder);
    } else if (word.starts_with("-D") || word.starts_with("-U")) {
      value(word.substr(0, 2));
    } else if (!word.starts_with("-") && arguments.input.empty()) {
      arguments.input = word;
    } else {
      std::fprintf(stderr, "cudasim-translate: what is '%s' for?\n", word.c_str());
      return std::nullopt;
    }
  }
  if (arguments.input.empty() || arguments.output.empty()) return std::nullopt;
  return arguments;
}

namespace fs = std::filesystem;

/// What the output depends on. Of a snapshot, none of the programs in it: who edits one compiles that one, and not its neighbours.
std::vector<fs::path> dependencies(std::vector<fs::path> files, const Arguments& arguments) {
  if (arguments.snapshot)
    std::erase_if(files, [&](const fs::path& file) {
      return file.extension() == ".cu" && file != fs::path(arguments.input);
    });
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  const auto arguments = parse({argv + 1, argv + argc});
  if (!arguments) {
    std::fputs(usage, stderr);
    return 2;
  }
  const auto begin = fs::file_time_type::clock::now();
  try {
    cudasim::translate::FileTranslator translator(arguments->folders, arguments->for_lens,
                                                  {.relocatable_device_code = false});
    const auto errors = translator.translate_file(arguments->input, arguments->output);
    for (const std::string& error : errors) std::fprintf(stderr, "%s\n", error.c_str());
    if (!errors.empty()) return 1;
    if (!arguments->depfile.empty()) {
      cudasim::translate::write_file(
          arguments->depfile, cudasim::translate::make_rule(
                                  arguments->output, dependencies(translator.files_read(), *arguments)));
      // A file system's clock may be behind by some milliseconds.
      if (arguments->snapshot) fs::last_write_time(arguments->depfile, begin - std::chrono::seconds(1));
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "cudasim-translate: error: %s\n", error.what());
    return 1;
  }
  return 0;
}
