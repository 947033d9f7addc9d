//===- DumpParser.cpp - Text of a dump to a module ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Dump/Reader/DumpParser.h"
#include "ParserImpl.h"
#include "hlomem/Dump/DumpFileName.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace hlomem {

DumpParser::DumpParser(DumpInput Input, DiagnosticEngine &Diags,
                       ParseOptions Options)
    : Inputs(std::move(Input.Texts)), Builder(std::move(Input.Name)),
      F(Builder.facts()), Origin(std::make_unique<DumpProvenance>()),
      Dump(*Origin), Source(std::make_unique<DumpMaterializer>(
                         std::move(Input.HloText), std::move(Input.Traces))),
      Diags(Diags), Options(Options) {
  Dump.LoadReport = std::move(Input.Report);
  Dump.LoadProto = std::move(Input.Proto);
  F.ListedValues.emplace();
  for (const DumpText &T : Inputs)
    Dump.Sources.add(T.Source);
}

void DumpParser::error(SMLoc Loc, const Twine &Message) {
  ++MistakeCount;
  if (Options.Tolerant)
    Diags.warning(Dump.Sources, Loc, Message);
  else
    Diags.error(Dump.Sources, Loc, Message);
}

bool DumpParser::parseHead(StringRef Head, UnknownAnchor At) {
  return parseHead(Head, ("'" + Head + "'").str(), [&](LineScanner &S) {
    return S.consume(Head) && consumeEnd(S, At, UnknownPlace::LiveRangesClause);
  });
}

bool DumpParser::parseHead(StringRef Head, StringRef What,
                           function_ref<bool(LineScanner &)> Parse) {
  passUnknownLinesBefore(Head);
  if (Cursor.atEnd()) {
    error(lineLoc(), "expected " + What +
                         ", found the end of the file: the dump is truncated");
    return false;
  }
  for (bool IsFirst = true; !Cursor.atEnd(); IsFirst = false) {
    LineScanner S = takeLine();
    if (Parse(S))
      return true;
    if (IsFirst)
      report(S);
  }
  return false;
}

StringRef DumpParser::joinLines(StringRef Text, LineCursor Begin,
                                unsigned LineCount) {
  if (Begin.isPlain())
    return Text;
  std::string Joined =
      StringRef(Text.begin(), Begin.line().end() - Text.begin()).str();
  while (--LineCount != 0) {
    Begin.advance();
    StringRef Line = Begin.line();
    if (LineCount == 1)
      Line = Line.take_front(Text.end() - Line.begin());
    Joined += '\n';
    Joined += Line;
  }
  return StringRef(Joined).copy(*F.Arena);
}

std::optional<DumpSection> DumpParser::getSection(StringRef Line) {
  if (Line.empty())
    return std::nullopt;
  auto IsHead = [Line](StringRef Head) {
    StringRef Rest = Line;
    return Rest.consume_front(Head) && (Rest.empty() || isClause(Rest));
  };
  switch (Line.front()) {
  case 'B':
    return IsHead(DumpHead) ? std::optional(DumpSection::Allocations)
                            : std::nullopt;
  case 'T':
    return Line.starts_with("Total bytes used: ")
               ? std::optional(DumpSection::Total)
               : std::nullopt;
  case 'U':
    return IsHead(UsedValuesHead) ? std::optional(DumpSection::UsedValues)
                                  : std::nullopt;
  case 'H':
    if (Line.starts_with("HloLiveRange (max "))
      return DumpSection::LiveRanges;
    return Line.starts_with("HloLiveRange not available")
               ? std::optional(DumpSection::LiveRangesNote)
               : std::nullopt;
  default:
    return std::nullopt;
  }
}

void DumpParser::parseSection(DumpSection S) {
  Section = S;
  switch (S) {
  case DumpSection::Allocations:
    return parseAllocations();
  case DumpSection::Total:
    return parseTotal();
  case DumpSection::UsedValues:
    return parseUsedValues();
  case DumpSection::LiveRanges:
    return parseLiveRanges();
  case DumpSection::LiveRangesNote:
    return parseLiveRangesNote();
  case DumpSection::Unknown:
    break;
  }
  llvm_unreachable("a section of no kind");
}

