//===- TrainStep.cpp - The made-up program of a train step ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TrainStep.h"
#include "Program.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <random>

using namespace llvm;

namespace gendump {

namespace {

constexpr uint8_t Hbm = 0, Vmem = 1, SyncFlag = 2;

// An arena that is filled like a stack, but for the tables of tuples: XLA never
// has anything else reuse their bytes.
struct Arena {
  Id Allocation;
  uint64_t Alignment;
  uint64_t End = 0;

  uint64_t take(uint64_t Size) {
    uint64_t Offset = alignTo(End, Alignment);
    End = Offset + Size;
    return Offset;
  }
};

class TrainStep {
public:
  explicit TrainStep(const TrainStepSize &Size)
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
  Id refine(const Layer &L, Id Input);

  Id constant(StringRef Literal, StringRef OpName);
  // An instruction that reads all of its operands and gives an array.
  Id compute(const Program::Look &Look, Id Shape, ArrayRef<Id> Operands,
             Id Allocation, uint64_t Offset);
  Id element(Id Tuple, unsigned Number);
  uint64_t padded(Id Shape) const { return P.Shapes[Shape].Padded; }
  // Tables lie behind everything else; their offsets are known at the end.
  void defineTable(Id Instruction, uint64_t *Reused = nullptr,
                   bool IsPhi = false);

  TrainStepSize Size;
  std::mt19937_64 Random;
  Program P;
  std::vector<Layer> Layers;
  Id Tokens = None;
  Arena Hbm0, Vmem0, Sync0;
  uint64_t BatchRows = 0;
  Id Hidden = None, HiddenInVmem = None, Sum = None, Weight = None,
     WeightInVmem = None, Flag = None, Counter = None, Predicate = None;
  uint64_t XSlot[2] = {}, NormSlot = 0, SumSlot = 0, CounterSlot = 0,
           PredicateSlot = 0, WeightSlot = 0, StatisticsSlot = 0;
  Id X = None;
  unsigned Parity = 0;
};

} // namespace

Program makeTrainStep(const TrainStepSize &Size) {
  return TrainStep(Size).make();
}

Program TrainStep::make() {
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

void TrainStep::makeReducers(unsigned Count) {
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

void TrainStep::makeArguments() {
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

void TrainStep::reserveSlots() {
  // The arenas are the last allocations of a dump; XLA has one per space.
  Hbm0 = {None, 512};
  Vmem0 = {None, 4096};
  Sync0 = {None, 4};
  for (Layer &L : Layers)
    L.ActivationOffset = Hbm0.take(padded(Hidden));
  XSlot[0] = Hbm0.take(padded(Hidden));
  XSlot[1] = Hbm0.take(padded(Hidden));
  NormSlot = Hbm0.take(padded(Hidden));
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

Id TrainStep::compute(const Program::Look &Look, Id Shape,
                      ArrayRef<Id> Operands, Id Allocation, uint64_t Offset) {
  Id New = P.add(Look, Shape, Operands);
  for (unsigned I = 0; I != Operands.size(); ++I)
    P.read(New, I, Operands[I], 0);
  P.define(New, 0, Allocation, Offset);
  return New;
}

Id TrainStep::constant(StringRef Literal, StringRef OpName) {
  Id New = P.add({.Name = "constant",
                  .Opcode = "constant",
                  .OpName = OpName,
                  .Literal = Literal},
                 Counter);
  P.define(New, 0, P.addAllocation({.Kind = Kind::Constant}), 0);
  return New;
}

Id TrainStep::element(Id Tuple, unsigned Number) {
  Id Shape = P.Shapes[P.Instructions[Tuple].Shape].Elements[Number];
  std::string Attributes = ", index=" + std::to_string(Number);
  Id New = P.add({.Name = "get-tuple-element",
                  .Opcode = "get-tuple-element",
                  .Attributes = Attributes},
                 Shape, Tuple);
  P.read(New, 0, Tuple, 0);
  P.forward(New, 0, Tuple, Number + 1);
  return New;
}

void TrainStep::defineTable(Id Instruction, uint64_t *Reused, bool IsPhi) {
  uint64_t Offset = Reused && IsPhi
                        ? *Reused
                        : Hbm0.take(padded(P.Instructions[Instruction].Shape));
  if (Reused)
    *Reused = Offset;
  P.define(Instruction, 0, Hbm0.Allocation, Offset, IsPhi);
}

// Copies the weights of a layer to the fast memory.
Id TrainStep::fetchWeights(const Layer &L) {
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

// A loop that adds something up over what it is given.
Id TrainStep::refine(const Layer &L, Id Input) {
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

void TrainStep::runForward(unsigned Number) {
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

void TrainStep::runBackward(unsigned Number) {
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

// What is traced without jit is a program for each operation or so.
void TrainStep::runOperations() {
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

void TrainStep::returnGradients() {
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
