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
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>

namespace hlomem {

struct Device;
class HloProgram;
class Module;
struct WholeHloProto;

namespace replay {

/// What is missing where the program is known from a text alone.
inline constexpr llvm::StringLiteral NeedsProto =
    "it needs X.hlo.pb beside the dump (--xla_dump_hlo_as_proto)";

} // namespace replay

/// XLA's assigner run again on the program of a module.
class Replay {
public:
  /// Of the HloProto that \p M was read from, the one beside its dump, or the
  /// text of its program, by the rules of its backend, and those for \p
  /// OnDevice, which may be null, that come closest: getBest() tells whether
  /// they are exact. An error says why there is nothing to replay.
  static llvm::Expected<Replay> create(const Module &M, AnalysisManager &AM,
                                       const Device *OnDevice = nullptr);
  Replay(Replay &&);
  Replay &operator=(Replay &&);
  ~Replay();

  const replay::RecordedAssignment &getRecord() const;
  /// The rules that came closest, and what they gave.
  const replay::BestReplay &getBest() const { return Best; }
  /// The HloProto, whose instructions are numbered as those of the record, and
  /// its values likewise; null where the program is that of a text.
  std::shared_ptr<const WholeHloProto> getProto() const;
  /// The text of the program, where there is no HloProto; null otherwise.
  std::shared_ptr<const HloProgram> getProgramText() const;

private:
  struct Source;

  Replay(std::unique_ptr<Source> From, replay::BestReplay Best);
  static llvm::Expected<Replay>
  createOfText(const Module &M, AnalysisManager &AM, const Device *OnDevice);

  std::unique_ptr<Source> From;
  replay::BestReplay Best;
};

/// The replay, or why there is none.
struct ReplayResult {
  std::optional<Replay> Found;
  std::string WhyNone;
};

/// Unavailable if \p R, the replay of a dump of \p Kind, has no program, or the
/// rules of its backend are not known.
llvm::Error checkReplayed(const ReplayResult &R, Backend Kind);

/// Unavailable if nothing can be predicted of another program from \p R, of
/// which main memory has to be exact, whatever the replay makes of others. On a
/// TPU the compiler would move other values to VMEM: there only what \p
/// KeepsPresets, and says so, is predicted.
llvm::Error checkPredictable(const ReplayResult &R, Backend Kind,
                             bool KeepsPresets = false);

/// checkPredictable() for a transform, which makes a module of the other
/// program: that of a text alone cannot be written.
llvm::Error checkEditable(const ReplayResult &R, Backend Kind,
                          bool KeepsPresets = false);

struct ReplayAnalysis : public AnalysisInfoMixin<ReplayAnalysis> {
  using Result = ReplayResult;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_REPLAY_REPLAYANALYSIS_H
