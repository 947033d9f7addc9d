//===- RemarkRecords.cpp - Declared remarks, read and checked -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RemarkRecords.h"
#include "Declarations.h"
#include "TableGenUtils.h"

using namespace llvm;
using namespace hlomem::tblgen;

static std::string quote(StringRef Text) { return ("'" + Text + "'").str(); }

/// Keys of YAML that are no argument, or from which LLVM's tools expect the
/// symbol of a function.
static constexpr StringLiteral KeysOfStreams[] = {
    "Callee", "Caller", "DebugLoc", "DirectCallee", "Dump", "String"};

namespace {

/// Reads one record. Goes on after an error, to find all of them at once.
class Reader {
public:
  explicit Reader(const Record &Def) : Def(Def) {}

  RemarkRecord read();

private:
  void error(const Twine &Message) { PrintError(Def.getLoc(), Message); }

  void checkName();
  void readArg(const Record &Arg);
  /// The argument that \p Field names. Where it is empty, the first one that
  /// is \p IsSuch, if any. \p What tells of others in messages.
  StringRef readKey(StringRef Field, bool RemarkArg::*IsSuch, StringRef What);
  RemarkArg *findArg(StringRef Name);
  void readMessage();
  void readPlaceholder(StringRef Text);
  void readChoice(const RemarkArg &Arg, int Index, StringRef Choice);
  void addLiteral(StringRef Text);

  const Record &Def;
  RemarkRecord R;
};

} // namespace

RemarkRecord Reader::read() {
  R.Name = Def.getName();
  R.Kind = Def.getValueAsDef("kind")->getValueAsString("cppName");
  R.Description = requiredText(Def, "description");
  R.IsRow = Def.isSubClassOf("Row");
  R.IsNote = Def.isSubClassOf("Note");
  R.IsWarning = Def.getValueAsBit("isWarning");
  R.RestsOnRows = Def.getValueAsBit("restsOnRows");

  checkName();
  for (const Record *Arg : Def.getValueAsListOfDefs("args"))
    readArg(*Arg);
  // The number of a memory space is its name.
  bool HasNumbers =
      Def.getValueAsBit("headsNumbers") ||
      any_of(R.Args, [](const RemarkArg &A) {
        return A.IsNumber && A.CppType != "::hlomem::NamedMemorySpace";
      });
  if (HasNumbers)
    for (const Record *Fact : Def.getValueAsListOfDefs("restsOn"))
      R.RestsOn.push_back(Fact->getValueAsString("cppName"));
  R.Location =
      readKey("location", &RemarkArg::IsPlace, "no instruction or value");
  if (R.Kind == "Missed" && Def.getValueAsString("hotness").empty())
    error("a Missed remark needs 'hotness', the bytes that could be saved");
  R.Hotness = readKey("hotness", &RemarkArg::IsBytes, "not bytes");
  if (!R.IsRow) {
    R.Message = requiredText(Def, "message");
    readMessage();
    return std::move(R);
  }

  if (R.Args.empty())
    error("a row needs columns");
  for (auto [I, Name] : enumerate(Def.getValueAsListOfStrings("dropFirst")))
    if (RemarkArg *A = findArg(Name); !A || A->IsDataOnly || A->DropRank != 0)
      error("dropFirst names " + quote(Name) +
            ", which is no column of the table, or is there twice");
    else
      A->DropRank = I + 1;
  for (size_t I = 0; I != R.Args.size(); ++I)
    R.Pieces.push_back({.Arg = static_cast<int>(I)});
  return std::move(R);
}

void Reader::checkName() {
  if (Def.isAnonymous())
    error("a remark needs a name");
  else if (!isCamelCase(R.Name))
    error("remark name " + quote(R.Name) + " is not in CamelCase");
}

void Reader::readArg(const Record &Arg) {
  const Record *Type = Arg.getValueAsDef("type");
  RemarkArg A;
  A.Name = Arg.getValueAsString("name");
  A.CppType = Type->getValueAsString("cppType");
  A.TypeSummary = Type->getValueAsString("summary");
  A.IsNumber = Type->getValueAsBit("isNumber");
  A.Description = Arg.getValueAsString("description");
  StringRef TypeName = Type->getName();
  A.IsBytes = TypeName == "BytesType" || TypeName == "OptionalBytesType" ||
              TypeName == "BytesChangeType";
  A.IsPlace = TypeName == "InstructionType" || TypeName == "ValueType";
  if (R.IsRow) {
    A.Title = Arg.getValueAsString("title").trim();
    A.IsDataOnly = Arg.getValueAsBit("isDataOnly");
    A.IsPath = Arg.getValueAsBit("isPath");
    if (A.Title.empty())
      error("column " + quote(A.Name) + " has no title");
  }

  if (!isCamelCase(A.Name))
    error("argument name " + quote(A.Name) + " is not in CamelCase");
  else if (A.Name == R.Name)
    error("argument " + quote(A.Name) + " has the name of its remark");
  else if (A.Name == "Info" || A.Name == "Columns")
    error("argument name " + quote(A.Name) + " is taken");
  else if (is_contained(KeysOfStreams, A.Name))
    error("argument name " + quote(A.Name) +
          " means something else in remark files");
  if (any_of(R.Args, [&](const RemarkArg &B) { return B.Name == A.Name; }))
    error("duplicate argument " + quote(A.Name));
  R.Args.push_back(A);
}

