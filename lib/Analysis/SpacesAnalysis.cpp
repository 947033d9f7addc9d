//===- SpacesAnalysis.cpp - What each memory space holds ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/SpacesAnalysis.h"
#include "hlomem/Analysis/BackendAnalysis.h"
#include "hlomem/Analysis/Liveness.h"
#include "hlomem/Analysis/Padding.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace hlomem {

AnalysisKey SpacesAnalysis::Key;

//===----------------------------------------------------------------------===//
// Asynchronous operations
//===----------------------------------------------------------------------===//

static Bytes sumOf(ArrayRef<const Value *> Values,
                   function_ref<bool(MemorySpace)> IsWanted) {
  Bytes Sum;
  for (const Value *V : Values)
    if (IsWanted(V->getAllocation().getMemorySpace()))
      Sum += V->getSize();
  return Sum;
}

static bool isIn(const Value *V, MemorySpace Space) {
  return V->getAllocation().getMemorySpace() == Space;
}

Bytes AsyncOperation::getBytesInto(MemorySpace Space) const {
  if (!Sources.empty() &&
      all_of(Sources, [&](const Value *V) { return isIn(V, Space); }))
    return Bytes();
  return sumOf(Results, [&](MemorySpace S) { return S == Space; });
}

Bytes AsyncOperation::getBytesOutOf(MemorySpace Space) const {
  if (none_of(Sources, [&](const Value *V) { return isIn(V, Space); }))
    return Bytes();
  if (Results.empty() && !Done.empty())
    return sumOf(Sources, [&](MemorySpace S) { return S == Space; });
  return sumOf(Results, [&](MemorySpace S) { return S != Space; });
}

Bytes AsyncOperation::getBytesWithin(MemorySpace Space) const {
  if (Sources.empty() ||
      any_of(Sources, [&](const Value *V) { return !isIn(V, Space); }))
    return Bytes();
  return sumOf(Results, [&](MemorySpace S) { return S == Space; });
}

namespace {

/// What the texts of instructions tell, which few of them do: a look at the
/// text spares taking the others apart.
class InstructionSearch {
public:
  InstructionSearch(const Module &M, const Liveness &Live,
                    std::vector<AsyncOperation> &Operations)
      : M(M), Live(Live), Operations(Operations) {}

  void run();

  uint64_t UnknownInstructions = 0;
  uint64_t UnknownScoped = 0;
  std::map<MemorySpace, ScopedMemory> Scoped;

private:
  void addScoped(const InstructionDetails &I);
  void addOperation(const Value &V, const InstructionDetails &I);
  /// What is waited for by \p Name, or by the last update of it; empty if
  /// nothing is.
  StringRef findDone(StringRef Name) const;
  void addSourcesAndResults();

  const Module &M;
  const Liveness &Live;
  std::vector<AsyncOperation> &Operations;
  /// Values by the instruction that defines them, where that is a start or an
  /// update.
  DenseMap<StringRef, SmallVector<const Value *, 2>> Definitions;
  DenseSet<StringRef> Updates;
};

} // namespace

static bool mayBeAsync(StringRef Text) {
  return Text.contains("-start(") || Text.contains("-update(") ||
         Text.contains(" send(") || Text.contains(" recv(");
}

void InstructionSearch::run() {
  DenseSet<StringRef> Seen;
  for (const Value &V : M.values()) {
    if (V.getAllocation().isThreadLocal())
      continue;
    StringRef Text = V.getInstructionText();
    if (Text.empty()) {
      ++UnknownInstructions;
      continue;
    }
    bool MayBeAsync = mayBeAsync(Text);
    bool MayBeScoped = Text.contains("\"scoped_memory_configs");
    MayBeScoped |= Text.contains("\\\"scoped_memory_configs");
    if (!MayBeAsync && !MayBeScoped)
      continue;
    const InstructionDetails *I = M.getInstruction(V);
    bool IsStart = hasTrait(I->Op, OpcodeTraits::AsyncStart);
    bool IsUpdate = hasTrait(I->Op, OpcodeTraits::AsyncUpdate);
    if (IsStart || IsUpdate)
      Definitions[V.getInstructionName()].push_back(&V);
    if (!Seen.insert(V.getInstructionName()).second)
      continue;
    if (IsUpdate)
      Updates.insert(V.getInstructionName());
    if (IsStart)
      addOperation(V, *I);
    if (MayBeScoped)
      addScoped(*I);
  }
  for (AsyncOperation &O : Operations) {
    O.Done = findDone(O.Start);
    std::optional<Time> Begin = Live.getTime(O.Start),
                        End = Live.getTime(O.Done);
    if (Begin && End && *Begin <= *End)
      O.InFlight = LiveRange{*Begin, *End};
  }
  addSourcesAndResults();
  stable_sort(Operations,
              [&](const AsyncOperation &L, const AsyncOperation &R) {
                Time Last = Live.getEndOfProgram();
                return Live.getTime(L.Start).value_or(Last) <
                       Live.getTime(R.Start).value_or(Last);
              });
}

