//===- WireFields.h - Fields of messages of any type -----------*- C++ -*--===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes messages apart whose types do not matter: to write them again, or to
/// change them. WireReader reads those that are known, and says what is wrong
/// with them.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PROTO_WIREFIELDS_H
#define HLOMEM_PROTO_WIREFIELDS_H

#include "hlomem/Proto/WireReader.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace hlomem {

/// A field as it stands in its message.
struct RawField {
  /// Number and kind, as they are written.
  uint64_t Key = 0;
  /// The digits of a varint; of bytes what is behind their length.
  llvm::StringRef Content;
  /// The whole field, key and length included.
  llvm::StringRef Whole;

  uint64_t getNumber() const { return Key >> 3; }
  WireKind getKind() const { return WireKind(Key & 7); }
};

/// Takes a varint from the front of \p Bytes. None, and \p Bytes are as they
/// were, if they do not begin with one of at most 64 bits.
std::optional<uint64_t> takeVarint(llvm::StringRef &Bytes);

/// Takes a field from the front of \p Bytes, which points into them. None, and
/// \p Bytes are as they were, if they do not begin with a whole field or begin
/// with a group.
std::optional<RawField> takeField(llvm::StringRef &Bytes);

} // namespace hlomem

#endif // HLOMEM_PROTO_WIREFIELDS_H
