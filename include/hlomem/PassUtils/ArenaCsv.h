//===- ArenaCsv.h - An arena as a CSV file names and places it ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSUTILS_ARENACSV_H
#define HLOMEM_PASSUTILS_ARENACSV_H

#include "hlomem/Packing/Problem.h"
#include <optional>
#include <string>

namespace hlomem {

class DiagnosticEngine;
class Module;
class SourceTexts;
class Value;
struct PlacementRules;
struct TempArena;

/// "12:while.9{1.0}": the id of the value in the dump, by which it is found
/// again, and its name for the reader, in which dots stand for commas. That of
/// its first value stands for a buffer.
std::string getCsvId(const Value &V);

/// An offset for each buffer of \p Arena, read from the first text of \p
/// Sources: a valid placement under \p Rules, which are those of the arena, or
/// the present one. None where the text is something else; \p Diagnostics has
/// the errors then, of which each has its line and column.
std::optional<packing::Placement> readOffsets(const Module &M,
                                              const TempArena &Arena,
                                              const PlacementRules &Rules,
                                              const SourceTexts &Sources,
                                              DiagnosticEngine &Diagnostics);

} // namespace hlomem

#endif // HLOMEM_PASSUTILS_ARENACSV_H
