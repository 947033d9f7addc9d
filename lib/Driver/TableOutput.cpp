//===- TableOutput.cpp - Rows of modules, in the order of the inputs ------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TableOutput.h"
#include "hlomem/Driver/DocumentFolder.h"
#include "hlomem/Support/Unavailable.h"

using namespace llvm;

namespace hlomem {

Expected<raw_ostream *> TableOutput::open(StringRef Extension, StringRef Name,
                                          StringRef Header) {
  if (Folder)
    return Folder->openShared((Name + "." + Extension).str(), Header);
  if (!std::exchange(HasHeader, true))
    *OS << Header;
  return OS;
}

Error TableOutput::write(StringRef Module, std::list<TableText> &Tables) {
  if (!Modules.insert(Module).second)
    return unavailable("'" + Module +
                       "': two modules have this name in tables; read one of "
                       "them at a time");
  for (TableText &T : Tables) {
    Expected<raw_ostream *> To = open(T.Extension, T.Name, T.Header);
    if (!To)
      return To.takeError();
    if (Error E = T.Rows.moveTo(**To))
      return E;
  }
  return Error::success();
}

std::string TableOutput::makeUnique(StringRef Module) const {
  std::string Name = Module.str();
  for (unsigned Number = 2; Modules.contains(Name); ++Number)
    Name = (Module + "." + Twine(Number)).str();
  return Name;
}

} // namespace hlomem
