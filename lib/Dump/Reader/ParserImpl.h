//===- ParserImpl.h - The parser of dumps, section by section -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_DUMP_READER_PARSERIMPL_H
#define HLOMEM_LIB_DUMP_READER_PARSERIMPL_H

#include "DumpMaterializer.h"
#include "KnownLines.h"
#include "LineScanner.h"
#include "hlomem/HloText/ShapeParser.h"
#include "hlomem/IR/ModuleBuilder.h"
#include "hlomem/Support/Diagnostics.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace hlomem {

/// The first line of a dump.
inline constexpr StringLiteral DumpHead = "BufferAssignment:";

inline constexpr StringLiteral UsedValuesHead = "Used values:";

/// Canonical value lines that stand side by side.
struct ValueLineRun {
  const char *Begin = nullptr;
  const char *End = nullptr;
  size_t Count = 0;
  uint64_t MaxId = 0;
  bool HasTiles = false;
};

// The same of other sections, while they are read.

/// Used values.
struct UsedValueRun {
  const char *At;
  /// The position by id of the next value, and where those end that may come.
  size_t Next;
  size_t Limit;
};

/// Lines of the schedule.
struct ScheduleRun {
  const char *At;
  /// The time of the first of Names.
  size_t First;
  std::vector<StringRef> Names;
};

/// Live ranges.
struct LiveRangeRun {
  const char *At;
  /// The place among the used values where the next one is looked for, and
  /// where those end that may come.
  size_t Next;
  size_t Limit;
  std::vector<ValueOrder::Entry> Order;
};

/// Reads one dump into a module. The sections are found by their heads, in any
/// order and any of them missing, and each is read by a source file of its own.
///
/// A line that does not fit is reported and left out; reading goes on with the
/// next one. What lines say of each other is left to the verifier, but where it
/// shows that the text was cut; and that is checked only while there was no
/// mistake before, since one bad line would make many others look wrong.
class DumpParser {
public:
  DumpParser(DumpInput Input, DiagnosticEngine &Diags, ParseOptions Options);

  /// The module, or null if there was an error.
  std::unique_ptr<Module> parse();

private:
  friend struct AllocationAttributeValues;

  // DumpParser.cpp
  void parseText(const DumpText &T);
  void checkCarriageReturns(StringRef Text);
  /// The section of which the head stands in this line.
  static std::optional<DumpSection> getSection(StringRef Line);
  /// True if \p S may come next in the text that is \p Form so far.
  bool isExpected(DumpSection S, const TextLayout &Form) const;
  void parseSection(DumpSection S);
  void reportUnexpectedLine(const TextLayout &Form);
  void checkIsWhole();
  void checkTotalIsWhole();
  void checkAllocationsAreWhole();
  void checkAllocationsHoldUsedValues(SMLoc End);
  void checkUsedValuesAreWhole();

  // AllocationSection.cpp
  void parseAllocations();
  /// Lets values know their allocations, and sorts them by id.
  void sortValues();
  void sortById();
  bool parseAllocationLine(LineScanner &S, Allocation &A);
  /// \p Next is the number of the first of allocationAttributes() that may
  /// come, and then of the one after what was read.
  bool parseAllocationAttribute(LineScanner &S, Allocation &A, unsigned &Next);
  bool parseParameter(LineScanner &S, Allocation &A);
  bool parseShapeBetweenBars(LineScanner &S, const Shape *&Result);
  /// What comes before the size and is unknown.
  bool parseAttributesBeforeSize(LineScanner &S, const Allocation &A);
  bool parseUnknownAttribute(LineScanner &S, UnknownAnchor At,
                             function_ref<bool(StringRef)> IsEnd);
  void parseUnknownBrackets(LineScanner &S, UnknownAnchor At);
  void parseReusingValues(Allocation &A);
  void parseTotal();

