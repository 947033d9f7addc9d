//===- DimensionSelection.cpp - The dimension that an option names --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/PassUtils/DimensionSelection.h"
#include "hlomem/Analysis/Attribution/ValueNames.h"
#include "hlomem/IR/Module.h"
#include "hlomem/PassUtils/ProgramSelection.h"
#include "hlomem/Support/DidYouMean.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace llvm;

namespace hlomem {

using replay::RecordedAssignment;

namespace {

class DimensionSelector {
public:
  DimensionSelector(const Module &M, const RecordedAssignment &Record,
                    const DimensionLinks &Links, ValueNames &Names,
                    StringRef Pass)
      : M(M), Record(Record), G(Record.getProgram()), Links(Links),
        Names(Names), Pass(Pass) {}

  Expected<NamedDimension> select(StringRef Name);
  Expected<NamedDimension> selectOfRun(uint32_t Number);

private:
  NamedDimension makeOfArguments(ArrayRef<uint64_t> Arguments,
                                 uint32_t Number) const;
  Expected<NamedDimension> selectOfData(StringRef Name, uint32_t Number);
  Expected<NamedDimension> selectOfArgument(StringRef Name, StringRef Argument,
                                            StringRef Number);
  void moveOrigin(NamedDimension &D) const;
  Error checkCarried(StringRef Name, const NamedDimension &D) const;

  HloPlace getPlace(uint64_t Argument) const {
    return {G.getEntry().Parameters[Argument], 0};
  }
  const Shape &getShape(uint64_t Argument) const {
    return *G.instructions()[G.getEntry().Parameters[Argument]].Type;
  }
  /// Its op_name, or the name of the instruction.
  StringRef getName(uint64_t Argument) const {
    StringRef Name = findArgumentName(M, G, Names, Argument);
    return Name.empty() ? G.instructions()[getPlace(Argument).Instruction].Name
                        : Name;
  }
  std::string describe(uint64_t Argument, uint32_t Number) const {
    return (getName(Argument) + ".shape[" + Twine(Number) + "]").str();
  }
  Error fail(const Twine &Why) const {
    return createStringError("pass '" + Pass + "': " + Why);
  }

