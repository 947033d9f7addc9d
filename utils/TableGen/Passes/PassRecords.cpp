//===- PassRecords.cpp - Declarations of passes, read and checked ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassRecords.h"
#include "Declarations.h"
#include "TableGenUtils.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include <algorithm>
#include <optional>

using namespace llvm;
using namespace hlomem::tblgen;

/// Whether Text can stand in angle brackets as one value.
static bool isOptionText(StringRef Text) {
  unsigned Depth = 0;
  for (char C : Text) {
    if (C == ';' || (C == '>' && Depth == 0))
      return false;
    Depth += C == '<';
    Depth -= C == '>';
  }
  return Depth == 0 && Text == Text.trim();
}

/// A type without std::optional<> or std::vector<>. The initialiser of a value,
/// none if it does not fit; and what to call the value.
namespace {
struct ScalarType {
  std::optional<std::string> (*Initialize)(StringRef Value);
  StringLiteral ValueName;
};
} // namespace

static std::optional<std::string> initializeUnsigned(StringRef Value) {
  return initializeNumber<uint32_t>(Value, "u");
}

static std::optional<std::string> initializeUInt64(StringRef Value) {
  return initializeNumber<uint64_t>(Value, "u");
}

static std::optional<std::string> initializeBool(StringRef Value) {
  if (Value != "true" && Value != "false")
    return std::nullopt;
  return Value.str();
}

static std::optional<std::string> initializeString(StringRef Value) {
  if (!isOptionText(Value))
    return std::nullopt;
  return toLiteral(Value);
}

static std::optional<ScalarType> findScalarType(StringRef Name) {
  return StringSwitch<std::optional<ScalarType>>(Name)
      .Case("unsigned", ScalarType{initializeUnsigned, "number"})
      .Case("uint64_t", ScalarType{initializeUInt64, "number"})
      .Case("bool", ScalarType{initializeBool, ""})
      .Case("std::string", ScalarType{initializeString, "text"})
      .Case("::hlomem::SpaceChoice", ScalarType{initializeString, "space"})
      .Default(std::nullopt);
}

std::vector<PassOptionRecord>
hlomem::tblgen::getShownOptions(ArrayRef<PassOptionRecord> Options) {
  std::vector<PassOptionRecord> Shown(Options);
  erase_if(Shown, [](const PassOptionRecord &O) { return O.IsHidden; });
  return Shown;
}

namespace {

/// Reads one pass. Options are mostly anonymous records, whose own place is
/// that of their class: their mistakes are reported at the pass's list.
class PassReader {
public:
  explicit PassReader(const Record &Def) : Def(Def) {}

  PassRecord read();

private:
  PassOptionRecord readOption(const Record &R);
  void readEnumDefault(PassOptionRecord &O);
  void readDefault(PassOptionRecord &O);
  void readRange(const Record &R, PassOptionRecord &O);
  void checkOptionNames(const PassOptionRecord &O);
  void readCounters(PassRecord &P);

  /// Reports a mistake in the option called Name.
  void error(StringRef Name, const Twine &Message) {
    PrintError(Def.getValue("options")->getLoc(),
               "option '" + Name + "' of pass '" + PassName + "' " + Message);
  }

  const Record &Def;
  StringRef PassName;
};

} // namespace

static std::string replaceUnderscores(StringRef Name) {
  std::string Text = Name.str();
  std::replace(Text.begin(), Text.end(), '_', '-');
  return Text;
}

void PassReader::readEnumDefault(PassOptionRecord &O) {
  // Words of others, such as JAX, have underscores.
  for (StringRef E : O.Enumerators)
    if (!isDashedName(replaceUnderscores(E)))
      error(O.Name, "has the value '" + E +
                        "', expected lower-case letters, digits, dashes and "
                        "underscores");
  O.ValueName = join(O.Enumerators, "|");
  if (is_contained(O.Enumerators, O.Default))
    O.Initializer = " = " + O.Type.str() + "::" + toCamelCase(O.Default);
  else
    error(O.Name,
          "has the default '" + O.Default + "', which is none of its values");
}

