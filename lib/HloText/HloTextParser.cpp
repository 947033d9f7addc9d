//===- HloTextParser.cpp - An HLO text file to its computations -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/HloText/HloTextParser.h"
#include "HloTextProgram.h"
#include "hlomem/HloText/GistReader.h"
#include "hlomem/HloText/StackFrameParser.h"
#include "hlomem/Support/Diagnostics.h"
#include "hlomem/Support/TextScanner.h"

using namespace llvm;

namespace hlomem {

namespace {

/// What stands before the shape of an instruction, `  ROOT %name = `.
struct InstructionBegin {
  bool IsRoot = false;
  StringRef Name;
};

} // namespace

/// Walks through the text from its start. Functions that return an Error have
/// dropped what they read from Rest.
class HloTextParser {
  StringRef Text;
  StringRef Rest;
  HloTextProgram &P;

public:
  explicit HloTextParser(HloTextProgram &P)
      : Text(P.Source.Text), Rest(Text), P(P) {}

  Error parseText();

private:
  /// What stands before the computations.
  Error parseFront();
  Error parseHeader();
  Error parseHeaderAttributes(StringRef List);
  Error skipTable();
  Error parseComputation();
  Error parseInstruction(TextComputation &C, const InstructionBegin &Begin,
                         bool &HasRoot);
  Error parseOpcode(SourceInstruction &I);
  Error listParameters(TextComputation &C);

