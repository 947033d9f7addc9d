//===- ProgramSelection.h - What options name of a program ------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file declares the selectors of transforms and reports: they select
/// arguments, buffers and loops of the program of ReplayAnalysis.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_SELECTION_PROGRAMSELECTION_H
#define HLOMEM_PASSES_SELECTION_PROGRAMSELECTION_H

#include "hlomem/XlaSim/RecordedAssignment.h"

namespace hlomem {

class Module;
class Value;
struct PassRun;

/// Returns the op_name of argument \p Number of \p Program, "params['w1']";
/// empty if the module of \p Run, whose program it is, does not have it.
StringRef findArgumentName(const PassRun &Run, const HloGraph &Program,
                           uint64_t Number);

/// Returns the name of an argument in reports: "params['w1'] (parameter 3)",
/// where \p Number is "parameter 3", or only \p Number if \p OpName is empty.
std::string describeArgument(StringRef OpName, StringRef Number);
/// Returns the name of argument \p Number of \p Program, the program of \p Run,
/// in reports: "params['w1'] (parameter 3)", or "parameter 3" if it has no
/// op_name.
std::string describeArgument(const PassRun &Run, const HloGraph &Program,
                             uint64_t Number);

/// Fails, naming the pass of \p Run, if \p Patterns, the value of its option
/// `values`, is empty.
Error checkNamesArguments(const PassRun &Run, ArrayRef<std::string> Patterns);

/// Returns the numbers of the arguments that \p Patterns name, in ascending
/// order: `all`, `arg:PATH` for the argument with this op_name and all below
/// it, or a name of parameter instructions in which `*` matches anything.
/// Fails, naming the pass of \p Run, if a pattern matches nothing, and suggests
/// what may be meant.
Expected<SmallVector<uint64_t>> selectArguments(const PassRun &Run,
                                                const HloGraph &Program,
                                                ArrayRef<std::string> Patterns);

/// Returns the value of \p M, the module of \p Record, that is \p V in \p
/// Record; null if the module does not have it.
const Value *findValue(const Module &M, const RecordedAssignment &Record,
                       ValueId V);

/// Returns the buffers of \p Record, the program of \p Run, with a value that
/// one of \p Patterns names, in ascending order: "all"; "arg:PATH", an argument
/// with this op_name or below it; "op:REGEX", the opcode of the defining
/// instruction; "scope:REGEX", a match in its op_name; or its name, in which *
/// matches anything. Tuple index tables are never selected. Fails, naming the
/// pass, if there are no patterns or if one matches nothing.
Expected<SmallVector<BufferId>> selectBuffers(const PassRun &Run,
                                              const RecordedAssignment &Record,
                                              ArrayRef<std::string> Patterns);

/// Returns the loops of \p G, whiles, that one of \p Patterns names: "all", or
/// a name in which * matches anything. Fails, naming the pass, if there are no
/// patterns or if one matches no loop.
Expected<InstructionSet> selectLoops(const PassRun &Run, const HloGraph &G,
                                     ArrayRef<std::string> Patterns);

} // namespace hlomem

#endif // HLOMEM_PASSES_SELECTION_PROGRAMSELECTION_H
