//===- ArgumentSelection.h - The arguments that an option names -*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSUTILS_ARGUMENTSELECTION_H
#define HLOMEM_PASSUTILS_ARGUMENTSELECTION_H

#include "hlomem/IR/HloGraph.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace hlomem {

class Module;
class ValueNames;

/// The op_name of argument \p Number of \p Program, "params['w1']"; empty where
/// \p M, whose program it is, does not tell it.
llvm::StringRef findArgumentName(const Module &M, const HloGraph &Program,
                                 ValueNames &Names, uint64_t Number);

/// How reports call an argument: "params['w1'] (parameter 3)", of which \p
/// Number is "parameter 3"; without an op_name that alone.
std::string describeArgument(llvm::StringRef OpName, llvm::StringRef Number);
std::string describeArgument(llvm::StringRef OpName, uint64_t Number);

/// The numbers of the arguments that \p Patterns name, ascending: `all`,
/// `arg:PATH` for the one with this op_name and for all that are below it, or a
/// name of parameter instructions in which `*` stands for anything. An error in
/// the name of \p Pass tells a pattern that nothing matches, and what may have
/// been meant.
llvm::Expected<llvm::SmallVector<uint64_t>>
selectArguments(const Module &M, const HloGraph &Program, ValueNames &Names,
                llvm::StringRef Pass, llvm::ArrayRef<std::string> Patterns);

} // namespace hlomem

#endif // HLOMEM_PASSUTILS_ARGUMENTSELECTION_H