  const Module &M;
  const RecordedAssignment &Record;
  const HloGraph &G;
  const DimensionLinks &Links;
  ValueNames &Names;
  StringRef Pass;
};

} // namespace

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

namespace {

/// What becomes of an argument.
enum class Fate : uint8_t {
  Read,
  /// A result has its shape.
  MaybeReplaced,
  /// A result takes its memory.
  Replaced,
};

} // namespace

static std::vector<Fate> findFates(const HloGraph &G) {
  ArrayRef<uint32_t> Parameters = G.getEntry().Parameters;
  std::vector<Fate> Fates(Parameters.size(), Fate::Read);
  SmallVector<const Shape *> Results;
  for (const LeafTree::Node &N :
       G.instructions()[G.getEntry().Root].Leaves->nodes())
    if (N.Type->isArray())
      Results.push_back(N.Type);
  for (auto [A, Parameter] : enumerate(Parameters))
    if (auto *Found = find_if(
            Results,
            [&, Type = G.instructions()[Parameter].Type](const Shape *S) {
              return isSameShape(*S, *Type,
                                 /*WithLayout=*/false);
            });
        Found != Results.end()) {
      Fates[A] = Fate::MaybeReplaced;
      Results.erase(Found);
    }
  for (const InputOutputAlias &A : G.inputOutputAliases())
    Fates[A.Parameter] = Fate::Replaced;
  for (const BufferDonor &D : G.bufferDonors())
    Fates[D.Parameter] = Fate::Replaced;
  return Fates;
}

static bool isWholeNumbers(const Shape &S) {
  ElementClass Class = elementClass(S.getElementType());
  return Class == ElementClass::Signed || Class == ElementClass::Unsigned;
}

// jax.random: 2 or 4 numbers of 32 bits, or rows of these.
static bool isRandomKey(const Shape &S) {
  uint64_t Last = S.getDimensions().back().Extent;
  return S.getElementType() == ElementType::U32 && (Last == 2 || Last == 4);
}

namespace {

/// Arguments that may be data, by how sure that is.
struct DataArguments {
  /// Arrays of whole numbers, and others, that nothing replaces.
  SmallVector<uint64_t> Whole, Others;
  /// A result may replace them.
  SmallVector<uint64_t> Unsure;
};

} // namespace

/// Those that have dimension \p Number.
static DataArguments findData(const Module &M, const HloGraph &G,
                              ValueNames &Names, uint32_t Number) {
  DataArguments Found;
  for (auto [A, F] : enumerate(findFates(G))) {
    const Shape &S = *G.instructions()[G.getEntry().Parameters[A]].Type;
    if (F == Fate::Replaced || !S.isArray() ||
        S.getDimensions().size() <= Number ||
        S.getDimensions()[Number].Extent < 2)
      continue;
    bool IsWhole = isWholeNumbers(S);
    // A leaf of a larger argument is mostly a weight, and one without an
    // op_name may be.
    StringRef OpName = findArgumentName(M, G, Names, A);
    if (IsWhole
            ? isRandomKey(S)
            : OpName.empty() || OpName.contains('[') || OpName.contains('.'))
      continue;
    (F == Fate::MaybeReplaced ? Found.Unsure
     : IsWhole                ? Found.Whole
                              : Found.Others)
        .push_back(A);
  }
  return Found;
}

Expected<NamedDimension> DimensionSelector::selectOfData(StringRef Name,
                                                         uint32_t Number) {
  DataArguments Found = findData(M, G, Names, Number);
  SmallVector<uint64_t> Data = Found.Whole;
  append_range(Data, Found.Others);
  if (Data.empty())
    Data = Found.Unsure;
  if (Data.empty())
    return fail("no argument is known to be data with dimension " +
                Twine(Number) + " for '" + Name +
                "'; name one, as in dimension=arg:x.shape[" + Twine(Number) +
                "]");
  return makeOfArguments(Data, Number);
}

/// That of the first of them, and of all that have as many elements there.
NamedDimension DimensionSelector::makeOfArguments(ArrayRef<uint64_t> Arguments,
                                                  uint32_t Number) const {
  NamedDimension D;
  D.Extent = getShape(Arguments.front()).getDimensions()[Number].Extent;
  D.Place = describe(Arguments.front(), Number);
  for (uint64_t A : Arguments)
    if (getShape(A).getDimensions()[Number].Extent == D.Extent)
      D.Origins.push_back({getPlace(A), Number});
  moveOrigin(D);
  return D;
}

SmallVector<uint64_t> findRunData(const Module &M, const HloGraph &G,
                                  ValueNames &Names, uint32_t Number) {
  DataArguments Found = findData(M, G, Names, Number);
  bool IsWhole = !Found.Whole.empty();
  ArrayRef<uint64_t> All = IsWhole ? Found.Whole : Found.Others;
  auto GetShape = [&](uint64_t A) -> const Shape & {
    return *G.instructions()[G.getEntry().Parameters[A]].Type;
  };
  SmallVector<uint64_t> Data;
  for (uint64_t A : All) {
    size_t Rank = GetShape(A).getDimensions().size();
    // The second dimension of an image is no length.
    if (Number == 0 ? Rank > 1 : Rank == (IsWhole ? 2 : 3))
      Data.push_back(A);
  }
  if (Data.empty() && Number == 0)
    Data.append(All.begin(), All.end());
  auto GetExtent = [&](uint64_t A) {
    return GetShape(A).getDimensions()[Number].Extent;
  };
  if (any_of(Data, [&](uint64_t A) {
        return GetExtent(A) != GetExtent(Data.front());
      }))
    return {};
  return Data;
}

/// True if something takes one element of the whole dimension at a time, or
/// writes one, as each step of a loop does.
static bool isWalked(const HloGraph &G, const DimensionFlow &Flow,
                     uint64_t Extent) {
  auto GetDimensions = [&](uint32_t Instruction) {
    return G.instructions()[Instruction].Type->getDimensions();
  };
  return any_of(G.instructions(), [&](const GraphInstruction &I) {
    bool IsRead = I.Op == Opcode::DynamicSlice;
    if ((!IsRead && I.Op != Opcode::DynamicUpdateSlice) || !I.Type->isArray() ||
        I.Operands.size() < 2)
      return false;
    uint32_t Whole = I.Operands.front();
    ArrayRef<Dimension> Of = GetDimensions(Whole);
    ArrayRef<Dimension> Part =
        IsRead ? I.Type->getDimensions() : GetDimensions(I.Operands[1]);
    return any_of(seq<uint32_t>(0, std::min(Of.size(), Part.size())),
                  [&](uint32_t D) {
                    return Of[D].Extent == Extent && Part[D].Extent == 1 &&
                           !Flow.getFactors({Whole, 0}, D).empty();
                  });
  });
}

Expected<NamedDimension> DimensionSelector::selectOfRun(uint32_t Number) {
  StringRef Name = Number == 0 ? "batch" : "length";
  SmallVector<uint64_t> Data = findRunData(M, G, Names, Number);
  if (Data.empty())
    return fail("no arguments are known to share a '" + Name + "'");
  NamedDimension D = makeOfArguments(Data, Number);
  if (Error E = checkCarried(Name, D))
    return E;
  DimensionFlow Flow(Links, D.Origins);
  size_t With = 0, Without = 0;
  for (uint64_t A = 0; A != G.getEntry().Parameters.size(); ++A)
    if (const Shape &S = getShape(A);
        S.isArray() && !S.getDimensions().empty() && !is_contained(Data, A))
      ++(Flow.isCarriedBy(getPlace(A)) ? With : Without);
  // Weights have no batch, but state of a model may; neither has a length.
  if (Number == 0 ? Without == 0 && !isWholeNumbers(getShape(Data.front()))
                  : With != 0)
    return fail("'" + Name + "' is no dimension of the data alone");
  D.IsWalked = isWalked(G, Flow, D.Extent);
  return D;
}

// Tokens [8,129] of which the model gets 128 at a time: half the length is 64
// and 65 tokens.
void DimensionSelector::moveOrigin(NamedDimension &D) const {
  DimensionFlow Flow(Links, D.Origins);
  struct Candidate {
    uint64_t Bytes = 0;
    std::optional<DimensionPlace> Whole;
    uint64_t Extent = 0;
  };
  MapVector<int64_t, Candidate> ByFixed;
  for (auto [V, P] : enumerate(Record.getDataflow().definitions())) {
    const Shape &S = Record.getShape(V);
    if (!S.isArray())
      continue;
    for (auto [Number, Of] : enumerate(S.getDimensions()))
      for (const DimensionFactor &F : Flow.getFactors(P, Number)) {
        Candidate &C = ByFixed[F.Fixed];
        C.Bytes += Record.sizes()[V];
        if (!F.IsGuessed && F.Extent == Of.Extent &&
            F.Extent - F.Fixed == D.Extent) {
          C.Whole = {P, static_cast<uint32_t>(Number)};
          C.Extent = F.Extent;
        }
      }
  }
  const Candidate *Best = nullptr;
  for (const auto &[Fixed, C] : ByFixed)
    if (C.Whole && (!Best || C.Bytes > Best->Bytes))
      Best = &C;
  if (!Best || Best->Extent == D.Extent)
    return;
  D.Origins = {*Best->Whole};
  D.Extent = Best->Extent;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

Expected<NamedDimension> DimensionSelector::selectOfArgument(StringRef Name,
                                                             StringRef Argument,
                                                             StringRef Number) {
  int64_t N = 0;
  if (Number.getAsInteger(10, N))
    return fail("'" + Number + "' in '" + Name + "' is no dimension");
  Expected<SmallVector<uint64_t>> Numbers =
      selectArguments(M, G, Names, Pass, Argument.str());
  if (!Numbers)
    return Numbers.takeError();
  if (Numbers->size() != 1)
    return fail("'" + Argument + "' is " + Twine(Numbers->size()) +
                " arguments; name one, such as 'arg:" +
                getName(Numbers->front()) + "'");
  uint64_t A = Numbers->front();
  const Shape &S = getShape(A);
  if (!S.isArray())
    return fail("'" + Argument + "' is no array");
  int64_t Rank = S.getDimensions().size();
  if (Rank == 0)
    return fail("'" + Argument + "' is a scalar and has no dimensions");
  if (N < -Rank || N >= Rank)
    return fail("'" + Argument + "' has dimensions 0 to " + Twine(Rank - 1) +
                ", not " + Twine(N));
  N += N < 0 ? Rank : 0;
  NamedDimension D;
  D.Extent = S.getDimensions()[N].Extent;
  D.Place = describe(A, N);
  if (D.Extent < 2)
    return fail("'" + Name + "' has " + Twine(D.Extent) +
                (D.Extent == 1 ? " element" : " elements") +
                ", and nothing tells which other dimensions are this one");
  D.Origins.push_back({getPlace(A), static_cast<uint32_t>(N)});
  return D;
}

Error DimensionSelector::checkCarried(StringRef Name,
                                      const NamedDimension &D) const {
  DimensionFlow Flow(Links, D.Origins);
  for (const GraphInstruction &I : G.instructions())
    if (I.Op != Opcode::Parameter)
      for (uint32_t Leaf : seq<uint32_t>(I.Leaves->size()))
        if (Flow.isCarriedBy({G.getNumber(I), Leaf}))
          return Error::success();
  return fail("nothing but the argument has '" + Name + "' (" + D.Place + ")");
}

Expected<NamedDimension> DimensionSelector::select(StringRef Name) {
  auto Select = [&]() -> Expected<NamedDimension> {
    if (Name == "batch")
      return selectOfData(Name, 0);
    if (Name == "length")
      return selectOfData(Name, 1);
    auto [Argument, Number] = Name.rsplit(".shape[");
    if (!Number.consume_back("]"))
      return fail("no dimension is named '" + Name + "'" +
                  didYouMean(Name, {"batch", "length"},
                             ": it is batch, length or that of an argument, "
                             "as in arg:x.shape[0]"));
    return selectOfArgument(Name, Argument, Number);
  };
  Expected<NamedDimension> D = Select();
  if (D)
    if (Error E = checkCarried(Name, *D))
      return E;
  return D;
}

Expected<NamedDimension> selectDimension(const Module &M,
                                         const RecordedAssignment &Record,
                                         const DimensionLinks &Links,
                                         ValueNames &Names, StringRef Pass,
                                         StringRef Name) {
  return DimensionSelector(M, Record, Links, Names, Pass).select(Name);
}

Expected<NamedDimension> selectRunDimension(const Module &M,
                                            const RecordedAssignment &Record,
                                            const DimensionLinks &Links,
                                            ValueNames &Names,
                                            uint32_t Number) {
  return DimensionSelector(M, Record, Links, Names, "advise")
      .selectOfRun(Number);
}

} // namespace hlomem
