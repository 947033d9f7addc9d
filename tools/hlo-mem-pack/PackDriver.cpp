//===- PackDriver.cpp - Reads, solves and writes a problem ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackDriver.h"
#include "Interrupt.h"
#include "hlomem/Packing/PlacementCheck.h"
#include "hlomem/Support/Bytes.h"
#include "hlomem/Support/CountText.h"
#include "hlomem/Support/Decompression.h"
#include "hlomem/Support/Diagnostics.h"
#include "hlomem/Support/InputFile.h"
#include "hlomem/Support/OutputFile.h"
#include "hlomem/Support/PrintableText.h"
#include "hlomem/Support/StatusLine.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace hlomem::packing;

namespace hlomem {

/// "best 12 bytes, bound 12 bytes, gap 0 bytes (0.00%)".
static std::string describe(StringRef What, uint64_t Size, uint64_t Bound) {
  uint64_t Gap = Size - std::min(Size, Bound);
  std::string Share = toString(Percent{Bytes(Gap), Bytes(Bound)});
  return formatv("{0} {1}, bound {2}, gap {3} ({4})", What,
                 countText(Size, "byte"), countText(Bound, "byte"),
                 countText(Gap, "byte"), Bound ? Share : "0.00%");
}

static StringRef describeProof(uint64_t Size, uint64_t Bound) {
  return Size == Bound ? "proven optimal" : "not proven optimal";
}

static std::string describe(std::chrono::steady_clock::duration Time) {
  return formatv("{0:f3} s", std::chrono::duration<double>(Time).count());
}

namespace {

class PackDriver {
public:
  explicit PackDriver(PackOptions Options) : Options(std::move(Options)) {}

  ExitCode run();

private:
  bool read();
  ExitCode check();
  ExitCode search();
  bool isInfeasible();
  void chooseStart();
  Solution findSolution();
  void showProgress(const Progress &P);
  ExitCode write(const Solution &S);

  ExitCode fail(ExitCode Status, const Twine &Message) {
    Line.clear();
    WithColor::error(errs(), Options.ToolName)
        << toPrintable(Message.str()) << '\n';
    return Status;
  }

