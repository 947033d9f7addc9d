//===- ProgramReader.h - An HloModuleProto to a graph -----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PROTO_PROGRAMREADER_H
#define HLOMEM_LIB_PROTO_PROGRAMREADER_H

#include "ShapeReader.h"
#include "hlomem/Proto/HloProto.h"
#include "llvm/ADT/CachedHashString.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace hlomem {

/// Since jax 0.7 the upper half of an instruction's id is that of its
/// computation, which DenseMapInfo<int64_t> leaves out of the hash.
struct IdKeyInfo : llvm::DenseMapInfo<int64_t> {
  // XLA's ids are not negative.
  static int64_t getEmptyKey() { return -1; }
  static int64_t getTombstoneKey() { return -2; }
  static unsigned getHashValue(int64_t Id) {
    return (static_cast<uint64_t>(Id) * 0x9E3779B97F4A7C15) >> 32;
  }
};
template <class IdT>
using NumbersById = llvm::DenseMap<int64_t, IdT, IdKeyInfo>;

/// Reads the program of one HloProto.
class ProgramReader {
public:
  /// Unless somebody \p WantsMetadata, that of one instruction is enough.
  ProgramReader(ShapeContext &Shapes, ProtoParts Parts, bool WantsMetadata)
      : Arena(Shapes.getArena()), Shapes(Shapes), Parts(Parts),
        WantsMetadata(WantsMetadata) {}

  /// The HloModuleProto that \p At is at. After an error of the wire format,
  /// which the input of \p At has then, the result is null.
  Expected<std::unique_ptr<HloGraph>> read(const WireReader &At);

  /// What of the program was read.
  ProtoParts getParts() const {
    return Unread.empty() ? ProtoParts::All : ProtoParts::WithoutFusionBodies;
  }

  /// The instruction with this id in the program; none if there is none.
  InstructionId findInstruction(int64_t Id) const;

  // By number, for whoever is the last to ask.
  IdVector<InstructionId, StringRef> takeInstructionBytes() {
    return std::move(InstructionBytes);
  }
  IdVector<InstructionId, InstructionMarks> takeMarks() {
    return std::move(Marks);
  }
  IdVector<InstructionId, int64_t> takeInstructionIds() {
    return std::move(InstructionIds);
  }
  IdVector<ComputationId, int64_t> takeComputationIds() {
    return std::move(ComputationIds);
  }

  /// What was met of those fields of which releases have one or another.
  struct Traits {
    bool HasComparisonType = false;
    bool HasUntypedComparison = false;
    bool HasFieldsOf011 = false;
    /// JAX's meshes as an attribute of the module, which 0.12 has no more.
    bool HasMeshAttribute = false;
    /// Of these, one that a GPU's programs have since 0.12.
    bool HasField101 = false;
    bool HasConfigOfGpu = false;
    bool HasSourceFile = false;
    bool HasColumn = false;
    bool HasStackFrame = false;
    /// op_names of JAX, "jit(f)/...", and those of JAX up to 0.6, where
    /// "jit(main)" follows.
    bool HasJitName = false;
    bool HasJitMain = false;
  };
  const Traits &getTraits() const { return Met; }

private:
  /// Ids that stand for what may come later in the file: those of instruction
  /// I are [Begin, End) of Ids.
  struct IdList {
    size_t Begin = 0;
    size_t End = 0;
  };

  /// What is known of a computation before its instructions are read.
  struct ComputationHead {
    StringRef Name;
    int64_t Id = 0;
    int64_t RootId = 0;
    bool IsFused = false;
    StringRef Thread;
  };
  /// A computation that is left out, and what its instructions call.
  struct UnreadBody {
    ComputationId Computation;
    struct Call {
      int64_t CalledId = 0;
      bool IsByFusion = false;
    };
    SmallVector<Call, 1> Calls;
  };

  bool leavesOut(const ComputationHead &Head) const {
    return Head.IsFused && Parts == ProtoParts::WithoutFusionBodies;
  }
  void reserve(size_t Instructions);
  void readHeads(const WireReader &At);
  void readComputation(const WireReader &At, const ComputationHead &Head);
  void noteTraits(const WireReader &At);
  void skimInstruction(const WireReader &At, UnreadBody &Body);
  void checkName(const WireReader &At, StringRef Name);
  void readInstruction(const WireReader &At);
  void readAliasing(const WireReader &At);
  void readMetadata(const WireReader &At);
  std::string getPath(InstructionId Instruction) const;
  Error resolve();
  template <class IdT>
  Error resolveIds(InstructionId Instruction, const IdList &List,
                   const NumbersById<IdT> &ById, StringRef What,
                   SmallVectorImpl<IdT> &Numbers) const;
  Error resolveAliases(InstructionId Instruction);
  void readSchedule(const WireReader &At);
  Error readInputOutputAliases(const WireReader &At);
  Error readBufferDonors(const WireReader &At);
  Expected<LeafId> findLeaf(InstructionId Instruction,
                            ArrayRef<int64_t> Index) const;
  Expected<LeafId> findParameterLeaf(uint64_t Number, ArrayRef<int64_t> Index);

  /// An OutputOperandAliasing before its indices are known to be there.
  struct GivenAlias {
    SmallVector<int64_t, 2> Output;
    uint64_t Operand = 0;
    SmallVector<int64_t, 2> OperandIndex;
  };

  /// For names, as long as shapes live.
  llvm::BumpPtrAllocator &Arena;
  ShapeReader Shapes;
  const ProtoParts Parts;
  const bool WantsMetadata;
  bool HasMetadata = false;
  std::optional<HloGraphBuilder> B;
  IdVector<ComputationId, ComputationHead> Heads;
  std::vector<UnreadBody> Unread;
  llvm::DenseSet<llvm::CachedHashStringRef> Names;
  NumbersById<InstructionId> InstructionById;
  NumbersById<ComputationId> ComputationById;
  IdVector<InstructionId, StringRef> InstructionBytes;
  IdVector<InstructionId, InstructionMarks> Marks;
  IdVector<InstructionId, int64_t> InstructionIds;
  Traits Met;
  IdVector<InstructionId, const LeafTree *> Leaves;
  std::vector<int64_t> Ids;
  IdVector<InstructionId, IdList> Operands;
  IdVector<InstructionId, IdList> Called;
  llvm::DenseMap<InstructionId, std::vector<GivenAlias>> Aliases;
  IdVector<ComputationId, int64_t> ComputationIds;
  IdVector<ComputationId, int64_t> RootIds;
  IdVector<ComputationId, InstructionId> FirstInstruction;
  IdVector<InstructionId, ComputationId> ComputationOf;
  IdVector<ComputationId, SmallVector<InstructionId, 2>> Parameters;
  IdVector<InstructionId, uint64_t> ParameterNumbers;
  ComputationId Entry;
};

} // namespace hlomem

#endif // HLOMEM_LIB_PROTO_PROGRAMREADER_H
