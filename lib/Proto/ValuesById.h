//===- ValuesById.h - Values of an assignment by their ids -----*- C++ -*--===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PROTO_VALUESBYID_H
#define HLOMEM_LIB_PROTO_VALUESBYID_H

#include "hlomem/Proto/HloProto.h"

namespace hlomem {

/// Finds values by id: in a table, unless their ids are far apart. XLA counts
/// values, of which the assignment lists those that have memory.
class ValuesById {
public:
  ValuesById() = default;
  /// \p Values ascend by id.
  explicit ValuesById(IdArrayRef<ValueId, HloProtoValue> Values) {
    static constexpr size_t IdsForEach = 4;
    if (Values.empty() || Values.back().Id / IdsForEach >= Values.size())
      return;
    Numbers.resize(Values.back().Id + 1);
    for (auto [Number, V] : withIds(Values))
      Numbers[V.Id] = Number;
  }

  /// The position in \p Values, those of the constructor, of the one with this
  /// id; none if there is none.
  ValueId find(IdArrayRef<ValueId, HloProtoValue> Values, uint64_t Id) const {
    if (!Numbers.empty())
      return Id < Numbers.size() ? Numbers[Id] : ValueId::none();
    const auto *Found = llvm::partition_point(
        Values, [Id](const HloProtoValue &V) { return V.Id < Id; });
    return Found != Values.end() && Found->Id == Id
               ? ValueId(Found - Values.begin())
               : ValueId::none();
  }

private:
  /// By id.
  std::vector<ValueId> Numbers;
};

} // namespace hlomem

#endif // HLOMEM_LIB_PROTO_VALUESBYID_H
