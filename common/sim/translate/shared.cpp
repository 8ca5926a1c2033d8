#include <algorithm>
#include <string>

#include "sim/translate/shared_parser.hpp"
#include "sim/translate/token_run.hpp"

namespace cudasim::translate {
namespace {

std::string type_of(const Run& run, const SharedDeclaration& declaration) {
  std::string type;
  for (std::size_t i = declaration.specifiers.begin; i < declaration.specifiers.end; ++i) {
    const auto covers = [&](const Range& word) { return word.begin <= i && i < word.end; };
    if (std::any_of(declaration.removed.begin(), declaration.removed.end(), covers)) continue;
    type += std::string(run.tokens[i].text) + ' ';
  }
  return type;
}

/// `extern __shared__` declares one object per name and namespace, and nvcc refuses a second type, also of two instances of a template. The
/// host compiler refuses it for an object that nothing uses.
std::string one_type(const Run& run, const SharedDeclaration& declaration,
                     const SharedDeclarator& declarator) {
  if (run.scopes == nullptr) return "";  // In a macro the name may be a parameter.
  return "[[maybe_unused]] extern " + type_of(run, declaration) +
         run.joined({declarator.whole.begin, declarator.name.begin}) + "extern_shared_" +
         std::string(run.source(declarator.name.begin, declarator.name.end)) + "_has_one_type" +
         run.joined(*declarator.bounds) + "; ";
}

/// In a function a shared variable becomes a reference into the block's arena.
void make_references(const Run& run, const SharedDeclaration& declaration) {
  for (const Range& word : declaration.removed) {
    run.edits.replace(run.tokens[word.begin].offset, run.tokens[word.end - 1].end(), "");
  }
  for (const SharedDeclarator& declarator : declaration.declarators) {
    const std::string name(run.source(declarator.name.begin, declarator.name.end));
    const std::string alignment = declaration.alignment.empty() ? "" : ", " + declaration.alignment;
    const bool array = declarator.bounds.has_value();
    run.edits.insert(run.tokens[declarator.name.begin].offset, array ? "(&" : "&");
    if (array) run.edits.insert(run.tokens[declarator.name.end - 1].end(), ")");
    if (declaration.external)
      run.edits.insert(run.tokens[declaration.specifiers.begin].offset,
                       one_type(run, declaration, declarator));
    if (declaration.external && !declarator.first_bound->empty()) {
      // The launch sets the size, whatever the declaration says.
      const Range& bound = *declarator.first_bound;
      run.edits.replace(run.tokens[bound.begin].offset, run.tokens[bound.end - 1].end(), "");
    }
    run.edits.insert(run.tokens[declarator.whole.end - 1].end(),
                     declaration.external ? " = CUDASIM_DYNAMIC_SHARED(" + name + ")"
                                          : " = CUDASIM_SHARED(" + name + alignment + ")");
  }
}

/// Whether the name at `i` is declared there, or is a member.
bool is_other(const Run& run, std::size_t i) {
  if (run.at(i - 1, ".") || run.at(i - 1, "->")) return true;
  return run.tokens[i - 1].is_identifier() && !is_keyword(run.tokens[i - 1]);
}

/// From token `begin` on, each use of a variable outside of functions becomes a call of its function.
void call_function(const Run& run, std::size_t begin, const std::string& name) {
  for (std::size_t i = begin; i < run.tokens.size(); ++i) {
    if (run.at(i, name) && run.scope(i) != Scope::file && run.scope(i) != Scope::type && !is_other(run, i))
      run.edits.replace(run.tokens[i].offset, run.tokens[i].end(), "cudasim_shared_" + name + "()");
  }
}

/// Outside of functions, `__shared__ T s[4];` becomes a function that finds the block's copy, and each use becomes a call of it.
void make_functions(const Run& run, const SharedDeclaration& declaration) {
  const std::string alignment = declaration.alignment.empty() ? "" : ", " + declaration.alignment;
  std::string text;
  for (const SharedDeclarator& declarator : declaration.declarators) {
    const std::string name(run.source(declarator.name.begin, declarator.name.end));
    const std::string pointers = run.joined({declarator.whole.begin, declarator.name.begin});
    const std::string bounds =
        declarator.bounds ? run.joined({declarator.bounds->begin, declarator.bounds->end}) : "";
    text += "static inline auto& cudasim_shared_" + name + "() { " + type_of(run, declaration) + pointers +
            "(&" + name + ")" + bounds + " = CUDASIM_SHARED(" + name + alignment + "); return " + name +
            "; } ";
    call_function(run, declaration.end, name);
    if (run.outside.shared_names != nullptr) run.outside.shared_names->insert(name);
  }
  text += "static_assert(true)";  // before the semicolon
  run.edits.replace(run.tokens[declaration.specifiers.begin].offset, run.tokens[declaration.end - 1].end(),
                    text);
}

/// Outside of functions, `extern __shared__ T s[];` becomes an object that behaves like the array.
void make_objects(const Run& run, const SharedDeclaration& declaration) {
  const std::string type = type_of(run, declaration);
  std::string text;
  for (const SharedDeclarator& declarator : declaration.declarators) {
    const std::string pointers = run.joined({declarator.whole.begin, declarator.name.begin});
    const std::string more_bounds = run.joined({declarator.first_bound->end + 1, declarator.bounds->end});
    text += one_type(run, declaration, declarator) + "static ::cudasim::DynamicShared<" + type + pointers +
            more_bounds + "> " + std::string(run.source(declarator.name.begin, declarator.name.end)) + "; ";
  }
  run.edits.replace(run.tokens[declaration.specifiers.begin].offset, run.tokens[declaration.end - 1].end(),
                    text.substr(0, text.size() - 2));
}

void translate_declaration(const Run& run, std::size_t keyword) {
  const auto declaration = parse_shared(run, keyword);
  if (!declaration) return;
  const Scope scope = run.scope(keyword);
  if (scope == Scope::type) {
    run.fail(keyword, "a member of a class cannot be __shared__");
  } else if (scope != Scope::file) {
    make_references(run, *declaration);
  } else if (declaration->external) {
    make_objects(run, *declaration);
  } else {
    make_functions(run, *declaration);
  }
}

}  // namespace

void translate_shared(const Run& run) {
  if (run.scopes != nullptr && run.outside.shared_names != nullptr)
    for (const std::string& name : *run.outside.shared_names) call_function(run, 0, name);
  for (std::size_t i = 0; i < run.tokens.size(); ++i) {
    if (run.tokens[i].is("__shared__") || run.shared_macros.contains(run.tokens[i].text))
      translate_declaration(run, i);
  }
}

bool learn_shared_macro(std::string_view name, Tokens body, SharedMacros& macros) {
  bool shared = false;
  bool external = false;
  for (const Token& token : body) {
    const auto macro = macros.find(token.text);
    const bool known = macro != macros.end();
    if (!known && !token.is("__shared__") && !token.is("extern") && !token.is("static")) return false;
    shared = shared || known || token.is("__shared__");
    external = external || token.is("extern") || (known && macro->second);
  }
  if (shared) macros.emplace(name, external);
  return shared;
}

}  // namespace cudasim::translate
