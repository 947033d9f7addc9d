//===- InstructionParser.cpp - The text of one HLO instruction, parsed ----===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/HloText/InstructionParser.h"
#include "hlomem/HloText/ShapeParser.h"
#include "hlomem/Support/TextScanner.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace hlomem {

namespace {

/// Reads the parts of an instruction in the order of the text. Every function
/// returns false where the text is not what it expects; the parts read so far
/// are then in Outline.
class OutlineParser {
  StringRef Rest;
  ShapeContext &Shapes;

public:
  InstructionOutline Outline;

  OutlineParser(StringRef Text, ShapeContext &Shapes)
      : Rest(Text), Shapes(Shapes) {}

  void parse() {
    if (!parseHead())
      return;
    Outline.AttributeText = Rest;
    Outline.IsComplete = parseOperands();
  }

private:
  bool parseHead();
  bool parseOperands();
  bool parseOperand(StringRef Text, Operand &Parsed);
};

/// The same for what follows; the parts are then in Details.
class InstructionParser {
  StringRef Rest;
  BumpPtrAllocator &Arena;

public:
  InstructionDetails Details;

  InstructionParser(const InstructionOutline &Outline, BumpPtrAllocator &Arena)
      : Rest(Outline.AttributeText), Arena(Arena) {
    Details.Name = Outline.Name;
    Details.Type = Outline.Type;
    Details.Op = Outline.Op;
    Details.OpcodeName = Outline.OpcodeName;
    Details.OperandText = Outline.OperandText;
    Details.Operands = ArrayRef(Outline.Operands).copy(Arena);
  }

  /// What is read before something unknown stays.
  bool parse() {
    bool IsSplit = splitAttributes();
    return parseAttributes() && IsSplit;
  }

private:
  bool splitAttributes();
  bool parseAttributes();
  bool parseNames(StringRef Value, SmallVectorImpl<StringRef> &Names);
  bool parseMetadata(StringRef Value);
  StringRef unquote(StringRef Quoted);
};

} // namespace

/// `%add.2 = f32[2]{0} add(...)` up to the parenthesis and its closing one.
bool OutlineParser::parseHead() {
  Rest.consume_front("%");
  StringRef Name = text::takeName(Rest);
  if (Name.empty() || !Rest.consume_front(" = "))
    return false;
  Outline.Name = Name;

  ShapeError Ignored;
  Outline.Type = consumeShape(Rest, Shapes, Ignored);
  if (!Outline.Type || !Rest.consume_front(" "))
    return false;

  StringRef Word = text::takeName(Rest);
  if (Word.empty() || !Rest.starts_with("("))
    return false;
  Outline.OpcodeName = Word;
  Outline.Op = parseOpcode(Word);

  size_t Close = text::findClosing(Rest, 0);
  if (Close == StringRef::npos)
    return false;
  Outline.OperandText = Rest.slice(1, Close);
  Rest = Rest.drop_front(Close + 1);
  return true;
}

bool OutlineParser::parseOperands() {
  StringRef Text = Outline.OperandText;
  if (Text.empty() || Outline.Op == Opcode::Constant ||
      Outline.Op == Opcode::Parameter)
    return true;

  while (true) {
    // The parentheses around the operands match, and so do all inside.
    size_t End = text::findAtTop(Text, ',');
    Operand Parsed;
    if (!parseOperand(Text.take_front(End).trim(' '), Parsed)) {
      Outline.Operands.clear();
      // An opcode never heard of may have a literal, like a constant.
      return Outline.Op == Opcode::Unknown;
    }
    Outline.Operands.push_back(Parsed);
    if (End == Text.size())
      return true;
    Text = Text.drop_front(End + 1);
  }
}

/// `/*index=5*/f32[2]{0} %name`: the name is what stands last.
bool OutlineParser::parseOperand(StringRef Text, Operand &Parsed) {
  if (Text.consume_front("/*")) {
    size_t End = Text.find("*/");
    if (End == StringRef::npos)
      return false;
    Text = Text.drop_front(End + 2).ltrim(' ');
  }
  // `%tuple#1`: an HLO text of jaxlib 0.12 leaves get-tuple-elements out.
  if (auto [Tuple, Element] = Text.rsplit('#');
      !Element.empty() && all_of(Element, isDigit))
    Text = Tuple;
  size_t Start = Text.size();
  while (Start != 0 && text::isNameChar(Text[Start - 1]))
    --Start;
  StringRef Name = Text.drop_front(Start);
  if (Name.empty())
    return false;
  StringRef Type = Text.take_front(Start);
  bool HasPercent = Type.consume_back("%");
  if (!Type.empty() && !Type.consume_back(" "))
    return false;
  // Without the percent sign only letters make a name: `constant(5)`.
  if (!HasPercent && !isAlpha(Name.front()) && Name.front() != '_')
    return false;

  Parsed.Name = Name;
  if (Type.empty())
    return true;
  ShapeError Ignored;
  Parsed.Type = parseShape(Type, Shapes, Ignored);
  return Parsed.Type != nullptr;
}

