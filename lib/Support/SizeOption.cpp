//===- SizeOption.cpp - A size on a command line --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/SizeOption.h"
#include "hlomem/Support/Diagnostics.h"

using namespace llvm;

namespace hlomem {

Expected<Bytes> readSizeOption(StringRef Option, StringRef Text) {
  if (std::optional<Bytes> Size = parseBytes(Text))
    return *Size;
  std::string Why;
  StringRef Unit =
      Text.drop_while([](char C) { return isDigit(C) || C == '.'; }).ltrim(' ');
  // The number may be the mistake.
  if (!Text.empty() && isDigit(Text.front()) && !parseBytes("1" + Unit.str()))
    Why = ": unknown unit " + quoteForMessage(Unit) +
          ", expected K, KB, KiB, M, MB, MiB and so on up to PiB";
  return createStringError(Option +
                           ": expected a size, such as '16GiB', '1.5MB' or "
                           "'4096', found " +
                           quoteForMessage(Text) + Why);
}

} // namespace hlomem
