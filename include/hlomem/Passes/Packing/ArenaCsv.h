//===- ArenaCsv.h - An arena as a CSV file names and places it ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_PACKING_ARENACSV_H
#define HLOMEM_PASSES_PACKING_ARENACSV_H

#include "hlomem/Packing/Problem.h"

namespace hlomem {

class SourceTexts;
class Value;
struct PassRun;
struct PlacementRules;
struct TempArena;

/// Returns the id of \p V in a CSV file, "12:while.9{1.0}": the id in the dump,
/// by which the value is found again, and the name for people, with dots for
/// commas. A buffer has the id of its first value.
std::string getCsvId(const Value &V);

/// Reads an offset for each buffer of \p Arena from the first text of \p
/// Sources. They are a valid placement under \p Rules, for which \p Arena was
/// read, or the present placement. Returns none if the text is anything else,
/// and reports errors by \p Run, each with its line and column.
std::optional<packing::Placement> readOffsets(const PassRun &Run,
                                              const TempArena &Arena,
                                              const PlacementRules &Rules,
                                              const SourceTexts &Sources);

} // namespace hlomem

#endif // HLOMEM_PASSES_PACKING_ARENACSV_H
