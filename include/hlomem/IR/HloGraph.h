//===- HloGraph.h - The program of a module as a graph ----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Computations, instructions and their operands, by number. HloProgram is what
/// stands in an HLO text; this is what any source tells of the program, for
/// those who follow data through it.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_HLOGRAPH_H
#define HLOMEM_IR_HLOGRAPH_H

#include "hlomem/IR/Ids.h"
#include "hlomem/IR/Opcode.h"
#include "hlomem/IR/Shape.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hlomem {

/// A shape and all that is nested in it, in the order in which XLA walks them:
/// the whole, RootLeaf, then each element with what is nested in that. Equal
/// shapes share one.
class LeafTree {
public:
  struct Node {
    const Shape *Type = nullptr;
    /// Leaves of this part, itself among them: its elements' begin behind it.
    uint32_t Size = 1;
    /// The part that this is an element of; RootLeaf for the root.
    LeafId Parent = RootLeaf;
    /// Which element of that this is; 0 for the root.
    uint32_t Number = 0;

  private:
    friend class HloGraphBuilder;
    friend class LeafTree;
    /// Where its elements stand in LeafTree::Elements.
    uint32_t FirstElement = 0;
  };

  IdArrayRef<LeafId, Node> nodes() const { return Nodes; }
  IdRange<LeafId> ids() const { return Nodes.ids(); }
  size_t size() const { return Nodes.size(); }
  const Node &operator[](LeafId Leaf) const { return Nodes[Leaf]; }
  /// The leaf that is element \p Number of the tuple \p Leaf; none if there is
  /// none.
  LeafId getElement(LeafId Leaf, uint64_t Number) const;
  /// The leaf with this index; none if there is none.
  LeafId find(llvm::ArrayRef<int64_t> Index) const;
  /// The element of \p Leaf, which is below \p Ancestor and not it, that \p
  /// Leaf is in: (its number, its leaf).
  std::pair<uint64_t, LeafId> getElementAbove(LeafId Leaf,
                                              LeafId Ancestor) const;
  /// Prints the index of \p Leaf from the root, "{1,0}", "{}" of the root.
  void printIndex(LeafId Leaf, llvm::raw_ostream &OS) const;

private:
  friend class HloGraphBuilder;

  IdVector<LeafId, Node> Nodes;
  /// The elements of each tuple side by side.
  std::vector<LeafId> Elements;
};

/// An output leaf that XLA was told to put where an operand is.
struct OutputOperandAlias {
  /// Leaf of the result.
  LeafId Output = RootLeaf;
  uint32_t OperandNumber = 0;
  /// Leaf of the operand.
  LeafId OperandLeaf = RootLeaf;
};

/// Tells of each instruction of a graph whether it is in a set.
using InstructionSet = IdVector<InstructionId, bool>;

/// A place in a program that may hold a value: a leaf of an instruction's
/// result.
struct HloPlace {
  InstructionId Instruction;
  LeafId Leaf = RootLeaf;

  friend bool operator==(HloPlace, HloPlace) = default;
};

/// How XLA's backends make code of a fusion: HloInstruction::FusionKind.
enum class FusionKind : uint8_t { None, Loop, Input, Output, Custom };

/// The kind with this word, "kLoop"; None for others.
FusionKind parseFusionKind(llvm::StringRef Word);

/// What stands in a custom call for those who run it.
struct CustomCallDetails {
  llvm::StringRef Target;
  llvm::StringRef BackendConfig;
};

/// An operand whose buffer may become that of a result.
struct AliasingOperand {
  uint32_t OperandNumber = 0;
  /// The element of the tuple that the result is; 0 of an array.
  uint32_t Result = 0;

  friend bool operator==(AliasingOperand, AliasingOperand) = default;
};

