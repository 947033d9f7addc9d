//===- SourceLinks.cpp - Links to source files on a terminal --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceLinks.h"
#include "hlomem/Analysis/Sources/UserSourceAnalysis.h"
#include "hlomem/Support/PrintableText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace llvm;

namespace hlomem {

/// Returns the address of \p File; empty if there is no such file.
static std::string getAddress(StringRef File) {
  SmallString<128> Path(File);
  if (sys::fs::make_absolute(Path) || !sys::fs::exists(Path))
    return "";
  return "file://" + encodePath(Path);
}

static bool isOfName(char C) {
  return isAlnum(C) || C == '_' || C == '-' || C == '.';
}

std::string linkSources(StringRef Text, UserSources &Sources) {
  if (!Text.contains(':'))
    return Text.str();
  // Reports have the names of files without folders.
  StringMap<std::set<std::string>> Files;
  Sources.visitFiles([&](StringRef File) {
    Files[sys::path::filename(File)].insert(File.str());
  });
  StringMap<std::string> Addresses;
  for (const auto &Named : Files)
    if (Named.second.size() == 1)
      if (std::string Address = getAddress(*Named.second.begin());
          !Address.empty())
        Addresses[Named.first()] = std::move(Address);
  if (Addresses.empty())
    return Text.str();
  std::string Linked;
  for (size_t Colon; (Colon = Text.find(':')) != StringRef::npos;) {
    StringRef Before = Text.take_front(Colon);
    StringRef Rest = Text.drop_front(Colon + 1);
    StringRef Line = Rest.take_while(isDigit);
    size_t Begin = Colon;
    while (Begin != 0 && isOfName(Before[Begin - 1]))
      --Begin;
    auto Found = Addresses.find(Before.drop_front(Begin));
    Text = Rest.drop_front(Line.size());
    if (Line.empty() || Found == Addresses.end()) {
      (Linked += Before) += ':';
      Linked += Line;
      continue;
    }
    Linked += Before.take_front(Begin);
    Linked += ("\x1b]8;;" + Found->second + "\x1b\\" + Found->first() + ":" +
               Line + "\x1b]8;;\x1b\\")
                  .str();
  }
  return Linked += Text;
}

} // namespace hlomem
