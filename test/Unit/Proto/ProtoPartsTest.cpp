//===- ProtoPartsTest.cpp - Programs without the bodies of fusions --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/HloDataflow.h"
#include "hlomem/Analysis/Program/HloLiveRanges.h"
#include "hlomem/Proto/HloProto.h"
#include "hlomem/Support/Decompression.h"
#include "hlomem/Support/InputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace hlomem;

namespace {

std::vector<HloPlace> getDefinitions(const HloProtoContents &C) {
  std::vector<HloPlace> Definitions;
  for (const HloProtoValue &V : C.Assignment.Values)
    Definitions.push_back(V.Definition);
  return Definitions;
}

std::string getName(const HloProtoContents &C, HloPlace P) {
  return (C.Program->instructions()[P.Instruction].Name + ":" +
          Twine(P.Leaf.index()))
      .str();
}

std::vector<std::string> getNames(const HloProtoContents &C,
                                  ArrayRef<HloPlace> Places) {
  std::vector<std::string> Names;
  for (HloPlace P : Places)
    Names.push_back(getName(C, P));
  return Names;
}

std::vector<std::string> getNames(const HloProtoContents &C,
                                  const HloSchedule &S) {
  std::vector<std::string> Names;
  for (InstructionId I : S.order())
    Names.push_back(C.Program->instructions()[I].Name.str());
  return Names;
}

// Returns how many computations were left out.
size_t compare(StringRef Bytes) {
  BumpPtrAllocator Arena;
  ShapeContext Shapes(Arena);
  auto All = readHloProto(Bytes, Shapes);
  auto Part = readHloProto(Bytes, Shapes, ProtoParts::WithoutFusionBodies);
  if (!All || !Part) {
    ADD_FAILURE() << toString(All.takeError()) << toString(Part.takeError());
    return 0;
  }
  EXPECT_EQ(All->Parts, ProtoParts::All);
  EXPECT_EQ(All->Release, Part->Release);
  EXPECT_EQ(All->IsForTpu, Part->IsForTpu);
  EXPECT_EQ(All->IsAsyncBeginUnknown, Part->IsAsyncBeginUnknown);
  EXPECT_EQ(All->IsPeakFormUnknown, Part->IsPeakFormUnknown);
  const HloGraph &G = *All->Program, &H = *Part->Program;
  HloDataflow D = HloDataflow::of(G, getDefinitions(*All));
  HloDataflow E = HloDataflow::of(H, getDefinitions(*Part));
  EXPECT_EQ(getNames(*All, D.definitions()), getNames(*Part, E.definitions()));
  for (ValueId V : D.definitions().ids())
    EXPECT_EQ(getNames(*All, D.getPositions(V)),
              getNames(*Part, E.getPositions(V)));
  EXPECT_EQ(getNames(*All, HloSchedule(G)), getNames(*Part, HloSchedule(H)));

  size_t Unread = 0;
  for (auto [C, Of, Other] :
       zip_equal(G.computations().ids(), G.computations(), H.computations())) {
    EXPECT_EQ(Of.Name, Other.Name);
    EXPECT_EQ(D.getContext(C), E.getContext(C)) << Of.Name.str();
    EXPECT_EQ(Other.IsUnread, Of.IsFused);
    Unread += Other.IsUnread;
    EXPECT_EQ(Other.IsUnread ? 0 : Of.End - Of.Begin, Other.End - Other.Begin);
  }
  EXPECT_EQ(Part->Parts == ProtoParts::All, Unread == 0);
  return Unread;
}

TEST(ProtoPartsTest, NothingElseChanges) {
  std::error_code Problem;
  size_t Unread = 0;
  DecompressionAllowance Allowance;
  for (sys::fs::directory_iterator At(HLOMEM_TEST_DIR "/Inputs/proto", Problem),
       End;
       At != End && !Problem; At.increment(Problem)) {
    if (!StringRef(At->path()).ends_with(".hlo.pb.gz"))
      continue;
    SCOPED_TRACE(At->path());
    auto Source = readInputFile(At->path(), Allowance);
    ASSERT_TRUE(bool(Source)) << toString(Source.takeError());
    Unread += compare(Source->Text);
  }
  EXPECT_GT(Unread, 50u);
}

} // namespace
