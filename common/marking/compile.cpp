#include "marking/compile.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

#include "marking/guest_object.hpp"
#include "marking/judge.hpp"
#include "marking/sandbox/machine_error.hpp"
#include "marking/sandbox/sandbox.hpp"
#include "marking/screen/call_rules.hpp"
#include "marking/screen/screen.hpp"
#include "sim/translate/file_translator.hpp"
#include "sim/translate/lexer.hpp"
#include "sim/translate/scopes.hpp"
#include "support/process.hpp"
#include "support/temporary_folder.hpp"

namespace tutorial::marking {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t most_preprocessed = std::size_t{64} << 20;
/// In the work folder: the submission for nvcc, as it was when the screen passed it.
constexpr const char folder_of_nvcc[] = "nvcc";
/// Before the submission where only its macros are expanded: CUDA's own words stay, although the simulator's headers define them.
constexpr const char words_of_cuda[] =
    "#include <cudasim/nvcc_macros.hpp>\n"
    "#undef __global__\n"
    "#undef __device__\n"
    "#undef __host__\n"
    "#undef __constant__\n"
    "#undef __managed__\n"
    "#undef __grid_constant__\n"
    "#undef __launch_bounds__\n"
    "#undef __maxnreg__\n"
    "#undef __cluster_dims__\n"
    "#undef __noinline__\n"
    "#undef __forceinline__\n"
    "#undef __align__\n";

/// Runs a compiler in `work`. It reads what the system and `readable` hold, and no submission of others.
/// @throws MachineError
Outcome run_tool(const std::string& program, std::vector<std::string> arguments, const fs::path& work,
                 std::vector<fs::path> readable, std::chrono::seconds cpu = std::chrono::seconds(20)) {
  Job job;
  job.kind = Job::Kind::tool;
  job.program = program;
  job.arguments = std::move(arguments);
  job.folder = work;
  job.readable = std::move(readable);
  job.limits.wall = std::chrono::minutes(5);  // what a submission uses up is the processor's time
  job.limits.cpu = cpu;
  job.limits.file_size = std::size_t{256} << 20;
  Outcome outcome = run_confined(job);
  throw_if_machine(outcome, job.limits, job.kind, fs::path(program).filename().string());
  return outcome;
}

bool succeeded(const Outcome& outcome) { return outcome.how == Outcome::How::exited && outcome.code == 0; }

/// What the tool said; if it was ended, why.
std::string messages_of(const Outcome& outcome) {
  if (outcome.how == Outcome::How::exited) return outcome.err;
  return "the compiler " + outcome.what +
         ": does a template or a macro use itself without end, or has an array a very long initializer?\n" +
         outcome.err;
}

/// The file that a command's name starts.
std::string on_path(const std::string& name) {
  const fs::path found = find_program(name);
  if (found.empty()) throw std::runtime_error("no " + name + " in PATH");
  return found.string();
}

bool is_clang(const std::string& compiler) {
  return fs::path(compiler).filename().string().starts_with("clang");
}

void append(std::vector<std::string>& words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
}

/// Compiles device code with nvcc, as far as a cubin: what nvcc and ptxas refuse needs no host compiler and no GPU. The folder has the file.
Outcome run_nvcc(const std::string& source, const fs::path& folder) {
  std::vector<std::string> command = nvcc_command();
  append(command, {"-cubin", "-arch=sm_90", "-o", "submission.cubin", source});
  return run_tool(command.front(), {command.begin() + 1, command.end()}, folder, {},
                  std::chrono::seconds(60));
}

/// Whether there was something to change. A source that is too long is refused anyway.
bool change(const fs::path& source, std::string (*changed)(const std::string& text)) {
  if (fs::file_size(source) > most_source_bytes) return false;
  const std::string before = cudasim::translate::read_file(source), after = changed(before);
  if (after != before) cudasim::translate::write_file(source, after);
  return after != before;
}

/// In a process of its own, which may be ended: the source is not trusted. What it says, empty if all is well.
std::string translate(const std::string& source, const fs::path& work) {
  const Outcome outcome =
      run_tool(fs::read_symlink("/proc/self/exe").string(), {"translate", source, "translated.cpp"}, work, {},
               std::chrono::seconds(10));
  if (succeeded(outcome)) return outcome.out;
  if (outcome.how == Outcome::How::exited)
    throw MachineError("the submission could not be translated: " + outcome.err);
  return source + ":1: error: this cannot be read to its end: are brackets nested hundreds deep?\n";
}

/// A kernel that is extern "C" has C++'s name all the same: only such names come from a submission.
void with_names_of_cpp(const fs::path& source) {
  using namespace cudasim::translate;
  const std::string text = cudasim::translate::read_file(source);
  std::string changed;
  std::size_t copied = 0;
  Lexer lexer(text);
  for (bool after_extern = false; const auto token = lexer.next(); after_extern = token->is("extern")) {
    if (!after_extern || !token->is("\"C\"")) continue;
    changed += text.substr(copied, token->offset - copied) + "\"C++\"";
    copied = token->end();
  }
  if (copied > 0) cudasim::translate::write_file(source, changed + text.substr(copied));
}

/// The host code of a submission has one thread: what each thread would have of its own is one static variable, which lies where the
/// submission may write.
void without_thread_local(const fs::path& source) {
  using namespace cudasim::translate;
  const std::string text = cudasim::translate::read_file(source);
  const Source read = tokenize(text);
  const std::vector<Scope> scopes = find_scopes(read);
  constexpr std::string_view word = "thread_local";
  const auto is_static = [&](std::size_t i) {
    return i < read.code.size() && (read.code[i].is("static") || read.code[i].is("extern"));
  };
  std::string changed = text;
  for (std::size_t i = 0; i < read.code.size(); ++i) {
    if (!read.code[i].is(word)) continue;
    const bool is_local = scopes[i] != Scope::file && scopes[i] != Scope::type;
    const bool has_storage = (i > 0 && is_static(i - 1)) || is_static(i + 1);
    std::string in_place = is_local && !has_storage ? "static" : "";
    in_place.resize(word.size(), ' ');
    changed.replace(read.code[i].offset, word.size(), in_place);
  }
  if (changed != text) cudasim::translate::write_file(source, changed);
}

/// Words that the translator turns into checks. It reads macros' uses, but not what they make of them.
constexpr std::string_view words_in_heads[] = {"__launch_bounds__", "__cluster_dims__", "__grid_constant__",
                                               "__restrict__", "__restrict"};

/// Whether macros hold more of these words than the source itself.
bool macros_bring_words_in_heads(const std::string& source, const std::string& expanded) {
  const auto count = [](const std::string& text) {
    const cudasim::translate::Source read = cudasim::translate::tokenize(text);
    return std::ranges::count_if(read.code, [](const cudasim::translate::Token& each) {
      return std::ranges::find(words_in_heads, each.text) != std::end(words_in_heads);
    });
  };
  return count(expanded) > count(source);
}

/// Screens what macros make of the source: words that no reader of the source sees. Of `#if __CUDA_ARCH__` the branches are read that the
/// translator will choose.
void screen_macros(const std::string& cxx, std::vector<std::string> options, const std::string& source,
                   const fs::path& work, Compiled& compiled) {
  const std::string text = cudasim::translate::read_file(work / source);
  if (text.find("define") == std::string::npos) return;
  const Toolchain& tools = toolchain();
  cudasim::translate::write_file(work / "words_of_cuda.hpp", words_of_cuda);
  cudasim::translate::write_file(
      work / "macros.cu", "#line 1 \"" + source + "\"\n" + cudasim::translate::choose_architecture(text));
  append(options, {"-include", "words_of_cuda.hpp", "-E", "macros.cu", "-o", "preprocessed.ii"});
  if (!is_clang(cxx)) options.emplace_back("-fpch-preprocess");  // reads what is precompiled
  const Outcome outcome =
      run_tool(cxx, options, work, {tools.library_headers, tools.simulator_headers, tools.precompiled});
  if (succeeded(outcome) && fs::file_size(work / "preprocessed.ii") > most_preprocessed) {
    compiled.refused = {{"the macros of the submission make more than 64 MiB of it", source, 0}};
  } else if (succeeded(outcome)) {
    const std::string own = own_lines(cudasim::translate::read_file(work / "preprocessed.ii"), source);
    compiled.refused = screen_preprocessed(own, text, source, !is_clang(cxx));
    cudasim::translate::write_file(work / expanded_source, own);
    // Its headers are in includes.hpp.
    if (macros_bring_words_in_heads(text, own)) cudasim::translate::write_file(work / source, own);
  } else {
    compiled.messages = messages_of(outcome);
  }
}

}  // namespace

