//===- WireMessage.h - The fields of a protobuf message ---------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_DUMP_WIREMESSAGE_H
#define HLOMEM_LIB_DUMP_WIREMESSAGE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace hlomem {

/// Goes over the fields of one message in protobuf's wire format, in their
/// order. What it gives points into the bytes of the message.
class WireMessage {
public:
  explicit WireMessage(llvm::StringRef Bytes) : Rest(Bytes) {}

  /// Takes the next field. False at the end, and where what follows is no
  /// field: then isBroken().
  bool next();
  bool isBroken() const { return Broken; }

  /// The number of the field.
  uint64_t field() const { return Field; }
  /// The field's varint; 0 for a field of another type.
  uint64_t number() const { return Number; }
  /// The bytes of a field with a length, a text or a message; empty for a field
  /// of another type.
  llvm::StringRef bytes() const { return Data; }
  /// Calls \p Visit for the numbers of a repeated field, packed or not. False
  /// where the bytes are no varints.
  bool forEachNumber(llvm::function_ref<void(uint64_t)> Visit) const;

private:
  llvm::StringRef Rest;
  uint64_t Field = 0;
  uint64_t Number = 0;
  llvm::StringRef Data;
  bool IsPacked = false;
  bool Broken = false;
};

} // namespace hlomem

#endif // HLOMEM_LIB_DUMP_WIREMESSAGE_H
