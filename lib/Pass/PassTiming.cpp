//===- PassTiming.cpp - Where the time goes -------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Pass/PassTiming.h"
#include "hlomem/Support/CountText.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include <ctime>

using namespace llvm;
using std::chrono::nanoseconds;

namespace hlomem {

ThreadTime ThreadTime::now() {
  ThreadTime Time;
  Time.Wall = std::chrono::steady_clock::now().time_since_epoch();
  // LLVM's timers take the time of all threads together.
  // getrusage() counts ticks of the kernel, and most of what is shorter than
  // one gets none.
#ifdef CLOCK_THREAD_CPUTIME_ID
  timespec Spent;
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Spent) == 0)
    Time.Cpu = std::chrono::seconds(Spent.tv_sec) + nanoseconds(Spent.tv_nsec);
#endif
  return Time;
}

StringRef toString(TimedKind K) {
  switch (K) {
  case TimedKind::Phase:
    return "phase";
  case TimedKind::Pass:
    return "pass";
  case TimedKind::Analysis:
    return "analysis";
  }
  llvm_unreachable("a time of no kind");
}

void TimeTable::add(TimedKind Kind, StringRef Name, const ThreadTime &Time,
                    uint64_t Runs) {
  Cell &C = Cells[{Kind, Name.str()}];
  C.Time += Time;
  C.Runs += Runs;
}

void TimeTable::merge(const TimeTable &Other) {
  for (const auto &[K, C] : Other.Cells)
    add(K.Kind, K.Name, C.Time, C.Runs);
}

static double toSeconds(nanoseconds T) {
  return std::chrono::duration<double>(T).count();
}

/// "0.012000 ( 42.1%)"
static void printTime(raw_ostream &OS, nanoseconds T, nanoseconds Sum) {
  double Share = Sum.count() ? 100 * toSeconds(T) / toSeconds(Sum) : 0;
  OS << format("  %10.6f (%5.1f%%)", toSeconds(T), Share);
}

void TimeTable::print(raw_ostream &OS, nanoseconds Elapsed,
                      uint64_t InputSize) const {
  ThreadTime Sum;
  SmallVector<const std::pair<const Key, Cell> *> Rows;
  for (const auto &Entry : Cells) {
    Sum += Entry.second.Time;
    Rows.push_back(&Entry);
  }
  stable_sort(Rows, [](const auto *L, const auto *R) {
    return L->second.Time.Wall > R->second.Time.Wall;
  });

  std::string Rule = "===" + std::string(73, '-') + "===\n";
  StringLiteral Title = "Time of passes, analyses and other work";
  OS << Rule;
  OS.indent((79 - Title.size()) / 2) << Title << '\n' << Rule;
  OS << formatv("  {0:F6} seconds in all threads, {1:F6} seconds of wall time, "
                "{2} of dumps parsed\n\n",
                toSeconds(Sum.Wall), toSeconds(Elapsed),
                countText(InputSize, "byte"));
  for (StringRef Column : {"---CPU Time----", "---Wall Time---"})
    OS << "  " << center_justify(Column, 19);
  OS << "      Runs  --- Name ---\n";
  auto PrintRow = [&](const ThreadTime &T, uint64_t Runs, StringRef Name) {
    printTime(OS, T.Cpu, Sum.Cpu);
    printTime(OS, T.Wall, Sum.Wall);
    OS << right_justify(Runs ? utostr(Runs) : "", 10) << "  " << Name << '\n';
  };
  for (const auto *Row : Rows) {
    const auto &[K, C] = *Row;
    std::string Kind =
        K.Kind == TimedKind::Phase ? "" : (toString(K.Kind) + " ").str();
    PrintRow(C.Time, C.Runs, Kind + K.Name);
  }
  PrintRow(Sum, 0, "Total");
  OS << '\n';
}

void TimeTable::print(json::OStream &JSON) const {
  JSON.array([&] {
    for (const auto &[K, C] : Cells)
      JSON.object([&, &Name = K.Name, Kind = K.Kind, &C = C] {
        JSON.attribute("cpu-ns", C.Time.Cpu.count());
        JSON.attribute("kind", toString(Kind));
        JSON.attribute("name", Name);
        JSON.attribute("runs", C.Runs);
        JSON.attribute("wall-ns", C.Time.Wall.count());
      });
  });
}

void TimeStack::charge() {
  ThreadTime Time = Now();
  if (!Frames.empty())
    Frames.back().Self += Time - LastChange;
  LastChange = Time;
}

void TimeStack::begin(TimedKind Kind, StringRef Name) {
  charge();
  Frames.push_back({Kind, Name, {}});
}

void TimeStack::end() {
  assert(!Frames.empty() && "nothing has begun");
  charge();
  Frame F = Frames.pop_back_val();
  Table.add(F.Kind, F.Name, F.Self);
}

void TimeStack::registerCallbacks(PassInstrumentation &PI) {
  auto Begin = [this](TimedKind Kind) {
    return [this, Kind](StringRef Name, const Module &) { begin(Kind, Name); };
  };
  PI.registerBeforePassCallback(Begin(TimedKind::Pass));
  PI.registerAfterPassCallback(
      [this](StringRef, const Module &, const PreservedAnalyses &) { end(); },
      /*ToFront=*/true);
  PI.registerBeforeAnalysisCallback(Begin(TimedKind::Analysis));
  PI.registerAfterAnalysisCallback([this](StringRef, const Module &) { end(); },
                                   /*ToFront=*/true);
}

} // namespace hlomem
