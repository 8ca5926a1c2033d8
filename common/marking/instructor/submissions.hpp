#pragma once

#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tutorial::instructor {

/// What one learner handed in for one exercise, or did not.
struct Submission {
  std::string student;  ///< as the folder has it, one line of UTF-8
  std::string id = {};  ///< the learning platform's number for the student, or ""
  std::string exercise = {};
  std::filesystem::path file = {};  ///< relative to the folder; empty if there is none
  bool late = false;                ///< the platform says so
  std::string problem = {};         ///< why there is nothing to mark; "" if the file can be read
  std::string slug =
      {};  ///< the student's folder in the results: characters that every file system allows, unique
  std::vector<std::pair<std::string, std::string>> columns = {};  ///< title and value, as the roster has them
};

/// The roster's column that says whether a submission was late.
inline constexpr const char* late_title = "late";

/// The value of one of the roster's columns; "" if it has none.
std::string column_of(const Submission& submission, const std::string& title);

/// What the roster says, or else "late" if the platform says so.
std::string late_text(const Submission& submission);

/// Found in a folder.
struct Listing {
  std::vector<Submission>
      submissions;  ///< by student, then in the order of the exercises; one a student and exercise
  std::vector<std::string> notes;  ///< what was left alone, one line each
};

/// A submission that is larger is not read.
inline constexpr std::uintmax_t largest_submission = 1 << 20;

/// The submissions in a folder. These layouts may be mixed:
///
///     ada.cu                                           a file a student
///     ada_guard_tail.cu  guard_tail-ada.cu             the same with the exercise's name
///     guard_tail.cu                                    one student's work folder, called after them
///     ada/….cu                                         a folder a student, at most 4 deep
///     lovelaceada_LATE_77_1234_guard_tail-1.cu         Canvas
///     Ada Lovelace_77_assignsubmission_file_/….cu      Moodle, and the same without a folder
///
/// In a student's folder the file NAME.cu belongs to the exercise NAME; with one exercise asked for, a single
/// file of another name does too. Of NAME-1.cu, NAME (2).cu … the last counts. Links are not followed. Names
/// that start with "." are left alone.
/// @param known  the names of all exercises
/// @param asked  the exercises to mark; empty: those whose name a file has
/// @throws std::filesystem::filesystem_error if the folder cannot be read
Listing find_submissions(const std::filesystem::path& folder, const std::vector<std::string>& known,
                         std::vector<std::string> asked);

/// A folder's name for a student: characters that every file system allows, and none of the names in `taken`, to which it is added.
std::string folder_name(const std::string& student, const std::string& id, std::set<std::string>& taken);

/// The bytes of a submission; sets its problem (and returns "") if they cannot be marked: a link, no file,
/// empty, too large, no text.
std::string read_submission(const std::filesystem::path& folder, Submission& submission);

}  // namespace tutorial::instructor
