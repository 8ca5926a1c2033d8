#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "sim/translate/brackets.hpp"
#include "sim/translate/edits.hpp"
#include "sim/translate/scopes.hpp"
#include "sim/translate/token.hpp"

namespace cudasim::translate {

/// Object-like macros for `__shared__`; true for those that contain `extern` too.
using SharedMacros = std::map<std::string, bool, std::less<>>;

/// The options of nvcc that change what it refuses.
struct Dialect {
  bool extended_lambda = true;
  bool relaxed_constexpr = true;
  bool relocatable_device_code = true;  ///< `-rdc`: files share device variables.
  bool counts_ranges = false;           ///< Loops over ranges get counters for the lens, as other loops do.
};

/// What is known of a file besides its code.
struct Outside {
  Dialect dialect;
  std::set<std::string, std::less<>> names;                    ///< Its macros, and all names of its headers.
  std::set<std::string, std::less<>> external_names;           ///< Names that it or a header declares extern.
  std::set<std::string, std::less<>>* shared_names = nullptr;  ///< See Surroundings.
};

/// A sequence of tokens that is translated on its own (the code of a file, or the body of a macro), and where
/// the results go. The passes (launches, shared variables, PTX, refusals) are independent of each other.
struct Run {
  Tokens tokens;
  const std::vector<Scope>* scopes;  ///< One per token; null in a macro's body.
  std::string_view text;             ///< The whole source.
  const SharedMacros& shared_macros;
  const Outside& outside;
  Edits& edits;
  std::vector<Problem>& errors;

  Scope scope(std::size_t i) const { return scopes ? (*scopes)[i] : Scope::macro; }
  /// Reports an error. If macros decide whether the code is compiled, the compiler reports it when it compiles the code.
  void fail(std::size_t i, std::string message) const {
    if (tokens[i].uncertain) {
      edits.refuse(tokens[i].offset, message);
    } else {
      errors.push_back({tokens[i].line, std::move(message)});
    }
  }
  bool at(std::size_t i, std::string_view wanted) const { return i < tokens.size() && tokens[i].is(wanted); }

  /// The source from token `begin` to before token `end`.
  std::string_view source(std::size_t begin, std::size_t end) const {
    return text.substr(tokens[begin].offset, tokens[end - 1].end() - tokens[begin].offset);
  }

  /// The tokens of `range`, on one line.
  std::string joined(Range range) const {
    std::string result;
    for (std::size_t i = range.begin; i < range.end; ++i) {
      if (i > range.begin) result += ' ';
      result += tokens[i].text;
    }
    return result;
  }
};

void translate_launches(const Run& run);
void translate_kernel_pointers(const Run& run);
void translate_shared(const Run& run);
void translate_assembly(const Run& run);
/// The bracket that closes the inline assembly that begins at the token, which is rewritten as a whole.
Index assembly_end(const Run& run, std::size_t i);
void translate_textures(const Run& run);
void refuse_ptx(const Run& run);
void count_loops(const Run& run);
void place_constants(const Run& run);
void keep_variables_in_file(const Run& run);
/// Whether the code declares variables in device memory that kernels can change.
bool has_device_variables(const Run& run);
/// Whether the body of a macro may stand before such a declaration.
bool names_device_variables(Tokens body);
/// The names in all declarations that begin with `extern`.
std::set<std::string, std::less<>> external_names(Tokens code);
void name_member_templates(const Run& run);
void let_polls_yield(const Run& run);
void translate_device_code(const Run& run);
void number_barriers(const Run& run);
void tell_clusters(const Run& run);
void tell_launch_bounds(const Run& run);
void tell_instances(const Run& run);
void tell_restrict(const Run& run);
void tell_grid_constants(const Run& run);
void mark_matrix_instructions(const Run& run);
void mark_dropped_results(const Run& run);
void give_gpu_values(const Run& run);
void check_own_arrays(const Run& run);
void check_vector_pointers(const Run& run);

/// Records the macro if its whole body is `__shared__`, perhaps with `extern` or `static`; its body then stays
/// as it is.
bool learn_shared_macro(std::string_view name, Tokens body, SharedMacros& macros);

}  // namespace cudasim::translate
