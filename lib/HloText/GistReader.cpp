//===- GistReader.cpp - What is rare in the text of an instruction --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/HloText/GistReader.h"
#include "hlomem/HloText/InstructionParser.h"

using namespace llvm;

namespace hlomem {

bool mayRequestScopedMemory(StringRef Text) {
  static constexpr StringLiteral Field = "\"scoped_memory_configs";
  while (true) {
    size_t At = Text.find(Field);
    if (At == StringRef::npos)
      return false;
    Text = Text.substr(At + Field.size());
    // It may stand in a quoted text.
    StringRef List = Text.ltrim("\\\": ");
    if (!List.consume_front("[") || !List.ltrim().starts_with("]"))
      return true;
  }
}

static bool callsComputations(StringRef Key) {
  // By what few other keys end with.
  switch (Key.empty() ? '\0' : Key.back()) {
  case 'y':
    return Key.ends_with("body") || Key.ends_with("to_apply");
  case 'n':
    return Key.ends_with("condition") || Key.ends_with("computation");
  case 's':
    return Key.ends_with("calls") || Key.ends_with("computations");
  case 'r':
    return Key.ends_with("scatter");
  case 't':
    return Key.ends_with("select");
  default:
    return false;
  }
}

static InstructionMarks readMarks(StringRef Text) {
  InstructionMarks Marks = InstructionMarks::None;
  bool HasConfig = false;
  for (size_t At = Text.find('='); At != StringRef::npos;
       At = Text.find('=', At + 1)) {
    StringRef Key = Text.take_front(At);
    if (callsComputations(Key)) {
      Marks |= InstructionMarks::CallsComputations;
    } else if (Key.ends_with("control-predecessors")) {
      Marks |= InstructionMarks::ControlPredecessors;
    } else if (!HasConfig && Key.ends_with("backend_config")) {
      // The rest of the text is that of any further one, too.
      HasConfig = true;
      if (mayRequestScopedMemory(Text.drop_front(At)))
        Marks |= InstructionMarks::ScopedMemory;
    }
  }
  return Marks;
}

InstructionGist readGist(const InstructionDetails &I) {
  InstructionMarks Marks = InstructionMarks::None;
  if (!I.CalledComputations.empty())
    Marks |= InstructionMarks::CallsComputations;
  if (!I.ControlPredecessors.empty())
    Marks |= InstructionMarks::ControlPredecessors;
  if (std::optional<StringRef> Config = I.getAttribute("backend_config");
      Config && mayRequestScopedMemory(*Config))
    Marks |= InstructionMarks::ScopedMemory;
  return {I.Op, Marks};
}

bool mayHave(StringRef Text, InstructionMarks Mark) {
  if (Mark == InstructionMarks::ScopedMemory)
    return mayRequestScopedMemory(Text);
  return (readMarks(Text) & Mark) != InstructionMarks::None;
}

InstructionGist readGist(StringRef Text, StringRef Name) {
  InstructionHead Head = parseHead(Text);
  return {Head.Name == Name ? Head.Op : Opcode::Unknown,
          readMarks(Head.Tail.empty() ? Text : Head.Tail)};
}

} // namespace hlomem
