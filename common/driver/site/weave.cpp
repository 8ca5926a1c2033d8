#include "driver/site/weave.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "driver/data/source_extract.hpp"
#include "driver/site/page_text.hpp"
#include "driver/site/site_paths.hpp"
#include "driver/site/term_links.hpp"
#include "support/files.hpp"
#include "support/starter.hpp"
#include "support/text.hpp"
#include "support/xml.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver::site {
namespace fs = std::filesystem;
namespace {

/// For a drawing of lanes: the access that opens the lens on the page.
constexpr std::string_view lens_mark = " data-lens=\"";

/// What follows "NAME: " in a mark, if it is one of that name.
std::optional<std::string> argument_of(const std::string& mark, const std::string& name) {
  if (!mark.starts_with(name + ": ")) return std::nullopt;
  return text::trimmed(mark.substr(name.size() + 2));
}

/// Of "02_missing_barrier.cu kernel": missing_barrier; of "../../mailbox.hpp deliver": mailbox, of which no program has the name.
std::string program_of(const std::string& words) {
  const std::string name = fs::path(words.substr(0, words.find(' '))).stem().string();
  return name.substr(std::min(name.size(), name.find_first_not_of("0123456789_")));
}

/// What a name in a command stands for: of "ch06/sum" the page of that part, of a program its source, of an exercise its task; relative to
/// the root, and empty if there is none.
fs::path named_by_command(const fs::path& root, const std::string& name) {
  for (const auto& chapter : fs::directory_iterator(root)) {
    const std::string folder = chapter.path().filename().string();
    if (!chapter.is_directory() || !folder.starts_with("ch0")) continue;
    if (name.substr(0, name.find('/')) == folder.substr(0, folder.find('_'))) {
      const fs::path page = folder + name.substr(std::min(name.size(), name.find('/'))) + "/README.md";
      if (fs::exists(root / page)) return page;
    }
    for (const auto& entry : fs::recursive_directory_iterator(chapter)) {
      const fs::path& file = entry.path();
      const std::string stem = file.stem().string();
      const bool is_task = file.filename() == "README.md" && file.parent_path().filename() == name &&
                           file.parent_path().parent_path().filename() == "exercises";
      const bool is_program = std::isdigit(static_cast<unsigned char>(stem[0])) != 0 &&
                              stem.substr(stem.find('_') + 1) == name && is_source(file);
      if (is_task || is_program) return file.lexically_relative(root);
    }
  }
  return {};
}

/// Makes one page; a page is read from top to bottom, once.
class Weaver {
 public:
  Weaver(const fs::path& root, const fs::path& page)
      : root_(root), page_(page), name_(page_name(page)), terms_(root, page) {}

  std::string woven() {
    if (!fs::exists(root_ / page_)) fail("there is no such page");
    const std::string text = woven_lines(lines_of(read_text(root_ / page_)));
    if (!titled_) fail("a page begins with a heading, # Title");
    return text;
  }

  const std::set<fs::path>& linked() const { return linked_; }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw Failure(exit_wrong, fmt::format("{}: {}", page_.generic_string(), what));
  }

