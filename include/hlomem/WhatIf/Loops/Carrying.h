//===- Carrying.h - State that loops carry instead of copying ---*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds state of which a loop reads a slice in each iteration and writes the
/// new one to another array, as jax.lax.scan does with xs and ys, and makes the
/// program that carries one array and updates it in place.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_WHATIF_LOOPS_CARRYING_H
#define HLOMEM_WHATIF_LOOPS_CARRYING_H

#include "hlomem/WhatIf/EditedAssignment.h"

namespace hlomem {

/// Describes the way of some state through a loop, perhaps through moves and
/// conversions before and after the loop.
struct StatePath {
  /// Identifies the while instruction that carries the state.
  InstructionId Loop;
  /// Identifies the element of the tuple that Loop carries.
  uint64_t Element = 0;
  /// Identifies the state: an argument of the program, or an element that the
  /// loop around this one carries.
  InstructionId State;
  /// Identifies the tuple that ends the program or the outer loop's body.
  InstructionId Root;
  /// Identifies the operand of Root that is the new state.
  uint32_t Operand = 0;
  /// Is true if the state is the caller's: what the loop begins with must be a
  /// copy of it as long as it is not donated.
  bool IsCallers = false;
};

/// Describes an array that a loop reads slice by slice, another one that the
/// loop writes the same slices of, and what takes the new one for the old one.
struct ScannedState {
  /// Holds the path through the loop that writes the element, then the path
  /// through the loop around it that carries the state, and so on.
  SmallVector<StatePath, 1> Paths;
  /// Describes an element that the loop only reads: the state, or a copy of it
  /// in another layout or type.
  struct ReadElement {
    uint64_t Element = 0;
    /// Holds the shape of what each iteration copies of the element at its
    /// start, if the old slice is needed when the new one is or may be written
    /// already: on a GPU the slice, on a CPU the whole state. Is null if
    /// nothing is copied. The record owns it.
    const Shape *Kept = nullptr;
  };
  SmallVector<ReadElement, 1> Read;

  /// Returns the while instruction that writes the slices.
  InstructionId getLoop() const { return Paths.front().Loop; }
};

/// Returns the scanned states of \p Record, a program for \p Kind, by loop and
/// element: each new slice is made from the old one, and nothing but the loop
/// needs the old state. Leaves out a loop if it reads one of its states in
/// another way than by the index by which it writes, or if something would have
/// to be copied and \p Kind is neither CPU nor GPU, since what another compiler
/// copies is not known.
std::vector<ScannedState> findScannedStates(const RecordedAssignment &Record,
                                            Backend Kind);

/// Returns true if one of \p States is the caller's.
bool holdCallersState(ArrayRef<ScannedState> States);

/// Describes a program after its loops were made to carry their state.
struct Carrying : EditedAssignment {
  /// Counts the arrays that are carried now.
  uint64_t Count = 0;
  /// Holds the bytes of the arrays that were written before.
  Bytes Size;
};

/// Lets the loops of \p States, of \p Record, update them in place, and assigns
/// everything again by \p P. Removes what only moved the state to the loop and
/// back. Schedule, layouts and the bodies of fusions stay, and on a TPU what
/// memory-space assignment has placed. Fails if \p States is empty or if XLA's
/// rules do not tell which values of \p Record share a buffer.
Expected<Carrying> carry(const RecordedAssignment &Record,
                         ArrayRef<ScannedState> States,
                         const AssignerPolicy &P);

} // namespace hlomem

#endif // HLOMEM_WHATIF_LOOPS_CARRYING_H
