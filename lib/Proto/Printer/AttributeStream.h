//===- AttributeStream.h - Attributes that are printed ----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PROTO_PRINTER_ATTRIBUTESTREAM_H
#define HLOMEM_LIB_PROTO_PRINTER_ATTRIBUTESTREAM_H

#include "hlomem/IR/Instruction.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Allocator.h"

namespace hlomem {

/// Collects attributes as a text, `, key=value` for each, and knows where each
/// of them stands in it.
class AttributeStream final : public llvm::raw_svector_ostream {
public:
  AttributeStream() : raw_svector_ostream(Text) {}

  /// Begins the attribute \p Key; what is printed until the next one begins is
  /// its value.
  raw_ostream &begin(StringRef Key) {
    *this << ", ";
    Begins.push_back({Text.size(), Text.size() + Key.size()});
    return *this << Key << '=';
  }

  /// The attributes in a copy of the text, which lives in \p Arena.
  ArrayRef<Attribute> copy(llvm::BumpPtrAllocator &Arena) const;

private:
  /// Where the key begins and ends.
  struct Place {
    size_t Key = 0;
    size_t KeyEnd = 0;
  };

  llvm::SmallString<256> Text;
  SmallVector<Place, 8> Begins;
};

} // namespace hlomem

#endif // HLOMEM_LIB_PROTO_PRINTER_ATTRIBUTESTREAM_H
