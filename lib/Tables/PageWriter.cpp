//===- PageWriter.cpp - Tables as one page --------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Tables/PageWriter.h"
#include "Page.h"
#include "hlomem/Support/PrintableText.h"
#include "hlomem/Support/Utf8.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/SHA256.h"
#include <map>

using namespace llvm;

namespace hlomem {

/// Is how many parts, and changes, of a space a page lists.
static constexpr size_t MaxListed = 200;

/// Text between tags or quotes. Control characters, and those that reverse the
/// direction of others, are shown as escapes.
static std::string toHtml(StringRef Text) {
  std::string Html;
  raw_string_ostream OS(Html);
  printHTMLEscaped(toPrintable(toValidUtf8(Text)), OS);
  return Html;
}

static std::string getHash(StringRef Text) {
  SHA256 Hash;
  Hash.update(Text);
  return "'sha256-" + encodeBase64(Hash.final()) + "'";
}

static std::string toCell(StringRef Text) { return "<td>" + toHtml(Text); }
static std::string toCell(std::optional<StringRef> Text) {
  return toCell(Text.value_or(""));
}
static std::string toCell(uint64_t N) {
  return "<td class=number>" + utostr(N);
}
static std::string toCell(std::optional<Bytes> B) {
  if (!B)
    return "<td class=number>";
  return "<td class=number data-bytes=" + utostr(B->count()) + ">" +
         toString(*B);
}
/// A cell as it is.
static std::string toCell(const std::string &Html) { return "<td>" + Html; }

/// A row of a table. Texts that are std::string are HTML, and others are not.
template <class... CellTs> static std::string makeRow(const CellTs &...Cells) {
  return ("<tr>" + ... + toCell(Cells)) + "\n";
}

/// The beginning of a table, up to its rows; names of columns with numbers
/// begin with `#`.
static std::string beginTable(StringRef Columns) {
  std::string Html = "<table><thead><tr>";
  for (StringRef Name : split(Columns, ',')) {
    Html += Name.consume_front("#") ? "<th class=number>" : "<th>";
    Html += Name;
  }
  return Html + "<tbody>\n";
}

static std::string getSpaceName(const SpacesRow &R) {
  return R.Name ? toHtml(*R.Name) : "space " + utostr(R.Space);
}

static void writeParts(ModuleTables &T, raw_ostream &OS) {
  struct PartRows {
    std::string Html = {};
    size_t Count = 0;
    Bytes Rest = {};
  };
  std::map<uint64_t, PartRows> Spaces;
  T.visitParts([&](const PartsRow &R) {
    PartRows &Rows = Spaces[R.Space];
    if (++Rows.Count > MaxListed) {
      Rows.Rest += R.Bytes;
      return;
    }
    // The style has a colour for each kind.
    std::string Class = R.Kind.str(), Name = toHtml(R.Name.value_or(""));
    std::replace(Class.begin(), Class.end(), ' ', '-');
    if (R.Detail)
      Name += " <small>" + toHtml(*R.Detail) + "</small>";
    Rows.Html +=
        makeRow("<i class=" + Class + "></i>" + toHtml(R.Kind), Name, R.Shape,
                R.BufferCount, R.LayerCount, std::optional(R.Bytes), R.Source);
  });
  T.visitSpaces([&](const SpacesRow &S) {
    OS << "<section class=parts data-space=" << S.Space << "><h2>"
       << getSpaceName(S) << ": where " << toString(S.Allocated) << " are";
    if (S.Peak)
      OS << " at the peak of " << toString(*S.Peak) << " (position "
         << *S.PeakPosition << ")";
    const PartRows &Rows = Spaces[S.Space];
    OS << "</h2>"
       << beginTable("kind,name,shape,#buffers,#layers,#bytes,source")
       << Rows.Html;
    if (Rows.Count > MaxListed)
      OS << "<tfoot><tr><td colspan=7>and " << Rows.Count - MaxListed
         << " more, " << toString(Rows.Rest) << "</tfoot>";
    OS << "</table></section>\n";
  });
}

static void writeChanges(ModuleTables &T, raw_ostream &OS) {
  static constexpr StringLiteral Classes[] = {
      "", "free", "the same results, at the cost of time or host memory",
      "other results", "another run"};
  size_t Count = 0;
  // What costs least comes first, as on the screen.
  std::map<uint64_t, std::string> Rows;
  T.visitChanges([&](const ChangesRow &R) {
    if (++Count > MaxListed)
      return;
    std::string Precision = toHtml(R.Precision);
    if (R.Bound && !R.Bound->isOverflow())
      Precision += ", at most " + toString(*R.Bound);
    Rows[R.Class] +=
        makeRow(R.Change, Classes[R.Class < std::size(Classes) ? R.Class : 0],
                R.Saves, Precision, R.Needed, R.How ? R.How : R.Why);
  });
  if (Count == 0)
    return;
  OS << "<section id=changes><h2>What would save memory</h2>"
     << beginTable("change,cost,#saves,how sure,#needed after it,how");
  for (const auto &[Class, OfClass] : Rows)
    OS << OfClass;
  if (Count > MaxListed)
    OS << "<tfoot><tr><td colspan=6>and " << Count - MaxListed << " more";
  OS << "</table></section>\n";
}

/// Everything before the heading. \p Script is the only one that may run.
static std::string getHead(StringRef Script, StringRef Title) {
  return ("<!DOCTYPE html>\n<html lang=en>\n<meta charset=utf-8>\n"
          "<meta http-equiv=Content-Security-Policy content=\"default-src "
          "'none'; script-src " +
          getHash(Script) + "; style-src " + getHash(page::Style) +
          "; base-uri 'none'; form-action 'none'; "
          "require-trusted-types-for 'script'\">\n"
          "<meta name=viewport content=\"width=device-width\">\n<title>" +
          Title + "</title>\n<style>" + page::Style + "</style>\n<h1>" + Title +
          "</h1>\n")
      .str();
}

Error writePage(ModuleTables &T, const PageOptions &Options, raw_ostream &OS) {
  std::string Module, Blocks;
  T.visitModules([&](const ModulesRow &R) { Module = toHtml(R.Module); });
  for (ModuleTables *Of : {&T, Options.Before}) {
    if (!Of)
      continue;
    Expected<std::string> Data = encodePageData(*Of, Options.MaxBuffers);
    if (!Data)
      return Data.takeError();
    const std::string Id =
        Of == &T ? "data"
                 : "before data-since=\"" + toHtml(Options.Since) + "\"";
    Blocks += "<script id=" + Id + " type=application/octet-stream>" + *Data +
              "</script>\n";
  }
  OS << getHead(page::Script, Module) << page::Body << "<div id=tables>\n";
  writeParts(T, OS);
  if (Options.HasChanges)
    writeChanges(T, OS);
  OS << "</div>\n" << Blocks << "<script>" << page::Script << "</script>\n";
  return Error::success();
}

std::string getPageIndexHeader() {
  return (getHead(page::IndexScript, "Memory maps") +
          "<div id=tables><script type=module>" + page::IndexScript +
          "</script>\n" +
          beginTable("module,backend,#allocated,#live at the peak,space,"
                     "#values"))
      .str();
}

void writePageIndexRow(ModuleTables &T, StringRef File, raw_ostream &OS) {
  // The space with the most bytes is the one that the page opens.
  std::optional<Bytes> Allocated, Peak;
  std::string Space;
  T.visitSpaces([&](const SpacesRow &R) {
    if (Allocated && R.Allocated <= *Allocated)
      return;
    Allocated = R.Allocated;
    Peak = R.Peak;
    Space = getSpaceName(R);
  });
  std::string Link;
  for (unsigned char C : File)
    Link += isAlnum(C) || StringRef("-._~/").contains(C)
                ? std::string(1, C)
                : "%" + utohexstr(C, /*LowerCase=*/false, /*Width=*/2);
  T.visitModules([&](const ModulesRow &R) {
    OS << makeRow("<a href=\"./" + Link + "\">" + toHtml(R.Module) + "</a>",
                  R.Backend, Allocated, Peak, Space, R.ValueCount.value_or(0));
  });
}

} // namespace hlomem
