//===- RemarkPattern.h - Names of remarks that match ------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REMARKS_REMARKPATTERN_H
#define HLOMEM_REMARKS_REMARKPATTERN_H

#include "hlomem/Remarks/Remark.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Regex.h"
#include <string>
#include <utility>

namespace hlomem {

/// "peak:PeakAt".
std::string getFullName(const Remark &R);

/// A regular expression that is matched against the names of many remarks, of
/// which there are few different ones. Not to be shared between threads.
class RemarkPattern {
public:
  /// What it looks at.
  enum class Subject {
    Pass,        ///< "peak"
    PassAndName, ///< "peak:PeakAt"
  };

  /// \p Pattern is valid and must outlive this.
  RemarkPattern(const llvm::Regex &Pattern, Subject What)
      : Pattern(Pattern), What(What) {}

  bool matches(const Remark &R);

private:
  const llvm::Regex &Pattern;
  Subject What;
  /// By the type of the remark and the text of the pass's name.
  llvm::DenseMap<std::pair<const RemarkInfo *, const char *>, bool> Known;
};

} // namespace hlomem

#endif // HLOMEM_REMARKS_REMARKPATTERN_H
