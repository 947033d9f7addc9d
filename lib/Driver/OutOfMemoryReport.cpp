//===- OutOfMemoryReport.cpp - What a log without a dump says -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutOfMemoryReport.h"
#include "hlomem/Remarks/InputRemarks.h"
#include "hlomem/Remarks/RemarkStream.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace hlomem {

using Message = OutOfMemoryMessage;

static StringRef getDeviceName(Message::Device D) {
  switch (D) {
  case Message::Device::TPU:
    return "TPU";
  case Message::Device::GPU:
    return "GPU";
  case Message::Device::CPUOrGPU:
    return "CPU or GPU";
  }
  llvm_unreachable("unknown device");
}

static std::string describePhase(const Message &M) {
  StringRef Verb;
  switch (M.When) {
  case Message::Phase::Compiling:
    Verb = "compiling";
    break;
  case Message::Phase::Loading:
    Verb = "loading";
    break;
  case Message::Phase::Running:
    Verb = "running";
    break;
  }
  return (Verb + " " + (M.Subject.empty() ? "the program" : M.Subject)).str();
}

/// The environment in which XLA writes the dump of a program, also of one that
/// does not fit. libtpu reads XLA_FLAGS too, and ends a program that has
/// --xla_dump_to in its own LIBTPU_INIT_ARGS. What comes out of the compilation
/// cache is not compiled.
static constexpr StringLiteral DumpingCommand =
    "JAX_ENABLE_COMPILATION_CACHE=false XLA_FLAGS=\"--xla_dump_to=/tmp/dump "
    "--xla_dump_hlo_as_text --xla_dump_hlo_as_proto\" COMMAND";

/// The user's device, or else the one that has what \p M says; NAME if there is
/// none.
static StringRef findDeviceOf(const Message &M, const Target &Machine) {
  if (Machine.OnDevice)
    return Machine.OnDevice->Kind->Name;
  // What is free when a program runs is of no device.
  if (M.On == Message::Device::TPU && M.When == Message::Phase::Compiling &&
      M.Available && StringRef(M.Space).equals_insensitive("HBM"))
    for (const Device &D : devices())
      if (D.Family == Backend::TPU && D.getLimit() >= M.Available->Least &&
          D.getLimit() <= M.Available->Most)
        return D.Name;
  return "NAME";
}

/// Layouts say how a shape is padded, and are longer than the rest of it.
static StringRef shortenShape(const OutOfMemoryBuffer &B) {
  StringRef Shape = B.Shape;
  bool IsUnpadded = B.Unpadded && *B.Unpadded == *B.Size;
  return IsUnpadded && !Shape.starts_with("(") ? Shape.split('{').first : Shape;
}

/// By how much it does not fit: as the log says it, or as far as the two
/// rounded numbers tell.
static std::string describeExcess(const Message &M) {
  if (M.Over)
    return ", " + toString(*M.Over) + " over";
  Bytes AtLeast = differenceOrZero(M.Needed->Least, M.Available->Most);
  // Printing rounds, and must not round up.
  std::optional<RoundedBytes> Printed =
      parseRoundedBytes(toHumanString(AtLeast));
  if (Printed && !Printed->isExact())
    AtLeast =
        differenceOrZero(AtLeast, Printed->Most - Printed->Least + Bytes(1));
  return AtLeast.isZero() ? ""
                          : ", at least " + toHumanString(AtLeast) + " over";
}

static void reportHeadline(const Message &M, RemarkStream &Remarks,
                           StringRef Origin) {
  std::string Device = getDeviceName(M.On).str();
  std::string Doing = describePhase(M);
  if (M.Needed && M.Available)
    Remarks.emit(Origin, M.Loc,
                 remark::OutOfMemory{.Device = Device,
                                     .Doing = Doing,
                                     .Needed = toString(*M.Needed),
                                     .Space = M.Space.empty()
                                                  ? "memory"
                                                  : StringRef(M.Space).upper(),
                                     .Available = toString(*M.Available),
                                     .Over = describeExcess(M)});
  else if (M.Needed)
    Remarks.emit(Origin, M.Loc,
                 remark::OutOfMemoryOfRequest{.Device = Device,
                                              .Doing = Doing,
                                              .Needed = toString(*M.Needed)});
  else
    Remarks.emit(Origin, M.Loc,
                 remark::OutOfMemoryUntold{.Device = Device, .Doing = Doing});
}

void reportOutOfMemory(ArrayRef<Message> Messages, const Target &Machine,
                       RemarkStream &Remarks) {
  static constexpr StringLiteral Origin = "input";
  for (const Message &M : Messages) {
    reportHeadline(M, Remarks, Origin);
    for (const OutOfMemoryPart &P : M.Parts)
      Remarks.emit(Origin, SMLoc(),
                   remark::OutOfMemoryPart{.Size = P.Size.Text,
                                           .AtLeast = P.Size.Least,
                                           .AtMost = P.Size.Most,
                                           .Part = P.Name});
    for (const OutOfMemoryBuffer &B : M.Buffers)
      Remarks.emit(Origin, SMLoc(),
                   remark::OutOfMemoryBuffer{
                       .Size = B.Size->Text,
                       .AtLeast = B.Size->Least,
                       .AtMost = B.Size->Most,
                       .Unpadded = B.Unpadded ? B.Unpadded->Text : "",
                       .Kind = B.Kind,
                       .Label = B.Label,
                       .Shape = shortenShape(B).str(),
                       .OpName = B.OpName,
                       .Source = B.Source});
    if (M.IsCut)
      Remarks.emit(Origin, SMLoc(), remark::OutOfMemoryCut{});
    if (M.Repeats)
      Remarks.emit(Origin, SMLoc(),
                   remark::OutOfMemoryRepeated{.Count = M.Repeats});
  }
  if (Messages.empty())
    return;
  Remarks.emit(Origin, SMLoc(), remark::GetTheDump{});
  StringRef OnDevice = findDeviceOf(Messages.back(), Machine);
  for (const std::string &Command :
       {DumpingCommand.str(),
        ("hlo-mem-opt -device=" + OnDevice + " /tmp/dump").str()})
    Remarks.emit(Origin, SMLoc(), remark::DumpCommand{.Command = Command});
}

} // namespace hlomem
