//===- ScreenVerdict.cpp - Does it fit, and what to type next -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScreenSections.h"
#include "hlomem/Support/DisplayText.h"
#include "hlomem/Support/PrintableText.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace llvm;

namespace hlomem {

static constexpr StringLiteral NoDevice = "the limit";

static std::string printInOwnUnit(uint64_t Bytes) {
  return SizeUnit::choose(Bytes).printWithUnit(Bytes);
}

static std::string getDeviceOption(StringRef Machine) {
  if (Machine == "GPU" || Machine == "TPU")
    return Machine == "GPU" ? "-device=h100-80gb" : "-device=v5e";
  return "-memory-limit=16GiB";
}

/// Whether the dump does not tell which device it was compiled for.
static bool tellsNoDevice(const ScreenFacts &Facts) {
  const Remark *Caveat = Facts.find("SummaryCaveat");
  return Caveat && StringRef(getText(*Caveat, "Why"))
                       .starts_with("the dump does not tell");
}

/// A limit may be much more than what a small program needs.
static SizeUnit getUnitOfLimit(const ScreenFacts &Facts) {
  return Facts.ExactBytes ? Facts.Unit : SizeUnit::choose(*Facts.Limit);
}

static std::string describeVerdict(const ScreenFacts &Facts,
                                   const Remark &Head) {
  const SizeUnit &Unit = Facts.Unit;
  const Remark *Over = Facts.find("SummaryOverLimit");
  const Remark *Judged = Over ? Over : Facts.find("SummaryUnderLimit");
  if (!Judged) {
    std::string Needs = "needs " + Unit.printWithUnit(Facts.Need);
    for (const RemarkPiece &P : Head.pieces())
      if (P.Kind == RemarkPieceKind::Space && P.Value && *P.Value != "0")
        Needs += " in " + toPrintable(P.Text);
    const std::string Machine = getText(Head, "Machine");
    if (Facts.Verdict.empty() && Machine == "CPU")
      Needs += " on a CPU, and another amount on a TPU or GPU";
    if (Facts.Verdict.empty())
      Needs += "; to know whether that fits, name the " +
               (Machine == "TPU" || Machine == "GPU" ? Machine : "limit") +
               ": " + getDeviceOption(Machine);
    return Needs;
  }
  const uint64_t Need = Facts.Need, Limit = *Facts.Limit;
  const SizeUnit OfLimit = getUnitOfLimit(Facts);
  std::string Numbers = ": needs ";
  if (OfLimit.Shift == Unit.Shift)
    Numbers +=
        Unit.print(Need) + " of " + Unit.printWithUnit(Limit) + ", " +
        Unit.printDifference(std::max(Need, Limit), std::min(Need, Limit)) +
        (Over ? " too much" : " left");
  else
    Numbers += Unit.printWithUnit(Need) + " of " +
               OfLimit.printWithUnit(Limit) + ", " +
               printInOwnUnit(std::max(Need, Limit) - std::min(Need, Limit)) +
               (Over ? " too much" : " left");
  std::string Device = getText(*Judged, "Device");
  // Of a GPU a dump tells the generation alone.
  if (tellsNoDevice(Facts) ||
      (getText(Head, "Machine") == "GPU" && Device != NoDevice))
    Device += " (as given)";
  if (Facts.Verdict == "does not fit")
    return "DOES NOT FIT " + Device + Numbers;
  if (Facts.Verdict == "close")
    return "close to what " + Device + " has" + Numbers;
  return "fits " + Device + Numbers;
}

static raw_ostream::Colors getColor(StringRef Verdict) {
  if (Verdict == "does not fit")
    return raw_ostream::RED;
  if (Verdict == "close")
    return raw_ostream::YELLOW;
  return Verdict == "fits" ? raw_ostream::GREEN : raw_ostream::SAVEDCOLOR;
}

/// The program, what it was compiled for, and the file.
static std::string describeProgram(const Remark &Head, StringRef ModuleName,
                                   unsigned Width) {
  std::string Program = getText(Head, "Program");
  std::string Machine = getText(Head, "Machine");
  // A dump without its program is named by its file alone.
  const bool HasName = !ModuleName.ends_with(Program);
  std::string Begin = HasName ? Program + ", " + Machine + ", " : "";
  std::string End = HasName ? "" : ", " + Machine;
  constexpr unsigned LeastPath = 20;
  const size_t Used = getDisplayWidth(Begin) + getDisplayWidth(End);
  return Begin +
         shortenPath(toPrintable(ModuleName),
                     Width - std::min<size_t>(Used, Width - LeastPath)) +
         End;
}

void printVerdict(const ScreenText &Out, const ScreenFacts &Facts,
                  StringRef ModuleName) {
  const Remark *Head = Facts.findHead();
  if (!Head)
    return;
  auto Print = [&](raw_ostream::Colors Color, function_ref<void()> Do) {
    WithColor Bold(Out.OS, Color, /*Bold=*/true, /*BG=*/false,
                   Out.getColorMode());
    Do();
  };
  Print(raw_ostream::SAVEDCOLOR,
        [&] { Out.wrap(describeProgram(*Head, ModuleName, Out.Width), 0); });
  Print(getColor(Facts.Verdict),
        [&] { Out.wrap(describeVerdict(Facts, *Head)); });
  if (!Head->doubts().empty())
    Out.wrap("doubtful, the dump contradicts itself (" +
             join(Head->doubts(), ", ") + "): -passes=verify");
  if (Head->getName() == "SummaryUnknown")
    Out.wrap("what is live is unknown, since the dump has no live ranges" +
             getText(*Head, "Why"));
  std::string Fullest;
  for (const Remark &R : Facts.Remarks) {
    StringRef Name = R.getName();
    if (Name == "SummaryFullest" || Name == "SummaryWall")
      Fullest += (Fullest.empty() ? "" : "; ") + Facts.describe(R);
    else if (Name == "SummaryNoProgram" || Name == "SummaryDerived" ||
             Name == "SummaryMoreFraction" ||
             (Name == "SummaryCaveat" && !tellsNoDevice(Facts)) ||
             Name == "SummaryOtherDevice" || Name == "SummaryRanOut")
      Out.wrap(Facts.describe(R));
    else if (Name == "SummaryFraction")
      Out.wrap(Facts.describe(R, getUnitOfLimit(Facts)));
  }
  if (!Fullest.empty())
    Out.wrap(Fullest);
}

/// The option for another part of a GPU's memory than JAX takes by default, as
/// \p R has it; empty if \p R is null.
static std::string getFractionOption(const Remark *R) {
  constexpr unsigned Digits = 10000;
  const uint64_t Fraction =
      !R ? 0
         : std::lround(double(Digits) * getCount(*R, "Limit") /
                       std::max<uint64_t>(getCount(*R, "Memory"), 1));
  if (!R || Fraction == Digits / 4 * 3)
    return "";
  const std::string Text = formatv("{0:f4}", double(Fraction) / Digits);
  return " -memory-fraction=" + StringRef(Text).rtrim('0').rtrim('.').str();
}

void printCommands(const ScreenText &Out, const ScreenFacts &Facts,
                   StringRef ModuleName, bool HasUntold) {
  constexpr unsigned WhatColumns = 24;
  auto Print = [&](const Twine &Given, StringRef What) {
    std::string Command = ("hlo-mem-opt " + Given + " ").str() +
                          quoteForShell(toPrintable(ModuleName));
    const size_t Left = Out.Width - WhatColumns;
    Out.printLine(getDisplayWidth(Command) + 2 <= Left
                      ? padRight(Command, Left) + What.str()
                      : Command);
  };
  Out.OS << '\n';
  const Remark *Head = Facts.findHead();
  std::string Limit;
  for (StringRef Name : {"SummaryOverLimit", "SummaryUnderLimit"})
    if (const Remark *R = Facts.find(Name)) {
      std::string Device = getText(*R, "Device");
      if (Device == NoDevice)
        Limit = " -memory-limit=" + utostr(getCount(*R, "Limit"));
      else if (!Head || Device != getText(*Head, "Machine"))
        // A file beside the dump does not name it.
        Limit = " -device=" + Device;
      Limit += getFractionOption(Facts.find("SummaryFraction"));
      break;
    }
  const bool FitsWithOne = any_of(Facts.Remarks, [](const Remark &R) {
    return getText(R, "Fits") == "fits";
  });
  if (Facts.Limit && Facts.Verdict == "does not fit" && !FitsWithOne &&
      Facts.mayFitTogether()) {
    Print("-passes=fit" + Limit, "the changes that fit");
  } else if (Head && Facts.Verdict.empty()) {
    Print(getDeviceOption(getText(*Head, "Machine")), "does it fit");
  }
  Print("-passes='attribute<by=part>'", "all parts");
  // Three are enough.
  if (HasUntold)
    Print("-passes=advise -format=screen" + Limit, "how to make each");
  else
    Print("-passes=peak", "every buffer");
}

} // namespace hlomem
