//===- Facade.cpp - The program as a function, without LLVM ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Facade.h"
#include "RegisterPasses.h"
#include "hlomem/Analysis/Memory/FitVerdict.h"
#include "hlomem/Driver/Driver.h"
#include "hlomem/Driver/InputList.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/Passes/Tables/AnalysisTables.h"
#include "hlomem/Support/InputFile.h"
#include "hlomem/Support/Interrupt.h"
#include "hlomem/Support/Utf8.h"
#include "hlomem/Tables/Tables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include <limits>
#include <map>
#include <mutex>
#include <utility>

using namespace llvm;

namespace hlomem::python {

static StringRef getTypeName(ColumnType Type) {
  switch (Type) {
  case ColumnType::Bytes:
    return "Bytes";
  case ColumnType::Position:
    return "Position";
  case ColumnType::Count:
    return "Count";
  case ColumnType::Number:
    return "Number";
  case ColumnType::Name:
    return "Name";
  case ColumnType::Enum:
    return "Enum";
  case ColumnType::Text:
    return "Text";
  case ColumnType::Boolean:
    return "Boolean";
  }
  llvm_unreachable("no type of a column");
}

static Column::Kind getKind(ColumnType Type) {
  switch (Type) {
  case ColumnType::Bytes:
  case ColumnType::Position:
  case ColumnType::Count:
  case ColumnType::Number:
    return Column::Kind::Number;
  case ColumnType::Name:
  case ColumnType::Enum:
  case ColumnType::Text:
    return Column::Kind::Text;
  case ColumnType::Boolean:
    return Column::Kind::Boolean;
  }
  llvm_unreachable("no type of a column");
}

namespace {

/// The column of a table that is being made of rows.
class ColumnBuilder {
public:
  explicit ColumnBuilder(const ColumnInfo &Info) : Info(Info) {
    C.Name = Info.Name.str();
    C.Type = getTypeName(Info.Type).str();
    C.Holds = getKind(Info.Type);
    C.MayBeEmpty = Info.IsOptional;
  }

  void add(const void *Row) {
    bool HasValue = true;
    switch (C.Holds) {
    case Column::Kind::Number:
      HasValue = addNumber(Row);
      break;
    case Column::Kind::Boolean: {
      const bool *Value = Info.get<bool>(Row);
      HasValue = Value != nullptr;
      C.Truths.push_back(Value && *Value);
      break;
    }
    case Column::Kind::Text: {
      const StringRef *Value = Info.get<StringRef>(Row);
      HasValue = Value != nullptr;
      C.Codes.push_back(Value ? getCode(*Value) : 0);
      break;
    }
    }
    ++RowCount;
    if (!HasValue)
      C.IsEmpty.resize(RowCount);
    if (!C.IsEmpty.empty()) {
      C.IsEmpty.resize(RowCount);
      C.IsEmpty.back() = !HasValue;
    }
  }

  Column take() {
    // The code of fields without a value has to be one of a text.
    if (C.Texts.empty() && RowCount != 0 && C.Holds == Column::Kind::Text)
      C.Texts.emplace_back();
    return std::move(C);
  }

private:
  bool addNumber(const void *Row) {
    std::optional<uint64_t> Value;
    if (Info.Type == ColumnType::Bytes) {
      if (const Bytes *B = Info.get<Bytes>(Row); B && !B->isOverflow())
        Value = B->count();
    } else if (const uint64_t *N = Info.get<uint64_t>(Row)) {
      Value = *N;
    }
    if (Value > uint64_t(std::numeric_limits<int64_t>::max()))
      Value.reset();
    C.Numbers.push_back(Value.value_or(0));
    return Value.has_value();
  }