  std::string woven_lines(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) {
      const auto mark = mark_of(line);
      const bool ends = mark && mark->starts_with("code ") && mark->ends_with(": end");
      if (ends) within_code_ = false;
      if (!within_code_) text += woven_line(line) + "\n";
      if (ends) text += steps_link(program_of(mark->substr(5)));
    }
    return text;
  }

  std::string woven_line(const std::string& line) {
    const std::string start = text::trimmed(line).substr(0, 3);
    if (start == "```" || start == "~~~") {
      if (fence_.empty()) {
        fence_ = start;
        if (text::trimmed(line) == start + "cuda") return start + "cpp";  // a language that Doxygen knows
      } else if (fence_ == start) {
        fence_.clear();
      }
      return line;
    }
    if (!fence_.empty()) return line;
    if (const auto mark = mark_of(line)) return woven_mark(*mark);
    // Doxygen would put each of these into a paragraph of its own.
    if (line.starts_with("<details") || line.starts_with("</details>") || line.starts_with("<summary>"))
      return fmt::format("@htmlonly[block]\n{}\n@endhtmlonly", line);
    if (line.starts_with('#')) return heading(line);
    if (text::trimmed(line).starts_with("![")) return figure(text::trimmed(line));
    if (line.starts_with("See it: `./tutorial ")) return with_links(line + seen_on_the_site(line));
    return with_links(terms_.linked(line, page_));
  }

  std::string woven_mark(const std::string& mark) {
    if (const auto words = argument_of(mark, "snippet")) return snippet(*words);
    if (const auto words = argument_of(mark, "block")) return block(*words);
    if (const auto program = argument_of(mark, "steps")) return steps_link(*program);
    if (mark.starts_with("code ") && mark.ends_with(": begin")) {
      within_code_ = true;
      return snippet(mark.substr(5, mark.size() - 12));
    }
    if (mark.starts_with("lens ") && mark.ends_with(": end"))
      return steps_link(mark.substr(mark.starts_with("lens quick ") ? 11 : 5));
    if (mark == "subpages: begin") subpages_ = true;
    if (mark == "subpages: end") {
      subpages_ = false;
      if (name_ == "index") return "\nThe code:\n\n- @subpage sources \"Sources\"\n";
    }
    return "";
  }

  /// Below the code of a program, or what the lens counts of it: the page that steps through it, once on each page. make-site.sh writes that page.
  std::string steps_link(const std::string& words) {
    const std::string program = words.substr(0, words.find(' '));
    if (!fs::exists(root_ / "docs/steps" / (program + ".json")) || !stepped_.insert(program).second)
      return "";
    std::string links = fmt::format("<a href=\"steps_{0}.html\">Watch {0} run, step by step</a>", program);
    std::istringstream pairs(read_text(root_ / "docs/steps/beside.txt"));
    for (std::string left, right; pairs >> left >> right;)
      if (right == program)
        links += fmt::format(", or <a href=\"steps_{0}_{1}.html\">beside {0}</a>", left, right);
    return fmt::format("\n<div class=\"snippet-place\">{}</div>\n", links);
  }

  /// After a command of the glossary: links to what a reader of the site can look at without running it.
  std::string seen_on_the_site(const std::string& line) const {
    const std::size_t begin = line.find('`') + 1;
    std::istringstream words(line.substr(begin, line.find('`', begin) - begin));
    std::string tutorial, verb, name;
    words >> tutorial >> verb >> name;
    if (verb == "exercise") words >> name;
    const fs::path file = named_by_command(root_, name);
    if (file.empty()) return "";
    const bool is_page = file.filename() == "README.md";
    std::string links =
        fmt::format("{}[{}]({})", line.ends_with('`') ? ". On this site: " : " On this site: ",
                    !is_page             ? "its source"
                    : verb == "exercise" ? "its task"
                                         : "its page",
                    file.lexically_relative(page_.parent_path()).generic_string());
    if (fs::exists(root_ / "docs/steps" / (name + ".json")))
      links += fmt::format(", <a href=\"steps_{}.html\">step by step</a>", name);
    return links;
  }

  std::string heading(const std::string& line) {
    const std::size_t level = line.find_first_not_of('#');
    if (level == std::string::npos || line[level] != ' ') return with_links(line);
    const std::string text = text::trimmed(line.substr(level));
    if (!titled_) {
      titled_ = true;
      return fmt::format("# {} {{#{}}}", text, name_ == "index" ? "mainpage" : name_);
    }
    const std::string starter = text == "Try it" ? starter_section() : "";
    const std::string base = slug(text);
    const int before = slugs_[base]++;
    const std::string place = label(name_, before == 0 ? base : fmt::format("{}-{}", base, before));
    return starter + fmt::format("{} {} {{#{}}}", line.substr(0, level), with_links(text), place);
  }

  /// Of an exercise: the file that its reader completes.
  std::string starter_section() const {
    const fs::path folder = page_.parent_path();
    if (!fs::exists(root_ / folder / "exercise.cu")) return "";
    return fmt::format(
        "## The starter {{#{}}}\n\nThis is `my_exercises/{}.cu` before you change "
        "it.\n\n~~~{{.cpp}}\n{}~~~\n\n<div class=\"snippet-place\"><a href=\"exercises.html\">How exercises "
        "work, and the list of all</a></div>\n\n",
        label(name_, "the-starter"), folder.filename().generic_string(),
        starter_of(read_text(root_ / folder / "exercise.cu")));
  }

  /// Links outside of code spans lead into the site.
  std::string with_links(const std::string& line) {
    std::string result;
    for (std::size_t at = 0; at < line.size();) {
      if (line[at] == '`') {
        const std::size_t ticks = line.find_first_not_of('`', at) - at;
        const std::size_t end = line.find(std::string(ticks, '`'), at + ticks);
        if (end != std::string::npos) {
          result += line.substr(at, end + ticks - at);
          at = end + ticks;
          continue;
        }
      }
      const std::size_t close = line.compare(at, 2, "](") == 0 ? line.find(')', at) : std::string::npos;
      if (close == std::string::npos) {
        result += line[at++];
        continue;
      }
      const std::string target = line.substr(at + 2, close - at - 2);
      note_link(target);
      if (is_left_out(target)) {
        result.erase(result.rfind('['), 1);
      } else if (subpages_ && target.ends_with(".md")) {
        const std::size_t open = result.rfind('[');
        const std::string text = result.substr(open + 1);
        result.resize(open);
        result += fmt::format("@subpage {} \"{}\"", page_name(linked_file(page_, target)), text);
      } else {
        result += "](" + site_link(root_, page_, target) + ")";
      }
      at = close + 1;
    }
    return result;
  }

  /// What a handout does not have: its pages say it without a link.
  bool is_left_out(const std::string& target) const {
    const fs::path folder = "docs/instructors";
    return linked_file(page_, target).generic_string().starts_with(folder.generic_string() + "/") &&
           !fs::exists(root_ / folder);
  }

  void note_link(const std::string& target) {
    const fs::path file = linked_file(page_, target);
    if (!file.empty() && fs::is_regular_file(root_ / file) && file.extension() != ".md") linked_.insert(file);
  }

  /// The drawing as a picture, and as another one for a phone where there is NAME-narrow.svg; below it what its <desc> says.
  std::string figure(const std::string& line) {
    const std::size_t middle = line.find("](");
    if (middle == std::string::npos || !line.ends_with(".svg)"))
      fail(fmt::format("an image must be an SVG on a line of its own, unlike {}", line));
    const std::string alternative = line.substr(2, middle - 2);
    if (alternative.empty()) fail(fmt::format("an image has a text in its place, unlike {}", line));
    const std::string target = line.substr(middle + 2, line.size() - middle - 3);
    const fs::path file = linked_file(page_, target);
    const std::string svg = read_text(root_ / file);
    if (svg.find("<svg") == std::string::npos)
      fail(fmt::format("there is no figure {}", file.generic_string()));
    std::istringstream box(svg.substr(std::min(svg.size(), svg.find("viewBox=") + 9)));
    double left = 0;
    double top = 0;
    double width = 0;
    double height = 0;
    if (!(box >> left >> top >> width >> height))
      fail(fmt::format("{} has no viewBox", file.generic_string()));
    const fs::path narrow = fs::path(file).replace_filename(file.stem().string() + "-narrow.svg");
    std::string picture;
    linked_.insert(file);
    if (fs::exists(root_ / narrow)) {
      linked_.insert(narrow);
      picture = xml::element(
          "source", {{"media", "(max-width: 40rem)"}, {"srcset", "files/" + narrow.generic_string()}});
    }
    picture +=
        xml::element("img", {{"src", site_link(root_, page_, target)},
                             {"alt", alternative},
                             {"style", fmt::format("width:{0}px;aspect-ratio:auto {0}/{1}", width, height)},
                             {"loading", "lazy"}});
    const std::size_t said = svg.find("<desc");
    const std::size_t begin = said == std::string::npos ? said : svg.find('>', said) + 1;
    std::string caption = said == std::string::npos ? xml::escaped(alternative)
                                                    : svg.substr(begin, svg.find("</desc>", begin) - begin);
    const std::size_t lens = svg.find(lens_mark);
    if (lens != std::string::npos) {
      const std::size_t query = lens + lens_mark.size();
      caption += fmt::format(" <a href=\"lens.html?{}\">Try other addresses</a>",
                             svg.substr(query, svg.find('"', query) - query));
    }
    return fmt::format(
        "@htmlonly[block]\n<figure><picture>{}</picture><figcaption>{}</figcaption></figure>\n@endhtmlonly\n",
        picture, caption);
  }

  /// The code between the two lines that hold `[NAME]` in a comment, moved to the left.
  std::string snippet(const std::string& words) {
    std::istringstream in(words);
    std::string target;
    std::string name;
    in >> target >> name;
    const fs::path file = linked_file(page_, target);
    if (!fs::is_regular_file(root_ / file)) fail(fmt::format("there is no {} for a snippet", target));
    linked_.insert(file);
    const std::vector<std::string> source = lines_of(read_text(root_ / file));
    const auto lines = lens::marked_lines(source, name);
    if (!lines)
      fail(fmt::format("{} needs two lines with the comment [{}] and code between them", target, name));
    const std::string code = fmt::format("{}\n", fmt::join(lens::moved_left(source, *lines), "\n"));
    const std::string place = lines->size() == 1
                                  ? fmt::format("line {}", lines->front())
                                  : fmt::format("lines {} to {}", lines->front(), lines->back());
    // Doxygen takes comments with three strokes out of a source, so their lines have no place on its page.
    const auto linked = std::find_if(lines->begin(), lines->end(), [&](int line) {
      return !text::trimmed(source[static_cast<std::size_t>(line) - 1]).starts_with("///");
    });
    if (linked == lines->end()) fail(fmt::format("{} has only comments between [{}]", target, name));
    return fmt::format(
        "~~~{{.cpp}}\n{}~~~\n\n<div class=\"snippet-place\"><a href=\"{}.html#l{:05}\">{}, {}</a></div>\n",
        code, source_page_name(file), *linked, file.filename().generic_string(), place);
  }

  /// The text between the marks `NAME: begin` and `NAME: end` of another page, woven as on that page; empty if it has no such block.
  std::string block(const std::string& words) {
    const std::size_t space = words.find(' ');
    const fs::path other = linked_file(page_, words.substr(0, space));
    const std::string name = space == std::string::npos ? "" : text::trimmed(words.substr(space));
    if (!fs::is_regular_file(root_ / other))
      fail(fmt::format("there is no {} for a block", other.generic_string()));
    std::vector<std::string> inside;
    int marks = 0;
    for (const std::string& line : lines_of(read_text(root_ / other))) {
      const auto mark = mark_of(line);
      if (mark == name + ": begin" || mark == name + ": end")
        ++marks;
      else if (marks == 1)
        inside.push_back(line);
    }
    if (marks != 2) return "";  // the other page has changed since it was translated
    const fs::path page = std::exchange(page_, other);
    const std::string text = name.starts_with("code ") ? snippet(name.substr(5)) : "\n" + woven_lines(inside);
    page_ = page;
    return text;
  }

  const fs::path root_;
  fs::path page_;  ///< whose lines we read: another than the woven one within a block of that
  const std::string name_;
  TermLinks terms_;
  std::string fence_;  ///< that ends the block of code we are in; empty outside
  bool titled_ = false;
  bool subpages_ = false;
  bool within_code_ = false;  ///< its content is taken from the source instead
  std::map<std::string, int> slugs_;
  std::set<std::string> stepped_;  ///< programs whose steps the page links to
  std::set<fs::path> linked_;
};