  PackOptions Options;
  SourceTexts Sources;
  ProblemFile File;
  StatusLine Line;
  /// The time that the solver took.
  std::chrono::steady_clock::duration Elapsed{};
  const std::atomic<bool> *Stop = nullptr;
};

} // namespace

bool PackDriver::read() {
  DecompressionAllowance Allowance;
  Expected<SourceText> Source = readInputFile(Options.Input, Allowance);
  if (!Source) {
    fail(ExitBadInput, toString(Source.takeError()));
    return false;
  }
  Sources.add(std::move(*Source));
  DiagnosticEngine Diagnostics(errs(), WithColor(errs()).colorsEnabled());
  std::optional<ProblemFile> Read = readProblem(
      Sources.texts()[0].Text, Sources, Diagnostics, Options.OffsetUse);
  if (!Read)
    return false;
  File = std::move(*Read);
  File.Content.Capacity = Options.Capacity;
  return true;
}

ExitCode PackDriver::check() {
  const Problem &P = File.Content;
  if (std::optional<PlacementFault> Fault = findFault(P, File.Offsets)) {
    DiagnosticEngine Diagnostics(errs(), WithColor(errs()).colorsEnabled());
    reportFault(File, P, *Fault, Sources, Diagnostics);
    return ExitBadInput;
  }
  uint64_t Size = getSize(P, File.Offsets);
  uint64_t Least = getAlignmentBound(P).Size;
  outs() << describe("valid: size", Size, Least) << ", "
         << describeProof(Size, Least) << '\n';
  if (Error E = flushStandardOutput())
    return fail(ExitOutputFailed, toString(std::move(E)));
  return ExitDone;
}

/// Tells where the buffers do not fit, without a search.
bool PackDriver::isInfeasible() {
  const Problem &P = File.Content;
  if (!P.Capacity)
    return false;
  std::string Start = formatv("no placement fits into the capacity of {0}: ",
                              countText(*P.Capacity, "byte"));
  if (Bound Load = getLoadBound(P); Load.Size > *P.Capacity) {
    fail(ExitOverLimit, Start + formatv("{0} {1} live at time {2}",
                                        countText(Load.Size, "byte"),
                                        Load.Size == 1 ? "is" : "are", Load.At)
                                    .str());
    return true;
  }
  if (Bound Needed = getAlignmentBound(P); Needed.Size > *P.Capacity) {
    fail(ExitOverLimit,
         Start + formatv("with alignments and fixed offsets, what is live at "
                         "time {0} takes {1}",
                         Needed.At, countText(Needed.Size, "byte"))
                     .str());
    return true;
  }
  return false;
}

void PackDriver::chooseStart() {
  if (Options.OffsetUse == OffsetColumn::Fixed || File.Offsets.empty())
    return;
  Problem Unlimited = File.Content;
  Unlimited.Capacity.reset();
  if (findFault(Unlimited, File.Offsets))
    WithColor::warning(errs(), Options.ToolName)
        << "the column 'offset' is not a valid placement and is ignored; use "
           "-check to see why\n";
  else
    Options.Search.Start = File.Offsets;
}

void PackDriver::showProgress(const Progress &P) {
  std::string Text = describe("best", P.Best, P.Bound) + ", ";
  Text += describe(P.Elapsed);
  if (Options.ShowsProgress)
    errs() << Text << '\n';
  else
    Line.show(Text);
}

Solution PackDriver::findSolution() {
  auto OnProgress = [this](const Progress &P) { showProgress(P); };
  Options.Search.OnProgress = OnProgress;
  Options.Search.Stop = Stop = &catchInterrupts();
  auto Begin = std::chrono::steady_clock::now();
  Solution S = solve(File.Content, Options.Search);
  Elapsed = std::chrono::steady_clock::now() - Begin;
  Line.clear();
  return S;
}

ExitCode PackDriver::write(const Solution &S) {
  Error E = writeOutputFile(Options.Output, [&](raw_ostream &OS) {
    writeProblem(OS, File.Content, File.Ids, S.Offsets);
    return true;
  });
  if (E)
    return fail(ExitOutputFailed, toString(std::move(E)));
  return ExitDone;
}

ExitCode PackDriver::search() {
  if (isInfeasible())
    return ExitOverLimit;
  chooseStart();
  Solution S = findSolution();
  const Problem &P = File.Content;
  std::string Spent = countText(S.Steps, "step") + ", ";
  Spent += describe(Elapsed);
  if (*Stop)
    Spent += ", interrupted";
  if (P.Capacity && S.Bound > *P.Capacity)
    return fail(ExitOverLimit,
                formatv("no placement fits into the capacity of {0}: none "
                        "takes less than {1}, as the search has shown; {2}",
                        countText(*P.Capacity, "byte"),
                        countText(S.Bound, "byte"), Spent)
                    .str());
  if (P.Capacity && S.Size > *P.Capacity)
    return fail(
        ExitNotFound,
        formatv("found no placement that fits into the capacity of {0}: "
                "{1}; {2}",
                countText(*P.Capacity, "byte"),
                describe("best", S.Size, S.Bound), Spent)
            .str());
  // Whatever the solver is worth, nothing is written that is not valid.
  if (S.Offsets.size() != P.Buffers.size() || findFault(P, S.Offsets))
    return fail(ExitBadInput, "the solver's placement is not valid; please "
                              "report this bug with the problem and the "
                              "command line");
  ExitCode Status = write(S);
  if (Status == ExitDone)
    errs() << describe("best", S.Size, S.Bound) << ", "
           << describeProof(S.Size, S.Bound) << "; " << Spent << '\n';
  return Status;
}

ExitCode PackDriver::run() {
  if (!read())
    return ExitBadInput;
  return Options.ChecksOnly ? check() : search();
}

ExitCode runPacking(PackOptions Options) {
  return PackDriver(std::move(Options)).run();
}

} // namespace hlomem
