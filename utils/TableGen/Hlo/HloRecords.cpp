//===- HloRecords.cpp - The HLO tables, read and checked ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HloRecords.h"
#include "TableGenUtils.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"
#include <map>

using namespace llvm;
using namespace hlomem::tblgen;

namespace {

/// Finds names that occur twice within one table.
class Uniquer {
public:
  explicit Uniquer(StringRef What) : What(What) {}

  /// False, after an error, for a name that another record has.
  bool add(const Record &R, StringRef Name) {
    if (Name.empty())
      return true;
    auto [It, IsNew] = First.try_emplace(Name, &R);
    if (IsNew)
      return true;
    PrintError(R.getLoc(), "duplicate " + What + " '" + Name + "'");
    PrintNote(It->second->getLoc(), "first used here");
    return false;
  }

private:
  StringRef What;
  StringMap<const Record *> First;
};

} // namespace

static std::vector<const Record *> nonEmptyTable(const RecordKeeper &RK,
                                                 StringRef Class) {
  std::vector<const Record *> Defs = definitionsInFileOrder(RK, Class);
  if (Defs.empty())
    PrintFatalError("no record of class '" + Class + "'");
  return Defs;
}

/// The record's name as an enumerator; Reserved is one that the backend adds.
static StringRef enumeratorOf(const Record &R, StringRef Reserved) {
  if (R.isAnonymous())
    PrintError(R.getLoc(), "the record's name is its enumerator: it needs one");
  else if (R.getName() == Reserved)
    PrintError(R.getLoc(), "the enumerator '" + Reserved + "' is taken");
  return R.getName();
}

/// A spelling starts with a letter and has lower-case letters, digits and the
/// characters of Others only.
static StringRef spellingOf(const Record &R, StringRef Others) {
  StringRef Spelling = requiredText(R, "spelling");
  if (Spelling.empty())
    return Spelling;
  auto IsBad = [&](char C) {
    return !isDigit(C) && !(C >= 'a' && C <= 'z') && !Others.contains(C);
  };
  if (any_of(Spelling, IsBad) || !isAlpha(Spelling.front()) ||
      !isAlnum(Spelling.back()))
    PrintError(R.getLoc(), "'" + Spelling + "' cannot be a spelling");
  if (Spelling == "unknown")
    PrintError(R.getLoc(), "the spelling 'unknown' is taken");
  return Spelling;
}

static std::vector<MarkRecord> readMarks(const RecordKeeper &RK,
                                         StringRef Class, unsigned Bits) {
  std::vector<MarkRecord> Marks;
  for (const Record *R : definitionsInFileOrder(RK, Class)) {
    if (Marks.size() == Bits)
      PrintError(R->getLoc(), "more than " + Twine(Bits) + " of " + Class);
    Marks.push_back(
        {R, enumeratorOf(*R, "None"), requiredText(*R, "description")});
  }
  return Marks;
}

static bool excludes(const Record &Mark, const Record &Other) {
  return is_contained(Mark.getValueAsListOfDefs("excludes"), &Other);
}

/// The marks in a field of R, in the order of All, checked against each other.
static std::vector<StringRef> marksOf(const Record &R, StringRef Field,
                                      ArrayRef<MarkRecord> All) {
  std::vector<const Record *> Defs;
  for (const Record *Mark : R.getValueAsListOfDefs(Field)) {
    if (is_contained(Defs, Mark)) {
      PrintError(R.getLoc(), "'" + Mark->getName() + "' is given twice");
      continue;
    }
    for (const Record *Other : Defs)
      if (excludes(*Mark, *Other) || excludes(*Other, *Mark))
        PrintError(R.getLoc(), "'" + Other->getName() + "' and '" +
                                   Mark->getName() + "' contradict each other");
    Defs.push_back(Mark);
  }
  for (const Record *Mark : Defs)
    for (const Record *Needed : Mark->getValueAsListOfDefs("needs"))
      if (!is_contained(Defs, Needed))
        PrintError(R.getLoc(), "'" + Mark->getName() + "' needs '" +
                                   Needed->getName() + "'");

  std::vector<StringRef> Names;
  for (const MarkRecord &M : All)
    if (is_contained(Defs, M.Def))
      Names.push_back(M.Enumerator);
  return Names;
}

