#pragma once
// Everything that a person can make the window do, as values: buttons, keys and scripts send the same ones, Session::apply carries them
// out. None of them blocks: a run starts in the background and its result arrives with a later Session::poll.
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "app/session/selection.h"
#include "simulator/simulator.h"

namespace wb {

struct OpenLesson { std::string id; };
struct ScrollToBlock { int block = 0; };
struct AnswerPredict { int block = 0; int choice = -1; std::string text; };  // choice -1 with empty text: "no idea"
struct RunLaunch { std::string name; int card = -1; };  // on every engine, with the settings of this card; -1: as the card would that it belongs to
struct StopRun {};
struct SetValue { std::string launch, name; double value = 0; std::optional<int> card; };  // a slider of this card; none: of the settings in use
struct SetSchedule { Schedule schedule{}; uint64_t seed = 0; };
struct Seek { Tick tick = 0; };
struct Step { StepKind kind{}; Direction direction{}; };
struct FollowThread { std::optional<ThreadRef> thread; };
struct SelectElement { std::optional<ElementRef> element; };
struct SelectLine { uint32_t line = 0; bool is_jump = false; };  // marks it, or no longer; a jump marks it in any case, and shows the kernel's text
struct ToggleBreakpoint { std::string source; uint32_t line = 0; };  // of that launch's, bug's or exercise's file; slides to the next line with code
struct ChangeBreakpoint { std::string source; uint32_t line = 0; std::string condition; bool is_on = true; };  // of the one at this line
struct ClearBreakpoints {};                          // of all files of the lesson
struct Continue { Direction direction{}; };          // to the next breakpoint; forwards without one, to the end; with all off, to the end or the start
struct StopSearching {};                             // for a breakpoint
struct SelectFinding { int index = -1; };
// A grid that the shown launch's device code has launched, or (0) the launch's own, takes the place of the one that is shown, at this tick of it and following
// this thread; without a tick as a run that has just ended.
struct OpenGrid { uint32_t number = 0; std::optional<Tick> tick; std::optional<ThreadRef> thread; };
struct StopOpeningGrid {};
struct SetHover { Selection::Hover hover; };
struct EditSource { std::string name, text; };       // the student's text of an exercise or bug
struct ResetSource { std::string name; };
struct CheckExercise { std::string name; };
struct ShowHint { std::string name; };               // one more
struct AnswerStop { int run_block = 0, stop = 0, choice = -1; std::string text; };
struct AnswerExercise { std::string name; int choice = -1; std::string text; };  // one that is answered, not programmed
struct WriteExplanation { int block = 0; std::string text; };
struct EditAsText { bool on = false; };              // exercises made of cards or blanks are shown as the text that they are
struct OpenSource { std::string name; };             // show the source of this launch, bug or exercise in the editor
struct SetTheme { bool dark = false; };
struct SetTextScale { float scale = 1; };
struct SetLayout { std::string preset; };            // "read", "watch", "results"
struct ShowPart { std::string part; };             // in a folded window, which of window_parts is shown
struct ShowMachineView { std::string view; };        // one of machine_views; another name does nothing
struct Watch { std::string expression; };             // whose value the Warp view shows in all lanes; empty: none
struct ShowLoops { bool on = false; };               // the explicit loops in place of the kernel
struct RunCardBlock { int block = 0; };              // the run card at this block: its launch with the card's schedule, values and stops
struct ShowFigure { int block = 0; };                // the view card at this block: that view in that state
struct KeepEdit { std::string name; };               // the lesson's file changed under an edit; the difference was seen
struct TrustCourse {};                               // native code of the open lesson's course may run, from now on
struct SetLanguage { std::string language; };        // of the window's own words: "en", "ko"
struct SetRecordingMemory { uint32_t mib = 0; };      // that a run's recording may take, from the next run on
struct SavePicture { std::string part; };            // of the window: "page", "source", "machine", "results", "window". The window carries it out
struct Tell { std::string sentence; };               // of what was done, in the top bar
struct ReloadLesson {};                              // read its files again
// Of the shown run; `finding` counts its findings.
struct SelectParty { int finding = -1, party = 0; };  // the moment of one of its two accesses
struct ExplainFinding { int finding = -1; };         // look for the order that breaks it
struct StopExplaining { int finding = -1; };
struct ShowStoryStep { int finding = -1, step = -1; };  // go to that moment of the story's own run
struct LeaveStory {};                                // back to the normal run
struct RunSchedules { uint64_t count = 100; };       // the launch under so many schedules
struct StopSchedules {};

using Command = std::variant<OpenLesson, ScrollToBlock, AnswerPredict, RunLaunch, StopRun, SetValue, SetSchedule, Seek, Step, FollowThread,
                             SelectElement, SelectLine, SelectFinding, SetHover, EditSource, ResetSource, CheckExercise, ShowHint, AnswerStop, AnswerExercise,
                             WriteExplanation, OpenSource, SetTheme, SetTextScale, SetLayout, ShowLoops, RunCardBlock, ShowFigure, KeepEdit,
                             TrustCourse, EditAsText, SetLanguage, ReloadLesson, ShowMachineView, Watch,
                             SelectParty, ExplainFinding, StopExplaining, ShowStoryStep, LeaveStory, RunSchedules,
                             StopSchedules, ToggleBreakpoint, ChangeBreakpoint, ClearBreakpoints, Continue, StopSearching,
                             SetRecordingMemory, SavePicture, Tell, ShowPart, OpenGrid, StopOpeningGrid>;

// Where views put their commands; the session carries them out after the frame.
struct Commands {
  std::vector<Command> queue;
  template <class C> void send(C command) { queue.emplace_back(std::move(command)); }
};

}  // namespace wb
