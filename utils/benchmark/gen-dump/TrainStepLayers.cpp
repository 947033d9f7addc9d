//===- TrainStepLayers.cpp - What the layers of a train step do -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TrainStepBuilder.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace gendump {

// Copies the weights of a layer to the fast memory.
Id TrainStepBuilder::fetchWeights(const Layer &L) {
  Id Shape = P.tuple({WeightInVmem, Weight, Flag});
  Id Start =
      P.add({.Name = "copy-start", .Opcode = "copy-start"}, Shape, L.Weights);
  P.read(Start, 0, L.Weights, 0);
  defineTable(Start);
  P.define(Start, 1, Vmem0.Allocation, WeightSlot);
  P.forward(Start, 2, L.Weights, 0);
  P.define(Start, 3, Sync0.Allocation, 0);
  Id Done =
      P.add({.Name = "copy-done", .Opcode = "copy-done"}, WeightInVmem, Start);
  for (uint32_t Leaf = 0; Leaf != 4; ++Leaf)
    P.read(Done, 0, Start, Leaf);
  P.forward(Done, 0, Start, 1);
  return Done;
}

// Sends the rows of a layer to those who have the experts for them.
Id TrainStepBuilder::exchange(const Layer &L, Id Input) {
  Id Shape = P.tuple({P.tuple(Hidden), Hidden});
  std::string Scope =
      "jit(train_step)/jit(main)/jvp(Transformer)/" + L.Scope + "/all_to_all";
  Id Start = P.add({.Name = "all-to-all-start",
                    .Opcode = "all-to-all-start",
                    .Attributes = ", channel_id=2, replica_groups={{0,1},{2,3}}"
                                  ", dimensions={0}",
                    .OpName = Scope,
                    .Line = L.Line + 5},
                   Shape, Input);
  P.read(Start, 0, Input, 0);
  defineTable(Start);
  defineInnerTable(Start, 1);
  P.forward(Start, 2, Input, 0);
  P.define(Start, 3, Hbm0.Allocation, ExchangeSlot);
  Id Done = P.add({.Name = "all-to-all-done", .Opcode = "all-to-all-done"},
                  Hidden, Start);
  for (uint32_t Leaf = 0; Leaf != 4; ++Leaf)
    P.read(Done, 0, Start, Leaf);
  P.forward(Done, 0, Start, 3);
  return Done;
}

// A loop that adds something up over what it is given.
Id TrainStepBuilder::refine(const Layer &L, Id Input) {
  std::string Scope = "jit(train_step)/jit(main)/" + L.Scope + "/while";
  std::string Body = Scope + "/body/closed_call/dot_general";
  Id Zero = constant("0", Scope);
  Id First = compute({.Name = "copy", .Opcode = "copy"}, Counter, Zero,
                     Hbm0.Allocation, CounterSlot);
  Id Begin = compute({.Name = "broadcast",
                      .Opcode = "broadcast",
                      .Attributes = ", dimensions={}",
                      .OpName = Scope,
                      .Line = L.Line},
                     Sum, Zero, Hbm0.Allocation, SumSlot);
  Id Shape = P.tuple({Counter, Sum, Hidden});
  uint64_t Table = 0;
  Id Parts[] = {First, Begin, Input};
  Id Init = P.add({.Name = "tuple", .Opcode = "tuple"}, Shape, Parts);
  defineTable(Init, &Table);
  for (unsigned I = 0; I != 3; ++I)
    P.forward(Init, I + 1, Parts[I], 0);

  auto Carried = [&](StringRef Name) {
    Id New =
        P.add({.Name = Name, .Opcode = "parameter", .Literal = "0"}, Shape);
    defineTable(New, &Table, /*IsPhi=*/true);
    P.define(New, 1, Hbm0.Allocation, CounterSlot, true);
    P.define(New, 2, Hbm0.Allocation, SumSlot, true);
    P.forward(New, 3, Input, 0);
    return New;
  };
  auto TakeOver = [&](Id From, uint32_t Time) {
    for (uint32_t Leaf = 0; Leaf != 3; ++Leaf)
      P.cut(P.getValue(From, Leaf), Time);
  };
  Id Condition = Carried("arg_tuple");
  TakeOver(Init, P.now() - 1);
  Id Limit = constant(std::to_string(L.TripCount), Scope + "/cond");
  Id Bound = element(Condition, 0);
  Id Less = compute({.Name = "lt",
                     .Opcode = "compare",
                     .Attributes = ", direction=LT",
                     .OpName = Scope + "/cond/lt",
                     .Line = L.Line},
                    Predicate, {Bound, Limit}, Hbm0.Allocation, PredicateSlot);
  Id Parameter = Carried("arg_tuple");
  TakeOver(Condition, P.now() - 1);
  P.cut(P.getValue(Less, 0), P.now() - 1);
  Id One = constant("1", Scope + "/body");
  Id Count = element(Parameter, 0);
  Id SoFar = element(Parameter, 1);
  Id Read = element(Parameter, 2);
  Id Next =
      compute({.Name = "add", .Opcode = "add", .OpName = Body, .Line = L.Line},
              Counter, {Count, One}, Hbm0.Allocation, CounterSlot);
  Id Added = compute({.Name = "convolution_add_fusion",
                      .Opcode = "fusion",
                      .Attributes = ", kind=kOutput, calls=%fused_computation",
                      .OpName = Body,
                      .Line = L.Line},
                     Sum, {SoFar, Read}, Hbm0.Allocation, SumSlot);
  Id Results[] = {Next, Added, Read};
  Id Root = P.add({.Name = "tuple", .Opcode = "tuple"}, Shape, Results);
  defineTable(Root, &Table, false);
  for (unsigned I = 0; I != 3; ++I) {
    P.read(Root, I, Results[I], 0);
    P.forward(Root, I + 1, Results[I], 0);
  }
  std::string Config =
      formatv(", condition=%region_1.{0}, body=%region_0.{0}", P.now());
  std::string TripCount =
      "{\"known_trip_count\":{\"n\":\"" + std::to_string(L.TripCount) + "\"}}";
  Id While = P.add({.Name = "while",
                    .Opcode = "while",
                    .Attributes = Config,
                    .OpName = Scope,
                    .Line = L.Line,
                    .BackendConfig = TripCount},
                   Shape, Init);
  for (uint32_t Leaf = 0; Leaf != 4; ++Leaf)
    P.read(While, 0, Init, Leaf);
  uint32_t Time = P.now() - 1;
  TakeOver(Root, Time);
  defineTable(While, &Table, true);
  P.define(While, 1, Hbm0.Allocation, CounterSlot, true);
  P.define(While, 2, Hbm0.Allocation, SumSlot, true);
  P.forward(While, 3, Input, 0);
  return element(While, 1);
}

