//===- ShapeParser.cpp - From the text of a shape to a Shape --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/HloText/ShapeParser.h"
#include "hlomem/Support/TextScanner.h"

using namespace llvm;

namespace hlomem {

static bool isTypeChar(char C) { return isAlnum(C) || C == '_'; }

/// Where the '{' of a layout at the start of Text stands, or npos. Dumps of
/// 2018 may have a word before it.
static size_t findLayout(StringRef Text) {
  size_t Open = 0;
  for (StringRef Word : {"sparse", "invalid"})
    if (Text.starts_with(Word))
      Open = Word.size();
  return Open < Text.size() && Text[Open] == '{' ? Open : StringRef::npos;
}

/// Where a shape at the start of Text ends if it is one, or npos. Looks at
/// brackets only, so that a text seen before can be found without parsing it.
static size_t findEnd(StringRef Text) {
  size_t Open = Text.take_while(isTypeChar).size();
  if (Open == Text.size())
    return StringRef::npos;
  if (Text[Open] == '(') {
    size_t Close = text::findClosing(Text, Open);
    return Close == StringRef::npos ? Close : Close + 1;
  }
  if (Text[Open] != '[')
    return StringRef::npos;
  size_t Close = Text.find(']', Open);
  if (Close == StringRef::npos)
    return Close;
  size_t LayoutOpen = findLayout(Text.drop_front(Close + 1));
  if (LayoutOpen == StringRef::npos)
    return Close + 1;
  Close = text::findClosing(Text, Close + 1 + LayoutOpen);
  return Close == StringRef::npos ? Close : Close + 1;
}

namespace {

/// Reads one shape from the start of a text. Every function returns null or
/// false when it has filled Error; the parser is then done.
class ShapeParser {
  ShapeContext &Context;
  StringRef Whole;
  StringRef Rest;
  ShapeError &Error;

public:
  ShapeParser(ShapeContext &Context, StringRef Whole, ShapeError &Error)
      : Context(Context), Whole(Whole), Rest(Whole), Error(Error) {}

  const Shape *parseShape(unsigned Depth = 0);
  StringRef rest() const { return Rest; }
  const Shape *failAt(size_t Offset, const Twine &Message);

private:
  size_t offset() const { return Whole.size() - Rest.size(); }
  StringRef textFrom(size_t Start) const {
    return Whole.slice(Start, offset());
  }
  bool fail(const Twine &Message) {
    failAt(offset(), Message);
    return false;
  }

