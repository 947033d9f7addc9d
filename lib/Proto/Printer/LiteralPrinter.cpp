//===- LiteralPrinter.cpp - The literals of constants ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiteralPrinter.h"
#include "HloSchema.inc"
#include "hlomem/IR/Shape.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Format.h"
#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace llvm;

namespace hlomem {

using namespace schema;

// With as many digits as tell the number from others of its type.
static std::string printFloat(double Value, int Digits) {
  char Text[64];
  std::snprintf(Text, sizeof(Text), "%.*g", Digits, Value);
  return Text;
}

static std::string printF32(float Value) {
  std::string Short = printFloat(Value, 6);
  if (std::isnan(Value) || std::strtof(Short.c_str(), nullptr) == Value)
    return Short;
  return printFloat(Value, 9);
}

static std::string printF64(double Value) {
  std::string Short = printFloat(Value, 15);
  if (std::isnan(Value) || std::strtod(Short.c_str(), nullptr) == Value)
    return Short;
  return printFloat(Value, 17);
}

static std::string printSmall(const fltSemantics &Semantics, uint64_t Bits,
                              unsigned Width, int Digits) {
  APFloat F(Semantics, APInt(Width, Bits));
  bool LosesInfo = false;
  F.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &LosesInfo);
  return printFloat(F.convertToDouble(), Digits);
}

/// Takes the elements of a literal as they are printed; \p Most and one if
/// there are more.
static void readElements(const WireReader &At, const Shape &Type, size_t Most,
                         std::vector<std::string> &Elements) {
  // A number has 10 bytes at most, two doubles have 16.
  static constexpr size_t MostBytesOfOne = 16;
  bool IsScalar = Type.getDimensions().empty();
  for (WireReader R(At, LiteralProto); R.next() && Elements.size() <= Most;) {
    if (R.getField() == LiteralProto::Shape)
      continue;
    StringRef Bytes = R.getBytes().take_front((Most + 1) * MostBytesOfOne);
    if (Bytes.size() != R.getBytes().size()) {
      Elements.resize(Most + 1);
      return;
    }
    auto Numbers = [&](auto Print) {
      SmallVector<int64_t> List;
      R.getNumbers(List);
      for (int64_t N : List)
        Elements.push_back(Print(N));
    };
    auto EachOf = [&](size_t Size, auto Print) {
      for (; Bytes.size() >= Size; Bytes = Bytes.drop_front(Size))
        Elements.push_back(Print(Bytes.data()));
    };
    auto Float16 = [&](const fltSemantics &S, int Digits) {
      EachOf(2, [&](const char *P) {
        return printSmall(S, support::endian::read16le(P), 16, Digits);
      });
    };
    auto Float8 = [&](const fltSemantics &S, int Digits) {
      EachOf(1, [&](const char *P) {
        return printSmall(S, static_cast<uint8_t>(*P), 8, Digits);
      });
    };
    auto ReadF32 = [](const char *P) {
      return llvm::bit_cast<float>(support::endian::read32le(P));
    };
    auto ReadF64 = [](const char *P) {
      return llvm::bit_cast<double>(support::endian::read64le(P));
    };
    switch (R.getField()) {
    case LiteralProto::Preds:
      Numbers([&](int64_t N) -> std::string {
        if (!IsScalar)
          return N ? "1" : "0";
        return N ? "true" : "false";
      });
      break;
    case LiteralProto::S32s:
    case LiteralProto::S64s:
      Numbers([](int64_t N) { return std::to_string(N); });
      break;
    case LiteralProto::U32s:
    case LiteralProto::U64s:
      Numbers(
          [](int64_t N) { return std::to_string(static_cast<uint64_t>(N)); });
      break;
    case LiteralProto::U8s:
      EachOf(1, [](const char *P) {
        return std::to_string(static_cast<uint8_t>(*P));
      });
      break;
    case LiteralProto::S8s:
      EachOf(1, [](const char *P) {
        return std::to_string(static_cast<int8_t>(*P));
      });
      break;
    case LiteralProto::U16s:
      EachOf(2, [](const char *P) {
        return std::to_string(support::endian::read16le(P));
      });
      break;
    case LiteralProto::S16s:
      EachOf(2, [](const char *P) {
        return std::to_string(
            static_cast<int16_t>(support::endian::read16le(P)));
      });
      break;
    case LiteralProto::F32s:
      EachOf(4, [&](const char *P) { return printF32(ReadF32(P)); });
      break;
    case LiteralProto::F64s:
      EachOf(8, [&](const char *P) { return printF64(ReadF64(P)); });
      break;
    case LiteralProto::F16s:
      Float16(APFloat::IEEEhalf(), 5);
      break;
    case LiteralProto::Bf16s:
      Float16(APFloat::BFloat(), 4);
      break;
    case LiteralProto::C64s:
      EachOf(8, [&](const char *P) {
        return "(" + printF32(ReadF32(P)) + ", " + printF32(ReadF32(P + 4)) +
               ")";
      });
      break;
    case LiteralProto::C128s:
      EachOf(16, [&](const char *P) {
        return "(" + printF64(ReadF64(P)) + ", " + printF64(ReadF64(P + 8)) +
               ")";
      });
      break;
    case LiteralProto::F8e5m2s:
      Float8(APFloat::Float8E5M2(), 2);
      break;
    case LiteralProto::F8e4m3fns:
      Float8(APFloat::Float8E4M3FN(), 3);
      break;
    default:
      break;
    }
  }
}

// Of several dimensions there are blanks within the braces, but around a single
// element.
static void printArray(ArrayRef<std::string> Elements,
                       ArrayRef<Dimension> Dimensions, bool IsInner,
                       raw_ostream &OS) {
  if (Dimensions.empty()) {
    OS << (Elements.empty() ? "" : Elements.front());
    return;
  }
  size_t Count = Dimensions.front().Extent;
  size_t Each = Count == 0 ? 0 : Elements.size() / Count;
  bool IsLast = Dimensions.size() == 1;
  bool HasBlanks = !IsLast || (IsInner && Count > 1);
  OS << (HasBlanks ? "{ " : "{");
  for (size_t I = 0; I != Count; ++I) {
    OS << (I == 0 ? "" : ", ");
    printArray(Elements.slice(I * Each, Each), Dimensions.drop_front(),
               /*IsInner=*/true, OS);
  }
  OS << (HasBlanks ? " }" : "}");
}

void printLiteral(const WireReader &At, const Shape &Type, raw_ostream &OS) {
  static constexpr uint64_t MostElements = 10;
  ArrayRef<Dimension> Dimensions = Type.getDimensions();
  uint64_t Count = 1;
  // Braces are printed for what stands before a dimension of size 0.
  uint64_t MostBraces = 1;
  for (const Dimension &D : Dimensions) {
    Count = std::min(Count * std::min(D.Extent, MostElements + 1),
                     MostElements + 1);
    MostBraces = std::max(MostBraces, Count);
  }
  // XLA's arrays have fewer dimensions than this.
  static constexpr size_t MostDimensions = 64;
  if (!Type.isArray() || MostBraces > MostElements ||
      Dimensions.size() > MostDimensions) {
    OS << "{...}";
    return;
  }
  std::vector<std::string> Elements;
  readElements(At, Type, Count, Elements);
  if (Elements.size() != Count) {
    OS << "{...}";
    return;
  }
  printArray(Elements, Dimensions, /*IsInner=*/false, OS);
}

} // namespace hlomem
