//===- OneFilePass.h - Passes that are one C++ file -------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Defines the base class of passes that no .td declares, and includes what
/// such a pass needs. A plugin with one pass is one file:
/// \code
///   #include "hlomem/Pass/OneFilePass.h"
///
///   struct BigValues : hlomem::OneFilePass<BigValues> {
///     static constexpr llvm::StringLiteral Name = "big-values";
///     static constexpr llvm::StringLiteral Summary = "List large values";
///     Option<hlomem::Bytes> Least{*this, "least", "64KiB", "the least size"};
///
///     void run(const hlomem::Module &M, hlomem::AnalysisManager &AM,
///              hlomem::PassContext &C) {
///       for (const hlomem::Value &V : M.values())
///         if (V.getSize() >= *Least)
///           C.remark(V.getLoc()) << V << " has " << V.getSize();
///     }
///   };
///
///   HLOMEM_ONE_FILE_PLUGIN(BigValues)
/// \endcode
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASS_ONEFILEPASS_H
#define HLOMEM_PASS_ONEFILEPASS_H

#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Memory/LiveBuffers.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/Analysis/Program/LoopAnalysis.h"
#include "hlomem/Analysis/Program/ValueFlow.h"
#include "hlomem/Analysis/Sources/UserSourceAnalysis.h"
#include "hlomem/Analysis/Sources/ValueNames.h"
#include "hlomem/Analysis/Target.h"
#include "hlomem/IR/AssignmentEdit.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/Pass/PassPlugin.h"

namespace hlomem {

class OneFileOption;

/// Holds the options of a OneFilePass, which are members of the pass.
class OneFileOptions {
public:
  OneFileOptions() = default;
  OneFileOptions(const OneFileOptions &) = delete;
  OneFileOptions &operator=(const OneFileOptions &) = delete;

  /// Gives the options the values that \p Text, the text between the angle
  /// brackets of the pass \p Pass, has for them. Fails with a PipelineError
  /// that has a place in \p Text.
  Error parse(StringRef Pass, StringRef Text);
  /// Prints the options that differ from their defaults, as parse() reads them.
  void print(raw_ostream &OS) const;
  /// Fails if two options of the pass \p Pass have one name, or if one has a
  /// default that is no value of it.
  Error check(StringRef Pass) const;
  /// Returns the descriptions of the options, in the order of the members.
  std::vector<PassOptionInfo> describe() const;

private:
  friend class OneFileOption;

  SmallVector<OneFileOption *, 4> All;
};

/// Represents an option of a OneFilePass, whatever its type is.
class OneFileOption {
public:
  OneFileOption(OneFileOptions &Owner, PassOptionInfo Info) : Info(Info) {
    Owner.All.push_back(this);
  }
  OneFileOption(const OneFileOption &) = delete;
  OneFileOption &operator=(const OneFileOption &) = delete;
  virtual ~OneFileOption() = default;

