//===- ArgumentDimensions.h - Dimensions of arguments -----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PASSES_SELECTION_ARGUMENTDIMENSIONS_H
#define HLOMEM_LIB_PASSES_SELECTION_ARGUMENTDIMENSIONS_H

#include "hlomem/Analysis/Sources/OpNames.h"
#include "hlomem/Passes/Selection/DimensionSelection.h"
#include "hlomem/Passes/Selection/ProgramSelection.h"
#include "hlomem/Passes/Selection/ValueSelection.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace hlomem {

/// Tells which argument of the user's function an argument of the program is a
/// leaf of. Where all are leaves of one, such as `runner_state`, what that
/// holds stands for arguments: `runner_state[0]`, `runner_state[1]`.
class UserArguments {
public:
  UserArguments(const PassRun &Run, const HloGraph &G);

  /// Returns the beginning of \p Name, the op_name of an argument, that names
  /// the argument of the user's function.
  StringRef getRoot(StringRef Name) const {
    return isOfEquinoxRest(Name) ? Name : Name.take_front(getEnd(Name, Common));
  }
  bool isLeaf(StringRef Name) const { return getRoot(Name) != Name; }
  bool areOfOne() const { return Common != 0; }

private:
  /// Returns where the key of \p Name that begins at \p Start ends.
  static size_t getEnd(StringRef Name, size_t Start) {
    return std::min(Name.find_first_of("[.", Start == 0 ? 0 : Start + 1),
                    Name.size());
  }
  /// The length of the name that all begin with.
  size_t Common = 0;
};

/// Tells what becomes of an argument.
enum class Fate : uint8_t {
  Read,
  /// Means that a result has its shape.
  MaybeReplaced,
  /// Means that a result takes its memory.
  Replaced,
};

/// Returns what becomes of each argument of \p G.
std::vector<Fate> findFates(const HloGraph &G);

/// Returns true for arrays of numbers that may be tokens, labels or images, and
/// false for quantized weights.
bool isWholeNumbers(const Shape &S);

/// Returns true for keys of jax.random.
bool isRandomKey(const Shape &S);

/// Holds arguments that may be data, by how sure that is.
struct DataArguments {
  /// Hold arrays of whole numbers, and others, that nothing replaces.
  SmallVector<uint64_t> Whole, Others;
  /// Holds leaves of an argument that nothing replaces any of, all with the
  /// same extent.
  SmallVector<uint64_t> Leaves;
  /// Holds what a result may replace.
  SmallVector<uint64_t> Unsure;
  /// Holds leaves that are no whole numbers, of an argument that has some and
  /// one extent, such as the state of many worlds.
  SmallVector<uint64_t> Siblings;
  /// Holds all leaves of such arguments, replaced or not.
  SmallVector<uint64_t> Worlds;
};

/// Returns those arguments of \p G, the program of \p Run, that have dimension
/// \p Number.
DataArguments findData(const PassRun &Run, const HloGraph &G, uint32_t Number);

/// Names dimensions of the arguments of a program.
class ArgumentDimensions {
public:
  ArgumentDimensions(const PassRun &Run, const RecordedAssignment &Record,
                     const DimensionLinks &Links)
      : Run(Run), Record(Record), G(Record.getProgram()), Links(Links) {}

protected:
  /// Returns dimension \p Number of the first of \p Arguments, and of all that
  /// have as many elements there.
  NamedDimension makeOfArguments(ArrayRef<uint64_t> Arguments,
                                 uint32_t Number) const;
  /// Fails, calling it \p Name, if nothing but the argument has \p D.
  Error checkCarried(StringRef Name, const NamedDimension &D) const;

  /// Returns the bytes of main memory of all that \p Flow meets.
  Bytes sumCarried(const DimensionFlow &Flow) const;

  HloPlace getPlace(uint64_t Argument) const {
    return {G.getEntry().Parameters[Argument], RootLeaf};
  }
  const Shape &getShape(uint64_t Argument) const {
    return *G[G.getEntry().Parameters[Argument]].Type;
  }
  uint64_t getExtent(uint64_t Argument, uint32_t Number) const {
    return getShape(Argument).getDimensions()[Number].Extent;
  }
  /// Returns its op_name, or the name of the instruction.
  StringRef getName(uint64_t Argument) const {
    StringRef Name = findArgumentName(Run, G, Argument);
    return Name.empty() ? G[getPlace(Argument).Instruction].Name : Name;
  }
  /// Returns "tokens.shape[0]"; "s32[8,128].shape[0]" of an argument that
  /// equinox.filter_jit has numbered, which a user does not know.
  std::string describe(uint64_t Argument, uint32_t Number) const {
    const StringRef Name = getName(Argument);
    return (isOfEquinoxRest(Name)
                ? toString(getShape(Argument), /*WithLayout=*/false)
                : Name.str()) +
           ".shape[" + llvm::utostr(Number) + "]";
  }

  const PassRun &Run;
  const RecordedAssignment &Record;
  const HloGraph &G;
  const DimensionLinks &Links;

private:
  void moveOrigin(NamedDimension &D) const;
};

} // namespace hlomem

#endif // HLOMEM_LIB_PASSES_SELECTION_ARGUMENTDIMENSIONS_H
