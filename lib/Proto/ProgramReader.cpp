//===- ProgramReader.cpp - An HloModuleProto to a graph -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramReader.h"
#include "HloSchema.inc"
#include "hlomem/HloText/GistReader.h"
#include "hlomem/Support/PrintableText.h"
#include "hlomem/Support/TextScanner.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace hlomem {

using namespace schema;

// XLA's are not negative, and other numbers mean something to the table.
static bool isId(int64_t Id) { return Id >= 0; }

template <class IdT>
static IdT findById(const NumbersById<IdT> &ById, int64_t Id) {
  auto It = isId(Id) ? ById.find(Id) : ById.end();
  return It == ById.end() ? IdT::none() : It->second;
}

InstructionId ProgramReader::findInstruction(int64_t Id) const {
  return findById(InstructionById, Id);
}

void ProgramReader::readAliasing(const WireReader &At) {
  GivenAlias &A =
      Aliases[InstructionId(InstructionBytes.size())].emplace_back();
  for (WireReader R(At, OutputOperandAliasing); R.next();) {
    R.take(OutputOperandAliasing::OutputShapeIndex, A.Output);
    R.take(OutputOperandAliasing::OperandIndex, A.Operand);
    R.take(OutputOperandAliasing::OperandShapeIndex, A.OperandIndex);
  }
}

// All have the same parts, so that one shows what the release writes. The
// others are gone through to find a broken one.
void ProgramReader::readMetadata(const WireReader &At) {
  if (std::exchange(HasMetadata, true) && !WantsMetadata)
    return;
  bool IsKnown = Met.HasSourceFile && Met.HasColumn;
  for (WireReader R(At, OpMetadata); R.next();) {
    if (IsKnown)
      continue;
    if (R.getField() == OpMetadata::OpName) {
      Met.HasJitName |= R.getBytes().starts_with("jit(");
      Met.HasJitMain |= R.getBytes().contains("/jit(main)/");
    }
    Met.HasSourceFile |= R.getField() == OpMetadata::SourceFile;
    Met.HasStackFrame |= R.getField() == OpMetadata::StackFrameId;
    Met.HasColumn |= R.getField() == OpMetadata::SourceColumn;
  }
}

// What they hold is read where it is printed, which has no errors.
static void checkFrameTables(const WireReader &At) {
  auto GoThrough = [](const WireReader &From, const WireMessage &Type) {
    for (WireReader R(From, Type); R.next();)
      ;
  };
  for (WireReader R(At, StackFrameIndexProto); R.next();)
    if (R.getField() == StackFrameIndexProto::FileLocations)
      GoThrough(R, FileLocation);
    else if (R.getField() == StackFrameIndexProto::StackFrames)
      GoThrough(R, StackFrame);
}

// Of the field of an instruction that \p At is at.
void ProgramReader::noteTraits(const WireReader &At) {
  switch (At.getField()) {
  case HloInstructionProto::Metadata:
    readMetadata(At);
    break;
  case HloInstructionProto::Sharding:
    for (WireReader S(At, OpSharding); S.next();)
      Met.HasFieldsOf011 |= S.getField() == OpSharding::NamedSharding;
    break;
  case HloInstructionProto::BackendConfig:
    Met.HasConfigOfGpu |= At.getBytes().starts_with("{\"operation_queue_id\"");
    break;
  case HloInstructionProto::Field101:
  case HloInstructionProto::ComparisonOrder:
    Met.HasFieldsOf011 = true;
    Met.HasField101 |= At.getField() == HloInstructionProto::Field101;
    break;
  default:
    break;
  }
}

// In texts nothing stands around it.
static bool checkWord(const WireReader &At, StringRef Word,
                      StringRef What = "a word") {
  if (all_of(Word, text::isNameChar))
    return true;
  At.fail(What + " that has characters other than letters, digits, '_', '.' "
                 "and '-'");
  return false;
}

// Texts and tables tell instructions by their names.
void ProgramReader::checkName(const WireReader &At, StringRef Name) {
  if (!checkWord(At, Name, "a name"))
    return;
  // XLA begins no name so, and in a text it would be part of a range.
  if (Name.starts_with("-"))
    At.fail("a name that begins with '-'");
  else if (!Names.insert(CachedHashStringRef(Name)).second)
    At.fail("another instruction is named '" + Name + "'");
}