  const PassOptionInfo &getInfo() const { return Info; }
  virtual void parse(PassOptionParser &Parser) = 0;
  virtual void print(PassOptionPrinter &Printer) const = 0;
  /// Describes the values that the option may have if its default is none of
  /// them; otherwise empty.
  virtual std::string checkDefault() const = 0;

protected:
  PassOptionInfo Info;
};

/// Is the base class of a pass that is one C++ file. \p DerivedT has the
/// members Name and Summary (see PassInfo) of the type StringLiteral, a
/// member Option for each option, and run(), which returns nothing, or the
/// analyses that are still valid if `static constexpr bool IsTransform = true`.
/// A pass that writes a document has `static constexpr bool WritesDocument =
/// true`, and may have an Extension. Each run has an object of its own, made by
/// the default constructor.
template <class DerivedT> class OneFilePass : public OneFileOptions {
public:
  static constexpr bool IsTransform = false;
  static constexpr bool WritesDocument = false;
  static constexpr StringLiteral Extension = "";

  /// Represents an option of the type \p T, for which there are
  /// PassOptionTraits: a number, bool, std::string, Bytes, SpaceChoice, or a
  /// vector of these.
  template <class T> class Option final : public OneFileOption {
    static constexpr bool IsNumber =
        std::is_integral_v<T> && !std::is_same_v<T, bool>;
    // A text, or a list.
    static constexpr bool MayBeEmpty = requires(T V) { V.push_back({}); };

  public:
    /// Adds the option \p Name to the pass \p Owner. \p Default is what it is
    /// if it is not given, as in a pipeline; \p Help describes it, one sentence
    /// without a full stop.
    Option(OneFilePass &Owner, StringLiteral Name, StringLiteral Default,
           StringLiteral Help)
        : Option(Owner, Name, Default, Help, {0, getMost()}, ForAnyType()) {}

    /// Adds an option like the constructor above; its number must be in \p
    /// Range.
    Option(OneFilePass &Owner, StringLiteral Name, StringLiteral Default,
           StringLiteral Help, PassOptionRange Range)
      requires(IsNumber)
        : Option(Owner, Name, Default, Help, Range, ForAnyType()) {}

    const T &operator*() const { return Value; }
    const T *operator->() const { return &Value; }

    void parse(PassOptionParser &Parser) override {
      if constexpr (IsNumber)
        Parser.option(Info.Name, Value, Range);
      else
        Parser.option(Info.Name, Value);
    }
    void print(PassOptionPrinter &Printer) const override {
      Printer.option(Info.Name, Value, Initial);
    }
    std::string checkDefault() const override {
      if (IsGood)
        return "";
      if constexpr (IsNumber)
        return Range.expected();
      else
        return PassOptionTraits<T>::expected();
    }

  private:
    /// Tells the constructor for all types from those that may be called.
    struct ForAnyType {};

    Option(OneFilePass &Owner, StringLiteral Name, StringLiteral Default,
           StringLiteral Help, PassOptionRange Range, ForAnyType /*Tag*/)
        : OneFileOption(Owner,
                        {Name, PassOptionTraits<T>::ValueName, Default, Help}),
          Range(Range) {
      if (Default.empty() && MayBeEmpty)
        IsGood = true;
      else
        IsGood = PassOptionTraits<T>::parse(Default, Value);
      if constexpr (IsNumber)
        IsGood &= Range.contains(Value);
      Initial = Value;
      if (Range.Least != 0 || Range.Most != getMost()) {
        RangeText =
            std::to_string(Range.Least) + ".." + std::to_string(Range.Most);
        Info.ValueName = RangeText;
      }
    }

    static constexpr uint64_t getMost() {
      if constexpr (std::is_integral_v<T>)
        return std::numeric_limits<T>::max();
      else
        return std::numeric_limits<uint64_t>::max();
    }

    PassOptionRange Range;
    std::string RangeText;
    T Value{};
    T Initial{};
    bool IsGood = false;
  };

  static StringRef name() { return DerivedT::Name; }

  /// Returns the description of the pass.
  static PassInfo info() {
    static const DerivedT Prototype;
    static const std::vector<PassOptionInfo> Options = Prototype.describe();
    static_assert(DerivedT::WritesDocument || DerivedT::Extension.empty(),
                  "an extension is for a pass that writes a document");
    return {.Name = DerivedT::Name,
            .Summary = DerivedT::Summary,
            .Options = Options,
            .WritesDocument = DerivedT::WritesDocument,
            .IsTransform = DerivedT::IsTransform,
            .Remarks = RemarkText::names(),
            .Extension = DerivedT::Extension};
  }

  /// Registers the pass with \p PB. Fails if the options contradict themselves,
  /// or if the name is taken.
  static Error registerWith(PassBuilder &PB);
};

/// Holds the options of a OneFilePass as text, and makes an object of the pass
/// for each run.
template <class PassT> class OneFilePassModel final : public PassConcept {
public:
  explicit OneFilePassModel(StringRef Options) : Options(Options) {}

  PassInfo info() const override { return PassT::info(); }
  void printPipeline(raw_ostream &OS) const override {
    std::string Text;
    llvm::raw_string_ostream TextOS(Text);
    makePass()->print(TextOS);
    printPass(OS, PassT::name(), Text);
  }
  PreservedAnalyses run(Module &M, AnalysisManager &AM,
                        PassContext &C) const override {
    static_assert(
        std::is_void_v<decltype(std::declval<PassT>().run(M, AM, C))> !=
            PassT::IsTransform,
        "run() of a transform returns PreservedAnalyses, of another pass "
        "nothing");
    std::unique_ptr<PassT> Pass = makePass();
    if constexpr (std::is_void_v<decltype(Pass->run(M, AM, C))>) {
      Pass->run(M, AM, C);
      return PreservedAnalyses::all();
    } else {
      return Pass->run(M, AM, C);
    }
  }

private:
  // The text was checked before.
  std::unique_ptr<PassT> makePass() const {
    auto Pass = std::make_unique<PassT>();
    llvm::cantFail(Pass->parse(PassT::name(), Options));
    return Pass;
  }

  std::string Options;
};

template <class DerivedT>
Error OneFilePass<DerivedT>::registerWith(PassBuilder &PB) {
  if (Error E = DerivedT().check(DerivedT::Name))
    return E;
  return PB.registerPass(
      info(),
      [](StringRef Text,
         const PassBuilder & /*PB*/) -> Expected<std::unique_ptr<PassConcept>> {
        if (Error E = DerivedT().parse(DerivedT::Name, Text))
          return E;
        return std::make_unique<OneFilePassModel<DerivedT>>(Text);
      });
}

} // namespace hlomem

/// Defines the entry point of a plugin that has one pass, the OneFilePass \p
/// CLASS, and is named after it.
#define HLOMEM_ONE_FILE_PLUGIN(CLASS)                                          \
  HLOMEM_PASS_PLUGIN(CLASS::Name.data(), "1.0", CLASS::registerWith)

#endif // HLOMEM_PASS_ONEFILEPASS_H
