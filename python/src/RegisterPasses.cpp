//===- RegisterPasses.cpp - Passes that are no C++ ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterPasses.h"
#include "Facade.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/Pass/PassBuilder.h"
#include "hlomem/Passes/BuiltinPasses.h"
#include "hlomem/Passes/Tables/AnalysisTables.h"
#include "hlomem/Support/Bytes.h"
#include "hlomem/Tables/Tables.h"
#include "llvm/ADT/STLExtras.h"
#include <mutex>
#include <set>
#include <thread>

using namespace llvm;

namespace hlomem::python {

/// Returns a text equal to \p Name that lives as long as the process, as names
/// of arguments of remarks do.
static StringRef intern(const std::string &Name) {
  static std::mutex Lock;
  static std::set<std::string> Known;
  std::lock_guard<std::mutex> Guard(Lock);
  return *Known.insert(Name).first;
}

namespace {

class ModuleOfRun final : public ModuleView {
public:
  explicit ModuleOfRun(const PassRun &Run)
      : Run(Run), Name(Run.C.getModuleName().empty() ? Run.M.getName()
                                                     : Run.C.getModuleName()) {}

  bool isUsableHere() const override {
    return std::this_thread::get_id() == Thread;
  }
  std::string getName() const override { return Name; }
  std::shared_ptr<Table> makeTable(const std::string &TableName) override {
    const TableInfo *Info = findTable(TableName);
    if (!Info)
      return nullptr;
    if (!Rows)
      Rows = makeTables(Name, Run);
    return python::makeTable(*Info, Rows.get());
  }
  bool remark(const std::vector<RemarkPart> &Parts,
              std::optional<uint64_t> Value) override;

private:
  const PassRun &Run;
  const std::string Name;
  const std::thread::id Thread = std::this_thread::get_id();
  std::unique_ptr<ModuleTables> Rows;
};

/// A pass with the values of its options.
class ForeignPassModel final : public PassConcept {
public:
  ForeignPassModel(const ForeignPass &P, PassInfo Info,
                   std::vector<OptionValue> Values)
      : P(P), Info(Info), Values(std::move(Values)) {}

  PassInfo info() const override { return Info; }
  void printPipeline(raw_ostream &OS) const override;
  PreservedAnalyses run(Module &M, AnalysisManager &AM,
                        PassContext &C) const override {
    PassRun Run{M, AM, C};
    ModuleOfRun View(Run);
    if (std::string Why = P.run(View, Values); !Why.empty())
      return Run.fail(Twine(Why));
    return PreservedAnalyses::all();
  }

private:
  const ForeignPass &P;
  const PassInfo Info;
  const std::vector<OptionValue> Values;
};

} // namespace

bool ModuleOfRun::remark(const std::vector<RemarkPart> &Parts,
                         std::optional<uint64_t> Value) {
  SMLoc Loc = getLoc(Run.M);
  if (Value) {
    const hlomem::Value *V = Run.M.findValue(*Value);
    if (!V)
      return false;
    Loc = V->getLoc();
  }
  RemarkText Remark = Run.C.remark(Loc);
  for (const RemarkPart &P : Parts) {
    const auto *Number = std::get_if<uint64_t>(&P.Value);
    if (P.Name.empty())
      Remark << std::get<std::string>(P.Value);
    else if (!Number)
      Remark << NamedArgument<const std::string &>{
          intern(P.Name), std::get<std::string>(P.Value)};
    else if (P.IsSize)
      Remark << NamedArgument<Bytes>{intern(P.Name), Bytes(*Number)};
    else
      Remark << NamedArgument<uint64_t>{intern(P.Name), *Number};
  }
  return true;
}

/// Calls \p Fn with the option of the type that the pipeline has for \p O, and
/// stores what that is afterwards in \p Value.
template <typename FnT>
static void visitOption(const ForeignOption &O, OptionValue &Value, FnT Fn) {
  if (O.IsSize) {
    Bytes Size(std::get<uint64_t>(Value));
    Fn(Size);
    Value = Size.count();
  } else {
    std::visit(Fn, Value);
  }
}

void ForeignPassModel::printPipeline(raw_ostream &OS) const {
  std::string Text;
  raw_string_ostream TextOS(Text);
  PassOptionPrinter Printer(TextOS);
  for (const auto &[O, Value] : zip_equal(P.Options, Values))
    if (OptionValue Copy = Value; Copy != O.Default)
      visitOption(O, Copy, [&](auto &V) { Printer.print(O.Name, V); });
  printPass(OS, P.Name, Text);
}

/// Describes the options of \p P. The texts live as long as the process.
static std::vector<PassOptionInfo> describeOptions(const ForeignPass &P) {
  std::vector<PassOptionInfo> Infos;
  for (const ForeignOption &O : P.Options) {
    OptionValue Value = O.Default;
    std::string Text;
    StringRef ValueName;
    visitOption(O, Value, [&]<typename T>(T &V) {
      raw_string_ostream OS(Text);
      PassOptionTraits<T>::print(OS, V);
      ValueName = PassOptionTraits<T>::ValueName;
    });
    Infos.push_back({O.Name, ValueName, intern(Text), ""});
  }
  return Infos;
}

Error registerPasses(PassBuilder &PB,
                     ArrayRef<std::shared_ptr<const ForeignPass>> Passes) {
  PassBuilder::OwnerScope Owner(PB, "python");
  for (const std::shared_ptr<const ForeignPass> &P : Passes) {
    auto Options =
        std::make_shared<std::vector<PassOptionInfo>>(describeOptions(*P));
    PassInfo Info = {.Name = P->Name,
                     .Summary = P->Summary,
                     .Options = *Options,
                     .Remarks = RemarkText::names()};
    auto Make = [P, Info, Options](StringRef Text, const PassBuilder &)
        -> Expected<std::unique_ptr<PassConcept>> {
      PassOptionParser Parser(P->Name, Text);
      std::vector<OptionValue> Values;
      for (const ForeignOption &O : P->Options)
        visitOption(O, Values.emplace_back(O.Default),
                    [&](auto &Field) { Parser.option(O.Name, Field); });
      if (Error E = Parser.finish())
        return E;
      return std::make_unique<ForeignPassModel>(*P, Info, std::move(Values));
    };
    if (Error E = PB.registerPass(Info, Make))
      return E;
  }
  return Error::success();
}

std::string checkPass(const std::shared_ptr<const ForeignPass> &P) {
  PassBuilder PB;
  cantFail(registerBuiltinPasses(PB));
  return toString(registerPasses(PB, P));
}

} // namespace hlomem::python
