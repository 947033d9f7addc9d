//===- TraceReplay.cpp - Bytes of a heap simulator's trace ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Arena/TraceReplay.h"

using namespace llvm;

namespace hlomem {

//===----------------------------------------------------------------------===//
// HeapReplay
//===----------------------------------------------------------------------===//

void HeapReplay::add(ValueId Root) {
  if (++get(Root).Count == 1)
    Live += Size(Root);
}

void HeapReplay::step(const TraceEvent &E) {
  switch (E.What) {
  case TraceEvent::Kind::Alloc:
    add(E.Value);
    break;
  case TraceEvent::Kind::ShareWith: {
    // The root as it is now: XLA names the canonical buffer, so that there are
    // no chains to follow.
    ValueId Root = get(E.SharedWith).Root;
    get(E.Value).Root = Root;
    add(Root);
    break;
  }
  case TraceEvent::Kind::Free: {
    ValueId Root = std::exchange(get(E.Value).Root, E.Value);
    if (--get(Root).Count == 0)
      Live = differenceOrZero(Live, Size(Root));
    break;
  }
  }
}

ValueId HeapReplay::getRoot(ValueId Value) const {
  auto Found = States.find(Value);
  return Found == States.end() ? Value : Found->second.Root;
}

bool HeapReplay::isLive(ValueId Root) const {
  auto Found = States.find(Root);
  return Found != States.end() && Found->second.Count > 0;
}

RootedPeak getRootedPeak(ArrayRef<ValueId> Held, ArrayRef<HeapTrace> Traces,
                         SizeOfValue Size) {
  HeapReplay Heap(Size);
  for (ValueId Value : Held)
    Heap.hold(Value);
  RootedPeak Peak = {Heap.getLive(), Heap.getLive(), std::nullopt};
  for (size_t I = 0; I != Traces.size(); ++I)
    for (const TraceEvent &E : Traces[I].Events) {
      Heap.step(E);
      if (Heap.getLive() > Peak.Size) {
        Peak.Size = Heap.getLive();
        Peak.Trace = I;
      }
    }
  return Peak;
}

//===----------------------------------------------------------------------===//
// XProf
//===----------------------------------------------------------------------===//

namespace {

/// Which value each one shares the buffer of, in XProf, where a link stays
/// until another one replaces it.
class LastingLinks {
public:
  ValueId findRoot(ValueId Value) {
    SmallVector<ValueId> Path;
    while (true) {
      auto Found = Links.find(Value);
      if (Found == Links.end())
        break;
      Path.push_back(Value);
      // What was found before still leads to the root, unless a link has been
      // replaced since.
      const Link &L = Found->second;
      Value = L.Era == Era ? L.Shortcut : L.With;
    }
    for (ValueId Passed : Path) {
      Link &L = Links.find(Passed)->second;
      L.Shortcut = Value;
      L.Era = Era;
    }
    return Value;
  }

  /// Not where that would make a circle, which no sound trace has.
  void share(ValueId Value, ValueId With) {
    auto Found = Links.find(Value);
    if (Found != Links.end() && Found->second.With == With)
      return;
    if (leadsTo(With, Value))
      return;
    if (Found != Links.end())
      ++Era;
    Links.insert_or_assign(Value, Link{With, With, Era});
  }

private:
  struct Link {
    ValueId With;
    ValueId Shortcut;
    uint64_t Era;
  };

  // A root that is not Value may still lie beyond it.
  bool leadsTo(ValueId From, ValueId Value) {
    ValueId Root = findRoot(From);
    if (Root == Value || From == Value)
      return true;
    if (Root != findRoot(Value))
      return false;
    for (auto At = Links.find(From); At != Links.end();
         At = Links.find(At->second.With))
      if (At->second.With == Value)
        return true;
    return false;
  }

  DenseMap<ValueId, Link> Links;
  uint64_t Era = 0;
};

} // namespace

ViewerPeak getViewerPeak(ArrayRef<TraceEvent> Trace, SizeOfValue Size,
                         SizeOfValue Unpadded) {
  LastingLinks Shared;
  DenseMap<ValueId, int64_t> Count;
  ViewerPeak Live, Peak;
  for (const TraceEvent &E : Trace) {
    ValueId Grown;
    switch (E.What) {
    case TraceEvent::Kind::Alloc:
      ++Count[Shared.findRoot(E.Value)];
      Grown = E.Value;
      break;
    case TraceEvent::Kind::ShareWith: {
      ValueId Root = Shared.findRoot(E.SharedWith);
      Shared.share(E.Value, E.SharedWith);
      if (++Count[Root] == 1)
        Grown = Root;
      break;
    }
    case TraceEvent::Kind::Free: {
      ValueId Root = Shared.findRoot(E.Value);
      if (--Count[Root] == 0) {
        Live.Size = differenceOrZero(Live.Size, Size(Root));
        Live.Unpadded = differenceOrZero(Live.Unpadded, Unpadded(Root));
      }
      break;
    }
    }
    if (!Grown)
      continue;
    Live.Size += Size(Grown);
    Live.Unpadded += Unpadded(Grown);
    if (Live.Size > Peak.Size)
      Peak = Live;
  }
  return Peak;
}

//===----------------------------------------------------------------------===//
// peak_buffers
//===----------------------------------------------------------------------===//

DenseMap<AllocationId, Bytes>
getPeakBufferBytes(ArrayRef<TraceEvent> Trace,
                   function_ref<AllocationId(ValueId)> Home, SizeOfValue Size) {
  struct State {
    int64_t Outstanding = 0;
    ValueId Canonical;
    Bytes Added;
  };
  struct Load {
    Bytes Live, Peak;
  };
  DenseMap<ValueId, State> Values;
  DenseMap<AllocationId, Load> Loads;
  for (const TraceEvent &E : Trace) {
    AllocationId In = Home(E.Value);
    if (!In)
      continue;
    Load &L = Loads[In];
    switch (E.What) {
    case TraceEvent::Kind::Alloc: {
      State &V = Values[E.Value];
      V.Outstanding = 1;
      V.Added = Size(E.Value);
      L.Live += V.Added;
      break;
    }
    case TraceEvent::Kind::ShareWith: {
      bool IsFirst = ++Values[E.SharedWith].Outstanding == 1;
      State &V = Values[E.Value];
      V.Canonical = E.SharedWith;
      V.Added = IsFirst ? Size(E.Value) : Bytes();
      L.Live += V.Added;
      break;
    }
    case TraceEvent::Kind::Free: {
      ValueId Shared = Values[E.Value].Canonical;
      --Values[Shared ? Shared : E.Value].Outstanding;
      L.Live = differenceOrZero(L.Live, Values[E.Value].Added);
      break;
    }
    }
    L.Peak = std::max(L.Peak, L.Live);
  }
  DenseMap<AllocationId, Bytes> Peaks;
  for (const auto &[Number, L] : Loads)
    Peaks[Number] = L.Peak;
  return Peaks;
}

} // namespace hlomem
