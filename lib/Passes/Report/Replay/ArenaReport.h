//===- ArenaReport.h - Replays of arenas without a program ------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PASSES_REPORT_REPLAY_ARENAREPORT_H
#define HLOMEM_LIB_PASSES_REPORT_REPLAY_ARENAREPORT_H

namespace hlomem {

struct PassRun;
struct ReplayOptions;

/// Replays the temporaries of a module whose program is not known, and reports
/// how that compares. False if it has none that could be.
bool reportArenas(const PassRun &Run, const ReplayOptions &Options);

} // namespace hlomem

#endif // HLOMEM_LIB_PASSES_REPORT_REPLAY_ARENAREPORT_H
