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
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace hlomem::tblgen;

/// The names of hlomem::PassGroup.
static constexpr StringLiteral GroupNames[] = {
#define HLOMEM_PASS_GROUP(NAME, TITLE) #NAME,
#include "hlomem/Pass/PassGroups.def"
#undef HLOMEM_PASS_GROUP
};

static bool isReservedPassName(StringRef Name) {
  return Name == "require" || Name == "invalidate";
}

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

/// What to call a value of \p Type, which is neither std::optional<> nor
/// std::vector<>; none if no option has that type.
static std::optional<StringRef> findValueName(StringRef Type) {
  return StringSwitch<std::optional<StringRef>>(Type)
      .Case("unsigned", "number")
      .Case("uint64_t", "number")
      .Case("bool", "")
      .Case("std::string", "text")
      .Case("::hlomem::Bytes", "size")
      .Case("::hlomem::SpaceChoice", "space")
      .Case("::hlomem::NestedPipeline", "pipeline")
      .Default(std::nullopt);
}

/// The initialiser of a value of such a type; none if it does not fit.
static std::optional<std::string> initialize(StringRef Type, StringRef Value) {
  if (Type == "unsigned" || Type == "uint64_t") {
    uint64_t N;
    if (Value.getAsInteger(10, N) || (Type == "unsigned" && N > UINT32_MAX))
      return std::nullopt;
    return utostr(N) + "u";
  }
  if (Type == "::hlomem::Bytes") {
    std::optional<hlomem::Bytes> Size = hlomem::parseBytes(Value);
    if (!Size)
      return std::nullopt;
    return "::hlomem::Bytes(" + utostr(Size->count()) + "u)";
  }
  if (Type == "bool" ? Value != "true" && Value != "false"
                     : !isOptionText(Value))
    return std::nullopt;
  return Type == "bool" ? Value.str() : toLiteral(Value);
}

std::vector<PassOptionRecord>
hlomem::tblgen::getShownOptions(ArrayRef<PassOptionRecord> Options) {
  std::vector<PassOptionRecord> Shown(Options);
  erase_if(Shown, [](const PassOptionRecord &O) { return O.IsHidden; });
  return Shown;
}

namespace {

/// Reads one pass. Options are mostly anonymous records, whose own place is
/// that of their class: their mistakes are reported at their name in the pass's
/// list, or at the list if their name is not there.
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
  void checkCounters();

