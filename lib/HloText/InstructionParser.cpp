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
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace hlomem {

// Most types are arrays, `f32[2]` or `f32[2]{0}`, which have no blanks inside.
static size_t findEndOfType(StringRef Text) {
  size_t Open = 0;
  while (Open < Text.size() && (isAlnum(Text[Open]) || Text[Open] == '_'))
    ++Open;
  if (Open < Text.size() && Text[Open] == '[') {
    size_t Close = Text.find(']', Open);
    if (Text.substr(Close).starts_with("]{"))
      Close = text::findClosing(Text, Close + 1);
    if (Close < Text.size() && Text.substr(Close + 1).starts_with(" "))
      return Close + 1;
  }
  return text::findAtTop(Text, ' ');
}

InstructionHead parseHead(StringRef Text) {
  Text.consume_front("%");
  StringRef Name = text::takeName(Text);
  return parseHead(Name, Text);
}

InstructionHead parseHead(StringRef Name, StringRef Text) {
  InstructionHead Head;
  if (Name.empty() || !Text.consume_front(" = "))
    return Head;
  Head.Name = Name;

  size_t EndOfType = findEndOfType(Text);
  if (EndOfType == 0 || EndOfType == StringRef::npos)
    return Head;
  Head.TypeText = Text.take_front(EndOfType);
  Text = Text.drop_front(EndOfType);

  if (!Text.consume_front(" "))
    return Head;
  StringRef Word = text::takeName(Text);
  if (Word.empty() || !Text.starts_with("("))
    return Head;
  Head.OpcodeName = Word;
  Head.Op = parseOpcode(Word);
  Head.Tail = Text;
  return Head;
}

/// Drops `#0#1` from the end of \p Text and returns it.
static StringRef takeElements(StringRef &Text) {
  size_t Begin = Text.size();
  for (size_t I = Begin; I != 0; --I) {
    if (Text[I - 1] == '#' && I != Begin)
      Begin = I - 1;
    else if (!isDigit(Text[I - 1]))
      break;
  }
  StringRef Elements = Text.drop_front(Begin);
  Text = Text.take_front(Begin);
  return Elements;
}

/// `/*index=5*/f32[2]{0} %name#1`: the name is what stands last.
static std::optional<OutlinedOperand> parseOperand(StringRef Text) {
  if (Text.consume_front("/*")) {
    size_t End = Text.find("*/");
    if (End == StringRef::npos)
      return std::nullopt;
    Text = Text.drop_front(End + 2).ltrim(' ');
  }
  StringRef Elements = takeElements(Text);
  size_t Start = Text.size();
  while (Start != 0 && text::isNameChar(Text[Start - 1]))
    --Start;
  StringRef Name = Text.drop_front(Start);
  if (Name.empty())
    return std::nullopt;
  StringRef Type = Text.take_front(Start);
  bool HasPercent = Type.consume_back("%");
  if (!Type.empty() && !Type.consume_back(" "))
    return std::nullopt;
  // Without the percent sign only letters make a name: `constant(5)`.
  if (!HasPercent && !isAlpha(Name.front()) && Name.front() != '_')
    return std::nullopt;
  return OutlinedOperand{Name, Type, Elements};
}

/// False where the text is not what it expects.
static bool parseOperands(InstructionOutline &O) {
  StringRef Text = O.OperandText;
  if (Text.empty() || O.Op == Opcode::Constant || O.Op == Opcode::Parameter)
    return true;

  while (true) {
    // Since March 2025 most are a name alone.
    StringRef Rest = Text;
    if (Rest.consume_front("%")) {
      StringRef Name = text::takeName(Rest);
      bool IsLast = Rest.empty();
      if (!Name.empty() && (IsLast || Rest.consume_front(", "))) {
        O.Operands.push_back({Name, {}, {}});
        if (IsLast)
          return true;
        Text = Rest;
        continue;
      }
    }
    // The parentheses around the operands match, and so do all inside.
    size_t End = text::findAtTop(Text, ',');
    std::optional<OutlinedOperand> Parsed =
        parseOperand(Text.take_front(End).trim(' '));
    if (!Parsed) {
      O.Operands.clear();
      // An opcode never heard of may have a literal, like a constant.
      return O.Op == Opcode::Unknown;
    }
    O.Operands.push_back(*Parsed);
    if (End == Text.size())
      return true;
    Text = Text.drop_front(End + 1);
  }
}

static InstructionOutline parseOutline(const InstructionHead &Head) {
  InstructionOutline O = {Head, {}, {}, {}, false};
  size_t Close =
      O.Tail.empty() ? StringRef::npos : text::findClosing(O.Tail, 0);
  if (Close == StringRef::npos)
    return O;
  O.OperandText = O.Tail.slice(1, Close);
  O.AttributeText = O.Tail.drop_front(Close + 1);
  O.IsComplete = parseOperands(O);
  return O;
}

InstructionOutline parseOutline(StringRef Text) {
  return parseOutline(parseHead(Text));
}

namespace {

/// Reads the parts of an instruction in the order of the text. Every function
/// returns false where the text is not what it expects; the parts read so far
/// are then in Details.
class InstructionParser {
  StringRef Rest;
  ShapeContext &Shapes;
  BumpPtrAllocator &Arena;
  const bool WithMetadata;

public:
  InstructionDetails Details;

  InstructionParser(ShapeContext &Shapes, BumpPtrAllocator &Arena,
                    bool WithMetadata)
      : Shapes(Shapes), Arena(Arena), WithMetadata(WithMetadata) {}

  /// What is read before something unknown stays.
  bool parse(const InstructionHead &Head) {
    return parseFront(parseOutline(Head)) && parseTail();
  }

private:
  bool parseTail() {
    bool IsSplit = splitAttributes();
    return parseAttributes() && IsSplit;
  }
  bool parseFront(const InstructionOutline &Outline);
  bool parseOperandTypes(ArrayRef<OutlinedOperand> Outlined);
  bool splitAttributes();
  bool parseAttributes();
  bool parseNames(StringRef Value, SmallVectorImpl<StringRef> &Names);
  bool parseMetadata(StringRef Value);
  StringRef unquote(StringRef Quoted);
};

} // namespace

bool InstructionParser::parseFront(const InstructionOutline &Outline) {
  ShapeError Ignored;
  Details.Name = Outline.Name;
  if (!Outline.TypeText.empty())
    Details.Type = parseShape(Outline.TypeText, Shapes, Ignored);
  Details.Op = Outline.Op;
  Details.OpcodeName = Outline.OpcodeName;
  Details.OperandText = Outline.OperandText;
  Rest = Outline.AttributeText;
  return Details.Type && parseOperandTypes(Outline.Operands) &&
         Outline.IsComplete;
}

bool InstructionParser::parseOperandTypes(ArrayRef<OutlinedOperand> Outlined) {
  SmallVector<Operand, 8> Operands;
  for (const OutlinedOperand &O : Outlined) {
    Operand &To = Operands.emplace_back(Operand{O.Name, nullptr, O.Elements});
    ShapeError Ignored;
    if (!O.TypeText.empty() &&
        !(To.Type = parseShape(O.TypeText, Shapes, Ignored)))
      return Details.Op == Opcode::Unknown;
  }
  Details.Operands = ArrayRef(Operands).copy(Arena);
  return true;
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
    size_t EndOfValue = 0;
    if (Rest.starts_with("{"))
      EndOfValue = text::findClosing(Rest, 0) + 1;
    size_t End = text::findAtTop(Rest, ',', EndOfValue);
    if (End == StringRef::npos)
      break;
    // A later XLA may print more after a list.
    if (EndOfValue == 0)
      EndOfValue = End;
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
    } else if (A.Key == "metadata" && WithMetadata) {
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

InstructionDetails parseInstruction(const InstructionHead &Head,
                                    ShapeContext &Shapes,
                                    BumpPtrAllocator &Arena,
                                    bool WithMetadata) {
  InstructionParser Parser(Shapes, Arena, WithMetadata);
  Parser.Details.IsComplete = Parser.parse(Head);
  return Parser.Details;
}

} // namespace hlomem
