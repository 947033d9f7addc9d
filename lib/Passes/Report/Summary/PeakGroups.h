//===- PeakGroups.h - What live buffers are to the user ---------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Puts the buffers that are live at one time into groups that a user has a
/// name for: docs/MemoryModel.md#groups-of-buffers.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PASSES_REPORT_SUMMARY_PEAKGROUPS_H
#define HLOMEM_LIB_PASSES_REPORT_SUMMARY_PEAKGROUPS_H

#include "hlomem/Analysis/Memory/LiveBuffers.h"
#include "hlomem/IR/UserPlace.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hlomem {

class AnalysisManager;
class Module;

/// Buffers with one name.
struct PeakGroup {
  enum class Kind : uint8_t {
    Argument, ///< Of one path of op_names, donated or not.
    Kept,     ///< By one loop for another one, made at one line.
    Constant, ///< All of them.
    Other,    ///< Made at one line.
  };

  Kind What = Kind::Other;
  /// "state[1], donated"; "kept for backward: exp, tanh, ...".
  std::string Name;
  /// Of Kept and Other; none where it is unknown.
  std::optional<UserPlace> Place;
  Bytes Size;
  /// In the order of the buffers.
  std::vector<const LiveBuffer *> Members;
  /// What makes each of them; empty where that has no name.
  std::vector<std::string> Operations;
  /// Of Kept: iterations that each of them has a slice of; none if they differ.
  std::optional<uint64_t> Iterations;
  /// Of Kept.
  bool IsForBackward = false;
};

llvm::StringRef getName(PeakGroup::Kind Kind);

/// Groups of \p Buffers, which outlive them: the most bytes first. Each buffer
/// is in one. Names list operations up to \p Width columns.
std::vector<PeakGroup> groupBuffers(const Module &M, AnalysisManager &AM,
                                    llvm::ArrayRef<LiveBuffer> Buffers,
                                    size_t Width);

/// Equal parts that \p G consists of: layers that are written out, or
/// iterations of a loop. 1 if it consists of none.
uint64_t countLayers(const PeakGroup &G, const Module &M, AnalysisManager &AM);

/// "f32, bf16" of arrays, those of the most bytes first.
std::string describeTypes(const PeakGroup &G);

/// What an op_name says of the operation in the words of the user's program:
/// "attention/exp (backward)" of
/// "jit(step)/transpose(jvp(attention))/while/body/exp". Empty if nothing.
std::string describeOperation(llvm::StringRef OpName);

/// The groups that paths of arguments form, as positions in \p Paths with their
/// common path: state[0] and state[1], or params with all that is below.
struct ArgumentGroup {
  std::string Path;
  std::vector<size_t> Members;
};
std::vector<ArgumentGroup> groupPaths(llvm::ArrayRef<std::string> Paths);

} // namespace hlomem

#endif // HLOMEM_LIB_PASSES_REPORT_SUMMARY_PEAKGROUPS_H