void ProgramReader::readInstruction(const WireReader &At) {
  HloGraphBuilder::NewInstruction New;
  int64_t Id = 0;
  uint64_t ParameterNumber = 0, TupleIndex = 0;
  bool HasComparisonType = false;
  InstructionMarks Marked = InstructionMarks::None;
  SmallVector<int64_t> OperandIds, CalledIds;
  for (WireReader R(At, HloInstructionProto); R.next();) {
    switch (R.getField()) {
    case HloInstructionProto::Name:
      New.Name = R.getBytes();
      break;
    case HloInstructionProto::Opcode:
      New.OpcodeName = R.getBytes();
      break;
    case HloInstructionProto::Shape:
      New.Type = Shapes.read(R);
      break;
    case HloInstructionProto::FusionKind:
      New.Fusion = parseFusionKind(R.getBytes());
      checkWord(R, R.getBytes());
      break;
    case HloInstructionProto::CustomCallTarget:
      New.CustomCallTarget = R.getBytes();
      break;
    case HloInstructionProto::BackendConfig:
      New.BackendConfig = R.getBytes();
      if (mayRequestScopedMemory(R.getBytes()))
        Marked |= InstructionMarks::ScopedMemory;
      noteTraits(R);
      break;
    case HloInstructionProto::ComparisonDirection:
      checkWord(R, R.getBytes());
      break;
    case HloInstructionProto::ComparisonType:
      HasComparisonType = true;
      checkWord(R, R.getBytes());
      break;
    case HloInstructionProto::ParameterNumber:
      ParameterNumber = R.getNumber();
      break;
    case HloInstructionProto::TupleIndex:
      TupleIndex = R.getNumber();
      break;
    case HloInstructionProto::Id:
      Id = R.getSigned();
      break;
    case HloInstructionProto::OperandIds:
      R.getNumbers(OperandIds);
      break;
    case HloInstructionProto::ControlPredecessorIds:
      Marked |= InstructionMarks::ControlPredecessors;
      break;
    case HloInstructionProto::CalledComputationIds:
      R.getNumbers(CalledIds);
      break;
    case HloInstructionProto::OutputOperandAliasing:
      readAliasing(R);
      break;
    default:
      noteTraits(R);
      break;
    }
  }
  if (At.hasFailed())
    return;
  if (New.Name.empty() || New.OpcodeName.empty() || !New.Type)
    return At.fail("an instruction without name, opcode or shape");
  checkName(At, New.Name);
  New.Op = parseOpcode(New.OpcodeName);
  if (New.Op == Opcode::Unknown)
    checkWord(At, New.OpcodeName, "an opcode");
  // In a text `fusion-start` may be one too.
  if (isAsyncWrapper(New.Op) && !New.OpcodeName.starts_with("async-"))
    New.Op = Opcode::Unknown;
  Met.HasComparisonType |= HasComparisonType;
  Met.HasUntypedComparison |= New.Op == Opcode::Compare && !HasComparisonType;
  New.Number = New.Op == Opcode::Parameter ? ParameterNumber : TupleIndex;
  // Whoever looks for a name should not read the file again for it.
  New.Name = New.Name.copy(Arena);
  New.CustomCallTarget = New.CustomCallTarget.copy(Arena);
  New.OpcodeName = New.OpcodeName == opcodeName(New.Op)
                       ? opcodeName(New.Op)
                       : New.OpcodeName.copy(Arena);
  New.Id = Id;
  InstructionId Number = B->addInstruction(New);
  B->readAliasingOperands(Number, New.BackendConfig, OperandIds.size());
  if (!isId(Id))
    return At.fail("the id " + Twine(Id) + " is negative");
  if (!InstructionById.try_emplace(Id, Number).second)
    return At.fail("another instruction has the id " + Twine(Id));
  auto Keep = [this](ArrayRef<int64_t> List) {
    size_t Begin = Ids.size();
    append_range(Ids, List);
    return IdList{Begin, Ids.size()};
  };
  Operands.push_back(Keep(OperandIds));
  Called.push_back(Keep(CalledIds));
  InstructionBytes.push_back(At.getBytes());
  Marks.push_back(Marked);
  InstructionIds.push_back(Id);
  Leaves.push_back(&B->getLeaves(*New.Type));
  ComputationId Computation(RootIds.size() - 1);
  ComputationOf.push_back(Computation);
  ParameterNumbers.push_back(New.Number);
  if (New.Op == Opcode::Parameter)
    Parameters[Computation].push_back(Number);
}

