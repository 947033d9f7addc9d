//===- VerifierDefinition.cpp - Values and their instructions -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifierImpl.h"
#include "hlomem/Analysis/Program/ScheduleIndex.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Dump/ValueLists.h"
#include "hlomem/HloText/ShapeParser.h"
#include "hlomem/Support/Parallel.h"
#include "hlomem/Support/TextScanner.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/xxhash.h"
#include <atomic>

using namespace llvm;

namespace hlomem {

//===----------------------------------------------------------------------===//
// The short way
//===----------------------------------------------------------------------===//

namespace {

/// Compares values with their own texts, one after the other, of which it reads
/// no more than it must.
class DefinitionReader {
public:
  DefinitionReader(const Module &M, const ScheduleIndex &Times)
      : M(M), Times(Times), Shapes(Arena, M.getShapes()) {}

  /// False if something may be wrong with \p V.
  bool agrees(const Value &V);

  /// Of instructions of these values that are tuple-shaped or not scheduled:
  /// which name, and which text up to the operands, as fingerprints.
  std::vector<std::pair<uint64_t, uint64_t>> Texts;

private:
  bool beginWith(const Value &V);
  bool isSame(const Shape &Leaf, const Value &V);
  bool hasNumberOfParameter(const Value &V) const;

  const Module &M;
  const ScheduleIndex &Times;
  BumpPtrAllocator Arena;
  // New ones: those of the module are not for several threads.
  ShapeContext Shapes;
  DenseSet<std::pair<const Shape *, const Shape *>> SameShapes;