void DumpParser::parseText(const DumpText &T) {
  StringRef Text = T.Source.Text;
  TextLayout Form;
  Form.FileName = T.Source.FileName;
  Form.IsNamed = T.IsNamed;
  Form.HasByteOrderMark = Text.consume_front(ByteOrderMark);
  Cursor = beginText(T);
  Form.HasCarriageReturns = Cursor.hasCarriageReturns();
  Form.EndsWithLineFeed = Text.ends_with("\n");
  if (Form.HasCarriageReturns && T.LogMark.empty())
    checkCarriageReturns(Text);
  EndOfLines = Text.begin() + (Text.rfind('\n') + 1);

  while (!isDone()) {
    unsigned EmptyLines = 0;
    for (; !Cursor.atEnd() && Cursor.line().empty(); Cursor.advance())
      ++EmptyLines;
    if (Cursor.atEnd()) {
      Form.EmptyLinesAtEnd = EmptyLines;
      break;
    }
    std::optional<DumpSection> Section = getSection(Cursor.line());
    if (!Section && passUnknownSection(Form, EmptyLines))
      continue;
    if (!Section || !isExpected(*Section, Form)) {
      reportUnexpectedLine(Form);
      continue;
    }
    Form.Parts.push_back({*Section, EmptyLines});
    parseSection(*Section);
  }
  if (Form.Parts.empty() && !hadError())
    error(SMLoc::getFromPointer(Text.data()),
          "expected 'BufferAssignment:' or another part of a dump, found "
          "nothing but empty lines");
  Dump.Texts.push_back(std::move(Form));
}

// All lines must end alike, since only one way can be written back. Where the
// first line has no carriage return, others are found when they are read.
void DumpParser::checkCarriageReturns(StringRef Text) {
  for (size_t At = 0; (At = Text.find('\n', At)) != StringRef::npos; ++At) {
    if (Text[At - 1] == '\r')
      continue;
    return error(SMLoc::getFromPointer(Text.data() + At),
                 "expected a carriage return before the line feed, as in the "
                 "first line");
  }
}

// Each once, and the allocations before what refers to them.
bool DumpParser::isExpected(DumpSection S, const TextLayout &Form) const {
  if (S == DumpSection::Allocations)
    return Form.Parts.empty() && Dump.Texts.empty();
  if (S == DumpSection::LiveRangesNote &&
      (Dump.has(DumpSection::LiveRanges) || Form.has(DumpSection::LiveRanges)))
    return false;
  return !Dump.has(S) && !Form.has(S);
}

// One message for all lines up to the next section.
void DumpParser::reportUnexpectedLine(const TextLayout &Form) {
  static constexpr std::pair<DumpSection, StringLiteral> Heads[] = {
      {DumpSection::Allocations, "'BufferAssignment:'"},
      {DumpSection::Total, "'Total bytes used:'"},
      {DumpSection::UsedValues, "'Used values:'"},
      {DumpSection::LiveRanges, "'HloLiveRange (max'"}};
  // Those that come after what has been read.
  SmallVector<StringRef, 4> Expected;
  for (auto [Section, Head] : reverse(Heads)) {
    if (!isExpected(Section, Form))
      break;
    if (Section == DumpSection::Allocations)
      Expected.clear();
    Expected.insert(Expected.begin(), Head);
  }
  std::string Text =
      Expected.empty() ? "the end of the dump" : join(Expected, ", ");
  if (isExpected(DumpSection::Allocations, Form))
    Text += ", with which a *-buffer-assignment.txt begins";
  LineScanner S = scanLine();
  S.failExpected(Text);
  report(S);
  do
    Cursor.advance();
  while (!Cursor.atEnd() && !getSection(Cursor.line()));
}

std::unique_ptr<Module> DumpParser::parse() {
  for (const DumpText &T : Inputs) {
    if (T.LogMark.empty() &&
        diagnoseFileKind(Dump.Sources, T.Source.Text, Diags))
      return nullptr;
    parseText(T);
  }
  if (Options.RefuseUnknown)
    refuseUnknown();
  // What is missing is told of a dump that is whole apart from that.
  if (!hadError())
    checkIsWhole();
  bool IsEmpty =
      all_of(Dump.Texts, [](const auto &T) { return T.Parts.empty(); });
  bool IsRefused = Options.RefuseUnknown && !Dump.Unknown.kinds().empty();
  if (hadError() && (!Options.Tolerant || IsEmpty || IsRefused)) {
    if (Options.Tolerant && IsRefused)
      Diags.error(Dump.Sources, Dump.Unknown.kinds().front().Loc,
                  "the dump has unknown text, and -fatal-warnings=unknown is "
                  "given");
    else if (Options.Tolerant)
      Diags.error(Dump.Sources, lineLoc(), "no part of the dump can be kept");
    return nullptr;
  }
  F.AreChecked = true;
  F.TellsAllocations = Dump.has(DumpSection::Allocations);
  F.TellsInstructions = Dump.has(DumpSection::UsedValues);
  F.IsIncomplete = hadError();
  F.IsScheduleCut = F.IsIncomplete && !F.Schedule.empty() &&
                    F.Schedule.size() != Dump.ReadClaims.EndOfProgram;
  std::unique_ptr<Module> M =
      Builder.build(std::move(Source), std::move(Origin));
  M->setThreadCount(Options.ThreadCount);
  return M;
}

