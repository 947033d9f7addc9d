//===- LineScanner.cpp - Reads the parts of one line from the left --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LineScanner.h"
#include "hlomem/IR/ShapeIndex.h"
#include "hlomem/Support/Diagnostics.h"
#include <cstring>

using namespace llvm;

namespace hlomem {

void LineCursor::advance() {
  for (;;) {
    if (Next == End) {
      AtEnd = EndsText = true;
      Line = StringRef(End, 0);
      return;
    }
    const void *LineFeed = std::memchr(Next, '\n', End - Next);
    EndsText = !LineFeed;
    const char *LineEnd = LineFeed ? static_cast<const char *>(LineFeed) : End;
    Line = StringRef(Next, LineEnd - Next);
    Next = LineFeed ? LineEnd + 1 : End;
    if (Wrapping.HasCarriageReturns && LineFeed)
      Line.consume_back("\r");
    if (Wrapping.LogMark.empty())
      return;
    size_t Mark = Line.find(Wrapping.LogMark);
    if (Mark == StringRef::npos)
      continue;
    Line = Line.drop_front(Mark + Wrapping.LogMark.size());
    return;
  }
}

bool LineScanner::fail(const Twine &Text) {
  if (Message.empty())
    Message = Text.str();
  return false;
}

bool LineScanner::failExpected(const Twine &What) {
  if (Rest.empty())
    return fail("expected " + What + ", found the end of the " +
                (EndsText ? "file" : "line"));
  return fail("expected " + What + ", found " + quoteForMessage(Rest) +
              (EndsText ? " and the end of the file" : ""));
}

bool LineScanner::consume(StringRef Text) {
  if (Rest.consume_front(Text))
    return true;
  return failExpected("'" + Text + "'");
}

bool LineScanner::consumeNumber(uint64_t &Number, StringRef What) {
  size_t Length = 0;
  uint64_t N = 0;
  for (; Length != Rest.size() && isDigit(Rest[Length]); ++Length) {
    uint64_t Digit = Rest[Length] - '0';
    if (N > (UINT64_MAX - Digit) / 10)
      return fail(Twine(What) + " does not fit into 64 bits: " +
                  quoteForMessage(Rest.take_while(isDigit)));
    N = N * 10 + Digit;
  }
  if (Length == 0)
    return failExpected(What);
  if (Length > 1 && Rest[0] == '0')
    return failExpected(Twine(What) + " without leading zeros");
  Rest = Rest.drop_front(Length);
  Number = N;
  return true;
}

bool LineScanner::consumeNumber(uint32_t &Number, StringRef What) {
  StringRef Start = Rest;
  uint64_t Wide;
  if (!consumeNumber(Wide, What))
    return false;
  if (Wide > UINT32_MAX) {
    Rest = Start;
    return fail(Twine(What) + " does not fit into 32 bits: " +
                quoteForMessage(Rest.take_while(isDigit)));
  }
  Number = static_cast<uint32_t>(Wide);
  return true;
}

bool LineScanner::consumeGroupedNumber(uint64_t &Number, StringRef What) {
  StringRef Start = Rest;
  if (!consumeNumber(Number, What))
    return false;
  size_t Leading = Start.size() - Rest.size();
  while (Rest.size() >= 4 && Rest[0] == ' ' && isDigit(Rest[1])) {
    if (Leading > 3 || Start[0] == '0' || !isDigit(Rest[2]) ||
        !isDigit(Rest[3]) || (Rest.size() > 4 && isDigit(Rest[4])))
      return failExpected("a group of three digits");
    uint64_t Group =
        (Rest[1] - '0') * 100 + (Rest[2] - '0') * 10 + (Rest[3] - '0');
    if (Number > (UINT64_MAX - Group) / 1000) {
      Rest = Start;
      return fail(Twine(What) + " does not fit into 64 bits");
    }
    Number = Number * 1000 + Group;
    Rest = Rest.drop_front(4);
  }
  if (Leading > 3) {
    Rest = Start;
    return failExpected(Twine(What) + " in groups of three digits");
  }
  return true;
}

bool LineScanner::consumeName(StringRef &Name) {
  size_t Length = 0;
  while (Length != Rest.size() &&
         NameCharacters[static_cast<unsigned char>(Rest[Length])])
    ++Length;
  if (Length == 0 || !(isAlpha(Rest[0]) || Rest[0] == '_'))
    return failExpected("the name of an instruction");
  Name = Rest.take_front(Length);
  Rest = Rest.drop_front(Length);
  return true;
}

bool LineScanner::consumeIndex(StringRef &Braced) {
  if (!Rest.starts_with("{"))
    return failExpected("an index such as '{}' or '{1,0}'");
  size_t Close = Rest.find('}');
  if (Close == StringRef::npos ||
      !ShapeIndex::parse(Rest.take_front(Close + 1)))
    return failExpected("an index such as '{}' or '{1,0}'");
  Braced = Rest.take_front(Close + 1);
  Rest = Rest.drop_front(Close + 1);
  return true;
}

bool LineScanner::consumeOptionalIndex(StringRef &Braced) {
  Braced = StringRef();
  return !Rest.starts_with("{") || consumeIndex(Braced);
}

bool LineScanner::consumeBracketedIndex(StringRef &Bracketed) {
  size_t Close = Rest.find(']');
  if (!Rest.starts_with("[") || Close == StringRef::npos ||
      !ShapeIndex::parse(("{" + Rest.slice(1, Close) + "}").str()))
    return failExpected("an index such as '[]' or '[1,0]'");
  Bracketed = Rest.take_front(Close + 1);
  Rest = Rest.drop_front(Close + 1);
  return true;
}

bool LineScanner::consumeEnd() {
  return Rest.empty() || failExpected("the end of the line");
}

} // namespace hlomem
