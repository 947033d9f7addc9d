//===- DimensionTextTest.cpp - The same dimensions from both forms --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/WhatIf/Dimensions/DimensionText.h"
#include "hlomem/HloText/HloTextParser.h"
#include "hlomem/IR/HloGraph.h"
#include "hlomem/IR/Instruction.h"
#include "hlomem/IR/ProgramSource.h"
#include "hlomem/Proto/HloProto.h"
#include "hlomem/Proto/InstructionDimensions.h"
#include "hlomem/Support/Decompression.h"
#include "hlomem/Support/InputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace hlomem;

namespace {

void print(raw_ostream &OS, StringRef Name, ArrayRef<int64_t> Numbers) {
  if (Numbers.empty())
    return;
  OS << Name << '{';
  interleave(Numbers, OS, [&](int64_t N) { OS << N; }, ",");
  OS << "} ";
}

void print(raw_ostream &OS, const DotDimensions &D) {
  print(OS, "lhs ", D.LhsContracting);
  print(OS, "rhs ", D.RhsContracting);
  print(OS, "lhs batch ", D.LhsBatch);
  print(OS, "rhs batch ", D.RhsBatch);
}

std::string print(const DimensionAttributes &A) {
  std::string Text;
  raw_string_ostream OS(Text);
  print(OS, "dimensions ", A.Dimensions);
  for (const WindowDimension &W : A.Window)
    print(OS, "window ",
          {W.Size, W.Stride, W.PaddingLow, W.PaddingHigh, W.WindowDilation,
           W.BaseDilation, W.Reversal});
  if (A.Convolution) {
    const ConvolutionDimensions &C = *A.Convolution;
    print(OS, "convolution ",
          {C.InputBatch, C.InputFeature, C.KernelInputFeature,
           C.KernelOutputFeature, C.OutputBatch, C.OutputFeature});
    print(OS, "input ", C.InputSpatial);
    print(OS, "kernel ", C.KernelSpatial);
    print(OS, "output ", C.OutputSpatial);
  }
  OS << A.FeatureGroups << ' ' << A.BatchGroups << ' ';
  for (const SliceDimension &S : A.Slices)
    print(OS, "slice ", {S.Start, S.Limit, S.Stride});
  for (const PaddingDimension &P : A.Padding)
    print(OS, "padding ", {P.Low, P.High, P.Interior});
  if (A.Dot)
    print(OS, *A.Dot);
  if (A.RaggedDot) {
    if (A.RaggedDot->Dot)
      print(OS, *A.RaggedDot->Dot);
    print(OS, "ragged ", A.RaggedDot->LhsRagged);
    print(OS, "group ", A.RaggedDot->RhsGroup);
  }
  if (A.Gather) {
    print(OS, "offset ", A.Gather->Offset);
    print(OS, "collapsed ", A.Gather->CollapsedSlice);
    print(OS, "start ", A.Gather->StartIndexMap);
    print(OS, "index ", {A.Gather->IndexVector});
    print(OS, "batching ", A.Gather->OperandBatching);
    print(OS, "indices ", A.Gather->StartIndicesBatching);
  }
  print(OS, "slice sizes ", A.SliceSizes);
  if (A.Scatter) {
    print(OS, "update ", A.Scatter->UpdateWindow);
    print(OS, "inserted ", A.Scatter->InsertedWindow);
    print(OS, "scattered ", A.Scatter->ScatterToOperand);
    print(OS, "index ", {A.Scatter->IndexVector});
    print(OS, "batching ", A.Scatter->InputBatching);
    print(OS, "indices ", A.Scatter->ScatterIndicesBatching);
  }
  print(OS, "fft ", A.FftLength);
  if (A.TripCount)
    OS << "trips " << *A.TripCount;
  return Text;
}

Expected<SourceText> readFile(const std::string &Path) {
  static DecompressionAllowance Allowance;
  return readInputFile(Path, Allowance);
}

/// Compares all instructions that both forms have; returns how many.
unsigned compareForms(const std::string &TextPath,
                      const std::string &ProtoPath) {
  SCOPED_TRACE(TextPath);
  Expected<SourceText> Text = readFile(TextPath), Proto = readFile(ProtoPath);
  if (!Text || !Proto) {
    ADD_FAILURE() << "cannot be read";
    return 0;
  }
  BumpPtrAllocator Arena;
  ShapeContext Shapes(Arena);
  Expected<HloProtoContents> Contents = readHloProto(Proto->Text, Shapes);
  Expected<std::unique_ptr<ProgramSource>> Program =
      parseHloText(std::move(*Text));
  if (!Contents || !Program) {
    ADD_FAILURE() << "is not understood";
    return 0;
  }
  unsigned Count = 0;
  for (auto [Number, I] : withIds(Contents->Program->instructions()))
    if (auto Of = (*Program)->readDetails(I.Name, Shapes, Arena)) {
      ++Count;
      EXPECT_EQ(print(readDimensionAttributes(*Of)),
                print(readDimensionAttributes(*Contents, Number)))
          << I.Name.str();
    }
  return Count;
}

TEST(DimensionTextTest, SameAsOfProto) {
  unsigned Count = 0;
  std::error_code EC;
  for (sys::fs::directory_iterator It(HLOMEM_TEST_DIR "/Inputs/xla", EC), End;
       It != End && !EC; It.increment(EC)) {
    StringRef Stem = It->path();
    if (!Stem.consume_back(".hlo.pb.gz"))
      continue;
    std::string Text = (Stem + ".txt.gz").str();
    if (sys::fs::exists(Text))
      Count += compareForms(Text, It->path());
  }
  EXPECT_GT(Count, 5000u);
}

} // namespace