OpcodeTable hlomem::tblgen::readOpcodes(const RecordKeeper &RK) {
  OpcodeTable Table;
  Table.Traits = readMarks(RK, "OpcodeTrait", 32);
  Uniquer Spellings("spelling"), Enumerators("enumerator"),
      Suffixes("wrap suffix");
  for (const Record *R : nonEmptyTable(RK, "Opcode")) {
    OpcodeRecord Op;
    Op.Def = R;
    Op.Spelling = spellingOf(*R, "-");
    Op.Enumerator = toCamelCase(Op.Spelling);
    Op.Traits = marksOf(*R, "traits", Table.Traits);
    Op.WrapSuffix = R->getValueAsString("wrapSuffix");
    if (!Op.WrapSuffix.empty() &&
        (!Op.WrapSuffix.starts_with("-") || Op.WrapSuffix.size() == 1))
      PrintError(R->getLoc(), "wrap suffix '" + Op.WrapSuffix +
                                  "' is not a hyphen and a word");
    if (Spellings.add(*R, Op.Spelling))
      Enumerators.add(*R, Op.Enumerator);
    Suffixes.add(*R, Op.WrapSuffix);
    // Unknown takes one of the 256 numbers.
    if (Table.Opcodes.size() == 255)
      PrintError(R->getLoc(), "more than 255 opcodes do not fit a byte");
    Table.Opcodes.push_back(std::move(Op));
  }
  stopOnErrors("nothing is emitted for a table with errors");
  return Table;
}

static void checkBits(const Record &R, int64_t Nominal, int64_t Memory) {
  StringRef Class = R.getValueAsDef("elementClass")->getName();
  if (Class == "TupleClass") {
    if (Nominal != -1 || Memory != -1)
      PrintError(R.getLoc(), "a tuple has no width of its own: use -1");
    return;
  }
  if (Class == "TokenClass") {
    if (Nominal != 0 || Memory != 0)
      PrintError(R.getLoc(), "a token takes no bits");
    return;
  }
  if (Nominal <= 0 || Nominal > 1024)
    PrintError(R.getLoc(), "bad nominal width " + Twine(Nominal));
  if (Memory <= 0 || Memory > 1024 || Memory % 8 != 0)
    PrintError(R.getLoc(), "bad width in memory " + Twine(Memory) +
                               ": not a number of whole bytes");
  else if (Memory < Nominal)
    PrintError(R.getLoc(), "width in memory " + Twine(Memory) +
                               " is less than the nominal width " +
                               Twine(Nominal));
}

ElementTypeTable hlomem::tblgen::readElementTypes(const RecordKeeper &RK) {
  ElementTypeTable Table;
  Uniquer ClassNames("enumerator");
  for (const Record *R : nonEmptyTable(RK, "ElementClass")) {
    StringRef Name = R->getName();
    if (R->isAnonymous() || !Name.consume_back("Class") || Name.empty())
      PrintError(R->getLoc(), "the name of an ElementClass ends in 'Class'");
    ClassNames.add(*R, Name);
    Table.Classes.push_back({R, Name, requiredText(*R, "description")});
  }
  Uniquer Spellings("spelling");
  auto Width = [](int64_t Bits) {
    return Bits < 0 ? std::nullopt : std::optional<unsigned>(Bits);
  };
  for (const Record *R : nonEmptyTable(RK, "ElementType")) {
    int64_t Nominal = R->getValueAsInt("nominalBits");
    int64_t Memory = R->getValueAsInt("memoryBits");
    checkBits(*R, Nominal, Memory);
    StringRef Class = R->getValueAsDef("elementClass")->getName();
    Class.consume_back("Class");
    Table.Types.push_back({R, enumeratorOf(*R, "Unknown"), spellingOf(*R, ""),
                           Class, Width(Nominal), Width(Memory)});
    Spellings.add(*R, Table.Types.back().Spelling);
    if (Table.Types.size() == 256)
      PrintError(R->getLoc(), "more than 255 element types do not fit a byte");
  }
  stopOnErrors("nothing is emitted for a table with errors");
  return Table;
}