void PassReader::readDefault(PassOptionRecord &O) {
  StringRef Inner = O.Type;
  bool IsOptional = Inner.consume_front("std::optional<");
  bool IsVector = !IsOptional && Inner.consume_front("std::vector<");
  bool IsScalar = !IsOptional && !IsVector;
  std::optional<ScalarType> Scalar;
  if (IsScalar || Inner.consume_back(">"))
    Scalar = findScalarType(Inner);
  if (!Scalar || (!IsScalar && Inner == "bool")) {
    error(O.Name, "has the unsupported type '" + O.Type + "'");
    return;
  }

  O.ValueName = Scalar->ValueName.str() + (IsVector ? ",..." : "");
  if (!IsScalar && O.Default.empty())
    return;
  if (IsOptional) {
    error(O.Name,
          "is optional and cannot have the default '" + O.Default + "'");
    return;
  }
  SmallVector<StringRef> Values;
  if (IsVector)
    O.Default.split(Values, ',');
  else
    Values.push_back(O.Default);
  SmallVector<std::string> Initializers;
  for (StringRef Value : Values) {
    std::optional<std::string> I = Scalar->Initialize(Value);
    // An empty element could not be given in a pipeline.
    if (!I || (IsVector && Value.empty())) {
      error(O.Name, "has the default '" + O.Default +
                        "', which does not fit its type '" + O.Type + "'");
      return;
    }
    Initializers.push_back(*I);
  }
  std::string All = join(Initializers, ", ");
  O.Initializer = " = " + (IsVector ? "{" + All + "}" : All);
}

/// Reads what a number may be and what it counts, and says so in the name of
/// the value: "bytes", "0..3".
void PassReader::readRange(const Record &R, PassOptionRecord &O) {
  std::vector<int64_t> Range = R.getValueAsListOfInts("range");
  StringRef Unit = R.getValueAsString("unit");
  if (Range.empty() && Unit.empty())
    return;
  StringRef Inner = O.Type;
  if (Inner.consume_front("std::optional<"))
    Inner.consume_back(">");
  uint64_t Highest = Inner == "unsigned" ? UINT32_MAX : INT64_MAX;
  if (Inner != "unsigned" && Inner != "uint64_t") {
    error(O.Name, "has a range or a unit, but the type '" + O.Type + "'");
    return;
  }
  if (!Unit.empty())
    O.ValueName = Unit.str();
  if (Range.empty())
    return;
  if (Range.size() != 2 || Range[0] < 0 || Range[0] >= Range[1] ||
      uint64_t(Range[1]) > Highest) {
    error(O.Name, "has a range that is not the least and the most of its type");
    return;
  }
  O.Range.emplace(Range[0], Range[1]);
  if (Unit.empty())
    O.ValueName = (Twine(Range[0]) + ".." + Twine(Range[1])).str();
  uint64_t Default;
  if (!O.Default.getAsInteger(10, Default) &&
      (Default < O.Range->first || Default > O.Range->second))
    error(O.Name, "has the default '" + O.Default + "', which is out of range");
}

void PassReader::checkOptionNames(const PassOptionRecord &O) {
  if (!isCamelCase(O.Field))
    error(O.Name, "has the field '" + O.Field + "', expected CamelCase");
  if (O.Name == "true" || O.Name == "false")
    error(O.Name, "is named like a reserved word");
  else if (!isDashedName(O.Name))
    error(O.Name, "is not named with lower-case letters, digits and dashes");
  if (O.Help.trim().empty())
    error(O.Name, "has no help");
}

PassOptionRecord PassReader::readOption(const Record &R) {
  PassOptionRecord O;
  O.Field = R.getValueAsString("fieldName");
  O.Name = R.getValueAsString("name");
  O.Type = R.getValueAsString("type");
  O.Default = R.getValueAsString("defaultValue");
  O.Help = R.getValueAsString("help");
  O.IsHidden = R.getValueAsBit("isHidden");
  for (StringRef E : R.getValueAsListOfStrings("enumerators"))
    O.Enumerators.push_back(E);
  checkOptionNames(O);
  if (R.isSubClassOf("EnumOption"))
    readEnumDefault(O);
  else
    readDefault(O);
  readRange(R, O);
  return O;
}

void PassReader::readCounters(PassRecord &P) {
  StringMap<bool> Names;
  for (const Record *R : Def.getValueAsListOfDefs("counters")) {
    PassCounterRecord C;
    C.Field = R->getValueAsString("fieldName");
    C.Name = R->getValueAsString("name");
    C.Description = R->getValueAsString("description");
    auto Error = [&](const Twine &Message) {
      PrintError(Def.getValue("counters")->getLoc(),
                 "counter '" + C.Name + "' of pass '" + PassName + "' " +
                     Message);
    };
    if (!isCamelCase(C.Field))
      Error("has the constant '" + C.Field + "', expected CamelCase");
    if (!isDashedName(C.Name))
      Error("is not named with lower-case letters, digits and dashes");
    if (C.Description.trim().empty())
      Error("has no description");
    if (!Names.try_emplace(C.Name).second)
      Error("is declared twice");
    P.Counters.push_back(C);
  }
}

