//===- BufferSelection.h - The buffers that an option names -----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// The one selector of transforms: names, arg:PATH, op:REGEX, scope:REGEX.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSUTILS_BUFFERSELECTION_H
#define HLOMEM_PASSUTILS_BUFFERSELECTION_H

#include "hlomem/Replay/RecordedAssignment.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace hlomem {

class Module;
class Value;
class ValueNames;

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

} // namespace hlomem

#endif // HLOMEM_PASSUTILS_BUFFERSELECTION_H
