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

/// Whether `T* name` begins a statement there.
bool is_declared_pointer(const Run& run, std::size_t i) {
  std::size_t type = i - 1;
  while (type > 0 && (run.at(type, "*") || run.at(type, "&") || run.at(type, "const"))) --type;
  if (type == i - 1 || !run.tokens[type].is_identifier()) return false;
  return run.at(type - 1, ";") || run.at(type - 1, "{") || run.at(type - 1, "}") || run.at(type - 1, "const");
}

/// Whether the name at `i` is declared there, or is a member.
bool is_other(const Run& run, std::size_t i) {
  if (run.at(i - 1, ".") || run.at(i - 1, "->") || is_declared_pointer(run, i)) return true;
  return run.tokens[i - 1].is_identifier() && !is_keyword(run.tokens[i - 1]);
}

/// The first token of `a::b::name`, whose name is at `i`.
std::size_t qualified_begin(const Run& run, std::size_t i) {
  while (i > 0 && run.at(i - 1, "::")) i -= i > 1 && run.tokens[i - 2].is_identifier() ? 2 : 1;
  return i;
}

/// From token `begin` on, each use of a variable outside of functions asks for the block's copy. A parameter or a local variable of the same
/// name is returned as it is.
void ask_for_copies(const Run& run, std::size_t begin, const std::string& name) {
  for (std::size_t i = begin; i < run.tokens.size(); ++i) {
    if (!run.at(i, name) || run.scope(i) == Scope::file || run.scope(i) == Scope::type || is_other(run, i))
      continue;
    run.edits.insert(run.tokens[qualified_begin(run, i)].offset, "::cudasim::of_block(");
    run.edits.insert(run.tokens[i].end(), ")");
  }
}

/// Outside of functions, `__shared__ T s[4];` becomes an object that finds the block's copy.
void make_names(const Run& run, const SharedDeclaration& declaration) {
  const std::string alignment = declaration.alignment.empty() ? "" : ", " + declaration.alignment;
  std::string text;
  for (const SharedDeclarator& declarator : declaration.declarators) {
    const std::string name(run.source(declarator.name.begin, declarator.name.end));
    const std::string pointers = run.joined({declarator.whole.begin, declarator.name.begin});
    const std::string reference =
        declarator.bounds ? "(&" + name + ")" + run.joined({declarator.bounds->begin, declarator.bounds->end})
                          : "&" + name;
    text += "namespace { struct cudasim_shared_" + name +
            " : ::cudasim::SharedName { auto& of_block() const { " + type_of(run, declaration) + pointers +
            reference + " = CUDASIM_SHARED(" + name + alignment + "); return " + name +
            "; } }; } [[maybe_unused]] static constexpr cudasim_shared_" + name + " " + name + "{}; ";
    ask_for_copies(run, declaration.end, name);
    if (run.outside.shared_names != nullptr) run.outside.shared_names->insert(name);
  }
  run.edits.replace(run.tokens[declaration.specifiers.begin].offset, run.tokens[declaration.end - 1].end(),
                    text.substr(0, text.size() - 2));
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
    make_names(run, *declaration);
  }
}

}  // namespace

void translate_shared(const Run& run) {
  if (run.scopes != nullptr && run.outside.shared_names != nullptr)
    for (const std::string& name : *run.outside.shared_names) ask_for_copies(run, 0, name);
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
