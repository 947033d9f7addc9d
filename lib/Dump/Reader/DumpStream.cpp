//===- DumpStream.cpp - The dumps in one text -----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Dump/Reader/DumpStream.h"
#include "ParserImpl.h"
#include "hlomem/Dump/DumpFileName.h"
#include "hlomem/Support/LineIndex.h"
#include "hlomem/Support/Parallel.h"
#include "hlomem/Support/TextScanner.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <array>

using namespace llvm;

namespace hlomem {

static constexpr StringLiteral BlockBegin = "*** Begin ";
static constexpr StringLiteral BlockLineEnd = " ***";

namespace {

/// A dump that is being put together.
struct FoundDump {
  /// Where its first line is.
  const char *Begin = nullptr;
  /// The name of its blocks without their ends; empty if it has none.
  StringRef Stem;
  StringRef Name;
  StringRef LogMark;
  /// By DumpFileKind; outside of blocks there is just the first.
  std::array<std::optional<SourceText>, DumpPartCount> Parts;
  std::optional<SourceText> HloText;
};

class StreamSplitter {
public:
  StreamSplitter(SourceText S, unsigned ThreadCount)
      : Stream(std::move(S)), Text(Stream.Text), ThreadCount(ThreadCount) {}

  Expected<std::vector<DumpInput>> split();

private:
  /// Adds the heads that stand in lines of their own from \p First on, and
  /// counts the line feeds in each block of the text.
  void findLinesWithHead(size_t First, MutableArrayRef<uint32_t> LineFeeds);
  void findInLog();
  /// Finds the heads in \p Gap, which has no blocks. Without a prefix, the last
  /// dump in it ends with it.
  void findHeads(StringRef Gap);
  void addHead(const char *Line, StringRef LogMark);
  void addBlock(StringRef Name, StringRef Contents, const char *BeginLine);
  void findLastLines(StringMap<const char *> &LastLines) const;
  void endDumpsWithMark();
  void setLineNumbers();
  std::vector<DumpInput> takeDumps();

  SourceText makeText(StringRef Part) const {
    SourceText T = Stream;
    T.Text = Part;
    return T;
  }
  StringRef textFrom(const char *Begin) const {
    return StringRef(Begin, Text.end() - Begin);
  }

