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
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/JSON.h"
#include <map>

using namespace llvm;

namespace hlomem {

/// Is raised whenever pages before it could not read the data. The page's own
/// reader has the same number: web/decode.js.
static constexpr unsigned PageFormat = 4;
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
  uint64_t Id, Allocation;
  /// Ends before it begins if it is drawn nowhere.
  PagePiece Whole;
  /// Is its row in the page's own table of values, if it has one.
  std::optional<uint32_t> Row;
};

class PageData {
public:
  std::string encode(ModuleTables &T, uint64_t MaxBuffers);

private:
  void readValues(ModuleTables &T, uint64_t MaxBuffers);
  void addPieces(ModuleTables &T);
  void addTable(ModuleTables &T, StringRef Table, StringRef Names);
  void addTexts();
  MutableArrayRef<PageColumn> addColumns(StringRef Table, StringRef Names);
  static void addRow(MutableArrayRef<PageColumn> Columns,
                     ArrayRef<uint64_t> Row);
  uint64_t getNumber(const ColumnInfo &C, const void *Row, uint64_t Last);
  uint64_t getTextId(StringRef Text, uint64_t Last);
  PagePlace *find(uint64_t Id);

  std::vector<PageColumn> Columns;
  std::vector<PagePlace> Places;
  /// Finds the place of a value by its number.
  DenseMap<uint64_t, uint32_t> Indexes;
  uint32_t LastFound = 0;
  json::Array Overlapping, Stems;
  StringMap<uint32_t, BumpPtrAllocator> TextIds = {{"", 0}};
  std::vector<StringRef> Texts = {""};
};

} // namespace

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
  uint64_t Number = 0;
  visitField(
      C, Row,
      makeVisitor([&](Bytes B) { Number = toCount(B) + C.IsOptional; },
                  [&](uint64_t N) { Number = N + C.IsOptional; },
                  [&](bool B) { Number = B; },
                  [&](StringRef Text) { Number = getTextId(Text, Last); }));
  return Number;
}