void write(const fs::path& file, const std::string& text) {
  if (read_text(file) == text && fs::exists(file)) return;
  std::ofstream out(file, std::ios::binary);
  out << text;
  if (!out.flush()) throw Failure(exit_wrong, fmt::format("cannot write {}", file.string()));
}

/// The chapters' programs and what they include, whether a page links to them or not.
std::set<fs::path> chapter_sources(const fs::path& root) {
  std::set<fs::path> sources;
  for (const auto& chapter : fs::directory_iterator(root)) {
    if (!chapter.is_directory() || !is_chapter(chapter.path().filename())) continue;
    for (auto entry = fs::recursive_directory_iterator(chapter); entry != fs::end(entry); ++entry) {
      const fs::path file = fs::relative(entry->path(), root);
      if (file.filename() == "exercises" || file.filename() == "tests")
        entry.disable_recursion_pending();
      else if (entry->is_regular_file() && is_source(file))
        sources.insert(file);
    }
  }
  return sources;
}

/// Writes the pages woven, and returns the files that they link to.
std::set<fs::path> write_pages(const fs::path& root, const std::vector<fs::path>& pages,
                               const fs::path& folder) {
  std::set<fs::path> linked;
  for (const fs::path& page : pages) {
    Weaver weaver(root, page);
    write(folder / (page_name(page) + ".markdown"), weaver.woven());
    linked.insert(weaver.linked().begin(), weaver.linked().end());
  }
  return linked;
}

