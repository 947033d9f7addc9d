//===- HloTables.td - All HLO tables, for the docs ---------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/IR/Tables/Opcodes.td"
include "hlomem/IR/Tables/ElementTypes.td"
include "hlomem/IR/Tables/AllocationFlags.td"
include "hlomem/IR/Tables/MemorySpaces.td"
include "hlomem/IR/Tables/Devices.td"
