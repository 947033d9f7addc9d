//===- ValueSelection.h - The value that an option names ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSUTILS_VALUESELECTION_H
#define HLOMEM_PASSUTILS_VALUESELECTION_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace hlomem {

class Module;
class HloPosition;
class Value;

/// Returns the allocated value with the name \p Name, "copy.10" or
/// "while.9{1}"; without an index, the value of the whole result. Fails, naming
/// \p Pass, if there is none: the error says whether the name is a position of
/// another value, or suggests what may be meant.
llvm::Expected<const Value *> selectValue(const Module &M, llvm::StringRef Pass,
                                          llvm::StringRef Name);

/// Returns the text of \p Name, "while.9{1}".
std::string toString(const HloPosition &Name);

} // namespace hlomem

#endif // HLOMEM_PASSUTILS_VALUESELECTION_H