std::vector<fs::path> shown_sources(const fs::path& root, const std::set<fs::path>& linked) {
  std::set<fs::path> sources = chapter_sources(root);
  for (const fs::path& file : linked)
    if (is_source(file)) sources.insert(file);
  std::vector<fs::path> sorted(sources.begin(), sources.end());
  std::sort(sorted.begin(), sorted.end(), [](const fs::path& a, const fs::path& b) {
    return std::pair(a.parent_path(), a.filename()) < std::pair(b.parent_path(), b.filename());
  });
  return sorted;
}

std::string source_page(const fs::path& root, const fs::path& file) {
  return fmt::format(
      "# {0} {{#{1}}}\n\nAll of `{2}`, as it is compiled and tested.\n\n@include{{lineno}} \"{3}\"\n",
      file.filename().generic_string(), source_page_name(file), file.generic_string(),
      (root / file).generic_string());
}

std::string source_list(const std::vector<fs::path>& sources) {
  std::string text =
      "# Sources {#sources}\n\nWhere is the whole of a program? Every source of the chapters, and each file "
      "that a page names.\n";
  fs::path folder = "none";
  for (const fs::path& file : sources) {
    if (file.parent_path() != folder) {
      folder = file.parent_path();
      const std::string name = folder.empty() ? "." : folder.generic_string();
      text += fmt::format("\n## {} {{#{}}}\n\n", name, label("sources", slug(name)));
    }
    text += fmt::format("- @subpage {} \"{}\"\n", source_page_name(file), file.filename().generic_string());
  }
  return text;
}

}  // namespace

