//===- TrainStep.cpp - The made-up program of a train step ----------------===//
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

Program makeTrainStep(const TrainStepSize &Size) {
  return TrainStepBuilder(Size).make();
}

Program TrainStepBuilder::make() {
  P.ModuleName = "jit_train_step";
  makeReducers(Size.Layers ? 4 : 1);
  makeArguments();
  reserveSlots();
  for (unsigned Batch = 0; Batch != Size.MicroBatches; ++Batch) {
    for (unsigned L = 0; L != Size.Layers; ++L)
      runForward(L);
    for (unsigned L = Size.Layers; L != 0; --L)
      runBackward(L - 1);
  }
  if (Layers.empty())
    runOperations();
  returnGradients();
  P.finish(Size.Seed);
  return std::move(P);
}

void TrainStepBuilder::makeReducers(unsigned Count) {
  Id Scalar = P.array("f32", 32, {});
  for (unsigned I = 0; I != Count; ++I) {
    std::string Scope = "jit(train_step)/jit(main)/reduce_sum";
    Id Operands[2];
    for (unsigned N = 0; N != 2; ++N) {
      Operands[N] = P.add({.Name = N ? "Arg_1" : "Arg_0",
                           .Opcode = "parameter",
                           .OpName = Scope,
                           .Literal = N ? "1" : "0"},
                          Scalar, {}, /*IsScheduled=*/false);
      P.define(Operands[N], 0, P.addAllocation({.Kind = Kind::Local}), 0);
    }
    Id Sum = P.add({.Name = "add_reduced", .Opcode = "add", .OpName = Scope},
                   Scalar, Operands, /*IsScheduled=*/false);
    P.define(Sum, 0, P.addAllocation({.Kind = Kind::Local}), 0);
    for (unsigned N = 0; N != 2; ++N)
      P.read(Sum, N, Operands[N], 0);
  }
}

void TrainStepBuilder::makeArguments() {
  // Now and then no multiple of a tile, so that there is padding.
  uint64_t Columns = 128 * (1 + Random() % 8) - (Random() % 4 ? 0 : 64);
  BatchRows = 64 * (1 + Random() % 8);
  Hidden = P.array("bf16", 16, {BatchRows, Columns});
  HiddenInVmem = P.array("f32", 32, {BatchRows}, Vmem);
  Sum = P.array("f32", 32, {BatchRows, Columns});
  Weight = P.array("bf16", 16, {Columns, Columns});
  WeightInVmem = P.array("bf16", 16, {Columns, Columns}, Vmem);
  Flag = P.array("u32", 32, {}, SyncFlag);
  Counter = P.array("s32", 32, {});
  Predicate = P.array("pred", 8, {});
  Id Gradient = P.array("f32", 32, {Columns, Columns});

  uint32_t Number = 0;
  auto Argument = [&](StringRef Name, StringRef OpName, Id Shape, Kind K) {
    std::string Literal = std::to_string(Number);
    Id New = P.add({.Name = Name,
                    .Opcode = "parameter",
                    .OpName = OpName,
                    .Literal = Literal},
                   Shape);
    Id A = P.addAllocation({.Kind = K, .Parameter = Number++, .Shape = Shape});
    P.Values[P.define(New, 0, A, 0)].Begin = 0;
    return std::pair(New, A);
  };
  Tokens =
      Argument("tokens", "batch[\'tokens\']", Hidden, Kind::Parameter).first;
  Layers.resize(Size.Layers);
  for (unsigned N = 0; N != Size.Layers; ++N) {
    Layer &L = Layers[N];
    L.Scope = formatv("Transformer/layer_{0}", N);
    L.Line = 40 + Random() % 400;
    L.TripCount = N % 4 == 1 ? 2 + Random() % 30 : 0;
    L.HasExperts = N % 4 == 2;
    if (N % 8 == 3)
      for (uint64_t Rest = 500 + Random() % 2000; Rest; --Rest)
        L.KernelConfig += "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef"[Random() % 32];
    L.Weights = Argument("params",
                         formatv("params[\'layer_{0}\'][\'kernel\']", N).str(),
                         Weight, Kind::Parameter)
                    .first;
    std::tie(L.Gradient, L.GradientAllocation) =
        Argument("grads", formatv("grads[\'layer_{0}\'][\'kernel\']", N).str(),
                 Gradient, Kind::Donated);
  }
}

