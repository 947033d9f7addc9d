//===- Pass.h - Base of all passes ----------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASS_PASS_H
#define HLOMEM_PASS_PASS_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/Analysis/PreservedAnalyses.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Pass/PassContext.h"
#include "hlomem/Pass/PassInfo.h"
#include "hlomem/Pass/PassOptions.h"

namespace hlomem {

class PassBuilder;

/// Is the base class of a pass that no .td declares and that has no options;
/// for one with options see OneFilePass:
/// \code
///   struct HelloPass : PassInfoMixin<HelloPass> {
///     static PassInfo info() { return {"hello", "Greet the module", {}}; }
///     PreservedAnalyses run(Module &M, AnalysisManager &AM, PassContext &C);
///   };
/// \endcode
/// A pass is copied before it runs over a module: it keeps no state from one
/// module to the next, and one pipeline may run on several threads.
template <class DerivedT> class PassInfoMixin {
public:
  /// Returns the name of the pass in a pipeline.
  static StringRef name() { return DerivedT::info().Name; }

  /// Makes the pass from the text between its angle brackets, which is empty if
  /// there are none. Fails with a PipelineError that has a place in \p Options.
  /// A pass may have a create() with a second argument in its place, the const
  /// PassBuilder & with which pipelines are parsed (NestedPipeline).
  static Expected<DerivedT> create(StringRef Options) {
    if (Error E = PassOptionParser(name(), Options).finish())
      return Expected<DerivedT>(std::move(E));
    return DerivedT();
  }

  /// Writes the pass as pipeline text.
  void printPipeline(raw_ostream &OS) const { OS << name(); }
};

/// Represents a pass of any class.
class PassConcept {
public:
  virtual ~PassConcept() = default;
  virtual PassInfo info() const = 0;
  virtual void printPipeline(raw_ostream &OS) const = 0;
  virtual PreservedAnalyses run(Module &M, AnalysisManager &AM,
                                PassContext &C) const = 0;

  /// Returns true if the pass, or a pass of a pipeline in its options, is a
  /// transform.
  virtual bool runsTransform() const { return info().IsTransform; }

  /// Returns true if the pass also shows the module as it was before the
  /// transforms of its pipeline: PassContext::getOriginal().
  virtual bool needsOriginal() const { return false; }

  StringRef name() const { return info().Name; }
  bool isRequired() const { return info().IsRequired || info().WritesDocument; }
};

/// Holds a pass of class \p PassT, and runs a copy of it.
template <class PassT> class PassModel final : public PassConcept {
public:
  explicit PassModel(PassT P) : Pass(std::move(P)) {}

  PassInfo info() const override { return PassT::info(); }
  void printPipeline(raw_ostream &OS) const override { Pass.printPipeline(OS); }
  PreservedAnalyses run(Module &M, AnalysisManager &AM,
                        PassContext &C) const override {
    PassT Copy(Pass);
    return Copy.run(M, AM, C);
  }
  bool runsTransform() const override {
    if constexpr (requires { Pass.runsTransform(); })
      return Pass.runsTransform();
    return PassConcept::runsTransform();
  }

private:
  PassT Pass;
};

//===----------------------------------------------------------------------===//
// Passes that a .td declares
//===----------------------------------------------------------------------===//

/// Holds the arguments of a run of a pass that a .td declares; its members are
/// initialized from them.
struct PassRun {
  Module &M;
  AnalysisManager &AM;
  PassContext &C;
  /// Holds the memory spaces to report if the pass sets `selectsSpaces`.
  SmallVector<MemorySpace, 4> Spaces = {};

  /// Emits \p R, which has no place of its own in the dump: a headline gets
  /// that of the module, a note or a row that of its headline.
  template <class RemarkT> void emit(const RemarkT &R) const {
    const bool IsPart = RemarkT::Info.IsNote || RemarkT::Info.IsRow;
    C.emit(IsPart ? SMLoc() : getLoc(M), R);
  }

  /// Emits \p R like emit(), unless it counts nothing: its argument Count is 0.
  template <class RemarkT> void emitIfAny(const RemarkT &R) const {
    if (R.Count != 0)
      emit(R);
  }

