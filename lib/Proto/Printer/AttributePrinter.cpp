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
#include "DimensionPrinter.h"
#include "DimensionReader.h"
#include "HloSchema.h"
#include "ShapeReader.h"
#include "ShardingPrinter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace hlomem {

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

void printAliasing(StringRef Message, raw_ostream &OS) {
  bool IsFirst = true;
  WireInput Input(Message);
  for (WireReader R(Input, schema::Instruction, Message); R.next();) {
    if (R.getField() != 74)
      continue;
    SmallVector<int64_t, 2> Output, Index;
    int64_t Operand = 0;
    for (WireReader A(R, schema::OutputOperandAliasing); A.next();) {
      if (A.getField() == 1)
        A.getNumbers(Output);
      else if (A.getField() == 2)
        Operand = A.getSigned();
      else
        A.getNumbers(Index);
    }
    auto PrintIndex = [&](ArrayRef<int64_t> Numbers) {
      OS << '{';
      interleave(Numbers, OS, ",");
      OS << '}';
    };
    OS << (IsFirst ? ", output_to_operand_aliasing={" : ", ");
    IsFirst = false;
    PrintIndex(Output);
    OS << ": (" << Operand << ", ";
    PrintIndex(Index);
    OS << ')';
  }
  if (!IsFirst)
    OS << '}';
}

namespace {

/// Prints the attributes of one instruction, each from the fields that it is
/// made of.
class OwnAttributes {
public:
  OwnAttributes(const HloGraph &G, const GraphInstruction &I, StringRef Message,
                raw_ostream &OS)
      : G(G), I(I), Message(Message), OS(OS) {}

  void print();

private:
  /// Calls \p Use for each time that the instruction has the field.
  template <typename UseFn> void visit(uint32_t Field, UseFn Use) const {
    WireInput Input(Message);
    for (WireReader R(Input, schema::Instruction, Message); R.next();)
      if (R.getField() == Field)
        Use(R);
  }
  int64_t getNumber(uint32_t Field, int64_t Default = 0) const {
    visit(Field, [&](const WireReader &R) { Default = R.getSigned(); });
    return Default;
  }
  StringRef getText(uint32_t Field) const {
    StringRef Text;
    visit(Field, [&](const WireReader &R) { Text = R.getBytes(); });
    return Text;
  }
  SmallVector<int64_t> getNumbers(uint32_t Field) const {
    SmallVector<int64_t> Numbers;
    visit(Field, [&](const WireReader &R) { R.getNumbers(Numbers); });
    return Numbers;
  }

