//===- PageData.cpp - What a page draws -----------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Page.h"
#include "hlomem/Support/Compression.h"
#include "hlomem/Support/Utf8.h"
#include "hlomem/Tables/Tables.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/JSON.h"
#include <map>

using namespace llvm;

namespace hlomem {

/// Is raised whenever pages before it could not read the data. The page's own
/// reader has the same number: web/decode.js.
static constexpr unsigned PageFormat = 3;
/// Bounds offsets and sizes, so that their differences fit into 64 bits.
static constexpr uint64_t MaxBytes = uint64_t(1) << 62;

/// Lists what a page has of the tables. A column with `+` is written as
/// differences from row to row, one with `-` as differences to the column
/// before it.
static constexpr std::pair<StringLiteral, StringLiteral> PageTables[] = {
    {"parts", "space kind name bytes"},
    {"modules", "backend position_count incomplete"},
    {"spaces", "space name allocated peak peak_position "
               "memory_limit"},
    {"instructions", "instruction+ position+ opcode scope source"},
    {"contents", "value+ kind name detail source"},
    {"allocations", "allocation+ space kind size value_count"},
    {"values", "value+ instruction+ tuple_index allocation+ byte_offset+ size "
               "logical- shape"},
    {"live_ranges", "value+ first+ last- derived"},
    {"uses", "value+ instruction+"},
};

static uint64_t toCount(Bytes B) { return std::min(B.count(), MaxBytes); }

static uint64_t toZigzag(uint64_t Difference) {
  return (Difference << 1) ^ (0 - (Difference >> 63));
}

namespace {

/// Numbers as varints.
struct PageColumn {
  StringRef Table, Name;
  uint64_t Count = 0, Last = 0;
  std::string Text = {};
};

/// What a value takes.
struct PagePlace {
  uint64_t Id, Allocation, Size;
  /// Has no bytes if it is drawn nowhere.
  PagePiece Whole;
  /// Is its row in the page's own table of values, if it has one.
  std::optional<uint32_t> Row;
  bool IsWhole = false, IsCovered = true;
};

class PageData {
public:
  PageData(ModuleTables &T, uint64_t MaxBuffers);

  Expected<std::string> encode();

private:
  void readPlaces(ModuleTables &T);
  void fold(uint64_t MaxBuffers);
  void addTable(ModuleTables &T, StringRef Table, StringRef Names);
  void addPieces();
  void addTexts();
  MutableArrayRef<PageColumn> addColumns(StringRef Table, StringRef Names);
  static void addRow(MutableArrayRef<PageColumn> Columns,
                     ArrayRef<uint64_t> Row);
  uint64_t getNumber(const ColumnInfo &C, const void *Row, uint64_t Last);
  PagePlace *find(uint64_t Id);