void translate_submission(const std::string& input, const std::string& output) {
  cudasim::translate::FileTranslator translator({}, true,
                                                {.relocatable_device_code = false, .counts_ranges = true});
  const std::vector<std::string> errors = translator.translate_file(input, output);
  for (const std::string& error : errors) fmt::print("{}\n", error);
  if (!errors.empty() || !fs::exists(expanded_source)) return;
  for (const auto& problem :
       cudasim::translate::refused_by_nvcc(cudasim::translate::read_file(expanded_source)))
    fmt::print("{}:{}: error: {}\n", input, problem.line, problem.text);
}

Compiled compile_submission(const Exercise& exercise, const fs::path& submission, const std::string& compiler,
                            const fs::path& work) {
  const Toolchain& tools = toolchain();
  const std::string cxx = on_path(compiler.empty() ? tools.compiler : compiler);
  const std::string source = exercise.name + ".cu";
  fs::copy_file(submission, work / source, fs::copy_options::overwrite_existing);
  fs::copy_file(exercise.folder / "exercise.hpp", work / "exercise.hpp",
                fs::copy_options::overwrite_existing);
  change(work / source, plainly_written);

  Compiled compiled;
  compiled.refused = screen_source(work / source);
  if (!compiled.refused.empty() && change(work / source, without_skipped))
    compiled.refused = screen_source(work / source);
  if (!compiled.refused.empty()) return compiled;
  fs::create_directory(work / folder_of_nvcc);
  for (const std::string& file : {source, std::string("exercise.hpp")})
    fs::copy_file(work / file, work / folder_of_nvcc / file);
  // By -I, so that they come before the library's own headers even where `compiler` is a script that names these by -isystem.
  std::vector<std::string> compile = {
      "-x", "c++", "-I", tools.library_headers.string(), "-isystem", tools.simulator_headers.string()};
  append(compile, tools.flags);
  append(compile, tools.lens_flags.at(is_clang(cxx) ? "clang" : "gnu"));
  append(compile, {"-I.", "-include", "includes.hpp"});
  cudasim::translate::write_file(work / "includes.hpp",
                                 includes_first(cudasim::translate::read_file(work / "exercise.hpp")) +
                                     includes_first(cudasim::translate::read_file(work / source)));
  screen_macros(cxx, compile, source, work, compiled);
  if (!compiled.refused.empty()) return compiled;
  without_thread_local(work / source);
  with_names_of_cpp(work / source);
  if (compiled.messages.empty()) compiled.messages = translate(source, work);
  if (compiled.messages.empty()) {
    append(compile, {"-c", "translated.cpp", "-o", "submission.o"});
    if (!is_clang(cxx)) append(compile, statements_options());
    const Outcome outcome =
        run_tool(cxx, compile, work, {tools.library_headers, tools.simulator_headers, tools.precompiled});
    compiled.messages = messages_of(outcome);
    compiled.ok = succeeded(outcome);
  }
  if (compiled.ok) {
    compiled.refused = check_calls(cudasim::translate::read_file(work / source), source);
    compiled.ok = compiled.refused.empty();
  }
  if (compiled.ok) {
    compiled.refused = screen_object(work / "submission.o", work / source);
    if (compiled.refused.empty() && !is_clang(cxx))
      compiled.refused = screen_statements(work, work / "submission.o", source);
    compiled.ok = compiled.refused.empty();
    if (compiled.ok && !is_clang(cxx)) compiled.unseen = unmarked_loops(work, source);
  }
  if (compiled.ok) {
    std::vector<std::string> arguments = guest_arguments(work / "submission.o");
    append(arguments, {"submission.o", "guest.o"});
    const Outcome outcome = run_tool(on_path("objcopy"), arguments, work, {});
    if (!succeeded(outcome)) throw MachineError("could not be graded: objcopy says: " + outcome.err);
  }
  if (compiled.ok) {
    // The submission comes last: of two weak definitions the linker takes the first.
    std::vector<std::string> link = {"-static", exercise.call_object.string(), "guest.o"};
    append(link, tools.libraries);
    append(link, {"-o", "submission"});
    std::vector<fs::path> readable = {exercise.call_object};
    for (const std::string& library : tools.libraries)
      if (library.starts_with("/")) readable.push_back(library);
    const Outcome outcome = run_tool(cxx, link, work, readable);
    compiled.ok = succeeded(outcome);
    compiled.messages += messages_of(outcome);
    compiled.program = work / "submission";
  }
  const std::string folder = work.string() + "/";
  for (std::size_t at = 0; (at = compiled.messages.find(folder, at)) != std::string::npos;)
    compiled.messages.erase(at, folder.size());
  return compiled;
}

