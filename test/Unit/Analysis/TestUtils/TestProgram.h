//===- TestProgram.h - Dumps of made-up programs ----------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TEST_UNIT_ANALYSIS_TESTUTILS_TESTPROGRAM_H
#define HLOMEM_TEST_UNIT_ANALYSIS_TESTUTILS_TESTPROGRAM_H

#include "hlomem/IR/Module.h"
#include "hlomem/IR/ProgramSource.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>
#include <vector>

namespace hlomem::test {

/// A value and its place. Values of one block that have equal offsets lie in
/// one slice.
struct TestValue {
  /// "w{0}", or "w" for an array; a phi ends with '!'.
  std::string Definition;
  unsigned Block = 0;
  unsigned Offset = 0;
  /// "t {0}"; the definition is not repeated.
  std::vector<std::string> Positions;
  /// "add, operand 0"
  std::vector<std::string> Uses;
  /// Of the defining instruction; one that says nothing if empty.
  std::string Text;
  unsigned Size = 16;
  /// "0-3", or none if empty.
  std::string Printed = "";
};

struct TestProgram {
  /// The attributes of each block, "parameter 0, shape |f32[4]| at ShapeIndex
  /// {}".
  std::vector<std::string> Blocks;
  std::vector<TestValue> Values;
  /// Names with blanks between; `max 0` if empty.
  std::string Schedule;
  bool HasPointers = false;
};

/// The module of a dump that tells all of \p P. Null if it cannot be read,
/// which is a failure of the test.
std::unique_ptr<Module> makeModule(const TestProgram &P);

/// \p Text read as HLO; null, and a failure of the test, if it is not.
std::unique_ptr<ProgramSource> makeProgram(llvm::StringRef Text);

/// The HLO text of the computations \p Text, which are scheduled.
std::string wholeText(llvm::StringRef Text, llvm::StringRef Attributes = "");

/// What a dump says of the computations \p Text: the values in the order of
/// their definitions. Arguments and results have a block for each buffer, and
/// all other buffers one place each in the last block.
TestProgram programOf(llvm::StringRef Text, llvm::StringRef Attributes = "");

} // namespace hlomem::test

#endif // HLOMEM_TEST_UNIT_ANALYSIS_TESTUTILS_TESTPROGRAM_H
