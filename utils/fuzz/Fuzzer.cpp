//===- Fuzzer.cpp - Mutants of all that hlo-mem-opt reads -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A libFuzzer target. Whatever the files hold, no run of the program may
/// crash, hang, or end otherwise than it promises: docs/Testing.md. At its end
/// it prints how many inputs of each kind there were, and which passes ran over
/// them.
///
//===----------------------------------------------------------------------===//

#include "DriverRun.h"
#include "FuzzInput.h"
#include "Mutators.h"
#include "Pipelines.h"
#include "Properties.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <unistd.h>

using namespace llvm;
using namespace hlomem;

static constexpr size_t KindCount = std::size(InputKindNames);

namespace {

/// What all runs of a process share.
class Fuzzer {
public:
  ~Fuzzer() { printCounts(); }

  void run(const FuzzInput &Input);

private:
  using Counts = std::array<uint64_t, KindCount>;

  void printCounts() const;

  Pipelines Known;
  DriverRun Run;
  Counts Made = {}, Accepted = {};
  std::map<std::string, Counts> ByPass;
};

} // namespace

void Fuzzer::run(const FuzzInput &Input) {
  size_t Kind = size_t(Input.Kind);
  ++Made[Kind];
  const FuzzFile &First = Input.Files.front();
  // What is alone in its input also keeps what only the libraries show.
  if (Input.Kind == InputKind::Text)
    checkDumpProperties(First.Content);
  else if (Input.Kind == InputKind::Proto || Input.Kind == InputKind::Profile)
    checkProtoProperties(First.Content);
  else if (Input.Kind == InputKind::Csv && Input.Files.size() == 1) {
    // A packing problem, which the other program reads.
    if (checkProblemProperties(First.Content)) {
      ++Accepted[Kind];
      ++ByPass["hlo-mem-pack"][Kind];
    }
    return;
  }
  Run.prepare(Input, Known);
  static const bool Shows = getenv("HLOMEM_FUZZ_SHOW");
  if (Shows)
    getTrueErrors() << Run.describe() << '\n';
  Run.run();
  if (Shows)
    getTrueErrors() << Run.getErrors() << '\n';
  if (!Run.wasAccepted())
    return;
  ++Accepted[Kind];
  for (const std::string &Pass : listPasses(Run.getPipeline()))
    ++ByPass[Pass][Kind];
}

void Fuzzer::printCounts() const {
  raw_ostream &OS = getTrueErrors();
  auto Print = [&](StringRef Name, const Counts &C) {
    OS << left_justify(Name, 28);
    for (uint64_t Count : C)
      OS << format("%11llu", (unsigned long long)Count);
    OS << '\n';
  };
  OS << left_justify("runs", 28);
  for (StringRef Name : InputKindNames)
    OS << right_justify(Name, 11);
  OS << '\n';
  Print("made", Made);
  Print("accepted", Accepted);
  for (const auto &[Pass, C] : ByPass)
    Print(Pass, C);
}

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's.
extern "C" int LLVMFuzzerInitialize(int *Argc, char ***Argv) {
  // Before -close_fd_mask takes it away.
  getTrueErrors();
  if (*Argc == 2 && StringRef((*Argv)[1]) == "-list-passes") {
    for (const std::string &Pipeline : Pipelines().listEach())
      outs() << Pipeline << '\n';
    outs().flush();
    _exit(0);
  }
  return 0;
}

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  static Fuzzer F;
  StringRef Bytes(reinterpret_cast<const char *>(Data), Size);
  std::optional<FuzzInput> Input = readFuzzInput(Bytes);
  // Not kept in the corpus.
  if (!Input)
    return -1;
  F.run(*Input);
  return 0;
}

static size_t returnTo(uint8_t *Data, size_t MaxSize, const FuzzInput &Input) {
  std::string Bytes = writeFuzzInput(Input);
  if (Bytes.size() > MaxSize)
    return 0;
  copy(Bytes, Data);
  return Bytes.size();
}

static void mutateFile(FuzzFile &File, const FuzzInput &Other,
                       std::mt19937 &Random) {
  StringRef Foreign;
  for (const FuzzFile &O : Other.Files)
    if (O.isProto() == File.isProto())
      Foreign = O.Content;
  File.Content = (File.isProto() ? mutateMessage : mutateText)(File.Content,
                                                               Foreign, Random);
}

static void mutate(FuzzInput &Input, const FuzzInput &Other,
                   std::mt19937 &Random) {
  std::vector<FuzzFile> &Files = Input.Files;
  size_t At = pick(Random, Files.size());
  Input.Seed = Random();
  if (Input.Kind == InputKind::Folder && pick(Random, 8) == 0) {
    FuzzFile &Another = Files[pick(Random, Files.size())];
    if (pick(Random, 2))
      std::swap(Files[At].Content, Another.Content);
    else if (Files.size() > 1)
      Files.erase(Files.begin() + At);
    return;
  }
  mutateFile(Files[At], Other, Random);
}

static size_t mutateTo(uint8_t *Out, size_t MaxSize, StringRef Bytes,
                       StringRef OtherBytes, unsigned Seed) {
  std::mt19937 Random(Seed);
  std::optional<FuzzInput> Input = readFuzzInput(Bytes);
  if (!Input)
    return 0;
  FuzzInput Other = readFuzzInput(OtherBytes).value_or(*Input);
  mutate(*Input, Other, Random);
  if (size_t Size = returnTo(Out, MaxSize, *Input))
    return Size;
  // It has grown too much; another pipeline runs over it as it was.
  Input = readFuzzInput(Bytes);
  Input->Seed = Random();
  return returnTo(Out, MaxSize, *Input);
}

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *Data, size_t Size,
                                          size_t MaxSize, unsigned Seed) {
  std::string Bytes(reinterpret_cast<const char *>(Data), Size);
  return mutateTo(Data, MaxSize, Bytes, Bytes, Seed);
}

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's.
extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *Data, size_t Size,
                                            const uint8_t *Other,
                                            size_t OtherSize, uint8_t *Out,
                                            size_t MaxOutSize, unsigned Seed) {
  return mutateTo(
      Out, MaxOutSize, StringRef(reinterpret_cast<const char *>(Data), Size),
      StringRef(reinterpret_cast<const char *>(Other), OtherSize), Seed);
}
