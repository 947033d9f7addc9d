//===- HeapRequests.cpp - What a heap is asked for ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/XlaSim/HeapRequests.h"

using namespace llvm;

namespace hlomem {

namespace {

/// Goes through the events of a trace.
class EventReader {
public:
  explicit EventReader(const HeapRequests &Trace)
      : T(Trace), States(Trace.Sizes.size()) {}

  struct State {
    HeapInterval Interval;
    /// The allocated value of the group; none before the first event.
    ValueId Root;
    bool IsLive = false;
  };

  Error read();

  IdArrayRef<ValueId, State> states() const { return States; }
  uint32_t getNumTicks() const { return Tick; }

private:
  Error fail(size_t Event, const Twine &What) const {
    return createStringError("heap event " + Twine(Event) + ": " + What);
  }
  Error begin(size_t Event, ValueId Value, ValueId Root);

  const HeapRequests &T;
  IdVector<ValueId, State> States;
  uint32_t Tick = 0;
};

} // namespace

Error EventReader::begin(size_t Event, ValueId Value, ValueId Root) {
  State &S = States[Value];
  if (S.Root)
    return fail(Event, "value " + Twine(Value.index()) + " has memory already");
  S.Root = Root;
  S.IsLive = true;
  if (!T.Sizes[Value].isZero())
    S.Interval.Begin = Tick++;
  return Error::success();
}

Error EventReader::read() {
  if (T.Events.size() >= uint32_t(std::numeric_limits<int32_t>::max()) ||
      T.Sizes.size() >= std::numeric_limits<uint32_t>::max())
    return createStringError("too many heap events");
  Bytes Sum;
  for (Bytes Size : T.Sizes)
    Sum += Size;
  if (Sum >= Bytes(uint64_t(1) << 63))
    return createStringError("the sizes of a heap add up to 2^63 or more");
  for (auto [I, E] : enumerate(T.Events)) {
    if (!States.ids().contains(E.Value))
      return fail(I, "there is no value " + Twine(E.Value.index()));
    switch (E.What) {
    case HeapEvent::Kind::Alloc:
      if (Error Err = begin(I, E.Value, E.Value))
        return Err;
      break;
    case HeapEvent::Kind::Share:
      if (!States.ids().contains(E.With) || !States[E.With].Root)
        return fail(I,
                    "value " + Twine(E.With.index()) + " never had any memory");
      if (T.Sizes[E.Value].isZero() != T.Sizes[E.With].isZero())
        return fail(I, "a value of no bytes shares memory with one that has");
      if (Error Err = begin(I, E.Value, States[E.With].Root))
        return Err;
      break;
    case HeapEvent::Kind::Free: {
      State &S = States[E.Value];
      if (!S.IsLive)
        return fail(I, "value " + Twine(E.Value.index()) + " has no memory");
      S.IsLive = false;
      if (!T.Sizes[E.Value].isZero())
        S.Interval.End = Tick++;
      break;
    }
    }
  }
  for (auto [I, S] : withIds(States))
    if (S.IsLive)
      return createStringError("value " + Twine(I.index()) +
                               " is never given back");
  return Error::success();
}

Expected<HeapGroups> HeapGroups::create(const HeapRequests &Trace) {
  EventReader Reader(Trace);
  if (Error E = Reader.read())
    return E;

  HeapGroups Result;
  Result.NumTicks = Reader.getNumTicks();
  Result.NumValues = Trace.Sizes.size();
  // By root, and there the root first.
  IdArrayRef<ValueId, EventReader::State> States = Reader.states();
  for (auto [I, S] : withIds(States))
    if (S.Root && !Trace.Sizes[I].isZero())
      Result.Values.push_back(I);
  llvm::sort(Result.Values, [&](ValueId L, ValueId R) {
    return std::tuple(States[L].Root, L != States[L].Root, L) <
           std::tuple(States[R].Root, R != States[R].Root, R);
  });
  for (auto [I, V] : enumerate(Result.Values)) {
    const EventReader::State &S = States[V];
    Bytes Size = Trace.Sizes[V];
    Result.Intervals.push_back(S.Interval);
    if (S.Root == V) {
      Result.Groups.push_back(
          {Size, Size, S.Interval, uint32_t(I), uint32_t(I + 1)});
      continue;
    }
    HeapGroup &G = Result.Groups.back();
    G.LargestSize = std::max(G.LargestSize, Size);
    G.Span.Begin = std::min(G.Span.Begin, S.Interval.Begin);
    G.Span.End = std::max(G.Span.End, S.Interval.End);
    G.End = uint32_t(I + 1);
  }
  return Result;
}

} // namespace hlomem
