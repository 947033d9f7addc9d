//===- HloGraph.h - The program of a module as a graph ----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Defines the program of a module as a graph: computations, instructions and
/// their operands, by number, for clients that follow data through it.
/// ProgramSource reads what else a source tells of an instruction.
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_HLOGRAPH_H
#define HLOMEM_IR_HLOGRAPH_H

#include "hlomem/IR/Ids.h"
#include "hlomem/IR/Opcode.h"
#include "hlomem/IR/Shape.h"
#include "hlomem/Support/Lazy.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Allocator.h"

namespace hlomem {

/// Represents a shape and all that is nested in it, in the order in which XLA
/// walks them: the whole, RootLeaf, then each element with what is nested in
/// it. Equal shapes share one tree.
class LeafTree {
public:
  /// Represents a part of the shape.
  struct Node {
    const Shape *Type = nullptr;
    /// Counts the leaves of this part, itself among them. Those of its elements
    /// follow it.
    uint32_t Size = 1;
    /// Identifies the part that this one is an element of; RootLeaf for the
    /// root.
    LeafId Parent = RootLeaf;
    /// Holds the position of this part among the elements of its parent; 0 for
    /// the root.
    uint32_t Number = 0;

  private:
    friend class HloGraphBuilder;
    friend class LeafTree;
    /// Holds the position of the first element of this part in
    /// LeafTree::Elements.
    uint32_t FirstElement = 0;
  };

  IdArrayRef<LeafId, Node> nodes() const { return Nodes; }
  IdRange<LeafId> ids() const { return Nodes.ids(); }
  size_t size() const { return Nodes.size(); }
  const Node &operator[](LeafId Leaf) const { return Nodes[Leaf]; }
  /// Returns the leaf that is element \p Number of the tuple \p Leaf; none if
  /// there is none.
  LeafId getElement(LeafId Leaf, uint64_t Number) const;
  /// Returns the leaf with the index \p Index; none if there is none.
  LeafId find(ArrayRef<int64_t> Index) const;
  LeafId find(ShapeIndex Index) const;
  /// Returns the number and the leaf of the element of \p Ancestor that \p Leaf
  /// is in. \pre \p Leaf is below \p Ancestor, and not \p Ancestor itself.
  std::pair<uint64_t, LeafId> getElementAbove(LeafId Leaf,
                                              LeafId Ancestor) const;
  /// Prints the index of \p Leaf from the root: "{1,0}", or "{}" for the root.
  void printIndex(LeafId Leaf, raw_ostream &OS) const;

private:
  friend class HloGraphBuilder;

  IdVector<LeafId, Node> Nodes;
  /// Holds the elements of each tuple, which are adjacent.
  std::vector<LeafId> Elements;
};

/// Represents a leaf of a result that XLA was told to place where an operand
/// is.
struct OutputOperandAlias {
  /// Identifies a leaf of the result.
  LeafId Output = RootLeaf;
  uint32_t OperandNumber = 0;
  /// Identifies a leaf of the operand.
  LeafId OperandLeaf = RootLeaf;
};

/// Tells for each instruction of a graph whether it is in a set.
using InstructionSet = IdVector<InstructionId, bool>;

/// Represents a place in a program that may hold a value: a leaf of an
/// instruction's result.
struct HloPlace {
  InstructionId Instruction;
  LeafId Leaf = RootLeaf;

  friend bool operator==(HloPlace, HloPlace) = default;
};

/// Identifies how XLA's backends generate code for a fusion:
/// HloInstruction::FusionKind.
enum class FusionKind : uint8_t { None, Loop, Input, Output, Custom };

/// Returns the kind that \p Word names, such as "kLoop"; FusionKind::None for
/// any other word.
FusionKind parseFusionKind(StringRef Word);

/// Holds what a custom call tells its implementation.
struct CustomCallDetails {
  StringRef Target;
  StringRef BackendConfig;
};

/// Represents an operand whose buffer may become that of a result.
struct AliasingOperand {
  uint32_t OperandNumber = 0;
  /// Holds the number of the element of the result, a tuple; 0 if the result is
  /// an array.
  uint32_t Result = 0;

