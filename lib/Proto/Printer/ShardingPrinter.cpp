//===- ShardingPrinter.cpp - Meshes and shardings -------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShardingPrinter.h"
#include "HloSchema.inc"
#include "llvm/Support/Format.h"

using namespace llvm;

namespace hlomem {

using namespace schema;

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
  for (WireReader R(At, MeshProto); R.next();) {
    R.take(MeshProto::DeviceIds, Devices);
    if (R.getField() != MeshProto::Axes)
      continue;
    StringRef Name;
    int64_t Size = 0;
    for (WireReader A(R, MeshAxis); A.next();) {
      A.take(MeshAxis::Name, Name);
      A.take(MeshAxis::Size, Size);
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
  for (WireReader R(At, AxisRefProto); R.next();) {
    R.take(AxisRefProto::MeshAxisIndex, Axis);
    if (R.getField() == AxisRefProto::SubAxisInfo)
      for (WireReader S(R, SubAxis); S.next();) {
        S.take(SubAxis::PreSize, PreSize);
        S.take(SubAxis::Size, Size);
      }
  }
  if (Axis >= Names.size())
    return;
  printAxisName(Names[Axis], OS);
  if (Size != 0)
    OS << ":(" << PreSize << ')' << Size;
}

static void printAxes(const WireReader &At, const MeshNames &Names,
                      raw_ostream &OS) {
  bool IsFirst = true;
  for (WireReader R(At, DimensionSharding); R.next(DimensionSharding::Axes);) {
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
  for (WireReader R(At, NamedShardingProto); R.next();) {
    if (R.getField() == NamedShardingProto::Mesh) {
      uint64_t Before = OS.tell();
      Names = printMesh(R, OS, OneDevice);
      HasDevice = Names.empty() && OS.tell() - Before > sizeof("mesh[]");
    }
    Dimensions += R.getField() == NamedShardingProto::DimShardings;
  }
  if (HasDevice)
    return;
  if (Dimensions == 0) {
    OS << ", replicated";
    return;
  }
  OS << ", [";
  bool IsFirst = true;
  for (WireReader R(At, NamedShardingProto);
       R.next(NamedShardingProto::DimShardings);) {
    bool IsClosed = false;
    for (WireReader D(R, DimensionSharding); D.next();)
      D.take(DimensionSharding::IsClosed, IsClosed);
    OS << (IsFirst ? "{" : ", {");
    IsFirst = false;
    printAxes(R, Names, OS);
    OS << (IsClosed ? "}" : "?}");
  }
  OS << ']';
}

static std::string getTypeName(uint64_t Type) {
  return OpShardingType::getName(Type, OpShardingType::Unknown).lower();
}

static void printTiles(const WireReader &At, raw_ostream &OS) {
  SmallVector<int64_t> Dimensions, Devices, LastDims, Iota, Permutation;
  bool IsReplicated = false;
  for (WireReader R(At, OpSharding); R.next();) {
    R.take(OpSharding::TileAssignmentDimensions, Dimensions);
    R.take(OpSharding::TileAssignmentDevices, Devices);
    R.take(OpSharding::ReplicateOnLastTileDim, IsReplicated);
    R.take(OpSharding::LastTileDims, LastDims);
    R.take(OpSharding::IotaReshapeDims, Iota);
    R.take(OpSharding::IotaTransposePerm, Permutation);
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
  for (WireReader R(At, OpSharding); R.next();) {
    R.take(OpSharding::Type, Kind);
    R.take(OpSharding::TileAssignmentDevices, Devices);
    if (R.getField() == OpSharding::NamedSharding) {
      printNamedSharding(R, OneDevice, OS);
      OS << '}';
      return;
    }
  }
  switch (Kind) {
  case OpShardingType::Other:
    printTiles(At, OS);
    break;
  case OpShardingType::Maximal:
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
  for (WireReader R(At, OpSharding); R.next();)
    IsTuple |= R.getField() == OpSharding::Type &&
               R.getSigned() == OpShardingType::Tuple;
  if (!IsTuple)
    return printElementSharding(At, OneDevice, OS);
  OS << '{';
  bool IsFirst = true;
  for (WireReader R(At, OpSharding); R.next(OpSharding::TupleShardings);) {
    OS << (IsFirst ? "" : ", ");
    IsFirst = false;
    printElementSharding(R, OneDevice, OS);
  }
  OS << '}';
}

} // namespace hlomem
