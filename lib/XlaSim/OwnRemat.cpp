//===- OwnRemat.cpp - What XLA has rematerialized itself ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/XlaSim/OwnRemat.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace hlomem {

/// NAME of "NAME.remat", "NAME.remat2" and "NAME.remat_compressed.1"; empty of
/// all other names, "rematted_computation" among them.
static StringRef getNameBeforeRemat(StringRef Name) {
  constexpr StringLiteral Suffix = ".remat";
  size_t At = Name.find(Suffix);
  if (At == StringRef::npos)
    return "";
  StringRef Rest = Name.drop_front(At + Suffix.size());
  return Rest.empty() || isDigit(Rest.front()) || Rest.front() == '.' ||
                 Rest.front() == '_'
             ? Name.take_front(At)
             : "";
}

bool OwnRemat::isName(StringRef Name) {
  return !getNameBeforeRemat(Name).empty();
}

OwnRemat::OwnRemat(const HloGraph &G) {
  StringMap<Opcode> Opcodes;
  for (const GraphInstruction &I : G.instructions()) {
    StringRef Stem = getNameBeforeRemat(I.Name);
    if (Stem.empty())
      continue;
    if (Opcodes.empty())
      for (const GraphInstruction &Other : G.instructions())
        Opcodes.try_emplace(Other.Name, Other.Op);
    if (auto Same = Opcodes.find(Stem);
        Same != Opcodes.end() && Same->second != I.Op)
      Misnamed.push_back(G.getNumber(I));
    else
      ++Count;
  }
}

} // namespace hlomem