  int32_t getCode(StringRef Text) {
    auto [It, IsNew] = Codes.try_emplace(Text, C.Texts.size());
    if (!IsNew)
      return It->second;
    std::string Valid = toValidUtf8(Text);
    if (Valid == Text) {
      C.Texts.push_back(std::move(Valid));
      return It->second;
    }
    // Others may have the same text then.
    StringMapEntry<int32_t> &Entry = *It;
    return Entry.second = getCode(Valid);
  }

  const ColumnInfo &Info;
  Column C;
  StringMap<int32_t> Codes;
  size_t RowCount = 0;
};

/// What a run finds in modules on several threads.
struct Findings {
  /// Orders modules by their ids: "1.10" is after "1.2".
  using Place = std::pair<unsigned, unsigned>;

  std::mutex Lock;
  std::map<Place, std::vector<std::shared_ptr<Table>>> Tables;
  std::map<Place, Verdict> Verdicts;
};

} // namespace

std::shared_ptr<Table> makeTable(const TableInfo &Info, ModuleTables *Rows) {
  auto Result = std::make_shared<Table>();
  Result->Name = Info.Name.str();
  std::vector<ColumnBuilder> Columns;
  for (const ColumnInfo &C : Info.Columns)
    Columns.emplace_back(C);
  if (Rows)
    visitRows(*Rows, Info.Kind, [&](const void *Row) {
      for (ColumnBuilder &C : Columns)
        C.add(Row);
      ++Result->RowCount;
    });
  for (ColumnBuilder &C : Columns)
    Result->Columns.push_back(C.take());
  return Result;
}

template <class T> static void append(std::vector<T> &To, std::vector<T> From) {
  To.insert(To.end(), From.begin(), From.end());
}

/// Appends the rows of \p From.
static void append(Table &To, Table From) {
  for (auto [C, Other] : zip_equal(To.Columns, From.Columns)) {
    if (!C.IsEmpty.empty() || !Other.IsEmpty.empty()) {
      C.IsEmpty.resize(To.RowCount);
      Other.IsEmpty.resize(From.RowCount);
      append(C.IsEmpty, std::move(Other.IsEmpty));
    }
    append(C.Numbers, std::move(Other.Numbers));
    append(C.Truths, std::move(Other.Truths));
    StringMap<int32_t> Known;
    for (auto [I, Text] : enumerate(C.Texts))
      Known.try_emplace(Text, I);
    std::vector<int32_t> NewCodes;
    for (std::string &Text : Other.Texts) {
      auto [It, IsNew] = Known.try_emplace(Text, C.Texts.size());
      if (IsNew)
        C.Texts.push_back(std::move(Text));
      NewCodes.push_back(It->second);
    }
    for (int32_t Code : Other.Codes)
      C.Codes.push_back(NewCodes[Code]);
  }
  To.RowCount += From.RowCount;
}

static Verdict judge(const VisitedModule &M) {
  const PassRun &Run = M.Run;
  FitVerdict V = judgeModule(Run.M, Run.AM, Run.C.transforms().empty());
  // More than is known cannot fit if that does not.
  if (!M.WhyUnknown.empty() && V.Kind != Fit::DoesNotFit) {
    V.Kind = Fit::Unknown;
    V.Why = M.WhyUnknown.str();
  }
  // A program that was compiled for another device tells nothing of this one.
  if (V.IsOtherDevice) {
    V.Kind = Fit::Unknown;
    V.Why = std::exchange(V.Caveat, "");
    V.Limit = std::nullopt;
  }
  Verdict Result = {toValidUtf8(M.Name),
                    getFitName(V.Kind).str(),
                    V.Why,
                    V.Caveat,
                    V.Needed.count(),
                    std::nullopt};
  if (V.Limit)
    Result.Limit = V.Limit->count();
  return Result;
}

static DriverOptions makeOptions(const Settings &S) {
  DriverOptions O;
  O.Inputs = S.Inputs;
  O.Passes = S.Passes;
  O.Format = S.Format;
  O.TargetDevice = S.Device;
  O.MemoryFraction = S.MemoryFraction;
  O.Reserve = S.Reserve;
  O.MemoryLimits = S.MemoryLimits;
  O.Width = S.Width;
  if (S.Threads != 0)
    O.Jobs = S.Threads;
  O.NoSiblingFiles = !S.ReadsSiblings;
  O.AllowIncomplete = S.AllowsIncomplete;
  O.ExactBytes = S.UsesExactBytes;
  return O;
}

/// Leaves \p Folder out of the names of files.
static void hideFolder(Table &T, const std::string &Folder) {
  for (Column &C : T.Columns)
    if (C.Name == "path")
      for (std::string &Text : C.Texts)
        if (StringRef(Text).starts_with(Folder))
          Text.erase(0, Folder.size());
}

Outcome run(const Settings &S, Progress &P) {
  // The host of the extension does not expect SIGBUS.
  readFilesIntoMemory();
  Outcome Result;
  Findings Found;
  raw_string_ostream Out(Result.Text), Errors(Result.Messages);
  auto Visit = [&](const VisitedModule &M) {
    Findings::Place Place;
    auto [Input, Number] = M.Id.split('.');
    Input.getAsInteger(10, Place.first);
    Number.getAsInteger(10, Place.second);
    std::vector<std::shared_ptr<Table>> OfModule;
    std::unique_ptr<ModuleTables> Rows = makeTables(M.Name, M.Run);
    for (const TableInfo &Info : tables())
      if (is_contained(S.Tables, Info.Name))
        OfModule.push_back(makeTable(Info, Rows.get()));
    Verdict V = judge(M);
    std::lock_guard<std::mutex> Guard(Found.Lock);
    Found.Tables.try_emplace(Place, std::move(OfModule));
    Found.Verdicts.try_emplace(Place, std::move(V));
  };
  auto Register = [&S](PassBuilder &PB) {
    return registerPasses(PB, S.ForeignPasses);
  };
  auto Count = [&P](size_t Done, size_t Total) {
    P.Done = Done;
    P.Total = Total;
  };
  DriverHost Host = {Out,     Errors, Register,         Visit,
                     nullptr, Count,  S.NamesInOptions, S.ResultNames};
  StringSet<> Known;
  if (S.Known) {
    Known.insert(S.Known->begin(), S.Known->end());
    Host.Knows = [&Known](StringRef Identity) {
      return !Known.insert(Identity).second;
    };
  }
  Result.Status = runDriver(makeOptions(S), Host);
  for (auto &[Place, V] : Found.Verdicts)
    Result.Verdicts.push_back(std::move(V));
  for (auto &[Place, OfModule] : Found.Tables) {
    if (Result.Tables.empty()) {
      Result.Tables = std::move(OfModule);
      continue;
    }
    for (auto [T, Other] : zip_equal(Result.Tables, OfModule))
      append(*T, std::move(*Other));
  }
  if (Result.Tables.empty())
    for (const TableInfo &Info : tables())
      if (is_contained(S.Tables, Info.Name))
        Result.Tables.push_back(makeTable(Info, nullptr));
  for (const std::shared_ptr<Table> &T : Result.Tables)
    hideFolder(*T, S.HiddenFolder);
  return Result;
}

std::vector<std::vector<std::string>> listPrograms(const std::string &Input) {
  std::vector<std::vector<std::string>> Result;
  for (const InputSet &Set : listInputs({Input}, /*JoinSiblings=*/true)) {
    if (!Set.Files.empty())
      Result.emplace_back(Set.Files.begin(), Set.Files.end());
  }
  return Result;
}

std::vector<std::shared_ptr<Table>> describeTables() {
  std::vector<std::shared_ptr<Table>> Result;
  for (const TableInfo &Info : tables())
    Result.push_back(makeTable(Info, nullptr));
  return Result;
}

void setInterrupted(bool IsInterrupted) { setInterruptFlag(IsInterrupted); }

} // namespace hlomem::python