  /// Reports a mistake in the option called Name.
  void error(StringRef Name, const Twine &Message) {
    SMLoc Loc = Def.getValue("options")->getLoc();
    StringRef List = StringRef(Loc.getPointer()).split("];").first;
    size_t At = List.find(("\"" + Name + "\"").str());
    if (At != StringRef::npos)
      Loc = SMLoc::getFromPointer(List.data() + At);
    PrintError(Loc,
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
  std::optional<StringRef> ValueName;
  if (IsScalar || Inner.consume_back(">"))
    ValueName = findValueName(Inner);
  if (!ValueName ||
      (!IsScalar && (Inner == "bool" || *ValueName == "pipeline"))) {
    error(O.Name, "has the unsupported type '" + O.Type +
                      "'; supported: unsigned, uint64_t, bool, std::string, "
                      "::hlomem::Bytes, ::hlomem::SpaceChoice, std::optional "
                      "or std::vector of these except bool, and "
                      "::hlomem::NestedPipeline");
    return;
  }

  O.ValueName = ValueName->str() + (IsVector ? ",..." : "");
  const bool IsPipeline = Inner == "::hlomem::NestedPipeline";
  if (IsPipeline && !O.Default.empty()) {
    error(O.Name,
          "is a pipeline and cannot have the default '" + O.Default + "'");
    return;
  }
  if ((!IsScalar || IsPipeline) && O.Default.empty())
    return;
  if (!O.Example.empty() && O.Default.empty()) {
    O.Initializer = "{}";
    return;
  }
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
    std::optional<std::string> I = initialize(Inner, Value);
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
  O.Example = R.getValueAsString("example");
  O.Header = R.getValueAsString("header");
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

void PassReader::checkCounters() {
  StringMap<bool> Names;
  for (const Record *C : Def.getValueAsListOfDefs("counters")) {
    StringRef Name = C->getValueAsString("name");
    StringRef Field = C->getValueAsString("fieldName");
    auto Error = [&](const Twine &Message) {
      PrintError(Def.getValue("counters")->getLoc(),
                 "counter '" + Name + "' of pass '" + PassName + "' " +
                     Message);
    };
    if (!isCamelCase(Field))
      Error("has the constant '" + Field + "', expected CamelCase");
    if (!isDashedName(Name))
      Error("is not named with lower-case letters, digits and dashes");
    if (C->getValueAsString("description").trim().empty())
      Error("has no description");
    if (!Names.try_emplace(Name).second)
      Error("is declared twice");
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
  if (StringRef Group = Def.getValueAsString("group"); !Group.empty()) {
    P.Group = hlomem::PassGroup(find(GroupNames, Group) - GroupNames);
    if (!is_contained(GroupNames, Group))
      PrintError(Def.getLoc(),
                 "pass '" + PassName + "' has the group '" + Group +
                     "'; known: " + join(ArrayRef(GroupNames), ", "));
  }
  P.Extension = Def.getValueAsString("extension");
  if (!P.Extension.empty() && !P.is("writesDocument"))
    PrintError(Def.getLoc(), "pass '" + PassName +
                                 "' has an extension and writes no document");

  StringMap<bool> Names;
  for (const Record *R : Def.getValueAsListOfDefs("options")) {
    PassOptionRecord O = readOption(*R);
    if (!Names.try_emplace(O.Name).second)
      error(O.Name, "is declared twice");
    if (O.Type == "std::optional<::hlomem::SpaceChoice>")
      P.SpaceField = O.Field;
    P.Options.push_back(std::move(O));
  }
  checkCounters();
  append_range(P.Counters, Def.getValueAsListOfDefs("counters"));
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

/// Reports \p Def if an earlier record has its name.
static void checkIsNew(StringMap<const Record *> &ByName, const Record &Def,
                       StringRef Kind) {
  StringRef Name = Def.getValueAsString("name");
  auto [Known, IsNew] = ByName.try_emplace(Name, &Def);
  if (IsNew)
    return;
  PrintError(Def.getLoc(), "duplicate " + Kind + " name '" + Name + "'");
  PrintNote(Known->second->getLoc(), "first used here");
}

/// Gives a pass those of CommonRemarks.td that it may report.
static void addCommonRemarks(const RecordKeeper &RK, PassRecord &P) {
  if (P.is("usesLiveRanges"))
    append_range(P.Remarks, ArrayRef{RK.getDef("LiveRangesDerived"),
                                     RK.getDef("LiveRangesUnknown")});
  if (P.is("selectsSpaces") && !P.SpaceField.empty())
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
  StringMap<const Record *> ByName;
  for (const Record *Def : Defs)
    checkIsNew(ByName, *Def, "pass");
  readRemarksOf(RK, Passes);
  for (PassRecord &P : Passes)
    addCommonRemarks(RK, P);
  return Passes;
}

static std::vector<const Record *> readAnalyses(const RecordKeeper &RK) {
  std::vector<const Record *> Analyses;
  StringMap<const Record *> ByName;
  for (const Record *Def : definitionsInFileOrder(RK, "ModuleAnalysis")) {
    checkIsNew(ByName, *Def, "analysis");
    if (!isDeclaredHere(*Def))
      continue;
    checkDeclaredName(*Def, "analysis");
    if (Def->getValueAsString("name") == "all")
      PrintError(Def->getLoc(),
                 "analysis name 'all' is taken by 'invalidate<all>'");
    requiredText(*Def, "summary");
    requiredText(*Def, "description");
    Analyses.push_back(Def);
  }
  return Analyses;
}

static std::vector<const Record *> readAliases(const RecordKeeper &RK) {
  StringMap<const Record *> ByName;
  for (const Record *Def : definitionsInFileOrder(RK, "Pass"))
    ByName.try_emplace(Def->getValueAsString("name"), Def);
  std::vector<const Record *> Aliases;
  for (const Record *Def : definitionsInFileOrder(RK, "PipelineAlias")) {
    checkIsNew(ByName, *Def, "pass or pipeline alias");
    if (!isDeclaredHere(*Def))
      continue;
    checkDeclaredName(*Def, "pipeline alias");
    StringRef Name = Def->getValueAsString("name");
    if (isReservedPassName(Name))
      PrintError(Def->getLoc(), "pipeline alias name '" + Name +
                                    "' is taken by a built-in pass");
    requiredText(*Def, "pipeline");
    requiredText(*Def, "summary");
    Aliases.push_back(Def);
  }
  return Aliases;
}

PassCatalogue hlomem::tblgen::readPassCatalogue(const RecordKeeper &RK) {
  PassCatalogue C;
  C.Passes = readPasses(RK);
  C.Analyses = readAnalyses(RK);
  C.Aliases = readAliases(RK);
  if (C.Passes.empty() && C.Analyses.empty() && C.Aliases.empty())
    PrintFatalError("the file defines no pass, analysis or pipeline alias");
  stopOnErrors("the passes are not usable");
  return C;
}