/// What the list `aliasing_operands` in \p BackendConfig, which libtpu writes
/// as JSON, says of an instruction of type \p Type with \p OperandCount
/// operands; none where there is no such list. An error if it is no JSON, is
/// nested deeper than such lists are, has no lists, or names what there is not.
llvm::Expected<std::optional<llvm::SmallVector<AliasingOperand, 4>>>
parseAliasingOperands(llvm::StringRef BackendConfig, const Shape &Type,
                      uint32_t OperandCount);

/// A read of an instruction's result.
struct GraphUse {
  /// The instruction that reads.
  InstructionId User;
  uint32_t OperandNumber = 0;

  friend bool operator==(GraphUse, GraphUse) = default;
};

/// An instruction of a graph.
struct GraphInstruction {
  llvm::StringRef Name;
  /// XLA's unique id: it goes through the instructions of a computation in the
  /// order of these. 0 where the source has none.
  int64_t Id = 0;
  Opcode Op = Opcode::Unknown;
  /// Of a fusion.
  FusionKind Fusion = FusionKind::None;
  /// The word itself.
  llvm::StringRef OpcodeName;
  const Shape *Type = nullptr;
  /// Of Type.
  const LeafTree *Leaves = nullptr;
  ComputationId Computation;
  /// Of a parameter its number, of a get-tuple-element the element.
  uint64_t Number = 0;
  llvm::ArrayRef<InstructionId> Operands;
  /// In the order of the source, those of one user by operand.
  llvm::ArrayRef<GraphUse> Uses;
  /// In XLA's order: of a while the body and then the condition, of a
  /// conditional the branches.
  llvm::ArrayRef<ComputationId> Called;
  llvm::ArrayRef<OutputOperandAlias> Aliases;
  /// Null for what is no custom call.
  const CustomCallDetails *CustomCall = nullptr;
  /// Which operands may give their buffers to which results, as libtpu has
  /// decided; null where it does not say. An empty list means: none.
  const llvm::ArrayRef<AliasingOperand> *MayAlias = nullptr;

  /// None if there are not as many.
  InstructionId getOperand(uint64_t Number) const {
    return Number < Operands.size() ? Operands[Number] : InstructionId::none();
  }
  /// True if one instruction reads the result, as however many operands.
  bool hasOneUser() const {
    return !Uses.empty() && Uses.front().User == Uses.back().User;
  }
  llvm::StringRef getCustomCallTarget() const {
    return CustomCall ? CustomCall->Target : llvm::StringRef();
  }
  /// True of the custom call that takes slices, which XLA for TPUs has copied
  /// to VMEM side by side, for one array.
  bool joinsSlices() const { return getCustomCallTarget() == "ConcatBitcast"; }
};

/// A call of a computation by an instruction that was not read.
struct UnreadCall {
  ComputationId Computation;
  /// The instruction is a fusion.
  bool IsByFusion = false;
};

/// A computation of a graph.
struct GraphComputation {
  llvm::StringRef Name;
  /// XLA's execution thread, "sparsecore"; empty for the main one.
  llvm::StringRef Thread;
  /// Its instructions are [Begin, End), in an order in which operands stand
  /// before their users.
  InstructionId Begin;
  InstructionId End;
  InstructionId Root;
  /// The body of a fusion: what is in it has no memory.
  bool IsFused = false;
  /// The body of a fusion that the reader left out: it has no instructions,
  /// root and parameters here. Only fusions call it.
  bool IsUnread = false;
  /// What the instructions of one that IsUnread call, in their order.
  llvm::ArrayRef<UnreadCall> UnreadCalls;
  /// By parameter number.
  llvm::ArrayRef<InstructionId> Parameters;
  /// The instructions that call it, as far as they were read.
  llvm::ArrayRef<InstructionId> Callers;
  /// The order in which its instructions run; empty where none is known.
  llvm::ArrayRef<InstructionId> Schedule;

  IdRange<InstructionId> instructions() const { return {Begin, End}; }
};

/// A result that may or must be where an argument is.
struct InputOutputAlias {
  /// Leaf of the entry root.
  LeafId Output = RootLeaf;
  uint64_t Parameter = 0;
  /// Leaf of the parameter.
  LeafId ParameterLeaf = RootLeaf;
  bool IsMust = false;
};

