//===- ScopeNames.cpp - What a program calls its instructions -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parts/ScopeNames.h"
#include "hlomem/Analysis/Layers/NameFolding.h"
#include "hlomem/Analysis/Sources/Frameworks.h"
#include "hlomem/Support/TextScanner.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/Path.h"
#include <set>
#include <tuple>

using namespace llvm;

namespace hlomem {

//===----------------------------------------------------------------------===//
// op_names
//===----------------------------------------------------------------------===//

/// Calls \p Use with what slashes outside of parentheses separate.
template <class UseT> static void splitAtSlashes(StringRef Name, UseT Use) {
  ptrdiff_t Depth = 0;
  size_t Begin = 0;
  for (size_t At = 0, End; At <= Name.size(); At = End + 1) {
    End = std::min(Name.find('/', At), Name.size());
    StringRef Piece = Name.slice(At, End);
    Depth += count(Piece, '(') - count(Piece, ')');
    if (Depth > 0 && End != Name.size())
      continue;
    Use(Name.slice(Begin, End));
    Begin = End + 1;
  }
}

/// Returns what the transform `f(x)` is of, as often as there is one; nothing
/// for what names the user's function and no scope, "jit(f)".
static StringRef unwrap(StringRef Component) {
  while (Component.ends_with(")")) {
    auto [Function, Inner] = Component.split('(');
    if (Function.empty() ||
        !all_of(Function, [](char C) { return isLower(C) || C == '_'; }))
      return Component;
    if (is_contained({"jit", "pjit", "pmap", "parallelize", "custom_jvp_call",
                      "custom_vjp_call"},
                     Function))
      return StringRef();
    Component = Inner.drop_back();
  }
  return Component;
}

/// Words of loops and checkpoints, branches, TensorFlow's calls of functions,
/// and the strings of einsum, "a b -> c".
static bool isNoScope(StringRef Word) {
  StringRef Rest = Word;
  if (Rest.consume_front("branch_") && !Rest.empty() && isDigit(Rest.front()))
    return true;
  if (text::findText(Word, "->") != StringRef::npos)
    return true;
  StringRef Stem = Word;
  while (!Stem.empty() && (isDigit(Stem.back()) || Stem.back() == '_'))
    Stem = Stem.drop_back();
  if (Stem.ends_with("PartitionedCall"))
    return true;
  Rest = Word.drop_while(isDigit);
  if (Rest.size() != Word.size() && !Rest.empty() &&
      (Rest.front() == ' ' || Rest.front() == ','))
    return true;
  static constexpr StringLiteral Words[] = {
      "while",  "body",          "cond",
      "branch", "closed_call",   "checkpoint",
      "remat",  "gradient_tape", "rematted_computation"};
  return is_contained(Words, Word);
}

std::pair<SmallVector<StringRef, 8>, StringRef> splitOpName(StringRef OpName) {
  // What XLA makes of several instructions has their op_names one after the
  // other: "jit(f)/block/ge;jit(f)/block/select".
  if (auto [First, Rest] = OpName.split(';');
      First.contains('/') && Rest.contains('/'))
    OpName = First;
  SmallVector<StringRef, 8> Components;
  splitAtSlashes(OpName, [&](StringRef C) { Components.push_back(C); });
  // Older releases of JAX add the attributes: "add[axis=0]".
  StringRef Operation = Components.pop_back_val().split('[').first;
  if (Operation.consume_front("jit("))
    Operation.consume_back(")");
  SmallVector<StringRef, 8> Scopes;
  for (StringRef C : Components) {
    C = unwrap(C);
    if (C.empty() || isNoScope(C))
      continue;
    // PyTorch/XLA numbers operations: "aten__mul.3/aten__mul".
    StringRef Number = C;
    if (Number.consume_front(Operation) && Number.consume_front(".") &&
        all_of(Number, isDigit))
      continue;
    for (StringRef Word : split(C, '/'))
      if (!Word.empty() && !isNoScope(Word))
        Scopes.push_back(Word);
  }
  // A checkpoint says its scope twice.
  for (size_t Count = Scopes.size() / 2; Count != 0; --Count)
    if (std::equal(Scopes.begin(), Scopes.begin() + Count,
                   Scopes.begin() + Count)) {
      Scopes.erase(Scopes.begin(), Scopes.begin() + Count);
      break;
    }
  // A module in one of its own name adds nothing to it; numbers tell modules
  // apart.
  Scopes.erase(std::unique(Scopes.begin(), Scopes.end(),
                           [](StringRef L, StringRef R) {
                             return L == R && !all_of(L, isDigit);
                           }),
               Scopes.end());
  return {std::move(Scopes), Operation};
}

//===----------------------------------------------------------------------===//
// Stacks of calls
//===----------------------------------------------------------------------===//

const StackFrames::Location *ScopeNames::getLocation(uint64_t Frame) const {
  if (Frame - 1 >= Frames.Frames.size())
    return nullptr;
  uint64_t Number = Frames.Frames[Frame - 1].Location;
  return Number - 1 < Frames.Locations.size() ? &Frames.Locations[Number - 1]
                                              : nullptr;
}

/// The innermost first.
SmallVector<const StackFrames::Location *, 16>
ScopeNames::getStack(uint64_t Frame) const {
  constexpr size_t MaxFrames = 100;
  SmallVector<const Location *, 16> Found;
  while (const Location *L = getLocation(Frame)) {
    Found.push_back(L);
    uint64_t Parent = Frames.Frames[Frame - 1].Parent;
    // A caller comes earlier.
    if (Parent >= Frame || Found.size() == MaxFrames)
      break;
    Frame = Parent;
  }
  return Found;
}

StringRef ScopeNames::getFile(const Location &L) const {
  return L.File - 1 < Frames.Files.size() ? StringRef(Frames.Files[L.File - 1])
                                          : StringRef();
}

StringRef ScopeNames::getFunction(const Location &L) const {
  return L.Function - 1 < Frames.Functions.size()
             ? StringRef(Frames.Functions[L.Function - 1])
             : StringRef();
}

static bool isIdentifier(StringRef Name) {
  return !Name.empty() &&
         all_of(Name, [](char C) { return isAlnum(C) || C == '_'; });
}

/// Returns the class of a method, "Block" of "Block.__call__"; empty for any
/// other function. A metaclass, "ObjectMeta", makes objects and computes
/// nothing.
static StringRef getClass(StringRef Function) {
  auto [Path, Method] = Function.rsplit('.');
  StringRef Class = Path.rsplit('.').second;
  if (Class.empty())
    Class = Path;
  bool IsMethod =
      Method == "__call__" || (isIdentifier(Method) && isLower(Method.front()));
  return IsMethod && isIdentifier(Class) && isUpper(Class.front()) &&
                 !Class.ends_with("Meta")
             ? Class
             : StringRef();
}

static std::string describePlace(StringRef File, uint64_t Line) {
  return UserPlace{sys::path::filename(File), Line, 0}.str();
}

/// Returns how many of \p Calls are part of the program: not what calls the
/// jitted function, or the code of a notebook's cell.
size_t ScopeNames::countTraced(ArrayRef<const Location *> Calls) const {
  size_t Count = Calls.size();
  for (auto [I, L] : enumerate(Calls)) {
    StringRef Name = getFunction(*L);
    if (!Jitted.empty() &&
        (Name.rsplit('.').second == Jitted || Name == Jitted))
      Count = I + 1;
    else if (Name == "<module>")
      return std::min(Count, size_t(I));
  }
  return Count;
}

ScopeNames::Stack ScopeNames::describeStack(uint64_t Frame) const {
  Stack S;
  SmallVector<const Location *, 16> Calls = getStack(Frame);
  Calls.truncate(countTraced(Calls));
  SmallSet<StringRef, 8> OfPackages;
  for (const Location *L : reverse(Calls)) {
    const bool IsInstalled = isInstalledFile(getFile(*L));
    StringRef Class = getClass(getFunction(*L));
    if (!Class.empty()) {
      erase(S.Classes, Class);
      S.Classes.push_back(Class);
      if (IsInstalled)
        OfPackages.insert(Class);
    } else if (!IsInstalled) {
      // A package's class that calls a function of the user's runs a model,
      // such as an effect handler, and is not part of it.
      erase_if(S.Classes, [&](StringRef C) { return OfPackages.contains(C); });
    }
  }
  for (const Location *L : Calls) {
    StringRef Name = getFunction(*L);
    if (Name.contains('.'))
      Name = Name.rsplit('.').second;
    if (!Name.empty() && Name.front() != '<' && Name.front() != '_' &&
        !getFile(*L).starts_with("<") && !is_contained(S.Functions, Name))
      S.Functions.push_back(Name);
    if (S.Functions.size() == 3)
      break;
  }
  std::reverse(S.Functions.begin(), S.Functions.end());
  auto *Own = find_if(Calls, [this](const Location *L) {
    StringRef File = getFile(*L);
    return !File.empty() && !isInstalledFile(File);
  });
  if (Own != Calls.end())
    S.Source = describePlace(getFile(**Own), (*Own)->Line);
  return S;
}

const ScopeNames::Stack &ScopeNames::getStackOf(InstructionId I) const {
  auto It = Stacks.find(Metadata[I].StackFrameId.value_or(0));
  return It == Stacks.end() ? NoStack : It->second;
}

/// What many call and what calls many is plumbing, such as the base class of
/// all layers, and so is what is innermost nearly everywhere.
void ScopeNames::findPlumbing() {
  constexpr size_t Many = 3;
  DenseMap<StringRef, DenseSet<StringRef>> Callers, Callees;
  DenseMap<StringRef, size_t> Innermost;
  size_t Count = 0;
  for (const auto &[Frame, S] : Stacks)
    for (size_t N = 1; N < S.Classes.size(); ++N) {
      Callers[S.Classes[N]].insert(S.Classes[N - 1]);
      Callees[S.Classes[N - 1]].insert(S.Classes[N]);
    }
  std::map<StringRef, std::set<std::vector<StringRef>>> Chains;
  for (InstructionId I : G.instructions().ids()) {
    if (!Metadata[I].StackFrameId)
      continue;
    const Stack &S = getStackOf(I);
    ++Count;
    if (!S.Classes.empty())
      ++Innermost[S.Classes.back()];
    SmallVector<StringRef, 8> Scopes = splitOpName(getOpName(I)).first;
    if (Scopes.size() == 1 && none_of(Scopes.front(), isDigit))
      if (auto &Of = Chains[Scopes.front()]; Of.size() < Many)
        Of.insert(std::vector<StringRef>(S.Classes.begin(), S.Classes.end()));
  }
  for (const auto &[Class, By] : Callers)
    if (By.size() >= Many && Callees.lookup(Class).size() >= Many)
      Plumbing.insert(Class);
  for (const auto &[Class, Times] : Innermost)
    if (5 * Times > 2 * Count)
      Plumbing.insert(Class);
  for (const auto &[Word, Of] : Chains)
    if (Of.size() >= Many)
      SharedWords.insert(Word);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

ScopeNames::ScopeNames(const ProgramSource &P, const HloGraph &G)
    : G(G), Frames(P.readStackFrames()), Metadata(G.instructions().size()) {
  for (auto [Number, I] : withIds(G.instructions()))
    Metadata[Number] = P.readMetadata(I.Name, Shapes, Arena);
  findArgumentNames();
  findDifferentiated();
  for (const InstructionMetadata &Of : Metadata)
    if (StringRef Name = Of.OpName;
        Jitted.empty() && Name.consume_front("jit("))
      Jitted = Name.take_until([](char C) { return C == ')'; });
  for (const InstructionMetadata &Of : Metadata)
    if (Of.StackFrameId)
      if (auto [It, IsNew] = Stacks.try_emplace(*Of.StackFrameId); IsNew)
        It->second = describeStack(*Of.StackFrameId);
  findPlumbing();
  findMerged();
}

/// A name that several share is that of none, and so is an operation.
void ScopeNames::findArgumentNames() {
  for (InstructionId Parameter : G.getEntry().Parameters) {
    const InstructionMetadata &Of = Metadata[Parameter];
    if (!Arguments.insert(Of.OpName).second || Of.OpName == Of.OpType ||
        Of.OpName == "XLA_Args")
      NoPaths.insert(Of.OpName);
  }
}

/// The derivative of "call/model/MatMul" is "call/gradient_tape/model/MatMul",
/// and that of "jit(step)/Dense/dot_general" is
/// "jit(step)/transpose(jvp(Dense))/dot_general".
void ScopeNames::findDifferentiated() {
  std::set<std::pair<StringRef, StringRef>> Found;
  for (const InstructionMetadata &Of : Metadata) {
    StringRef Before, After;
    if (std::tie(Before, After) = Of.OpName.split("gradient_tape/");
        After.contains('/')) {
      Found.emplace(Before, After.split('/').first);
      continue;
    }
    std::tie(Before, After) = Of.OpName.split("transpose(jvp(");
    const StringRef Scope = After.split(')').first;
    if (After.contains(')') && !Scope.contains('(') &&
        (Before.empty() || Before.ends_with("/")))
      Found.emplace(Before, Scope);
  }
  // What transforms and loops add is no scope.
  for (const auto &[Before, Scope] : Found)
    if (!Scope.empty() &&
        !splitOpName((Scope + "/operation").str()).first.empty())
      Differentiated.insert((Before + Scope + "/").str());
}

/// XLA and JAX make equal loops of several layers from one body, whose op_names
/// are those of the first layer: there an op_name is in the bodies of several
/// loops.
void ScopeNames::findMerged() {
  DenseMap<StringRef, InstructionId> LoopOf;
  for (InstructionId I : G.instructions().ids()) {
    StringRef Name = Metadata[I].OpName;
    const GraphComputation *C = &G.getComputation(G[I]);
    while (C->IsFused && !C->Callers.empty())
      C = &G.getComputation(G[C->Callers.front()]);
    if (C->Callers.empty() || none_of(Name, isDigit))
      continue;
    InstructionId Loop = C->Callers.front();
    if (G[Loop].Op != Opcode::While)
      continue;
    InstructionId First = LoopOf.try_emplace(Name, Loop).first->second;
    if (C->Callers.size() > 1 ||
        (First != Loop && Metadata[First].OpName == Metadata[Loop].OpName))
      Merged.insert(Name);
  }
}

Phase ScopeNames::getPhase(StringRef OpName) const {
  Phase P = hlomem::getPhase(OpName);
  if (P != Phase::Other || Differentiated.empty())
    return P;
  for (size_t At = OpName.find('/'); At != StringRef::npos;
       At = OpName.find('/', At + 1))
    if (Differentiated.contains(OpName.take_front(At + 1)))
      return Phase::Forward;
  return P;
}

StringRef ScopeNames::getOpName(InstructionId I) const {
  StringRef Name = Metadata[I].OpName;
  bool IsOfArgument = G[I].Op == Opcode::Parameter ? NoPaths.contains(Name)
                                                   : Arguments.contains(Name);
  return IsOfArgument ? StringRef() : Name;
}

std::string ScopeNames::getSource(InstructionId I) const {
  if (const Stack &S = getStackOf(I); !S.Source.empty())
    return S.Source;
  const InstructionMetadata &Of = Metadata[I];
  return Of.SourceFile.empty() || isInstalledFile(Of.SourceFile)
             ? ""
             : describePlace(Of.SourceFile, Of.SourceLine);
}

bool ScopeNames::isOfSameFunction(InstructionId L, InstructionId R) const {
  const Location *A = getLocation(Metadata[L].StackFrameId.value_or(0));
  const Location *B = getLocation(Metadata[R].StackFrameId.value_or(0));
  if (!A || !B)
    return A == B && Metadata[L].SourceFile == Metadata[R].SourceFile;
  return A->File == B->File && A->Function == B->Function;
}

ScopeName ScopeNames::getScope(InstructionId I) const {
  auto [Scopes, Operation] = splitOpName(getOpName(I));
  const Stack &S = getStackOf(I);
  auto IsPath = [](StringRef Word) { return Word.contains("::"); };
  bool HasName = any_of(Scopes, [&](StringRef Word) {
    return any_of(Word, isAlpha) && !IsPath(Word) && !Word.contains('.');
  });
  if (!HasName ||
      (Scopes.size() == 1 && SharedWords.contains(Scopes.front()))) {
    SmallVector<StringRef, 8> Classes;
    copy_if(S.Classes, std::back_inserter(Classes),
            [this](StringRef C) { return !Plumbing.contains(C); });
    constexpr size_t MaxClasses = 4;
    erase_if(Scopes, IsPath);
    if (!Classes.empty())
      Scopes.assign(Classes.end() - std::min(Classes.size(), MaxClasses),
                    Classes.end());
    else if (Scopes.empty())
      Scopes.assign(S.Functions.begin(), S.Functions.end());
  }
  std::string Path = join(Scopes, "/");
  if (Merged.contains(Metadata[I].OpName)) {
    Path = replaceNumbers(Path);
    std::replace(Path.begin(), Path.end(), '#', '*');
  }
  return {std::move(Path),
          Operation.empty() ? G[I].OpcodeName.str() : Operation.str(),
          getSource(I)};
}

} // namespace hlomem
