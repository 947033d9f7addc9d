//===- PageData.cpp - What a page draws -----------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PageData.h"
#include "PagePieces.h"
#include "hlomem/Support/Compression.h"
#include "hlomem/Support/Utf8.h"
#include "hlomem/Tables/Tables.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/LEB128.h"
#include <deque>
#include <map>

using namespace llvm;

namespace hlomem {

/// Is raised whenever pages before it could not read the data. The page's own
/// reader has the same number: web/decode.js.
static constexpr unsigned PageFormat = 2;
/// Bounds offsets and sizes, so that their differences fit into 64 bits.
static constexpr uint64_t MaxBytes = uint64_t(1) << 62;

static uint64_t toCount(Bytes B) { return std::min(B.count(), MaxBytes); }

namespace {

/// Numbers as varints.
struct PageColumn {
  explicit PageColumn(StringLiteral Name) : Name(Name) {}

  void add(uint64_t N) {
    uint8_t Encoded[10];
    Text.append(reinterpret_cast<char *>(Encoded), encodeULEB128(N, Encoded));
    ++Count;
  }
  /// A difference as a number that is small if it is.
  static uint64_t toZigzag(uint64_t Difference) {
    return (Difference << 1) ^ (0 - (Difference >> 63));
  }

  StringLiteral Name;
  std::string Text;
  uint64_t Count = 0;
};

/// Texts by number; 0 is none, and as the name of what a value holds OwnName is
/// that of its instruction.
class TextList {
public:
  static constexpr uint32_t OwnName = 1;

  TextList() { add(StringRef()); }
  uint32_t add(StringRef Text) {
    auto [It, IsNew] = Ids.try_emplace(Text, Texts.size() + 1);
    if (IsNew)
      Texts.push_back(It->getKey());
    return It->second;
  }
  uint32_t add(std::optional<StringRef> Text) { return Text ? add(*Text) : 0; }
  ArrayRef<StringRef> texts() const { return Texts; }

private:
  StringMap<uint32_t> Ids;
  std::vector<StringRef> Texts;
};

struct PageValue {
  uint64_t Id, Offset, Size, Padding;
  uint32_t Allocation, Tuple, Shape, Instruction;
  bool IsPhi;
  std::optional<std::pair<uint64_t, uint64_t>> Range = std::nullopt;
  uint32_t Kind = 0, Name = 0, Detail = 0, Source = 0;
  SmallVector<uint32_t, 2> Users = {};
};

struct PageAllocation {
  uint64_t Number, Space, Size, Kind;
  bool IsThreadLocal;
  /// Where it begins if all allocations of its space lie one above the other.
  uint64_t Base = 0;
};

struct PageInstruction {
  StringRef Name;
  uint64_t Position, Opcode, Scope, Source;
};

class PageData {
public:
  PageData(ModuleTables &T, uint64_t MaxBuffers);

  Expected<std::string> encode();

private:
  void readValues(ModuleTables &T);
  void readInstructions(ModuleTables &T);
  void placeAllocations();
  void makePieces();
  void fold(uint64_t MaxBuffers);
  uint32_t getInstruction(StringRef Name);
  void addColumns();
  void addPieces();
  template <class RowsT, class GetT>
  void addColumn(StringLiteral Name, const RowsT &Rows, GetT Get);
  template <class RowsT, class GetT>
  void addDeltas(StringLiteral Name, const RowsT &Rows, GetT Get);