  // ValueLine.cpp
  /// The lines of one value in an allocation, all three forms.
  bool parseValueLines(Value &V);
  bool parseSizeFirst(LineScanner &S, Value &V);
  bool parseOffsetFirst(LineScanner &S, Value &V);
  bool parseOffsetFirstWithUses(LineScanner &S, Value &V);
  bool parseOffsetAndSize(LineScanner &S, Value &V);
  bool parseShapeToEnd(LineScanner &S, Value &V);
  void parseUnknownValueAttributes(LineScanner &S, UnknownAnchor At);

  // UsedValueSection.cpp
  void parseUsedValues();
  void parseUsedValue();
  Value *parseUsedValueHeader();
  void keepLists(Value &V, StringRef Text);
  /// Positions and uses stand in allocations too, in one form.
  bool isInAllocations() const { return Section == DumpSection::Allocations; }
  UnknownPlace placeOfListLine() const {
    return isInAllocations() ? UnknownPlace::AllocationsLine
                             : UnknownPlace::UsedValuesLine;
  }
  UnknownPlace placeOfListClause() const {
    return isInAllocations() ? UnknownPlace::AllocationsClause
                             : UnknownPlace::UsedValuesClause;
  }
  /// Where the line of the list is that comes next, of which \p Name is a part.
  UnknownAnchor getListAnchor(const Value &V, StringRef Name, bool IsUse) const;
  bool parseListHead(StringRef Head, UnknownAnchor At);
  bool parsePositions(const Value &V);
  bool parseUsedValueUses(Value &V);
  bool parseUses(Value &V);
  bool saysNoUses() const;
  bool parseInstructionText(const Value &V, StringRef &Result);
  bool passUnknownUsedValueLines();
  bool isAtListLine();
  bool passUnknownLinesBetweenValues();
  bool parseBlankAfterInstruction(LineScanner &S);
  void checkLineFeedAfterInstruction();
  bool beginsOtherPart(LineCursor At) const;
  bool hasPositionsBelow(LineCursor At);
  StringRef findGluedHeader(const LineCursor &At);

  // LiveRangeSection.cpp
  void parseLiveRanges();
  bool passUnknownTimeLine();
  void parseSchedule();
  void parseBufferLiveRanges();
  UnknownAnchor getLastLiveRange();
  // Whose live range stands under that name, or None.
  ValueOrder::Entry findNextLiveRange(const HloPosition &Definition,
                                      size_t &Next, size_t Limit);
  ValueOrder::Entry findForLiveRange(const HloPosition &Definition,
                                     size_t &Next);
  void parseMoments();
  void parseLiveRangesNote();

  // PeakSection.cpp
  void parsePeak();
  bool parsePeakLine(LineScanner &S, PeakListEntry &E,
                     const PeakListEntry *First);
  void checkPeakIsWhole();
  void parseStackTrace();
  bool parseStackTraceNode(StackTraceNode &Node, StringRef &Prefix);
  bool passLineWithoutNode();
  bool parseStackTraceNumbers(LineScanner &S, StackTraceNode &Node);
  void checkStackTraceIsWhole(ArrayRef<StringRef> Prefixes);

