//===- TraceReplayTest.cpp - Tests of what traces hold --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Oracles/TraceReplay.h"
#include "gtest/gtest.h"

using namespace hlomem;

namespace {

constexpr uint64_t Sizes[] = {100, 40, 60, 8, 1000};
constexpr uint64_t Bare[] = {90, 30, 50, 7, 999};
constexpr size_t Count = std::size(Sizes);

Bytes sizeOf(uint32_t V) { return Bytes(Sizes[V]); }
Bytes bareOf(uint32_t V) { return Bytes(Bare[V]); }

TraceEvent alloc(uint32_t V) { return {TraceEvent::Kind::Alloc, V, 0}; }
TraceEvent release(uint32_t V) { return {TraceEvent::Kind::Free, V, 0}; }
TraceEvent share(uint32_t V, uint32_t With) {
  return {TraceEvent::Kind::ShareWith, V, With};
}

AssignmentProto makeProto(std::vector<HeapTrace> Traces) {
  AssignmentProto P;
  P.Values.resize(Count);
  P.Traces = std::move(Traces);
  return P;
}

// Value 2 keeps the 100 bytes of value 0, when 40 and 8 are there too.
TEST(TraceReplayTest, ABufferIsLiveToItsLastValue) {
  HeapTrace Trace = {alloc(0), alloc(1),   share(2, 0), release(0),
                     alloc(3), release(2), release(1),  release(3)};
  RootedPeak Peak = getRootedPeak({}, makeProto({Trace}), sizeOf);
  EXPECT_EQ(Peak.Size.count(), 148u);
  EXPECT_EQ(Peak.Held.count(), 0u);
  EXPECT_EQ(Peak.Trace, 0u);

  ViewerPeak Viewed = getViewerPeak(Trace, Count, sizeOf, bareOf);
  EXPECT_EQ(Viewed.Size.count(), 148u);
  EXPECT_EQ(Viewed.Unpadded.count(), 90u + 30 + 7);
}

// 1000 are live all the time. The second trace is the fuller one: 100 + 8
// against 40 + 60; of what is live all the time it adds nothing.
TEST(TraceReplayTest, TracesFollowOneAnother) {
  HeapTrace First = {alloc(1), alloc(2), release(1), release(2)};
  HeapTrace Second = {alloc(0),   alloc(4),   alloc(3),
                      release(0), release(4), release(3)};
  RootedPeak Peak = getRootedPeak({4}, makeProto({First, Second}), sizeOf);
  EXPECT_EQ(Peak.Size.count(), 1108u);
  EXPECT_EQ(Peak.Held.count(), 1000u);
  EXPECT_EQ(Peak.Trace, 1u);

  Peak = getRootedPeak({4}, makeProto({}), sizeOf);
  EXPECT_EQ(Peak.Size.count(), 1000u);
  EXPECT_FALSE(Peak.Trace);
}

// As memory space assignment writes it: for XProf the value comes twice.
TEST(TraceReplayTest, EachAllocAddsInTheViewer) {
  HeapTrace Trace = {alloc(0), alloc(0), release(0), release(0)};
  EXPECT_EQ(getRootedPeak({}, makeProto({Trace}), sizeOf).Size.count(), 100u);
  EXPECT_EQ(getViewerPeak(Trace, Count, sizeOf, bareOf).Size.count(), 200u);
}

// Value 2 shared the 100 bytes of value 0 once. XProf does not forget that:
// when 2 comes again, 60, its end takes 100 off, so that 40 + 100 are 100
// there.
TEST(TraceReplayTest, TheViewerNeverForgetsSharing) {
  HeapTrace Trace = {alloc(0), share(2, 0), release(2), release(0),
                     alloc(2), alloc(1),    release(2), alloc(0)};
  EXPECT_EQ(getRootedPeak({}, makeProto({Trace}), sizeOf).Size.count(),
            40u + 100);
  EXPECT_EQ(getViewerPeak(Trace, Count, sizeOf, bareOf).Size.count(), 100u);
}

// The 100 bytes leave with value 0, though value 2 still has them: 40 come when
// 140 are live, and the peak stays at 100.
TEST(TraceReplayTest, PeakBuffersLeaveWithTheirValue) {
  HeapTrace Trace = {alloc(0), share(2, 0), release(0), alloc(1)};
  auto All = [](uint32_t) { return true; };
  auto SecondOnly = [](uint32_t V) { return V == 1; };
  EXPECT_EQ(getPeakBufferBytes(Trace, Count, All, sizeOf).count(), 100u);
  EXPECT_EQ(getPeakBufferBytes(Trace, Count, SecondOnly, sizeOf).count(), 40u);
  EXPECT_EQ(getRootedPeak({}, makeProto({Trace}), sizeOf).Size.count(), 140u);
}

// No trace that XLA writes is like this; it must end all the same.
TEST(TraceReplayTest, CirclesAndFreesWithoutAlloc) {
  HeapTrace Trace = {release(3), share(0, 1), share(1, 2), share(2, 0),
                     release(0), release(0),  release(1),  release(2)};
  EXPECT_LE(getRootedPeak({}, makeProto({Trace}), sizeOf).Size.count(), 200u);
  EXPECT_LE(getViewerPeak(Trace, Count, sizeOf, bareOf).Size.count(), 200u);
}

} // namespace