  StringRef takeInstructionText();
  StringRef line() const;
  void dropLine();
  void skipEmptyLines();
  Error error(const char *At, const Twine &Message) const;
  Error expected(StringRef Found, const Twine &What) const;
};

//===----------------------------------------------------------------------===//
// Lines and messages
//===----------------------------------------------------------------------===//

static StringRef firstLine(StringRef Text) {
  return Text.take_front(Text.find('\n'));
}

static StringRef withoutCarriageReturn(StringRef Line) {
  Line.consume_back("\r");
  return Line;
}

StringRef HloTextParser::line() const {
  return withoutCarriageReturn(firstLine(Rest));
}

void HloTextParser::dropLine() {
  Rest = Rest.drop_front(firstLine(Rest).size());
  Rest.consume_front("\n");
}

void HloTextParser::skipEmptyLines() {
  while (!Rest.empty() && line().trim(" \t").empty())
    dropLine();
}

Error HloTextParser::error(const char *At, const Twine &Message) const {
  return createStringError(printPlace(P.Source, At) + ": " + Message);
}

Error HloTextParser::expected(StringRef Found, const Twine &What) const {
  // What was found may be the end of a part of the line.
  Found = StringRef(Found.data(), Text.end() - Found.data());
  StringRef Seen = withoutCarriageReturn(firstLine(Found));
  if (Found.empty())
    return error(Found.data(), "expected " + What + ", found end of file");
  if (Seen.empty())
    return error(Found.data(), "expected " + What + ", found end of line");
  return error(Found.data(),
               "expected " + What + ", found " + quoteForMessage(Seen));
}

//===----------------------------------------------------------------------===//
// What stands before the computations
//===----------------------------------------------------------------------===//

// `HloModule name, is_scheduled=true, key={...}`. A table of this header,
// `origin_recovery_table={`, has lines of its own, and an attribute after it
// stands on a new line that begins or follows with a comma.
Error HloTextParser::parseHeader() {
  if (!Rest.consume_front("HloModule "))
    return expected(Rest, "'HloModule'");
  StringRef Name = line().take_until([](char C) { return C == ','; });
  if (Name.empty())
    return expected(Rest, "the name of the module");
  P.ModuleName = Name.rtrim(' ');
  Rest = Rest.drop_front(Name.size());

  size_t End = 0;
  do {
    End = text::findAtTop(Rest, '\n', End);
    if (End == StringRef::npos)
      return expected(Rest, "a header whose brackets and strings are closed");
    StringRef SoFar = Rest.take_front(End).rtrim("\r ");
    StringRef After = Rest.drop_front(End).drop_front(End != Rest.size());
    if (!SoFar.ends_with(",") && !After.starts_with(", "))
      break;
    ++End;
  } while (End < Rest.size());

  End = std::min(End, Rest.size());
  StringRef List = Rest.take_front(End);
  Rest = Rest.drop_front(End);
  Rest.consume_front("\n");
  return parseHeaderAttributes(List);
}

Error HloTextParser::parseHeaderAttributes(StringRef List) {
  for (List = List.ltrim(); !List.empty(); List = List.ltrim()) {
    if (!List.consume_front(","))
      return expected(List, "',' and an attribute of the module");
    List = List.ltrim();
    StringRef Begin = List;
    StringRef Key = text::takeName(List);
    if (Key.empty() || !List.consume_front("="))
      return expected(Begin, "an attribute of the module, 'key=value'");
    // The whole list has its brackets closed, so this finds its place.
    size_t End = std::min(text::findAtTop(List, ','), List.size());
    P.HeaderAttributes.push_back({Key, List.take_front(End).rtrim()});
    List = List.drop_front(End);
  }
  return Error::success();
}

// FileNames, FunctionNames, FileLocations and StackFrames: rows that begin with
// a number. They say where a stack_frame_id leads: StackFrameParser.h.
Error HloTextParser::skipTable() {
  dropLine();
  for (; !Rest.empty() && !line().trim().empty(); dropLine()) {
    StringRef Row = line();
    StringRef Number = Row.take_while([](char C) { return isDigit(C); });
    StringRef Field = Row.drop_front(Number.size());
    if (Number.empty() ||
        (!Field.starts_with(" \"") && !Field.starts_with(" {")))
      return expected(Rest, "a number and a name or '{', or an empty line");
  }
  return Error::success();
}

static bool beginsTable(StringRef Line) {
  static constexpr StringLiteral Tables[] = {"FileNames", "FunctionNames",
                                             "FileLocations", "StackFrames"};
  return is_contained(Tables, Line.rtrim(' '));
}

//===----------------------------------------------------------------------===//
// Computations
//===----------------------------------------------------------------------===//

// `}`, or `}, execution_thread="host"`, or `} // name`.
static bool closesComputation(StringRef Line) {
  Line = withoutCarriageReturn(Line).ltrim(" \t");
  if (!Line.consume_front("}"))
    return false;
  Line = Line.rtrim(' ');
  return Line.empty() || Line.starts_with(", ") || Line.starts_with(" //");
}

// `  ROOT %name = `
static std::optional<InstructionBegin> beginInstruction(StringRef Line) {
  size_t Begin = 0;
  while (Begin != Line.size() && (Line[Begin] == ' ' || Line[Begin] == '\t'))
    ++Begin;
  Line = Line.drop_front(Begin);
  InstructionBegin Result;
  Result.IsRoot = Line.consume_front("ROOT ");
  Line.consume_front("%");
  Result.Name = text::takeName(Line);
  if (Result.Name.empty() || !Line.starts_with(" = "))
    return std::nullopt;
  return Result;
}

static bool canFollow(StringRef Line) {
  return beginInstruction(Line) || closesComputation(Line);
}

// True if all strings in \p Line are certainly closed. Looks for the quotes
// alone, which is faster than to match brackets.
static bool closesStrings(StringRef Line) {
  bool IsOpen = false;
  for (size_t At = Line.find('"'); At != StringRef::npos;
       At = Line.find('"', At + 1))
    IsOpen = !IsOpen;
  return !IsOpen && !Line.contains('\\');
}

// The text ends with its line, unless a string holds line feeds: then
// where its strings and brackets are closed before a line that can follow. A
// string may also hold quotes that nothing escapes: if no such end is
// near, the text ends at the first line that can follow.
StringRef HloTextParser::takeInstructionText() {
  static constexpr unsigned MaxTries = 16;
  size_t LineEnd = firstLine(Rest).size();
  size_t End = LineEnd;
  StringRef Line = Rest.take_front(LineEnd);
  if (!closesStrings(Line) && text::findAtTop(Line, '\n') == StringRef::npos) {
    std::optional<size_t> FirstEnd;
    size_t At = LineEnd;
    unsigned Tries = 0;
    while (At < Rest.size() && Tries != MaxTries) {
      StringRef Next = firstLine(Rest.drop_front(At + 1));
      if (canFollow(Next)) {
        if (!FirstEnd)
          FirstEnd = At;
        ++Tries;
        if (text::findAtTop(Rest.take_front(At), '\n') != StringRef::npos) {
          FirstEnd = text::findAtTop(Rest.take_front(At), '\n');
          break;
        }
      }
      At += 1 + Next.size();
    }
    End = FirstEnd.value_or(LineEnd);
  }
  StringRef Result = withoutCarriageReturn(Rest.take_front(End));
  Rest = Rest.drop_front(End);
  Rest.consume_front("\n");
  return Result.rtrim(' ');
}

// `%name = shape opcode(`: the opcode is the word before the parenthesis, and a
// shape has blanks only inside brackets.
Error HloTextParser::parseOpcode(SourceInstruction &I) {
  StringRef AfterName(I.Name.end(), I.Text.end() - I.Name.end());
  InstructionHead Head = parseHead(I.Name, AfterName);
  if (!Head.Tail.empty()) {
    I.OpcodeName = Head.OpcodeName;
    I.Op = Head.Op;
    return Error::success();
  }
  StringRef Tail = AfterName;
  // The blank at the end of a line that is cut here is gone.
  if (!Tail.consume_front(" = "))
    return expected(Tail, "' = ' and a shape");
  if (Head.TypeText.empty() || Head.TypeText.size() == Tail.size())
    return expected(Tail, "a shape and an opcode");
  return expected(Tail.drop_front(Head.TypeText.size() + 1),
                  "an opcode and '('");
}

// `add(%while.6#0, ...)`
static bool readsTupleElement(const SourceInstruction &I) {
  if (!I.Text.contains('#') || I.Op == Opcode::Constant)
    return false;
  StringRef Rest(I.OpcodeName.end(), I.Text.end() - I.OpcodeName.end());
  StringRef Operands = Rest.take_front(text::findClosing(Rest, 0));
  return any_of(split(Operands, ','), [](StringRef Operand) {
    auto [Tuple, Element] = Operand.rsplit('#');
    return !Element.empty() && all_of(Element, isDigit);
  });
}

Error HloTextParser::parseInstruction(TextComputation &C,
                                      const InstructionBegin &Begin,
                                      bool &HasRoot) {
  SourceInstruction I;
  I.Name = Begin.Name;
  if (Begin.IsRoot && HasRoot)
    return error(Rest.ltrim(" \t").data(),
                 "computation '" + C.Name + "' already has a root");
  bool HasPercent = I.Name.data()[-1] == '%';
  Rest = Rest.drop_front(I.Name.data() - HasPercent - Rest.data());
  I.Text = takeInstructionText();
  I.Computation = ComputationId(P.Computations.size());
  I.Number = InstructionId(P.Instructions.size());
  if (Error E = parseOpcode(I))
    return E;
  P.LeavesOutTupleElements |= readsTupleElement(I);

  if (P.Instructions.size() == std::numeric_limits<uint32_t>::max())
    return error(I.Name.data(), "there are 2^32 instructions or more");
  if (!P.InstructionsByName.try_emplace(I.Name, P.Instructions.size()).second)
    return error(I.Name.data(),
                 "a second instruction is named " + quoteForMessage(I.Name));
  if (Begin.IsRoot) {
    HasRoot = true;
    C.Root = P.Instructions.size();
  }
  P.Instructions.push_back(I);
  return Error::success();
}

Error HloTextParser::listParameters(TextComputation &C) {
  C.ParametersBegin = P.Parameters.size();
  unsigned Count = 0;
  for (uint32_t I = C.Begin; I != C.End; ++I)
    Count += P.Instructions[I].Op == Opcode::Parameter;
  // No instruction has this number.
  constexpr uint32_t None = std::numeric_limits<uint32_t>::max();
  P.Parameters.resize(C.ParametersBegin + Count, None);
  C.ParametersEnd = P.Parameters.size();

  for (uint32_t I = C.Begin; I != C.End; ++I) {
    const SourceInstruction &Instruction = P.Instructions[I];
    if (Instruction.Op != Opcode::Parameter)
      continue;
    const char *End = Instruction.OpcodeName.end() + 1;
    StringRef Tail(End, Instruction.Text.end() - End);
    StringRef Begin = Tail;
    std::optional<uint64_t> Number = text::takeNumber(Tail);
    if (!Number || !Tail.starts_with(")"))
      return expected(Begin, "the number of the parameter and ')'");
    if (*Number >= Count)
      return error(Begin.data(), "computation '" + C.Name + "' has only " +
                                     Twine(Count) + " parameters");
    uint32_t &Place = P.Parameters[C.ParametersBegin + *Number];
    if (Place != None)
      return error(Begin.data(), "computation '" + C.Name + "' has parameter " +
                                     Twine(*Number) + " already");
    Place = I;
  }
  return Error::success();
}

// `ENTRY %name (p: f32[2]) -> f32[2] {`, or without the types.
Error HloTextParser::parseComputation() {
  StringRef Line = line();
  StringRef Head = Line;
  TextComputation C;
  bool IsEntry = Head.consume_front("ENTRY ");
  if (IsEntry && P.Entry)
    return error(Line.data(), "there already is an ENTRY computation");
  Head.consume_front("%");
  StringRef Name = Head;
  C.Name = text::takeName(Head);
  if (C.Name.empty())
    return expected(Rest, "a computation");
  if (!Head.starts_with(" (") && Head.rtrim(' ') != " {")
    return expected(Head, "' {' or the parameters of the computation");
  if (!Head.rtrim(' ').ends_with(" {") ||
      (Head.starts_with(" (") && !Head.contains(") -> ")))
    return expected(Head.drop_front(Head.size()),
                    "a computation's result type and '{'");
  ComputationId Number(P.Computations.size());
  if (!P.ComputationsByName.try_emplace(C.Name, Number).second)
    return error(Name.data(),
                 "a second computation is named " + quoteForMessage(C.Name));
  if (IsEntry)
    P.Entry = Number;
  dropLine();

  C.Begin = P.Instructions.size();
  bool HasRoot = false;
  while (auto Begin = beginInstruction(firstLine(Rest)))
    if (Error E = parseInstruction(C, *Begin, HasRoot))
      return E;
  C.End = P.Instructions.size();
  if (!closesComputation(firstLine(Rest)))
    return expected(Rest.ltrim(" \t"), "an instruction or '}'");
  if (!HasRoot)
    return error(Rest.data(),
                 "expected a ROOT instruction before the end of '" + C.Name +
                     "'");
  C.Thread =
      firstLine(Rest).split("execution_thread=\"").second.split('"').first;
  dropLine();
  if (Error E = listParameters(C))
    return E;
  P.Computations.push_back(C);
  return Error::success();
}

Error HloTextParser::parseFront() {
  Rest.consume_front(ByteOrderMark);
  skipEmptyLines();
  if (Error E = parseHeader())
    return E;
  skipEmptyLines();
  const char *Begin = Rest.data();
  for (; beginsTable(line()); skipEmptyLines())
    if (Error E = skipTable())
      return E;
  P.Tables = StringRef(Begin, Rest.data() - Begin);
  return Error::success();
}

Error HloTextParser::parseText() {
  if (Error E = parseFront())
    return E;
  for (; !Rest.empty(); skipEmptyLines())
    if (Error E = parseComputation())
      return E;
  if (!P.Entry)
    return expected(Rest, "an ENTRY computation");
  return Error::success();
}

Expected<std::unique_ptr<ProgramSource>> parseHloText(SourceText Source) {
  auto Program = std::make_unique<HloTextProgram>(std::move(Source));
  if (Error E = HloTextParser(*Program).parseText())
    return E;
  return Program;
}

//===----------------------------------------------------------------------===//
// What was parsed
//===----------------------------------------------------------------------===//

InstructionHead HloTextProgram::getHead(const SourceInstruction &I) {
  const char *Type = I.Name.end() + StringRef(" = ").size();
  return {I.Name,
          StringRef(Type, I.OpcodeName.begin() - StringRef(" ").size() - Type),
          I.Op, I.OpcodeName,
          StringRef(I.OpcodeName.end(), I.Text.end() - I.OpcodeName.end())};
}

const SourceInstruction *HloTextProgram::findInstruction(StringRef Name) const {
  auto It = InstructionsByName.find(Name);
  return It == InstructionsByName.end() ? nullptr : &Instructions[It->second];
}

std::optional<SourceInstruction> HloTextProgram::find(StringRef Name) const {
  const SourceInstruction *I = findInstruction(Name);
  return I ? std::optional(*I) : std::nullopt;
}

bool HloTextProgram::mayHave(const SourceInstruction &I,
                             InstructionMarks Mark) const {
  return hlomem::mayHave(I.Text, Mark);
}

void HloTextProgram::print(raw_ostream &OS) const { OS << Source.Text; }

void HloTextProgram::printTables(raw_ostream &OS) const { OS << Tables; }

StackFrames HloTextProgram::readStackFrames() const {
  return parseStackFrames(Tables);
}

} // namespace hlomem
