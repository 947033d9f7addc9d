//===- Program.cpp - A made-up program and where its values lie -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <random>

using namespace llvm;

namespace gendump {

static Id find(StringMap<Id> &Known, std::vector<std::string> &Texts,
               StringRef Text) {
  auto [It, IsNew] = Known.try_emplace(Text, Texts.size());
  if (IsNew)
    Texts.push_back(Text.str());
  return It->second;
}

Id Program::text(StringRef Text) { return find(KnownTexts, Texts, Text); }

Id Program::addShape(Shape S) {
  auto [It, IsNew] = KnownShapes.try_emplace(S.Text, Shapes.size());
  if (IsNew) {
    S.Leaves.insert(S.Leaves.begin(), {"", It->second});
    Shapes.push_back(std::move(S));
  }
  return It->second;
}

// XLA's tiles for a TPU: 8 by 128 of the two most minor dimensions, 128 of the
// only one (docs/DumpFormat.md, sizes).
Id Program::array(StringRef Type, unsigned Bits, ArrayRef<uint64_t> Dims,
                  uint8_t Space) {
  Shape S;
  S.Space = Space;
  raw_string_ostream Plain(S.Plain);
  Plain << Type << '[';
  uint64_t Elements = 1, Padded = 1;
  for (size_t I = 0; I != Dims.size(); ++I) {
    Plain << (I ? "," : "") << Dims[I];
    Elements *= Dims[I];
    size_t FromMinor = Dims.size() - 1 - I;
    Padded *= FromMinor == 0   ? alignTo(Dims[I], 128)
              : FromMinor == 1 ? alignTo(Dims[I], 8)
                               : Dims[I];
  }
  Plain << ']';
  bool IsTiled = Space != 2;
  if (IsTiled && Dims.empty())
    Padded = 128;
  S.Logical = Elements * Bits / 8;
  S.Padded = IsTiled ? Padded * Bits / 8 : S.Logical;

  S.Text = S.Plain;
  raw_string_ostream Text(S.Text);
  Text << '{';
  for (size_t I = Dims.size(); I != 0; --I)
    Text << I - 1 << (I > 1 ? "," : "");
  Text << ':';
  if (IsTiled)
    Text << (Dims.size() < 2 ? "T(128)" : "T(8,128)");
  if (IsTiled && Bits < 32 && Dims.size() >= 2)
    Text << '(' << 32 / Bits << ",1)";
  if (Space)
    Text << "S(" << unsigned(Space) << ')';
  Text << '}';
  return addShape(std::move(S));
}

Id Program::tuple(ArrayRef<Id> Elements) {
  Shape S;
  S.Elements.assign(Elements.begin(), Elements.end());
  S.Text = S.Plain = "(";
  for (size_t I = 0; I != Elements.size(); ++I) {
    std::string Before = I ? ", " : "";
    if (I && I % 5 == 0)
      Before += "/*index=" + std::to_string(I) + "*/";
    S.Text.append(Before).append(Shapes[Elements[I]].Text);
    S.Plain.append(Before).append(Shapes[Elements[I]].Plain);
    for (const Shape::Leaf &Inner : Shapes[Elements[I]].Leaves) {
      std::string Index = std::to_string(I);
      if (!Inner.Index.empty())
        Index.append(",").append(Inner.Index);
      S.Leaves.push_back({std::move(Index), Inner.Shape});
    }
  }
  S.Text += ')';
  S.Plain += ')';
  S.Logical = 8 * Elements.size();
  // A TPU's tables are 32 bytes for up to four elements.
  S.Padded = Elements.size() <= 4 ? 32 : S.Logical;
  return addShape(std::move(S));
}

Id Program::add(const Look &L, Id Shape, ArrayRef<Id> Read, bool IsScheduled) {
  Instruction I;
  I.BaseName = text(L.Name);
  Numbers.resize(std::max<size_t>(Numbers.size(), I.BaseName + 1));
  I.Number = Numbers[I.BaseName]++;
  I.Shape = Shape;
  I.Opcode = text(L.Opcode);
  I.Attributes = text(L.Attributes);
  I.OpName = text(L.OpName);
  I.BackendConfig = text(L.BackendConfig);
  I.Line = L.Line;
  if (!L.Literal.empty())
    I.Literal = text(L.Literal);
  I.FirstOperand = Operands.size();
  I.Operands = Read.size();
  Operands.insert(Operands.end(), Read.begin(), Read.end());
  I.FirstLeaf = Leaves.size();
  Leaves.resize(Leaves.size() + Shapes[Shape].Leaves.size(), None);
  Id New = Instructions.size();
  if (IsScheduled) {
    I.Time = Schedule.size();
    Schedule.push_back(New);
  }
  Instructions.push_back(I);
  return New;
}

uint32_t Program::countLeaves(Id I) const {
  return getShape(Instructions[I]).Leaves.size();
}

uint32_t Program::findLeaf(Id I, StringRef Index) const {
  ArrayRef<Shape::Leaf> All = getShape(Instructions[I]).Leaves;
  return llvm::find_if(All,
                       [&](const Shape::Leaf &L) { return L.Index == Index; }) -
         All.begin();
}

void Program::printName(raw_ostream &OS, Id Position) const {
  const Instruction &I = Instructions[Position];
  OS << Texts[I.BaseName];
  if (I.Number)
    OS << '.' << I.Number;
}

Id Program::define(Id I, uint32_t Leaf, Id Allocation, uint64_t Offset,
                   bool IsPhi) {
  Id New = Values.size();
  Value V{I, Leaf, IsPhi};
  V.Allocation = Allocation;
  V.Offset = Offset;
  Id Time = Instructions[I].Time;
  V.Begin = V.End = Time == None ? 0 : Time;
  Values.push_back(V);
  Leaves[Instructions[I].FirstLeaf + Leaf] = New;
  Positions.push_back({New, I, Leaf, 0});
  return New;
}

void Program::forward(Id I, uint32_t Leaf, Id From, uint32_t FromLeaf) {
  Id V = getValue(From, FromLeaf);
  Leaves[Instructions[I].FirstLeaf + Leaf] = V;
  Positions.push_back({V, I, Leaf, 0});
  extend(V, Instructions[I].Time);
}

void Program::read(Id I, uint32_t Operand, Id From, uint32_t Leaf) {
  Id V = getValue(From, Leaf);
  Uses.push_back({V, I, Leaf, Operand});
  if (Instructions[I].Time != None && Texts[Instructions[I].Opcode] != "while")
    extend(V, Instructions[I].Time);
}

Id Program::addAllocation(Allocation A) {
  Allocations.push_back(A);
  return Allocations.size() - 1;
}

void Program::extend(Id V, uint32_t Time) {
  Values[V].End = std::max(Values[V].End, Time);
}

void Program::finish(uint64_t Seed) {
  // Phis are numbered behind the others, as XLA's dataflow analysis does, and
  // what was optimized away leaves gaps.
  std::mt19937_64 Random(Seed);
  std::vector<Id> Order;
  for (bool IsPhi : {false, true})
    for (Id V = 0; V != Values.size(); ++V)
      if (Values[V].IsPhi == IsPhi)
        Order.push_back(V);
  uint64_t Number = 0;
  for (Id V : Order) {
    Values[V].Number = Number;
    Number += Random() % 8 ? 1 : 1 + Random() % 30;
  }
  // In place, with what refers to them.
  std::vector<Value> Sorted;
  std::vector<Id> NewPlace(Values.size());
  for (Id V : Order) {
    NewPlace[V] = Sorted.size();
    Sorted.push_back(Values[V]);
  }
  Values = std::move(Sorted);
  for (Id &V : Leaves)
    if (V != None)
      V = NewPlace[V];
  for (std::vector<Place> *Places : {&Positions, &Uses}) {
    for (Place &P : *Places)
      P.Value = NewPlace[P.Value];
    llvm::stable_sort(*Places, [](const Place &L, const Place &R) {
      return L.Value < R.Value;
    });
  }
  for (const Value &V : Values) {
    Allocation &A = Allocations[V.Allocation];
    A.Size = std::max(A.Size, V.Offset + getShape(V).Padded);
  }
  sortAllocations();
  ByAllocation.resize(Values.size());
  for (Id V = 0; V != Values.size(); ++V)
    ByAllocation[V] = V;
  llvm::stable_sort(ByAllocation, [&](Id L, Id R) {
    return Values[L].Allocation < Values[R].Allocation;
  });
}

// XLA puts temporary allocations last.
void Program::sortAllocations() {
  std::vector<Id> NewPlace(Allocations.size());
  std::vector<Allocation> Sorted;
  for (bool IsTemp : {false, true})
    for (Id A = 0; A != Allocations.size(); ++A)
      if ((Allocations[A].Kind == Kind::Temp) == IsTemp) {
        NewPlace[A] = Sorted.size();
        Sorted.push_back(Allocations[A]);
      }
  Allocations = std::move(Sorted);
  for (Value &V : Values)
    V.Allocation = NewPlace[V.Allocation];
}

const Shape &Program::getShape(const Value &V) const {
  return Shapes[getShape(Instructions[V.Instruction]).Leaves[V.Leaf].Shape];
}

} // namespace gendump