  // UnknownLines.cpp
  //
  // What is unknown follows LastAnchor, or the one that is given.
  /// True if \p Rest, the end of a line, is what a later XLA may have added.
  static bool isClause(StringRef Rest);
  /// The end of a line is here, or an unknown clause, which is passed and kept.
  bool consumeEnd(LineScanner &S, UnknownAnchor At, UnknownPlace Place);
  /// The start of \p Rest if it is a word with whatever else up to the first
  /// place of which \p IsEnd says so; otherwise empty.
  static StringRef takeAttribute(StringRef Rest,
                                 function_ref<bool(StringRef)> IsEnd);
  /// The current line is complete, a text, and no head of a section.
  bool isUnknownLine() const;
  static LineCursor beginText(const DumpText &T);
  /// Some line of data in the dump tells of an instruction called \p Name.
  bool isName(StringRef Name);
  /// \p Line is indented as lines of data are, and a name is its first word:
  /// one of those lines that was damaged.
  bool beginsWithName(StringRef Line, StringRef Indent);
  /// The same for lines of the schedule, which may also have the name after
  /// their colon.
  bool isDamagedTimeLine(StringRef Line);
  void keepUnknown(UnknownAnchor At, UnknownText::Piece P);
  void keepUnknownLine(UnknownAnchor At);
  /// Passes the current line if it can be an unknown one: \p IsKnown tells of a
  /// line whether this version knows what begins so. Lines below that are
  /// indented further go with it, if they are unknown too. \p HeadIndent: a
  /// line ending with a colon with so many blanks before it is the head of all
  /// such lines.
  bool passUnknownLine(UnknownPlace Place,
                       function_ref<bool(StringRef)> IsKnown,
                       std::optional<unsigned> HeadIndent = std::nullopt);
  /// Passes unknown lines among the live ranges up to one that begins with \p
  /// Head, if there is one.
  void passUnknownLinesBefore(StringRef Head);
  /// Passes everything up to the next section, if none that is known begins
  /// here.
  bool passUnknownSection(TextLayout &Form, unsigned EmptyLines);
  void refuseUnknown();

  // CanonicalLines.cpp
  //
  // The lines of nearly every dump, read by pointers. Each of these begins at
  // the current line, passes lines as long as they are canonical, and
  // leaves the first other one to the functions above, which say what is wrong.
  /// Returns where the current line then begins.
  const char *passCanonicalValueLines();
  void passCanonicalUsedValues();
  void passCanonicalSchedule();
  void passCanonicalLiveRanges();
  // One thing of that kind each, of which they are made; false leaves what they
  // are given as it was.
  static ValueLineRun
  readCanonicalValueLines(const char *Line, const char *End,
                          function_ref<const Shape *(StringRef)> GetShape,
                          ValueVector &Values);
  bool readCanonicalUsedValue(UsedValueRun &R);
  bool beginsUsedValue(const char *Line) const;
  bool readCanonicalScheduleLine(ScheduleRun &R) const;
  bool readCanonicalLiveRange(LiveRangeRun &R, bool IsAhead);

  // ReadAhead.cpp
  //
  // The same lines, read by several threads before their turn comes. Whatever
  // does not join what was read before it is forgotten, as if nobody had read
  // it: the functions above decide alone.
  void startReadingAhead();
  SmallVector<const char *> cutAhead(const char *Line,
                                     function_ref<bool(const char *)> MayCut);
  void readValuesAhead(const char *Line);
  std::optional<ValueLineRun> takeValuesAhead(const char *Line);
  void dropValuesAhead();
  void readUsedValuesAhead(UsedValueRun &R);
  void readScheduleAhead(ScheduleRun &R);
  void readLiveRangesAhead(LiveRangeRun &R);
  std::optional<size_t> findLiveRangeNear(size_t Guess, const char *Line) const;

  ValueOrder usedValues() const {
    return {*F.ListedValues, F.Values.data(), F.UnplacedValues};
  }
  Value &getValue(ValueOrder::Entry E) {
    return E < ValueOrder::FirstUnplaced
               ? F.Values[E]
               : F.UnplacedValues[E - ValueOrder::FirstUnplaced];
  }
  /// The first value with this id that stands in an allocation, or null.
  Value *findById(uint64_t Id);