  TextList Texts;
  json::Object Header;
  std::vector<PageAllocation> Allocations;
  DenseMap<uint64_t, uint32_t> AllocationRows;
  std::vector<PageValue> Values;
  StringMap<uint32_t> InstructionIds;
  std::vector<PageInstruction> Instructions;
  std::vector<PagePiece> Pieces;
  json::Array Overlapping, Outside, Folded;
  std::deque<PageColumn> Columns;
};

} // namespace

PageData::PageData(ModuleTables &T, uint64_t MaxBuffers) {
  auto ToJson = [](const auto &N) {
    return N ? json::Value(uint64_t(*N)) : json::Value(nullptr);
  };
  T.visitModules([&](const ModulesRow &R) {
    Header["module"] = toValidUtf8(R.Module);
    Header["backend"] = R.Backend;
    Header["tables"] = R.Version;
    Header["valueCount"] = R.ValueCount.value_or(0);
    Header["positionCount"] = ToJson(R.PositionCount);
    Header["incomplete"] = R.Incomplete;
  });
  json::Array Spaces;
  T.visitSpaces([&](const SpacesRow &R) {
    auto ToBytes = [&](const std::optional<Bytes> &B) {
      return B ? json::Value(toCount(*B)) : json::Value(nullptr);
    };
    Spaces.push_back(json::Object{
        {"space", R.Space},
        {"name", R.Name ? toValidUtf8(*R.Name) : "space " + utostr(R.Space)},
        {"allocated", toCount(R.Allocated)},
        {"threadLocal", toCount(R.ThreadLocal)},
        {"peak", ToBytes(R.Peak)},
        {"peakPosition", ToJson(R.PeakPosition)},
        {"limit", ToBytes(R.MemoryLimit)}});
  });
  Header["spaces"] = std::move(Spaces);
  T.visitAllocations([&](const AllocationsRow &R) {
    AllocationRows.try_emplace(R.Allocation, Allocations.size());
    Allocations.push_back({R.Allocation, R.Space, toCount(R.Size),
                           Texts.add(R.Kind), R.Kind == "thread-local"});
  });
  placeAllocations();
  readInstructions(T);
  readValues(T);
  makePieces();
  fold(MaxBuffers);
  addColumns();
}

/// Temporary memory is the highest, where the peak is.
void PageData::placeAllocations() {
  auto GetRank = [&](const PageAllocation &A) {
    StringRef Kind = Texts.texts()[A.Kind - 1];
    return Kind == "temp"       ? 3
           : Kind == "output"   ? 2
           : Kind == "constant" ? 0
                                : 1;
  };
  std::vector<uint32_t> Order(Allocations.size());
  for (auto [Index, Row] : enumerate(Order))
    Row = Index;
  stable_sort(Order, [&](uint32_t A, uint32_t B) {
    return GetRank(Allocations[A]) < GetRank(Allocations[B]);
  });
  struct Lane {
    uint64_t Space, Kind, Base, Size, Count;
  };
  std::vector<Lane> Lanes;
  DenseMap<uint64_t, uint64_t> Ends;
  for (uint32_t Row : Order) {
    PageAllocation &A = Allocations[Row];
    if (A.IsThreadLocal)
      continue;
    uint64_t &End = Ends[A.Space];
    A.Base = End;
    auto Same = find_if(Lanes, [&](const Lane &L) {
      return L.Space == A.Space &&
             GetRank({0, 0, 0, L.Kind, false}) == GetRank(A);
    });
    if (Same == Lanes.end())
      Same = Lanes.insert(Lanes.end(), {A.Space, A.Kind, End, 0, 0});
    End = std::min(End + A.Size, MaxBytes);
    Same->Size = End - Same->Base;
    ++Same->Count;
  }
  json::Array All;
  for (const Lane &L : Lanes)
    All.push_back(json::Object{{"space", L.Space},
                               {"kind", Texts.texts()[L.Kind - 1]},
                               {"base", L.Base},
                               {"size", L.Size},
                               {"allocations", L.Count}});
  Header["lanes"] = std::move(All);
}

uint32_t PageData::getInstruction(StringRef Name) {
  auto [It, IsNew] = InstructionIds.try_emplace(Name, Instructions.size());
  if (IsNew)
    Instructions.push_back({It->getKey(), 0, 0, 0, 0});
  return It->second;
}

void PageData::readValues(ModuleTables &T) {
  DenseMap<uint64_t, uint32_t> Rows;
  T.visitValues([&](const ValuesRow &R) {
    auto Found = AllocationRows.find(R.Allocation);
    if (Found == AllocationRows.end())
      return;
    Rows.try_emplace(R.Value, Values.size());
    PageValue V = {R.Value,
                   toCount(R.ByteOffset),
                   toCount(R.Size),
                   0,
                   Found->second,
                   Texts.add(R.TupleIndex),
                   Texts.add(R.Shape),
                   getInstruction(R.Instruction),
                   R.Phi};
    if (R.Logical)
      V.Padding = 1 + PageColumn::toZigzag(V.Size - toCount(*R.Logical));
    Values.push_back(std::move(V));
  });
  // Rows of the other tables are in the same order mostly.
  auto Find = [&, Last = uint32_t(0)](uint64_t Id) mutable -> PageValue * {
    for (uint32_t Row = Last, E = Values.size(); Row < E && Row < Last + 2;
         ++Row)
      if (Values[Row].Id == Id)
        return &Values[Last = Row];
    auto It = Rows.find(Id);
    return It == Rows.end() ? nullptr : &Values[Last = It->second];
  };
  bool IsDerived = false;
  T.visitLiveRanges([&](const LiveRangesRow &R) {
    IsDerived |= R.Derived;
    if (PageValue *V = Find(R.Value); V && R.First <= R.Last)
      V->Range = {R.First, R.Last};
  });
  Header["derived"] = IsDerived;
  T.visitContents([&](const ContentsRow &R) {
    if (PageValue *V = Find(R.Value)) {
      V->Kind = Texts.add(R.Kind);
      V->Name = R.Name == Instructions[V->Instruction].Name ? TextList::OwnName
                                                            : Texts.add(R.Name);
      V->Detail = Texts.add(R.Detail);
      V->Source = Texts.add(R.Source);
    }
  });
  T.visitUses([&](const UsesRow &R) {
    if (PageValue *V = Find(R.Value)) {
      const uint32_t User = getInstruction(R.Instruction);
      if (!is_contained(V->Users, User))
        V->Users.push_back(User);
    }
  });
}

/// Instructions are in the order of the schedule; the others follow.
void PageData::readInstructions(ModuleTables &T) {
  T.visitInstructions([&](const InstructionsRow &R) {
    PageInstruction &I = Instructions[getInstruction(R.Instruction)];
    I.Position = R.Position ? *R.Position + 1 : 0;
    I.Opcode = Texts.add(R.Opcode);
    I.Scope = Texts.add(R.Scope);
    I.Source = Texts.add(R.Source);
  });
}

void PageData::makePieces() {
  // What no allocation holds is in none of its sums.
  auto GetPlace = [](const PageValue &V) {
    return std::tuple(V.Allocation, V.Range ? V.Range->first : 0, V.Offset,
                      V.Id);
  };
  std::vector<std::pair<decltype(GetPlace(Values[0])), uint32_t>> Order;
  Order.reserve(Values.size());
  for (auto [Row, V] : enumerate(Values))
    Order.emplace_back(GetPlace(V), Row);
  sort(Order);
  std::vector<PageValue> Sorted;
  Sorted.reserve(Values.size());
  for (const auto &[Place, Row] : Order)
    Sorted.push_back(std::move(Values[Row]));
  Values = std::move(Sorted);
  for (size_t Row = 0; Row != Values.size();) {
    const uint64_t Number = Values[Row].Allocation;
    const PageAllocation &A = Allocations[Number];
    std::vector<PagePiece> Whole;
    bool IsOutside = false;
    for (; Row != Values.size() && Values[Row].Allocation == Number; ++Row) {
      const PageValue &V = Values[Row];
      if (!V.Range || V.Size == 0 || A.IsThreadLocal)
        continue;
      Whole.push_back(
          {uint32_t(Row), V.Range->first, V.Range->second, V.Offset, V.Size});
      IsOutside |= V.Offset + V.Size > A.Size;
    }
    std::optional<std::vector<PagePiece>> Cut = cutOverlaps(Whole);
    if (!Cut)
      Overlapping.push_back(Number);
    if (IsOutside)
      Outside.push_back(Number);
    append_range(Pieces, Cut ? *Cut : Whole);
  }
  sort(Pieces, [](const PagePiece &A, const PagePiece &B) {
    return std::tie(A.Row, A.First, A.Offset) <
           std::tie(B.Row, B.First, B.Offset);
  });
}

/// Leaves the largest values; keeps of the others how many bytes are live.
void PageData::fold(uint64_t MaxBuffers) {
  if (Values.size() <= MaxBuffers)
    return;
  std::vector<uint32_t> Order(Values.size());
  for (auto [Index, Row] : enumerate(Order))
    Row = Index;
  stable_sort(Order, [&](uint32_t A, uint32_t B) {
    return Values[A].Size > Values[B].Size;
  });
  struct FoldedBytes {
    uint64_t Count = 0, Largest = 0;
    std::map<uint64_t, int64_t> Changes;
  };
  std::map<uint64_t, FoldedBytes> Spaces;
  std::vector<uint32_t> NewRows(Values.size(), UINT32_MAX);
  for (uint32_t Row : ArrayRef(Order).drop_front(MaxBuffers)) {
    FoldedBytes &F = Spaces[Allocations[Values[Row].Allocation].Space];
    ++F.Count;
    F.Largest = std::max(F.Largest, Values[Row].Size);
    NewRows[Row] = 0;
  }
  std::vector<PageValue> Kept;
  for (auto [Row, NewRow] : enumerate(NewRows)) {
    if (NewRow == 0)
      continue;
    NewRow = Kept.size() + 1;
    Kept.push_back(std::move(Values[Row]));
  }
  std::vector<PagePiece> KeptPieces;
  for (PagePiece P : Pieces) {
    if (NewRows[P.Row] != 0) {
      P.Row = NewRows[P.Row] - 1;
      KeptPieces.push_back(P);
      continue;
    }
    auto &Changes = Spaces[Allocations[Values[P.Row].Allocation].Space].Changes;
    Changes[P.First] += int64_t(P.Size);
    Changes[P.Last + 1] -= int64_t(P.Size);
  }
  Values = std::move(Kept);
  Pieces = std::move(KeptPieces);
  for (const auto &[Space, F] : Spaces) {
    json::Array Changes;
    for (const auto &[Position, Change] : F.Changes)
      if (Change != 0)
        Changes.push_back(json::Array{Position, Change});
    Folded.push_back(json::Object{{"space", Space},
                                  {"count", F.Count},
                                  {"largest", F.Largest},
                                  {"changes", std::move(Changes)}});
  }
}

/// "fusion.12" is "fusion" and 13; 0 is no number.
static std::pair<StringRef, uint64_t> splitName(StringRef Name) {
  auto [Stem, Digits] = Name.rsplit('.');
  uint64_t Number = 0;
  if (Digits.empty() || Digits.size() > 9 || !all_of(Digits, isDigit) ||
      (Digits.front() == '0' && Digits.size() != 1) ||
      Digits.getAsInteger(10, Number))
    return {Name, 0};
  return {Stem, Number + 1};
}

/// A column of a number for each of \p Rows.
template <class RowsT, class GetT>
void PageData::addColumn(StringLiteral Name, const RowsT &Rows, GetT Get) {
  PageColumn &C = Columns.emplace_back(Name);
  for (const auto &Row : Rows)
    C.add(std::invoke(Get, Row));
}

/// The same, as differences from row to row.
template <class RowsT, class GetT>
void PageData::addDeltas(StringLiteral Name, const RowsT &Rows, GetT Get) {
  addColumn(Name, Rows, [&, Before = uint64_t(0)](const auto &Row) mutable {
    const uint64_t N = std::invoke(Get, Row);
    return PageColumn::toZigzag(N - std::exchange(Before, N));
  });
}

void PageData::addColumns() {
  using A = PageAllocation;
  addColumn("allocationSpace", Allocations, &A::Space);
  addColumn("allocationSize", Allocations, &A::Size);
  addColumn("allocationKind", Allocations, &A::Kind);
  addDeltas("allocationBase", Allocations, &A::Base);
  addDeltas("allocationNumber", Allocations, &A::Number);

  using I = PageInstruction;
  addColumn("instructionStem", Instructions,
            [&](const I &I) { return Texts.add(splitName(I.Name).first); });
  DenseMap<uint64_t, uint64_t> LastOfStem;
  addColumn("instructionNumber", Instructions, [&](const I &I) {
    auto [Stem, N] = splitName(I.Name);
    return PageColumn::toZigzag(N -
                                std::exchange(LastOfStem[Texts.add(Stem)], N));
  });
  addDeltas("instructionPosition", Instructions, &I::Position);
  addColumn("instructionOpcode", Instructions, &I::Opcode);
  addColumn("instructionScope", Instructions, &I::Scope);
  addColumn("instructionSource", Instructions, &I::Source);

  using V = PageValue;
  addDeltas("id", Values, &V::Id);
  addDeltas("allocation", Values, &V::Allocation);
  addDeltas("offset", Values, &V::Offset);
  addColumn("size", Values, &V::Size);
  addColumn("tuple", Values, &V::Tuple);
  addColumn("shape", Values, &V::Shape);
  addColumn("padding", Values, &V::Padding);
  addDeltas("instruction", Values, &V::Instruction);
  addColumn("phi", Values, &V::IsPhi);
  // Without a range the length is 0.
  addDeltas("first", Values,
            [](const V &V) { return V.Range ? V.Range->first : 0; });
  addColumn("length", Values, [](const V &V) {
    return V.Range ? V.Range->second - V.Range->first + 1 : 0;
  });
  addColumn("kind", Values, &V::Kind);
  addColumn("name", Values, &V::Name);
  addColumn("detail", Values, &V::Detail);
  addColumn("source", Values, &V::Source);
  addColumn("users", Values, [](const V &V) { return V.Users.size(); });
  PageColumn &User = Columns.emplace_back(StringLiteral("user"));
  for (const V &Value : Values)
    for (uint32_t U : Value.Users)
      User.add(PageColumn::toZigzag(uint64_t(U) - Value.Instruction));
  addPieces();
}

void PageData::addPieces() {
  PageColumn Count("pieces");
  std::vector<PagePiece> Cut;
  ArrayRef<PagePiece> Rest = Pieces;
  for (auto [Row, V] : enumerate(Values)) {
    const ArrayRef<PagePiece> Own =
        Rest.take_while([&](const PagePiece &P) { return P.Row == Row; });
    Rest = Rest.drop_front(Own.size());
    // One piece that is the whole value needs no words.
    if (Own.size() == 1 && Own[0].First == V.Range->first &&
        Own[0].Last == V.Range->second && Own[0].Offset == V.Offset &&
        Own[0].Size == V.Size) {
      Count.add(1);
      continue;
    }
    Count.add(Own.empty() ? 0 : Own.size() + 1);
    append_range(Cut, Own);
  }
  Columns.push_back(std::move(Count));
  using P = PagePiece;
  addColumn("pieceFirst", Cut,
            [&](const P &P) { return P.First - Values[P.Row].Range->first; });
  addColumn("pieceLength", Cut,
            [](const P &P) { return P.Last - P.First + 1; });
  addColumn("pieceOffset", Cut,
            [&](const P &P) { return P.Offset - Values[P.Row].Offset; });
  addColumn("pieceSize", Cut, &P::Size);
}

Expected<std::string> PageData::encode() {
  json::Array Strings, Described;
  for (StringRef Text : Texts.texts())
    Strings.push_back(toValidUtf8(Text));
  for (const PageColumn &C : Columns)
    Described.push_back(json::Array{C.Name, C.Count, C.Text.size()});
  Header["format"] = PageFormat;
  Header["strings"] = std::move(Strings);
  Header["columns"] = std::move(Described);
  Header["overlapping"] = std::move(Overlapping);
  Header["outside"] = std::move(Outside);
  Header["folded"] = std::move(Folded);
  std::string Data;
  raw_string_ostream OS(Data);
  OS << json::Value(std::move(Header));
  // A line feed is in no JSON that is written in one line.
  OS << '\n';
  for (const PageColumn &C : Columns)
    OS << C.Text;
  Expected<std::string> Compressed = compressGzip(Data);
  if (!Compressed)
    return Compressed.takeError();
  return encodeBase64(*Compressed);
}

Expected<std::string> encodePageData(ModuleTables &T, uint64_t MaxBuffers) {
  return PageData(T, MaxBuffers).encode();
}

} // namespace hlomem
