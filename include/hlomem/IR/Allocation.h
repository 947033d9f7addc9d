//===- Allocation.h - Allocations of a buffer assignment ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_ALLOCATION_H
#define HLOMEM_IR_ALLOCATION_H

#include "hlomem/IR/AllocationFlags.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/IR/ShapeIndex.h"
#include "hlomem/IR/Value.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SMLoc.h"
#include <optional>
#include <string>

namespace hlomem {

class Materializer;
class Shape;

/// The entry argument, or the leaf of one, that the caller supplies in a block.
struct ParameterOrigin {
  /// Number of the argument.
  uint64_t Number = 0;
  /// The leaf.
  ShapeIndex Index = {};
  /// False where the dump prints no shape (before December 2019).
  bool HasShape = false;
  /// The whole parameter until August 2025, then the leaf. Null for
  /// `<unknown shape>`.
  const Shape *Type = nullptr;
};

/// A value of another memory space that lies in a block, as the block's
/// `reused by buffers of a different color:` repeats it; since June 2026.
struct ReusingValue {
  ValueHeader Header;
  /// The value's own memory space.
  MemorySpace Color = 0;
};

/// One contiguous block of memory: docs/DumpFormat.md#allocations. As with
/// Value, what is not const is for a ModuleBuilder and the edits of a module.
class Allocation {
public:
  /// Its number in the dump; in a sound dump 0 to n - 1 in order. When others
  /// are removed it becomes the position in Module::allocations().
  uint64_t getIndex() const { return Index; }
  Bytes getSize() const { return Size; }
  /// 0 where the dump prints no colour.
  MemorySpace getMemorySpace() const { return Space; }
  /// XLA's page_id: with paging, the number of the heap inside its memory space
  /// that the block is. None where the dump prints none, which is always so
  /// before jaxlib 0.12. Since then it is 0 where nothing is paged.
  std::optional<int64_t> getPage() const { return Page; }
  /// Its memory space has pages other than 0, so that its page says something:
  /// blocks of two pages are never one arena.
  bool isPaged() const { return Paged; }
  AllocationFlags getFlags() const { return Flags; }
  bool has(AllocationFlags F) const { return (Flags & F) == F; }
  bool isThreadLocal() const { return has(AllocationFlags::ThreadLocal); }
  /// An argument that is donated to, or aliased with, a result.
  bool isDonated() const {
    return has(AllocationFlags::Parameter | AllocationFlags::MaybeLiveOut);
  }
  /// Holds more than one value: docs/MemoryModel.md, "Place".
  bool isArena() const { return Values.size() > 1; }

  /// Set if has(Parameter).
  const std::optional<ParameterOrigin> &getParameter() const {
    return Parameter;
  }
  /// The shape of the entry root; set if has(OutputShape), otherwise null.
  const Shape *getOutputShape() const { return OutputShape; }
  /// In the order of the dump, which is ascending by id.
  llvm::ArrayRef<Value> values() const { return Values; }
  /// Those of values() that belong to another memory space; empty where the
  /// dump does not tell.
  llvm::ArrayRef<ReusingValue> reusingValues() const { return ReusingValues; }

  /// Where it was read; invalid for one that was not.
  llvm::SMLoc getLoc() const { return Loc; }

  /// Reads what its values have left unread; null where they have left nothing.
  const Materializer *getMaterializer() const { return Source; }

  void setIndex(uint64_t I) { Index = I; }
  void setSize(Bytes S) { Size = S; }
  void setMemorySpace(MemorySpace S) { Space = S; }
  void setPage(int64_t P) { Page = P; }
  void setIsPaged(bool Is) { Paged = Is; }
  void addFlags(AllocationFlags F) { Flags |= F; }
  void setFlags(AllocationFlags F) { Flags = F; }
  void setParameter(const ParameterOrigin &P) { Parameter = P; }
  void forgetParameter() { Parameter.reset(); }
  void setOutputShape(const Shape *S) { OutputShape = S; }
  /// The memory of \p V outlives this.
  void setValues(llvm::MutableArrayRef<Value> V) { Values = V; }
  void setReusingValues(llvm::ArrayRef<ReusingValue> V) { ReusingValues = V; }
  void setLoc(llvm::SMLoc L) { Loc = L; }
  void setMaterializer(const Materializer *M) { Source = M; }
  /// Those of values(), to be changed.
  llvm::MutableArrayRef<Value> values() { return Values; }

private:
  uint64_t Index = 0;
  Bytes Size;
  MemorySpace Space = 0;
  bool Paged = false;
  std::optional<int64_t> Page;
  AllocationFlags Flags = AllocationFlags::None;
  std::optional<ParameterOrigin> Parameter;
  const Shape *OutputShape = nullptr;
  llvm::MutableArrayRef<Value> Values;
  llvm::ArrayRef<ReusingValue> ReusingValues;
  llvm::SMLoc Loc;
  const Materializer *Source = nullptr;
};

/// Finds out of all allocations of a module which are of a memory space with
/// pages.
void setArePaged(llvm::MutableArrayRef<Allocation> Allocations);

/// What a block is for.
struct AllocationKind {
  /// "parameter", "donated parameter", "output", "constant", "thread-local" or
  /// "temp"; lives as long as the program.
  llvm::StringRef Name;
  /// Where isPaged(): blocks of other pages are of another kind.
  std::optional<int64_t> Page;

  friend bool operator==(const AllocationKind &L,
                         const AllocationKind &R) = default;
  /// "temp" or "temp, page 1".
  std::string str() const;
};

AllocationKind getKind(const Allocation &A);

/// As AllocationKind::str() says.
std::string getKindName(const Allocation &A);

/// The same with the number of the parameter: "parameter 3", "parameter 0 {1},
/// donated", "output", "constant", "thread-local", "temp".
std::string describeKind(const Allocation &A);

} // namespace hlomem

#endif // HLOMEM_IR_ALLOCATION_H
