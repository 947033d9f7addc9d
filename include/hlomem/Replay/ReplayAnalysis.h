//===- ReplayAnalysis.h - A module's assignment, made again -----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REPLAY_REPLAYANALYSIS_H
#define HLOMEM_REPLAY_REPLAYANALYSIS_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/Replay/RecordedAssignment.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace hlomem {

class Module;

/// XLA's assigner run again on the program of a module.
class Replay {
public:
  /// Of the HloProto that \p M was read from, or the one beside its dump, by
  /// the rules of \p Kind. An error says why there is nothing to replay.
  static llvm::Expected<Replay> create(const Module &M, Backend Kind);
  Replay(Replay &&);
  Replay &operator=(Replay &&);
  ~Replay();

  const replay::RecordedAssignment &getRecord() const;
  /// The rules that came closest, and what they gave.
  const replay::BestReplay &getBest() const { return Best; }

private:
  struct Source;

  Replay(std::unique_ptr<Source> From, replay::BestReplay Best);

  std::unique_ptr<Source> From;
  replay::BestReplay Best;
};

/// The replay, or why there is none.
struct ReplayResult {
  std::optional<Replay> Found;
  std::string WhyNone;
};

struct ReplayAnalysis : public AnalysisInfoMixin<ReplayAnalysis> {
  using Result = ReplayResult;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_REPLAY_REPLAYANALYSIS_H
