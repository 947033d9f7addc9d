//===- WireWriter.h - Writes the wire format --------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PROTO_WIREWRITER_H
#define HLOMEM_LIB_PROTO_WIREWRITER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace hlomem {

/// Appends fields to a message.
class WireWriter {
public:
  /// The message so far.
  llvm::StringRef getBytes() const { return Text; }

  /// A field as it stands in another message, its tag included.
  void addRaw(llvm::StringRef Field) { Text += Field; }
  /// A varint; \p Value as it is, in 64 bits.
  void addNumber(uint32_t Field, uint64_t Value);
  /// A string or bytes.
  void addBytes(uint32_t Field, llvm::StringRef Value);
  void addMessage(uint32_t Field, const WireWriter &Message) {
    addBytes(Field, Message.Text);
  }
  /// A repeated varint, side by side; nothing if there are none.
  void addNumbers(uint32_t Field, llvm::ArrayRef<int64_t> Values);

private:
  void addVarint(uint64_t Value);

  std::string Text;
};

/// Calls \p Do with the number of each field of \p Message and with its bytes,
/// first all of them and then those of its value. An error if it is no sound
/// message or has groups.
llvm::Error
forEachField(llvm::StringRef Message,
             llvm::function_ref<void(uint64_t Field, llvm::StringRef Raw,
                                     llvm::StringRef Value)>
                 Do);

} // namespace hlomem

#endif // HLOMEM_LIB_PROTO_WIREWRITER_H