bool InstructionParser::splitAttributes() {
  SmallVector<Attribute, 8> Attributes;
  bool IsGood = true;
  while (IsGood && !Rest.empty()) {
    IsGood = false;
    if (!Rest.consume_front(", "))
      break;
    StringRef Key = text::takeName(Rest);
    if (Key.empty() || !Rest.consume_front("="))
      break;
    size_t End = text::findAtTop(Rest, ',');
    if (End == StringRef::npos)
      break;
    // A later XLA may print more behind a list.
    size_t EndOfValue = End;
    if (Rest.starts_with("{"))
      EndOfValue = text::findClosing(Rest, 0) + 1;
    Attributes.push_back({Key, Rest.take_front(EndOfValue)});
    IsGood = EndOfValue == End;
    Rest = Rest.drop_front(End);
  }
  Details.Attributes = ArrayRef(Attributes).copy(Arena);
  return IsGood;
}

static bool isCalledComputation(StringRef Key) {
  static constexpr StringLiteral Roles[] = {"calls",
                                            "to_apply",
                                            "condition",
                                            "body",
                                            "true_computation",
                                            "false_computation",
                                            "branch_computations",
                                            "called_computations",
                                            "select",
                                            "scatter"};
  return is_contained(Roles, Key);
}

bool mayCallComputations(StringRef Text) {
  // "computation" is the end of four of them.
  return any_of(ArrayRef<StringRef>{"calls=", "to_apply=", "condition=",
                                    "body=", "computation",
                                    "select=", "scatter="},
                [Text](StringRef Key) { return Text.contains(Key); });
}

bool InstructionParser::parseAttributes() {
  SmallVector<CalledComputation, 4> Called;
  SmallVector<StringRef, 4> Names;
  bool IsGood = true;
  for (const Attribute &A : Details.Attributes) {
    if (isCalledComputation(A.Key)) {
      Names.clear();
      IsGood = parseNames(A.Value, Names);
      for (StringRef Name : Names)
        Called.push_back({A.Key, Name});
    } else if (A.Key == "control-predecessors") {
      Names.clear();
      IsGood = parseNames(A.Value, Names);
      Details.ControlPredecessors = ArrayRef(Names).copy(Arena);
    } else if (A.Key == "metadata") {
      IsGood = parseMetadata(A.Value);
    }
    if (!IsGood)
      break;
  }
  Details.CalledComputations = ArrayRef(Called).copy(Arena);
  return IsGood;
}

/// `%a`, `{%a, %b}` or `{}`, with or without the percent signs.
bool InstructionParser::parseNames(StringRef Value,
                                   SmallVectorImpl<StringRef> &Names) {
  bool IsList = Value.consume_front("{");
  if (IsList && Value.consume_front("}"))
    return Value.empty();
  do {
    Value.consume_front("%");
    StringRef Name = text::takeName(Value);
    if (Name.empty())
      return false;
    Names.push_back(Name);
  } while (IsList && Value.consume_front(", "));
  if (IsList && !Value.consume_front("}"))
    return false;
  return Value.empty();
}

StringRef InstructionParser::unquote(StringRef Quoted) {
  StringRef Escaped = Quoted.drop_front().drop_back();
  if (!Escaped.contains('\\'))
    return Escaped;
  return StringRef(text::unescape(Escaped)).copy(Arena);
}

/// `{op_name="jit(f)/add" source_line=3 profile_type={1}}`
bool InstructionParser::parseMetadata(StringRef Value) {
  if (!Value.consume_front("{") || !Value.consume_back("}"))
    return false;
  while (!(Value = Value.ltrim(' ')).empty()) {
    StringRef Key = text::takeName(Value);
    if (Key.empty() || !Value.consume_front("="))
      return false;
    size_t End = text::findAtTop(Value, ' ');
    if (End == StringRef::npos)
      return false;
    StringRef Field = Value.take_front(End);
    Value = Value.drop_front(End);

    InstructionMetadata &M = Details.Metadata;
    StringRef *String = StringSwitch<StringRef *>(Key)
                            .Case("op_type", &M.OpType)
                            .Case("op_name", &M.OpName)
                            .Case("source_file", &M.SourceFile)
                            .Default(nullptr);
    if (String) {
      if (Field.size() < 2 || Field.front() != '"' || Field.back() != '"')
        return false;
      *String = unquote(Field);
      continue;
    }
    bool IsNumber = Key == "source_line" || Key == "source_column" ||
                    Key == "stack_frame_id";
    if (!IsNumber)
      continue;
    std::optional<uint64_t> N = text::takeNumber(Field);
    if (!N || !Field.empty())
      return false;
    if (Key == "source_line")
      M.SourceLine = *N;
    else if (Key == "source_column")
      M.SourceColumn = *N;
    else
      M.StackFrameId = N;
  }
  return true;
}

InstructionOutline parseOutline(StringRef Text, ShapeContext &Shapes) {
  OutlineParser Parser(Text, Shapes);
  Parser.parse();
  return std::move(Parser.Outline);
}

InstructionDetails parseInstruction(StringRef Text, ShapeContext &Shapes,
                                    BumpPtrAllocator &Arena) {
  OutlineParser Front(Text, Shapes);
  Front.parse();
  InstructionParser Parser(Front.Outline, Arena);
  Parser.Details.IsComplete = Front.Outline.IsComplete && Parser.parse();
  return Parser.Details;
}

} // namespace hlomem
