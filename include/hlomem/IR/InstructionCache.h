//===- InstructionCache.h - Instructions, read once -------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_INSTRUCTIONCACHE_H
#define HLOMEM_IR_INSTRUCTIONCACHE_H

#include "hlomem/IR/Instruction.h"
#include "hlomem/IR/Shape.h"
#include "llvm/ADT/DenseMap.h"

namespace hlomem {

class Materializer;
class Module;
class Value;

/// Maps names to instructions, for a source that does not tell instructions as
/// texts.
using KnownInstructions = llvm::DenseMap<StringRef, InstructionDetails>;

/// Holds the instructions of one module, each read on the first request.
/// Several threads may call get() at once.
class InstructionCache {
public:
  /// Constructs an empty cache. \p Shapes are those of the module, to which no
  /// shape is added any more. They must outlive the cache, and so must
  /// \p Source, which may be null.
  InstructionCache(const ShapeContext &Shapes, const Materializer *Source);
  ~InstructionCache();

  /// Returns the defining instruction of \p V, a value of \p M that has a text
  /// or for which Value::isComputed() is true. The result is valid as long as
  /// the cache.
  const InstructionDetails &get(const Module &M, const Value &V) const;
  /// Is to be called when values of the module have moved.
  void forgetPlaces();

private:
  struct State;
  const Materializer *Source;
  std::unique_ptr<State> S;
};

} // namespace hlomem

#endif // HLOMEM_IR_INSTRUCTIONCACHE_H