void InstructionSearch::addOperation(const Value &V,
                                     const InstructionDetails &I) {
  AsyncOperation &O = Operations.emplace_back();
  O.Start = V.getInstructionName();
  O.OpcodeName = I.OpcodeName;
  O.Loc = V.getLoc();
  uint64_t Number = 0;
  if (auto Text = I.getAttribute("cross_program_prefetch_index"))
    if (!Text->getAsInteger(10, Number))
      O.CrossProgramPrefetch = Number;
}

// Nothing but an update or a done may read what a start defines, so the first
// to read it is one; those behind read what the done forwards.
StringRef InstructionSearch::findDone(StringRef Name) const {
  // A chain is no longer than there are updates.
  for (size_t Step = 0; Step <= Updates.size(); ++Step) {
    auto Defined = Definitions.find(Name);
    if (Defined == Definitions.end())
      return "";
    StringRef First;
    Time FirstTime = 0;
    for (const Value *V : Defined->second)
      for (const Use &U : V->getUses()) {
        StringRef User = U.User.getName();
        std::optional<Time> At = Live.getTime(User);
        // Without a schedule: nothing but a done reads the tuple's table.
        if (User == Name || (!At && !V->getShape().isTuple()))
          continue;
        Time UserTime = At.value_or(Live.getEndOfProgram());
        if (First.empty() || UserTime < FirstTime) {
          First = User;
          FirstTime = UserTime;
        }
      }
    if (!Updates.contains(First))
      return First;
    Name = First;
  }
  return "";
}

void InstructionSearch::addSourcesAndResults() {
  DenseMap<StringRef, size_t> Starts, Dones;
  for (auto [I, O] : enumerate(Operations)) {
    Starts.try_emplace(O.Start, I);
    if (!O.Done.empty())
      Dones.try_emplace(O.Done, I);
  }
  if (Starts.empty())
    return;
  // All of one value comes together.
  auto Add = [](SmallVectorImpl<const Value *> &List, const Value &V) {
    if (List.empty() || List.back() != &V)
      List.push_back(&V);
  };
  for (const Value &V : M.values()) {
    if (V.getAllocation().isThreadLocal() || V.getShape().isTuple() ||
        V.getSize().isZero())
      continue;
    for (const Use &U : V.getUses())
      if (auto I = Starts.find(U.User.getName()); I != Starts.end())
        Add(Operations[I->second].Sources, V);
    for (const Position &P : V.getPositions())
      if (auto I = Dones.find(P.getName()); I != Dones.end())
        Add(Operations[I->second].Results, V);
  }
}

//===----------------------------------------------------------------------===//
// Scoped memory
//===----------------------------------------------------------------------===//

/// XLA prints numbers of 64 bits as text, and leaves zeros out. None for what
/// is no number of bytes.
static std::optional<uint64_t> readNumber(const json::Object &O,
                                          StringRef Key) {
  const json::Value *V = O.get(Key);
  if (!V)
    return 0;
  if (std::optional<uint64_t> N = V->getAsUINT64())
    return N;
  uint64_t N = 0;
  if (std::optional<StringRef> Text = V->getAsString())
    if (!Text->getAsInteger(10, N))
      return N;
  return std::nullopt;
}

/// What an instruction asks for of each space; none if any of it is unknown.
static std::optional<std::map<MemorySpace, Bytes>>
readScoped(const json::Value &List) {
  const json::Array *Items = List.getAsArray();
  if (!Items)
    return std::nullopt;
  std::map<MemorySpace, Bytes> Asked;
  for (const json::Value &Item : *Items) {
    const json::Object *O = Item.getAsObject();
    if (!O)
      return std::nullopt;
    std::optional<uint64_t> Size = readNumber(*O, "size");
    std::optional<uint64_t> Space = readNumber(*O, "memory_space");
    if (!Size || !Space || !isUInt<32>(*Space))
      return std::nullopt;
    if (*Size != 0)
      Asked[static_cast<MemorySpace>(*Space)] += Bytes(*Size);
  }
  return Asked;
}

void InstructionSearch::addScoped(const InstructionDetails &I) {
  // They do not run, though every instruction may carry the field.
  if (I.Op == Opcode::Parameter || I.Op == Opcode::Constant)
    return;
  Expected<json::Value> Config = I.getBackendConfig();
  if (!Config) {
    consumeError(Config.takeError());
    ++UnknownScoped;
    return;
  }
  const json::Object *Top = Config->getAsObject();
  const json::Value *List = Top ? Top->get("scoped_memory_configs") : nullptr;
  if (!List)
    return;
  std::optional<std::map<MemorySpace, Bytes>> Known = readScoped(*List);
  if (!Known) {
    ++UnknownScoped;
    return;
  }
  std::optional<Time> At = Live.getTime(I.Name);
  for (auto [Space, Size] : *Known) {
    ScopedMemory &S = Scoped[Space];
    ++S.Instructions;
    bool IsEarlier = At && (!S.At || *At < *S.At);
    if (Size < S.Largest || (Size == S.Largest && !IsEarlier))
      continue;
    S.Largest = Size;
    S.Instruction = I.Name;
    S.At = At;
  }
}