uint64_t PageData::getTextId(StringRef Text, uint64_t Last) {
  // Most are that of the row before, or come in the order of another column.
  for (uint64_t Id = Last; Id < std::min(Last + 5, Texts.size()); ++Id)
    if (Texts[Id] == Text)
      return Id;
  auto [It, IsNew] = TextIds.try_emplace(Text, Texts.size());
  if (IsNew)
    Texts.push_back(It->getKey());
  return It->second;
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

void PageData::readValues(ModuleTables &T, uint64_t MaxBuffers) {
  T.visitModules(
      [&](const ModulesRow &R) { Places.reserve(R.ValueCount.value_or(0)); });
  T.visitValues([&](const ValuesRow &R) {
    const uint32_t Row = Places.size();
    if (Indexes.try_emplace(R.Value, Row).second)
      Places.push_back({R.Value,
                        R.Allocation,
                        {1, Row, toCount(R.ByteOffset), 0, toCount(R.Size)},
                        Row});
  });
  if (Places.size() <= MaxBuffers)
    return;
  auto BySize = to_vector(make_pointer_range(Places));
  stable_sort(BySize, [](const PagePlace *A, const PagePlace *B) {
    return A->Whole.Size > B->Whole.Size;
  });
  for (PagePlace *P : drop_begin(BySize, MaxBuffers))
    P->Row.reset();
  uint32_t Shown = 0;
  for (PagePlace &P : Places)
    if (P.Row)
      P.Row = Shown++;
}

/// A value without a piece here is one piece: all of its bytes, while it lives.
/// Of values without rows, only how many bytes are live is kept.
void PageData::addPieces(ModuleTables &T) {
  // Has no allocations of threads.
  DenseMap<uint64_t, uint64_t> SpaceOf;
  T.visitAllocations([&](const AllocationsRow &R) {
    if (R.Kind != "thread-local")
      SpaceOf[R.Allocation] = R.Space;
  });
  std::map<uint64_t, std::vector<PagePiece>> Allocations;
  T.visitLiveRanges([&](const LiveRangesRow &R) {
    PagePlace *P = find(R.Value);
    // What no allocation holds is in none of its sums.
    if (!P || R.First > R.Last || P->Whole.Size == 0 ||
        !SpaceOf.contains(P->Allocation))
      return;
    P->Whole.First = R.First;
    P->Whole.Last = R.Last;
    Allocations[P->Allocation].push_back(P->Whole);
  });
  std::vector<PagePiece> Pieces;
  std::map<std::pair<uint64_t, uint64_t>, uint64_t> Changes;
  for (const auto &[Number, Wholes] : Allocations) {
    const std::optional<std::vector<PagePiece>> Cut = cutOverlaps(Wholes);
    if (!Cut)
      Overlapping.push_back(Number);
    for (const PagePiece &P : Cut ? *Cut : Wholes)
      if (!Places[P.Row].Row) {
        Changes[{SpaceOf[Number], P.First}] += P.Size;
        Changes[{SpaceOf[Number], P.Last + 1}] -= P.Size;
      } else if (P != Places[P.Row].Whole)
        Pieces.push_back(P);
  }
  stable_sort(Pieces, [](const PagePiece &A, const PagePiece &B) {
    return A.Row < B.Row;
  });
  const auto Cut =
      addColumns("pieces", "value+ first+ last- byte_offset+ size");
  for (const PagePiece &P : Pieces)
    addRow(Cut, {*Places[P.Row].Row, P.First, P.Last, P.Offset, P.Size});
  const auto Folded = addColumns("folded", "space+ position+ bytes+");
  // At the end of a space nothing is live.
  uint64_t Live = 0;
  for (const auto &[At, Change] : Changes)
    addRow(Folded, {At.first, At.second, Live += Change});
}

/// "fusion.12" is "fusion" and 13; 0 is no number.
static std::pair<StringRef, uint64_t> splitName(StringRef Name) {
  auto [Stem, Digits] = Name.rsplit('.');
  uint32_t Number = 0;
  if (Digits.getAsInteger(10, Number) || (Digits != "0" && Digits[0] == '0'))
    return {Name, 0};
  return {Stem, uint64_t(Number) + 1};
}

/// A text is a stem, of which 0 is the next new one, and a number, of which the
/// difference to the last one of that stem is written.
void PageData::addTexts() {
  const MutableArrayRef<PageColumn> Added = addColumns("texts", "stem number");
  StringMap<std::pair<uint64_t, uint64_t>> Known;
  for (StringRef Text : drop_begin(Texts)) {
    auto [Stem, Number] = splitName(Text);
    auto [It, IsNew] = Known.try_emplace(Stem, Stems.size() + 1, 0);
    if (IsNew)
      Stems.push_back(toValidUtf8(Stem));
    auto &[Id, Last] = It->second;
    addRow(Added,
           {IsNew ? 0 : Id, toZigzag(Number - std::exchange(Last, Number))});
  }
}

std::string PageData::encode(ModuleTables &T, uint64_t MaxBuffers) {
  readValues(T, MaxBuffers);
  addPieces(T);
  for (auto [Table, Names] : PageTables)
    addTable(T, Table, Names);
  addTexts();
  std::string Data;
  raw_string_ostream OS(Data);
  json::OStream Head(OS);
  Head.object([&] {
    Head.attribute("format", PageFormat);
    Head.attribute("stems", std::move(Stems));
    Head.attribute("overlapping", std::move(Overlapping));
    Head.attributeArray("columns", [&] {
      for (const PageColumn &C : Columns)
        Head.value(json::Array{C.Table, C.Name, C.Count, C.Text.size()});
    });
  });
  // A line feed is in no JSON that is written in one line.
  OS << '\n';
  for (const PageColumn &C : Columns)
    OS << C.Text;
  return encodeBase64(compressZlib(Data));
}

std::string encodePageData(ModuleTables &T, uint64_t MaxBuffers) {
  return PageData().encode(T, MaxBuffers);
}

} // namespace hlomem
