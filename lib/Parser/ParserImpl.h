//===- ParserImpl.h - The parser of dumps, section by section -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PARSER_PARSERIMPL_H
#define HLOMEM_LIB_PARSER_PARSERIMPL_H

#include "LineScanner.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/Diagnostics.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <optional>

namespace hlomem {

/// The first line of a dump.
inline constexpr llvm::StringLiteral DumpHead = "BufferAssignment:";

/// Reads one dump into a module. The sections are read in the order of the
/// text, each by a source file of its own.
///
/// A line that does not fit is reported and left out; reading goes on with the
/// next one. What lines say of each other is checked only while there was no
/// error before, since one bad line would make many others look wrong.
class DumpParser {
public:
  DumpParser(std::unique_ptr<Module> Empty, DiagnosticEngine &Diags)
      : TheModule(std::move(Empty)), M(*TheModule), Diags(Diags),
        Cursor(M.getText()) {}

  /// The module, or null if there was an error.
  std::unique_ptr<Module> parse();

private:
  // AllocationSection.cpp
  void parseAllocations();
  bool parseAllocationLine(LineScanner &S, Allocation &A);
  bool parseAllocationAttribute(LineScanner &S, Allocation &A);
  bool parseParameter(LineScanner &S, Allocation &A);
  bool parseValueLine(LineScanner &S, Value &V);
  bool parseShapeBetweenBars(LineScanner &S, const Shape *&Result);
  void parseTotal();

  // UsedValueSection.cpp
  void parseUsedValues();
  void parseUsedValue();
  Value *parseUsedValueHeader();
  bool parseListHead(llvm::StringRef Head);
  bool parsePositions(Value &V);
  bool parseUses(Value &V);
  bool parseInstructionText(Value &V);
  bool parseBlankAfterInstruction(LineScanner &S);

  // LiveRangeSection.cpp
  void parseLiveRanges();
  void parseSchedule(uint64_t End, llvm::SMLoc EndLoc);
  void parseBufferLiveRanges();
  Value *findForLiveRange(const NamedIndex &Definition);

  // PeakSection.cpp
  void parsePeak();
  bool parsePeakLine(LineScanner &S, PeakListEntry &E,
                     const PeakListEntry *First);
  void checkPeakIsComplete();
  void reportTextBehindDump();
  void parseStackTrace();
  bool parseStackTraceNode(LineScanner &S, StackTraceNode &Node,
                           llvm::StringRef &Prefix);
  void checkStackTraceIsComplete(llvm::ArrayRef<llvm::StringRef> Prefixes);

  /// The header of a value: `<id name{index} (phi) @color>`.
  bool parseValueId(LineScanner &S, Value &V);

  LineScanner scanLine() const {
    return LineScanner(Cursor.line(), Cursor.endsText());
  }
  /// Reads the current line as \p Head, which must come next, and passes it. If
  /// something else stands here, reports that and goes on behind the next line
  /// that is \p Head, if any.
  bool parseHead(llvm::StringRef Head);
  /// The same for a head whose line has variable parts: \p Parse reads it, and
  /// \p What names it in messages.
  bool parseHead(llvm::StringRef What,
                 llvm::function_ref<bool(LineScanner &)> Parse);
  void report(const LineScanner &S) { error(S.loc(), S.message()); }
  void error(llvm::SMLoc Loc, const llvm::Twine &Message) {
    Diags.error(M.getSourceMgr(), Loc, Message);
  }
  bool hadError() const { return Diags.getErrorCount() != ErrorsBefore; }
  /// No reason to read on.
  bool isDone() const { return Cursor.atEnd() || Diags.reachedLimit(); }

  template <typename T> llvm::ArrayRef<T> keep(llvm::ArrayRef<T> Elements) {
    return Elements.copy(M.Arena);
  }

  std::unique_ptr<Module> TheModule;
  Module &M;
  DiagnosticEngine &Diags;
  unsigned ErrorsBefore = Diags.getErrorCount();
  LineCursor Cursor;

  /// Position in M.Values by id.
  llvm::DenseMap<uint64_t, size_t> ValuesById;
  /// The used value whose live range is expected next: ranges come in the same
  /// order, which saves looking each one up by name.
  size_t NextInLiveRangeOrder = 0;
  llvm::DenseMap<std::pair<llvm::StringRef, llvm::StringRef>, Value *>
      ValuesByDefinition;
  llvm::DenseSet<std::pair<llvm::StringRef, llvm::StringRef>>
      UnlistedDefinitions;

  // How the first such lines are written: all must be alike, since only one
  // style can be written back.
  std::optional<bool> PrintsNoUses;
  std::optional<bool> HasBlankAfterInstruction;

  llvm::SmallVector<Position, 16> PositionScratch;
  llvm::SmallVector<Use, 16> UseScratch;
};

/// Reports what \p Text seems to be if it cannot be a dump: an empty or binary
/// file, HLO text, a memory usage report, a part of a split dump. True if so.
bool reportOtherKindOfFile(const Module &M, DiagnosticEngine &Diags);

} // namespace hlomem

#endif // HLOMEM_LIB_PARSER_PARSERIMPL_H