  std::vector<PageColumn> Columns;
  std::vector<PagePlace> Places;
  /// Finds the place of a value by its number.
  DenseMap<uint64_t, uint32_t> Indexes;
  uint32_t LastFound = 0;
  /// Has no allocations of threads.
  DenseMap<uint64_t, uint64_t> SpaceOf;
  /// Holds the pieces of values that others cut.
  std::vector<PagePiece> Pieces;
  json::Array Overlapping, Stems;
  StringMap<uint32_t> TextIds;
  std::vector<StringRef> Texts;
};

} // namespace

PageData::PageData(ModuleTables &T, uint64_t MaxBuffers) {
  readPlaces(T);
  if (Places.size() > MaxBuffers)
    fold(MaxBuffers);
  for (auto [Table, Names] : PageTables)
    addTable(T, Table, Names);
  addPieces();
  addTexts();
}

MutableArrayRef<PageColumn> PageData::addColumns(StringRef Table,
                                                 StringRef Names) {
  const size_t Begin = Columns.size();
  for (StringRef Name : split(Names, ' '))
    Columns.push_back({Table, Name});
  return MutableArrayRef(Columns).drop_front(Begin);
}

void PageData::addRow(MutableArrayRef<PageColumn> Columns,
                      ArrayRef<uint64_t> Row) {
  uint64_t Before = 0;
  for (auto [C, N] : zip_equal(Columns, Row)) {
    const char Form = C.Name.back();
    uint64_t Rest = Form == '+'   ? toZigzag(N - C.Last)
                    : Form == '-' ? toZigzag(N - Before)
                                  : N;
    for (; Rest >= 128; Rest >>= 7)
      C.Text += char(Rest | 128);
    C.Text += char(Rest);
    ++C.Count;
    C.Last = Before = N;
  }
}

/// Texts have numbers. Of what may be empty, 0 is that, and others one more.
/// \p Last is the number that the column has in the row before.
uint64_t PageData::getNumber(const ColumnInfo &C, const void *Row,
                             uint64_t Last) {
  switch (C.Type) {
  case ColumnType::Bytes:
    if (const Bytes *B = C.get<Bytes>(Row))
      return toCount(*B) + C.IsOptional;
    return 0;
  case ColumnType::Position:
  case ColumnType::Count:
  case ColumnType::Number:
    if (const uint64_t *N = C.get<uint64_t>(Row))
      return *N + C.IsOptional;
    return 0;
  case ColumnType::Boolean:
    return *C.get<bool>(Row);
  case ColumnType::Name:
  case ColumnType::Enum:
  case ColumnType::Text:
    if (const StringRef *Text = C.get<StringRef>(Row)) {
      if (Last != 0 && Texts[Last - 1] == *Text)
        return Last;
      auto [It, IsNew] = TextIds.try_emplace(*Text, Texts.size() + 1);
      if (IsNew)
        Texts.push_back(It->getKey());
      return It->second;
    }
    return 0;
  }
  llvm_unreachable("unknown type of a column");
}

void PageData::addTable(ModuleTables &T, StringRef Table, StringRef Names) {
  const TableInfo &Info = *findTable(Table);
  const bool IsValues = Info.Kind == TableKind::Values;
  const MutableArrayRef<PageColumn> Added = addColumns(Table, Names);
  SmallVector<const ColumnInfo *> Infos;
  for (const PageColumn &C : Added)
    Infos.push_back(find_if(Info.Columns, [&](const ColumnInfo &I) {
      return I.Name == C.Name.rtrim("+-");
    }));
  const bool IsOfValues = Infos[0]->Name == "value";
  SmallVector<uint64_t> Row;
  visitRows(T, Info.Kind, [&](const void *Fields) {
    Row = {getNumber(*Infos[0], Fields, Added[0].Last)};
    if (IsOfValues) {
      const PagePlace *P = find(Row[0]);
      // A value is there once, whatever the dump says.
      if (!P || !P->Row || (IsValues && *P->Row != Added[0].Count))
        return;
      if (!IsValues)
        Row[0] = *P->Row;
    }
    for (const auto &[C, Column] : drop_begin(zip(Infos, Added)))
      Row.push_back(getNumber(*C, Fields, Column.Last));
    addRow(Added, Row);
  });
}

/// Most rows are of the same value as the last one, or of the next.
PagePlace *PageData::find(uint64_t Id) {
  for (uint32_t I : {LastFound, LastFound + 1})
    if (I < Places.size() && Places[I].Id == Id)
      return &Places[LastFound = I];
  auto Found = Indexes.find(Id);
  return Found == Indexes.end() ? nullptr : &Places[LastFound = Found->second];
}

void PageData::readPlaces(ModuleTables &T) {
  T.visitModules(
      [&](const ModulesRow &R) { Places.reserve(R.ValueCount.value_or(0)); });
  T.visitAllocations([&](const AllocationsRow &R) {
    if (R.Kind != "thread-local")
      SpaceOf[R.Allocation] = R.Space;
  });
  T.visitValues([&](const ValuesRow &R) {
    const uint32_t Row = Places.size();
    if (Indexes.try_emplace(R.Value, Row).second)
      Places.push_back({R.Value,
                        R.Allocation,
                        toCount(R.Size),
                        {Row, 0, 0, toCount(R.ByteOffset), 0},
                        Row});
  });
  std::map<uint64_t, std::vector<PagePiece>> Allocations;
  T.visitLiveRanges([&](const LiveRangesRow &R) {
    PagePlace *P = find(R.Value);
    // What no allocation holds is in none of its sums.
    if (!P || R.First > R.Last || P->Size == 0 ||
        !SpaceOf.contains(P->Allocation))
      return;
    P->Whole = {P->Whole.Row, R.First, R.Last, P->Whole.Offset, P->Size};
    Allocations[P->Allocation].push_back(P->Whole);
  });
  for (const auto &[Number, Whole] : Allocations) {
    std::optional<std::vector<PagePiece>> Cut = cutOverlaps(Whole);
    if (!Cut)
      Overlapping.push_back(Number);
    for (const PagePiece &P : Cut ? *Cut : Whole) {
      PagePlace &Of = Places[P.Row];
      Of.IsCovered = false;
      Of.IsWhole = P == Of.Whole;
      if (!Of.IsWhole)
        Pieces.push_back(P);
    }
  }
  for (const PagePlace &P : Places)
    if (P.IsCovered && P.Whole.Size != 0) {
      Pieces.push_back(P.Whole);
      Pieces.back().Size = 0;
    }
}

/// Leaves the largest values; keeps of the others how many bytes are live.
void PageData::fold(uint64_t MaxBuffers) {
  std::vector<PagePlace *> Order;
  for (PagePlace &P : Places)
    Order.push_back(&P);
  stable_sort(Order, [](const PagePlace *A, const PagePlace *B) {
    return A->Size > B->Size;
  });
  for (PagePlace *P : ArrayRef(Order).drop_front(MaxBuffers))
    P->Row.reset();
  uint32_t Shown = 0;
  std::map<std::pair<uint64_t, uint64_t>, uint64_t> Changes;
  auto Add = [&](const PagePiece &P) {
    const uint64_t Space = SpaceOf.lookup(Places[P.Row].Allocation);
    Changes[{Space, P.First}] += P.Size;
    Changes[{Space, P.Last + 1}] -= P.Size;
  };
  for (PagePlace &P : Places)
    if (P.Row)
      P.Row = Shown++;
    else if (P.IsWhole)
      Add(P.Whole);
  for (const PagePiece &P : Pieces)
    if (!Places[P.Row].Row)
      Add(P);
  const MutableArrayRef<PageColumn> Added =
      addColumns("folded", "space+ position+ bytes+");
  // At the end of a space nothing is live.
  uint64_t Live = 0;
  for (const auto &[At, Change] : Changes)
    addRow(Added, {At.first, At.second, Live += Change});
}

/// A value without a row here is one piece: all of its bytes, while it lives.
/// One that others cover has a row without bytes.
void PageData::addPieces() {
  const MutableArrayRef<PageColumn> Added =
      addColumns("pieces", "value+ first+ last- byte_offset+ size");
  sort(Pieces, [](const PagePiece &A, const PagePiece &B) {
    return std::tie(A.Row, A.First, A.Offset) <
           std::tie(B.Row, B.First, B.Offset);
  });
  for (const PagePiece &P : Pieces)
    if (const auto &Row = Places[P.Row].Row)
      addRow(Added, {*Row, P.First, P.Last, P.Offset, P.Size});
}

/// "fusion.12" is "fusion" and 13; 0 is no number.
static std::pair<StringRef, uint64_t> splitName(StringRef Name) {
  auto [Stem, Digits] = Name.rsplit('.');
  uint32_t Number = 0;
  if (Digits.getAsInteger(10, Number) || utostr(Number) != Digits)
    return {Name, 0};
  return {Stem, uint64_t(Number) + 1};
}

/// A text is a stem, of which 0 is the next new one, and a number, of which the
/// difference to the last one of that stem is written.
void PageData::addTexts() {
  const MutableArrayRef<PageColumn> Added = addColumns("texts", "stem number");
  StringMap<std::pair<uint64_t, uint64_t>> Known;
  for (StringRef Text : Texts) {
    auto [Stem, Number] = splitName(Text);
    auto [It, IsNew] = Known.try_emplace(Stem, Stems.size() + 1, 0);
    if (IsNew)
      Stems.push_back(toValidUtf8(Stem));
    auto &[Id, Last] = It->second;
    addRow(Added,
           {IsNew ? 0 : Id, toZigzag(Number - std::exchange(Last, Number))});
  }
}

Expected<std::string> PageData::encode() {
  json::Array Described;
  for (const PageColumn &C : Columns)
    Described.push_back(json::Array{C.Table, C.Name, C.Count, C.Text.size()});
  std::string Data;
  raw_string_ostream OS(Data);
  OS << json::Value(json::Object{{"format", PageFormat},
                                 {"columns", std::move(Described)},
                                 {"stems", std::move(Stems)},
                                 {"overlapping", std::move(Overlapping)}});
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
