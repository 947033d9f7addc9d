//===- DimensionAttributes.cpp - Dimensions in backend configurations -----===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Dimensions/DimensionAttributes.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace hlomem {

// XLA writes 64-bit numbers as strings, as protocol buffers ask for in JSON.
static std::optional<int64_t> getInteger(const json::Value &V) {
  if (std::optional<int64_t> N = V.getAsInteger())
    return N;
  int64_t N = 0;
  if (std::optional<StringRef> Text = V.getAsString();
      Text && !Text->getAsInteger(10, N))
    return N;
  return std::nullopt;
}

/// Of \p Config, if it is JSON with this key. Most instructions have no
/// configuration of their own.
static std::optional<json::Object> parseConfig(StringRef Config,
                                               StringRef Key) {
  if (!Config.contains(Key))
    return std::nullopt;
  Expected<json::Value> Parsed = json::parse(Config);
  if (!Parsed) {
    consumeError(Parsed.takeError());
    return std::nullopt;
  }
  json::Object *All = Parsed->getAsObject();
  return All ? std::optional(std::move(*All)) : std::nullopt;
}

std::optional<uint64_t> parseTripCount(StringRef Config) {
  std::optional<json::Object> All = parseConfig(Config, "known_trip_count");
  const json::Object *Count =
      All ? All->getObject("known_trip_count") : nullptr;
  const json::Value *N = Count ? Count->get("n") : nullptr;
  std::optional<int64_t> Trips = N ? getInteger(*N) : std::nullopt;
  return Trips && *Trips >= 0 ? std::optional<uint64_t>(*Trips) : std::nullopt;
}

static const json::Object *findObject(const json::Object &In, StringRef Key) {
  if (const json::Object *Found = In.getObject(Key))
    return Found;
  for (const auto &[Name, Inner] : In)
    if (const json::Object *O = Inner.getAsObject())
      if (const json::Object *Found = findObject(*O, Key))
        return Found;
  return nullptr;
}

std::optional<DotDimensions> parseDotOfLibrary(StringRef Config) {
  std::optional<json::Object> All =
      parseConfig(Config, "dot_dimension_numbers");
  const json::Object *Numbers =
      All ? findObject(*All, "dot_dimension_numbers") : nullptr;
  if (!Numbers)
    return std::nullopt;
  DotDimensions D;
  auto Read = [&](StringRef Key, DimensionNumbers &Result) {
    if (const json::Array *List = Numbers->getArray(Key))
      for (const json::Value &V : *List)
        Result.push_back(getInteger(V).value_or(-1));
  };
  Read("lhs_contracting_dimensions", D.LhsContracting);
  Read("rhs_contracting_dimensions", D.RhsContracting);
  Read("lhs_batch_dimensions", D.LhsBatch);
  Read("rhs_batch_dimensions", D.RhsBatch);
  return D;
}

} // namespace hlomem
