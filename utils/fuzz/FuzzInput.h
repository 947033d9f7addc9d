//===- FuzzInput.h - Files, and what is done with them -------- -*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An input of the fuzzer is a message of the wire format, as what it mutates
/// mostly is: the files that a run reads, and the number that everything else
/// about the run follows from.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_UTILS_FUZZ_FUZZINPUT_H
#define HLOMEM_UTILS_FUZZ_FUZZINPUT_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hlomem {

/// What a run reads. The numbers stand in the corpus, which make-corpus.py
/// writes too.
enum class InputKind : uint8_t {
  Text,
  Proto,
  Folder,
  Log,
  Profile,
  Csv,
  Compressed,
};
inline constexpr llvm::StringLiteral InputKindNames[] = {
    "text", "proto", "folder", "log", "profile", "CSV", "compressed"};

struct FuzzFile {
  /// Without a folder. One that ends with ".gz" or ".zst" is compressed when
  /// it is written.
  std::string Name;
  std::string Content;

  bool isProto() const;
};

struct FuzzInput {
  InputKind Kind = InputKind::Text;
  uint64_t Seed = 0;
  /// At least one. Of a folder all of them are its files, else the first is
  /// what is read.
  std::vector<FuzzFile> Files;
};

/// None if \p Bytes are no such message, or have a name that no file should
/// have.
std::optional<FuzzInput> readFuzzInput(llvm::StringRef Bytes);
std::string writeFuzzInput(const FuzzInput &Input);

} // namespace hlomem

#endif // HLOMEM_UTILS_FUZZ_FUZZINPUT_H
