// agreement: does the lens count what the hardware counts?
//
//   agreement collect CASES NCU_CSV > counters.json        what ncu.sh brought home, summed by kernel
//   agreement compare COUNTERS EXPLAINED LENS_FOLDER        runs every case under the lens and compares; a Markdown table on
//                                                           standard output, exit code 1 if a difference is unexplained
//
// Both sides run the same programs with the same arguments. The hardware's kernels are launched more often, to warm up: what is
// compared is what one launch costs on the mean. Entries of counters.json that have no "launches" were collected before that
// was stored, and hold one of the two runs of each row.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <regex>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "files.hpp"

namespace {

using Json = nlohmann::ordered_json;

/// A counter: ncu's name for it and where it stands in the lens's report.
struct Counter {
  const char* title;
  const char* ncu;
  const char* space;
  const char* op;
  const char* field;
};

constexpr std::array<Counter, 8> counters{{
    {"global load requests", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "global", "load", "requests"},
    {"global load sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "global", "load", "sectors"},
    {"global store requests", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "global", "store", "requests"},
    {"global store sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "global", "store", "sectors"},
    {"shared load wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "shared", "load", "wavefronts"},
    {"shared load conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", "shared", "load",
     "excess_wavefronts"},
    {"shared store wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", "shared", "store", "wavefronts"},
    {"shared store conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", "shared", "store",
     "excess_wavefronts"},
}};

/// The hardware's own arbitration adds wavefronts where another unit wants the same bank, from run to run differently. This
/// share of the lens's wavefronts is as much as was ever seen.
constexpr double arbitration = 0.02;

std::string read(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> lines_of(const std::string& path) {
  std::istringstream text(read(path));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);)
    if (!line.empty() && line[0] != '#') lines.push_back(line);
  return lines;
}

/// The fields of a line of ncu's CSV: all quoted, no quotes inside.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  for (std::size_t begin = line.find('"'); begin != std::string::npos;) {
    const std::size_t end = line.find('"', begin + 1);
    if (end == std::string::npos) throw std::runtime_error("ncu.csv: unbalanced quotes: " + line);
    fields.push_back(line.substr(begin + 1, end - begin - 1));
    begin = line.find('"', end + 1);
  }
  return fields;
}

/// "transpose_padded<8, float>" of "void transpose_padded<8, float>(const T2 *, …)" and of "…<(int)8, float>(…)".
std::string plain_name(std::string name) {
  name = name.substr(0, name.find('('));
  if (name.starts_with("void ")) name = name.substr(5);
  return name;
}

/// Rows of peers run kernels of their own, which the simulator does not have.
bool is_of_library(const std::string& kernel) {
  constexpr std::array beginnings = {"cub::", "thrust::", "cublas", "cusparse", "cutlass::", "dot_kernel<", "reduce_1Block_kernel<"};
  return std::any_of(beginnings.begin(), beginnings.end(), [&](const char* beginning) { return kernel.starts_with(beginning); });
}

/// A kernel's name with its template arguments as ncu has them: "k<0, 32>" for the lens's "k<false, 32u>" and "k<(Variant)0, 32>".
std::string as_ncu_has_it(std::string name) {
  name = std::regex_replace(name, std::regex("\\bfalse\\b"), "0");
  name = std::regex_replace(name, std::regex("\\btrue\\b"), "1");
  name = std::regex_replace(name, std::regex("\\([\\w:]+\\)(?=\\d)"), "");
  return std::regex_replace(name, std::regex("\\b(\\d+)u\\b"), "$1");
}

int collect(const std::string& cases_file, const std::string& csv_file) {
  const std::vector<std::string> cases = lines_of(cases_file);
  // case -> kernel -> launch -> counter -> value
  std::map<int, std::map<std::string, std::map<int, std::map<std::string, double>>>> seen;
  for (const std::string& line : lines_of(csv_file)) {
    const std::vector<std::string> field = fields_of(line);
    if (field.size() < 16 || field[1] == "ID" || is_of_library(plain_name(field[5]))) continue;
    std::string digits;
    for (const char c : field[15])
      if (c != ',') digits += c;
    seen[std::stoi(field[0])][plain_name(field[5])][std::stoi(field[1])][field[13]] = std::stod(digits);
  }

  Json all = Json::array();
  for (const auto& [number, kernels] : seen) {
    for (const auto& [kernel, launches] : kernels) {
      Json entry = {{"case", cases.at(static_cast<std::size_t>(number - 1))},
                    {"kernel", kernel},
                    {"launches", launches.size()},
                    {"counters", Json::object()}};
      for (const Counter& counter : counters) {
        double sum = 0;
        for (const auto& [id, values] : launches) sum += values.at(counter.ncu);
        entry["counters"][counter.title] = std::llround(sum);
      }
      all.push_back(entry);
    }
  }
  std::cout << all.dump(1) << "\n";
  return 0;
}

/// The lens's report of one case, by kernel.
std::map<std::string, Json> watch(const std::string& test_case, const std::filesystem::path& lens_folder) {
  const std::string program = test_case.substr(0, test_case.find(' '));
  for (const auto& chapter : std::filesystem::directory_iterator(lens_folder)) {
    const auto binary = chapter.path() / program;
    if (!std::filesystem::exists(binary)) continue;
    const driver::TemporaryFolder folder;
    const std::string report = (folder / "report.json").string();
    const std::string command = fmt::format("LENS_WATCH=all LENS_JSON='{}' '{}'{} >/dev/null 2>&1", report, binary.string(),
                                            test_case.substr(program.size()));
    const int status = std::system(command.c_str());
    const Json json = Json::parse(driver::read_text(report), nullptr, false);
    if (status != 0 || json.is_discarded()) throw std::runtime_error(test_case + ": the lens build failed");
    std::map<std::string, Json> kernels;
    for (const Json& kernel : json.at("kernels")) kernels[as_ncu_has_it(kernel.at("name"))] = kernel;
    return kernels;
  }
  throw std::runtime_error(program + " has no lens build in " + lens_folder.string());
}

long long sum_of(const Json& kernel, const Counter& counter) {
  long long sum = 0;
  for (const Json& line : kernel.at("lines"))
    if (line.at("space") == counter.space && line.at("op") == counter.op) sum += line.at(counter.field).get<long long>();
  return sum;
}

/// The hardware's sum over as many launches as the lens has seen.
long long hardware_sum(const Json& entry, const Json& kernel, const Counter& counter) {
  const long long sum = entry.at("counters").at(counter.title);
  if (!entry.contains("launches")) return sum;
  return std::llround(static_cast<double>(sum) * kernel.at("launches").get<double>() / entry.at("launches").get<double>());
}

/// Why two values differ, "" if nobody knows. A line of the file: case | kernel | counter | reason, where an empty field holds for all, and a kernel
/// without template arguments for all of that name.
std::string explanation(const std::vector<std::string>& explained, const std::string& test_case, const std::string& kernel,
                        const Counter& counter, long long lens, long long hardware) {
  if (std::string_view(counter.space) == "shared" && hardware > lens &&
      static_cast<double>(hardware - lens) <= arbitration * static_cast<double>(std::max(lens, 1LL)) + 1)
    return "the hardware's own arbitration";
  for (const std::string& line : explained) {
    std::istringstream text(line);
    std::array<std::string, 4> field;
    for (std::string& each : field) {
      std::getline(text, each, '|');
      each.erase(0, each.find_first_not_of(' '));
      each.erase(each.find_last_not_of(' ') + 1);
    }
    if ((field[0].empty() || field[0] == test_case) && (field[1].empty() || field[1] == kernel || kernel.starts_with(field[1] + "<")) &&
        (field[2].empty() || field[2] == counter.title))
      return field[3];
  }
  return "";
}

int compare(const std::string& counters_file, const std::string& explained_file, const std::string& lens_folder) {
  const Json hardware = Json::parse(read(counters_file));
  const std::vector<std::string> explained = lines_of(explained_file);
  std::map<std::string, std::map<std::string, Json>> watched;
  int equal = 0;
  int with_reason = 0;
  int supposed = 0;
  int unexplained = 0;
  fmt::print("| program and arguments | kernel | counter | lens | hardware | why they differ |\n| --- | --- | --- | ---: | ---: | --- |\n");
  for (const Json& entry : hardware) {
    const std::string test_case = entry.at("case");
    const std::string kernel = entry.at("kernel");
    if (!watched.contains(test_case)) watched[test_case] = watch(test_case, lens_folder);
    const auto& kernels = watched[test_case];
    if (!kernels.contains(kernel)) throw std::runtime_error(fmt::format("{}: the lens saw no kernel {}", test_case, kernel));
    const long long wavefronts_of_loads = sum_of(kernels.at(kernel), counters[4]);
    for (const Counter& counter : counters) {
      const long long lens = sum_of(kernels.at(kernel), counter);
      const long long hard = hardware_sum(entry, kernels.at(kernel), counter);
      if (lens == 0 && hard == 0) continue;
      std::string why;
      if (lens == hard) {
        ++equal;
      } else {
        // Conflicts are wavefronts beyond the first: the arbitration's share is one of all wavefronts.
        const bool conflicts = std::string_view(counter.field) == "excess_wavefronts";
        const long long base = conflicts ? std::max(lens, wavefronts_of_loads) : lens;
        why = explanation(explained, test_case, kernel, counter, base, conflicts ? base + (hard - lens) : hard);
        ++(why.empty() ? unexplained : why.starts_with("supposed:") ? supposed : with_reason);
        if (why.empty()) why = "**unexplained**";
      }
      fmt::print("| `{}` | `{}` | {} | {} | {} | {} |\n", test_case, kernel, counter.title, lens, hard, why);
    }
  }
  fmt::print("\n{} counters are equal, {} differ for a reason that was looked up, {} differ for a reason that we suppose, {} differ and nobody knows "
             "why.\n",
             equal, with_reason, supposed, unexplained);
  return unexplained == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  try {
    if (arguments.size() == 3 && arguments[0] == "collect") return collect(arguments[1], arguments[2]);
    if (arguments.size() == 4 && arguments[0] == "compare") return compare(arguments[1], arguments[2], arguments[3]);
  } catch (const std::exception& error) {
    std::cerr << "agreement: " << error.what() << "\n";
    return 1;
  }
  std::cerr << "usage: agreement collect CASES NCU_CSV | agreement compare COUNTERS EXPLAINED LENS_FOLDER\n";
  return 2;
}
