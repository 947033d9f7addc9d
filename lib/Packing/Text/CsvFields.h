//===- CsvFields.h - The fields of a line ---------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PACKING_TEXT_CSVFIELDS_H
#define HLOMEM_LIB_PACKING_TEXT_CSVFIELDS_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace hlomem::packing {

/// Without what may stand around a field.
inline llvm::StringRef trimBlanks(llvm::StringRef Text) {
  return Text.trim(" \t\r");
}

/// The fields of one line, as places in the text.
class FieldSplitter {
public:
  explicit FieldSplitter(llvm::StringRef Line) : Rest(Line) {}

  /// The next field, without blanks and quotes around it; none after the last
  /// one, and where quotes are wrong.
  std::optional<llvm::StringRef> next();

  /// What is wrong with the field that could not be read, and where; empty
  /// where nothing is.
  llvm::StringRef getFault() const { return Fault; }
  const char *getFaultPlace() const { return Rest.begin(); }

private:
  std::optional<llvm::StringRef> nextQuoted();
  std::optional<llvm::StringRef> fail(const char *At, llvm::StringRef What) {
    Rest = llvm::StringRef(At, 0);
    Fault = What;
    return std::nullopt;
  }

  llvm::StringRef Rest;
  llvm::StringRef Fault;
  bool IsAtEnd = false;
};

} // namespace hlomem::packing

#endif // HLOMEM_LIB_PACKING_TEXT_CSVFIELDS_H