  /// Returns an error in the name of the pass: "pass 'peak': " and \p Why.
  Error makeError(const Twine &Why) const;
  /// Makes the pass fail, which has changed nothing: with \p E, or with an
  /// error in its name.
  PreservedAnalyses fail(Error E) const;
  PreservedAnalyses fail(const Twine &Why) const {
    return fail(makeError(Why));
  }
};

/// Prepares the run of a pass that a .td declares: finds the number of the
/// memory space \p Choice, which may be null, selects the spaces to report, and
/// reports what is known of live ranges (see Pass in PassBase.td). Returns
/// false if the pass need not run, which may be a failure.
bool prepareRun(PassRun &Run, std::optional<SpaceChoice> *Choice,
                bool SelectsSpaces, bool UsesLiveRanges);

/// Reports that \p Space is none of \p Present. It is for a pass that selects
/// its memory spaces itself.
void reportNothingInSpace(const PassRun &Run, MemorySpace Space,
                          ArrayRef<MemorySpace> Present);

/// Returns the result of \p AnalysisT, or the object that the result owns.
template <class AnalysisT> auto &getAnalysisResult(AnalysisManager &AM) {
  auto &Result = AM.getResult<AnalysisT>();
  if constexpr (requires { Result.get_deleter(); })
    return *Result;
  else
    return Result;
}

/// Prints the pass \p Name with \p Options, the text between its angle
/// brackets, as pipeline text.
inline void printPass(raw_ostream &OS, StringRef Name, StringRef Options) {
  OS << Name;
  if (!Options.empty())
    OS << '<' << Options << '>';
}

/// Holds the options of a pass that a .td declares, and makes an object of the
/// pass for each run.
template <class PassT> class DeclaredPassModel final : public PassConcept {
public:
  explicit DeclaredPassModel(typename PassT::OptionsType Options)
      : Options(std::move(Options)) {}

  PassInfo info() const override { return PassT::info(); }
  void printPipeline(raw_ostream &OS) const override {
    std::string Text;
    llvm::raw_string_ostream TextOS(Text);
    Options.print(TextOS);
    printPass(OS, PassT::name(), Text);
  }
  PreservedAnalyses run(Module &M, AnalysisManager &AM,
                        PassContext &C) const override {
    PassRun Run{M, AM, C};
    auto Given = Options;
    if constexpr (requires { PassT::prepare(Run, Given); })
      if (!PassT::prepare(Run, Given))
        return PreservedAnalyses::all();
    PassT Pass(Run, std::move(Given));
    if constexpr (std::is_void_v<decltype(Pass.run())>) {
      Pass.run();
      return PreservedAnalyses::all();
    } else {
      return Pass.run();
    }
  }
  bool runsTransform() const override {
    if constexpr (requires { Options.runsTransform(); })
      return info().IsTransform || Options.runsTransform();
    return PassConcept::runsTransform();
  }
  bool needsOriginal() const override {
    if constexpr (requires { PassT::needsOriginal(Options); })
      return PassT::needsOriginal(Options);
    return PassConcept::needsOriginal();
  }

private:
  typename PassT::OptionsType Options;
};

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

/// Makes a pass from the text between its angle brackets, which is empty if
/// there are none; \p PB parses pipelines in it. Fails with a PipelineError
/// that has a place in that text.
using PassFactory = std::function<Expected<std::unique_ptr<PassConcept>>(
    StringRef Options, const PassBuilder &PB)>;

/// Registers the pass that \p Info describes and \p Make makes, as
/// PassBuilder::registerPass() does, which is not defined here.
Error registerPass(PassBuilder &PB, const PassInfo &Info, PassFactory Make);

/// Registers \p PassT, built-in or from a plugin, with \p PB.
template <class PassT> Error registerPass(PassBuilder &PB) {
  if constexpr (requires { PassT::registerWith(PB); }) {
    return PassT::registerWith(PB);
  } else {
    auto Make =
        [](StringRef Text,
           const PassBuilder &PB) -> Expected<std::unique_ptr<PassConcept>> {
      if constexpr (requires { typename PassT::OptionsType; }) {
        auto Options = [&] {
          if constexpr (requires { PassT::parse(Text, PB); })
            return PassT::parse(Text, PB);
          else
            return PassT::parse(Text);
        }();
        if (!Options)
          return Options.takeError();
        return std::make_unique<DeclaredPassModel<PassT>>(std::move(*Options));
      } else {
        Expected<PassT> Pass = [&] {
          if constexpr (requires { PassT::create(Text, PB); })
            return PassT::create(Text, PB);
          else
            return PassT::create(Text);
        }();
        if (!Pass)
          return Pass.takeError();
        return std::make_unique<PassModel<PassT>>(std::move(*Pass));
      }
    };
    return registerPass(PB, PassT::info(), Make);
  }
}

} // namespace hlomem

/// Defines registerNAMEPass(), which is declared for `def NAME` of a .td. \p
/// CLASS is NAMEPass or derived from it.
#define HLOMEM_PASS(NAME, CLASS)                                               \
  llvm::Error register##NAME##Pass(::hlomem::PassBuilder &PB) {                \
    return ::hlomem::registerPass<CLASS>(PB);                                  \
  }

#endif // HLOMEM_PASS_PASS_H
