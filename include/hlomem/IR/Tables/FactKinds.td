//===- FactKinds.td - What numbers rest on -----------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_TABLES_FACTKINDS_TD
#define HLOMEM_IR_TABLES_FACTKINDS_TD

// See hlomem/IR/FactKinds.h.
class FactKind<string cppName_, string words_> {
  // Holds the enumerator of hlomem::FactKinds.
  string cppName = cppName_;
  // Holds the words for documentation.
  string words = words_;
}

def Sizes : FactKind<"Sizes", "sizes">;
def Places : FactKind<"Places", "places">;
def LiveRanges : FactKind<"LiveRanges", "live ranges">;
def Program : FactKind<"Program", "program">;
def Claims : FactKind<"Claims", "claims">;

#endif // HLOMEM_IR_TABLES_FACTKINDS_TD
