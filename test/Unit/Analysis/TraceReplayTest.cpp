//===- TraceReplayTest.cpp - Tests of what traces hold --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Arena/TraceReplay.h"
#include "gtest/gtest.h"

using namespace hlomem;

namespace {

constexpr uint64_t Sizes[] = {100, 40, 60, 8, 1000};
constexpr uint64_t Bare[] = {90, 30, 50, 7, 999};

Bytes sizeOf(ValueId V) { return Bytes(Sizes[V.index()]); }
Bytes bareOf(ValueId V) { return Bytes(Bare[V.index()]); }

TraceEvent alloc(uint32_t V) { return {TraceEvent::Kind::Alloc, ValueId(V)}; }
TraceEvent release(uint32_t V) { return {TraceEvent::Kind::Free, ValueId(V)}; }
TraceEvent share(uint32_t V, uint32_t With) {
  return {TraceEvent::Kind::ShareWith, ValueId(V), ValueId(With)};
}

using TraceEvents = std::vector<TraceEvent>;

RootedPeak rooted(const std::vector<ValueId> &Held,
                  std::vector<TraceEvents> Traces) {
  std::vector<HeapTrace> Whole;
  for (TraceEvents &E : Traces)
    Whole.push_back({std::move(E), /*IsWholeModule=*/true});
  return getRootedPeak(Held, Whole, sizeOf);
}

ViewerPeak viewed(const TraceEvents &Trace) {
  return getViewerPeak(Trace, sizeOf, bareOf);
}

// Value 2 keeps the 100 bytes of value 0, when 40 and 8 are there too.
TEST(TraceReplayTest, ABufferIsLiveToItsLastValue) {
  TraceEvents Trace = {alloc(0), alloc(1),   share(2, 0), release(0),
                       alloc(3), release(2), release(1),  release(3)};
  RootedPeak Peak = rooted({}, {Trace});
  EXPECT_EQ(Peak.Size.count(), 148u);
  EXPECT_EQ(Peak.Held.count(), 0u);
  EXPECT_EQ(Peak.Trace, 0u);

  ViewerPeak Viewed = viewed(Trace);
  EXPECT_EQ(Viewed.Size.count(), 148u);
  EXPECT_EQ(Viewed.Unpadded.count(), 90u + 30 + 7);
}

// 1000 are live all the time. The second trace is the fuller one: 100 + 8
// against 40 + 60; of what is live all the time it adds nothing.
TEST(TraceReplayTest, TracesFollowOneAnother) {
  TraceEvents First = {alloc(1), alloc(2), release(1), release(2)};
  TraceEvents Second = {alloc(0),   alloc(4),   alloc(3),
                        release(0), release(4), release(3)};
  RootedPeak Peak = rooted({ValueId(4)}, {First, Second});
  EXPECT_EQ(Peak.Size.count(), 1108u);
  EXPECT_EQ(Peak.Held.count(), 1000u);
  EXPECT_EQ(Peak.Trace, 1u);

  Peak = rooted({ValueId(4)}, {});
  EXPECT_EQ(Peak.Size.count(), 1000u);
  EXPECT_FALSE(Peak.Trace);
}

// As memory space assignment writes it: for XProf the value comes twice.
TEST(TraceReplayTest, EachAllocAddsInTheViewer) {
  TraceEvents Trace = {alloc(0), alloc(0), release(0), release(0)};
  EXPECT_EQ(rooted({}, {Trace}).Size.count(), 100u);
  EXPECT_EQ(viewed(Trace).Size.count(), 200u);
}

// Value 2 shared the 100 bytes of value 0 once. XProf does not forget that:
// when 2 comes again, 60, its end takes 100 off, so that 40 + 100 are 100
// there.
TEST(TraceReplayTest, TheViewerNeverForgetsSharing) {
  TraceEvents Trace = {alloc(0), share(2, 0), release(2), release(0),
                       alloc(2), alloc(1),    release(2), alloc(0)};
  EXPECT_EQ(rooted({}, {Trace}).Size.count(), 40u + 100);
  EXPECT_EQ(viewed(Trace).Size.count(), 100u);
}

// The 100 bytes leave with value 0, though value 2 still has them: 40 come when
// 140 are live, and the peak stays at 100.
TEST(TraceReplayTest, PeakBuffersLeaveWithTheirValue) {
  TraceEvents Trace = {alloc(0), share(2, 0), release(0), alloc(1)};
  auto InOne = [](ValueId) { return AllocationId(7); };
  auto SecondOnly = [](ValueId V) {
    return V == ValueId(1) ? AllocationId(3) : AllocationId::none();
  };
  EXPECT_EQ(
      getPeakBufferBytes(Trace, InOne, sizeOf).lookup(AllocationId(7)).count(),
      100u);
  auto Second = getPeakBufferBytes(Trace, SecondOnly, sizeOf);
  EXPECT_EQ(Second.size(), 1u);
  EXPECT_EQ(Second.lookup(AllocationId(3)).count(), 40u);
  EXPECT_EQ(rooted({}, {Trace}).Size.count(), 140u);
}

// Each value shares the buffer of the one before it: a walk along such a chain
// for every event would take hours.
TEST(TraceReplayTest, ChainsAreShort) {
  constexpr uint32_t Length = 300000;
  auto One = [](ValueId) { return Bytes(1); };
  HeapTrace Trace;
  Trace.Events.push_back(alloc(0));
  for (uint32_t V = 1; V != Length; ++V)
    Trace.Events.push_back(share(V, V - 1));
  for (uint32_t V = Length; V-- != 0;)
    Trace.Events.push_back(release(V));
  EXPECT_EQ(getRootedPeak({}, Trace, One).Size.count(), 1u);
  EXPECT_EQ(getViewerPeak(Trace.Events, One, One).Size.count(), 1u);
}

// XProf follows links as they are at the time: 2 shares 0, which comes to share
// 1 and then 3. So what 2 releases at the end is the 8 bytes of 3:
// 100 + 40 - 40 + 8 - 8 + 60 - 8 + 40.
TEST(TraceReplayTest, TheViewerFollowsReplacedLinks) {
  TraceEvents Trace = {share(2, 0), share(0, 1), release(2),
                       release(2),  share(0, 3), release(0),
                       alloc(2),    release(2),  alloc(1)};
  EXPECT_EQ(viewed(Trace).Size.count(), 192u);
}

// No trace that XLA writes is like this; it must end all the same.
TEST(TraceReplayTest, CirclesAndFreesWithoutAlloc) {
  TraceEvents Trace = {release(3), share(0, 1), share(1, 2), share(2, 0),
                       release(0), release(0),  release(1),  release(2)};
  EXPECT_LE(rooted({}, {Trace}).Size.count(), 200u);
  EXPECT_LE(viewed(Trace).Size.count(), 200u);
}

} // namespace
