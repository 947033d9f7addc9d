//===- HeapEvents.cpp - What a heap is asked for --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeapEvents.h"
#include "llvm/ADT/DenseMap.h"

using namespace llvm;

namespace hlomem {

namespace {

class HeapSimulation {
public:
  HeapSimulation(const AssignerInput &Input, ArrayRef<ValueId> Values,
                 IdArrayRef<BufferId, Bytes> BufferSizes,
                 OperandSharing &Sharing);

  HeapRequests run();

private:
  void define(ValueId Value);
  bool shareWithOperand(ValueId Value);
  bool mayLend(ValueId Value, Time Now) const;
  void emit(HeapEvent::Kind What, ValueId Value, ValueId With = {}) {
    Trace.Events.push_back({What, Value, With});
  }
  Time getBegin(ValueId V) const { return Input.Ranges[V]->Begin; }
  Time getEnd(ValueId V) const { return Input.Ranges[V]->End; }

  const AssignerInput &Input;
  const HloDataflow &D;
  IdArrayRef<BufferId, Bytes> BufferSizes;
  OperandSharing &Sharing;
  std::vector<ValueId> ByBegin;
  std::vector<ValueId> ByEnd;
  /// Values of this heap that are not given back, nor have lent their memory.
  IdVector<ValueId, bool> IsHeld;
  /// The value of each buffer that was allocated first.
  DenseMap<BufferId, ValueId> FirstOfBuffer;
  HeapRequests Trace;
};

} // namespace

HeapSimulation::HeapSimulation(const AssignerInput &Input,
                               ArrayRef<ValueId> Values,
                               IdArrayRef<BufferId, Bytes> BufferSizes,
                               OperandSharing &Sharing)
    : Input(Input), D(*Input.Dataflow), BufferSizes(BufferSizes),
      Sharing(Sharing), IsHeld(Input.Sizes.size()) {
  for (ValueId V : Values)
    if (Input.Ranges[V])
      ByBegin.push_back(V);
  ByEnd = ByBegin;
  llvm::sort(ByBegin, [&](ValueId L, ValueId R) {
    return std::tuple(getBegin(L), getEnd(L), L) <
           std::tuple(getBegin(R), getEnd(R), R);
  });
  llvm::sort(ByEnd, [&](ValueId L, ValueId R) {
    return std::tuple(getEnd(L), getBegin(L), L) <
           std::tuple(getEnd(R), getBegin(R), R);
  });
  Trace.Sizes.resize(Input.Sizes.size());
  for (ValueId V : ByBegin) {
    Trace.Sizes[V] = BufferSizes[Input.Buffers->getBuffer(V)];
    IsHeld[V] = true;
  }
}

/// It is the only value of its buffer, ends now, and has its memory still.
bool HeapSimulation::mayLend(ValueId Value, Time Now) const {
  return Value && IsHeld[Value] && getEnd(Value) == Now &&
         Input.Buffers->getValues(Input.Buffers->getBuffer(Value)).size() == 1;
}

bool HeapSimulation::shareWithOperand(ValueId Value) {
  HloPlace At = D.definitions()[Value];
  const GraphInstruction &I = D.getGraph().instructions()[At.Instruction];
  if (I.Op == Opcode::Copy)
    return false;
  for (InstructionId Operand : I.Operands) {
    ValueId Lender = D.getValueAt({Operand, RootLeaf});
    if (!mayLend(Lender, getBegin(Value)))
      continue;
    HloPlace From = D.definitions()[Lender];
    if (!is_contained(I.Operands, From.Instruction) ||
        !Sharing.canShare(From, At))
      continue;
    emit(HeapEvent::Kind::Free, Lender);
    IsHeld[Lender] = false;
    Trace.Sizes[Value] = std::max(Trace.Sizes[Value], Trace.Sizes[Lender]);
    emit(HeapEvent::Kind::Share, Value, Lender);
    return true;
  }
  return false;
}

void HeapSimulation::define(ValueId Value) {
  BufferId Buffer = Input.Buffers->getBuffer(Value);
  if (auto First = FirstOfBuffer.find(Buffer); First != FirstOfBuffer.end()) {
    emit(HeapEvent::Kind::Share, Value, First->second);
    return;
  }
  if (Input.Buffers->getValues(Buffer).size() == 1 && shareWithOperand(Value))
    return;
  emit(HeapEvent::Kind::Alloc, Value);
  FirstOfBuffer[Buffer] = Value;
}

HeapRequests HeapSimulation::run() {
  auto NextEnd = ByEnd.begin();
  auto FreeUpTo = [&](Time Last) {
    for (; NextEnd != ByEnd.end() && getEnd(*NextEnd) <= Last; ++NextEnd)
      if (IsHeld[*NextEnd]) {
        emit(HeapEvent::Kind::Free, *NextEnd);
        IsHeld[*NextEnd] = false;
      }
  };
  for (ValueId V : ByBegin) {
    // What ends at this very time is given back after what begins.
    if (getBegin(V) != 0)
      FreeUpTo(getBegin(V) - 1);
    define(V);
  }
  FreeUpTo(std::numeric_limits<Time>::max());
  return std::move(Trace);
}

HeapRequests makeHeapRequests(const AssignerInput &Input,
                              ArrayRef<ValueId> Values,
                              IdArrayRef<BufferId, Bytes> BufferSizes,
                              OperandSharing &Sharing) {
  return HeapSimulation(Input, Values, BufferSizes, Sharing).run();
}

} // namespace hlomem
