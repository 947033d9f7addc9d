//===- Bytes.cpp - A number of bytes and how it is printed ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/StringExtras.h"
#include <cinttypes>
#include <cstdio>

using namespace llvm;

namespace hlomem {

std::string toHumanString(Bytes B) {
  static constexpr const char *Units[] = {"B",   "KiB", "MiB", "GiB",
                                          "TiB", "PiB", "EiB"};
  if (B.count() < 1024)
    return utostr(B.count()) + "B";

  // XLA truncates while it divides but rounds what it prints, so that 1048575
  // becomes "1024.0KiB": tsl/platform/numbers.cc, HumanReadableNumBytes.
  unsigned Unit = 1;
  uint64_t N = B.count();
  while (N >= 1024 * 1024) {
    N /= 1024;
    ++Unit;
  }
  bool TwoDecimals = Unit > 1;
  double Value = static_cast<double>(N) / 1024.0;
  char Text[32];
  snprintf(Text, sizeof(Text), TwoDecimals ? "%.2f" : "%.1f", Value);
  return std::string(Text) + Units[Unit];
}

std::string toExactString(Bytes B) {
  if (B.isOverflow())
    return "more than 16 EiB";
  std::string Exact = utostr(B.count()) + (B.count() == 1 ? " byte" : " bytes");
  if (B.count() < 1024)
    return Exact;
  return toHumanString(B) + " (" + Exact + ")";
}

std::string toString(Percent P) {
  if (P.Whole.isZero())
    return "-";
  using Wide = unsigned __int128;
  Wide Doubled = Wide(P.Part.count()) * 20000 / P.Whole.count();
  Wide Hundredths = (Doubled + 1) / 2;
  char Text[32];
  snprintf(Text, sizeof(Text), "%" PRIu64 ".%02u%%",
           static_cast<uint64_t>(Hundredths / 100),
           static_cast<unsigned>(Hundredths % 100));
  return Text;
}

} // namespace hlomem
