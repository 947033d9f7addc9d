//===- PackDriver.h - Reads, solves and writes a problem ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TOOLS_HLO_MEM_PACK_PACKDRIVER_H
#define HLOMEM_TOOLS_HLO_MEM_PACK_PACKDRIVER_H

#include "hlomem/Packing/ProblemCsv.h"
#include "hlomem/Packing/Solver.h"
#include "hlomem/Support/ExitCode.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace hlomem {

/// What the command line asks for.
struct PackOptions {
  /// The program's name, for messages.
  llvm::StringRef ToolName;
  /// "-" is the standard input.
  std::string Input;
  /// Where the placement goes; "-" is the standard output.
  std::string Output = "-";
  /// The most bytes a placement may take, or none.
  std::optional<uint64_t> Capacity;
  packing::OffsetColumn OffsetUse = packing::OffsetColumn::Optional;
  /// Tell whether the offsets in the file are a valid placement, no more.
  bool ChecksOnly = false;
  /// A line for each improvement.
  bool ShowsProgress = false;
  /// Seed, limits and threads; the rest is filled in.
  packing::SolverOptions Search;
};

/// Does what \p Options ask for. ExitOverLimit: no placement keeps the
/// capacity; ExitNotFound: none was found that does.
ExitCode runPacking(PackOptions Options);

} // namespace hlomem

#endif // HLOMEM_TOOLS_HLO_MEM_PACK_PACKDRIVER_H
