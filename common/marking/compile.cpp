#include "compile.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>

#include "child_process.hpp"
#include "files.hpp"

namespace tutorial::marking {
namespace fs = std::filesystem;
namespace {

constexpr std::chrono::seconds limit{60};

/// Exit code and messages of a command that runs in `work`.
struct Result {
  int code;
  std::string messages;
};

Result run(const std::vector<std::string>& command, const fs::path& work) {
  const fs::path messages = work / "messages";
  ChildProcess child(command, [&] {
    redirect(messages.string(), O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
    redirect("/dev/null", O_WRONLY, STDOUT_FILENO);
    setenv("LC_ALL", "C", 1);  // plain quotes in messages
    if (chdir(work.c_str()) != 0) _exit(126);
  });
  const auto exit = child.wait_at_most(limit);
  if (!exit) return {1, "the compiler was still busy after " + std::to_string(limit.count()) + " s"};
  return {exit->code, cudasim::translate::read_file(messages)};
}

bool is_clang(const std::string& compiler) { return fs::path(compiler).filename().string().starts_with("clang"); }

void append(std::vector<std::string>& words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
}

}  // namespace

Compiled compile_submission(const Exercise& exercise, const fs::path& submission, const std::string& compiler,
                            const fs::path& work) {
  const Toolchain& tools = toolchain();
  const std::string cxx = compiler.empty() ? tools.compiler : compiler;
  const std::string source = exercise.name + ".cu";
  fs::copy_file(submission, work / source, fs::copy_options::overwrite_existing);
  fs::copy_file(exercise.folder / "exercise.hpp", work / "exercise.hpp", fs::copy_options::overwrite_existing);

  Compiled compiled;
  cudasim::translate::FileTranslator translator({}, true);
  for (const std::string& error : translator.translate_file(work / source, work / "translated.cpp"))
    compiled.messages += error + "\n";
  if (compiled.messages.empty()) {
    std::vector<std::string> compile = {cxx, "-c", "-x", "c++", "-isystem", tools.simulator_headers.string()};
    append(compile, tools.flags);
    append(compile, tools.lens_flags.at(is_clang(cxx) ? "clang" : "gnu"));
    append(compile, {"-I.", "translated.cpp", "-o", "submission.o"});
    const Result result = run(compile, work);
    compiled.messages = result.messages;
    compiled.ok = result.code == 0;
  }
  if (compiled.ok) {
    std::vector<std::string> link = {cxx, "-static", "submission.o", exercise.call_object.string()};
    append(link, tools.libraries);
    append(link, {"-o", "submission"});
    const Result result = run(link, work);
    compiled.ok = result.code == 0;
    compiled.messages += result.messages;
    compiled.program = work / "submission";
  }
  const std::string folder = work.string() + "/";
  for (std::size_t at = 0; (at = compiled.messages.find(folder, at)) != std::string::npos;)
    compiled.messages.erase(at, folder.size());
  return compiled;
}

}  // namespace tutorial::marking