  SourceText Stream;
  StringRef Text;
  unsigned ThreadCount;
  std::vector<FoundDump> Dumps;
  unsigned BlockCount = 0;
  /// By stem: the dumps, and the HLO texts, as positions and in order.
  StringMap<SmallVector<size_t, 1>> DumpsOfBlocks;
  StringMap<SmallVector<SourceText, 1>> HloTexts;
};

} // namespace

static StringRef firstLine(StringRef Text) {
  StringRef Line = Text.take_until([](char C) { return C == '\n'; });
  Line.consume_back("\r");
  return Line;
}

static StringRef skipLine(StringRef Text) {
  size_t LineFeed = Text.find('\n');
  return LineFeed == StringRef::npos ? Text.drop_front(Text.size())
                                     : Text.drop_front(LineFeed + 1);
}

/// The name in a Begin line, if \p Text starts with one.
static std::optional<StringRef> getBlockName(StringRef Text) {
  StringRef Line = firstLine(Text);
  if (!Line.consume_front(BlockBegin) || !Line.consume_back(BlockLineEnd))
    return std::nullopt;
  return Line;
}

/// What \p Line, of which "BufferAssignment:" is the rest, begins with, from
/// the place in the source on: "12345 buffer_assignment.cc:123] ". Empty if
/// that is no prefix of a logger.
static StringRef getLogMark(StringRef Line) {
  StringRef S = Line;
  if (!S.consume_back("] "))
    return "";
  size_t Size = S.size();
  S = S.rtrim("0123456789");
  if (S.size() == Size || !S.consume_back(":"))
    return "";
  Size = S.size();
  S = S.take_front(S.find_last_of(" \t") + 1);
  if (S.size() == Size)
    return "";
  // glog prints the thread before that, and threads do not wait for each other.
  StringRef BeforeThread = S.rtrim(" \t").rtrim("0123456789");
  if (BeforeThread.empty() || BeforeThread.ends_with(" "))
    if (BeforeThread.size() != S.rtrim(" \t").size())
      S = BeforeThread;
  return Line.drop_front(S.size());
}

/// And a byte-order mark before them.
static StringRef skipEmptyLines(StringRef Text) {
  Text.consume_front(ByteOrderMark);
  return Text.ltrim("\r\n");
}

static bool beginsWithPart(StringRef Text) {
  StringRef Start = skipEmptyLines(Text);
  return any_of(ArrayRef<StringRef>({DumpHead, "Total bytes used: ",
                                     "Used values:", "HloLiveRange"}),
                [&](StringRef Head) { return Start.starts_with(Head); });
}

Expected<std::vector<DumpInput>> StreamSplitter::split() {
  if (beginsWithPart(Text)) {
    addHead(Text.begin(), "");
    // Empty lines may stand before the first head.
    size_t First = Text.size() - skipEmptyLines(Text).size();
    auto LineFeeds = std::make_shared<std::vector<uint32_t>>(
        divideCeil(Text.size(), LineIndex::BlockSize));
    findLinesWithHead(First + 1, *LineFeeds);
    Dumps.front().Parts.front()->LineFeeds = std::move(LineFeeds);
  } else {
    findInLog();
    endDumpsWithMark();
  }
  if (Dumps.empty() && BlockCount != 0)
    return createStringError("no dump in this log: " +
                             (BlockCount == 1
                                  ? "its one block '*** Begin NAME ***' is no"
                                  : "none of its " + Twine(BlockCount) +
                                        " blocks '*** Begin NAME ***' is a") +
                             " *-buffer-assignment.txt");
  if (Dumps.empty())
    addHead(Text.begin(), "");
  setLineNumbers();
  return takeDumps();
}

// Line feeds are counted by the way: so the text need not come from memory once
// more when a line is needed.
void StreamSplitter::findLinesWithHead(size_t First,
                                       MutableArrayRef<uint32_t> LineFeeds) {
  constexpr size_t BlockSize = LineIndex::BlockSize;
  constexpr size_t BlocksPerPart = 64;
  std::vector<SmallVector<size_t, 0>> Found(
      divideCeil(LineFeeds.size(), BlocksPerPart));
  parallelFor(ThreadCount, Found.size(), [&](size_t Part) {
    size_t End = std::min(LineFeeds.size(), (Part + 1) * BlocksPerPart);
    for (size_t I = Part * BlocksPerPart; I != End; ++I) {
      // A head may begin in one block and end in the next.
      StringRef ToNext =
          Text.take_front((I + 1) * BlockSize + DumpHead.size() - 1);
      for (size_t At = std::max(I * BlockSize, First);
           (At = text::findText(ToNext, DumpHead, At)) != StringRef::npos; ++At)
        if (Text[At - 1] == '\n' && firstLine(Text.drop_front(At)) == DumpHead)
          Found[Part].push_back(At);
      LineFeeds[I] = countLineFeeds(Text.substr(I * BlockSize, BlockSize));
    }
  });
  for (ArrayRef<size_t> Places : Found)
    for (size_t At : Places)
      addHead(Text.begin() + At, "");
}

void StreamSplitter::findInLog() {
  const char *GapBegin = Text.begin();
  const char *From = GapBegin;
  for (;;) {
    size_t At = text::findText(textFrom(From), BlockBegin);
    if (At == StringRef::npos)
      break;
    const char *Line = From + At;
    From = Line + 1;
    StringRef Before(Text.begin(), Line - Text.begin());
    if (!Before.empty() && !Before.ends_with("\n") && Before != ByteOrderMark)
      continue;
    std::optional<StringRef> Name = getBlockName(textFrom(Line));
    if (!Name)
      continue;
    findHeads(StringRef(GapBegin, Line - GapBegin));

    // The line feed before the End line is not of the contents, which may be
    // empty.
    const char *Begin = skipLine(textFrom(Line)).begin();
    const char *End = Text.end();
    std::string EndLine = ("*** End " + *Name + BlockLineEnd).str();
    From = GapBegin = End;
    for (const char *P = Begin;; ++P) {
      size_t Next = text::findText(textFrom(P), "*** ");
      if (Next == StringRef::npos)
        break;
      P += Next;
      if (P[-1] != '\n')
        continue;
      if (firstLine(textFrom(P)) == EndLine) {
        End = P;
        // XLA adds a line feed to the one that ends a dump.
        if (StringRef Last(Begin, End - Begin); Last.ends_with("\n\n") ||
                                                Last.ends_with("\n\r\n") ||
                                                Last == "\n" || Last == "\r\n")
          End -= Last.ends_with("\r\n") ? 2 : 1;
        From = GapBegin = skipLine(textFrom(P)).begin();
        break;
      }
      if (getBlockName(textFrom(P))) {
        End = From = GapBegin = P;
        break;
      }
    }
    addBlock(*Name, StringRef(Begin, End - Begin), Line);
  }
  findHeads(textFrom(GapBegin));
}

void StreamSplitter::findHeads(StringRef Gap) {
  size_t FirstDump = Dumps.size();
  for (size_t At = 0;
       (At = text::findText(Gap, DumpHead, At)) != StringRef::npos; ++At) {
    StringRef After = Gap.drop_front(At + DumpHead.size());
    if (!After.empty() && !After.starts_with("\n") &&
        !After.starts_with("\r\n"))
      continue;
    size_t LineFeed = Gap.rfind('\n', At);
    size_t LineBegin = LineFeed == StringRef::npos ? 0 : LineFeed + 1;
    StringRef Prefix = Gap.slice(LineBegin, At);
    StringRef Mark = getLogMark(Prefix);
    if (Prefix.empty() || !Mark.empty())
      addHead(Gap.begin() + LineBegin, Mark);
  }
  if (Dumps.size() != FirstDump && Dumps.back().LogMark.empty()) {
    SourceText &Last = *Dumps.back().Parts.front();
    Last.Text = StringRef(Dumps.back().Begin, Gap.end() - Dumps.back().Begin);
  }
}

void StreamSplitter::addHead(const char *Line, StringRef LogMark) {
  if (!Dumps.empty() && Dumps.back().Stem.empty() &&
      Dumps.back().LogMark.empty()) {
    StringRef &Last = Dumps.back().Parts.front()->Text;
    Last = Last.take_front(Line - Last.begin());
  }
  FoundDump D;
  D.Begin = Line;
  D.LogMark = LogMark;
  D.Parts.front() = makeText(textFrom(Line));
  Dumps.push_back(std::move(D));
}

void StreamSplitter::addBlock(StringRef Name, StringRef Contents,
                              const char *BeginLine) {
  ++BlockCount;
  std::optional<DumpFileName> Parsed = parseDumpFileName(Name);
  if (!Parsed || !Parsed->CompressionSuffix.empty() || Parsed->isReport())
    return;
  if (!Parsed->isPart()) {
    HloTexts[Parsed->Stem].push_back(makeText(Contents));
    return;
  }
  // What comes twice is of a second run.
  auto Part = static_cast<size_t>(Parsed->Kind);
  SmallVector<size_t, 1> &Known = DumpsOfBlocks[Parsed->Stem];
  if (Known.empty() || Dumps[Known.back()].Parts[Part]) {
    Known.push_back(Dumps.size());
    FoundDump D;
    D.Begin = BeginLine;
    D.Stem = Parsed->Stem;
    D.Name = Name;
    Dumps.push_back(std::move(D));
  }
  FoundDump &D = Dumps[Known.back()];
  if (Parsed->Kind == DumpFileKind::Allocations)
    D.Name = Name;
  D.Parts[Part] = makeText(Contents);
}

// The end of the last line with each mark of a dump. One look at the text finds
// all: each dump may have a mark of its own. A line may have several, where one
// logger prints what another one has printed.
void StreamSplitter::findLastLines(StringMap<const char *> &LastLines) const {
  for (const FoundDump &D : Dumps)
    if (!D.LogMark.empty())
      LastLines[D.LogMark] = D.Begin;
  if (LastLines.empty())
    return;
  static constexpr StringLiteral MarkEnd = "] ";
  size_t LineBegin = 0, LineEnd = 0;
  for (size_t At = 0;
       (At = text::findText(Text, MarkEnd, At)) != StringRef::npos;) {
    if (At >= LineEnd) {
      size_t LineFeed = Text.rfind('\n', At);
      LineBegin = LineFeed == StringRef::npos ? 0 : LineFeed + 1;
      LineEnd = std::min(Text.find('\n', At), Text.size());
    }
    At += MarkEnd.size();
    auto Known = LastLines.find(getLogMark(Text.slice(LineBegin, At)));
    if (Known != LastLines.end())
      Known->second = Text.data() + std::min(LineEnd + 1, Text.size());
  }
}

// After the prefix of a logger a dump lasts to the next one with the same
// prefix, or to the last line with it: there may be lines of other threads in
// between, and whole dumps.
void StreamSplitter::endDumpsWithMark() {
  StringMap<const char *> EndByMark;
  findLastLines(EndByMark);
  for (FoundDump &D : reverse(Dumps)) {
    if (D.LogMark.empty())
      continue;
    StringRef &DumpText = D.Parts.front()->Text;
    const char *&End = EndByMark[D.LogMark];
    DumpText = DumpText.take_front(End - D.Begin);
    End = D.Begin;
  }
}

void StreamSplitter::setLineNumbers() {
  // Where a run has left one of them out, whose the others are is not known.
  for (const auto &[Stem, Found] : DumpsOfBlocks)
    if (SmallVector<SourceText, 1> &Texts = HloTexts[Stem];
        Texts.size() == Found.size())
      for (auto [Index, Text] : zip_equal(Found, Texts))
        Dumps[Index].HloText = std::move(Text);
  std::vector<SourceText *> Texts;
  for (FoundDump &D : Dumps) {
    for (std::optional<SourceText> &T : D.Parts)
      if (T)
        Texts.push_back(&*T);
    if (D.HloText)
      Texts.push_back(&*D.HloText);
  }
  sort(Texts, [](const SourceText *A, const SourceText *B) {
    return A->Text.data() < B->Text.data();
  });
  const char *Counted = Text.begin();
  uint64_t Line = Stream.FirstLine;
  for (SourceText *T : Texts) {
    Line += StringRef(Counted, T->Text.data() - Counted).count('\n');
    Counted = T->Text.data();
    T->FirstLine = Line;
  }
}

std::vector<DumpInput> StreamSplitter::takeDumps() {
  StringMap<unsigned> NameCounts;
  for (const FoundDump &D : Dumps)
    ++NameCounts[D.Name];
  StringMap<unsigned> NextNumbers;
  std::vector<DumpInput> Result;
  for (FoundDump &D : Dumps) {
    DumpInput Input;
    Input.Name = D.Name.empty() ? Stream.FileName : D.Name.str();
    if (NameCounts[D.Name] > 1)
      Input.Name += "#" + utostr(++NextNumbers[D.Name]);
    for (std::optional<SourceText> &Part : D.Parts)
      if (Part)
        Input.Texts.push_back(
            {std::move(*Part), D.LogMark.str(), /*IsNamed=*/true});
    if (D.HloText)
      Input.HloText = [T = std::move(*D.HloText)]() -> Expected<SourceText> {
        return T;
      };
    Result.push_back(std::move(Input));
  }
  return Result;
}

Expected<std::vector<DumpInput>> splitDumpStream(SourceText Stream,
                                                 unsigned ThreadCount) {
  return StreamSplitter(std::move(Stream), ThreadCount).split();
}

bool hasDump(ArrayRef<DumpInput> Found) {
  if (Found.size() != 1 || Found.front().Texts.size() != 1)
    return true;
  // A block may begin with anything, and is one all the same.
  const DumpText &T = Found.front().Texts.front();
  return !T.LogMark.empty() || T.Source.FirstLine != 1 ||
         beginsWithPart(T.Source.Text);
}

} // namespace hlomem