// What an instruction of a fusion shows of its release, and what it calls.
void ProgramReader::skimInstruction(const WireReader &At, UnreadBody &Body) {
  StringRef OpcodeName;
  bool HasComparisonType = false;
  SmallVector<int64_t, 4> Called;
  for (WireReader R(At, HloInstructionProto); R.next();) {
    if (R.getField() == HloInstructionProto::Opcode)
      OpcodeName = R.getBytes();
    else if (R.getField() == HloInstructionProto::CalledComputationIds)
      R.getNumbers(Called);
    else if (R.getField() == HloInstructionProto::ComparisonType)
      HasComparisonType = true;
    else
      noteTraits(R);
  }
  Met.HasComparisonType |= HasComparisonType;
  Met.HasUntypedComparison |= !HasComparisonType && OpcodeName == "compare";
  if (Called.empty())
    return;
  Opcode Op = parseOpcode(OpcodeName);
  if (Op == Opcode::While || Op == Opcode::Conditional || Op == Opcode::Call ||
      isAsyncWrapper(Op))
    return At.fail("a fusion that runs computations");
  for (int64_t Id : Called)
    Body.Calls.push_back({Id, Op == Opcode::Fusion});
}

void ProgramReader::reserve(size_t Instructions) {
  B->reserve(Instructions);
  InstructionById.reserve(Instructions);
  InstructionBytes.reserve(Instructions);
  Marks.reserve(Instructions);
  InstructionIds.reserve(Instructions);
  Leaves.reserve(Instructions);
  Operands.reserve(Instructions);
  Called.reserve(Instructions);
  ComputationOf.reserve(Instructions);
  ParameterNumbers.reserve(Instructions);
}

// The name and id of a computation may come after its instructions.
void ProgramReader::readHeads(const WireReader &At) {
  size_t Count = 0;
  for (WireReader R(At, HloModuleProto);
       R.next(HloModuleProto::Computations);) {
    ComputationHead &Head = Heads.emplace_back();
    size_t Instructions = 0;
    for (WireReader C(R, HloComputationProto); C.next();) {
      Instructions += C.getField() == HloComputationProto::Instructions;
      C.take(HloComputationProto::Name, Head.Name);
      C.take(HloComputationProto::Id, Head.Id);
      C.take(HloComputationProto::RootId, Head.RootId);
      C.take(HloComputationProto::IsFusionComputation, Head.IsFused);
      C.take(HloComputationProto::ExecutionThread, Head.Thread);
    }
    if (!leavesOut(Head))
      Count += Instructions;
  }
  if (!At.hasFailed())
    reserve(Count);
}

void ProgramReader::readComputation(const WireReader &At,
                                    const ComputationHead &Head) {
  RootIds.push_back(Head.RootId);
  FirstInstruction.emplace_back(InstructionBytes.size());
  Parameters.emplace_back();
  ComputationIds.push_back(Head.Id);
  checkWord(At, Head.Name, "a name");
  ComputationId Number =
      B->addComputation(Head.Name, Head.IsFused, Head.Thread);
  if (!isId(Head.Id))
    return At.fail("the id " + Twine(Head.Id) + " is negative");
  if (!ComputationById.try_emplace(Head.Id, Number).second)
    return At.fail("another computation has the id " + Twine(Head.Id));
  if (leavesOut(Head)) {
    UnreadBody &Body = Unread.emplace_back();
    Body.Computation = Number;
    for (WireReader R(At, HloComputationProto);
         R.next(HloComputationProto::Instructions);)
      skimInstruction(R, Body);
    return;
  }
  for (WireReader R(At, HloComputationProto);
       R.next(HloComputationProto::Instructions);)
    readInstruction(R);
}

//===----------------------------------------------------------------------===//
// What refers to others
//===----------------------------------------------------------------------===//

std::string ProgramReader::getPath(InstructionId Instruction) const {
  ComputationId Computation = ComputationOf[Instruction];
  return ("hlo_module.computations[" + Twine(Computation.index()) +
          "].instructions[" +
          Twine(Instruction - FirstInstruction[Computation]) + "]")
      .str();
}

template <class IdT>
Error ProgramReader::resolveIds(InstructionId Instruction, const IdList &List,
                                const NumbersById<IdT> &ById, StringRef What,
                                SmallVectorImpl<IdT> &Numbers) const {
  Numbers.clear();
  for (int64_t Id : ArrayRef(Ids).slice(List.Begin, List.End - List.Begin)) {
    IdT Number = findById(ById, Id);
    if (!Number)
      return createStringError(getPath(Instruction) + "." + What +
                               ": nothing in the module has the id " +
                               Twine(Id));
    Numbers.push_back(Number);
  }
  return Error::success();
}