// A text that ends early may be a whole dump of another XLA version. What it
// has so far tells the version: no later one left out what this one is without.
void DumpParser::checkIsWhole() {
  checkTotalIsWhole();
  if (Dump.has(DumpSection::UsedValues))
    checkUsedValuesAreWhole();
  checkAllocationsAreWhole();
  if (hadError() || Options.AllowParts || !Inputs.front().LogMark.empty())
    return;
  SMLoc End = lineLoc();
  if (!Dump.has(DumpSection::Allocations)) {
    const SourceText &First = Inputs.front().Source;
    std::optional<DumpFileName> Name =
        parseDumpFileName(sys::path::filename(First.FileName));
    error(SMLoc::getFromPointer(First.Text.data()),
          "expected 'BufferAssignment:'; this part of a split dump belongs to "
          "the file " +
              (Name && Name->isPart()
                   ? makeDumpFileName(Name->Stem, DumpFileKind::Allocations)
                   : "*-buffer-assignment.txt") +
              ", which is not beside it");
    return;
  }
  if (Dump.has(DumpSection::LiveRanges) ||
      Dump.has(DumpSection::LiveRangesNote))
    return;
  if (Dump.has(DumpSection::UsedValues)) {
    // Live ranges came half a year before the texts of instructions.
    bool PrintsInstructions = any_of(usedValues(), [](const Value *V) {
      return !V->getInstructionText().empty();
    });
    if (PrintsInstructions && Dump.Texts.size() == 1)
      error(End, "expected 'HloLiveRange', found the end of the file: the dump "
                 "is truncated; -allow-incomplete reads what there is");
    return;
  }
  // Since September 2019 there are used values, since April 2026 in a file of
  // their own, which may be off. A file without its name may be anything.
  if (Dump.Dialect.ValueLines != ValueLineForm::SizeFirst ||
      Dump.Texts.size() != 1)
    return;
  bool HasPointers = !Dump.Pointers.empty();
  if (HasPointers || Dump.has(DumpSection::Total) ||
      !StringRef(F.Name).contains("-buffer-assignment.txt"))
    error(
        End,
        "expected 'Used values:', found the end of the file: the dump "
        "is truncated, or it is the first file of a split dump: pass its file "
        "name, so that the parts beside it are found, or -no-sibling-files "
        "to read only the allocations");
}

// Digits may be missing where the total ends a text. In a file of a split dump
// it is never alone.
void DumpParser::checkTotalIsWhole() {
  ArrayRef<TextLayout> Texts = Dump.Texts;
  const auto *Text = find_if(Texts, [](const auto &T) {
    return !T.Parts.empty() && T.Parts.back().Section == DumpSection::Total;
  });
  if (Text == Texts.end())
    return;
  StringRef Whole = Inputs[Text - Texts.begin()].Source.Text;
  SMLoc End = SMLoc::getFromPointer(Whole.end());
  if (!Text->has(DumpSection::Allocations))
    error(End, "expected 'Used values:', found the end of the file: the dump "
               "is truncated");
  else if (!Text->EndsWithLineFeed)
    error(End, "expected a line feed, found the end of the file: the dump is "
               "truncated");
}

// All used values of a dump tell their instructions, or none does.
static bool lacksLastInstruction(ValueOrder UsedValues) {
  auto HasInstruction = [](const Value *V) {
    return !V->getInstructionText().empty();
  };
  return !UsedValues.empty() && !HasInstruction(UsedValues.back()) &&
         any_of(UsedValues, HasInstruction);
}

