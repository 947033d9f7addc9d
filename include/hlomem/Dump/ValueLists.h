//===- ValueLists.h - Positions and uses where they stand -------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Visits the positions and uses of values in the text without making lists of
/// them.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DUMP_VALUELISTS_H
#define HLOMEM_DUMP_VALUELISTS_H

#include "hlomem/IR/Value.h"
#include <cstring>

namespace hlomem {

/// Reads the lines of a value's lists, all of its positions and then all of its
/// uses. The parser has checked them: none ends the text, and each has one of
/// the forms below.
class ValueListReader {
  const char *Next;

public:
  explicit ValueListReader(const char *Text) : Next(Text) {}

  /// Reads `  name` or `  name {index}`. Returns false after the last position.
  bool readPosition(Position &P) {
    if (!beginsEntry())
      return false;
    StringRef Name = takeUntil(Next + 2, ' ');
    P = finishEntry(Name);
    return true;
  }

  /// Skips the line ` uses:`.
  void passHead() {
    Next = static_cast<const char *>(std::memchr(Next, '\n', 16)) + 1;
  }

  /// Reads `  name, operand 0` or `  name, operand 0 {index}`. Returns false
  /// after the last use.
  bool readUse(Use &U) {
    if (!beginsEntry())
      return false;
    StringRef Name = takeUntil(Next + 2, ',');
    Next += strlen(", operand ");
    U.OperandNumber = 0;
    for (; llvm::isDigit(*Next); ++Next)
      U.OperandNumber = U.OperandNumber * 10 + (*Next - '0');
    U.User = finishEntry(Name);
    return true;
  }

private:
  // A line of another kind begins with one blank or none.
  bool beginsEntry() const { return Next[0] == ' ' && Next[1] == ' '; }

  HloPosition finishEntry(StringRef Name) {
    StringRef Index;
    if (*Next == ' ')
      Index = takeUntil(Next + 1, '\n');
    ++Next;
    return HloPosition(Name, Index);
  }

  StringRef takeUntil(const char *Begin, char End) {
    for (Next = Begin; *Next != End && *Next != '\n'; ++Next)
      ;
    return StringRef(Begin, Next - Begin);
  }
};

/// Calls \p OnPosition for each of V.getPositions(), then \p OnUse for each of
/// V.getUses(). Unlike these functions it does not make lists of positions and
/// uses that are still unread in the text; such lists would stay as long as the
/// module.
template <typename PositionFn, typename UseFn>
void visitLists(const Value &V, PositionFn OnPosition, UseFn OnUse) {
  const char *Text = V.getUnreadLists();
  if (!Text) {
    for (const Position &P : V.getPositions())
      OnPosition(P);
    for (const Use &U : V.getUses())
      OnUse(U);
    return;
  }
  ValueListReader Reader(Text);
  for (Position P; Reader.readPosition(P);)
    OnPosition(P);
  Reader.passHead();
  for (Use U; Reader.readUse(U);)
    OnUse(U);
}

} // namespace hlomem

#endif // HLOMEM_DUMP_VALUELISTS_H
