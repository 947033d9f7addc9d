//===- PackDriver.cpp - Reads, solves and writes a problem ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackDriver.h"
#include "hlomem/Packing/ProblemCsv.h"
#include "hlomem/Packing/Solver.h"
#include "hlomem/Support/CountText.h"
#include "hlomem/Support/Decompression.h"
#include "hlomem/Support/Diagnostics.h"
#include "hlomem/Support/InputFile.h"
#include "hlomem/Support/Interrupt.h"
#include "hlomem/Support/OutputFile.h"
#include "hlomem/Support/PrintableText.h"
#include "hlomem/Support/SizeOption.h"
#include "hlomem/Support/StatusLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/WithColor.h"
#include <thread>

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
  explicit PackDriver(const PackOptions &Options) : Options(Options) {}

  ExitCode run();

private:
  Error checkOptions() const;
  Error readOptions();
  Error readLimits();
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

  const PackOptions &Options;
  /// "-" is the standard output.
  std::string Output;
  std::optional<uint64_t> Capacity;
  OffsetColumn OffsetUse = OffsetColumn::Optional;
  SolverOptions Search;
  SourceTexts Sources;
  ProblemFile File;
  StatusLine Line;
  /// The time that the solver took.
  std::chrono::steady_clock::duration Elapsed{};
};

} // namespace

/// No machine has more threads, and a slip of the finger may ask for them.
static constexpr unsigned MaxJobs = 4096;

/// Nobody waits longer; more would not fit into a number of nanoseconds.
static constexpr double MaxSeconds = 1e9;

static constexpr double DefaultSeconds = 10;

/// Options that contradict each other.
Error PackDriver::checkOptions() const {
  if (Options.Inputs.size() != 1)
    return createStringError(Options.Inputs.empty()
                                 ? "no input; pass a file, or '-' for the "
                                   "standard input"
                                 : "more than one input");
  if (Options.Check && Options.Output)
    return createStringError("-check and -o: a check writes no placement");
  if (Options.Check && Options.KeepOffsets)
    return createStringError("-check and -keep-offsets: give one of them");
  if (Options.Greedy && Options.Steps)
    return createStringError("-greedy and -steps: give one of them");
  if (Options.Jobs && (*Options.Jobs == 0 || *Options.Jobs > MaxJobs))
    return createStringError("-j: expected a number from 1 to " +
                             Twine(MaxJobs) + ", found " +
                             Twine(*Options.Jobs));
  return Error::success();
}

Error PackDriver::readLimits() {
  Search.Seed = Options.Seed;
  Search.Threads =
      Options.Jobs.value_or(std::max(1u, std::thread::hardware_concurrency()));
  if (Options.Greedy)
    Search.MaxSteps = 0;
  else if (Options.Steps)
    Search.MaxSteps = *Options.Steps;
  double Seconds = DefaultSeconds;
  bool IsLimited = Search.MaxSteps == UINT64_MAX;
  if (Options.TimeLimit) {
    StringRef Time = *Options.TimeLimit;
    IsLimited = Time != "none";
    if (IsLimited &&
        (Time.getAsDouble(Seconds) || !(Seconds >= 0 && Seconds <= MaxSeconds)))
      return createStringError("-time: expected seconds, such as 60 or 0.5, or "
                               "'none', found '" +
                               Time + "'");
  }
  if (IsLimited)
    Search.MaxTime =
        std::chrono::duration_cast<std::chrono::steady_clock::duration>(
            std::chrono::duration<double>(Seconds));
  return Error::success();
}

Error PackDriver::readOptions() {
  if (Error E = checkOptions())
    return E;
  if (Options.KeepOffsets)
    OffsetUse = OffsetColumn::Fixed;
  else if (Options.Check)
    OffsetUse = OffsetColumn::Required;
  if (Options.Capacity) {
    Expected<Bytes> Size = readSizeOption("-capacity", *Options.Capacity);
    if (!Size)
      return Size.takeError();
    Capacity = Size->count();
  }
  if (Error E = readLimits())
    return E;
  Output = getOutputName(Options.Output.value_or("-"));
  // Now rather than after the search.
  return checkOutputs(NamedOutput{"-o", Output});
}

bool PackDriver::read() {
  DecompressionAllowance Allowance;
  Expected<SourceText> Source =
      readInputFile(Options.Inputs.front(), Allowance);
  if (!Source) {
    fail(ExitBadInput, toString(Source.takeError()));
    return false;
  }
  Sources.add(std::move(*Source));
  DiagnosticEngine Diagnostics(errs(), WithColor(errs()).colorsEnabled());
  std::optional<ProblemFile> Read =
      readProblem(Sources.texts()[0].Text, Sources, Diagnostics, OffsetUse);
  if (!Read)
    return false;
  File = std::move(*Read);
  File.Content.Capacity = Capacity;
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
  if (OffsetUse == OffsetColumn::Fixed || File.Offsets.empty())
    return;
  Problem Unlimited = File.Content;
  Unlimited.Capacity.reset();
  if (findFault(Unlimited, File.Offsets))
    WithColor::warning(errs(), Options.ToolName)
        << "the column 'offset' is not a valid placement and is ignored; use "
           "-check to see why\n";
  else
    Search.Start = File.Offsets;
}

void PackDriver::showProgress(const Progress &P) {
  std::string Text = describe("best", P.Best, P.Bound) + ", ";
  Text += describe(P.Elapsed);
  if (Options.ShowProgress)
    errs() << Text << '\n';
  else
    Line.show(Text);
}

Solution PackDriver::findSolution() {
  auto OnProgress = [this](const Progress &P) { showProgress(P); };
  Search.OnProgress = OnProgress;
  Search.Stop = &getInterruptFlag();
  auto Begin = std::chrono::steady_clock::now();
  Solution S = solve(File.Content, Search);
  Elapsed = std::chrono::steady_clock::now() - Begin;
  Line.clear();
  return S;
}

ExitCode PackDriver::write(const Solution &S) {
  Error E = writeOutputFile(Output, [&](raw_ostream &OS) {
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
  InterruptScope Interruptible;
  Solution S = findSolution();
  const Problem &P = File.Content;
  std::string Spent = countText(S.Steps, "step") + ", ";
  Spent += describe(Elapsed);
  if (getInterruptFlag())
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
  if (Error E = readOptions())
    return fail(ExitBadInput, toString(std::move(E)));
  if (!read())
    return ExitBadInput;
  return Options.Check ? check() : search();
}

ExitCode runPacking(const PackOptions &Options) {
  return PackDriver(Options).run();
}

} // namespace hlomem