std::vector<AllocationFlagRecord>
hlomem::tblgen::readAllocationFlags(const RecordKeeper &RK) {
  std::vector<AllocationFlagRecord> Flags;
  Uniquer Spellings("spelling");
  for (const Record *R : nonEmptyTable(RK, "AllocationFlag")) {
    StringRef Payload = R->getValueAsString("payload");
    if (!Payload.empty() && !Payload.starts_with(" "))
      PrintError(R->getLoc(), "the payload starts with a blank");
    Flags.push_back({R, enumeratorOf(*R, "None"), spellingOf(*R, " -"), Payload,
                     requiredText(*R, "description")});
    Spellings.add(*R, Flags.back().Spelling);
    if (Flags.size() == 9)
      PrintError(R->getLoc(), "more than 8 flags do not fit a byte");
  }
  stopOnErrors("nothing is emitted for a table with errors");
  return Flags;
}

MemorySpaceTable hlomem::tblgen::readMemorySpaces(const RecordKeeper &RK) {
  MemorySpaceTable Table;
  Table.Properties = readMarks(RK, "SpaceProperty", 8);
  Uniquer BackendNames("backend");
  for (const Record *R : nonEmptyTable(RK, "Backend")) {
    Table.Backends.push_back(
        {R, enumeratorOf(*R, "Unknown"), requiredText(*R, "description"), {}});
    // Names are matched without regard to case.
    BackendNames.add(*R, R->getName().lower());
  }

  std::map<std::pair<const Record *, int64_t>, const Record *> Numbers;
  std::map<std::pair<const Record *, StringRef>, const Record *> Names;
  std::map<std::pair<const Record *, std::string>, const Record *> Spellings;
  for (const Record *R : nonEmptyTable(RK, "MemorySpace")) {
    const Record *Owner = R->getValueAsDef("backend");
    int64_t Number = R->getValueAsInt("number");
    StringRef Name = requiredText(*R, "name");
    if (Number < 0 || Number > int64_t(UINT32_MAX))
      PrintError(R->getLoc(), "bad number of a memory space: " + Twine(Number));
    auto [ByNumber, NewNumber] = Numbers.try_emplace({Owner, Number}, R);
    if (!NewNumber) {
      PrintError(R->getLoc(), "duplicate memory space " + Twine(Number) +
                                  " of " + Owner->getName());
      PrintNote(ByNumber->second->getLoc(), "first used here");
    }
    auto [ByName, NewName] = Names.try_emplace({Owner, Name}, R);
    if (!NewName && !Name.empty()) {
      PrintError(R->getLoc(), "duplicate name '" + Name +
                                  "' of a memory space of " + Owner->getName());
      PrintNote(ByName->second->getLoc(), "first used here");
    }
    std::vector<std::string> All = {Name.lower()};
    std::replace(All.front().begin(), All.front().end(), ' ', '-');
    for (StringRef Other : R->getValueAsListOfStrings("otherNames"))
      All.push_back(Other.lower());
    for (const std::string &Spelling : All) {
      auto [BySpelling, NewSpelling] =
          Spellings.try_emplace({Owner, Spelling}, R);
      // That of names is told above.
      if (NewSpelling || Spelling.empty() || !NewName)
        continue;
      PrintError(R->getLoc(), "memory space of " + Owner->getName() +
                                  " cannot be called '" + Spelling +
                                  "' as well");
      PrintNote(BySpelling->second->getLoc(), "first used here");
    }
    auto Backend = find_if(
        Table.Backends, [&](const BackendRecord &B) { return B.Def == Owner; });
    Backend->Spaces.push_back({R, static_cast<uint32_t>(Number), Name,
                               marksOf(*R, "properties", Table.Properties),
                               requiredText(*R, "description"),
                               std::move(All)});
  }
  for (BackendRecord &B : Table.Backends) {
    stable_sort(B.Spaces, [](const auto &L, const auto &R) {
      return L.Number < R.Number;
    });
    if (B.Spaces.empty() || B.Spaces.front().Number != 0)
      PrintError(B.Def->getLoc(),
                 "backend " + B.Enumerator + " has no memory space 0");
  }
  stopOnErrors("nothing is emitted for a table with errors");
  return Table;
}