  void printList(StringRef Name, uint32_t Field) const {
    OS << ", " << Name << '=';
    printBraced(getNumbers(Field), OS);
  }
  void printFlag(StringRef Name, uint32_t Field) const {
    if (getNumber(Field) != 0)
      OS << ", " << Name << "=true";
  }
  /// Where it is other than \p Default.
  void printNumber(StringRef Name, uint32_t Field, int64_t Default) const {
    if (int64_t N = getNumber(Field, Default); N != Default)
      OS << ", " << Name << '=' << N;
  }
  void printMessage(uint32_t Field,
                    void (*Print)(const WireReader &, raw_ostream &)) const {
    visit(Field, [&](const WireReader &R) { Print(R, OS); });
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
  raw_ostream &OS;
};

} // namespace

void OwnAttributes::printComparison() const {
  OS << ", direction=" << getText(63);
  StringRef Type = getText(72);
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
    OS << ", type=" << Type;
}

void OwnAttributes::printConvolution() const {
  printMessage(15, printWindow);
  printMessage(16, printConvolutionDimensions);
  printNumber("feature_group_count", 50, 1);
  printNumber("batch_group_count", 58, 1);
  printMessage(51, printPrecision);
}

void OwnAttributes::printCustomCall() const {
  printConvolution();
  OS << ", custom_call_target=";
  printQuoted(I.getCustomCallTarget(), OS);
  if (getNumber(56) != 0) {
    OS << ", operand_layout_constraints={";
    bool IsFirst = true;
    visit(57, [&](const WireReader &R) {
      OS << (IsFirst ? "" : ", ");
      IsFirst = false;
      printShapeProto(R, OS);
    });
    OS << '}';
  }
  printFlag("custom_call_has_side_effect", 65);
  printAliasing(Message, OS);
  switch (getNumber(76)) {
  case 1:
    OS << ", schedule=SCHEDULE_LATEST";
    break;
  case 2:
    OS << ", schedule=SCHEDULE_EARLIEST";
    break;
  default:
    break;
  }
  static constexpr StringLiteral Versions[] = {
      "API_VERSION_STATUS_RETURNING", "API_VERSION_STATUS_RETURNING_UNIFIED",
      "API_VERSION_TYPED_FFI"};
  // The first one goes without saying.
  uint64_t Version = getNumber(77);
  if (Version >= 2 && Version < 2 + std::size(Versions))
    OS << ", api_version=" << Versions[Version - 2];
}

// Where one is not of every element, all strides are printed.
void OwnAttributes::printSlices() const {
  SmallVector<SliceDimension> Slices;
  visit(17, [&](const WireReader &R) { Slices.push_back(readSlice(R)); });
  bool HasStrides =
      any_of(Slices, [](const SliceDimension &S) { return S.Stride != 1; });
  OS << ", slice={";
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
  if (int64_t Channel = getNumber(26); Channel > 0)
    OS << ", channel_id=" << Channel;
}

// Newer releases have three forms, of which they use one.
void OwnAttributes::printReplicaGroups() const {
  bool IsKnown = false;
  auto Print = [&](uint32_t Field,
                   void (*PrintGroups)(const WireReader &, raw_ostream &)) {
    visit(Field, [&](const WireReader &R) {
      if (!IsKnown) {
        OS << ", replica_groups=";
        PrintGroups(R, OS);
      }
      IsKnown = true;
    });
  };
  Print(93, printMeshReplicaGroups);
  Print(92, printIotaReplicaGroups);
  Print(87, printDeviceList);
  if (IsKnown)
    return;
  OS << ", replica_groups={";
  bool IsFirst = true;
  visit(49, [&](const WireReader &R) {
    OS << (IsFirst ? "" : ",");
    IsFirst = false;
    printReplicaGroup(R, OS);
  });
  OS << '}';
}

void OwnAttributes::printCollective() const {
  printChannel();
  printReplicaGroups();
  printFlag("constrain_layout", 56);
}

void OwnAttributes::printPairs() const {
  OS << ", source_target_pairs={";
  bool IsFirst = true;
  visit(52, [&](const WireReader &R) {
    int64_t Source = 0, Target = 0;
    for (WireReader P(R, schema::SourceTarget); P.next();)
      (P.getField() == 1 ? Source : Target) = P.getSigned();
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
    return printList("dimensions", 14);
  case Opcode::Sort:
    printList("dimensions", 14);
    return printFlag("is_stable", 60);
  case Opcode::Iota: {
    SmallVector<int64_t> Dimensions = getNumbers(14);
    OS << ", iota_dimension=" << (Dimensions.empty() ? 0 : Dimensions.front());
    return;
  }
  case Opcode::Compare:
    return printComparison();
  case Opcode::Convolution:
    return printConvolution();
  case Opcode::CopyStart:
    return visit(80, [&](const WireReader &R) {
      OS << ", cross_program_prefetch_index=" << R.getSigned();
    });
  case Opcode::CustomCall:
    return printCustomCall();
  case Opcode::Dot:
    printMessage(30, printDotDimensions);
    return printMessage(51, printPrecision);
  case Opcode::RaggedDot:
    printMessage(90, printRaggedDotDimensions);
    return printMessage(51, printPrecision);
  case Opcode::DynamicSlice:
    return printList("dynamic_slice_sizes", 20);
  case Opcode::Fft: {
    static constexpr StringLiteral Types[] = {"FFT", "IFFT", "RFFT", "IRFFT"};
    OS << ", fft_type=" << Types[getNumber(31) & 3];
    return printList("fft_length", 32);
  }
  case Opcode::Fusion:
    OS << ", kind=" << getText(11);
    return printAliasing(Message, OS);
  case Opcode::Gather:
    printMessage(33, printGatherDimensions);
    printList("slice_sizes", 34);
    return printFlag("indices_are_sorted", 67);
  case Opcode::Scatter:
    printMessage(48, printScatterDimensions);
    printFlag("indices_are_sorted", 67);
    return printFlag("unique_indices", 69);
  case Opcode::GetTupleElement:
    OS << ", index=" << I.Number;
    return;
  case Opcode::Pad:
    return printMessage(21, printPadding);
  case Opcode::Parameter:
    return printMessage(61, printReplication);
  case Opcode::ReducePrecision:
    OS << ", exponent_bits=" << getNumber(18)
       << ", mantissa_bits=" << getNumber(19);
    return;
  case Opcode::ReduceWindow:
  case Opcode::SelectAndScatter:
    return printMessage(15, printWindow);
  case Opcode::Rng:
    OS << ", distribution="
       << (getNumber(23) == 2 ? "rng_normal" : "rng_uniform");
    return;
  case Opcode::RngBitGenerator: {
    static constexpr StringLiteral Algorithms[] = {
        "rng_default", "rng_three_fry", "rng_philox", "rng_default"};
    OS << ", algorithm=" << Algorithms[getNumber(70) & 3];
    return;
  }
  case Opcode::RngGetAndUpdateState:
    OS << ", delta=" << getNumber(66);
    return;
  case Opcode::Slice:
    return printSlices();
  case Opcode::Topk:
    OS << ", k=" << getNumber(81)
       << ", largest=" << (getNumber(85) ? "true" : "false");
    return;
  case Opcode::TriangularSolve:
    return printMessage(59, printTriangularSolve);
  case Opcode::Cholesky:
    return printMessage(62, printCholesky);
  case Opcode::Recv:
  case Opcode::RecvDone:
  case Opcode::Send:
  case Opcode::SendDone:
    printChannel();
    return printFlag("is_host_transfer", 47);
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
    return printFlag("use_global_device_ids", 71);
  case Opcode::ReduceScatter:
    printCollective();
    printFlag("use_global_device_ids", 71);
    return printList("dimensions", 14);
  case Opcode::AllGather:
  case Opcode::AllGatherStart:
    printCollective();
    printList("dimensions", 14);
    return printFlag("use_global_device_ids", 71);
  case Opcode::AllToAll:
    printCollective();
    if (!getNumbers(14).empty())
      printList("dimensions", 14);
    return;
  case Opcode::Infeed:
  case Opcode::Outfeed: {
    StringRef Config = getText(I.Op == Opcode::Infeed ? 27 : 22);
    if (Config.empty())
      return;
    OS << (I.Op == Opcode::Infeed ? ", infeed_config=" : ", outfeed_config=");
    return printQuoted(Config, OS);
  }
  default:
    return;
  }
}

void printOwnAttributes(const HloGraph &G, const GraphInstruction &I,
                        StringRef Message, raw_ostream &OS) {
  OwnAttributes(G, I, Message, OS).print();
}

} // namespace hlomem