  // Of the last instruction; its parts stand side by side.
  StringRef Name;
  /// Up to the operands; of a parameter with its number.
  StringRef Head;
  const Shape *Type = nullptr;
  std::optional<uint64_t> ParameterNumber;
};

} // namespace

/// Without making lists of what is left in the text or in the program.
static std::optional<Position> getFirstPosition(const Value &V) {
  if (V.isComputed())
    return V.getDefinition();
  if (const char *Text = V.getUnreadLists()) {
    Position P;
    return ValueListReader(Text).readPosition(P) ? std::optional(P)
                                                 : std::nullopt;
  }
  return V.getPositions().empty() ? std::nullopt
                                  : std::optional(V.getPositions().front());
}

/// The same leaf in the same words.
static bool isSameName(const HloPosition &A, const HloPosition &B) {
  return A == B && A.hasIndex() == B.hasIndex();
}

/// Reads the text of \p V. False if it is an unusual one.
bool DefinitionReader::beginWith(const Value &V) {
  StringRef Text = V.getInstructionText();
  StringRef Rest = Text;
  Rest.consume_front("%");
  Name = StringRef();
  if (!Rest.consume_front(V.getInstructionName()) || !Rest.consume_front(" = "))
    return false;
  ShapeError Ignored;
  Type = consumeShape(Rest, Shapes, Ignored);
  if (!Type || !Rest.consume_front(" "))
    return false;
  StringRef Opcode = text::takeName(Rest);
  if (Opcode.empty() || !Rest.consume_front("("))
    return false;
  ParameterNumber.reset();
  if (Opcode == "parameter") {
    ParameterNumber = text::takeNumber(Rest);
    if (!ParameterNumber || !Rest.consume_front(")"))
      return false;
  }
  Name = V.getInstructionName();
  Head = Text.drop_back(Rest.size());
  // The largest numbers mean something to tables.
  if (Type->isTuple() || Times.getDefinition(V) == ScheduleIndex::NotScheduled)
    Texts.push_back({xxh3_64bits(Name) >> 1, xxh3_64bits(Head)});
  return true;
}

bool DefinitionReader::isSame(const Shape &Leaf, const Value &V) {
  if (&Leaf == &V.getShape())
    return true;
  std::pair Pair(&Leaf, &V.getShape());
  if (SameShapes.contains(Pair))
    return true;
  bool IsSame = isSameShape(Leaf, V.getShape(), /*WithLayout=*/true);
  if (IsSame)
    SameShapes.insert(Pair);
  return IsSame;
}

// All else that an instruction without a text tells of the value, the
// definition was made of.
bool DefinitionReader::hasNumberOfParameter(const Value &V) const {
  if (!V.isComputed() || !V.isAllocated() || V.isPhi() ||
      !V.getAllocation().getParameter())
    return true;
  std::optional<uint64_t> Number = M.getInstruction(V)->getParameterNumber();
  return !Number || *Number == V.getAllocation().getParameter()->Number;
}

bool DefinitionReader::agrees(const Value &V) {
  const HloPosition &Definition = V.getDefinition();
  std::optional<Position> First = getFirstPosition(V);
  if (First && !isSameName(*First, Definition))
    return false;
  StringRef Text = V.getInstructionText();
  if (Text.empty())
    return hasNumberOfParameter(V);
  if ((Name != V.getInstructionName() || !Text.starts_with(Head)) &&
      !beginWith(V))
    return false;
  if (Type->isTuple() != Definition.hasIndex())
    return false;
  const Shape *Leaf = Type->getSubshape(Definition.getIndex());
  if (!Leaf)
    return false;
  if (!V.isAllocated())
    return true;
  const std::optional<ParameterOrigin> &Origin =
      V.getAllocation().getParameter();
  if (Origin && !V.isPhi() && ParameterNumber &&
      *ParameterNumber != Origin->Number)
    return false;
  return isSame(*Leaf, V);
}

/// False if a scheduled instruction gives two values, one of them an array:
/// they cannot both be right.
static bool haveOneKind(const Module &M, const ScheduleIndex &Times) {
  enum Kind : uint8_t { None, Array, TupleLeaf };
  if (!M.values().empty() && M.values().front().isComputed())
    return true;
  std::vector<Kind> Kinds(M.schedule().size(), None);
  return all_of(usedValues(M), [&](const Value *V) {
    Time T = Times.getDefinition(*V);
    if (T == ScheduleIndex::NotScheduled || V->getInstructionText().empty())
      return true;
    Kind Own = V->getDefinition().hasIndex() ? TupleLeaf : Array;
    Kind Before = std::exchange(Kinds[T], Own);
    return Before == None || (Before == TupleLeaf && Own == TupleLeaf);
  });
}

/// True only if checkDefinitionOf() would find nothing wrong with any value.
static bool doDefinitionsAgree(const Module &M, const ScheduleIndex &Times) {
  // In the order of the text. What does not stand there has none.
  ValueOrder Used = usedValues(M);
  static constexpr size_t ValuesPerPart = 8192;
  size_t PartSize = M.getThreadCount() == 1 ? std::max<size_t>(Used.size(), 1)
                                            : ValuesPerPart;
  std::vector<std::vector<std::pair<uint64_t, uint64_t>>> Texts(
      divideCeil(Used.size(), PartSize));
  std::atomic<bool> AllAgree = true;
  parallelFor(M.getThreadCount(), Texts.size(), [&](size_t Part) {
    DefinitionReader Reader(M, Times);
    for (const Value *V : Used.slice(Part * PartSize, PartSize))
      if (!AllAgree || !Reader.agrees(*V)) {
        AllAgree = false;
        return;
      }
    Texts[Part] = std::move(Reader.Texts);
  });
  if (!AllAgree || !haveOneKind(M, Times))
    return false;

  // Each value agrees with its own text. These must not contradict each other:
  // whoever asks for an instruction gets any one of them.
  DenseMap<uint64_t, uint64_t> TextOfName;
  for (const auto &OfPart : Texts)
    for (auto [Name, Text] : OfPart)
      if (TextOfName.try_emplace(Name, Text).first->second != Text)
        return false;
  return true;
}

//===----------------------------------------------------------------------===//
// The long way
//===----------------------------------------------------------------------===//

void Verifier::checkDefinition() {
  if (!begin(VerifierRule::Definition, hasUsedValues() && IsWhole))
    return;
  // Later releases may define values where none were.
  if (const auto *P =
          dyn_cast_if_present<PrintableProvenance>(M.getProvenance()))
    for (const ValueHeader &H : P->UndefinedValues)
      report(VerifierRule::Definition, RuleSeverity::Warning, getLoc(M),
             [&](raw_ostream &OS) {
               OS << "value " << ValueName(H)
                  << " is defined where its instruction defines no value";
             });
  if (!doDefinitionsAgree(M, AM.getResult<ScheduleIndexAnalysis>()))
    forEachValue([this](const Value &V) { checkDefinitionOf(V); });
}

/// True if the text begins with this array's name and shape. Where another text
/// has the same name, it is not asked then.
static bool beginsWithDefinition(StringRef Text, const Value &V) {
  if (V.getDefinition().hasIndex() || !V.isAllocated())
    return false;
  Text.consume_front("%");
  if (!Text.consume_front(V.getInstructionName()) || !Text.consume_front(" = "))
    return false;
  SmallString<64> Type;
  raw_svector_ostream(Type) << V.getShape();
  return Text.consume_front(Type) && Text.starts_with(" ");
}

/// An argument's allocation and its instruction name the same parameter. Others
/// that lie there are phi values or no parameters.
void Verifier::checkParameterNumber(const Value &V) {
  if (!V.isAllocated() || V.isPhi() || !V.getAllocation().getParameter())
    return;
  const InstructionDetails *I = M.getInstruction(V);
  std::optional<uint64_t> Number = I ? I->getParameterNumber() : std::nullopt;
  uint64_t Allocated = V.getAllocation().getParameter()->Number;
  if (Number && *Number != Allocated)
    report(VerifierRule::Definition, RuleSeverity::Warning, V,
           [&](raw_ostream &OS) {
             OS << "value " << ValueName(V) << " lies in the allocation of "
                << "parameter " << Allocated << ", but its instruction is "
                << "parameter " << *Number;
           });
}

void Verifier::checkDefinitionOf(const Value &V) {
  checkParameterNumber(V);
  ArrayRef<Position> Positions = V.getPositions();
  if (!Positions.empty() &&
      (!(Positions.front() == V.getDefinition()) ||
       Positions.front().hasIndex() != V.getDefinition().hasIndex()))
    report(VerifierRule::Definition, Positions.front().getLoc(),
           [&](raw_ostream &OS) {
             OS << "the first position of value " << ValueName(V) << " is "
                << Positions.front();
           });

  if (beginsWithDefinition(V.getInstructionText(), V))
    return;
  // Kept by name: another text of the same name is of another value.
  const InstructionDetails *I = M.getInstruction(V);
  if (!I || I->Name.empty())
    return;
  SMLoc Loc = SMLoc::getFromPointer(V.getInstructionText().data());
  if (I->Name != V.getInstructionName())
    return report(VerifierRule::Definition, Loc, [&](raw_ostream &OS) {
      OS << "value " << ValueName(V) << " is from instruction " << I->Name;
    });
  if (!I->Type)
    return;
  if (I->Type->isTuple() != V.getDefinition().hasIndex())
    return report(VerifierRule::Definition, V, [&](raw_ostream &OS) {
      OS << "value " << ValueName(V)
         << (I->Type->isTuple()
                 ? " has no index, but its instruction returns a tuple"
                 : " has an index, but its instruction returns no "
                   "tuple");
    });
  const Shape *Leaf = I->Type->getSubshape(V.getDefinition().getIndex());
  if (!Leaf)
    return report(VerifierRule::Definition, V, [&](raw_ostream &OS) {
      OS << "value " << ValueName(V) << " is not part of "
         << ShapeText{*I->Type};
    });
  if (V.isAllocated() && !isSameShape(*Leaf, V.getShape(), /*WithLayout=*/true))
    report(VerifierRule::Definition, V, [&](raw_ostream &OS) {
      OS << "the shape of value " << ValueName(V) << " is "
         << ShapeText{V.getShape()} << " in its allocation, but "
         << ShapeText{*Leaf} << " in its instruction";
    });
}

} // namespace hlomem