std::string woven_page(const fs::path& root, const fs::path& page) { return Weaver(root, page).woven(); }

void write_sources(const fs::path& root, const std::vector<fs::path>& pages, const fs::path& folder) {
  fs::create_directories(folder / "pages");
  fs::create_directories(folder / "files");
  const std::set<fs::path> linked = write_pages(root, pages, folder / "pages");
  const std::vector<fs::path> sources = shown_sources(root, linked);
  for (const fs::path& file : sources)
    write(folder / "pages" / (source_page_name(file) + ".markdown"), source_page(root, file));
  write(folder / "pages/sources.markdown", source_list(sources));
  for (const fs::path& file : linked) {
    if (is_source(file)) continue;
    fs::create_directories((folder / "files" / file).parent_path());
    fs::copy_file(root / file, folder / "files" / file, fs::copy_options::overwrite_existing);
  }
}

}  // namespace tutorial::driver::site

namespace tutorial::driver {

int weave(const std::filesystem::path& root, const WeaveOptions& options) {
  std::vector<std::filesystem::path> pages;
  for (const std::string& page : options.pages)
    pages.push_back(std::filesystem::absolute(page).lexically_normal().lexically_relative(root));
  if (!options.sources.empty()) {
    site::write_sources(root, pages, options.sources);
    return exit_right;
  }
  for (const std::filesystem::path& page : pages) fmt::print("{}", site::woven_page(root, page));
  return exit_right;
}

}  // namespace tutorial::driver
