//===- TraceReplay.cpp - Bytes of a heap simulator's trace ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceReplay.h"
#include <algorithm>
#include <optional>
#include <vector>

using namespace llvm;

namespace hlomem {

namespace {

/// Which value each one shares the buffer of.
class SharedBuffers {
public:
  explicit SharedBuffers(size_t ValueCount) : Under(ValueCount) {}

  uint32_t findRoot(uint32_t Value) const {
    while (Under[Value])
      Value = *Under[Value];
    return Value;
  }
  /// Not where that would make a circle, which no sound trace has.
  void share(uint32_t Value, uint32_t With) {
    for (std::optional<uint32_t> At = With; At; At = Under[*At])
      if (*At == Value)
        return;
    Under[Value] = With;
  }
  void forget(uint32_t Value) { Under[Value].reset(); }

private:
  std::vector<std::optional<uint32_t>> Under;
};

} // namespace

RootedPeak getRootedPeak(ArrayRef<uint32_t> Held, const AssignmentProto &Proto,
                         SizeOfValue Size) {
  SharedBuffers Shared(Proto.Values.size());
  std::vector<int64_t> Count(Proto.Values.size());
  Bytes Live;
  auto Add = [&](uint32_t Root) {
    if (++Count[Root] == 1)
      Live += Size(Root);
  };
  auto Step = [&](const TraceEvent &E) {
    uint32_t Root;
    switch (E.What) {
    case TraceEvent::Kind::Alloc:
      Add(E.Value);
      break;
    case TraceEvent::Kind::ShareWith:
      Root = Shared.findRoot(E.SharedWith);
      Shared.share(E.Value, Root);
      Add(Root);
      break;
    case TraceEvent::Kind::Free:
      Root = Shared.findRoot(E.Value);
      Shared.forget(E.Value);
      if (--Count[Root] == 0)
        Live = differenceOrZero(Live, Size(Root));
      break;
    }
  };

  for (uint32_t Value : Held)
    Add(Value);
  RootedPeak Peak = {Live, Live, std::nullopt};
  for (size_t I = 0; I != Proto.Traces.size(); ++I)
    for (const TraceEvent &E : Proto.Traces[I]) {
      Step(E);
      if (Live > Peak.Size) {
        Peak.Size = Live;
        Peak.Trace = I;
      }
    }
  return Peak;
}

ViewerPeak getViewerPeak(ArrayRef<TraceEvent> Trace, size_t ValueCount,
                         SizeOfValue Size, SizeOfValue Unpadded) {
  SharedBuffers Shared(ValueCount);
  std::vector<int64_t> Count(ValueCount);
  ViewerPeak Live, Peak;
  for (const TraceEvent &E : Trace) {
    std::optional<uint32_t> Grown;
    switch (E.What) {
    case TraceEvent::Kind::Alloc:
      ++Count[Shared.findRoot(E.Value)];
      Grown = E.Value;
      break;
    case TraceEvent::Kind::ShareWith: {
      uint32_t Root = Shared.findRoot(E.SharedWith);
      Shared.share(E.Value, E.SharedWith);
      if (++Count[Root] == 1)
        Grown = Root;
      break;
    }
    case TraceEvent::Kind::Free: {
      uint32_t Root = Shared.findRoot(E.Value);
      if (--Count[Root] == 0) {
        Live.Size = differenceOrZero(Live.Size, Size(Root));
        Live.Unpadded = differenceOrZero(Live.Unpadded, Unpadded(Root));
      }
      break;
    }
    }
    if (!Grown)
      continue;
    Live.Size += Size(*Grown);
    Live.Unpadded += Unpadded(*Grown);
    if (Live.Size > Peak.Size)
      Peak = Live;
  }
  return Peak;
}

Bytes getPeakBufferBytes(ArrayRef<TraceEvent> Trace, size_t ValueCount,
                         function_ref<bool(uint32_t)> Counts,
                         SizeOfValue Size) {
  std::vector<int64_t> Outstanding(ValueCount);
  std::vector<std::optional<uint32_t>> Canonical(ValueCount);
  std::vector<Bytes> Added(ValueCount);
  Bytes Live, Peak;
  for (const TraceEvent &E : Trace) {
    if (!Counts(E.Value))
      continue;
    switch (E.What) {
    case TraceEvent::Kind::Alloc:
      Outstanding[E.Value] = 1;
      Added[E.Value] = Size(E.Value);
      Live += Added[E.Value];
      break;
    case TraceEvent::Kind::ShareWith:
      Canonical[E.Value] = E.SharedWith;
      Added[E.Value] =
          ++Outstanding[E.SharedWith] == 1 ? Size(E.Value) : Bytes();
      Live += Added[E.Value];
      break;
    case TraceEvent::Kind::Free:
      --Outstanding[Canonical[E.Value].value_or(E.Value)];
      Live = differenceOrZero(Live, Added[E.Value]);
      break;
    }
    Peak = std::max(Peak, Live);
  }
  return Peak;
}

} // namespace hlomem