  friend bool operator==(AliasingOperand, AliasingOperand) = default;
};

/// Parses the list `aliasing_operands` in \p BackendConfig, which libtpu writes
/// as JSON, of an instruction of type \p Type with \p OperandCount operands.
/// Returns none if there is no such list. Fails if the list is not JSON, is
/// nested deeper than such lists are, has no lists, or names an operand or
/// result that does not exist.
Expected<std::optional<SmallVector<AliasingOperand, 4>>>
parseAliasingOperands(StringRef BackendConfig, const Shape &Type,
                      uint32_t OperandCount);

/// Represents a read of an instruction's result.
struct GraphUse {
  /// Identifies the instruction that reads.
  InstructionId User;
  uint32_t OperandNumber = 0;

  friend bool operator==(GraphUse, GraphUse) = default;
};

/// Represents an instruction of a graph.
struct GraphInstruction {
  StringRef Name;
  /// Holds XLA's unique id, which ascends in the order of the instructions of a
  /// computation; 0 if the source has none.
  int64_t Id = 0;
  Opcode Op = Opcode::Unknown;
  /// Holds the kind of a fusion; None for any other instruction.
  FusionKind Fusion = FusionKind::None;
  /// Holds the opcode as the source spells it.
  StringRef OpcodeName;
  const Shape *Type = nullptr;
  /// Points to the leaves of Type.
  const LeafTree *Leaves = nullptr;
  ComputationId Computation;
  /// Holds the number of a parameter, or the element that a get-tuple-element
  /// takes.
  uint64_t Number = 0;
  ArrayRef<InstructionId> Operands;
  /// Lists the reads of the result in the order of the source; those by one
  /// user are in the order of its operands.
  ArrayRef<GraphUse> Uses;
  /// Lists the computations that the instruction calls in XLA's order: the body
  /// and then the condition of a while, the branches of a conditional.
  ArrayRef<ComputationId> Called;
  ArrayRef<OutputOperandAlias> Aliases;
  /// Is null for an instruction that is not a custom call.
  const CustomCallDetails *CustomCall = nullptr;
  /// Lists which operands may give their buffers to which results, as libtpu
  /// has decided; null if libtpu does not say. An empty list means that none
  /// may.
  const ArrayRef<AliasingOperand> *MayAlias = nullptr;

  /// Returns operand \p Number; none if there are fewer operands.
  InstructionId getOperand(uint64_t Number) const {
    return Number < Operands.size() ? Operands[Number] : InstructionId::none();
  }
  /// Returns true if exactly one instruction reads the result, with any number
  /// of its operands.
  bool hasOneUser() const {
    return !Uses.empty() && Uses.front().User == Uses.back().User;
  }
  StringRef getCustomCallTarget() const {
    return CustomCall ? CustomCall->Target : StringRef();
  }
  /// Returns true for the custom call that makes one array of slices, which XLA
  /// for TPUs has copied to VMEM side by side.
  bool joinsSlices() const { return getCustomCallTarget() == "ConcatBitcast"; }
};

/// Represents a call of a computation by an instruction that was not read.
struct UnreadCall {
  ComputationId Computation;
  /// Is true if the instruction is a fusion.
  bool IsByFusion = false;
};

/// Represents a computation of a graph.
struct GraphComputation {
  StringRef Name;
  /// Names XLA's execution thread, such as "sparsecore"; empty for the main
  /// thread.
  StringRef Thread;
  /// Begin and End delimit the instructions of the computation, [Begin, End),
  /// in an order in which operands precede their users.
  InstructionId Begin;
  InstructionId End;
  InstructionId Root;
  /// Is true for the body of a fusion, in which no instruction has memory.
  bool IsFused = false;
  /// Is true for the body of a fusion that the reader left out: it has neither
  /// instructions nor root and parameters here. Only fusions call it.
  bool IsUnread = false;
  /// Lists what the instructions of a computation call, in their order, if
  /// IsUnread.
  ArrayRef<UnreadCall> UnreadCalls;
  /// Lists the parameters by parameter number.
  ArrayRef<InstructionId> Parameters;
  /// Lists the instructions that call the computation, as far as they were
  /// read.
  ArrayRef<InstructionId> Callers;
  /// Lists the instructions in the order in which they run; empty if that is
  /// unknown.
  ArrayRef<InstructionId> Schedule;