/// An argument that is given away, and paired with no result.
struct BufferDonor {
  uint64_t Parameter = 0;
  LeafId ParameterLeaf = RootLeaf;
};

/// A program. Made by a HloGraphBuilder, and sound: every number is in range,
/// operands are of the same computation and stand before their users, no
/// computation calls itself in whatever way, and what tuples, loops, branches,
/// calls and fusions pass on has as many leaves behind them as before. Bodies
/// of fusions may be left out, see GraphComputation::IsUnread. Never changes.
class HloGraph {
public:
  HloGraph(const HloGraph &) = delete;
  HloGraph &operator=(const HloGraph &) = delete;

  llvm::StringRef getName() const { return Name; }
  /// In the order of the source.
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
  bool isRoot(InstructionId Instruction) const {
    return getComputation(Instructions[Instruction]).Root == Instruction;
  }
  /// The type of what \p P holds.
  const Shape &getType(HloPlace P) const {
    return *(*Instructions[P.Instruction].Leaves)[P.Leaf].Type;
  }
  /// The first computation that \p I calls, of a while its body.
  const GraphComputation &getCalled(const GraphInstruction &I) const {
    return Computations[I.Called.front()];
  }
  /// What the fusion or the start of an asynchronous operation \p I computes;
  /// null if it was not read, and for any other instruction.
  const GraphComputation *getBody(const GraphInstruction &I) const {
    if ((I.Op != Opcode::Fusion && I.Op != Opcode::AsyncStart) ||
        I.Called.empty() || Computations[I.Called.front()].IsUnread)
      return nullptr;
    return &Computations[I.Called.front()];
  }
  /// What the first caller of a fused computation gives for its parameter \p
  /// I; none for any other instruction.
  InstructionId getFusedOperand(const GraphInstruction &I) const {
    const GraphComputation &C = getComputation(I);
    if (I.Op != Opcode::Parameter || !C.IsFused || C.Callers.empty())
      return InstructionId::none();
    return Instructions[C.Callers.front()].getOperand(I.Number);
  }
  llvm::ArrayRef<InputOutputAlias> inputOutputAliases() const {
    return Aliases;
  }
  llvm::ArrayRef<BufferDonor> bufferDonors() const { return Donors; }
  /// Instructions with a list of aliasing operands that was not understood,
  /// and what is wrong with it: they have none here.
  llvm::ArrayRef<std::pair<InstructionId, std::string>>
  badAliasingLists() const {
    return BadAliasingLists;
  }
  /// True if computations() stand in the order in which XLA visits them, each
  /// behind those that it calls: as in a text.
  bool isInCallOrder() const { return IsInCallOrder; }
  /// True if the entry has an order in which it runs.
  bool isScheduled() const { return !getEntry().Schedule.empty(); }

  /// Another name and id of an instruction.
  struct NewName {
    InstructionId Instruction;
    llvm::StringRef Name;
    int64_t Id = 0;
  };
  /// This program with \p Names. The result refers to this and to the names.
  std::shared_ptr<const HloGraph> rename(llvm::ArrayRef<NewName> Names) const;

private:
  friend class HloGraphBuilder;

  HloGraph() = default;

  std::unique_ptr<llvm::BumpPtrAllocator> Arena;
  llvm::DenseMap<const Shape *, std::unique_ptr<LeafTree>> Trees;
  // rename() copies what follows.
  llvm::StringRef Name;
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
  explicit HloGraphBuilder(llvm::StringRef Name, bool KeepsNames = true);
  ~HloGraphBuilder();