/// Reports the memory spaces that \p D lacks and its backend has not.
static void checkLacks(const DeviceRecord &D, const MemorySpaceTable &Spaces) {
  const BackendRecord &Backend =
      *find_if(Spaces.Backends, [&](const BackendRecord &B) {
        return B.Enumerator == D.Backend;
      });
  for (int64_t Number : D.Lacks)
    if (Number == 0 || none_of(Backend.Spaces, [&](const MemorySpaceRecord &S) {
          return int64_t(S.Number) == Number;
        }))
      PrintError(D.Def->getLoc(), "a device of " + D.Backend +
                                      " cannot lack memory space " +
                                      Twine(Number));
}

std::vector<DeviceRecord> hlomem::tblgen::readDevices(const RecordKeeper &RK) {
  MemorySpaceTable Spaces = readMemorySpaces(RK);
  std::vector<DeviceRecord> Devices;
  Uniquer Names("device");
  for (const Record *R : nonEmptyTable(RK, "Device")) {
    StringRef Name = requiredText(*R, "name");
    if (!Name.empty() && !isDashedName(Name))
      PrintError(R->getLoc(), "device name '" + Name +
                                  "' is not made of lower-case letters, digits "
                                  "and dashes");
    Names.add(*R, Name);
    int64_t Memory = R->getValueAsInt("memory");
    if (Memory <= 0)
      PrintError(R->getLoc(), "a device has memory");
    Devices.push_back(
        {R, Name, R->getValueAsDef("backend")->getName(),
         requiredText(*R, "hardware"), static_cast<uint64_t>(Memory),
         R->getValueAsString("computeCapability"),
         R->getValueAsListOfInts("lacks"),
         R->getValueAsListOfStrings("targets"), requiredText(*R, "topology"),
         requiredText(*R, "source")});
    checkLacks(Devices.back(), Spaces);
  }
  stopOnErrors("nothing is emitted for a table with errors");
  return Devices;
}

XlaReleaseTable hlomem::tblgen::readXlaReleases(const RecordKeeper &RK) {
  XlaReleaseTable Table;
  Uniquer Names("release");
  for (const Record *R : nonEmptyTable(RK, "XlaRelease")) {
    enumeratorOf(*R, /*Reserved=*/"");
    Names.add(*R, requiredText(*R, "name"));
    requiredText(*R, "since");
    requiredText(*R, "news");
    std::vector<std::string> Values;
    for (const RecordVal &V : R->getValues()) {
      if (!isUpper(V.getName().front()))
        continue;
      std::string Type = V.getType()->getAsString();
      std::string Value = V.getValue()->getAsString();
      if (Value == "?" && !Table.Releases.empty())
        Value = Table.Releases.back().second[Values.size()];
      else if (Type == "bit")
        Value = Value == "1" ? "true" : "false";
      else if (Value == "?")
        PrintError(R->getLoc(),
                   "the first release has no '" + V.getName() + "'");
      else if (isa<RecordRecTy>(V.getType()))
        Value = (Twine(Type) + "::" + Value).str();
      Values.push_back(std::move(Value));
      if (Table.Releases.empty())
        Table.Facts.emplace_back(StringSwitch<std::string>(Type)
                                     .Case("bit", "bool")
                                     .Case("int", "uint64_t")
                                     .Case("string", "llvm::StringRef")
                                     .Default(Type),
                                 V.getName());
    }
    Table.Releases.emplace_back(R, std::move(Values));
  }
  stopOnErrors("nothing is emitted for a table with errors");
  return Table;
}
