//===- TrainStepBuilder.h - Makes up the program of a train step ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_GENDUMP_TRAINSTEPBUILDER_H
#define HLOMEM_GENDUMP_TRAINSTEPBUILDER_H

#include "Program.h"
#include "TrainStep.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MathExtras.h"
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace gendump {

inline constexpr uint8_t Hbm = 0, Vmem = 1, SyncFlag = 2;

/// An arena that is filled like a stack, but for the tables of tuples: XLA
/// never has anything else reuse their bytes.
struct Arena {
  Id Allocation;
  uint64_t Alignment;
  uint64_t End = 0;

  uint64_t take(uint64_t Size) {
    uint64_t Offset = llvm::alignTo(End, Alignment);
    End = Offset + Size;
    return Offset;
  }
};

/// Adds instructions to a program in the order of the schedule, each value in a
/// place that was reserved before.
class TrainStepBuilder {
public:
  explicit TrainStepBuilder(const TrainStepSize &Size)
      : Size(Size), Random(Size.Seed) {}
  Program make();

private:
  struct Layer {
    Id Weights = None;
    Id Gradient = None;
    Id GradientAllocation = None;
    uint64_t ActivationOffset = 0;
    Id Activation = None;
    std::string Scope;
    uint32_t Line = 0;
    uint32_t TripCount = 0;
    bool HasExperts = false;
    std::string KernelConfig;
  };

  void makeReducers(unsigned Count);
  void makeArguments();
  void reserveSlots();
  void runForward(unsigned Number);
  void runBackward(unsigned Number);
  void runOperations();
  void returnGradients();
  Id fetchWeights(const Layer &L);
  Id exchange(const Layer &L, Id Input);
  Id refine(const Layer &L, Id Input);

  Id constant(llvm::StringRef Literal, llvm::StringRef OpName);
  /// An instruction that reads all of its operands and gives an array.
  Id compute(const Program::Look &Look, Id Shape, llvm::ArrayRef<Id> Operands,
             Id Allocation, uint64_t Offset);
  Id element(Id Tuple, unsigned Number);
  uint64_t padded(Id Shape) const { return P.Shapes[Shape].Padded; }
  /// Tables lie behind everything else; their offsets are known at the end.
  void defineTable(Id Instruction, uint64_t *Reused = nullptr,
                   bool IsPhi = false);
  /// That of a tuple within the tuple.
  void defineInnerTable(Id Instruction, uint32_t Leaf);

  TrainStepSize Size;
  std::mt19937_64 Random;
  Program P;
  std::vector<Layer> Layers;
  Id Tokens = None;
  Arena Hbm0, Vmem0, Sync0;
  uint64_t BatchRows = 0;
  Id Hidden = None, HiddenInVmem = None, Sum = None, Weight = None,
     WeightInVmem = None, Flag = None, Counter = None, Predicate = None;
  uint64_t XSlot[2] = {}, NormSlot = 0, ExchangeSlot = 0, SumSlot = 0,
           CounterSlot = 0, PredicateSlot = 0, WeightSlot = 0,
           StatisticsSlot = 0;
  Id X = None;
  unsigned Parity = 0;
};

} // namespace gendump

#endif // HLOMEM_GENDUMP_TRAINSTEPBUILDER_H
