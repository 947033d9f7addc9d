//===- TargetOptions.cpp - What the command line says of the machine ------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetOptions.h"
#include "hlomem/Driver/Driver.h"
#include "hlomem/Pass/PipelineError.h"
#include "hlomem/Support/Diagnostics.h"
#include "hlomem/Support/SizeOption.h"
#include <utility>

using namespace llvm;

namespace hlomem {

static constexpr StringLiteral MemoryLimitOption = "-memory-limit";

/// True if some backend has a space of this number or name.
static bool isMemorySpace(StringRef Text) {
  return any_of(KnownBackends, [Text](Backend B) {
    return findMemorySpace(B, Text).has_value();
  });
}

static Error reportUnknownSpace(StringRef Option, Backend B, StringRef Space) {
  SmallVector<StringRef> Names = getMemorySpaceSpellings(B);
  return createStringError(
      Option + ": " +
      (B == Backend::Unknown
           ? "no backend has a memory space "
           : "the backend " + backendName(B) + " has no memory space ") +
      quoteForMessage(Space) + didYouMean(Space.lower(), Names) +
      " (known: numbers, " + join(Names, ", ") + ")");
}

/// "hbm=16GiB", or "16GiB" for the default space.
static Expected<MemoryLimit> readLimit(StringRef Option, StringRef Text) {
  StringRef Space = "default", Size = Text;
  if (Text.contains('=')) {
    std::tie(Space, Size) = Text.split('=');
    Space = Space.trim();
    if (!isMemorySpace(Space))
      return reportUnknownSpace(Option, Backend::Unknown, Space);
  } else if (Text.empty() || !isDigit(Text.front())) {
    return createStringError(Option +
                             ": expected a size, such as '16GiB', or a memory "
                             "space and its size, such as 'hbm=16GiB', found " +
                             quoteForMessage(Text));
  }
  Expected<Bytes> Limit = readSizeOption(Option, Size.trim());
  if (!Limit)
    return Limit.takeError();
  return MemoryLimit{Space.str(), *Limit};
}

/// On \p Device, or on all that know both where that is inferred from dumps.
static bool isSameSpace(std::optional<Backend> Device, StringRef A,
                        StringRef B) {
  if (A.equals_insensitive(B))
    return true;
  bool IsSame = false;
  for (Backend D : KnownBackends) {
    std::optional<MemorySpace> First = findMemorySpace(D, A);
    std::optional<MemorySpace> Second = findMemorySpace(D, B);
    if ((Device && D != *Device) || !First || !Second)
      continue;
    if (*First != *Second)
      return false;
    IsSame = true;
  }
  return IsSame;
}

static Error reportTwoLimits(StringRef Option, StringRef A, StringRef B) {
  if (A.equals_insensitive(B))
    return createStringError(Option + ": " + quoteForMessage(B) +
                             " has two limits; give one");
  return createStringError(
      Option + ": " + quoteForMessage(A) + " and " + quoteForMessage(B) +
      " are one memory space, and have two limits; give one (a comma separates "
      "limits, not digits)");
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

/// "v5e" or "v5e:2x4".
static Expected<ChosenDevice> readDevice(StringRef Text) {
  auto [Name, Topology] = Text.split(':');
  const Device *Kind = findDevice(Name);
  if (!Kind) {
    SmallVector<StringRef> Names;
    for (const Device &D : devices())
      Names.push_back(D.Name);
    return createStringError("-device: unknown device " +
                             quoteForMessage(Name) +
                             didYouMean(Name.lower(), Names) +
                             " (known: " + join(Names, ", ") + ")");
  }
  if (Text.contains(':') && !isTopology(Topology))
    return createStringError("-device: expected a topology, such as '" +
                             Kind->Topology + "', after '" + Kind->Name +
                             ":', found " + quoteForMessage(Topology));
  return ChosenDevice{.Kind = Kind, .Topology = Topology.str()};
}

/// Above 0, at most 1.
static Expected<double> readMemoryFraction(StringRef Text) {
  double Fraction = 0;
  if (Text.getAsDouble(Fraction) || !(Fraction > 0) || Fraction > 1)
    return createStringError("-memory-fraction: expected a number above 0 and "
                             "at most 1, such as '0.9', found " +
                             quoteForMessage(Text));
  return Fraction;
}

static Error addDevice(const DriverOptions &Options, Target &Machine) {
  Expected<ChosenDevice> Chosen = readDevice(*Options.TargetDevice);
  if (!Chosen)
    return Chosen.takeError();
  const Device &Kind = *Chosen->Kind;
  if (Machine.GivenBackend && *Machine.GivenBackend != Kind.Family)
    return createStringError(
        "-device: " + Kind.Name + " is a " + backendName(Kind.Family) +
        ", and the backend is " + backendName(*Machine.GivenBackend));
  if (std::optional<double> Fraction =
          std::exchange(Machine.GivenFraction, std::nullopt)) {
    if (!Kind.hasMemoryFraction())
      return createStringError("-memory-fraction: a " +
                               backendName(Kind.Family) +
                               " gives all of its memory; only GPUs have one");
    Chosen->MemoryFraction = *Fraction;
  }
  for (const MemoryLimit &L : Machine.Limits) {
    std::optional<MemorySpace> Space = findMemorySpace(Kind.Family, L.Space);
    if (!Space)
      return reportUnknownSpace(MemoryLimitOption, Kind.Family, L.Space);
    if (*Space == 0)
      return createStringError("-device: " + Kind.Name + " has a limit of " +
                               toString(Chosen->getLimit()) +
                               " already; give -device or -memory-limit for "
                               "its main memory, not both");
  }
  Machine.OnDevice = std::move(*Chosen);
  return Error::success();
}

/// Of the default space, on whatever backend: none without a limit.
static std::optional<Bytes> getDefaultLimit(const Target &Machine) {
  if (Machine.OnDevice)
    return Machine.OnDevice->getLimit();
  for (const MemoryLimit &L : Machine.Limits)
    if (findMemorySpace(Machine.GivenBackend.value_or(Backend::Unknown),
                        L.Space) == 0)
      return L.Size;
  return std::nullopt;
}

static Error addReserve(StringRef Text, Target &Machine) {
  std::optional<Bytes> Limit = getDefaultLimit(Machine);
  if (!Limit)
    return createStringError("-reserve: nothing to take it from; give -device, "
                             "or a -memory-limit of the default space");
  Expected<Bytes> Reserve = readSizeOption("-reserve", Text);
  if (!Reserve)
    return Reserve.takeError();
  if (*Reserve >= *Limit)
    return createStringError("-reserve: " + toString(*Reserve) +
                             " leaves nothing of the " + toString(*Limit) +
                             (Machine.OnDevice
                                  ? " of " + Machine.OnDevice->Kind->Name.str()
                                  : " of -memory-limit"));
  Machine.Reserve = *Reserve;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

/// Adds what \p Option says, one text for each memory space, to \p Limits.
static Error addLimits(StringRef Option, ArrayRef<std::string> Texts,
                       std::optional<Backend> Given,
                       std::vector<MemoryLimit> &Limits) {
  for (StringRef Text : Texts) {
    Expected<MemoryLimit> Limit = readLimit(Option, Text);
    if (!Limit)
      return Limit.takeError();
    for (const MemoryLimit &L : Limits)
      if (isSameSpace(Given, L.Space, Limit->Space))
        return reportTwoLimits(Option, L.Space, Limit->Space);
    if (Given && !findMemorySpace(*Given, Limit->Space))
      return reportUnknownSpace(Option, *Given, Limit->Space);
    Limits.push_back(std::move(*Limit));
  }
  return Error::success();
}

Expected<Target> readTarget(const DriverOptions &Options) {
  Target Machine;
  if (Options.TargetBackend != Backend::Unknown)
    Machine.GivenBackend = Options.TargetBackend;
  if (Error E = addLimits(MemoryLimitOption, Options.MemoryLimits,
                          Machine.GivenBackend, Machine.Limits))
    return E;
  if (Error E = addLimits("-peak-limit", Options.PeakLimits,
                          Machine.GivenBackend, Machine.PeakLimits))
    return E;
  if (Options.MemoryFraction) {
    Expected<double> Fraction = readMemoryFraction(*Options.MemoryFraction);
    if (!Fraction)
      return Fraction.takeError();
    Machine.GivenFraction = *Fraction;
  }
  if (Options.TargetDevice) {
    if (Error E = addDevice(Options, Machine))
      return E;
  } else if (Machine.GivenFraction &&
             Machine.GivenBackend.value_or(Backend::GPU) != Backend::GPU) {
    return createStringError("-memory-fraction: only GPUs have one, and the "
                             "backend is " +
                             backendName(*Machine.GivenBackend));
  } else if (Machine.GivenFraction && getDefaultLimit(Machine)) {
    return createStringError("-memory-fraction: it is a fraction of the memory "
                             "of a device, and -memory-limit gives the limit");
  } else if (Machine.GivenFraction && Options.Resident) {
    return createStringError("-memory-fraction: it is a fraction of the memory "
                             "of a device; with -resident give -device");
  }
  if (Options.Reserve)
    if (Error E = addReserve(*Options.Reserve, Machine))
      return E;
  Machine.IsResident = Options.Resident;
  return Machine;
}

} // namespace hlomem