  struct NewInstruction {
    llvm::StringRef Name;
    Opcode Op = Opcode::Unknown;
    llvm::StringRef OpcodeName = {};
    const Shape *Type = nullptr;
    uint64_t Number = 0;
    /// Also instructions and computations that are added later.
    llvm::ArrayRef<InstructionId> Operands = {};
    llvm::ArrayRef<ComputationId> Called = {};
    llvm::ArrayRef<OutputOperandAlias> Aliases = {};
    int64_t Id = 0;
    FusionKind Fusion = FusionKind::None;
    /// Of a custom call. The configuration is not copied where names are not.
    llvm::StringRef CustomCallTarget = {};
    llvm::StringRef BackendConfig = {};
    /// See GraphInstruction.
    std::optional<llvm::ArrayRef<AliasingOperand>> MayAlias = std::nullopt;
  };

  /// There will be about as many instructions.
  void reserve(size_t Instructions);
  /// What is added from now on is in this computation.
  ComputationId addComputation(llvm::StringRef Name, bool IsFused = false,
                               llvm::StringRef Thread = {});
  /// \pre There is a computation, and \p I has a type.
  InstructionId addInstruction(const NewInstruction &I);
  /// Replaces what addInstruction() was told, for readers that know it later.
  void setOperands(InstructionId Instruction,
                   llvm::ArrayRef<InstructionId> Operands);
  /// Takes the list of aliasing operands from \p BackendConfig, or notes what
  /// is wrong with it. \p Instruction has \p OperandCount operands in the end.
  void readAliasingOperands(InstructionId Instruction,
                            llvm::StringRef BackendConfig,
                            uint32_t OperandCount);
  void setCalled(InstructionId Instruction,
                 llvm::ArrayRef<ComputationId> Called);
  void setAliases(InstructionId Instruction,
                  llvm::ArrayRef<OutputOperandAlias> Aliases);
  void setRoot(ComputationId Computation, InstructionId Instruction);
  /// Leaves the body of \p Computation out, which has no instructions, and
  /// which its instructions call \p Calls.
  void setUnread(ComputationId Computation, llvm::ArrayRef<UnreadCall> Calls);
  void setEntry(ComputationId Computation);
  /// Says HloGraph::isInCallOrder().
  void setIsInCallOrder(bool Is) { G->IsInCallOrder = Is; }
  void setSchedule(ComputationId Computation,
                   llvm::ArrayRef<InstructionId> Order);
  void addInputOutputAlias(const InputOutputAlias &A);
  void addBufferDonor(const BufferDonor &D);
  /// The leaves of \p S, to tell them by their indices.
  const LeafTree &getLeaves(const Shape &S);

  /// The graph. An error says which instruction or computation is not what
  /// HloGraph promises. The builder is empty afterwards.
  llvm::Expected<std::unique_ptr<HloGraph>> build() &&;

private:
  llvm::StringRef keep(llvm::StringRef Text);
  void setMayAlias(GraphInstruction &I, llvm::ArrayRef<AliasingOperand> List);
  llvm::Error check();
  llvm::Error checkInstruction(InstructionId Number);
  llvm::Error checkOrder();
  llvm::Error makeParameters();
  bool haveSameLeaves(const GraphInstruction &I) const;
  llvm::Error checkSchedules();
  llvm::Error checkAliases();
  void makeUses();

  const bool KeepsNames;
  std::unique_ptr<HloGraph> G;
  IdVector<ComputationId, InstructionId> Roots;
  ComputationId Entry;
};

} // namespace hlomem

namespace llvm {

template <> struct DenseMapInfo<hlomem::HloPlace> {
  using Key = std::pair<hlomem::InstructionId, hlomem::LeafId>;
  using Info = DenseMapInfo<Key>;

  static hlomem::HloPlace make(Key K) { return {K.first, K.second}; }
  static hlomem::HloPlace getEmptyKey() { return make(Info::getEmptyKey()); }
  static hlomem::HloPlace getTombstoneKey() {
    return make(Info::getTombstoneKey());
  }
  static unsigned getHashValue(hlomem::HloPlace P) {
    return Info::getHashValue({P.Instruction, P.Leaf});
  }
  static bool isEqual(hlomem::HloPlace L, hlomem::HloPlace R) { return L == R; }
};

} // namespace llvm

#endif // HLOMEM_IR_HLOGRAPH_H