RemarkArg *Reader::findArg(StringRef Name) {
  auto It = find_if(R.Args, [&](const RemarkArg &A) { return A.Name == Name; });
  return It == R.Args.end() ? nullptr : &*It;
}

StringRef Reader::readKey(StringRef Field, bool RemarkArg::*IsSuch,
                          StringRef What) {
  StringRef Name = Def.getValueAsString(Field);
  if (Name.empty()) {
    auto It = find_if(R.Args, [&](const RemarkArg &A) { return A.*IsSuch; });
    return It == R.Args.end() ? "" : It->Name;
  }
  const RemarkArg *Arg = findArg(Name);
  if (!Arg)
    error("'" + Field + "' names an unknown argument " + quote(Name));
  else if (!(Arg->*IsSuch))
    error("'" + Field + "' names " + quote(Name) + ", which is " + What);
  return Name;
}

void Reader::readMessage() {
  StringRef Rest = R.Message;
  while (!Rest.empty()) {
    size_t Brace = Rest.find_first_of("{}");
    addLiteral(Rest.take_front(Brace));
    if (Brace == StringRef::npos)
      break;
    Rest = Rest.drop_front(Brace);

    if (Rest.starts_with("{{") || Rest.starts_with("}}")) {
      addLiteral(Rest.take_front(1));
      Rest = Rest.drop_front(2);
      continue;
    }
    size_t End = Rest.find_first_of("{}", 1);
    if (Rest.front() == '}' || End == StringRef::npos || Rest[End] == '{') {
      error("unbalanced '" + Rest.take_front(1) + "' at column " +
            Twine(R.Message.size() - Rest.size() + 1) + " of the message");
      return;
    }
    readPlaceholder(Rest.slice(1, End));
    Rest = Rest.drop_front(End + 1);
  }

  for (const auto &[I, Arg] : enumerate(R.Args)) {
    int Index = I;
    if (none_of(R.Pieces, [&](const MessagePiece &P) {
          return P.isArgument() && P.Arg == Index;
        }))
      PrintWarning(Def.getLoc(), "argument " + quote(Arg.Name) +
                                     " is not used in the message");
  }
}

void Reader::readPlaceholder(StringRef Text) {
  auto [Name, Choice] = Text.split(':');
  const RemarkArg *Named = findArg(Name);
  if (!Named) {
    error("the message names an unknown argument " + quote(Name));
    return;
  }
  int Index = Named - R.Args.data();
  if (Name.size() != Text.size())
    return readChoice(*Named, Index, Choice);
  // Keys of a JSON object are unique.
  if (any_of(R.Pieces, [&](const MessagePiece &P) {
        return P.isArgument() && P.Arg == Index;
      })) {
    error("the message names argument " + quote(Name) + " twice");
    return;
  }
  R.Pieces.push_back({.Arg = Index});
}

void Reader::readChoice(const RemarkArg &Arg, int Index, StringRef Choice) {
  auto [One, Several] = Choice.split('|');
  if (One.size() == Choice.size() || Several.contains('|'))
    error("expected '" + Arg.Name + ":ONE|SEVERAL' in the message, found " +
          quote((Arg.Name + ":" + Choice).str()));
  else if (Arg.CppType != "uint64_t")
    error("the message chooses by " + quote(Arg.Name) + ", which is no count");
  else
    R.Pieces.push_back({.Literal = Several.str(),
                        .Arg = Index,
                        .One = One.str(),
                        .IsChoice = true});
}

std::string RemarkRecord::getMessageForSeveral() const {
  std::string Result;
  for (const MessagePiece &P : Pieces) {
    if (P.isArgument())
      Result += "{" + Args[P.Arg].Name.str() + "}";
    else
      for (char C : P.Literal)
        Result.append(C == '{' || C == '}' ? 2 : 1, C);
  }
  return Result;
}

void Reader::addLiteral(StringRef Text) {
  if (Text.empty())
    return;
  if (R.Pieces.empty() || R.Pieces.back().Arg >= 0)
    R.Pieces.emplace_back();
  R.Pieces.back().Literal += Text;
}

std::vector<RemarkRecord>
hlomem::tblgen::readRemarks(const RecordKeeper &Records) {
  std::vector<RemarkRecord> Remarks;
  RemarkOwners Owners(Records);
  for (const Record *Def : definitionsInFileOrder(Records, "Remark")) {
    if (!isDeclaredHere(*Def))
      continue;
    Remarks.push_back(Reader(*Def).read());
    if (const Record *Owner = Owners.find(*Def))
      Remarks.back().Pass = Owner->getValueAsString("name");
  }
  stopOnErrors("the remarks are not usable");
  return Remarks;
}
