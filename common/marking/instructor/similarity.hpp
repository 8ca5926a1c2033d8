#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// Which submissions share passages: winnowing of hashed runs of canonical tokens (Schleimer, Wilkerson,
/// Aiken, SIGMOD 2003). A hint where to look, never a verdict: a short exercise has few ways to be solved.
namespace tutorial::instructor {

/// A run of at least shared_tokens tokens that two files share is found; one shorter than run_tokens is not.
inline constexpr std::size_t run_tokens = 16;
inline constexpr std::size_t shared_tokens = 20;

/// The lines that a fingerprint covers.
struct Lines {
  int first;
  int last;

  bool operator==(const Lines&) const = default;
};

/// Hash of a run of tokens, and where it stands first.
using Fingerprints = std::map<std::uint64_t, Lines>;

Fingerprints fingerprints(std::string_view source);

/// One of the files that are compared.
struct Compared {
  std::string name;
  std::string source;
};

/// Two files that share passages.
struct Pair {
  std::size_t a;
  std::size_t b;
  double share;                ///< shared fingerprints in those of the smaller file, 0 to 1
  std::vector<Lines> a_lines;  ///< where they are, merged
  std::vector<Lines> b_lines;
};

/// The pairs that share at least `least` of their passages, the most alike first. Left out is what the
/// starter has, and what more than ten files contain: the obvious way to write it. Files with fewer than 4
/// fingerprints of their own are not compared.
std::vector<Pair> similar_pairs(const std::vector<Compared>& files, std::string_view starter, double least);

/// The pairs for people, with what they mean and do not mean.
std::string similarity_text(const std::string& exercise, const std::vector<Compared>& files,
                            const std::vector<Pair>& pairs, double least);

}  // namespace tutorial::instructor
