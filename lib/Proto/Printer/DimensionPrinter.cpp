//===- DimensionPrinter.cpp - Attributes of dimensions --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DimensionPrinter.h"
#include "AttributePrinter.h"
#include "HloSchema.h"
#include "ShardingPrinter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <string>
#include <vector>

using namespace llvm;

namespace hlomem {

static SmallVector<int64_t>
readNumbers(const WireReader &At, const WireMessage &Type, uint32_t Field) {
  SmallVector<int64_t> Numbers;
  for (WireReader R(At, Type); R.next();)
    if (R.getField() == Field)
      R.getNumbers(Numbers);
  return Numbers;
}

static int64_t readNumber(const WireReader &At, const WireMessage &Type,
                          uint32_t Field) {
  int64_t Number = 0;
  for (WireReader R(At, Type); R.next();)
    if (R.getField() == Field)
      Number = R.getSigned();
  return Number;
}

static void printList(StringRef Name, ArrayRef<int64_t> Numbers,
                      raw_ostream &OS) {
  OS << ", " << Name << '=';
  printBraced(Numbers, OS);
}

//===----------------------------------------------------------------------===//
// Windows and convolutions
//===----------------------------------------------------------------------===//

void printWindow(const WireReader &At, raw_ostream &OS) {
  // By their field numbers.
  std::vector<std::array<int64_t, 8>> Dimensions;
  for (WireReader R(At, schema::Window); R.next();) {
    std::array<int64_t, 8> &D = Dimensions.emplace_back();
    D.fill(0);
    for (WireReader W(R, schema::WindowDimension); W.next();)
      D[W.getField()] = W.getSigned();
  }
  if (Dimensions.empty())
    return;
  enum { Size = 1, Stride, Low, High, WindowDilation, BaseDilation, Reversal };
  auto Print = [&](StringRef Key, unsigned Field) {
    OS << Key;
    interleave(Dimensions, OS, [&](const auto &D) { OS << D[Field]; }, "x");
  };
  auto IsAny = [&](unsigned Field, int64_t Usual) {
    return any_of(Dimensions, [&](const auto &D) { return D[Field] != Usual; });
  };
  OS << ", window={";
  Print("size=", Size);
  if (IsAny(Stride, 1))
    Print(" stride=", Stride);
  if (IsAny(Low, 0) || IsAny(High, 0)) {
    OS << " pad=";
    interleave(
        Dimensions, OS, [&](const auto &D) { OS << D[Low] << '_' << D[High]; },
        "x");
  }
  if (IsAny(BaseDilation, 1))
    Print(" lhs_dilate=", BaseDilation);
  if (IsAny(WindowDilation, 1))
    Print(" rhs_dilate=", WindowDilation);
  if (IsAny(Reversal, 0))
    Print(" rhs_reversal=", Reversal);
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

void printConvolutionDimensions(const WireReader &At, raw_ostream &OS) {
  const WireMessage &Type = schema::ConvolutionDimensions;
  OS << ", dim_labels=";
  printLabels(readNumber(At, Type, 7), 'b', readNumber(At, Type, 8), 'f',
              readNumbers(At, Type, 11), OS);
  OS << '_';
  printLabels(readNumber(At, Type, 3), 'i', readNumber(At, Type, 4), 'o',
              readNumbers(At, Type, 6), OS);
  OS << "->";
  printLabels(readNumber(At, Type, 9), 'b', readNumber(At, Type, 10), 'f',
              readNumbers(At, Type, 12), OS);
}

//===----------------------------------------------------------------------===//
// Dots, gathers and scatters
//===----------------------------------------------------------------------===//

static void printIfAny(StringRef Name, const WireReader &At,
                       const WireMessage &Type, uint32_t Field,
                       raw_ostream &OS) {
  SmallVector<int64_t> Numbers = readNumbers(At, Type, Field);
  if (!Numbers.empty())
    printList(Name, Numbers, OS);
}

void printDotDimensions(const WireReader &At, raw_ostream &OS) {
  const WireMessage &Type = schema::DotDimensions;
  printIfAny("lhs_batch_dims", At, Type, 3, OS);
  printList("lhs_contracting_dims", readNumbers(At, Type, 1), OS);
  printIfAny("rhs_batch_dims", At, Type, 4, OS);
  printList("rhs_contracting_dims", readNumbers(At, Type, 2), OS);
}

void printRaggedDotDimensions(const WireReader &At, raw_ostream &OS) {
  const WireMessage &Type = schema::RaggedDotDimensions;
  for (WireReader R(At, Type); R.next();)
    if (R.getField() == 1)
      printDotDimensions(R, OS);
  printList("lhs_ragged_dims", readNumbers(At, Type, 2), OS);
  printIfAny("rhs_group_dims", At, Type, 3, OS);
}

void printGatherDimensions(const WireReader &At, raw_ostream &OS) {
  const WireMessage &Type = schema::GatherDimensions;
  printList("offset_dims", readNumbers(At, Type, 1), OS);
  printList("collapsed_slice_dims", readNumbers(At, Type, 2), OS);
  printList("start_index_map", readNumbers(At, Type, 3), OS);
  printIfAny("operand_batching_dims", At, Type, 5, OS);
  printIfAny("start_indices_batching_dims", At, Type, 6, OS);
  OS << ", index_vector_dim=" << readNumber(At, Type, 4);
}

void printScatterDimensions(const WireReader &At, raw_ostream &OS) {
  const WireMessage &Type = schema::ScatterDimensions;
  printList("update_window_dims", readNumbers(At, Type, 1), OS);
  printList("inserted_window_dims", readNumbers(At, Type, 2), OS);
  printList("scatter_dims_to_operand_dims", readNumbers(At, Type, 3), OS);
  printIfAny("input_batching_dims", At, Type, 5, OS);
  printIfAny("scatter_indices_batching_dims", At, Type, 6, OS);
  OS << ", index_vector_dim=" << readNumber(At, Type, 4);
}

void printPadding(const WireReader &At, raw_ostream &OS) {
  std::vector<std::array<int64_t, 4>> Dimensions;
  for (WireReader R(At, schema::PaddingConfig); R.next();) {
    std::array<int64_t, 4> &D = Dimensions.emplace_back();
    D.fill(0);
    for (WireReader P(R, schema::PaddingDimension); P.next();)
      D[P.getField()] = P.getSigned();
  }
  bool HasInterior =
      any_of(Dimensions, [](const auto &D) { return D[3] != 0; });
  OS << ", padding=";
  interleave(
      Dimensions, OS,
      [&](const auto &D) {
        OS << D[1] << '_' << D[2];
        if (HasInterior)
          OS << '_' << D[3];
      },
      "x");
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

void printPrecision(const WireReader &At, raw_ostream &OS) {
  static constexpr StringLiteral Words[] = {"default", "high", "highest"};
  static constexpr StringLiteral Algorithms[] = {
      "",
      "dot_any_f8_any_f8_f32",
      "dot_any_f8_any_f8_f32_fast_accum",
      "dot_f16_f16_f16",
      "dot_f16_f16_f32",
      "dot_bf16_bf16_bf16",
      "dot_bf16_bf16_f32",
      "dot_bf16_bf16_f32_x3",
      "dot_bf16_bf16_f32_x6",
      "dot_tf32_tf32_f32",
      "dot_tf32_tf32_f32_x3",
      "dot_f32_f32_f32",
      "dot_f64_f64_f64",
      "dot_bf16_bf16_f32_x9",
  };
  const WireMessage &Type = schema::PrecisionConfig;
  SmallVector<int64_t> Precisions = readNumbers(At, Type, 1);
  uint64_t Algorithm = readNumber(At, Type, 2);
  if (any_of(Precisions, [](int64_t P) { return P != 0; })) {
    OS << ", operand_precision={";
    interleave(
        Precisions, OS,
        [&](int64_t P) { OS << (P >= 0 && P < 3 ? Words[P] : Words[0]); }, ",");
    OS << '}';
  }
  if (Algorithm != 0 && Algorithm < std::size(Algorithms))
    OS << ", algorithm=" << Algorithms[Algorithm];
}

static void printIfSet(StringRef Name, const WireReader &At,
                       const WireMessage &Type, uint32_t Field,
                       raw_ostream &OS) {
  if (readNumber(At, Type, Field) != 0)
    OS << ", " << Name << "=true";
}

void printTriangularSolve(const WireReader &At, raw_ostream &OS) {
  const WireMessage &Type = schema::TriangularSolve;
  printIfSet("left_side", At, Type, 1, OS);
  printIfSet("lower", At, Type, 2, OS);
  printIfSet("unit_diagonal", At, Type, 3, OS);
  static constexpr StringLiteral Words[] = {"TRANSPOSE_INVALID", "NO_TRANSPOSE",
                                            "TRANSPOSE", "ADJOINT"};
  if (uint64_t Transpose = readNumber(At, Type, 4);
      Transpose != 0 && Transpose < std::size(Words))
    OS << ", transpose_a=" << Words[Transpose];
}

void printCholesky(const WireReader &At, raw_ostream &OS) {
  printIfSet("lower", At, schema::Cholesky, 1, OS);
}

void printReplication(const WireReader &At, raw_ostream &OS) {
  OS << ", parameter_replication={";
  interleave(
      readNumbers(At, schema::ParameterReplication, 1), OS,
      [&](int64_t Is) { OS << (Is ? "true" : "false"); }, ",");
  OS << '}';
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

void printReplicaGroup(const WireReader &At, raw_ostream &OS) {
  printBraced(readNumbers(At, schema::ReplicaGroup, 1), OS);
}

void printIotaReplicaGroups(const WireReader &At, raw_ostream &OS) {
  const WireMessage &Type = schema::IotaReplicaGroupList;
  OS << '[' << readNumber(At, Type, 1) << ',' << readNumber(At, Type, 2)
     << "]<=[";
  interleave(readNumbers(At, Type, 3), OS, ",");
  OS << ']';
  SmallVector<int64_t> Permutation = readNumbers(At, Type, 4);
  // That of one dimension, and the one that changes nothing, go without saying.
  if (is_sorted(Permutation))
    return;
  OS << "T(";
  interleave(Permutation, OS, ",");
  OS << ')';
}

void printDeviceList(const WireReader &At, raw_ostream &OS) {
  for (WireReader R(At, schema::CollectiveDeviceList); R.next();)
    if (R.getField() == 2)
      return printIotaReplicaGroups(R, OS);
  OS << '{';
  bool IsFirst = true;
  for (WireReader R(At, schema::CollectiveDeviceList); R.next();) {
    OS << (IsFirst ? "" : ",");
    IsFirst = false;
    printReplicaGroup(R, OS);
  }
  OS << '}';
}

void printMeshReplicaGroups(const WireReader &At, raw_ostream &OS) {
  MeshNames Names;
  for (WireReader R(At, schema::MeshAxesReplicaGroupList); R.next();)
    if (R.getField() == 1)
      Names = printMesh(R, OS);
  OS << " {";
  bool IsFirst = true;
  for (WireReader R(At, schema::MeshAxesReplicaGroupList); R.next();) {
    if (R.getField() != 2)
      continue;
    OS << (IsFirst ? "" : ",");
    IsFirst = false;
    printAxis(R, Names, OS);
  }
  OS << '}';
}

} // namespace hlomem
