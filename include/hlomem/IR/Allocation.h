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

namespace hlomem {

class Materializer;
class Shape;

/// Identifies the entry argument, or the leaf of one, that the caller supplies
/// in an allocation.
struct ParameterOrigin {
  /// Holds the number of the argument.
  uint64_t Number = 0;
  /// Identifies the leaf of the argument.
  ShapeIndex Index = {};
  /// Is false if the dump prints no shape, as before December 2019.
  bool HasShape = false;
  /// Points to the shape of the whole parameter until August 2025, and of the
  /// leaf since then. Null for `<unknown shape>`.
  const Shape *Type = nullptr;
};

/// Represents a value of another memory space in an allocation, which the
/// allocation's `reused by buffers of a different color:` repeats since June
/// 2026.
struct ReusingValue {
  ValueHeader Header;
  /// Identifies the value's own memory space.
  MemorySpace Color = 0;
};

/// Represents one contiguous block of memory: docs/DumpFormat.md#allocations.
/// Functions that are not const are for a ModuleBuilder and the edits of a
/// module, as in Value.
class Allocation {
public:
  /// Returns the number in the dump; in a sound dump 0 to n - 1 in order. An
  /// edit that removes allocations makes it the position in
  /// Module::allocations().
  uint64_t getIndex() const { return Index; }
  Bytes getSize() const { return Size; }
  /// Returns the memory space; 0 if the dump prints no colour.
  MemorySpace getMemorySpace() const { return Space; }
  /// Returns XLA's page_id: with paging, the number of the heap inside the
  /// memory space that the allocation is. Returns none if the dump prints none,
  /// as always before jaxlib 0.12; since then it is 0 if nothing is paged.
  std::optional<int64_t> getPage() const { return Page; }
  /// Returns true if the memory space has pages other than 0, so that the page
  /// matters: allocations of two pages are never one arena.
  bool isPaged() const { return Paged; }
  AllocationFlags getFlags() const { return Flags; }
  bool has(AllocationFlags F) const { return (Flags & F) == F; }
  bool isThreadLocal() const { return has(AllocationFlags::ThreadLocal); }
  /// Returns true for an argument that is donated to, or aliased with, a
  /// result.
  bool isDonated() const {
    return has(AllocationFlags::Parameter | AllocationFlags::MaybeLiveOut);
  }
  /// Returns true if the allocation holds more than one value:
  /// docs/MemoryModel.md, "Place".
  bool isArena() const { return Values.size() > 1; }

  /// Returns the argument; set if has(Parameter).
  const std::optional<ParameterOrigin> &getParameter() const {
    return Parameter;
  }
  /// Returns the shape of the entry root; set if has(OutputShape), otherwise
  /// null.
  const Shape *getOutputShape() const { return OutputShape; }
  /// Returns the values in the order of the dump, which is ascending by id.
  ArrayRef<Value> values() const { return Values; }
  /// Returns those of values() that belong to another memory space; empty if
  /// the dump does not tell them.
  ArrayRef<ReusingValue> reusingValues() const { return ReusingValues; }

  /// Returns the place in the dump; invalid for an allocation that was not
  /// read.
  SMLoc getLoc() const { return Loc; }

  /// Returns the Materializer that reads what the values have left unread; null
  /// if they have left nothing.
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
  /// Sets the values. The memory of \p V must outlive the allocation.
  void setValues(MutableArrayRef<Value> V) { Values = V; }
  void setReusingValues(ArrayRef<ReusingValue> V) { ReusingValues = V; }
  void setLoc(SMLoc L) { Loc = L; }
  void setMaterializer(const Materializer *M) { Source = M; }
  /// Returns the values for changes.
  MutableArrayRef<Value> values() { return Values; }

private:
  uint64_t Index = 0;
  Bytes Size;
  MemorySpace Space = 0;
  bool Paged = false;
  std::optional<int64_t> Page;
  AllocationFlags Flags = AllocationFlags::None;
  std::optional<ParameterOrigin> Parameter;
  const Shape *OutputShape = nullptr;
  MutableArrayRef<Value> Values;
  ArrayRef<ReusingValue> ReusingValues;
  SMLoc Loc;
  const Materializer *Source = nullptr;
};

/// Sets Allocation::isPaged() of \p Allocations, all allocations of a module.
void setArePaged(MutableArrayRef<Allocation> Allocations);

/// Describes what an allocation is for.
struct AllocationKind {
  /// Holds "parameter", "donated parameter", "output", "constant",
  /// "thread-local" or "temp"; valid for the lifetime of the process.
  StringRef Name;
  /// Holds the page of an allocation that isPaged(): allocations of different
  /// pages are of different kinds.
  std::optional<int64_t> Page;

  friend bool operator==(const AllocationKind &L,
                         const AllocationKind &R) = default;
  /// Returns "temp" or "temp, page 1".
  std::string str() const;
};

AllocationKind getKind(const Allocation &A);

/// Returns AllocationKind::str() of \p A.
std::string getKindName(const Allocation &A);

/// Returns the name of the kind of \p A with the number of the parameter:
/// "parameter 3", "parameter 0 {1}, donated", "output", "constant",
/// "thread-local", "temp".
std::string describeKind(const Allocation &A);

} // namespace hlomem

#endif // HLOMEM_IR_ALLOCATION_H
