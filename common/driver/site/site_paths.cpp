#include "driver/site/site_paths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "tutorial/errors.hpp"

namespace tutorial::driver::site {
namespace fs = std::filesystem;
namespace {

bool is_plain(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 && (c & 0x80) == 0; }

std::string with_underscores(const std::string& path) {
  std::string name = path;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !is_plain(c) && c != '-'; }, '_');
  return name;
}

std::string without_prefix(std::string text, std::string_view prefix) {
  return text.starts_with(prefix) ? text.substr(prefix.size()) : text;
}

std::string without_suffix(std::string text, std::string_view suffix) {
  return text.ends_with(suffix) ? text.substr(0, text.size() - suffix.size()) : text;
}

bool is_elsewhere(const std::string& target) {
  return target.find("://") != std::string::npos || target.starts_with("mailto:");
}

}  // namespace

std::string page_name(const fs::path& markdown) {
  const std::string path = markdown.generic_string();
  if (path == "README.md" || path == "docs/pages/start.md") return "index";
  std::string name = without_suffix(without_suffix(path, ".md"), "/README");
  name = without_prefix(without_prefix(name, "docs/"), "pages/");
  return with_underscores(name);
}

std::string source_page_name(const fs::path& source) {
  return "source_" + with_underscores(source.generic_string());
}

bool is_source(const fs::path& file) {
  constexpr std::array<std::string_view, 8> extensions = {".cu", ".cuh",   ".cpp", ".hpp",
                                                          ".h",  ".cmake", ".sh",  ".py"};
  const std::string extension = file.extension().string();
  return extension.empty() || file.filename() == "CMakeLists.txt" ||
         std::find(extensions.begin(), extensions.end(), extension) != extensions.end();
}

std::string slug(const std::string& heading) {
  std::string result;
  for (const char c : heading) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80)
      result += fmt::format("{:02x}", byte);
    else if (is_plain(c))
      result += static_cast<char>(std::tolower(byte));
    else if (c == ' ' || c == '-')
      result += '-';
    else if (c == '_')
      result += '_';
  }
  return result;
}

std::string label(const std::string& page, const std::string& slug) { return page + "--" + slug; }

fs::path linked_file(const fs::path& page, const std::string& target) {
  if (is_elsewhere(target) || target.starts_with('#')) return {};
  const fs::path path =
      (page.parent_path() / target.substr(0, target.find_first_of("?#"))).lexically_normal();
  return path.has_filename() ? path
                             : path.parent_path();  // "ch08_transpose/" and "ch08_transpose" are one folder
}

std::string site_link(const fs::path& root, const fs::path& page, const std::string& target) {
  if (is_elsewhere(target)) return target;
  const std::size_t hash = target.find('#');
  const std::string place = hash == std::string::npos ? "" : target.substr(hash + 1);
  fs::path file = hash == 0 ? page : linked_file(page, target);
  if (!fs::exists(root / file))
    throw Failure(exit_wrong,
                  fmt::format("{}: there is no {} to link to", page.generic_string(), file.generic_string()));
  if (fs::is_directory(root / file)) {
    if (!fs::exists(root / file / "README.md"))
      return fmt::format("sources.html#{}", label("sources", slug(file.generic_string())));
    file /= "README.md";
  }
  if (file.extension() == ".md") {
    const std::string name = page_name(file);
    if (file == "README.md") return name + ".html";  // the site begins with start.md, which has other places
    const std::size_t query = target.find('?');
    return name + ".html" + (query < hash ? target.substr(query, hash - query) : "") +
           (place.empty() ? "" : "#" + label(name, slug(place)));
  }
  if (!is_source(file)) return "files/" + file.generic_string();
  if (place.empty()) return source_page_name(file) + ".html";
  if (place.size() < 2 || place[0] != 'L')
    throw Failure(exit_wrong,
                  fmt::format("{}: {} is no line of a source, such as #L12", page.generic_string(), target));
  return fmt::format("{}.html#l{:0>5}", source_page_name(file), place.substr(1));
}

}  // namespace tutorial::driver::site
