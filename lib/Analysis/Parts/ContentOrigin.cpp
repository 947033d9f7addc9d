//===- ContentOrigin.cpp - What makes the content of a buffer -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parts/ContentOrigin.h"
#include "hlomem/Support/LLVM.h"
#include "llvm/ADT/DenseSet.h"

using namespace llvm;

namespace hlomem {

/// More than real programs nest moves; each level takes some hundred bytes of
/// the stack.
static constexpr unsigned MaxDepth = 1000;

ContentOrigins::ContentOrigins(const HloGraph &G, const ScopeNames &Names)
    : G(G), Names(Names), StepsLeft(1000000 + 100 * G.instructions().size()) {}

bool ContentOrigins::isMove(Opcode Op) {
  return is_contained({Opcode::Bitcast, Opcode::BitcastConvert, Opcode::Convert,
                       Opcode::Copy, Opcode::CopyDone, Opcode::CopyStart,
                       Opcode::DynamicSlice, Opcode::OptBarrier,
                       Opcode::ReducePrecision, Opcode::Reshape, Opcode::Slice,
                       Opcode::Transpose},
                      Op);
}

bool ContentOrigins::isWriteInPlace(Opcode Op) {
  return Op == Opcode::DynamicUpdateSlice || Op == Opcode::Scatter;
}

bool isContraction(const GraphInstruction &I) {
  if (I.Op == Opcode::Dot || I.Op == Opcode::Convolution)
    return true;
  StringRef Target = I.getCustomCallTarget();
  return Target.starts_with("__cublas") || Target.starts_with("__cudnn") ||
         Target.starts_with("__onednn") || Target.starts_with("__triton_gemm");
}

bool ContentOrigins::isEmpty(InstructionId Number) {
  const GraphInstruction &I = G[Number];
  switch (I.Op) {
  case Opcode::Constant:
  case Opcode::Iota:
  case Opcode::PartitionId:
    return true;
  case Opcode::CustomCall:
    return I.Operands.empty();
  case Opcode::Broadcast:
    return !I.Operands.empty() &&
           isEmpty(find({I.Operands[0], RootLeaf}).At.Instruction);
  default:
    return false;
  }
}

InstructionId ContentOrigins::getInner(InstructionId Number,
                                       LeafId Leaf) const {
  const GraphInstruction &I = G[Number];
  if (I.Called.empty() || G.getCalled(I).IsUnread)
    return InstructionId::none();
  InstructionId Root = G.getCalled(I).Root;
  if (G[Root].Op == Opcode::Tuple && Leaf != RootLeaf)
    return G[Root].getOperand(I.Leaves->getElementAbove(Leaf, RootLeaf).first);
  return Root;
}

/// The same part of operand \p Number, or all of it where its shape is another.
HloPlace ContentOrigins::getOperand(HloPlace P, uint64_t Number) const {
  const GraphInstruction &I = G[P.Instruction];
  InstructionId Operand = I.Operands[Number];
  return {Operand, G[Operand].Leaves == I.Leaves ? P.Leaf : RootLeaf};
}

//===----------------------------------------------------------------------===//
// What makes a content
//===----------------------------------------------------------------------===//

const Origin &ContentOrigins::find(HloPlace P) {
  // Both sides of a call have as many leaves, but may group them otherwise.
  if (!P.Instruction || !P.Leaf ||
      !G[P.Instruction].Leaves->ids().contains(P.Leaf))
    return make({P.Instruction, RootLeaf});
  if (Depth == MaxDepth || StepsLeft == 0)
    return make(P);
  --StepsLeft;
  ++Depth;
  const GraphInstruction &I = G[P.Instruction];
  // What loops hand on ends cycles, and depends on which one is being found.
  bool IsCarried = I.Op == Opcode::GetTupleElement ||
                   I.Op == Opcode::Parameter ||
                   (I.Op == Opcode::While && P.Leaf != RootLeaf);
  const Origin *O = IsCarried ? nullptr : Found.lookup(P);
  if (!O) {
    O = &compute(P);
    if (!IsCarried && Found.try_emplace(P, O).second)
      Log.push_back({P, false});
  }
  --Depth;
  return *O;
}

const Origin &ContentOrigins::compute(HloPlace P) {
  const GraphInstruction &I = G[P.Instruction];
  bool IsPart = P.Leaf != RootLeaf;
  switch (I.Op) {
  case Opcode::GetTupleElement: {
    InstructionId Tuple = I.getOperand(0);
    LeafId Element = G[Tuple].Leaves->getElement(RootLeaf, I.Number);
    return Element ? find({Tuple, Element + P.Leaf.index()}) : make(P);
  }
  case Opcode::Tuple: {
    if (!IsPart)
      return make(P);
    auto [Number, Element] = I.Leaves->getElementAbove(P.Leaf, RootLeaf);
    return find({I.Operands[Number], LeafId(P.Leaf - Element)});
  }
  case Opcode::Parameter:
    return findOfParameter(P);
  case Opcode::While:
    return IsPart ? findCarried(P.Instruction, P.Leaf) : make(P);
  case Opcode::AsyncStart:
  case Opcode::AsyncUpdate:
  case Opcode::AsyncDone:
    return findOfAsync(P);
  case Opcode::Conditional:
    return findOfConditional(P);
  case Opcode::Call:
    if (I.Called.empty() || G.getCalled(I).IsUnread)
      return make(P);
    return find({G.getCalled(I).Root, P.Leaf});
  case Opcode::Fusion:
    if (InstructionId Inner = getInner(P.Instruction, P.Leaf))
      return find({Inner, RootLeaf});
    return make(P);
  case Opcode::CustomCall:
    // What has no op_name was made by the compiler, to move data.
    if (!I.Operands.empty() && Names.getOpName(P.Instruction).empty() &&
        !isContraction(I))
      return find({I.Operands[0], RootLeaf});
    return make(P);
  case Opcode::Broadcast:
    if (!I.Operands.empty() && G[I.Operands[0]].Type->isArray() &&
        I.Type->isArray() &&
        countElements(*I.Type) == countElements(*G[I.Operands[0]].Type))
      return find({I.Operands[0], RootLeaf});
    return make(P);
  case Opcode::DynamicUpdateSlice:
  case Opcode::Scatter:
    return findOfWrite(P);
  case Opcode::Select:
    if (const Origin *O = findOfSelect(P))
      return *O;
    return make(P);
  default:
    if (isMove(I.Op) && !I.Operands.empty())
      return find(getOperand(P, 0));
    return make(P);
  }
}

const Origin &ContentOrigins::findOfParameter(HloPlace P) {
  const GraphInstruction &I = G[P.Instruction];
  const GraphComputation &C = G.getComputation(I);
  if (I.Computation == G.getEntryNumber() || C.Callers.empty())
    return make(P);
  InstructionId Caller = C.Callers.front();
  const GraphInstruction &By = G[Caller];
  if (By.Op == Opcode::While)
    return P.Leaf == RootLeaf ? make(P) : findCarried(Caller, P.Leaf);
  uint64_t Number = I.Number;
  if (By.Op == Opcode::Conditional)
    Number = 1 + (llvm::find(By.Called, I.Computation) - By.Called.begin());
  InstructionId Operand = By.getOperand(Number);
  if (!Operand || !G[Operand].Leaves->ids().contains(P.Leaf))
    return make(P);
  return find({Operand, P.Leaf});
}

const Origin &ContentOrigins::findOfAsync(HloPlace P) {
  InstructionId Start = P.Instruction;
  while ((G[Start].Op == Opcode::AsyncUpdate ||
          G[Start].Op == Opcode::AsyncDone) &&
         !G[Start].Operands.empty())
    Start = G[Start].Operands[0];
  const GraphInstruction &S = G[Start];
  if (S.Op != Opcode::AsyncStart || S.Called.empty() || G.getCalled(S).IsUnread)
    return make(P);
  const Origin &O = find({G.getCalled(S).Root, RootLeaf});
  const GraphInstruction &Made = G[O.At.Instruction];
  if (Made.Op == Opcode::Parameter && Made.Computation == S.Called.front() &&
      Made.Number < S.Operands.size())
    return find({S.Operands[Made.Number], RootLeaf});
  return O;
}

/// A branch may hand on what it is given, and another one makes the content.
const Origin &ContentOrigins::findOfConditional(HloPlace P) {
  const Origin *Given = nullptr;
  for (ComputationId Branch : G[P.Instruction].Called) {
    if (G.computations()[Branch].IsUnread)
      continue;
    const Origin &O = find({G.computations()[Branch].Root, P.Leaf});
    if (!O.Element && !isEmpty(O.At.Instruction))
      return O;
    if (!Given)
      Given = &O;
  }
  return Given ? *Given : make(P);
}

/// What is written into an empty buffer is all of it; anything else stays what
/// it is.
const Origin &ContentOrigins::findOfWrite(HloPlace P) {
  const GraphInstruction &I = G[P.Instruction];
  if (I.Operands.size() < 2)
    return make(P);
  const Origin &Base = find({I.Operands[0], RootLeaf});
  const Origin &Written = I.Op == Opcode::DynamicUpdateSlice
                              ? find({I.Operands[1], RootLeaf})
                              : make(P);
  if (isEmpty(Base.At.Instruction))
    return Written;
  Origin O = Base;
  O.IsUpdated = true;
  O.Writer = P.Instruction;
  O.Written = &Written;
  return keep(O);
}

/// A batched loop keeps the old value of what is done.
const Origin *ContentOrigins::findOfSelect(HloPlace P) {
  const GraphInstruction &I = G[P.Instruction];
  if (I.Computation == G.getEntryNumber() || I.Operands.size() < 3 ||
      !Names.getOpName(P.Instruction).ends_with("while"))
    return nullptr;
  const Origin &A = find({I.Operands[1], RootLeaf});
  const Origin &B = find({I.Operands[2], RootLeaf});
  if (A.Element)
    return &B;
  return B.Element ? &A : nullptr;
}

const Origin &ContentOrigins::findCarried(InstructionId Loop, LeafId Element) {
  HloPlace Key = {Loop, Element};
  auto [It, IsNew] = Carried.try_emplace(Key, nullptr);
  if (!IsNew && It->second)
    return *It->second;
  // The element is handed on as it is, as far as is known by now.
  if (!IsNew)
    return keep({.At = Key, .Loop = Loop, .Element = Element});
  size_t Known = Log.size();
  const Origin *O = &computeCarried(Loop, Element);
  // What was found on the way rests on what was not known then.
  auto IsProvisional = [&](const std::pair<HloPlace, bool> &Entry) {
    auto &In = Entry.second ? Carried : Found;
    const Origin *Of = In.lookup(Entry.first);
    return Of && Of->Element && Of->At.Instruction == Loop;
  };
  auto Kept = Log.begin() + Known;
  for (auto Entry = Kept; Entry != Log.end(); ++Entry)
    if (IsProvisional(*Entry))
      (Entry->second ? Carried : Found).erase(Entry->first);
    else
      *Kept++ = *Entry;
  Log.erase(Kept, Log.end());
  Carried[Key] = O;
  Log.push_back({Key, true});
  return *O;
}

const Origin &ContentOrigins::computeCarried(InstructionId Loop,
                                             LeafId Element) {
  const GraphInstruction &I = G[Loop];
  HloPlace At = {Loop, Element};
  if (I.Called.empty() || I.Operands.empty() || G.getCalled(I).IsUnread)
    return make(At);
  const Origin &O = find({G.getCalled(I).Root, Element});
  const Origin &Initial = find({I.Operands[0], Element});
  Origin R;
  if (O.Element && O.At.Instruction == Loop) {
    // It comes back as it went in, or written into.
    R = Initial;
    if (O.Element != Element || O.IsUpdated) {
      R.Loop = Loop;
      R.IsUpdated = true;
    }
    if (O.IsUpdated && O.Written && isEmpty(Initial.At.Instruction)) {
      // It is the stacking of a scan, or a write of the user's own.
      const Origin &Written = *O.Written;
      bool IsOwn = Names.getSource(O.Writer) != Names.getSource(Loop) ||
                   !Names.isOfSameFunction(O.Writer, Loop);
      if (IsOwn) {
        R = {.At = {O.Writer, RootLeaf}, .Loop = Loop};
      } else {
        R = Written;
        R.Loop = Loop;
        R.IsUpdated = false;
        R.Element.reset();
        InstructionId Made = Written.At.Instruction;
        // What the loop made by itself has the name of the loop.
        if (Names.isOfSameFunction(Made, Loop) &&
            !Names.getOpName(Made).empty() && !G[Made].Operands.empty())
          R.Stacked = &find({G[Made].Operands[0], RootLeaf});
      }
    }
  } else {
    R = O;
    R.Loop = Loop;
    R.Initial = &Initial;
  }
  if (isEmpty(R.At.Instruction) && !isEmpty(Initial.At.Instruction))
    return Initial;
  return keep(R);
}

const Origin *ContentOrigins::findStart(const Origin &O) {
  // Loops are nested less deep.
  constexpr unsigned MaxLoops = 9;
  auto Next = [&](const Origin &Of) -> const Origin * {
    const GraphInstruction &I = G[Of.At.Instruction];
    if (I.Op == Opcode::While && !I.Operands.empty())
      return &find({I.Operands[0], Of.At.Leaf});
    return Of.Initial;
  };
  const Origin *Start = Next(O);
  for (unsigned N = 0; N != MaxLoops && Start; ++N) {
    if (isArgument(Start->At))
      return Start;
    Start = Next(*Start);
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// What reads a content
//===----------------------------------------------------------------------===//

PhaseSet ContentReader::getToldPhases(const ScopeNames &Names) const {
  PhaseSet Told;
  for (InstructionId I : Named)
    if (!Names.getOpName(I).empty())
      Told |= Names.getPhase(I);
  return Told.empty() ? Phases : Told;
}

PhaseSet ContentOrigins::getPhases(ComputationId C) {
  auto [It, IsNew] = PhasesOf.try_emplace(C);
  if (IsNew)
    for (InstructionId I : G.computations()[C].instructions())
      It->second |= Names.getPhase(I);
  return It->second;
}

/// Walks from a place to all readers of its content.
class ContentOrigins::Readers {
public:
  explicit Readers(ContentOrigins &Of) : Of(Of), G(Of.G) {}

  ContentReaders run(HloPlace P) {
    add(P);
    // A content that so many read has all kinds of readers among the first.
    constexpr size_t MaxPlaces = 20000;
    while (!Waiting.empty() && Seen.size() < MaxPlaces) {
      HloPlace At = Waiting.pop_back_val();
      visitCallers(At);
      for (const GraphUse &U : G[At.Instruction].Uses)
        visitUse(U, At);
    }
    return std::move(Result);
  }

private:
  void add(HloPlace P) {
    if (P.Leaf && G[P.Instruction].Leaves->ids().contains(P.Leaf) &&
        Seen.insert(P).second)
      Waiting.push_back(P);
  }
  void addParameters(const GraphComputation &C, LeafId Leaf) {
    for (InstructionId Parameter : C.Parameters)
      if (G[Parameter].Leaves->ids().contains(Leaf))
        add({Parameter, Leaf});
  }
  void visitCallers(HloPlace At);
  void visitUse(const GraphUse &U, HloPlace At);
  void visitFusion(InstructionId User, InstructionId Operand);

  ContentOrigins &Of;
  const HloGraph &G;
  ContentReaders Result;
  SmallVector<HloPlace> Waiting;
  DenseSet<HloPlace> Seen;
};

/// What a called computation returns is in the result of its callers.
void ContentOrigins::Readers::visitCallers(HloPlace At) {
  const GraphComputation &C = G.getComputation(G[At.Instruction]);
  if (C.Root != At.Instruction || At.Leaf == RootLeaf || &C == &G.getEntry())
    return;
  for (InstructionId Caller : C.Callers) {
    Opcode Op = G[Caller].Op;
    if (Op != Opcode::While && Op != Opcode::Call && Op != Opcode::Conditional)
      continue;
    if (G[Caller].Leaves->ids().contains(At.Leaf))
      add({Caller, At.Leaf});
    if (Op == Opcode::While)
      addParameters(C, At.Leaf);
  }
}

void ContentOrigins::Readers::visitUse(const GraphUse &U, HloPlace At) {
  const GraphInstruction &By = G[U.User];
  switch (By.Op) {
  case Opcode::GetTupleElement: {
    if (At.Leaf == RootLeaf) {
      add({U.User, RootLeaf});
      return;
    }
    const LeafTree &Tree = *G[At.Instruction].Leaves;
    auto [Number, Element] = Tree.getElementAbove(At.Leaf, RootLeaf);
    if (Number == By.Number)
      add({U.User, LeafId(At.Leaf - Element)});
    return;
  }
  case Opcode::Tuple: {
    LeafId Element = By.Leaves->getElement(RootLeaf, U.OperandNumber);
    if (Element)
      add({U.User, Element + At.Leaf.index()});
    return;
  }
  case Opcode::While:
    for (ComputationId C : By.Called)
      addParameters(G.computations()[C], At.Leaf);
    if (At.Leaf != RootLeaf)
      Result.Fills.push_back({U.User, At.Leaf});
    return;
  case Opcode::Conditional:
    if (U.OperandNumber != 0 && U.OperandNumber <= By.Called.size())
      addParameters(G.computations()[By.Called[U.OperandNumber - 1]], At.Leaf);
    return;
  case Opcode::Call:
    if (!By.Called.empty() &&
        U.OperandNumber < G.getCalled(By).Parameters.size())
      add({G.getCalled(By).Parameters[U.OperandNumber], At.Leaf});
    return;
  case Opcode::Fusion:
    if (!By.Called.empty() && !G.getCalled(By).IsUnread) {
      // The first of several equal operands stands for all.
      if (llvm::find(By.Operands, At.Instruction) - By.Operands.begin() ==
          U.OperandNumber)
        visitFusion(U.User, At.Instruction);
      return;
    }
    break;
  case Opcode::DynamicUpdateSlice:
  case Opcode::Scatter:
    if (U.OperandNumber == 0) {
      add({U.User, RootLeaf});
      Result.Fills.push_back({U.User, RootLeaf});
      return;
    }
    break;
  case Opcode::AsyncStart:
  case Opcode::AsyncUpdate:
  case Opcode::AsyncDone:
    add({U.User, RootLeaf});
    return;
  case Opcode::CustomCall:
    if (Of.Names.getOpName(U.User).empty() && !isContraction(By)) {
      add({U.User, RootLeaf});
      return;
    }
    break;
  default:
    if (isMove(By.Op)) {
      add({U.User, G[At.Instruction].Leaves == By.Leaves ? At.Leaf : RootLeaf});
      return;
    }
    break;
  }
  Result.Readers.push_back({U.User, {U.User}, Of.Names.getPhase(U.User)});
}

void ContentOrigins::Readers::visitFusion(InstructionId User,
                                          InstructionId Operand) {
  const GraphInstruction &Fusion = G[User];
  const GraphComputation &C = G.getCalled(Fusion);
  ContentReader Reader = {User, {}};
  SmallVector<InstructionId> Inside;
  for (InstructionId Parameter : C.Parameters)
    if (Fusion.getOperand(G[Parameter].Number) == Operand)
      Inside.push_back(Parameter);
  DenseSet<InstructionId> Reached;
  bool IsMoved = true, IsWritten = false;
  while (!Inside.empty())
    for (const GraphUse &U : G[Inside.pop_back_val()].Uses) {
      if (!Reached.insert(U.User).second)
        continue;
      Opcode Op = G[U.User].Op;
      bool Writes = isWriteInPlace(Op) && U.OperandNumber == 0;
      IsWritten |= Writes;
      if (!isMove(Op) && Op != Opcode::Tuple && !Writes) {
        IsMoved = false;
        if (!Of.Names.getOpName(U.User).empty()) {
          Reader.Named.push_back(U.User);
          continue;
        }
      }
      Inside.push_back(U.User);
    }
  if (!IsMoved) {
    if (Reader.Named.empty())
      Reader.Named.push_back(User);
    Reader.Phases = Of.getPhases(Fusion.Called.front());
    Reader.Phases |= Of.Names.getPhase(User);
    Result.Readers.push_back(std::move(Reader));
    return;
  }
  auto AddResult = [&](LeafId Leaf) {
    if (!Leaf)
      return;
    add({User, Leaf});
    if (IsWritten)
      Result.Fills.push_back({User, Leaf});
  };
  const GraphInstruction &Root = G[C.Root];
  if (Root.Op != Opcode::Tuple) {
    AddResult(RootLeaf);
    return;
  }
  for (auto [Number, From] : enumerate(Root.Operands))
    if (Reached.contains(From))
      AddResult(Fusion.Leaves->getElement(RootLeaf, Number));
}

ContentReaders ContentOrigins::findReaders(HloPlace P) {
  return Readers(*this).run(P);
}

} // namespace hlomem
