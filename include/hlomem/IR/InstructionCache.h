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
#include "llvm/ADT/StringRef.h"
#include <memory>

namespace hlomem {

class Materializer;
class Module;
class Value;

/// Instructions by name, of a source that tells them in another way than by
/// their text.
using KnownInstructions = llvm::DenseMap<llvm::StringRef, InstructionDetails>;

/// Takes the instructions of one module apart, each when it is first asked for.
/// May be asked by several threads at once.
class InstructionCache {
public:
  /// \p Shapes are those of the module, which nobody adds to any more, and
  /// outlive this. So does \p Source, which may be null.
  InstructionCache(const ShapeContext &Shapes, const Materializer *Source);
  ~InstructionCache();

  /// The defining instruction of \p V, a value of \p M with a text or
  /// Value::isComputed().
  const InstructionDetails &get(const Module &M, const Value &V) const;

private:
  struct State;
  const Materializer *Source;
  std::unique_ptr<State> S;
};

} // namespace hlomem

#endif // HLOMEM_IR_INSTRUCTIONCACHE_H
