//===- hlo-mem-tblgen.cpp - TableGen backends of hlo-mem-opt --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every backend is a file of its own that registers itself; nothing is listed
/// here.
///
//===----------------------------------------------------------------------===//

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/TableGen/Main.h"

using namespace llvm;

int main(int Argc, char **Argv) {
  InitLLVM X(Argc, Argv);
  cl::ParseCommandLineOptions(Argc, Argv, "hlo-mem-opt TableGen backends\n");
#if LLVM_VERSION_MAJOR >= 21
  // Two overloads take a null pointer here.
  return TableGenMain(Argv[0], MultiFileTableGenMainFn(nullptr));
#else
  return TableGenMain(Argv[0]);
#endif
}