void TrainStepBuilder::runForward(unsigned Number) {
  Layer &L = Layers[Number];
  std::string Scope = "jit(train_step)/jit(main)/jvp(Transformer)/" + L.Scope;
  Id Weights = fetchWeights(L);
  Id NormShape = P.tuple({HiddenInVmem, Hidden});
  Id Norm = P.add({.Name = "multiply_reduce_fusion",
                   .Opcode = "fusion",
                   .Attributes = ", kind=kLoop, calls=%fused_computation.1",
                   .OpName = Scope + "/rms_norm/reduce_sum",
                   .Line = L.Line + 3},
                  NormShape, X);
  P.read(Norm, 0, X, 0);
  defineTable(Norm);
  P.define(Norm, 1, Vmem0.Allocation, StatisticsSlot);
  P.define(Norm, 2, Hbm0.Allocation, NormSlot);
  Id Normed = element(Norm, 1);
  Id Statistics = element(Norm, 0);
  if (L.HasExperts)
    Normed = exchange(L, Normed);
  L.Activation = compute(
      {.Name = "fusion",
       .Opcode = "fusion",
       .Attributes = ", kind=kOutput, calls=%fused_computation.2",
       .OpName = Scope + "/attention/dot_general",
       .Line = L.Line + 9,
       .BackendConfig = "{\"window_config\":{\"kernel_window_bounds\":[],"
                        "\"output_window_bounds\":[\"8\",\"8\"]},"
                        "\"scoped_memory_configs\":[],"
                        "\"used_scoped_memory_configs\":[]}"},
      Hidden, {Normed, Weights, Statistics}, Hbm0.Allocation,
      L.ActivationOffset);
  SmallVector<Id, 3> Parts = {L.Activation, X};
  if (L.TripCount)
    Parts.push_back(refine(L, L.Activation));
  Parity ^= 1;
  if (L.KernelConfig.empty())
    X = compute({.Name = "add_convert_fusion",
                 .Opcode = "fusion",
                 .Attributes = ", kind=kLoop, calls=%fused_computation.3",
                 .OpName = Scope + "/residual/add",
                 .Line = L.Line + 21},
                Hidden, Parts, Hbm0.Allocation, XSlot[Parity]);
  else
    X = compute({.Name = "custom-call",
                 .Opcode = "custom-call",
                 .Attributes = ", custom_call_target=\"tpu_custom_call\"",
                 .OpName = Scope + "/mlp/pallas_call",
                 .Line = L.Line + 30,
                 .BackendConfig = "{\"custom_call_config\":{\"body\":\"" +
                                  L.KernelConfig + "\"}}"},
                Hidden, Parts, Hbm0.Allocation, XSlot[Parity]);
}

void TrainStepBuilder::runBackward(unsigned Number) {
  Layer &L = Layers[Number];
  std::string Scope =
      "jit(train_step)/jit(main)/transpose(jvp(Transformer))/" + L.Scope;
  Id Weights = fetchWeights(L);
  Id Incoming = X;
  Parity ^= 1;
  X = compute({.Name = "convolution_multiply_fusion",
               .Opcode = "fusion",
               .Attributes = ", kind=kOutput, calls=%fused_computation.4",
               .OpName = Scope + "/attention/dot_general",
               .Line = L.Line + 9},
              Hidden, {Incoming, L.Activation, Weights}, Hbm0.Allocation,
              XSlot[Parity]);
  // Written where the sum so far is, which it takes over.
  Id Before = L.Gradient;
  L.Gradient =
      compute({.Name = "multiply_add_fusion",
               .Opcode = "fusion",
               .Attributes = ", kind=kOutput, calls=%fused_computation.5",
               .OpName = Scope + "/attention/add_any",
               .Line = L.Line + 9},
              P.Instructions[Before].Shape, {Incoming, L.Activation, Before},
              L.GradientAllocation, 0);
}

} // namespace gendump
