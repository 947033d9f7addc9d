//===- Materializer.h - Facts that are read on demand -----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Defines how a module reads facts on demand: most of what a source tells of
/// its program is never requested, and a reader leaves it unread. The model is
/// LLVM's GVMaterializer.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_MATERIALIZER_H
#define HLOMEM_IR_MATERIALIZER_H

#include "hlomem/IR/HloGraph.h"
#include "hlomem/IR/Instruction.h"
#include "hlomem/IR/InstructionGist.h"
#include "hlomem/IR/StackFrames.h"
#include "hlomem/IR/Value.h"
#include "llvm/Support/Allocator.h"

namespace hlomem {

class ProgramSource;
struct HeapTraces;
class Module;

/// Reads facts of one module on demand. A module that was built by hand has no
/// Materializer, since it holds all of its facts. Several threads may call the
/// functions at once.
class Materializer {
public:
  virtual ~Materializer();

  /// Returns the positions and uses of \p V, which are not read yet. They live
  /// as long as the Materializer.
  virtual const ValueLists &readLists(const Value &V) const = 0;

  /// Returns the program as a graph, which may lack the bodies of fusions; null
  /// if the source tells the program as a text or not at all. The graph lives
  /// as long as the Materializer, and its schedule, flattened, is that of the
  /// module.
  virtual const HloGraph *getGraph() const { return nullptr; }

  /// Returns the stack frames of the program without reading more of the
  /// program; none if only readProgram() tells them. Each call reads them
  /// again.
  virtual std::optional<StackFrames> readStackFrames() const {
    return std::nullopt;
  }

  /// Sets \p Positions to the places of \p V in getGraph(), and \p Uses to the
  /// reads of \p V there, each in the order of readLists().
  /// \pre V.isComputed(), getGraph() is not null, and both lists are empty.
  virtual void readPlaces(const Value &V, SmallVectorImpl<HloPlace> &Positions,
                          SmallVectorImpl<GraphUse> &Uses) const {}

  /// Returns the id of the value at \p P of getGraph(); none if the source has
  /// no value there.
  /// \pre getGraph() is not null.
  virtual std::optional<uint64_t> findValueId(HloPlace P) const {
    return std::nullopt;
  }

  /// Returns the defining instruction of \p V, a value of \p M that has a text
  /// or for which Value::isComputed() is true. The result is equal for all
  /// values that one instruction defines. Arrays and new texts are allocated in
  /// \p Arena, new shapes in \p Shapes.
  virtual InstructionDetails
  readInstruction(const Module &M, const Value &V, ShapeContext &Shapes,
                  llvm::BumpPtrAllocator &Arena) const = 0;

  /// Returns the gist of the defining instruction of \p V. Takes no lock, and a
  /// fraction of the time of readInstruction().
  /// \pre V.isComputed().
  virtual InstructionGist readGist(const Value &V) const = 0;

  /// Returns the text of the defining instruction of \p V as XLA prints it in a
  /// dump. The text lives as long as the Materializer.
  /// \pre V.isComputed().
  virtual StringRef printInstruction(const Value &V) const = 0;

  /// Returns the program of the assignment; null if the source has none. The
  /// program may point into data of the Materializer, which must outlive it.
  /// Fails if the program cannot be read. Callers share one program as long as
  /// any of them holds it.
  virtual Expected<std::shared_ptr<const ProgramSource>>
  readProgram() const = 0;

  /// Returns the heap simulators' traces of \p M as they were before any edit;
  /// null if the source has none. Fails if they cannot be read.
  virtual Expected<std::shared_ptr<const HeapTraces>>
  readHeapTraces(const Module &M) const = 0;
};

} // namespace hlomem

#endif // HLOMEM_IR_MATERIALIZER_H