//===----------------------------------------------------------------------===//
// Spaces
//===----------------------------------------------------------------------===//

static SpaceKind &getKind(SpaceBlock &B, StringRef Name) {
  for (SpaceKind &K : B.Kinds)
    if (K.Name == Name)
      return K;
  SpaceKind &Kind = B.Kinds.emplace_back();
  Kind.Name = Name;
  return Kind;
}

static void addAllocations(const Module &M,
                           std::map<MemorySpace, SpaceBlock> &Spaces) {
  for (const Allocation &A : M.allocations()) {
    SpaceBlock &B = Spaces[A.getMemorySpace()];
    if (!B.Loc.isValid())
      B.Loc = A.getLoc();
    if (A.isThreadLocal()) {
      ++B.ThreadLocalAllocations;
      B.ThreadLocal += A.getSize();
      continue;
    }
    ++B.Allocations;
    B.Allocated += A.getSize();
    SpaceKind &K = getKind(B, getKindName(A));
    ++K.Allocations;
    K.Size += A.getSize();
  }
}

static void addTimeline(SpaceBlock &B, const SpaceTimeline &S, bool IsKnown) {
  B.UnknownValues = S.UnknownValues;
  B.UnknownBytes = S.UnknownBytes;
  for (Bytes Live : S.Live)
    B.ByteTime += Live;
  // Nothing is live at any time, and of something it is unknown when.
  if (!IsKnown || (S.Peak.Size.isZero() && S.UnknownValues != 0)) {
    return;
  }
  B.Peak = S.Peak;
  B.Fragmentation = S.Fragmentation;
  B.UnknownArenas = S.UnknownArenas;
}

static void addPadding(SpaceBlock &B, const PaddingAtPeak &Peak) {
  B.Padding = Peak.Sum.Padding.total();
  B.UnknownPadding = Peak.Sum.UnknownSize;
  for (const PaddedBuffer &P : Peak.Buffers)
    getKind(B, getKindName(P.Buffer.Representative->getAllocation())).AtPeak +=
        P.Buffer.Size;
}

MemorySpaces::MemorySpaces(const Module &M, const Liveness &Live,
                           const MemoryTimeline &Timeline,
                           const PaddingFacts &Padding,
                           const InferredBackend &Backend,
                           const Target &Machine) {
  std::map<MemorySpace, SpaceBlock> ByNumber;
  addAllocations(M, ByNumber);
  for (MemorySpace Space : Timeline.spaces())
    addTimeline(ByNumber[Space], Timeline.getSpace(Space), Live.isKnown());
  for (const PaddingAtPeak &Peak : Padding.peaks())
    addPadding(ByNumber[Peak.Space], Peak);

  InstructionSearch Search(M, Live, Operations);
  Search.run();
  UnknownInstructions = Search.UnknownInstructions;
  UnknownScoped = Search.UnknownScoped;
  for (auto &[Space, Scoped] : Search.Scoped) {
    if (Scoped.At && Live.isKnown() && is_contained(Timeline.spaces(), Space))
      Scoped.Live = Timeline.getSpace(Space).Live[*Scoped.At];
    ByNumber[Space].Scoped = Scoped;
  }

  for (const MemoryLimit &L : Machine.Limits)
    if (auto Space = findMemorySpace(Backend.get(), L.Space))
      ByNumber[*Space].Limit = Machine.getLimit(Backend.get(), *Space);

  for (auto &[Space, B] : ByNumber) {
    B.Space = Backend.name(Space);
    if (B.Allocations == 0)
      B.Peak = PeakLoad();
    // Those of one size by name: what stands first in the dump says nothing.
    llvm::sort(B.Kinds, [](const SpaceKind &L, const SpaceKind &R) {
      return std::tie(R.Size, L.Name) < std::tie(L.Size, R.Name);
    });
    Spaces.push_back(std::move(B));
  }
}

const SpaceBlock *MemorySpaces::find(MemorySpace Space) const {
  for (const SpaceBlock &B : Spaces)
    if (B.Space.Number == Space)
      return &B;
  return nullptr;
}

MemorySpaces SpacesAnalysis::run(const Module &M, AnalysisManager &AM) {
  return MemorySpaces(M, AM.getResult<LivenessAnalysis>(),
                      AM.getResult<MemoryTimelineAnalysis>(),
                      AM.getResult<PaddingAnalysis>(),
                      AM.getResult<BackendAnalysis>(), AM.getTarget());
}

} // namespace hlomem