std::vector<std::string> nvcc_command() {
  const Toolchain& tools = toolchain();
  if (tools.cuda_compiler.empty())
    throw ExerciseError("this build has no CUDA back end: no working nvcc was found");
  std::vector<std::string> command = {tools.cuda_compiler, "-std=c++20", "-O2", "--extended-lambda", "-w"};
  if (!tools.cuda_host_compiler.empty()) append(command, {"-ccbin", tools.cuda_host_compiler});
  return command;
}

std::vector<Finding> refused_by_nvcc(const std::string& source, const fs::path& work) {
  const Outcome outcome = run_nvcc(source, work / folder_of_nvcc);
  if (succeeded(outcome)) return {};
  std::vector<Finding> errors = errors_of("nvcc", outcome.err, source);
  const bool lacks_header =
      outcome.err.find("fatal error: ") != std::string::npos;  // the screen knows all headers
  if (errors.empty() || lacks_header || outcome.how != Outcome::How::exited)
    throw MachineError("could not be graded: nvcc " + outcome.what + "\n" + outcome.err);
  return errors;
}

std::string why_nvcc_fails() {
  const std::string compiler = toolchain().cuda_compiler, source = "works.cu";
  if (!fs::exists(compiler)) return "there is no " + compiler;
  const TemporaryFolder folder;
  cudasim::translate::write_file(folder / source, "__global__ void works() {}\n");
  const Outcome outcome = run_nvcc(source, folder.path());
  return succeeded(outcome) ? "" : "it " + outcome.what + ": " + outcome.err;
}

}  // namespace tutorial::marking
