//===- StackFrameParser.h - Stack frames of an HLO text ---------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Parses the stack frames at the head of an HLO text. Since December 2025 XLA
/// may print `stack_frame_id=N` in the metadata of an instruction instead of
/// file and line, and at the head of the text
/// \code
///   FileNames
///   1 "/home/me/train.py"
///
///   FunctionNames
///   1 "step"
///
///   FileLocations
///   1 {file_name_id=1 function_name_id=1 line=5 end_line=5 column=8 ...}
///
///   StackFrames
///   1 {file_location_id=1 parent_frame_id=1}
/// \endcode
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_HLOTEXT_STACKFRAMEPARSER_H
#define HLOMEM_HLOTEXT_STACKFRAMEPARSER_H

#include "hlomem/IR/StackFrames.h"

namespace hlomem {

/// Parses \p Tables, the tables at the head of an HLO text. Rows that are not
/// understood or out of order are unknown, and so is every frame whose location
/// leads through them.
StackFrames parseStackFrames(StringRef Tables);

} // namespace hlomem

#endif // HLOMEM_HLOTEXT_STACKFRAMEPARSER_H
