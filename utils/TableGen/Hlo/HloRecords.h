//===- HloRecords.h - The HLO tables, read and checked --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The records of HloBase.td as C++. Every backend reads through these
/// functions, so that code and documentation report the same errors. A reader
/// prints all errors of its table at the records' positions and then stops the
/// program; texts live in the RecordKeeper.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_UTILS_TABLEGEN_HLORECORDS_H
#define HLOMEM_UTILS_TABLEGEN_HLORECORDS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/TableGen/Record.h"
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hlomem::tblgen {

/// A trait of opcodes or a property of memory spaces; the enumerator is the
/// record's name.
struct MarkRecord {
  const llvm::Record *Def;
  llvm::StringRef Enumerator;
  llvm::StringRef Description;
};

struct OpcodeRecord {
  const llvm::Record *Def;
  llvm::StringRef Spelling;
  std::string Enumerator;
  /// In the order of the trait definitions.
  std::vector<llvm::StringRef> Traits;
  /// Empty for most: see HloBase.td.
  llvm::StringRef WrapSuffix;
};

struct ElementClassRecord {
  const llvm::Record *Def;
  /// Without the ending "Class".
  llvm::StringRef Enumerator;
  llvm::StringRef Description;
};

struct ElementTypeRecord {
  const llvm::Record *Def;
  llvm::StringRef Enumerator;
  llvm::StringRef Spelling;
  llvm::StringRef Class;
  /// None for a tuple, whose size depends on its leaves.
  std::optional<unsigned> NominalBits;
  std::optional<unsigned> MemoryBits;
};

struct AllocationFlagRecord {
  const llvm::Record *Def;
  llvm::StringRef Enumerator;
  llvm::StringRef Spelling;
  llvm::StringRef Payload;
  llvm::StringRef Description;
};

struct MemorySpaceRecord {
  const llvm::Record *Def;
  uint32_t Number;
  llvm::StringRef Name;
  /// In the order of the property definitions.
  std::vector<llvm::StringRef> Properties;
  llvm::StringRef Description;
  /// What users may call it: its name with dashes for blanks, and the others;
  /// in small letters.
  std::vector<std::string> Spellings;
};

struct BackendRecord {
  const llvm::Record *Def;
  llvm::StringRef Enumerator;
  llvm::StringRef Description;
  /// By number.
  std::vector<MemorySpaceRecord> Spaces;
};

struct DeviceRecord {
  const llvm::Record *Def;
  llvm::StringRef Name;
  /// The name of the record.
  llvm::StringRef Backend;
  llvm::StringRef Hardware;
  uint64_t Memory;
  /// Empty for other devices than GPUs.
  llvm::StringRef ComputeCapability;
  /// Numbers of memory spaces of the backend.
  std::vector<int64_t> Lacks;
  /// Empty for other devices than TPUs.
  std::vector<llvm::StringRef> Targets;
  llvm::StringRef Topology;
  llvm::StringRef Source;
};

struct OpcodeTable {
  std::vector<MarkRecord> Traits;
  std::vector<OpcodeRecord> Opcodes;
};

struct ElementTypeTable {
  std::vector<ElementClassRecord> Classes;
  std::vector<ElementTypeRecord> Types;
};

struct MemorySpaceTable {
  std::vector<MarkRecord> Properties;
  std::vector<BackendRecord> Backends;
};

struct XlaReleaseTable {
  /// The type in C++, and the name.
  std::vector<std::pair<std::string, llvm::StringRef>> Facts;
  /// With what initialises each fact, in C++.
  std::vector<std::pair<const llvm::Record *, std::vector<std::string>>>
      Releases;
};

OpcodeTable readOpcodes(const llvm::RecordKeeper &RK);
ElementTypeTable readElementTypes(const llvm::RecordKeeper &RK);
std::vector<AllocationFlagRecord>
readAllocationFlags(const llvm::RecordKeeper &RK);
MemorySpaceTable readMemorySpaces(const llvm::RecordKeeper &RK);
std::vector<DeviceRecord> readDevices(const llvm::RecordKeeper &RK);
XlaReleaseTable readXlaReleases(const llvm::RecordKeeper &RK);

} // namespace hlomem::tblgen

#endif // HLOMEM_UTILS_TABLEGEN_HLORECORDS_H
