//===- OtherApi.cpp - A plugin without the ABI check, of a later API version
//===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Pass/PassPlugin.h"

// Written by hand, and so without the address that the loader would refuse.
extern "C" const hlomem::PassPluginInfo *hlomemGetPassPluginInfo() {
  static const hlomem::PassPluginInfo Info = {
      HLOMEM_PLUGIN_API_VERSION + 1, nullptr, nullptr, nullptr, nullptr};
  return &Info;
}
