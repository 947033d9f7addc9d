//===- DeviceEmitter.cpp - -gen-hlo-devices -------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HloRecords.h"
#include "TableGenUtils.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace hlomem::tblgen;

namespace {

class DeviceEmitter {
public:
  explicit DeviceEmitter(const RecordKeeper &RK)
      : RK(RK), Devices(readDevices(RK)) {}

  void run(raw_ostream &OS);

private:
  const RecordKeeper &RK;
  std::vector<DeviceRecord> Devices;
};

} // namespace

void DeviceEmitter::run(raw_ostream &OS) {
  emitSourceFileHeader("The devices that programs are compiled for", OS, RK);
  GuardedPart Part(OS, "GEN_DEVICE_DEFS");
  // An array of no elements is an error.
  for (const auto &[I, D] : enumerate(Devices)) {
    if (!D.Lacks.empty()) {
      OS << "static constexpr MemorySpace LackedBy" << I << "[] = {";
      interleaveComma(D.Lacks, OS);
      OS << "};\n";
    }
    if (!D.Targets.empty()) {
      OS << "static constexpr llvm::StringLiteral TargetsOf" << I << "[] = {";
      interleaveComma(D.Targets, OS, [&](StringRef T) { OS << toLiteral(T); });
      OS << "};\n";
    }
  }
  OS << "\nllvm::ArrayRef<Device> devices() {\n"
        "  static constexpr Device Devices[] = {\n";
  for (const auto &[I, D] : enumerate(Devices)) {
    OS << "    {" << toLiteral(D.Name) << ", Backend::" << D.Backend << ", "
       << toLiteral(D.Hardware) << ",\n     Bytes(" << D.Memory << "u), "
       << toLiteral(D.ComputeCapability) << ", ";
    if (D.Lacks.empty())
      OS << "{}";
    else
      OS << "LackedBy" << I;
    if (D.Targets.empty())
      OS << ", {}";
    else
      OS << ", TargetsOf" << I;
    OS << ", " << toLiteral(D.Topology) << "},\n";
  }
  OS << "  };\n  return Devices;\n}\n";
}

static TableGen::Emitter::OptClass<DeviceEmitter>
    RegisterDeviceEmitter("gen-hlo-devices",
                          "Generate the devices and their memory");
