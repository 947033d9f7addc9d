//===- AttributePrinter.cpp - What follows the operands -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the order in which XLA prints them: docs/DumpFormat.md#instructions.
//
//===----------------------------------------------------------------------===//

#include "AttributePrinter.h"
#include "AttributeStream.h"
#include "DimensionPrinter.h"
#include "DimensionReader.h"
#include "HloSchema.inc"
#include "ShapeReader.h"
#include "ShardingPrinter.h"
#include "llvm/Support/Format.h"

using namespace llvm;

namespace hlomem {

using namespace schema;

void printBraced(ArrayRef<int64_t> Numbers, raw_ostream &OS) {
  OS << '{';
  interleave(Numbers, OS, ",");
  OS << '}';
}

void printQuoted(StringRef Text, raw_ostream &OS) {
  OS << '"';
  for (char C : Text) {
    switch (C) {
    case '\n':
      OS << "\\n";
      break;
    case '\r':
      OS << "\\r";
      break;
    case '\t':
      OS << "\\t";
      break;
    case '"':
    case '\'':
    case '\\':
      OS << '\\' << C;
      break;
    default:
      if (isPrint(C))
        OS << C;
      else
        OS << format("\\%03o", static_cast<unsigned char>(C));
    }
  }
  OS << '"';
}

void printAliasing(StringRef Message, AttributeStream &OS) {
  bool IsFirst = true;
  WireInput Input(Message);
  for (WireReader R(Input, HloInstructionProto, Message);
       R.next(HloInstructionProto::OutputOperandAliasing);) {
    SmallVector<int64_t, 2> Output, Index;
    int64_t Operand = 0;
    for (WireReader A(R, OutputOperandAliasing); A.next();) {
      A.take(OutputOperandAliasing::OutputShapeIndex, Output);
      A.take(OutputOperandAliasing::OperandIndex, Operand);
      A.take(OutputOperandAliasing::OperandShapeIndex, Index);
    }
    if (IsFirst)
      OS.begin("output_to_operand_aliasing") << '{';
    else
      OS << ", ";
    IsFirst = false;
    printBraced(Output, OS);
    OS << ": (" << Operand << ", ";
    printBraced(Index, OS);
    OS << ')';
  }
  if (!IsFirst)
    OS << '}';
}

namespace {

/// Prints the attributes of one instruction, each from the fields that it is
/// made of.
class OwnAttributes {
  using Field = struct HloInstructionProto;

public:
  OwnAttributes(const HloGraph &G, const GraphInstruction &I, StringRef Message,
                AttributeStream &OS)
      : G(G), I(I), Message(Message), OS(OS) {}

  void print();

private:
  /// Calls \p Use for each time that the instruction has the field.
  template <typename UseFn> void visit(uint32_t Wanted, UseFn Use) const {
    WireInput Input(Message);
    for (WireReader R(Input, HloInstructionProto, Message); R.next(Wanted);)
      Use(R);
  }
  int64_t getNumber(uint32_t Wanted, int64_t Default = 0) const {
    visit(Wanted, [&](const WireReader &R) { Default = R.getSigned(); });
    return Default;
  }
  StringRef getText(uint32_t Wanted) const {
    StringRef Text;
    visit(Wanted, [&](const WireReader &R) { Text = R.getBytes(); });
    return Text;
  }
  SmallVector<int64_t> getNumbers(uint32_t Wanted) const {
    SmallVector<int64_t> Numbers;
    visit(Wanted, [&](const WireReader &R) { R.getNumbers(Numbers); });
    return Numbers;
  }

  void printList(StringRef Name, uint32_t Wanted) const {
    OS.begin(Name);
    printBraced(getNumbers(Wanted), OS);
  }
  void printFlag(StringRef Name, uint32_t Wanted) const {
    if (getNumber(Wanted) != 0)
      OS.begin(Name) << "true";
  }
  /// Where it is other than \p Default.
  void printNumber(StringRef Name, uint32_t Wanted, int64_t Default) const {
    if (int64_t N = getNumber(Wanted, Default); N != Default)
      OS.begin(Name) << N;
  }
  void printMessage(uint32_t Wanted, void (*Print)(const WireReader &,
                                                   AttributeStream &)) const {
    visit(Wanted, [&](const WireReader &R) { Print(R, OS); });
  }

  void printComparison() const;
  void printConvolution() const;
  void printCustomCall() const;
  void printSlices() const;
  void printChannel() const;
  void printReplicaGroups() const;
  void printCollective() const;
  void printPairs() const;

