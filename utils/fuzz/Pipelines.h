//===- Pipelines.h - Random pipelines ------------------------- -*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_UTILS_FUZZ_PIPELINES_H
#define HLOMEM_UTILS_FUZZ_PIPELINES_H

#include "hlomem/Pass/PassBuilder.h"
#include "llvm/ADT/StringRef.h"
#include <random>
#include <string>
#include <vector>

namespace hlomem {

/// Passes and analyses with useful values of their options, for random
/// pipelines. All that are built in are there: the constructor ends the program
/// where one is missing, so that who adds a pass adds it here.
class Pipelines {
public:
  Pipelines();

  /// One to four passes, not more than one of which writes a document, or what
  /// runs only on demand. \p Packing: the path of a packing for
  /// import-packing, which comes first then; empty if there is none.
  std::string choose(llvm::StringRef Packing, std::mt19937 &Random) const;

  /// Pipelines with each pass and each analysis once: one of those that change
  /// nothing, then those that do, each alone.
  std::vector<std::string> listEach() const;

  /// True if a pass of \p Pipeline, which choose() has made, does.
  bool writesDocument(llvm::StringRef Pipeline) const;

private:
  PassBuilder PB;
  std::vector<std::string> Elements;
  std::vector<std::string> Exporters;
};

/// The names of the passes in \p Pipeline; of "require<padding>" all of it.
std::vector<std::string> listPasses(llvm::StringRef Pipeline);

} // namespace hlomem

#endif // HLOMEM_UTILS_FUZZ_PIPELINES_H
