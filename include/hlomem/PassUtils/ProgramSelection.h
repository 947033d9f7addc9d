//===- ProgramSelection.h - What options name of a program ------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The selectors of transforms and reports: arguments, buffers and loops of the
/// program that ReplayAnalysis has.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSUTILS_PROGRAMSELECTION_H
#define HLOMEM_PASSUTILS_PROGRAMSELECTION_H

#include "hlomem/Replay/RecordedAssignment.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace hlomem {

class Module;
class Value;
class ValueNames;

/// The op_name of argument \p Number of \p Program, "params['w1']"; empty where
/// \p M, whose program it is, does not tell it.
llvm::StringRef findArgumentName(const Module &M, const HloGraph &Program,
                                 ValueNames &Names, uint64_t Number);

/// The argument of the user's function that an op_name is of or in: "params" of
/// "params['w1']".
llvm::StringRef getRootArgument(llvm::StringRef OpName);

/// How reports call an argument: "params['w1'] (parameter 3)", of which \p
/// Number is "parameter 3"; without an op_name that alone.
std::string describeArgument(llvm::StringRef OpName, llvm::StringRef Number);
std::string describeArgument(llvm::StringRef OpName, uint64_t Number);

/// An error in the name of \p Pass, whose option is \p Patterns, if there are
/// none for selectArguments().
llvm::Error checkNamesArguments(llvm::StringRef Pass,
                                llvm::ArrayRef<std::string> Patterns);

/// The numbers of the arguments that \p Patterns name, ascending: `all`,
/// `arg:PATH` for the one with this op_name and for all that are below it, or a
/// name of parameter instructions in which `*` stands for anything. An error in
/// the name of \p Pass tells a pattern that nothing matches, and what may have
/// been meant.
llvm::Expected<llvm::SmallVector<uint64_t>>
selectArguments(const Module &M, const HloGraph &Program, ValueNames &Names,
                llvm::StringRef Pass, llvm::ArrayRef<std::string> Patterns);

/// The value of \p M, the module of \p Record, that is number \p Number there;
/// null if the module does not have it.
const Value *findValue(const Module &M,
                       const replay::RecordedAssignment &Record,
                       uint32_t Number);

/// The numbers of the buffers of \p Record, which is of \p M, with a value that
/// one of \p Patterns names, ascending: "all"; "arg:PATH", an argument with
/// this op_name or below it; "op:REGEX", the opcode of what defines it;
/// "scope:REGEX", somewhere in its op_name; or its name, in which * stands for
/// anything. Index tables of tuples are never among them. An error, which names
/// \p Pass, if a pattern matches nothing.
llvm::Expected<llvm::SmallVector<uint32_t>>
selectBuffers(const Module &M, const replay::RecordedAssignment &Record,
              ValueNames &Names, llvm::StringRef Pass,
              llvm::ArrayRef<std::string> Patterns);

/// By instruction of \p G, whether it is a while that one of \p Patterns names:
/// "all", or a name in which * stands for anything. An error, that of the pass
/// \p Pass, if there are none or if one matches no loop.
llvm::Expected<llvm::BitVector>
selectLoops(const HloGraph &G, llvm::StringRef Pass,
            llvm::ArrayRef<std::string> Patterns);

} // namespace hlomem

#endif // HLOMEM_PASSUTILS_PROGRAMSELECTION_H