Expected<LeafId> ProgramReader::findLeaf(InstructionId Instruction,
                                         ArrayRef<int64_t> Index) const {
  LeafId Leaf = Leaves[Instruction]->find(Index);
  if (!Leaf)
    return createStringError(getPath(Instruction) +
                             ".shape: a shape index refers to no part of it");
  return Leaf;
}

Error ProgramReader::resolveAliases(InstructionId Instruction) {
  auto Given = Aliases.find(Instruction);
  if (Given == Aliases.end())
    return Error::success();
  IdList List = Operands[Instruction];
  SmallVector<OutputOperandAlias> Result;
  for (const GivenAlias &A : Given->second) {
    if (A.Operand >= List.End - List.Begin)
      return createStringError(getPath(Instruction) +
                               ".output_operand_aliasing: there is no operand "
                               "of that number");
    Expected<LeafId> Output = findLeaf(Instruction, A.Output);
    if (!Output)
      return Output.takeError();
    InstructionId Operand =
        findById(InstructionById, Ids[List.Begin + A.Operand]);
    Expected<LeafId> OperandLeaf = findLeaf(Operand, A.OperandIndex);
    if (!OperandLeaf)
      return OperandLeaf.takeError();
    Result.push_back({*Output, static_cast<uint32_t>(A.Operand), *OperandLeaf});
  }
  B->setAliases(Instruction, Result);
  return Error::success();
}

Error ProgramReader::resolve() {
  SmallVector<InstructionId> OperandNumbers;
  SmallVector<ComputationId> CalledNumbers;
  for (InstructionId I : InstructionBytes.ids()) {
    if (Error E = resolveIds(I, Operands[I], InstructionById, "operand_ids",
                             OperandNumbers))
      return E;
    B->setOperands(I, OperandNumbers);
    if (Error E = resolveIds(I, Called[I], ComputationById,
                             "called_computation_ids", CalledNumbers))
      return E;
    B->setCalled(I, CalledNumbers);
    if (Error E = resolveAliases(I))
      return E;
  }
  for (const UnreadBody &Body : Unread) {
    SmallVector<UnreadCall, 2> Calls;
    for (UnreadBody::Call C : Body.Calls) {
      ComputationId Number = findById(ComputationById, C.CalledId);
      if (!Number)
        return createStringError("no computation has the id " +
                                 Twine(C.CalledId));
      Calls.push_back({Number, C.IsByFusion});
    }
    B->setUnread(Body.Computation, Calls);
  }
  for (auto [C, Id] : withIds(RootIds))
    if (InstructionId Root = findInstruction(Id))
      B->setRoot(C, Root);
  return Error::success();
}

void ProgramReader::readSchedule(const WireReader &At) {
  SmallVector<int64_t> InstructionIds;
  SmallVector<InstructionId> Order;
  DenseSet<ComputationId> Scheduled;
  for (WireReader R(At, HloScheduleProto); R.next();) {
    int64_t Computation = 0;
    InstructionIds.clear();
    Order.clear();
    for (WireReader Entry(R, SequencesEntry); Entry.next();) {
      Entry.take(SequencesEntry::Key, Computation);
      if (Entry.getField() == SequencesEntry::Value)
        for (WireReader S(Entry, InstructionSequence); S.next();)
          S.getNumbers(InstructionIds);
    }
    ComputationId Number = findById(ComputationById, Computation);
    if (R.hasFailed())
      return;
    if (!Number)
      return R.fail("no computation has the id " + Twine(Computation));
    if (!Scheduled.insert(Number).second)
      return R.fail("a second sequence of the computation with the id " +
                    Twine(Computation));
    // No fusion is part of the schedule.
    if (leavesOut(Heads[Number]))
      continue;
    for (int64_t Id : InstructionIds) {
      InstructionId I = findInstruction(Id);
      if (!I)
        return R.fail("no instruction has the id " + Twine(Id));
      Order.push_back(I);
    }
    B->setSchedule(Number, Order);
  }
}

