//===- Carrying.h - State that loops carry instead of copying ---*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// State of which a loop reads a slice in each iteration and writes the new one
/// to another array, as jax.lax.scan does with xs and ys, and the program that
/// carries one array and updates it in place.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REPLAY_CARRYING_H
#define HLOMEM_REPLAY_CARRYING_H

#include "hlomem/Replay/EditedAssignment.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <vector>

namespace hlomem::replay {

/// The way of some state through a loop, perhaps through moves and conversions
/// before and behind it.
struct StatePath {
  /// The while, and the element of the tuple that it carries.
  InstructionId Loop;
  uint64_t Element = 0;
  /// The state: an argument of the program, or an element that the loop around
  /// this one carries.
  InstructionId State;
  /// The tuple that ends the program or that loop's body, and its operand that
  /// is the new state.
  InstructionId Root;
  uint32_t Operand = 0;
  /// The state is the caller's: what the loop begins with must be a copy of it
  /// as long as it is not donated.
  bool IsCallers = false;
};

/// An array that a loop reads slice by slice, another one that it writes the
/// same slices of, and what takes the new one for the old one.
struct ScannedState {
  /// Through the loop, which writes that element, then through the one around
  /// it that carries the state, and so on.
  llvm::SmallVector<StatePath, 1> Paths;
  /// Elements that the loop only reads: the state, and copies of it in other
  /// layouts or types.
  struct ReadElement {
    uint64_t Element = 0;
    /// What each iteration copies of it at its start, if the old slice is
    /// needed when the new one is or may be written already: on a GPU the
    /// slice, on a CPU the whole state. Null if nothing; of the record.
    const Shape *Kept = nullptr;
  };
  llvm::SmallVector<ReadElement, 1> Read;

  /// The while.
  InstructionId getLoop() const { return Paths.front().Loop; }
};

/// Those of \p Record, a program for \p Kind, by loop and element: each new
/// slice is made of the old one, and nothing but the loop needs the old state.
/// A loop is left out if it reads one of them in another way than by the index
/// that it writes by, or if something would have to be copied and \p Kind is
/// neither CPU nor GPU: what another compiler copies is not known.
std::vector<ScannedState> findScannedStates(const RecordedAssignment &Record,
                                            Backend Kind);

/// True if one of \p States is the caller's.
bool holdCallersState(llvm::ArrayRef<ScannedState> States);

/// What becomes of a program whose loops carry their state.
struct Carrying : EditedAssignment {
  /// Arrays that are carried now, and what those written before took.
  uint64_t Count = 0;
  Bytes Size;
};

/// Lets the loops of \p States, of \p Record, update them in place, and assigns
/// all again by \p P. What only moved the state to the loop and back goes.
/// Schedule, layouts and the bodies of fusions stay, and on a TPU what
/// memory-space assignment has placed. An error if \p States is empty or if
/// XLA's rules do not tell which values of \p Record share a buffer.
llvm::Expected<Carrying> carry(const RecordedAssignment &Record,
                               llvm::ArrayRef<ScannedState> States,
                               const Policy &P);

} // namespace hlomem::replay

#endif // HLOMEM_REPLAY_CARRYING_H
