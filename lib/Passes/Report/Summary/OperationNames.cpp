//===- OperationNames.cpp - What op_names say to the user -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PeakGroups.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace hlomem {

/// So many parts of a path are told, the innermost.
static constexpr size_t MaxNameParts = 2;

/// Of "jit(f)/while/body/add" the parts; a slash in parentheses is none.
static SmallVector<StringRef, 8> splitOpName(StringRef Name) {
  SmallVector<StringRef, 8> Parts;
  size_t Begin = 0;
  int Depth = 0;
  for (size_t I = 0; I != Name.size(); ++I) {
    Depth += Name[I] == '(';
    Depth -= Name[I] == ')';
    if (Name[I] == '/' && Depth <= 0) {
      Parts.push_back(Name.slice(Begin, I));
      Begin = I + 1;
    }
  }
  Parts.push_back(Name.drop_front(Begin));
  return Parts;
}

/// What JAX puts around the user's names.
static bool isOfTracing(StringRef Part) {
  static constexpr StringLiteral Words[] = {
      "body",      "checkpoint",      "closed_call",          "cond",
      "core_call", "custom_jvp_call", "custom_vjp_call",      "eval_jaxpr",
      "pjit",      "remat",           "rematted_computation", "shard_map",
      "while"};
  return Part.empty() || is_contained(Words, Part) ||
         (Part.starts_with("branch_") && Part.ends_with("_fun"));
}

std::string describeOperation(StringRef OpName) {
  SmallVector<StringRef, 8> Parts = splitOpName(OpName);
  SmallVector<StringRef, 8> Told;
  bool IsBackward = false;
  for (auto [I, Whole] : enumerate(Parts)) {
    StringRef Part = Whole;
    // jvp(attention) is of the user's attention.
    for (size_t Open = Part.find('(');
         Open != StringRef::npos && Part.ends_with(")");
         Open = Part.find('(')) {
      IsBackward |= Part.take_front(Open) == "transpose";
      // The first one is the whole program.
      bool IsProgram = I == 0 && Part.take_front(Open) == "jit";
      Part = IsProgram ? StringRef() : Part.slice(Open + 1, Part.size() - 1);
    }
    if (!isOfTracing(Part) && (Told.empty() || Told.back() != Part))
      Told.push_back(Part);
  }
  std::string Text = join(ArrayRef(Told).take_back(MaxNameParts), "/");
  if (Parts.back() == "while")
    Text = "carried by the loop" + (Text.empty() ? "" : " in " + Text);
  else if (Text.empty())
    Text = Parts.back().str();
  return IsBackward ? Text + " (backward)" : Text;
}

} // namespace hlomem
