//===- LLVM.h - The types of LLVM that all sources use ----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file imports the most common types of LLVM into namespace hlomem, as
/// mlir/Support/LLVM.h does for MLIR, and includes what they and nearly all
/// sources need. Other headers include it and do not repeat its includes.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_LLVM_H
#define HLOMEM_SUPPORT_LLVM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/SMLoc.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace hlomem {

using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::function_ref;
using llvm::MutableArrayRef;
using llvm::raw_ostream;
using llvm::SmallVector;
using llvm::SmallVectorImpl;
using llvm::SMLoc;
using llvm::StringLiteral;
using llvm::StringRef;
using llvm::Twine;

} // namespace hlomem

#endif // HLOMEM_SUPPORT_LLVM_H