// Where the used values end a text, those that are missing are cut off.
void DumpParser::checkUsedValuesAreWhole() {
  ArrayRef<TextLayout> Texts = Dump.Texts;
  const auto *Text = find_if(
      Texts, [](const auto &T) { return T.has(DumpSection::UsedValues); });
  if (Text->Parts.back().Section != DumpSection::UsedValues)
    return;
  const Value *Missing =
      find_if(F.Values, [](const Value &V) { return !V.isUsedValue(); });
  StringRef Whole = Inputs[Text - Texts.begin()].Source.Text;
  SMLoc End = SMLoc::getFromPointer(Whole.end());
  if (Missing != F.Values.end())
    error(End, "expected value " + Twine(Missing->getId()) +
                   ", found the end of the file: the dump is truncated");
  else if (!Text->EndsWithLineFeed && Dump.Dialect.LineFeedAfterInstruction)
    error(End, "expected a line feed, found the end of the file: the dump is "
               "truncated");
  else if (lacksLastInstruction(usedValues()))
    error(End, "expected ' from instruction:', found the end of the file: the "
               "dump is truncated");
}

// Where the used values are in a text of their own, they tell what is cut off:
// a value that is in no allocation. But views are in none either, those
// of a memory space that has no allocations.
void DumpParser::checkAllocationsHoldUsedValues(SMLoc End) {
  Bytes Sum;
  for (const Allocation &A : F.Allocations)
    Sum += A.getSize();
  bool LacksAllocations = Dump.ReadClaims.Total && Sum < *Dump.ReadClaims.Total;
  MemorySpace LastSpace = F.Allocations.back().getMemorySpace();
  for (const Value &V : F.UnplacedValues)
    if (!findById(V.getId()) &&
        (LacksAllocations || V.getHeader().Color == LastSpace))
      return error(End,
                   "expected value " + Twine(V.getId()) +
                       ", found the end of the file: the dump is truncated");
}

// The same for allocations: the last one ends where its last value ends. But
// those of a TPU's own memories also hold what instructions need while they
// run, and used values, where they are, say whether there is more.
void DumpParser::checkAllocationsAreWhole() {
  ArrayRef<TextLayout> Texts = Dump.Texts;
  const auto *Text = find_if(Texts, [](const auto &T) {
    return !T.Parts.empty() &&
           T.Parts.back().Section == DumpSection::Allocations;
  });
  if (Text == Texts.end())
    return;
  StringRef Whole = Inputs[Text - Texts.begin()].Source.Text;
  SMLoc End = SMLoc::getFromPointer(Whole.end());
  bool TellsUsedValues = Texts.size() > 1 && Dump.has(DumpSection::UsedValues);
  Bytes Covered;
  bool MayHoldMore = false;
  if (!F.Allocations.empty()) {
    MayHoldMore =
        (*F.Shapes).hasTiles() &&
        hasProperty(Backend::TPU, F.Allocations.back().getMemorySpace(),
                    MemorySpaceProperties::IsOnChip);
    for (const Value &V : F.Allocations.back().values())
      Covered = std::max(Covered, V.getEndOffset());
  }
  if (F.Allocations.empty())
    error(End, "expected an allocation, found the end of the file: the dump is "
               "truncated");
  else if (!TellsUsedValues && !MayHoldMore &&
           Covered < F.Allocations.back().getSize())
    error(End, "expected a value that ends at byte " +
                   Twine(F.Allocations.back().getSize().count()) +
                   " of the allocation, found the end of the file: the dump "
                   "is truncated");
  else if (!Text->EndsWithLineFeed)
    error(End, "expected a line feed, found the end of the file: the dump is "
               "truncated");
  else if (TellsUsedValues)
    checkAllocationsHoldUsedValues(End);
}

std::unique_ptr<Module> parseDump(DumpInput Input, DiagnosticEngine &Diags,
                                  ParseOptions Options) {
  return DumpParser(std::move(Input), Diags, Options).parse();
}

std::unique_ptr<Module> parseDump(std::unique_ptr<MemoryBuffer> Dump,
                                  DiagnosticEngine &Diags,
                                  ParseOptions Options) {
  DumpInput Input;
  Input.Texts.emplace_back().Source = SourceText::whole(std::move(Dump));
  Input.Name = Input.Texts.front().Source.FileName;
  return parseDump(std::move(Input), Diags, Options);
}

} // namespace hlomem
