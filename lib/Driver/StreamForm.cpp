//===- StreamForm.cpp - What a stream can show ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamForm.h"
#include "hlomem/Remarks/TableLayout.h"
#include "hlomem/Support/DisplayText.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"
#include <unistd.h>

using namespace llvm;

namespace hlomem {

/// The columns of the terminal that \p OS goes to; 0 if it goes to none, as
/// what a host takes.
static unsigned findTerminalWidth(const raw_ostream &OS) {
  return &OS == &outs()   ? getTerminalWidth(STDOUT_FILENO)
         : &OS == &errs() ? getTerminalWidth(STDERR_FILENO)
                          : 0;
}

/// Whether a terminal shows more than ASCII, by the variables that the C
/// library reads, in its order.
static bool hasUnicodeLocale() {
  for (const char *Name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (std::optional<std::string> Locale = sys::Process::GetEnv(Name);
        Locale && !Locale->empty())
      return StringRef(*Locale).contains_insensitive("utf-8") ||
             StringRef(*Locale).contains_insensitive("utf8");
  return false;
}

StreamForm findStreamForm(raw_ostream &OS, std::optional<unsigned> Width) {
  StreamForm Form;
  Form.HasColor = WithColor::defaultAutoDetectFunction()(OS);
  if (unsigned Terminal = findTerminalWidth(OS)) {
    Form.Width = std::max(Terminal, LeastTableWidth);
    Form.IsPlaceFree = false;
    Form.HasUnicode = hasUnicodeLocale();
  }
  if (Width) {
    Form.Width = *Width;
    Form.IsPlaceFree = false;
  }
  return Form;
}

} // namespace hlomem
