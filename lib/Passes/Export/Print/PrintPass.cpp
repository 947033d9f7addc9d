//===- PrintPass.cpp - The module as a dump -------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Print/Print.inc"
#include "hlomem/Proto/ProtoModule.h"

using namespace llvm;

namespace hlomem {

void PrintPass::run() {
  const ProtoProvenance *P = getProtoProvenance(M);
  if (P && P->IsAssignmentAlone)
    return void(fail("a buffer assignment without its program has neither "
                     "names nor shapes to print"));
  if (Error E = writeDump(M, C.document(), Options.Part))
    fail(toString(std::move(E)));
}

HLOMEM_PASS(Print, PrintPass)

} // namespace hlomem