  LineScanner scanLine() const {
    return LineScanner(Cursor.line(), Cursor.endsText());
  }
  /// Passes the current line, and scans it.
  LineScanner takeLine() {
    LineScanner S = scanLine();
    Cursor.advance();
    return S;
  }
  /// Reads the current line as \p Head, which must come next, and passes it. If
  /// something else stands here, reports that and goes on after the next line
  /// that is \p Head, if any.
  /// Unknown lines before it are passed, and \p At is where it stands.
  bool parseHead(StringRef Head, UnknownAnchor At);
  /// The same for a head whose line has variable parts: it begins with \p Head,
  /// \p Parse reads it, and \p What names it in messages.
  bool parseHead(StringRef Head, StringRef What,
                 function_ref<bool(LineScanner &)> Parse);
  /// Always false.
  bool report(const LineScanner &S) {
    error(S.loc(), S.message());
    return false;
  }
  void error(SMLoc Loc, const Twine &Message);
  /// The place of the current line.
  SMLoc lineLoc() const { return SMLoc::getFromPointer(Cursor.line().data()); }
  bool hadError() const { return MistakeCount != 0; }
  /// No reason to read on.
  bool isDone() const {
    return Cursor.atEnd() || (!Options.Tolerant && Diags.reachedLimit());
  }
  /// \p Text spans \p LineCount lines, of which \p Begin stands on the first:
  /// the same without what wraps its lines in a log.
  StringRef joinLines(StringRef Text, LineCursor Begin, unsigned LineCount);

  template <typename T> ArrayRef<T> keep(ArrayRef<T> Elements) {
    return Elements.copy(*F.Arena);
  }

  SmallVector<DumpText, 1> Inputs;
  ModuleBuilder Builder;
  ModuleFacts &F;
  std::unique_ptr<DumpProvenance> Origin;
  DumpProvenance &Dump;
  std::unique_ptr<DumpMaterializer> Source;
  DiagnosticEngine &Diags;
  ParseOptions Options;
  unsigned MistakeCount = 0;
  LineCursor Cursor{""};
  /// The section that is read.
  DumpSection Section = DumpSection::Unknown;
  /// After the last line feed of the text that Cursor walks through.
  const char *EndOfLines = nullptr;

  /// The known line that was read last.
  UnknownAnchor LastAnchor{UnknownAfter::AllocationsHead};

  /// What isName() knows, once it was asked.
  llvm::DenseSet<StringRef> Names;
  bool HasNames = false;

  /// Of those of allocations; the largest id.
  uint64_t MaxId = 0;
  /// How many values of allocations are read; after them in F.Values stand
  /// those that were read ahead.
  size_t ValueCount = 0;
  /// What ValueLineRuns are read ahead, from which on, and up to where.
  std::vector<ValueLineRun> RunsAhead;
  size_t NextRunAhead = 0;
  const char *EndOfRunsAhead = nullptr;
  /// Room for the values of each chunk.
  std::vector<ValueVector> ChunkValues;
  /// Where reading ahead begins again; null where it does not.
  const char *NextAhead = nullptr;
  /// Positions in F.Values, ascending by id, once the allocations are read.
  std::vector<uint32_t> ById;
  /// Where in ById the value is expected that comes next under `Used values:`.
  size_t NextById = 0;
  /// Lines, each followed by nothing but unknown lines up to the end, and
  /// whether positions follow the last one.
  const char *BeginOfScan = nullptr;
  const char *EndOfScan = nullptr;
  bool FoundPositions = false;
  /// The header that stands at the end of a line before, where line feeds are
  /// missing; otherwise empty.
  StringRef GluedHeader;
  /// The used value whose live range is expected next.
  size_t NextInLiveRangeOrder = 0;
  llvm::DenseMap<DefinitionKey, ValueOrder::Entry> ValuesByDefinition;

  // How the first such lines are written: all must be alike, since only one
  // style can be written back.
  std::optional<ValueLineForm> ValueLines;
  std::optional<bool> PrintsNoUses;
  std::optional<bool> HasBlankAfterInstruction;
  std::optional<bool> HasLineFeedAfterInstruction;

  SmallVector<Position, 16> PositionScratch;
  SmallVector<Use, 16> UseScratch;
};

/// Reports what the text that begins with \p Text, at \p Loc, seems to be if
/// that cannot be a dump: an empty or binary file, HLO text, a memory usage
/// report. True if so.
bool diagnoseFileKind(const SourceTexts &Sources, StringRef Text,
                      DiagnosticEngine &Diags);

} // namespace hlomem

#endif // HLOMEM_LIB_DUMP_READER_PARSERIMPL_H