void TrainStepBuilder::reserveSlots() {
  // The arenas are the last allocations of a dump; XLA has one per space.
  Hbm0 = {None, 512};
  Vmem0 = {None, 4096};
  Sync0 = {None, 4};
  for (Layer &L : Layers)
    L.ActivationOffset = Hbm0.take(padded(Hidden));
  XSlot[0] = Hbm0.take(padded(Hidden));
  XSlot[1] = Hbm0.take(padded(Hidden));
  NormSlot = Hbm0.take(padded(Hidden));
  ExchangeSlot = Hbm0.take(padded(Hidden));
  SumSlot = Hbm0.take(padded(Sum));
  CounterSlot = Hbm0.take(padded(Counter));
  PredicateSlot = Hbm0.take(padded(Predicate));
  WeightSlot = Vmem0.take(padded(WeightInVmem));
  StatisticsSlot = Vmem0.take(padded(HiddenInVmem));
  Hbm0.Allocation = P.addAllocation({.Kind = Kind::Temp, .Space = Hbm});
  Vmem0.Allocation = P.addAllocation({.Kind = Kind::Temp, .Space = Vmem});
  Sync0.Allocation = P.addAllocation({.Kind = Kind::Temp, .Space = SyncFlag});
  X = Tokens;
}

Id TrainStepBuilder::compute(const Program::Look &Look, Id Shape,
                             ArrayRef<Id> Operands, Id Allocation,
                             uint64_t Offset) {
  Id New = P.add(Look, Shape, Operands);
  for (unsigned I = 0; I != Operands.size(); ++I)
    P.read(New, I, Operands[I], 0);
  P.define(New, 0, Allocation, Offset);
  return New;
}

Id TrainStepBuilder::constant(StringRef Literal, StringRef OpName) {
  Id New = P.add({.Name = "constant",
                  .Opcode = "constant",
                  .OpName = OpName,
                  .Literal = Literal},
                 Counter);
  P.define(New, 0, P.addAllocation({.Kind = Kind::Constant}), 0);
  return New;
}

Id TrainStepBuilder::element(Id Tuple, unsigned Number) {
  Id Shape = P.Shapes[P.Instructions[Tuple].Shape].Elements[Number];
  std::string Attributes = ", index=" + std::to_string(Number);
  Id New = P.add({.Name = "get-tuple-element",
                  .Opcode = "get-tuple-element",
                  .Attributes = Attributes},
                 Shape, Tuple);
  P.read(New, 0, Tuple, 0);
  P.forward(New, 0, Tuple, P.findLeaf(Tuple, std::to_string(Number)));
  return New;
}

void TrainStepBuilder::defineTable(Id Instruction, uint64_t *Reused,
                                   bool IsPhi) {
  uint64_t Offset = Reused && IsPhi
                        ? *Reused
                        : Hbm0.take(padded(P.Instructions[Instruction].Shape));
  if (Reused)
    *Reused = Offset;
  P.define(Instruction, 0, Hbm0.Allocation, Offset, IsPhi);
}

void TrainStepBuilder::defineInnerTable(Id Instruction, uint32_t Leaf) {
  const Shape &S = P.getShape(P.Instructions[Instruction]);
  uint64_t Size = P.Shapes[S.Leaves[Leaf].Shape].Padded;
  P.define(Instruction, Leaf, Hbm0.Allocation, Hbm0.take(Size));
}

// What is traced without jit is a program for each operation or so.
void TrainStepBuilder::runOperations() {
  static constexpr StringRef Opcodes[] = {"negate", "exponential", "tanh"};
  for (unsigned I = 0; I != Size.Operations; ++I) {
    StringRef Opcode = Opcodes[Random() % std::size(Opcodes)];
    Parity ^= 1;
    X = compute(
        {.Name = Opcode,
         .Opcode = Opcode,
         .OpName = formatv("jit(train_step)/jit(main)/{0}", Opcode).str(),
         .Line = 12 + I},
        Hidden, X, Hbm0.Allocation, XSlot[Parity]);
  }
}

void TrainStepBuilder::returnGradients() {
  std::vector<Id> Results, Shapes;
  for (Layer &L : Layers)
    Results.push_back(L.Gradient);
  if (Results.empty())
    Results.push_back(X);
  for (Id R : Results)
    Shapes.push_back(P.Instructions[R].Shape);
  Id Shape = P.tuple(Shapes);
  Id Root = P.add({.Name = "tuple", .Opcode = "tuple"}, Shape, Results);
  P.define(Root, 0, P.addAllocation({.Kind = Kind::Output, .Shape = Shape}), 0);
  for (uint32_t I = 0; I != Results.size(); ++I) {
    P.read(Root, I, Results[I], 0);
    P.forward(Root, I + 1, Results[I], 0);
  }
  for (Id I : P.Schedule) {
    bool IsArgument = P.Texts[P.Instructions[I].Opcode] == "parameter" &&
                      P.countLeaves(I) == 1;
    if (!IsArgument)
      continue;
    Id V = P.getValue(I, 0);
    if (P.Allocations[P.Values[V].Allocation].Kind == Kind::Parameter)
      P.extend(V, P.now());
  }
  for (uint32_t Leaf = 0; Leaf != P.countLeaves(Root); ++Leaf)
    P.extend(P.getValue(Root, Leaf), P.now());
}

} // namespace gendump
