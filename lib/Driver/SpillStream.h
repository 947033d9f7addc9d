//===- SpillStream.h - Text that waits in memory or in a file -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_DRIVER_SPILLSTREAM_H
#define HLOMEM_LIB_DRIVER_SPILLSTREAM_H

#include "hlomem/Support/LLVM.h"
#include <system_error>

namespace hlomem {

/// Keeps what is written to it, in memory as long as that is little, and
/// otherwise in a temporary file without a name.
class SpillStream final : public raw_ostream {
public:
  SpillStream() : raw_ostream(/*unbuffered=*/true) {}
  SpillStream(const SpillStream &) = delete;
  SpillStream &operator=(const SpillStream &) = delete;
  ~SpillStream() override;

  /// Writes to \p OS what was kept. An error if there was no room for it.
  Error moveTo(raw_ostream &OS);

private:
  static constexpr size_t LargestInMemory = size_t(4) << 20;

  void write_impl(const char *Data, size_t Size) override;
  uint64_t current_pos() const override { return Written; }
  void spill();

  std::string Kept;
  uint64_t Written = 0;
  int FD = -1;
  std::error_code EC;
};

} // namespace hlomem

#endif // HLOMEM_LIB_DRIVER_SPILLSTREAM_H