  IdRange<InstructionId> instructions() const { return {Begin, End}; }
};

/// Represents a result that may or must be where an argument is.
struct InputOutputAlias {
  /// Identifies a leaf of the root of the entry computation.
  LeafId Output = RootLeaf;
  uint64_t Parameter = 0;
  /// Identifies a leaf of the parameter.
  LeafId ParameterLeaf = RootLeaf;
  bool IsMust = false;
};

/// Represents an argument that is donated, but paired with no result.
struct BufferDonor {
  uint64_t Parameter = 0;
  LeafId ParameterLeaf = RootLeaf;
};

/// Represents a program. A HloGraphBuilder makes it. It never changes, and is
/// sound: every number is in range, operands are of the same computation and
/// precede their users, no computation calls itself directly or indirectly, and
/// what tuples, loops, branches, calls and fusions pass on has the same number
/// of leaves on both sides. Bodies of fusions may be left out: see
/// GraphComputation::IsUnread.
class HloGraph {
public:
  HloGraph(const HloGraph &) = delete;
  HloGraph &operator=(const HloGraph &) = delete;

  StringRef getName() const { return Name; }
  /// Returns the computations in the order of the source.
  IdArrayRef<ComputationId, GraphComputation> computations() const {
    return Computations;
  }
  IdArrayRef<InstructionId, GraphInstruction> instructions() const {
    return Instructions;
  }
  const GraphComputation &getEntry() const { return Computations[Entry]; }
  ComputationId getEntryNumber() const { return Entry; }
  const GraphInstruction &operator[](InstructionId Instruction) const {
    return Instructions[Instruction];
  }
  const GraphComputation &getComputation(const GraphInstruction &I) const {
    return Computations[I.Computation];
  }
  InstructionId getNumber(const GraphInstruction &I) const {
    return InstructionId(&I - Instructions.data());
  }
  ComputationId getNumber(const GraphComputation &C) const {
    return ComputationId(&C - Computations.data());
  }
  /// Returns the first instruction that is named \p Name; none if there is
  /// none. The first call takes linear time.
  InstructionId find(StringRef Name) const;
  /// Returns the part of the result of find(Name) that has the index \p Index;
  /// none if there is none.
  std::optional<HloPlace> find(StringRef Name, ShapeIndex Index) const;
  bool isRoot(InstructionId Instruction) const {
    return getComputation(Instructions[Instruction]).Root == Instruction;
  }
  /// Returns the type of the part of a result at \p P.
  const Shape &getType(HloPlace P) const {
    return *(*Instructions[P.Instruction].Leaves)[P.Leaf].Type;
  }
  /// Returns the first computation that \p I calls, which is the body of a
  /// while. \pre \p I calls a computation.
  const GraphComputation &getCalled(const GraphInstruction &I) const {
    return Computations[I.Called.front()];
  }
  /// Returns the computation that the fusion or the start of an asynchronous
  /// operation \p I runs; null if it was not read, and for any other
  /// instruction.
  const GraphComputation *getBody(const GraphInstruction &I) const {
    if ((I.Op != Opcode::Fusion && I.Op != Opcode::AsyncStart) ||
        I.Called.empty() || Computations[I.Called.front()].IsUnread)
      return nullptr;
    return &Computations[I.Called.front()];
  }
  /// Returns the operand that the first caller of a fused computation passes to
  /// its parameter \p I; none for any other instruction.
  InstructionId getFusedOperand(const GraphInstruction &I) const {
    const GraphComputation &C = getComputation(I);
    if (I.Op != Opcode::Parameter || !C.IsFused || C.Callers.empty())
      return InstructionId::none();
    return Instructions[C.Callers.front()].getOperand(I.Number);
  }
  ArrayRef<InputOutputAlias> inputOutputAliases() const { return Aliases; }
  ArrayRef<BufferDonor> bufferDonors() const { return Donors; }
  /// Returns the instructions with a list of aliasing operands that was not
  /// understood, and what is wrong with each list. Such an instruction has no
  /// list here.
  ArrayRef<std::pair<InstructionId, std::string>> badAliasingLists() const {
    return BadAliasingLists;
  }
  /// Returns true if computations() are in the order in which XLA visits them,
  /// each after those that it calls, as they are in a text.
  bool isInCallOrder() const { return IsInCallOrder; }
  /// Returns true if the order in which the entry computation runs is known.
  bool isScheduled() const { return !getEntry().Schedule.empty(); }

