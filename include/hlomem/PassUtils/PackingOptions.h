//===- PackingOptions.h - Options of passes that pack arenas --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSUTILS_PACKINGOPTIONS_H
#define HLOMEM_PASSUTILS_PACKINGOPTIONS_H

#include "hlomem/Analysis/Arena/ArenaPacking.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>

namespace hlomem {

/// An error, with its place in \p Text, where the option `effort` of \p Pass is
/// no PackingEffort.
llvm::Error checkEffort(llvm::StringRef Pass, llvm::StringRef Text,
                        unsigned Effort);

/// The same where the option `alignment` is none: zero, or beyond what can be
/// counted with.
llvm::Error checkAlignment(llvm::StringRef Pass, llvm::StringRef Text,
                           std::optional<uint64_t> Alignment);

/// What the offsets of \p Arena are multiples of: \p Wanted or what is
/// inferred.
Bytes getAlignment(const ArenaBuffers &Arena, std::optional<uint64_t> Wanted);

/// The profile that an EnumOption of "xla" and "free" names.
template <typename KindT> PackingProfile getProfile(KindT Profile) {
  return Profile == KindT::Xla ? PackingProfile::Xla : PackingProfile::Free;
}

/// To follow what is said of an arena whose best placement is not known: which
/// effort looks longer at that many buffers. Empty for the highest one.
std::string describeAdvice(PackingEffort Effort, size_t Buffers);

} // namespace hlomem

#endif // HLOMEM_PASSUTILS_PACKINGOPTIONS_H
