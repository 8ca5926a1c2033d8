#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "sim/translate/translate.hpp"

namespace cudasim::translate {

/// Translates one .cu file with the user's headers that need it too. A header in the file's own folder or in
/// one of the -I folders that launches kernels or declares shared memory, or includes one that does, is
/// copied, translated, into the folder `<output>.headers`, and the include goes to the copy.
class FileTranslator {
 public:
  /// `folders`: those of -I, in order. Folders of the system, of a CUDA toolkit and of the simulator are skipped.
  /// `for_lens`: adds counters to loops. `dialect`: what nvcc's options allow.
  explicit FileTranslator(std::vector<std::filesystem::path> folders, bool for_lens = false,
                          Dialect dialect = {});

  /// Writes `output` and the copies; nothing if there are errors. Throws std::runtime_error if a file cannot
  /// be read or written.
  /// @return the errors as `file:line: error: text`, in the order of the files.
  std::vector<std::string> translate_file(const std::filesystem::path& input,
                                          const std::filesystem::path& output);

  /// Every file that was read; the input is first.
  const std::vector<std::filesystem::path>& files_read() const { return files_read_; }

  /// The original of each file that was written.
  const std::map<std::filesystem::path, std::filesystem::path>& originals() const { return originals_; }

 private:
  struct Header {
    std::filesystem::path copy;
    std::filesystem::path path;  ///< As messages name it: by the path that included it.
    Translation translation;
    SharedMacros macros;
    bool done = false;
    bool needed = false;
  };

  /// The file whose includes are being processed.
  struct Includer {
    std::filesystem::path path;
    bool is_header;
    bool uncertain = false;  ///< Macros decide whether it is compiled.
    bool includes_copies = false;
  };

  std::optional<std::filesystem::path> find(const Includer& includer, std::string_view name,
                                            bool angled) const;
  std::optional<std::string> include(Includer& includer, std::string_view name, bool angled,
                                     SharedMacros& macros, bool uncertain);
  Header& header(const std::filesystem::path& path, const SharedMacros& macros, bool uncertain);
  Translation translate_text(Includer& includer, SharedMacros& macros);

  const bool for_lens_;
  const Dialect dialect_;
  std::set<std::string, std::less<>> header_names_;
  std::set<std::string, std::less<>> external_names_;
  std::set<std::string, std::less<>> shared_names_;
  std::set<std::string, std::less<>> device_constants_;
  std::set<std::string> first_;  ///< Headers that come before the first line.
  std::vector<std::filesystem::path> folders_;
  std::filesystem::path copies_;
  std::map<std::filesystem::path, Header> headers_;  ///< By canonical path.
  std::vector<std::filesystem::path> files_read_;
  std::vector<std::string> errors_;
  std::map<std::filesystem::path, std::filesystem::path> originals_;
};

/// A make rule: `target: files…`, blanks escaped.
std::string make_rule(const std::string& target, const std::vector<std::filesystem::path>& files);

std::string read_file(const std::filesystem::path& path);

/// Writes a temporary file next to `path` and renames it, so that no reader sees half a file. Makes the folder if needed.
void write_file(const std::filesystem::path& path, const std::string& text);

}  // namespace cudasim::translate