  /// Holds another name and id of an instruction.
  struct NewName {
    InstructionId Instruction;
    StringRef Name;
    int64_t Id = 0;
  };
  /// Returns this program with \p Names. The result refers to this graph and to
  /// the names.
  std::shared_ptr<const HloGraph> rename(ArrayRef<NewName> Names) const;
  /// Returns this program with \p Aliases and \p Donors instead of its own. The
  /// result refers to this graph.
  /// \pre All name parts that the arguments and the result have.
  std::shared_ptr<const HloGraph>
  withAliases(ArrayRef<InputOutputAlias> Aliases,
              std::vector<BufferDonor> Donors) const;

private:
  friend class HloGraphBuilder;

  HloGraph() = default;
  std::shared_ptr<HloGraph> share() const;

  std::unique_ptr<llvm::BumpPtrAllocator> Arena;
  llvm::DenseMap<const Shape *, std::unique_ptr<LeafTree>> Trees;
  Lazy<llvm::DenseMap<StringRef, InstructionId>> NumbersByName;
  // share() copies what follows.
  StringRef Name;
  IdVector<ComputationId, GraphComputation> Computations;
  IdVector<InstructionId, GraphInstruction> Instructions;
  std::vector<InputOutputAlias> Aliases;
  std::vector<BufferDonor> Donors;
  std::vector<std::pair<InstructionId, std::string>> BadAliasingLists;
  ComputationId Entry;
  bool IsInCallOrder = false;
};

/// Makes a graph, for readers and by hand:
/// \code
///   HloGraphBuilder B("f");
///   ComputationId Entry = B.addComputation("main");
///   InstructionId X = B.addInstruction({.Name = "x",
///                                       .Op = Opcode::Parameter,
///                                       .Type = F32});
///   InstructionId Y = B.addInstruction({.Name = "y", .Op = Opcode::Negate,
///                                       .Type = F32, .Operands = {X}});
///   B.setRoot(Entry, Y);
///   B.setEntry(Entry);
///   Expected<std::unique_ptr<HloGraph>> G = std::move(B).build();
/// \endcode
/// Shapes must outlive the graph; all else is copied, but for names where \p
/// KeepsNames is false.
class HloGraphBuilder {
public:
  explicit HloGraphBuilder(StringRef Name, bool KeepsNames = true);
  ~HloGraphBuilder();

  /// Describes an instruction to add; see GraphInstruction.
  struct NewInstruction {
    StringRef Name;
    Opcode Op = Opcode::Unknown;
    StringRef OpcodeName = {};
    const Shape *Type = nullptr;
    uint64_t Number = 0;
    /// Operands and Called may name instructions and computations that are
    /// added later.
    ArrayRef<InstructionId> Operands = {};
    ArrayRef<ComputationId> Called = {};
    ArrayRef<OutputOperandAlias> Aliases = {};
    int64_t Id = 0;
    FusionKind Fusion = FusionKind::None;
    /// CustomCallTarget and BackendConfig describe a custom call. They are
    /// copied only if names are.
    StringRef CustomCallTarget = {};
    StringRef BackendConfig = {};
    /// Is none if GraphInstruction::MayAlias is null.
    std::optional<ArrayRef<AliasingOperand>> MayAlias = std::nullopt;
  };

