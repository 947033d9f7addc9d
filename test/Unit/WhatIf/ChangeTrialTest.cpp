//===- ChangeTrialTest.cpp - Tests of tried changes -----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/WhatIf/Advice/ChangeTrial.h"
#include "RecordTest.h"

using namespace llvm;
using namespace hlomem;

namespace {

using ChangeTrialTest = RecordTest;

// A change of temporaries leaves arguments and results as large as they are,
// however uncertain it is.
TEST_F(ChangeTrialTest, LeastNeeded) {
  constexpr StringLiteral Text = R"(
    x = f32[25] parameter(0)
    y = f32[250] broadcast(x), dimensions={}
    z = f32[250] sine(y)
    ROOT w = f32[25] slice(z), slice={[0:25]})";
  record(Text);
  record(Text, Scheduled,
         {.Allocations = cantFail(Record->replay(policy())).Allocations});
  const StringRef Names[] = {"x"};
  AssignerPolicy P = policy();
  ChangeTrial T(*Record, P, Backend::CPU, [](MemorySpace) { return true; },
                Names, {});
  const Bytes Base = T.getBase().Needed;
  ASSERT_GE(Base, Bytes(1200));
  TriedChanges R;
  R.Needed = Bytes(500);
  R.Floor = Bytes(200);
  const Bytes Saved = Base - R.Needed;
  // Of what is really saved, 10 % more is predicted, or 10 % less.
  EXPECT_EQ(T.getLeastNeeded("within 10 %", R),
            R.Needed - Bytes((Saved.count() + 8) / 9));
  EXPECT_EQ(T.getLeastNeeded("within 90 %", R), R.Floor);
  EXPECT_EQ(T.getMostNeeded("within 10 %", R),
            R.Needed + Bytes((Saved.count() + 10) / 11));
  EXPECT_EQ(T.getLeastNeeded("at most", R), R.Needed);
  // No range goes beyond what arithmetic allows, nor says less than the number.
  R.Bound = Saved + Bytes(1);
  EXPECT_EQ(T.getLeastNeeded("within 10 %", R), R.Needed - Bytes(1));
  R.Bound = Saved - Bytes(1);
  EXPECT_EQ(T.getLeastNeeded("within 10 %", R), R.Needed);
}

// A result that lends temporaries its memory is smaller all the same: these
// find room elsewhere.
TEST_F(ChangeTrialTest, BoundOfResultThatHoldsTemporaries) {
  constexpr StringLiteral Text = R"(
    state = f32[1024] parameter(0)
    x = f32[1024] parameter(1)
    y = f32[1024] sine(x)
    z = f32[1] slice(y), slice={[0:1]}
    s = f32[] reshape(z)
    g = f32[1024] broadcast(s), dimensions={}
    ROOT new = f32[1024] add(state, g))";
  record(Text);
  const auto Allocations = cantFail(Record->replay(policy())).Allocations;
  const bool HoldsTemporaries = any_of(Allocations, [](const auto &A) {
    return A.IsLiveOut && A.Members.size() > 1;
  });
  ASSERT_TRUE(HoldsTemporaries);
  record(Text, Scheduled, {.Allocations = Allocations});
  const StringRef Names[] = {"state", "x"};
  AssignerPolicy P = policy();
  ChangeTrial T(*Record, P, Backend::CPU, [](MemorySpace) { return true; },
                Names, /*State=*/{0});
  // Half of the argument, and of the result.
  EXPECT_EQ(T.getBound(Change::NarrowState), Bytes(2 * 1024 * 2));
}

} // namespace