  bool parseNumber(uint64_t &N, const Twine &Expected);
  const Shape *parseTuple(unsigned Depth);
  bool parseIndexComment(size_t Index, bool &HasComments);
  const Shape *parseBuffer(unsigned Depth);
  const Shape *parseArray();
  bool parseDimensions(SmallVectorImpl<Dimension> &Dimensions);
  const Layout *parseLayout(size_t Open);
  bool parseProperties(Layout &L);
  bool parseTiles(Layout &L);
  bool parseProperty(uint64_t &N);
};

} // namespace

const Shape *ShapeParser::failAt(size_t Offset, const Twine &Message) {
  Error.Offset = Offset;
  Error.Message = Message.str();
  return nullptr;
}

bool ShapeParser::parseNumber(uint64_t &N, const Twine &Expected) {
  if (std::optional<uint64_t> Number = text::takeNumber(Rest)) {
    N = *Number;
    return true;
  }
  if (Rest.empty() || !isDigit(Rest.front()))
    return fail("expected " + Expected);
  return fail(Rest.front() == '0' ? "number has leading zeros"
                                  : "number does not fit into 64 bits");
}

const Shape *ShapeParser::parseShape(unsigned Depth) {
  bool IsTuple = Rest.starts_with("(");
  if (!IsTuple && !Rest.starts_with("b("))
    return parseArray();
  // Every level is a frame on the stack.
  if (Depth == MaxShapeNesting)
    return failAt(offset(), "shape is nested deeper than " +
                                Twine(MaxShapeNesting) + " levels");
  return IsTuple ? parseTuple(Depth) : parseBuffer(Depth);
}

const Shape *ShapeParser::parseTuple(unsigned Depth) {
  size_t Start = offset();
  Rest = Rest.drop_front(1);
  ShapeParts Tuple;
  Tuple.Kind = ShapeKind::Tuple;
  Tuple.Type = ElementType::Tuple;
  SmallVector<const Shape *, 8> Elements;
  if (!Rest.starts_with(")")) {
    do {
      if (!parseIndexComment(Elements.size(), Tuple.HasIndexComments))
        return nullptr;
      const Shape *Element = parseShape(Depth + 1);
      if (!Element)
        return nullptr;
      Elements.push_back(Element);
      Tuple.IsTiled |= Element->hasTiles();
    } while (Rest.consume_front(", "));
  }
  if (!Rest.consume_front(")"))
    return failAt(offset(), "expected ', ' or ')' in the tuple");

  StringRef Text = textFrom(Start);
  if (const Shape *Known = Context.lookup(Text))
    return Known;
  Tuple.Elements = ArrayRef(Elements).copy(Context.getArena());
  return Context.intern(Text, Tuple);
}

/// XLA writes `/*index=N*/` before elements 5, 10, ... of every tuple, or,
/// until March 2021, never; element 5 tells which.
bool ShapeParser::parseIndexComment(size_t Index, bool &HasComments) {
  bool MayStandHere = Index != 0 && Index % 5 == 0;
  StringRef Before = Rest;
  if (!Rest.consume_front("/*index=")) {
    if (Index == 5)
      HasComments = false;
    if (MayStandHere && HasComments)
      return fail("expected '/*index=" + Twine(Index) + "*/'");
    return true;
  }
  uint64_t N;
  if (!parseNumber(N, "the element's number in the comment"))
    return false;
  if (!Rest.consume_front("*/"))
    return fail("expected '*/' at the end of the comment");
  if (MayStandHere && HasComments && N == Index)
    return true;
  Rest = Before;
  return fail("misplaced index comment before element " + Twine(Index));
}

const Shape *ShapeParser::parseBuffer(unsigned Depth) {
  size_t Start = offset();
  Rest = Rest.drop_front(2);
  const Shape *Inner = parseShape(Depth + 1);
  if (!Inner)
    return nullptr;
  if (!Rest.consume_front(")"))
    return failAt(offset(), "expected ')' after the shape in the buffer");

  StringRef Text = textFrom(Start);
  if (const Shape *Known = Context.lookup(Text))
    return Known;
  ShapeParts Buffer;
  Buffer.Kind = ShapeKind::Buffer;
  Buffer.IsTiled = Inner->hasTiles();
  Buffer.Elements = ArrayRef(Inner).copy(Context.getArena());
  return Context.intern(Text, Buffer);
}

const Shape *ShapeParser::parseArray() {
  size_t End = findEnd(Rest);
  StringRef Text = Rest.take_front(End);
  if (End != StringRef::npos)
    if (const Shape *Known = Context.lookup(Text)) {
      Rest = Rest.drop_front(End);
      return Known;
    }

  size_t Start = offset();
  ShapeParts Array;
  Array.TypeName = Rest.take_while(isTypeChar);
  if (Array.TypeName.empty())
    return failAt(Start, "expected a shape");
  Rest = Rest.drop_front(Array.TypeName.size());
  if (!Rest.consume_front("["))
    return failAt(offset(), "expected '[' after the element type");
  Array.Type = parseElementType(Array.TypeName);
  if (Array.Type == ElementType::Token)
    Array.Kind = ShapeKind::Token;

  SmallVector<Dimension, 8> Dimensions;
  if (!parseDimensions(Dimensions))
    return nullptr;
  if (size_t Open = findLayout(Rest); Open != StringRef::npos) {
    Array.ArrayLayout = parseLayout(Open);
    if (!Array.ArrayLayout)
      return nullptr;
    Array.IsTiled = !Array.ArrayLayout->Tiles.empty();
  }
  Array.Dimensions = ArrayRef(Dimensions).copy(Context.getArena());
  return Context.intern(textFrom(Start), Array);
}

bool ShapeParser::parseDimensions(SmallVectorImpl<Dimension> &Dimensions) {
  if (Rest.consume_front("]"))
    return true;
  do {
    Dimension D;
    D.IsUnbounded = Rest.consume_front("?");
    D.IsDynamic = D.IsUnbounded || Rest.consume_front("<=");
    if (!D.IsUnbounded &&
        !parseNumber(D.Extent, D.IsDynamic ? "a number after '<='"
                                           : "a number, '<=' or '?'"))
      return false;
    Dimensions.push_back(D);
  } while (Rest.consume_front(","));
  return Rest.consume_front("]") ||
         fail("expected ',' or ']' in the dimensions");
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

const Layout *ShapeParser::parseLayout(size_t Open) {
  size_t Close = text::findClosing(Rest, Open);
  if (Close == StringRef::npos) {
    failAt(offset() + Open, "layout without matching '}'");
    return nullptr;
  }

  Layout L;
  L.Text = Rest.take_front(Close + 1);
  if (Open != 0) {
    Rest = Rest.drop_front(Close + 1);
    L.HasUnknownSize = true;
    return new (Context.getArena().Allocate<Layout>()) Layout(L);
  }

  Rest = Rest.drop_front(1);
  SmallVector<uint64_t, 8> MinorToMajor;
  if (!Rest.starts_with("}") && !Rest.starts_with(":")) {
    do {
      if (!parseNumber(MinorToMajor.emplace_back(), "a dimension's number"))
        return nullptr;
    } while (Rest.consume_front(","));
  }
  L.MinorToMajor = ArrayRef(MinorToMajor).copy(Context.getArena());
  if (Rest.consume_front(":") && !parseProperties(L))
    return nullptr;
  if (!Rest.consume_front("}")) {
    fail("expected ',', ':' or '}' in the layout");
    return nullptr;
  }
  return new (Context.getArena().Allocate<Layout>()) Layout(L);
}

/// Reads the properties up to the '}' that ends them. Each stands once, but in
/// an order that changed over the years; it is accepted in any.
bool ShapeParser::parseProperties(Layout &L) {
  static constexpr StringLiteral Known[] = {"D", "T", "L",  "#", "*",
                                            "E", "S", "SC", "P", "M"};
  SmallVector<StringRef, 8> Seen;
  while (!Rest.starts_with("}")) {
    size_t Open = Rest.find_first_of("([{}\"");
    StringRef Key = Rest.take_front(Open);
    bool IsCall = Open != StringRef::npos && Rest[Open] == '(';
    if (!IsCall || is_contained(Seen, Key)) {
      L.HasUnknownSize = true;
      Rest = Rest.drop_front(text::findAtTop(Rest, '}'));
      return true;
    }
    // Others are not kept: there may be any number of them, and the size is
    // unknown then anyway.
    if (is_contained(Known, Key))
      Seen.push_back(Key);

    if (Key == "T") {
      if (!parseTiles(L))
        return false;
      continue;
    }
    uint64_t N = 0;
    if (Key == "S" || Key == "E" || Key == "L") {
      if (!parseProperty(N))
        return false;
      if (Key == "S")
        L.MemorySpace = N;
      else if (Key == "E")
        L.ElementBits = N;
      else
        L.TailAlignment = N;
      continue;
    }

    L.HasUnknownSize |= Key != "D" && Key != "#" && Key != "*" && Key != "P";
    Rest = Rest.drop_front(Open);
    // `SC(0:4)(1:8)` has a group for each split dimension. The layout as a
    // whole is balanced, so that every group is closed.
    while (Rest.starts_with("("))
      Rest = Rest.drop_front(text::findClosing(Rest, 0) + 1);
  }
  return true;
}

/// `T(8,128)(2,1)`
bool ShapeParser::parseTiles(Layout &L) {
  Rest = Rest.drop_front(1);
  SmallVector<Tile, 4> Tiles;
  SmallVector<TileDimension, 4> Numbers;
  while (Rest.consume_front("(")) {
    Numbers.clear();
    if (!Rest.starts_with(")")) {
      do {
        TileDimension &Number = Numbers.emplace_back();
        Number.IsCombined = Rest.consume_front("*");
        if (!Number.IsCombined &&
            !parseNumber(Number.Extent, "a number or '*' in the tile"))
          return false;
      } while (Rest.consume_front(","));
    }
    if (!Rest.consume_front(")"))
      return fail("expected ',' or ')' in the tile");
    Tiles.push_back(ArrayRef(Numbers).copy(Context.getArena()));
  }
  L.Tiles = ArrayRef(Tiles).copy(Context.getArena());
  return true;
}

/// `S(5)`
bool ShapeParser::parseProperty(uint64_t &N) {
  char Key = Rest.front();
  Rest = Rest.drop_front(2);
  if (!parseNumber(N, "a number in the layout's '" + Twine(Key) + "'"))
    return false;
  return Rest.consume_front(")") ||
         fail("expected ')' after the layout's '" + Twine(Key) + "'");
}

const Shape *parseShape(StringRef Text, ShapeContext &Context,
                        ShapeError &Error) {
  if (const Shape *Known = Context.lookup(Text))
    return Known;
  ShapeParser Parser(Context, Text, Error);
  const Shape *S = Parser.parseShape();
  if (S && !Parser.rest().empty())
    return Parser.failAt(Text.size() - Parser.rest().size(),
                         "unexpected text after the shape");
  return S;
}

const Shape *consumeShape(StringRef &Text, ShapeContext &Context,
                          ShapeError &Error) {
  // A blank ends most of them, and stands in none that is no tuple.
  if (size_t Blank = Text.find(' ');
      Blank != StringRef::npos && !Text.starts_with("("))
    if (const Shape *Known = Context.lookup(Text.take_front(Blank))) {
      Text = Text.drop_front(Blank);
      return Known;
    }
  size_t End = findEnd(Text);
  if (End != StringRef::npos)
    if (const Shape *Known = Context.lookup(Text.take_front(End))) {
      Text = Text.drop_front(End);
      return Known;
    }
  ShapeParser Parser(Context, Text, Error);
  const Shape *S = Parser.parseShape();
  if (S)
    Text = Parser.rest();
  return S;
}

} // namespace hlomem