PassRecord PassReader::read() {
  PassRecord P;
  P.Def = &Def;
  P.Name = PassName = Def.getValueAsString("name");
  checkDeclaredName(Def, "pass", ": its class is called after it");
  if (isReservedPassName(PassName))
    PrintError(Def.getLoc(),
               "pass name '" + PassName + "' is taken by a built-in pass");
  P.Summary = requiredText(Def, "summary");
  P.Description = requiredText(Def, "description");
  P.WritesDocument = Def.getValueAsBit("writesDocument");
  P.Extension = Def.getValueAsString("extension");
  if (!P.Extension.empty() && !P.WritesDocument)
    PrintError(Def.getLoc(), "pass '" + PassName +
                                 "' has an extension and writes no document");
  P.IsRequired = Def.getValueAsBit("isRequired");
  P.IsTransform = Def.getValueAsBit("isTransform");

  StringMap<bool> Names;
  for (const Record *R : Def.getValueAsListOfDefs("options")) {
    PassOptionRecord O = readOption(*R);
    if (!Names.try_emplace(O.Name).second)
      error(O.Name, "is declared twice");
    if (O.Type == "std::optional<::hlomem::SpaceChoice>")
      P.SpaceField = O.Field;
    P.Options.push_back(std::move(O));
  }
  readCounters(P);
  P.SelectsSpaces = Def.getValueAsBit("selectsSpaces");
  P.UsesLiveRanges = Def.getValueAsBit("usesLiveRanges");
  for (const Record *R : Def.getValueAsListOfDefs("members")) {
    if (!isCamelCase(R->getValueAsString("member")) ||
        R->getValueAsString("header").empty())
      PrintError(Def.getValue("members")->getLoc(),
                 "analysis '" + R->getName() +
                     "' lacks a header or a name in CamelCase, which its "
                     "member needs");
    P.Members.push_back(R);
  }
  P.Analyses = P.Members;
  append_range(P.Analyses, Def.getValueAsListOfDefs("analyses"));
  return P;
}

/// A name belongs to one pass.
static void checkPassNames(ArrayRef<const Record *> Defs) {
  StringMap<const Record *> ByName;
  for (const Record *Def : Defs) {
    auto [It, IsNew] = ByName.try_emplace(Def->getValueAsString("name"), Def);
    if (!IsNew)
      reportDuplicateName(*Def, *It->second, "pass");
  }
}

/// Gives a pass those of CommonRemarks.td that it may report.
static void addCommonRemarks(const RecordKeeper &RK, PassRecord &P) {
  if (P.UsesLiveRanges)
    append_range(P.Remarks, ArrayRef{RK.getDef("LiveRangesDerived"),
                                     RK.getDef("LiveRangesUnknown")});
  if (P.SelectsSpaces && !P.SpaceField.empty())
    P.Remarks.push_back(RK.getDef("NothingInSpace"));
  append_range(P.Remarks, P.Def->getValueAsListOfDefs("alsoReports"));
}

/// Gives each pass the remarks that follow it.
static void readRemarksOf(const RecordKeeper &RK,
                          MutableArrayRef<PassRecord> Passes) {
  RemarkOwners Owners(RK);
  for (const Record *Def : definitionsInFileOrder(RK, "Remark")) {
    if (!isDeclaredHere(*Def))
      continue;
    const Record *Owner = Owners.find(*Def);
    if (!Owner)
      PrintError(Def->getLoc(), "remark '" + Def->getName() +
                                    "' stands before the pass that reports it");
    for (PassRecord &P : Passes)
      if (P.Def == Owner)
        P.Remarks.push_back(Def);
  }
}

static std::vector<PassRecord> readPasses(const RecordKeeper &RK) {
  std::vector<const Record *> Defs = definitionsInFileOrder(RK, "Pass");
  std::vector<PassRecord> Passes;
  for (const Record *Def : Defs)
    if (isDeclaredHere(*Def))
      Passes.push_back(PassReader(*Def).read());
  checkPassNames(Defs);
  readRemarksOf(RK, Passes);
  for (PassRecord &P : Passes)
    addCommonRemarks(RK, P);
  return Passes;
}

PassCatalogue hlomem::tblgen::readPassCatalogue(const RecordKeeper &RK) {
  PassCatalogue C;
  C.Passes = readPasses(RK);
  C.Analyses = readAnalyses(RK);
  C.Aliases = readPipelineAliases(RK);
  if (C.Passes.empty() && C.Analyses.empty() && C.Aliases.empty())
    PrintFatalError("the file defines no pass, analysis or pipeline alias");
  stopOnErrors("the passes are not usable");
  return C;
}
