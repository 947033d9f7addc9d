//===- InitTool.h - What a program does first -----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TOOLS_SUPPORT_INITTOOL_H
#define HLOMEM_TOOLS_SUPPORT_INITTOOL_H

#include "hlomem/Support/LLVM.h"
#include "llvm/Support/InitLLVM.h"
#include <system_error>

namespace llvm::cl {
class OptionCategory;
} // namespace llvm::cl

namespace hlomem {

/// What a program does first, and what it says of itself. To be made in main()
/// before anything else.
///
/// No file that is opened later gets what is printed to a standard stream that
/// is closed; to write to a closed standard output is an error. A signal that
/// whoever started the program has it ignore, as shells do for what runs in the
/// background and nohup does, stays ignored; another one by which a program is
/// ended does so, without unfinished files. A file that grows larger than the
/// system lets it is an error of whoever writes it, not a crash. Where memory
/// ends, and where a mapped file is truncated while it is read, the program
/// ends with a message that begins with its name, with exit code 1, and without
/// unfinished files. A crash ends after ten seconds, whatever it prints until
/// then.
class InitTool {
public:
  /// \p Name, \p Version and \p BugReport, a line that is printed above a
  /// crash, live as long as the program. Ends the program if it has no streams.
  InitTool(StringRef Name, StringRef Version, const char *BugReport, int &Argc,
           char **&Argv);

  /// Reads the command line. --help prints \p Help, --help-all \p HelpAll;
  /// --help-hidden shows all options of \p Categories, with \p Overview above
  /// them. Ends the program where the line is wrong or asks for no more than
  /// help or version.
  void parseOptions(ArrayRef<const llvm::cl::OptionCategory *> Categories,
                    StringRef Overview, StringRef Help,
                    StringRef HelpAll) const;

  /// Prints \p Message, a line, as an error. Returns the exit code 1.
  int fail(const Twine &Message) const;

private:
  /// Ends the program, which was asked for no more than what it has printed.
  [[noreturn]] void endAfterOutput() const;

  StringRef Name;
  /// LLVM would remove unfinished files on them and let the program go on. It
  /// takes them over with its first handler.
  SmallVector<int, 4> IgnoredSignals;
  std::error_code StreamsEC;
  llvm::InitLLVM Init;
  int Argc;
  char **Argv;
};

/// Ends the program with exit code 1, after \p Message, a whole line, and
/// without unfinished files. For where nothing else may be done: in a handler
/// of a signal, or without memory. Several threads may call it at once.
[[noreturn]] void endAtOnce(StringRef Message);

} // namespace hlomem

#endif // HLOMEM_TOOLS_SUPPORT_INITTOOL_H
