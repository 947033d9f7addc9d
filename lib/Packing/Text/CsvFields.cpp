//===- CsvFields.cpp - The fields of a line -------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CsvFields.h"

using namespace llvm;

namespace hlomem::packing {

std::optional<StringRef> FieldSplitter::next() {
  if (IsAtEnd)
    return std::nullopt;
  StringRef Start = Rest.ltrim(" \t");
  if (Start.starts_with("\"")) {
    Rest = Start;
    return nextQuoted();
  }
  size_t Comma = Rest.find(',');
  IsAtEnd = Comma == StringRef::npos;
  StringRef Field = Rest.take_front(Comma);
  Rest = Rest.drop_front(IsAtEnd ? Rest.size() : Comma + 1);
  return trimBlanks(Field);
}

std::optional<StringRef> FieldSplitter::nextQuoted() {
  size_t Close = Rest.find('"', 1);
  if (Close == StringRef::npos)
    return fail(Rest.begin(), "expected a second quote in this line");
  StringRef Field = Rest.slice(1, Close);
  StringRef Behind = Rest.drop_front(Close + 1);
  if (Behind.starts_with("\""))
    return fail(Behind.begin(), "a quote within a quoted field is not "
                                "supported");
  Rest = Behind.ltrim(" \t\r");
  IsAtEnd = Rest.empty();
  if (!IsAtEnd && !Rest.consume_front(","))
    return fail(Rest.begin(), "expected a comma after the quoted field");
  return Field;
}

} // namespace hlomem::packing
