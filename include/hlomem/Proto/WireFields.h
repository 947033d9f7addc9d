//===- WireFields.h - Fields of messages of any type -----------*- C++ -*--===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Splits messages of any type into fields, to write them again or to change
/// them. WireReader reads messages of known types, and diagnoses errors in
/// them.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PROTO_WIREFIELDS_H
#define HLOMEM_PROTO_WIREFIELDS_H

#include "hlomem/Proto/WireReader.h"

namespace hlomem {

/// Represents a field as it is encoded in its message.
struct RawField {
  /// Holds the key as encoded: the field's number and kind.
  uint64_t Key = 0;
  /// Holds the encoded value; for bytes, without the length.
  StringRef Content;
  /// Holds the encoding of the whole field, key and length included.
  StringRef Whole;

  uint64_t getNumber() const { return Key >> 3; }
  WireKind getKind() const { return WireKind(Key & 7); }
};

/// Removes a varint from the front of \p Bytes and returns its value. Returns
/// none and leaves \p Bytes unchanged if they do not begin with a varint of at
/// most 64 bits.
std::optional<uint64_t> takeVarint(StringRef &Bytes);

/// Removes a field from the front of \p Bytes and returns it; the result points
/// into \p Bytes. Returns none and leaves \p Bytes unchanged if they do not
/// begin with a whole field, or begin with a group.
std::optional<RawField> takeField(StringRef &Bytes);

} // namespace hlomem

#endif // HLOMEM_PROTO_WIREFIELDS_H
