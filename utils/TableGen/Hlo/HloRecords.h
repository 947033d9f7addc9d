//===- HloRecords.h - What is read of the records of HloBase.td -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_UTILS_TABLEGEN_HLORECORDS_H
#define HLOMEM_UTILS_TABLEGEN_HLORECORDS_H

#include "TableGenUtils.h"
#include "hlomem/Support/LLVM.h"

namespace hlomem::tblgen {

/// The enumerator in C++: the record's name, without the name of a class that
/// tells it from records of other classes, or else its spelling.
inline std::string getEnumerator(const llvm::Record &R) {
  if (R.isAnonymous())
    return toCamelCase(R.getValueAsString("spelling"));
  StringRef Name = R.getName();
  if (R.isSubClassOf("ElementClass"))
    Name.consume_back("Class");
  return Name.str();
}

/// The traits or properties in a field, in the order of their definitions.
inline std::vector<const llvm::Record *> getMarks(const llvm::Record &R,
                                                  StringRef Field) {
  std::vector<const llvm::Record *> Marks;
  for (const llvm::Record *Mark : R.getValueAsListOfDefs(Field))
    Marks.push_back(Mark);
  llvm::sort(Marks, llvm::LessRecordByID());
  return Marks;
}

} // namespace hlomem::tblgen

#endif // HLOMEM_UTILS_TABLEGEN_HLORECORDS_H