Expected<LeafId> ProgramReader::findParameterLeaf(uint64_t Number,
                                                  ArrayRef<int64_t> Index) {
  for (InstructionId P : Parameters[Entry])
    if (ParameterNumbers[P] == Number)
      return findLeaf(P, Index);
  return createStringError("the program has no parameter " + Twine(Number) +
                           ", which is aliased or donated");
}

Error ProgramReader::readInputOutputAliases(const WireReader &At) {
  InstructionId Root = findInstruction(RootIds[Entry]);
  for (WireReader R(At, HloInputOutputAliasProto); R.next() && Root;) {
    SmallVector<int64_t, 2> Output, Index;
    InputOutputAlias A;
    uint64_t Kind = Kind::UndefinedAlias;
    for (WireReader E(R, AliasEntryProto); E.next();) {
      E.take(AliasEntryProto::OutputShapeIndex, Output);
      E.take(AliasEntryProto::ParameterNumber, A.Parameter);
      E.take(AliasEntryProto::ParameterShapeIndex, Index);
      E.take(AliasEntryProto::Kind, Kind);
    }
    A.IsMust = Kind == Kind::MustAlias;
    Expected<LeafId> OutputLeaf = findLeaf(Root, Output);
    if (!OutputLeaf)
      return OutputLeaf.takeError();
    Expected<LeafId> Leaf = findParameterLeaf(A.Parameter, Index);
    if (!Leaf)
      return Leaf.takeError();
    A.Output = *OutputLeaf;
    A.ParameterLeaf = *Leaf;
    B->addInputOutputAlias(A);
  }
  return Error::success();
}

Error ProgramReader::readBufferDonors(const WireReader &At) {
  for (WireReader R(At, HloBufferDonorProto); R.next();) {
    SmallVector<int64_t, 2> Index;
    uint64_t Parameter = 0;
    for (WireReader E(R, BufferDonorEntryProto); E.next();) {
      E.take(BufferDonorEntryProto::ParameterNumber, Parameter);
      E.take(BufferDonorEntryProto::ParameterShapeIndex, Index);
    }
    Expected<LeafId> Leaf = findParameterLeaf(Parameter, Index);
    if (!Leaf)
      return Leaf.takeError();
    B->addBufferDonor({Parameter, *Leaf});
  }
  return Error::success();
}

Expected<std::unique_ptr<HloGraph>> ProgramReader::read(const WireReader &At) {
  StringRef Name;
  std::optional<int64_t> EntryId;
  for (WireReader R(At, HloModuleProto); R.next();) {
    if (R.getField() == HloModuleProto::Name) {
      Name = R.getBytes();
      if (!isPrintable(Name))
        R.fail("a name with characters that cannot be printed");
    } else if (R.getField() == HloModuleProto::EntryComputationId) {
      EntryId = R.getSigned();
    } else if (R.getField() == HloModuleProto::FrontendAttributes) {
      Met.HasMeshAttribute |= R.getBytes().contains("xla.sdy.meshes");
    }
  }
  // The file stays, and so do its names.
  B.emplace(Name, /*KeepsNames=*/false);
  readHeads(At);
  if (At.hasFailed())
    return nullptr;
  const auto *Head = Heads.data();
  for (WireReader R(At, HloModuleProto); R.next(HloModuleProto::Computations);)
    readComputation(R, *Head++);
  if (At.hasFailed())
    return nullptr;
  if (RootIds.empty())
    return createStringError("the module has no computations");
  if (Error E = resolve())
    return E;
  // In files without it the entry is the last one.
  Entry = ComputationId(RootIds.size() - 1);
  if (EntryId) {
    Entry = findById(ComputationById, *EntryId);
    if (!Entry)
      return createStringError(
          "hlo_module.entry_computation_id: no computation has the id " +
          Twine(*EntryId));
  }
  B->setEntry(Entry);
  for (WireReader R(At, HloModuleProto); R.next();) {
    auto ReadField = [&]() -> Error {
      switch (R.getField()) {
      case HloModuleProto::Schedule:
        readSchedule(R);
        return Error::success();
      case HloModuleProto::InputOutputAlias:
        return readInputOutputAliases(R);
      case HloModuleProto::StackFrameIndex:
        checkFrameTables(R);
        return Error::success();
      case HloModuleProto::BufferDonor:
        return readBufferDonors(R);
      default:
        return Error::success();
      }
    };
    if (Error E = ReadField())
      return E;
  }
  if (At.hasFailed())
    return nullptr;
  return std::move(*B).build();
}

} // namespace hlomem
