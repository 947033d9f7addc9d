//===- TestRemarks.h - Remarks of the unit tests --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TEST_UNIT_REMARKS_TESTREMARKS_H
#define HLOMEM_TEST_UNIT_REMARKS_TESTREMARKS_H

#include "hlomem/Remarks/Remark.h"

// Not in namespace hlomem, as the remarks of a plugin.
namespace test {

#include "TestRemarks.inc"

} // namespace test

#endif // HLOMEM_TEST_UNIT_REMARKS_TESTREMARKS_H
