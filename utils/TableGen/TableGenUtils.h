//===- TableGenUtils.h - What all backends share --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_UTILS_TABLEGEN_TABLEGENUTILS_H
#define HLOMEM_UTILS_TABLEGEN_TABLEGENUTILS_H

#include "hlomem/Support/LLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"
#include "llvm/TableGen/TableGenBackend.h"

namespace hlomem::tblgen {

/// The definitions of a class in the order of the file; TableGen itself returns
/// them by name. The class must be defined.
inline std::vector<const llvm::Record *>
definitionsInFileOrder(const llvm::RecordKeeper &RK, StringRef Class) {
  std::vector<const llvm::Record *> Defs;
  for (const llvm::Record *R : RK.getAllDerivedDefinitions(Class))
    Defs.push_back(R);
  llvm::sort(Defs, llvm::LessRecordByID());
  return Defs;
}

/// The text of a field. Unset and blank ones are errors at the record, and then
/// the result is empty.
inline StringRef requiredText(const llvm::Record &R, StringRef Field) {
  const llvm::RecordVal *V = R.getValue(Field);
  const auto *Text =
      V ? llvm::dyn_cast<llvm::StringInit>(V->getValue()) : nullptr;
  if (!Text) {
    llvm::PrintError(R.getLoc(), "field '" + Field + "' is missing");
    return "";
  }
  if (Text->getValue().trim().empty()) {
    llvm::PrintError(R.getLoc(), "field '" + Field + "' is empty");
    return "";
  }
  return Text->getValue();
}

/// "dynamic-update-slice", "source_file" and "maybe live out" as enumerators.
inline std::string toCamelCase(StringRef Spelling) {
  std::string Result;
  bool Capital = true;
  for (char C : Spelling) {
    if (!llvm::isAlnum(C)) {
      Capital = true;
      continue;
    }
    Result += Capital ? llvm::toUpper(C) : C;
    Capital = false;
  }
  return Result;
}

/// A capital letter, then letters and digits.
inline bool isCamelCase(StringRef Name) {
  return !Name.empty() && llvm::isUpper(Name.front()) &&
         llvm::all_of(Name, llvm::isAlnum);
}

/// Lower-case letters, digits and dashes, a letter first and no dash last.
inline bool isDashedName(StringRef Name) {
  auto IsLower = [](char C) { return C >= 'a' && C <= 'z'; };
  return !Name.empty() && IsLower(Name.front()) && Name.back() != '-' &&
         llvm::all_of(Name, [&](char C) {
           return IsLower(C) || llvm::isDigit(C) || C == '-';
         });
}

/// Reports what is wrong with a record that is called after what it declares,
/// and with the name that it gives it in pipelines. \p Kind is "pass"; \p Why
/// goes on with "needs a record with a name".
inline void checkDeclaredName(const llvm::Record &Def, StringRef Kind,
                              StringRef Why = "") {
  StringRef Name = Def.getValueAsString("name");
  if (Def.isAnonymous())
    llvm::PrintError(Def.getLoc(),
                     Kind + " '" + Name + "' needs a record with a name" + Why);
  else if (!isCamelCase(Def.getName()))
    llvm::PrintError(Def.getLoc(), "the record of " + Kind + " '" + Name +
                                       "' is called '" + Def.getName() +
                                       "', expected CamelCase");
  if (!isDashedName(Name))
    llvm::PrintError(Def.getLoc(), Kind + " name '" + Name +
                                       "' is not made of lower-case letters, "
                                       "digits and dashes");
}

/// Ends the program if there was an error: a backend may rely on all that a
/// reader returns.
inline void stopOnErrors(const Twine &Message) {
  if (llvm::ErrorsPrinted)
    llvm::PrintFatalError(Message);
}

/// Text as a C++ string literal.
inline std::string toLiteral(StringRef Text) {
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  OS << '"';
  OS.write_escaped(Text);
  OS << '"';
  return Result;
}

/// \p Text in lines of at most 80 columns, each with \p Prefix in front.
inline std::string wrapText(StringRef Text, StringRef Prefix) {
  SmallVector<StringRef, 32> Words;
  llvm::SplitString(Text, Words, " \t\n");
  std::string Result, Line;
  for (StringRef Word : Words) {
    if (!Line.empty() && Line.size() + 1 + Word.size() > 80) {
      Result += Line + '\n';
      Line.clear();
    }
    Line += Line.empty() ? Prefix : " ";
    Line += Word;
  }
  return Line.empty() ? Result : Result + Line + '\n';
}

/// Text as a Doxygen comment of 80 columns.
inline void emitDocComment(raw_ostream &OS, StringRef Text,
                           unsigned Indent = 0) {
  OS << wrapText(Text, std::string(Indent, ' ') + "/// ");
}

/// The lines of a [{ }] block without the indentation that all of them have,
/// and without blank lines at its ends.
inline void emitBlock(raw_ostream &OS, StringRef Text) {
  SmallVector<StringRef, 32> Lines;
  Text.rtrim().split(Lines, '\n');
  size_t Indent = StringRef::npos;
  for (StringRef Line : Lines)
    if (!Line.trim().empty())
      Indent = std::min(Indent, Line.find_first_not_of(' '));
  bool IsAtStart = true;
  for (StringRef Line : Lines) {
    Line = Line.rtrim();
    if (IsAtStart && Line.empty())
      continue;
    IsAtStart = false;
    OS << Line.drop_front(std::min(Indent, Line.size())) << '\n';
  }
}

/// Text as one cell of a Markdown table.
inline std::string toMarkdownCell(StringRef Text) {
  std::string Result;
  for (char C : Text.trim()) {
    if (C == '|')
      Result += '\\';
    Result += C == '\n' ? ' ' : C;
  }
  return Result;
}

/// A part of a generated file that the includer asks for by defining a macro,
/// which is undefined again at its end.
class GuardedPart {
public:
  GuardedPart(raw_ostream &OS, const Twine &Name) : OS(OS), Macro(Name.str()) {
    OS << "\n#ifdef " << Macro << "\n\n";
  }
  GuardedPart(const GuardedPart &) = delete;
  GuardedPart &operator=(const GuardedPart &) = delete;
  ~GuardedPart() {
    OS << "\n#undef " << Macro << "\n#endif // " << Macro << "\n";
  }

private:
  raw_ostream &OS;
  std::string Macro;
};

/// A backend that is a function: TableGen expects a class.
template <void (*Emit)(const llvm::RecordKeeper &, raw_ostream &)>
class FunctionEmitter {
public:
  explicit FunctionEmitter(const llvm::RecordKeeper &RK) : RK(RK) {}
  void run(raw_ostream &OS) { Emit(RK, OS); }

private:
  const llvm::RecordKeeper &RK;
};

} // namespace hlomem::tblgen

#endif // HLOMEM_UTILS_TABLEGEN_TABLEGENUTILS_H
