//===- HeapRequestsTest.cpp - Tests of what a heap is asked for -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/XlaSim/HeapRequests.h"
#include "HeapEvents.h"
#include <gtest/gtest.h>

using namespace hlomem;
using llvm::ArrayRef;

namespace {

// Not the traces of an assignment, which have that name too.

TEST(HeapTraceTest, WhatSharesMemoryIsOneGroup) {
  // 2 takes over the memory of 0, and 3 that of 2; 1 is apart.
  HeapRequests T = makeTrace({8, 4, 8, 12},
                             {alloc(0), alloc(1), release(0), share(2, 0),
                              release(1), release(2), share(3, 2), release(3)});
  HeapGroups Groups = llvm::cantFail(HeapGroups::create(T));
  ASSERT_EQ(Groups.groups().size(), 2u);
  const HeapGroup &First = Groups.groups()[0];
  EXPECT_EQ(First.Size, Bytes(8));
  EXPECT_EQ(First.LargestSize, Bytes(12));
  EXPECT_EQ(First.Span, (HeapInterval{0, 7}));
  EXPECT_EQ(Groups.values(First), ArrayRef(valuesOf({0, 2, 3})));
  EXPECT_EQ(Groups.intervals(First),
            ArrayRef<HeapInterval>({{0, 2}, {3, 5}, {6, 7}}));
  EXPECT_EQ(Groups.values(Groups.groups()[1]), ArrayRef(valuesOf(1)));
  EXPECT_EQ(Groups.getNumTicks(), 8u);
}

TEST(HeapTraceTest, TheAllocatedValueIsFirst) {
  HeapRequests T =
      makeTrace({8, 8}, {alloc(1), share(0, 1), release(0), release(1)});
  HeapGroups Groups = llvm::cantFail(HeapGroups::create(T));
  ASSERT_EQ(Groups.groups().size(), 1u);
  EXPECT_EQ(Groups.values(Groups.groups()[0]), ArrayRef(valuesOf({1, 0})));
  EXPECT_EQ(Groups.groups()[0].Span, (HeapInterval{0, 3}));
}

TEST(HeapTraceTest, ValuesOfNoBytesTakeNoTick) {
  HeapRequests T = makeTrace({0, 8, 0}, {alloc(0), alloc(1), share(2, 0),
                                         release(0), release(2), release(1)});
  HeapGroups Groups = llvm::cantFail(HeapGroups::create(T));
  ASSERT_EQ(Groups.groups().size(), 1u);
  EXPECT_EQ(Groups.groups()[0].Span, (HeapInterval{0, 1}));
  EXPECT_EQ(Groups.getNumTicks(), 2u);
  EXPECT_EQ(Groups.getNumValues(), 3u);
}

TEST(HeapTraceTest, Contradictions) {
  auto Fails = [](ArrayRef<uint64_t> Sizes, std::vector<HeapEvent> Events,
                  const char *Message) {
    HeapRequests T = makeTrace(Sizes, std::move(Events));
    EXPECT_EQ(llvm::toString(HeapGroups::create(T).takeError()), Message);
  };
  Fails({8}, {alloc(1)}, "heap event 0: there is no value 1");
  Fails({8}, {alloc(0), alloc(0)}, "heap event 1: value 0 has memory already");
  Fails({8}, {release(0)}, "heap event 0: value 0 has no memory");
  Fails({8}, {alloc(0), release(0), release(0)},
        "heap event 2: value 0 has no memory");
  Fails({8, 8}, {share(0, 1)}, "heap event 0: value 1 never had any memory");
  Fails({8, 8}, {share(0, 2)}, "heap event 0: value 2 never had any memory");
  Fails({8, 0}, {alloc(0), share(1, 0)},
        "heap event 1: a value of no bytes shares memory with one that has");
  Fails({8}, {alloc(0)}, "value 0 is never given back");
  Fails({uint64_t(1) << 62, uint64_t(1) << 62}, {},
        "the sizes of a heap add up to 2^63 or more");
}

} // namespace
