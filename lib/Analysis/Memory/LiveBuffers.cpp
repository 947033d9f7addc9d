//===- LiveBuffers.cpp - The buffers live at one time ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Memory/LiveBuffers.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/Parallel.h"

using namespace llvm;

namespace hlomem {

const Value *getRepresentative(ArrayRef<const Value *> Values,
                               const Liveness &Liveness) {
  auto Rank = [&Liveness](const Value *V) {
    return std::tuple(~V->getSize().count(), Liveness.getRange(*V)->Begin,
                      V->getId());
  };
  return *min_element(Values, [&](const Value *L, const Value *R) {
    return Rank(L) < Rank(R);
  });
}

void forEachRun(MutableArrayRef<const Value *> Values,
                function_ref<void(ArrayRef<const Value *>, Bytes)> Visit) {
  llvm::sort(Values, [](const Value *L, const Value *R) {
    return std::tuple(L->getOffset(), L->getId()) <
           std::tuple(R->getOffset(), R->getId());
  });
  for (ArrayRef<const Value *> Rest = Values; !Rest.empty();) {
    size_t Count = 1;
    Bytes End = Rest.front()->getEndOffset();
    for (; Count != Rest.size() && Rest[Count]->getOffset() < End; ++Count)
      End = std::max(End, Rest[Count]->getEndOffset());
    Visit(Rest.take_front(Count), End);
    Rest = Rest.drop_front(Count);
  }
}

std::optional<Bytes> getLargestLogical(ArrayRef<const Value *> Values) {
  Bytes Largest;
  for (const Value *V : Values) {
    std::optional<Bytes> Logical = V->getShape().getLogicalSize();
    if (!Logical)
      return std::nullopt;
    Largest = std::max(Largest, *Logical);
  }
  return Largest;
}

static LiveBuffer makeBuffer(ArrayRef<const Value *> ByOffset, Bytes End,
                             const Liveness &Liveness) {
  LiveBuffer B;
  B.Representative = getRepresentative(ByOffset, Liveness);
  B.Offset = ByOffset.front()->getOffset();
  B.Size = End - B.Offset;
  B.Logical = getLargestLogical(ByOffset);
  for (const Value *V : ByOffset)
    if (V != B.Representative)
      B.Aliases.push_back(V);
  return B;
}

// Times are ascending.
static void addLiveValues(ArrayRef<Value> Values, const Liveness &Liveness,
                          ArrayRef<Time> Times,
                          std::vector<const Value *> &Live) {
  LiveRange Around = {Times.front(), Times.back()};
  for (const Value &V : Values) {
    std::optional<LiveRange> R = Liveness.getRange(V);
    // Most are live at other times.
    if (!R || R->Begin > Around.End || R->End < Around.Begin)
      continue;
    if (!V.getSize().isZero() && R->contains(*lower_bound(Times, R->Begin)))
      Live.push_back(&V);
  }
}

// Those of one allocation, in their order.
static void addLiveValues(const Allocation &A, const Liveness &Liveness,
                          ArrayRef<Time> Times, unsigned Threads,
                          std::vector<const Value *> &Live) {
  ArrayRef<Value> Values = A.values();
  unsigned PartCount = countParts(Threads, Values.size());
  if (PartCount == 1)
    return addLiveValues(Values, Liveness, Times, Live);
  std::vector<std::vector<const Value *>> Parts(PartCount);
  parallelForParts(PartCount, Values.size(),
                   [&](size_t Part, size_t Begin, size_t End) {
                     addLiveValues(Values.slice(Begin, End - Begin), Liveness,
                                   Times, Parts[Part]);
                   });
  for (const std::vector<const Value *> &Part : Parts)
    append_range(Live, Part);
}

// Values of one allocation that are live at one time.
static void addBuffers(MutableArrayRef<const Value *> Live,
                       const Liveness &Liveness,
                       std::vector<LiveBuffer> &Buffers) {
  forEachRun(Live, [&](ArrayRef<const Value *> Run, Bytes End) {
    Buffers.push_back(makeBuffer(Run, End, Liveness));
  });
}

std::vector<const Value *> findLiveValues(const Module &M,
                                          std::optional<MemorySpace> Space,
                                          const Liveness &Liveness,
                                          ArrayRef<Time> Times) {
  SmallVector<Time, 8> Ascending(Times);
  llvm::sort(Ascending);
  std::vector<const Value *> Live;
  auto Add = [&](const Allocation &A) {
    if (!A.isThreadLocal())
      addLiveValues(A, Liveness, Ascending, M.getThreadCount(), Live);
  };
  if (Space)
    for (const Allocation *A : M.allocationsIn(*Space))
      Add(*A);
  else
    for_each(M.allocations(), Add);
  return Live;
}

std::vector<LiveBuffer> findLiveBuffers(const Allocation &A,
                                        const Liveness &Liveness, Time T,
                                        unsigned Threads) {
  std::vector<const Value *> Live;
  addLiveValues(A, Liveness, T, Threads, Live);
  std::vector<LiveBuffer> Buffers;
  addBuffers(Live, Liveness, Buffers);
  return Buffers;
}

std::vector<LiveBuffer> findLiveBuffers(ArrayRef<const Value *> Values,
                                        const Liveness &Liveness, Time T) {
  std::vector<LiveBuffer> Buffers;
  SmallVector<const Value *, 0> Live;
  for (const Value *V : Values) {
    const Allocation &A = V->getAllocation();
    if (!Liveness.isLiveAt(*V, T))
      continue;
    if (!Live.empty() && &Live.front()->getAllocation() != &A) {
      addBuffers(Live, Liveness, Buffers);
      Live.clear();
    }
    Live.push_back(V);
  }
  addBuffers(Live, Liveness, Buffers);
  return Buffers;
}

std::vector<LiveBuffer> findLiveBuffers(const Module &M,
                                        std::optional<MemorySpace> Space,
                                        const Liveness &Liveness, Time T) {
  return findLiveBuffers(findLiveValues(M, Space, Liveness, T), Liveness, T);
}

Bytes getLiveBytes(const Module &M, std::optional<MemorySpace> Space,
                   const Liveness &Liveness, Time T) {
  Bytes Sum;
  for (const LiveBuffer &B : findLiveBuffers(M, Space, Liveness, T))
    Sum += B.Size;
  return Sum;
}

std::vector<Hole> findHoles(const Allocation &A,
                            const std::vector<LiveBuffer> &Live) {
  std::vector<Hole> Holes;
  Bytes End;
  std::optional<size_t> After;
  for (auto [I, B] : enumerate(Live)) {
    if (B.Offset > End)
      Holes.push_back({End, B.Offset - End, After, I});
    End = B.getEndOffset();
    After = I;
  }
  if (A.getSize() > End)
    Holes.push_back({End, A.getSize() - End, After, std::nullopt});
  return Holes;
}

} // namespace hlomem
