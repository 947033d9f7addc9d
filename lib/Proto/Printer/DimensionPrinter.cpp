//===- DimensionPrinter.cpp - Attributes of dimensions --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DimensionPrinter.h"
#include "AttributePrinter.h"
#include "AttributeStream.h"
#include "DimensionReader.h"
#include "HloSchema.inc"
#include "ShardingPrinter.h"

using namespace llvm;

namespace hlomem {

using namespace schema;

static SmallVector<int64_t>
readNumbers(const WireReader &At, const WireMessage &Type, uint32_t Field) {
  SmallVector<int64_t> Numbers;
  for (WireReader R(At, Type); R.next(Field);)
    R.getNumbers(Numbers);
  return Numbers;
}

static int64_t readNumber(const WireReader &At, const WireMessage &Type,
                          uint32_t Field) {
  int64_t Number = 0;
  for (WireReader R(At, Type); R.next(Field);)
    Number = R.getSigned();
  return Number;
}

static void printList(StringRef Name, ArrayRef<int64_t> Numbers,
                      AttributeStream &OS) {
  OS.begin(Name);
  printBraced(Numbers, OS);
}

//===----------------------------------------------------------------------===//
// Windows and convolutions
//===----------------------------------------------------------------------===//

void printWindow(const WireReader &At, AttributeStream &OS) {
  SmallVector<hlomem::WindowDimension, 2> Window = readWindow(At);
  if (Window.empty())
    return;
  using D = hlomem::WindowDimension;
  auto Print = [&](StringRef Key, int64_t D::*Member) {
    OS << Key;
    interleave(Window, OS, [&](const D &W) { OS << W.*Member; }, "x");
  };
  auto IsAny = [&](int64_t D::*Member, int64_t Usual) {
    return any_of(Window, [&](const D &W) { return W.*Member != Usual; });
  };
  OS.begin("window") << "{";
  Print("size=", &D::Size);
  if (IsAny(&D::Stride, 1))
    Print(" stride=", &D::Stride);
  if (IsAny(&D::PaddingLow, 0) || IsAny(&D::PaddingHigh, 0)) {
    OS << " pad=";
    interleave(
        Window, OS,
        [&](const D &W) { OS << W.PaddingLow << '_' << W.PaddingHigh; }, "x");
  }
  if (IsAny(&D::BaseDilation, 1))
    Print(" lhs_dilate=", &D::BaseDilation);
  if (IsAny(&D::WindowDilation, 1))
    Print(" rhs_dilate=", &D::WindowDilation);
  if (IsAny(&D::Reversal, 0))
    Print(" rhs_reversal=", &D::Reversal);
  OS << '}';
}

// Each dimension has a letter, or the number of its spatial dimension.
static void printLabels(int64_t First, char FirstLabel, int64_t Second,
                        char SecondLabel, ArrayRef<int64_t> Spatial,
                        raw_ostream &OS) {
  std::vector<std::string> Labels(Spatial.size() + 2, "?");
  auto Put = [&](int64_t Dimension, const std::string &Label) {
    if (Dimension >= 0 && static_cast<size_t>(Dimension) < Labels.size())
      Labels[Dimension] = Label;
  };
  Put(First, std::string(1, FirstLabel));
  Put(Second, std::string(1, SecondLabel));
  for (auto [I, Dimension] : enumerate(Spatial))
    Put(Dimension, std::to_string(I));
  interleave(Labels, OS, "");
}

void printConvolutionDimensions(const WireReader &At, AttributeStream &OS) {
  ConvolutionDimensions D = readConvolutionDimensions(At);
  OS.begin("dim_labels");
  printLabels(D.InputBatch, 'b', D.InputFeature, 'f', D.InputSpatial, OS);
  OS << '_';
  printLabels(D.KernelInputFeature, 'i', D.KernelOutputFeature, 'o',
              D.KernelSpatial, OS);
  OS << "->";
  printLabels(D.OutputBatch, 'b', D.OutputFeature, 'f', D.OutputSpatial, OS);
}

//===----------------------------------------------------------------------===//
// Dots, gathers and scatters
//===----------------------------------------------------------------------===//

static void printIfAny(StringRef Name, ArrayRef<int64_t> Numbers,
                       AttributeStream &OS) {
  if (!Numbers.empty())
    printList(Name, Numbers, OS);
}

static void printDot(const DotDimensions &D, AttributeStream &OS) {
  printIfAny("lhs_batch_dims", D.LhsBatch, OS);
  printList("lhs_contracting_dims", D.LhsContracting, OS);
  printIfAny("rhs_batch_dims", D.RhsBatch, OS);
  printList("rhs_contracting_dims", D.RhsContracting, OS);
}

void printDotDimensions(const WireReader &At, AttributeStream &OS) {
  printDot(readDotDimensions(At), OS);
}

void printRaggedDotDimensions(const WireReader &At, AttributeStream &OS) {
  RaggedDotDimensions D = readRaggedDotDimensions(At);
  if (D.Dot)
    printDot(*D.Dot, OS);
  printList("lhs_ragged_dims", D.LhsRagged, OS);
  printIfAny("rhs_group_dims", D.RhsGroup, OS);
}

void printGatherDimensions(const WireReader &At, AttributeStream &OS) {
  GatherDimensions D = readGatherDimensions(At);
  printList("offset_dims", D.Offset, OS);
  printList("collapsed_slice_dims", D.CollapsedSlice, OS);
  printList("start_index_map", D.StartIndexMap, OS);
  printIfAny("operand_batching_dims", D.OperandBatching, OS);
  printIfAny("start_indices_batching_dims", D.StartIndicesBatching, OS);
  OS.begin("index_vector_dim") << D.IndexVector;
}

void printScatterDimensions(const WireReader &At, AttributeStream &OS) {
  ScatterDimensions D = readScatterDimensions(At);
  printList("update_window_dims", D.UpdateWindow, OS);
  printList("inserted_window_dims", D.InsertedWindow, OS);
  printList("scatter_dims_to_operand_dims", D.ScatterToOperand, OS);
  printIfAny("input_batching_dims", D.InputBatching, OS);
  printIfAny("scatter_indices_batching_dims", D.ScatterIndicesBatching, OS);
  OS.begin("index_vector_dim") << D.IndexVector;
}

void printPadding(const WireReader &At, AttributeStream &OS) {
  SmallVector<PaddingDimension, 2> Padding = readPadding(At);
  bool HasInterior = any_of(
      Padding, [](const PaddingDimension &D) { return D.Interior != 0; });
  OS.begin("padding");
  interleave(
      Padding, OS,
      [&](const PaddingDimension &D) {
        OS << D.Low << '_' << D.High;
        if (HasInterior)
          OS << '_' << D.Interior;
      },
      "x");
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

void printPrecision(const WireReader &At, AttributeStream &OS) {
  SmallVector<int64_t> Precisions =
      readNumbers(At, PrecisionConfig, PrecisionConfig::OperandPrecision);
  if (any_of(Precisions, [](int64_t P) { return P != 0; })) {
    OS.begin("operand_precision") << "{";
    interleave(
        Precisions, OS,
        [&](int64_t P) { OS << PrecisionConfigPrecision::getName(P).lower(); },
        ",");
    OS << '}';
  }
  uint64_t Number = readNumber(At, PrecisionConfig, PrecisionConfig::Algorithm);
  StringRef Algorithm = PrecisionConfigAlgorithm::getName(Number);
  if (Algorithm.consume_front("ALG_DOT"))
    OS.begin("algorithm") << "dot" << Algorithm.lower();
}

static void printIfSet(StringRef Name, const WireReader &At,
                       const WireMessage &Type, uint32_t Field,
                       AttributeStream &OS) {
  if (readNumber(At, Type, Field) != 0)
    OS.begin(Name) << "true";
}

void printTriangularSolve(const WireReader &At, AttributeStream &OS) {
  using Field = struct TriangularSolveOptions;
  const WireMessage &Type = TriangularSolveOptions;
  printIfSet("left_side", At, Type, Field::LeftSide, OS);
  printIfSet("lower", At, Type, Field::Lower, OS);
  printIfSet("unit_diagonal", At, Type, Field::UnitDiagonal, OS);
  ArrayRef<StringLiteral> Words = TriangularSolveOptionsTranspose::Names;
  if (uint64_t Transpose = readNumber(At, Type, Field::TransposeA);
      Transpose != 0 && Transpose < Words.size())
    OS.begin("transpose_a") << Words[Transpose];
}

void printCholesky(const WireReader &At, AttributeStream &OS) {
  printIfSet("lower", At, CholeskyOptions, CholeskyOptions::Lower, OS);
}

void printReplication(const WireReader &At, AttributeStream &OS) {
  OS.begin("parameter_replication") << "{";
  interleave(
      readNumbers(At, ParameterReplication,
                  ParameterReplication::ReplicatedAtLeafBuffers),
      OS, [&](int64_t Is) { OS << (Is ? "true" : "false"); }, ",");
  OS << '}';
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

void printReplicaGroup(const WireReader &At, raw_ostream &OS) {
  printBraced(readNumbers(At, ReplicaGroup, ReplicaGroup::ReplicaIds), OS);
}

void printIotaReplicaGroups(const WireReader &At, raw_ostream &OS) {
  using Field = struct IotaReplicaGroupListProto;
  const WireMessage &Type = IotaReplicaGroupListProto;
  OS << '[' << readNumber(At, Type, Field::NumReplicaGroups) << ','
     << readNumber(At, Type, Field::NumDevicesPerGroup) << "]<=[";
  interleave(readNumbers(At, Type, Field::IotaReshapeDims), OS, ",");
  OS << ']';
  SmallVector<int64_t> Permutation =
      readNumbers(At, Type, Field::IotaTransposePerm);
  // That of one dimension, and the one that changes nothing, go without saying.
  if (is_sorted(Permutation))
    return;
  OS << "T(";
  interleave(Permutation, OS, ",");
  OS << ')';
}

void printDeviceList(const WireReader &At, raw_ostream &OS) {
  for (WireReader R(At, CollectiveDeviceListProto);
       R.next(CollectiveDeviceListProto::IotaReplicaGroupList);)
    return printIotaReplicaGroups(R, OS);
  OS << '{';
  bool IsFirst = true;
  for (WireReader R(At, CollectiveDeviceListProto); R.next();) {
    OS << (IsFirst ? "" : ",");
    IsFirst = false;
    printReplicaGroup(R, OS);
  }
  OS << '}';
}

void printMeshReplicaGroups(const WireReader &At, raw_ostream &OS) {
  MeshNames Names;
  for (WireReader R(At, MeshAxesReplicaGroupListProto);
       R.next(MeshAxesReplicaGroupListProto::Mesh);)
    Names = printMesh(R, OS);
  OS << " {";
  bool IsFirst = true;
  for (WireReader R(At, MeshAxesReplicaGroupListProto);
       R.next(MeshAxesReplicaGroupListProto::Axes);) {
    OS << (IsFirst ? "" : ",");
    IsFirst = false;
    printAxis(R, Names, OS);
  }
  OS << '}';
}

} // namespace hlomem