  /// Reserves memory for \p Instructions instructions.
  void reserve(size_t Instructions);
  /// Adds a computation, which owns the instructions that are added from now
  /// on.
  ComputationId addComputation(StringRef Name, bool IsFused = false,
                               StringRef Thread = {});
  /// Adds an instruction to the last computation. \pre There is a computation,
  /// and \p I has a type.
  InstructionId addInstruction(const NewInstruction &I);
  /// Replaces the operands that addInstruction() was told, for readers that
  /// know them later.
  void setOperands(InstructionId Instruction, ArrayRef<InstructionId> Operands);
  /// Sets the list of aliasing operands from \p BackendConfig, or notes what is
  /// wrong with the list. \p OperandCount is the number of operands that
  /// \p Instruction will have in the end.
  void readAliasingOperands(InstructionId Instruction, StringRef BackendConfig,
                            uint32_t OperandCount);
  void setCalled(InstructionId Instruction, ArrayRef<ComputationId> Called);
  void setAliases(InstructionId Instruction,
                  ArrayRef<OutputOperandAlias> Aliases);
  void setRoot(ComputationId Computation, InstructionId Instruction);
  /// Marks \p Computation, which has no instructions, as the body of a fusion
  /// that is left out. \p Calls are the calls by its instructions.
  void setUnread(ComputationId Computation, ArrayRef<UnreadCall> Calls);
  void setEntry(ComputationId Computation);
  /// Sets HloGraph::isInCallOrder().
  void setIsInCallOrder(bool Is) { G->IsInCallOrder = Is; }
  void setSchedule(ComputationId Computation, ArrayRef<InstructionId> Order);
  void addInputOutputAlias(const InputOutputAlias &A);
  void addBufferDonor(const BufferDonor &D);
  /// Returns the leaves of \p S, to find them by their indices.
  const LeafTree &getLeaves(const Shape &S);

  /// Returns the graph. Fails with an error that says which instruction or
  /// computation is not what HloGraph promises. The builder is empty
  /// afterwards.
  Expected<std::unique_ptr<HloGraph>> build() &&;

private:
  StringRef keep(StringRef Text);
  void setMayAlias(GraphInstruction &I, ArrayRef<AliasingOperand> List);
  Error check();
  Error checkInstruction(InstructionId Number);
  Error checkOrder();
  Error makeParameters();
  bool haveSameLeaves(const GraphInstruction &I) const;
  Error checkSchedules();
  Error checkAliases();
  void makeUses();

  const bool KeepsNames;
  std::unique_ptr<HloGraph> G;
  IdVector<ComputationId, InstructionId> Roots;
  ComputationId Entry;
};

} // namespace hlomem

namespace llvm {

template <> struct DenseMapInfo<hlomem::HloPlace> {
  using InstructionInfo = DenseMapInfo<hlomem::InstructionId>;
  using LeafInfo = DenseMapInfo<hlomem::LeafId>;
  using Info = DenseMapInfo<std::pair<hlomem::InstructionId, hlomem::LeafId>>;

  static hlomem::HloPlace getEmptyKey() {
    return {InstructionInfo::getEmptyKey(), LeafInfo::getEmptyKey()};
  }
  static hlomem::HloPlace getTombstoneKey() {
    return {InstructionInfo::getTombstoneKey(), LeafInfo::getTombstoneKey()};
  }
  static unsigned getHashValue(hlomem::HloPlace P) {
    return Info::getHashValue({P.Instruction, P.Leaf});
  }
  static bool isEqual(hlomem::HloPlace L, hlomem::HloPlace R) { return L == R; }
};

} // namespace llvm

#endif // HLOMEM_IR_HLOGRAPH_H
