//===- Materializer.h - Facts that are read on demand -----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Most of what a dump says of its program is never asked for, so that a reader
/// leaves it where it stands. LLVM's GVMaterializer is the model.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_MATERIALIZER_H
#define HLOMEM_IR_MATERIALIZER_H

#include "hlomem/IR/HloGraph.h"
#include "hlomem/IR/Instruction.h"
#include "hlomem/IR/InstructionGist.h"
#include "hlomem/IR/StackFrames.h"
#include "hlomem/IR/Value.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <optional>

namespace hlomem {

class HloProgram;
struct HeapTraces;
class Module;

/// Reads facts of one module on demand. A module that
/// was built by hand has none: it holds all that it knows. All functions may be
/// called from several threads at once.
class Materializer {
public:
  virtual ~Materializer();

  /// The positions and uses of \p V, which are not read yet. They live as long
  /// as this.
  virtual const ValueLists &readLists(const Value &V) const = 0;

  /// The program, of which bodies of fusions may be left out; null where the
  /// source tells it as a text or not at all. Lives as long as this. Its
  /// schedule, flattened, is that of the module.
  virtual const HloGraph *getGraph() const { return nullptr; }

  /// Returns the stack frames of the program without reading more of that; none
  /// where readProgram() alone tells them. They are not kept.
  virtual std::optional<StackFrames> readStackFrames() const {
    return std::nullopt;
  }

  /// Where \p V is found in getGraph(), which there is, and what reads it
  /// there, in the order of readLists(). \p V isComputed().
  virtual void readPlaces(const Value &V,
                          llvm::SmallVectorImpl<HloPlace> &Positions,
                          llvm::SmallVectorImpl<GraphUse> &Uses) const {}

  /// The id of the value at \p P of getGraph(), which there is; none where no
  /// value of the source is.
  virtual std::optional<uint64_t> findValueId(HloPlace P) const {
    return std::nullopt;
  }

  /// The defining instruction of \p V, a value of \p M with a text or
  /// Value::isComputed(). Of values that share an instruction each gets the
  /// same. Arrays and new texts live in \p Arena.
  virtual InstructionDetails
  readInstruction(const Module &M, const Value &V, ShapeContext &Shapes,
                  llvm::BumpPtrAllocator &Arena) const = 0;

  /// The gist of the same, of a value that isComputed(). Takes no lock, and a
  /// fraction of the time.
  virtual InstructionGist readGist(const Value &V) const = 0;

  /// The same as XLA prints it in a dump, of a value that isComputed(). Lives
  /// as long as this.
  virtual llvm::StringRef printInstruction(const Value &V) const = 0;

  /// The program that the assignment is of; null where the source has none
  /// beside it. It may point into what this holds, which outlives it. An error
  /// says what is wrong with it. Who asks at the same time, or while another
  /// still has it, gets the same one.
  virtual llvm::Expected<std::shared_ptr<const HloProgram>>
  readProgram() const = 0;

  /// The heap simulators' traces of \p M, as it was read; null where the source
  /// has none beside it. An error says what is wrong with them.
  virtual llvm::Expected<std::shared_ptr<const HeapTraces>>
  readHeapTraces(const Module &M) const = 0;
};

} // namespace hlomem

#endif // HLOMEM_IR_MATERIALIZER_H
