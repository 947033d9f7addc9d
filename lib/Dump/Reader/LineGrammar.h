//===- LineGrammar.h - Where a line of the dump is read -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the lines consist of that make up nearly all of a dump, each once, for
// the two scanners:
//
// * CanonicalLine reads what XLA prints, by pointers, and gives up where
//   anything is different.
// * LineScanner reads the same words with whatever numbers and unknown text,
//   and has a message where it fails.
//
// What ends a line is up to the caller: a line feed, or unknown text. The
// grammar is in docs/DumpFormat.md.
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_DUMP_READER_LINEGRAMMAR_H
#define HLOMEM_LIB_DUMP_READER_LINEGRAMMAR_H

#include "hlomem/Dump/UnknownText.h"
#include "hlomem/IR/Value.h"

namespace hlomem {

/// The look-up tables keep two of the higher ids for themselves.
template <class Scanner> inline bool readId(Scanner &S, uint64_t &Id) {
  auto AtId = S.place();
  return S.consumeNumber(Id, "value id") &&
         (Scanner::MaxNumber <= INT64_MAX || Id <= INT64_MAX ||
          S.failAt(AtId, "value id does not fit into 63 bits"));
}

/// ` @0`, which may be missing.
template <class Scanner> inline bool readColor(Scanner &S, ValueHeader &H) {
  H.HasColor = S.tryConsume(" @");
  return !H.HasColor || S.consumeNumber(H.Color, "memory space");
}

/// `<3 fusion.1{0} (phi) @0>`
template <class Scanner> inline bool readValueId(Scanner &S, ValueHeader &H) {
  StringRef Name, Index;
  if (!S.consume("<") || !readId(S, H.Id) || !S.consume(" ") ||
      !S.consumeName(Name) || !S.consumeOptionalIndex(Index))
    return false;
  H.Definition = HloPosition(Name, Index);
  H.Phi = S.tryConsume(" (phi)");
  return readColor(S, H) && S.consume(">");
}

/// A slice ends below 2^64. \p AtOffset is where the offset stands.
template <class Scanner, class Place>
inline bool checkSlice(Scanner &S, Place AtOffset, uint64_t Offset,
                       uint64_t Size) {
  return Scanner::MaxNumber <= UINT64_MAX / 2 || Size <= UINT64_MAX - Offset ||
         S.failAt(AtOffset, "offset and size add up to more than 64 bits");
}

/// ` value: <3 fusion.1{0} (phi) @0> (size=64,offset=128): ` before the shape.
/// \p PassUnknown passes the unknown attributes after the size and the offset.
template <class Scanner, class PassUnknownFn>
inline bool readValueLine(Scanner &S, ValueHeader &H, uint64_t &Offset,
                          uint64_t &Size, PassUnknownFn PassUnknown) {
  if (!S.consume(" value: ") || !readValueId(S, H) || !S.consume(" (size=") ||
      !S.consumeNumber(Size, "value size"))
    return false;
  PassUnknown(UnknownAfter::ValueSize);
  if (!S.consume(",offset="))
    return false;
  auto AtOffset = S.place();
  if (!S.consumeNumber(Offset, "value offset") ||
      !checkSlice(S, AtOffset, Offset, Size))
    return false;
  PassUnknown(UnknownAfter::ValueOffset);
  return S.consume("): ");
}

/// ` {0}` after a name, if anything. \p IsUnknown tells whether unknown text
/// follows, which may look like an index.
template <class Scanner, class IsUnknownFn>
inline bool readListIndex(Scanner &S, StringRef &Index, IsUnknownFn IsUnknown) {
  return IsUnknown() || !S.tryConsume(" ") || S.consumeIndex(Index);
}

/// `fusion.1 {0}`, after the indentation.
template <class Scanner, class IsUnknownFn>
inline bool readPosition(Scanner &S, StringRef &Name, StringRef &Index,
                         IsUnknownFn IsUnknown) {
  return S.consumeName(Name) && readListIndex(S, Index, IsUnknown);
}

/// `fusion.1, operand 2 {0}`, after the indentation.
template <class Scanner, class IsUnknownFn>
inline bool readUse(Scanner &S, StringRef &Name, uint32_t &OperandNumber,
                    StringRef &Index, IsUnknownFn IsUnknown) {
  return S.consumeName(Name) && S.consume(", operand ") &&
         S.consumeNumber(OperandNumber, "operand number") &&
         readListIndex(S, Index, IsUnknown);
}

/// `    7:fusion.1`
template <class Scanner>
inline bool readScheduleLine(Scanner &S, Time &T, StringRef &Name) {
  return S.consume("    ") && S.consumeNumber(T, "time") && S.consume(":") &&
         S.consumeName(Name);
}

/// `    fusion.1{0}` of a live range.
template <class Scanner>
inline bool readLiveRangeName(Scanner &S, HloPosition &Definition) {
  StringRef Name, Index;
  if (!S.consume("    ") || !S.consumeName(Name) || !S.consumeIndex(Index))
    return false;
  Definition = HloPosition(Name, Index);
  return true;
}

/// `    fusion.1{0}:7-9`
template <class Scanner>
inline bool readLiveRangeLine(Scanner &S, HloPosition &Definition,
                              LiveRange &R) {
  return readLiveRangeName(S, Definition) && S.consume(":") &&
         S.consumeNumber(R.Begin, "start of a live range") && S.consume("-") &&
         S.consumeNumber(R.End, "end of a live range");
}

} // namespace hlomem

#endif // HLOMEM_LIB_DUMP_READER_LINEGRAMMAR_H
