//===- ValueSelection.h - The value that an option names ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_SELECTION_VALUESELECTION_H
#define HLOMEM_PASSES_SELECTION_VALUESELECTION_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

class HloPosition;
class Liveness;
class Shape;
class Value;
struct PassRun;

/// Returns the allocated value with the name \p Name, "copy.10" or
/// "while.9{1}"; without an index, the value of the whole result. Fails, naming
/// the pass, if there is none: the error says whether the name is a position of
/// another value, or suggests what may be meant.
Expected<const Value *> selectValue(const PassRun &Run, StringRef Name);

/// Returns what is wrong with the option `at` of a pass, whose value is \p At.
std::string describeNoPosition(const Liveness &Live, uint64_t At);

/// Returns the text of \p Name, "while.9{1}".
std::string toString(const HloPosition &Name);
/// Returns the text of \p S, "f32[8,512]{1,0}", or "f32[8,512]" without its
/// layout.
std::string toString(const Shape &S, bool WithLayout);

} // namespace hlomem

#endif // HLOMEM_PASSES_SELECTION_VALUESELECTION_H