  const HloGraph &G;
  const GraphInstruction &I;
  StringRef Message;
  AttributeStream &OS;
};

} // namespace

void OwnAttributes::printComparison() const {
  OS.begin("direction") << getText(Field::ComparisonDirection);
  StringRef Type = getText(Field::ComparisonType);
  if (Type.empty() || I.Operands.empty())
    return;
  // That of the operands goes without saying.
  StringRef Word = G.instructions()[I.Operands[0]].Type->getElementTypeName();
  StringRef Usual = "FLOAT";
  if (Word.starts_with("s"))
    Usual = "SIGNED";
  else if (Word.starts_with("u") || Word == "pred")
    Usual = "UNSIGNED";
  if (Type != Usual)
    OS.begin("type") << Type;
}

void OwnAttributes::printConvolution() const {
  printMessage(Field::Window, printWindow);
  printMessage(Field::ConvolutionDimensionNumbers, printConvolutionDimensions);
  printNumber("feature_group_count", Field::FeatureGroupCount, 1);
  printNumber("batch_group_count", Field::BatchGroupCount, 1);
  printMessage(Field::PrecisionConfig, printPrecision);
}

void OwnAttributes::printCustomCall() const {
  printConvolution();
  OS.begin("custom_call_target");
  printQuoted(I.getCustomCallTarget(), OS);
  if (getNumber(Field::ConstrainLayout) != 0) {
    OS.begin("operand_layout_constraints") << "{";
    bool IsFirst = true;
    visit(Field::OperandShapesWithLayout, [&](const WireReader &R) {
      OS << (IsFirst ? "" : ", ");
      IsFirst = false;
      printShapeProto(R, OS);
    });
    OS << '}';
  }
  printFlag("custom_call_has_side_effect", Field::CustomCallHasSideEffect);
  printAliasing(Message, OS);
  uint64_t Schedule = getNumber(Field::CustomCallSchedule);
  if (Schedule != 0 && Schedule < std::size(CustomCallSchedule::Names))
    OS.begin("schedule") << CustomCallSchedule::getName(Schedule);
  uint64_t Version = getNumber(Field::CustomCallApiVersion);
  // The first one goes without saying.
  if (Version > CustomCallApiVersion::ApiVersionOriginal &&
      Version < std::size(CustomCallApiVersion::Names))
    OS.begin("api_version") << CustomCallApiVersion::getName(Version);
}

// Where one is not of every element, all strides are printed.
void OwnAttributes::printSlices() const {
  SmallVector<SliceDimension> Slices;
  visit(Field::SliceDimensions,
        [&](const WireReader &R) { Slices.push_back(readSlice(R)); });
  bool HasStrides =
      any_of(Slices, [](const SliceDimension &S) { return S.Stride != 1; });
  OS.begin("slice") << "{";
  interleave(
      Slices, OS,
      [&](const SliceDimension &S) {
        OS << '[' << S.Start << ':' << S.Limit;
        if (HasStrides)
          OS << ':' << S.Stride;
        OS << ']';
      },
      ", ");
  OS << '}';
}

void OwnAttributes::printChannel() const {
  if (int64_t Channel = getNumber(Field::ChannelId); Channel > 0)
    OS.begin("channel_id") << Channel;
}

// Newer releases have three forms, of which they use one.
void OwnAttributes::printReplicaGroups() const {
  bool IsKnown = false;
  auto Print = [&](uint32_t Wanted,
                   void (*PrintGroups)(const WireReader &, raw_ostream &)) {
    visit(Wanted, [&](const WireReader &R) {
      if (!IsKnown) {
        OS.begin("replica_groups");
        PrintGroups(R, OS);
      }
      IsKnown = true;
    });
  };
  Print(Field::MeshAxesReplicaGroupList, printMeshReplicaGroups);
  Print(Field::IotaCollectiveDeviceList, printIotaReplicaGroups);
  Print(Field::CollectiveDeviceList, printDeviceList);
  if (IsKnown)
    return;
  OS.begin("replica_groups") << "{";
  bool IsFirst = true;
  visit(Field::ReplicaGroups, [&](const WireReader &R) {
    OS << (IsFirst ? "" : ",");
    IsFirst = false;
    printReplicaGroup(R, OS);
  });
  OS << '}';
}

void OwnAttributes::printCollective() const {
  printChannel();
  printReplicaGroups();
  printFlag("constrain_layout", Field::ConstrainLayout);
}

void OwnAttributes::printPairs() const {
  OS.begin("source_target_pairs") << "{";
  bool IsFirst = true;
  visit(Field::SourceTargetPairs, [&](const WireReader &R) {
    int64_t Source = 0, Target = 0;
    for (WireReader P(R, SourceTarget); P.next();) {
      P.take(SourceTarget::Source, Source);
      P.take(SourceTarget::Target, Target);
    }
    OS << (IsFirst ? "{" : ",{") << Source << ',' << Target << '}';
    IsFirst = false;
  });
  OS << '}';
}

void OwnAttributes::print() {
  switch (I.Op) {
  case Opcode::Broadcast:
  case Opcode::Concatenate:
  case Opcode::GetDimensionSize:
  case Opcode::Map:
  case Opcode::Reduce:
  case Opcode::Reverse:
  case Opcode::SetDimensionSize:
  case Opcode::Transpose:
    return printList("dimensions", Field::Dimensions);
  case Opcode::Sort:
    printList("dimensions", Field::Dimensions);
    return printFlag("is_stable", Field::IsStable);
  case Opcode::Iota: {
    SmallVector<int64_t> Dimensions = getNumbers(Field::Dimensions);
    OS.begin("iota_dimension") << (Dimensions.empty() ? 0 : Dimensions.front());
    return;
  }
  case Opcode::Compare:
    return printComparison();
  case Opcode::Convolution:
    return printConvolution();
  case Opcode::CopyStart:
    return visit(Field::CrossProgramPrefetchIndex, [&](const WireReader &R) {
      OS.begin("cross_program_prefetch_index") << R.getSigned();
    });
  case Opcode::CustomCall:
    return printCustomCall();
  case Opcode::Dot:
    printMessage(Field::DotDimensionNumbers, printDotDimensions);
    return printMessage(Field::PrecisionConfig, printPrecision);
  case Opcode::RaggedDot:
    printMessage(Field::RaggedDotDimensionNumbers, printRaggedDotDimensions);
    return printMessage(Field::PrecisionConfig, printPrecision);
  case Opcode::DynamicSlice:
    return printList("dynamic_slice_sizes", Field::DynamicSliceSizes);
  case Opcode::Fft:
    OS.begin("fft_type") << FftType::getName(getNumber(Field::FftType));
    return printList("fft_length", Field::FftLength);
  case Opcode::Fusion:
    OS.begin("kind") << getText(Field::FusionKind);
    return printAliasing(Message, OS);
  case Opcode::Gather:
    printMessage(Field::GatherDimensionNumbers, printGatherDimensions);
    printList("slice_sizes", Field::GatherSliceSizes);
    return printFlag("indices_are_sorted", Field::IndicesAreSorted);
  case Opcode::Scatter:
    printMessage(Field::ScatterDimensionNumbers, printScatterDimensions);
    printFlag("indices_are_sorted", Field::IndicesAreSorted);
    return printFlag("unique_indices", Field::UniqueIndices);
  case Opcode::GetTupleElement:
    OS.begin("index") << I.Number;
    return;
  case Opcode::Pad:
    return printMessage(Field::PaddingConfig, printPadding);
  case Opcode::Parameter:
    return printMessage(Field::ParameterReplication, printReplication);
  case Opcode::ReducePrecision:
    OS.begin("exponent_bits") << getNumber(Field::ExponentBits);
    OS.begin("mantissa_bits") << getNumber(Field::MantissaBits);
    return;
  case Opcode::ReduceWindow:
  case Opcode::SelectAndScatter:
    return printMessage(Field::Window, printWindow);
  case Opcode::Rng:
    OS.begin("distribution")
        << (getNumber(Field::Distribution) == RandomDistribution::RngNormal
                ? "rng_normal"
                : "rng_uniform");
    return;
  case Opcode::RngBitGenerator:
    OS.begin("algorithm")
        << RandomAlgorithm::getName(getNumber(Field::RngAlgorithm)).lower();
    return;
  case Opcode::RngGetAndUpdateState:
    OS.begin("delta") << getNumber(Field::Delta);
    return;
  case Opcode::Slice:
    return printSlices();
  case Opcode::Topk:
    OS.begin("k") << getNumber(Field::K);
    OS.begin("largest") << (getNumber(Field::Largest) ? "true" : "false");
    return;
  case Opcode::TriangularSolve:
    return printMessage(Field::TriangularSolveOptions, printTriangularSolve);
  case Opcode::Cholesky:
    return printMessage(Field::CholeskyOptions, printCholesky);
  case Opcode::Recv:
  case Opcode::RecvDone:
  case Opcode::Send:
  case Opcode::SendDone:
    printChannel();
    return printFlag("is_host_transfer", Field::IsHostTransfer);
  case Opcode::CollectivePermute:
  case Opcode::CollectivePermuteStart:
    printChannel();
    return printPairs();
  case Opcode::CollectiveBroadcast:
  case Opcode::RaggedAllToAll:
    return printCollective();
  case Opcode::AllReduce:
  case Opcode::AllReduceStart:
    printCollective();
    return printFlag("use_global_device_ids", Field::UseGlobalDeviceIds);
  case Opcode::ReduceScatter:
    printCollective();
    printFlag("use_global_device_ids", Field::UseGlobalDeviceIds);
    return printList("dimensions", Field::Dimensions);
  case Opcode::AllGather:
  case Opcode::AllGatherStart:
    printCollective();
    printList("dimensions", Field::Dimensions);
    return printFlag("use_global_device_ids", Field::UseGlobalDeviceIds);
  case Opcode::AllToAll:
    printCollective();
    if (!getNumbers(Field::Dimensions).empty())
      printList("dimensions", Field::Dimensions);
    return;
  case Opcode::Infeed:
  case Opcode::Outfeed: {
    StringRef Config = getText(I.Op == Opcode::Infeed ? Field::InfeedConfig
                                                      : Field::OutfeedConfig);
    if (Config.empty())
      return;
    OS.begin(I.Op == Opcode::Infeed ? "infeed_config" : "outfeed_config");
    return printQuoted(Config, OS);
  }
  default:
    return;
  }
}

void printOwnAttributes(const HloGraph &G, const GraphInstruction &I,
                        StringRef Message, AttributeStream &OS) {
  OwnAttributes(G, I, Message, OS).print();
}

} // namespace hlomem
