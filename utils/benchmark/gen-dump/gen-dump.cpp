//===- gen-dump.cpp - Writes dumps of any size for measurements -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DumpText.h"
#include "Program.h"
#include "TrainStep.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace gendump;
using hlomem::Bytes;

namespace {

cl::OptionCategory Category("Options of gen-dump");
cl::opt<std::string> Size("size", cl::init("1MiB"), cl::cat(Category),
                          cl::value_desc("bytes"),
                          cl::desc("About how long each dump is; at least 2 "
                                   "KiB ('64KiB', '10GiB')"));
cl::opt<unsigned> Layers("layers", cl::init(48), cl::cat(Category),
                         cl::desc("Most layers of the model; more of the same "
                                  "follow one after the other"));
cl::opt<uint64_t> Seed("seed", cl::init(1), cl::cat(Category),
                       cl::desc("Other numbers give other dumps"));
cl::opt<unsigned> Count("count", cl::cat(Category),
                        cl::desc("How many dumps, into the folder of -o"));
cl::opt<std::string> Output("o", cl::init("-"), cl::cat(Category),
                            cl::value_desc("path"),
                            cl::desc("File, or folder with -count"));

} // namespace

[[noreturn]] static void fail(const Twine &Message) {
  WithColor::error(errs(), "gen-dump") << Message << '\n';
  exit(1);
}

namespace {

// raw_null_ostream does not count.
class CountingStream : public raw_ostream {
  uint64_t Written = 0;
  void write_impl(const char *, size_t Size) override { Written += Size; }
  uint64_t current_pos() const override { return Written; }

public:
  ~CountingStream() override { flush(); }
};

} // namespace

static uint64_t measure(const TrainStepSize &S) {
  CountingStream OS;
  writeDump(makeTrainStep(S), OS);
  return OS.tell();
}

// Without layers, by operations.
static TrainStepSize chooseOperations(uint64_t Wanted, uint64_t Seed) {
  auto Of = [&](unsigned Operations) {
    return TrainStepSize{.Seed = Seed, .Layers = 0, .Operations = Operations};
  };
  uint64_t Least = measure(Of(1));
  uint64_t Each = (measure(Of(9)) - Least) / 8;
  return Of(1 + (std::max(Wanted, Least) - Least) / Each);
}

static TrainStepSize chooseLayers(uint64_t Wanted, uint64_t Seed) {
  auto Of = [&](unsigned L) {
    return TrainStepSize{.Seed = Seed, .Layers = L};
  };
  unsigned Enough =
      *partition_point(seq(1u, Layers.getValue()),
                       [&](unsigned L) { return measure(Of(L)) < Wanted; });
  bool IsNearer = Enough > 1 && measure(Of(Enough)) - Wanted >
                                    Wanted - measure(Of(Enough - 1));
  return Of(Enough - IsNearer);
}

// By passes over all layers. They get longer with the numbers in them: by about
// as much each time that there are ten times as many.
static TrainStepSize choosePasses(uint64_t Wanted, uint64_t Seed,
                                  uint64_t OnePass) {
  auto Of = [&](unsigned Passes) {
    return TrainStepSize{
        .Seed = Seed, .Layers = Layers, .MicroBatches = Passes};
  };
  auto LengthOfEach = [&](unsigned Passes) {
    return double(measure(Of(Passes)) - OnePass) / (Passes - 1);
  };
  double Each = LengthOfEach(3);
  double Passes = 1 + (Wanted - OnePass) / Each;
  if (Passes > 30) {
    double EachOf30 = LengthOfEach(30);
    double Growth = EachOf30 - Each;
    // Converges as fast as the logarithm is flat.
    for (unsigned I = 0; I != 5; ++I)
      Passes = 1 + (Wanted - OnePass) /
                       (EachOf30 + Growth * std::log10(Passes / 30));
  }
  return Of(std::max(1.0, std::round(Passes)));
}

static TrainStepSize chooseSize(uint64_t Wanted, uint64_t Seed) {
  if (Wanted < measure({.Seed = Seed}))
    return chooseOperations(Wanted, Seed);
  uint64_t OnePass = measure({.Seed = Seed, .Layers = Layers});
  if (Wanted <= OnePass)
    return chooseLayers(Wanted, Seed);
  return choosePasses(Wanted, Seed, OnePass);
}

static void writeFile(StringRef Path, const TrainStepSize &S) {
  std::error_code EC;
  raw_fd_ostream OS(Path, EC);
  if (EC)
    fail(Path + ": " + EC.message());
  OS.SetBufferSize(1 << 20);
  writeDump(makeTrainStep(S), OS);
  OS.close();
  if (OS.has_error()) {
    std::string Why = OS.error().message();
    OS.clear_error();
    fail(Path + ": " + Why);
  }
}

int main(int Argc, char **Argv) {
  InitLLVM X(Argc, Argv);
  cl::HideUnrelatedOptions(Category);
  cl::ParseCommandLineOptions(
      Argc, Argv,
      "Writes made-up dumps of any size: of a train step on a TPU, sound in "
      "every\nsection, the same for the same options\n");
  std::optional<Bytes> Wanted = hlomem::parseBytes(Size);
  if (!Wanted)
    fail("-size: '" + Size + "' is no number of bytes, such as '64KiB'");
  if (Layers == 0)
    fail("-layers: at least one");
  if (Count.getNumOccurrences() && Count == 0)
    fail("-count: at least one");
  TrainStepSize S = chooseSize(Wanted->count(), Seed);
  if (!Count.getNumOccurrences()) {
    writeFile(Output, S);
    return 0;
  }
  if (Output == "-")
    fail("-count needs a folder, -o");
  if (std::error_code EC = sys::fs::create_directories(Output))
    fail(Output + ": " + EC.message());
  for (unsigned I = 0; I != Count; ++I, ++S.Seed)
    writeFile(formatv("{0}/module_{1,0+4}.jit_train_step."
                      "after_optimizations-buffer-assignment.txt",
                      Output, I)
                  .str(),
              S);
}
