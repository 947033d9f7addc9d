//===- OtherAbi.cpp - A plugin of another API version ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What HLOMEM_PASS_PLUGIN makes of other headers, whatever else they hold.
extern "C" {
extern const int HLOMEM_TEST_ABI_SYMBOL;
extern const void *const HlomemTestAbi;
const void *const HlomemTestAbi = &HLOMEM_TEST_ABI_SYMBOL;
}
