//===- ArrayRewrites.h - Arrays that a model need not make ------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_WHATIF_ARRAYREWRITES_H
#define HLOMEM_PASSES_WHATIF_ARRAYREWRITES_H

#include "hlomem/Support/Bytes.h"

namespace hlomem {

class Module;
struct PassRun;

/// Says why no number is known of a change for which the program would have
/// other operations.
inline constexpr StringLiteral WhyOtherOperations = "it needs other operations";

/// Describes another way to write a model, with which some of its arrays are
/// not made, or take less. The program cannot be changed for it as for other
/// changes, so that only a bound is known.
struct ArrayRewrite {
  /// Is "BlockAttention", "ChunkLoss", "LastLogits", "ReturnLess",
  /// "SinglePrecision", "MapParts" or "AvoidPadding".
  StringLiteral Name = "";
  /// Is that of a change.
  uint64_t Class = 2;
  /// Says which arrays these are, and what to write.
  std::string How = {};
  /// Says why no number is known.
  StringLiteral Why = WhyOtherOperations;
  /// Holds the most bytes of the default memory space that it saves: by how
  /// much less would be live at most without those arrays, and what is
  /// allocated and not live, or sumTemporaries(). All that is needed stands for
  /// an unknown bound.
  Bytes Bound = {};
};

/// Returns what neither arguments nor constants nor results take of the default
/// memory space: what other operations need of it instead may be as little as
/// nothing, since XLA runs the rest in another order, too.
Bytes sumTemporaries(const Module &M);

/// Returns the rewrites that may save a tenth of what the module of \p Run
/// needs, the one that may save most first:
///
/// * attention scores, arrays with the length of the sequence twice, of which
///   the program says that they are of attention or of a softmax;
/// * logits, arrays of the loss with a dimension of 8192 or more, that of a
///   parameter, the vocabulary, and none that is a quarter as large;
/// * arrays that tiles make half as large again, or more;
/// * results that are no new state, if they are a quarter of what is needed;
/// * arrays of double precision, if they are half of what is needed;
/// * what a jax.vmap around all of the program computes of each example, if it
///   is half of what is needed.
std::vector<ArrayRewrite> findArrayRewrites(const PassRun &Run);

} // namespace hlomem

#endif // HLOMEM_PASSES_WHATIF_ARRAYREWRITES_H
