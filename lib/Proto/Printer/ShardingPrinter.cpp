//===- ShardingPrinter.cpp - Meshes and shardings -------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShardingPrinter.h"
#include "HloSchema.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace hlomem {

// What would end the name, or the braces around it, is written out.
static void printAxisName(StringRef Name, raw_ostream &OS) {
  OS << '\'';
  for (char C : Name)
    if (isPrint(C) && !StringRef("'\"\\()[]{}").contains(C))
      OS << C;
    else
      OS << format("\\%03o", static_cast<unsigned char>(C));
  OS << '\'';
}

MeshNames printMesh(const WireReader &At, raw_ostream &OS,
                    StringRef OneDevice) {
  MeshNames Names;
  SmallVector<int64_t> Devices;
  std::string Axes;
  raw_string_ostream AxesOS(Axes);
  for (WireReader R(At, schema::Mesh); R.next();) {
    if (R.getField() == 2) {
      R.getNumbers(Devices);
      continue;
    }
    StringRef Name;
    int64_t Size = 0;
    for (WireReader A(R, schema::MeshAxis); A.next();) {
      if (A.getField() == 1)
        Name = A.getBytes();
      else
        Size = A.getSigned();
    }
    AxesOS << (Names.empty() ? "" : ",");
    printAxisName(Name, AxesOS);
    AxesOS << '=' << Size;
    Names.push_back(Name);
  }
  AxesOS.flush();
  if (Names.empty() && Devices.size() == 1) {
    OS << OneDevice << "[device_id=" << Devices.front() << ']';
    return Names;
  }
  OS << "mesh[" << Axes;
  if (!Devices.empty()) {
    OS << ", device_ids=(";
    interleave(Devices, OS, ",");
    OS << ')';
  }
  OS << ']';
  return Names;
}

void printAxis(const WireReader &At, const MeshNames &Names, raw_ostream &OS) {
  uint64_t Axis = 0;
  int64_t PreSize = 0, Size = 0;
  for (WireReader R(At, schema::AxisRef); R.next();) {
    if (R.getField() == 1) {
      Axis = R.getNumber();
      continue;
    }
    for (WireReader S(R, schema::SubAxis); S.next();)
      (S.getField() == 1 ? PreSize : Size) = S.getSigned();
  }
  if (Axis >= Names.size())
    return;
  printAxisName(Names[Axis], OS);
  if (Size != 0)
    OS << ":(" << PreSize << ')' << Size;
}

static void printAxes(const WireReader &At, const WireMessage &Type,
                      uint32_t Field, const MeshNames &Names, raw_ostream &OS) {
  bool IsFirst = true;
  for (WireReader R(At, Type); R.next();) {
    if (R.getField() != Field)
      continue;
    OS << (IsFirst ? "" : ", ");
    IsFirst = false;
    printAxis(R, Names, OS);
  }
}

static void printNamedSharding(const WireReader &At, StringRef OneDevice,
                               raw_ostream &OS) {
  MeshNames Names;
  size_t Dimensions = 0;
  bool HasDevice = false;
  for (WireReader R(At, schema::NamedSharding); R.next();) {
    if (R.getField() == 2) {
      uint64_t Before = OS.tell();
      Names = printMesh(R, OS, OneDevice);
      HasDevice = Names.empty() && OS.tell() - Before > sizeof("mesh[]");
    }
    Dimensions += R.getField() == 3;
  }
  if (HasDevice)
    return;
  if (Dimensions == 0) {
    OS << ", replicated";
    return;
  }
  OS << ", [";
  bool IsFirst = true;
  for (WireReader R(At, schema::NamedSharding); R.next();) {
    if (R.getField() != 3)
      continue;
    bool IsClosed = false;
    for (WireReader D(R, schema::DimensionSharding); D.next();)
      IsClosed |= D.getField() == 2 && D.getNumber() != 0;
    OS << (IsFirst ? "{" : ", {");
    IsFirst = false;
    printAxes(R, schema::DimensionSharding, 1, Names, OS);
    OS << (IsClosed ? "}" : "?}");
  }
  OS << ']';
}

enum ShardingType { Replicated, Maximal, Tuple, Other };

static StringRef getTypeName(int64_t Type) {
  static constexpr StringLiteral Names[] = {"replicated", "maximal", "tuple",
                                            "other",      "manual",  "unknown",
                                            "unreduced"};
  static constexpr int64_t Unknown = 5, Count = std::size(Names);
  return Names[Type >= 0 && Type < Count ? Type : Unknown];
}

static void printTiles(const WireReader &At, raw_ostream &OS) {
  SmallVector<int64_t> Dimensions, Devices, LastDims, Iota, Permutation;
  bool IsReplicated = false;
  for (WireReader R(At, schema::OpSharding); R.next();) {
    switch (R.getField()) {
    case 3:
      R.getNumbers(Dimensions);
      break;
    case 4:
      R.getNumbers(Devices);
      break;
    case 6:
      IsReplicated = R.getNumber() != 0;
      break;
    case 8:
      R.getNumbers(LastDims);
      break;
    case 9:
      R.getNumbers(Iota);
      break;
    case 10:
      R.getNumbers(Permutation);
      break;
    default:
      break;
    }
  }
  OS << "devices=[";
  interleave(Dimensions, OS, ",");
  OS << ']';
  if (Iota.empty()) {
    interleave(Devices, OS, ",");
  } else {
    OS << "<=[";
    interleave(Iota, OS, ",");
    OS << ']';
    if (!is_sorted(Permutation)) {
      OS << "T(";
      interleave(Permutation, OS, ",");
      OS << ')';
    }
  }
  if (IsReplicated)
    OS << " last_tile_dim_replicate";
  if (LastDims.empty())
    return;
  OS << " last_tile_dims={";
  interleave(
      LastDims, OS, [&](int64_t Type) { OS << getTypeName(Type); }, ", ");
  OS << '}';
}

// All but a tuple, which holds none.
static void printElementSharding(const WireReader &At, StringRef OneDevice,
                                 raw_ostream &OS) {
  int64_t Kind = 0;
  SmallVector<int64_t> Devices;
  OS << '{';
  for (WireReader R(At, schema::OpSharding); R.next();) {
    if (R.getField() == 1) {
      Kind = R.getSigned();
    } else if (R.getField() == 4) {
      R.getNumbers(Devices);
    } else if (R.getField() == 14) {
      printNamedSharding(R, OneDevice, OS);
      OS << '}';
      return;
    }
  }
  switch (Kind) {
  case Other:
    printTiles(At, OS);
    break;
  case Maximal:
    OS << "maximal device=" << (Devices.empty() ? 0 : Devices.front());
    break;
  default:
    OS << getTypeName(Kind);
    break;
  }
  OS << '}';
}

void printSharding(const WireReader &At, StringRef OneDevice, raw_ostream &OS) {
  bool IsTuple = false;
  for (WireReader R(At, schema::OpSharding); R.next();)
    IsTuple |= R.getField() == 1 && R.getSigned() == Tuple;
  if (!IsTuple)
    return printElementSharding(At, OneDevice, OS);
  OS << '{';
  bool IsFirst = true;
  for (WireReader R(At, schema::OpSharding); R.next();) {
    if (R.getField() != 5)
      continue;
    OS << (IsFirst ? "" : ", ");
    IsFirst = false;
    printElementSharding(R, OneDevice, OS);
  }
  OS << '}';
}

} // namespace hlomem
