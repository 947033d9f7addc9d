//===- ModuleBuilder.h - The one way to make a module -----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_MODULEBUILDER_H
#define HLOMEM_IR_MODULEBUILDER_H

#include "hlomem/IR/AllocationFlags.h"
#include "hlomem/IR/Instruction.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/IR/Module.h"
#include "hlomem/IR/ModuleFacts.h"
#include "hlomem/IR/Shape.h"
#include "hlomem/IR/ShapeIndex.h"
#include "hlomem/IR/Value.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/DenseMap.h"

namespace hlomem {

/// Makes a module. Every reader uses it, and so does code that makes one by
/// hand, a test or a transform:
/// \code
///   ModuleBuilder B("f");
///   const Shape *F32 = B.shapes().getArray(ElementType::F32, {256});
///   B.addAllocation(Bytes(1024), AllocationFlags::PreallocatedTemp);
///   B.addValue({.Definition = B.getPosition("add"), .Size = Bytes(1024),
///               .Type = F32, .Range = LiveRange{0, 1}});
///   B.setSchedule({"add"});
///   std::unique_ptr<Module> M = B.build();
/// \endcode
/// What it is given by hand is copied, shapes of others too, and need not
/// outlive the call; what is set on its allocations need not outlive build().
class ModuleBuilder {
public:
  /// Constructs an empty builder; \p Name becomes Module::getName().
  explicit ModuleBuilder(std::string Name) : F(std::move(Name)) {}

  //===--------------------------------------------------------------------===//
  // By hand
  //===--------------------------------------------------------------------===//

  /// Returns a copy of \p Text in the module's own memory; equal texts have one
  /// copy.
  StringRef intern(StringRef Text);
  /// Returns the position of the instruction \p Name, and of the leaf \p Index
  /// of its result if that is a tuple.
  Position getPosition(StringRef Name,
                       std::optional<ShapeIndex> Index = std::nullopt);

  ShapeContext &shapes() { return *F.Shapes; }

  /// Adds an allocation, numbered by its position, that contains the values
  /// added from now on. Its other properties are set on the result, which is
  /// valid until the next one is added.
  Allocation &addAllocation(Bytes Size,
                            AllocationFlags Flags = AllocationFlags::None,
                            MemorySpace Space = 0);

  /// Describes a value of the allocation that was added last.
  struct NewValue {
    Position Definition = {};
    Bytes Offset = {};
    Bytes Size = {};
    const Shape *Type = nullptr;
    std::optional<LiveRange> Range = std::nullopt;
    bool IsPhi = false;
    /// Identifies the value's memory space if it is not the allocation's.
    std::optional<MemorySpace> Color = std::nullopt;
    /// Lists the positions without the definition, which is always the first.
    ArrayRef<Position> OtherPositions = {};
    /// Lists the uses; none if they are not known.
    std::optional<ArrayRef<Use>> Uses = std::nullopt;
  };
  /// Adds \p V, whose id is the number of values before it, and returns the id.
  /// It is a fatal error if there is no allocation.
  uint64_t addValue(const NewValue &V);

  /// Adds the instruction that defines the values named after it.
  void addInstruction(const InstructionDetails &I);

  void setSchedule(ArrayRef<StringRef> Names);

  //===--------------------------------------------------------------------===//
  // For readers, which know millions of values at once
  //===--------------------------------------------------------------------===//

  /// Returns the facts, to be filled in by readers. What they point to must
  /// live as long as the module: in facts().Arena, or in what its provenance
  /// owns.
  ModuleFacts &facts() { return F; }

  /// Assigns to each allocation the facts().Values from its element of
  /// \p FirstValues up to that of the next one; the last element is the number
  /// of all values. From now on allocations and values keep their addresses.
  /// \p Source reads what the values leave unread.
  void placeValues(ArrayRef<size_t> FirstValues,
                   const Materializer *Source = nullptr);

  //===--------------------------------------------------------------------===//

  /// Returns the module. The builder is empty afterwards.
  ///
  /// What no module can hold is a fatal error: a value without a type, a place
  /// or size of more than 64 bits, a live range that ends before it begins or
  /// after the program, an allocation with the flag Parameter or OutputShape
  /// but not its data, or the data without the flag, and values that
  /// placeValues() has not placed. Takes time linear in the module, unless the
  /// reader has checked it (ModuleFacts::AreChecked).
  std::unique_ptr<Module> build(std::unique_ptr<Materializer> Source = nullptr,
                                std::unique_ptr<Provenance> Origin = nullptr);

private:
  HloPosition copy(const HloPosition &N);
  const Shape *copy(const Shape *S);
  void copyAllocations();
  void check() const;

  ModuleFacts F;
  bool ArePlaced = false;
  /// Holds the first value of each allocation that was added by hand.
  SmallVector<size_t, 0> FirstValues;
  llvm::DenseMap<StringRef, StringRef> Interned;
};

} // namespace hlomem

#endif // HLOMEM_IR_MODULEBUILDER_H
