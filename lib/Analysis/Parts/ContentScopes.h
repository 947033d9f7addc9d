//===- ContentScopes.h - Scopes of what makes contents ----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_ANALYSIS_PARTS_CONTENTSCOPES_H
#define HLOMEM_LIB_ANALYSIS_PARTS_CONTENTSCOPES_H

#include "Parts/ContentOrigin.h"

namespace hlomem {

/// Names what makes contents, also where the compiler made it and gave it no
/// op_name.
class ContentScopes {
public:
  /// Constructs the scopes of a program; both must outlive this.
  ContentScopes(ContentOrigins &Origins, const ScopeNames &Names)
      : Origins(Origins), Names(Names), G(Origins.getGraph()) {}

  /// Returns the scope of \p I, or of the operand that it is made from if it
  /// has none.
  ScopeName getScope(InstructionId I) const;
  /// Returns the instruction whose op_name tells what \p P is; that of \p P if
  /// there is none.
  InstructionId findNamed(HloPlace P) const;
  /// Returns getScope() of what findNamed() finds for the origin of \p P.
  ScopeName getScopeOf(const Origin &O) const {
    return getScope(findNamed(O.At));
  }

private:
  ContentOrigins &Origins;
  const ScopeNames &Names;
  const HloGraph &G;
};

} // namespace hlomem

#endif // HLOMEM_LIB_ANALYSIS_PARTS_CONTENTSCOPES_H
