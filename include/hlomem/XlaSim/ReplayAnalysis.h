//===- ReplayAnalysis.h - A module's assignment, made again -----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_XLASIM_REPLAYANALYSIS_H
#define HLOMEM_XLASIM_REPLAYANALYSIS_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/XlaSim/RecordedAssignment.h"

namespace hlomem {

class ProgramSource;
class Module;
struct WholeHloProto;

/// Tells what is missing if the program is known from a text alone.
inline constexpr StringLiteral NeedsProto =
    "it needs X.hlo.pb beside the dump (--xla_dump_hlo_as_proto)";

/// Represents XLA's assigner run again on the program of a module.
class Replay {
public:
  /// Replays the HloProto that \p M was read from, the one beside its dump, or
  /// the text of its program, by the rules of its backend, and those for
  /// \p OnDevice, which may be null, that come closest: getBest() tells whether
  /// they are exact. Fails with the reason if there is nothing to replay.
  static Expected<Replay> create(const Module &M, AnalysisManager &AM,
                                 const Device *OnDevice = nullptr);
  Replay(Replay &&);
  Replay &operator=(Replay &&);
  ~Replay();

  const RecordedAssignment &getRecord() const;
  /// Returns the rules that came closest, and what they gave.
  const BestReplay &getBest() const { return Best; }
  /// Returns the HloProto, whose instructions and values are numbered as those
  /// of the record; null if the program is that of a text.
  std::shared_ptr<const WholeHloProto> getProto() const;
  /// Returns the text of the program; null if there is an HloProto.
  std::shared_ptr<const ProgramSource> getProgramText() const;

private:
  struct Source;

  Replay(std::unique_ptr<Source> From, BestReplay Best);
  static Expected<Replay> createOfText(const Module &M, AnalysisManager &AM,
                                       const Device *OnDevice);

  std::unique_ptr<Source> From;
  BestReplay Best;
};

/// Holds the replay, or the reason why there is none.
struct ReplayResult {
  std::optional<Replay> Found;
  std::string WhyNone;
};

/// Fails with Unavailable if \p R, the replay of a dump of \p Kind, has no
/// program, or the rules of its backend are not known.
Error checkReplayed(const ReplayResult &R, Backend Kind);

/// Fails with Unavailable if nothing can be predicted of another program from
/// \p R, of which main memory has to be exact, whatever the replay makes of
/// other memory. On a TPU the compiler would move other values to VMEM: there
/// only a change that \p KeepsPresets, and says so, is predicted.
Error checkPredictable(const ReplayResult &R, Backend Kind,
                       bool KeepsPresets = false);

/// Fails with Unavailable if a transform cannot make a module of another
/// program from \p R: if checkPredictable() fails, if the program is that of a
/// text alone, which cannot be written, or if the replay is not exact.
Error checkEditable(const ReplayResult &R, Backend Kind,
                    bool KeepsPresets = false);

struct ReplayAnalysis : public AnalysisInfoMixin<ReplayAnalysis> {
  using Result = ReplayResult;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_XLASIM_REPLAYANALYSIS_H
