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
  return encodeBase64(SHA256::hash(arrayRefFromStringRef(Text)));
}

static std::string toCell(std::optional<StringRef> Text) {
  return "<td>" + toHtml(Text.value_or(""));
}
static std::string toCell(uint64_t N) {
  return "<td class=number>" + utostr(N);
}
static std::string toCell(std::optional<Bytes> B) {
  return B ? "<td class=number data-bytes=" + utostr(B->count()) + ">" +
                 toString(*B)
           : "<td class=number>";
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

namespace {

/// Rows of a table, as far as they are listed.
struct ListedRows {
  /// By what comes first.
  std::map<uint64_t, std::string> Html = {};
  size_t Count = 0;
  Bytes Rest = {};

  template <class... CellTs> void add(uint64_t Order, const CellTs &...Cells) {
    if (++Count <= MaxListed)
      Html[Order] += makeRow(Cells...);
  }
  void print(raw_ostream &OS, StringRef Heading, StringRef Columns) const {
    OS << "<h2>" << Heading << "</h2>" << beginTable(Columns);
    for (const auto &[Order, Rows] : Html)
      OS << Rows;
    if (Count > MaxListed)
      OS << "<tfoot><tr><td colspan=" << Columns.count(',') + 1 << ">and "
         << Count - MaxListed << " more";
    if (!Rest.isZero())
      OS << ", " << toString(Rest);
    OS << "</table></section>\n";
  }
};

} // namespace

static std::string getSpaceName(const SpacesRow &R) {
  return R.Name ? toHtml(*R.Name) : "space " + utostr(R.Space);
}

static void writeParts(ModuleTables &T, raw_ostream &OS) {
  std::map<uint64_t, ListedRows> Spaces;
  T.visitParts([&](const PartsRow &R) {
    // The style has a colour for each kind.
    std::string Name = toHtml(R.Name.value_or(""));
    if (R.Detail)
      Name += " <small>" + toHtml(*R.Detail) + "</small>";
    ListedRows &Rows = Spaces[R.Space];
    Rows.add(0, ("<i class=\"" + R.Kind + "\"></i>" + R.Kind).str(), Name,
             R.Shape, R.BufferCount, R.LayerCount, R.Bytes, R.Source);
    if (Rows.Count > MaxListed)
      Rows.Rest += R.Bytes;
  });
  T.visitSpaces([&](const SpacesRow &S) {
    OS << "<section class=parts data-space=" << S.Space << ">";
    std::string Heading =
        getSpaceName(S) + ": where " + toString(S.Allocated) + " are";
    if (S.Peak)
      Heading += " at the peak of " + toString(*S.Peak) + " (position " +
                 utostr(*S.PeakPosition) + ")";
    Spaces[S.Space].print(OS, Heading,
                          "kind,name,shape,#buffers,#layers,#bytes,source");
  });
}

static void writeChanges(ModuleTables &T, raw_ostream &OS) {
  static constexpr StringLiteral Classes[] = {
      "", "free", "the same results, at the cost of time or host memory",
      "other results", "another run"};
  ListedRows Rows;
  T.visitChanges([&](const ChangesRow &R) {
    std::string Precision = toHtml(R.Precision);
    if (R.Bound && !R.Bound->isOverflow())
      Precision += ", at most " + toString(*R.Bound);
    // What costs least comes first, as on the screen.
    Rows.add(R.Class, R.Change,
             Classes[R.Class < std::size(Classes) ? R.Class : 0], R.Saves,
             Precision, R.Needed, R.How ? R.How : R.Why);
  });
  if (Rows.Count == 0)
    return;
  OS << "<section id=changes>";
  Rows.print(OS, "What would save memory",
             "change,cost,#saves,how sure,#needed after it,how");
}

/// Everything before the heading. \p Script is the only one that may run.
static std::string getHead(StringRef Script, StringRef Title) {
  return ("<!DOCTYPE html>\n<html lang=en>\n<meta charset=utf-8>\n"
          "<meta http-equiv=Content-Security-Policy content=\"default-src "
          "'none'; script-src 'sha256-" +
          getHash(Script) + "'; style-src 'sha256-" + getHash(page::Style) +
          "'; base-uri 'none'; form-action 'none'; "
          "require-trusted-types-for 'script'\">\n"
          "<meta name=viewport content=\"width=device-width\">\n<title>" +
          Title + "</title>\n<style>" + page::Style + "</style>\n<h1>" + Title +
          "</h1>\n")
      .str();
}

void writePage(ModuleTables &T, const PageOptions &Options, raw_ostream &OS) {
  T.visitModules([&](const ModulesRow &R) {
    OS << getHead(page::Script, toHtml(R.Module));
  });
  OS << page::Body << "<div id=tables>\n";
  writeParts(T, OS);
  if (Options.HasChanges)
    writeChanges(T, OS);
  OS << "</div>\n";
  auto WriteData = [&](ModuleTables &Of, const Twine &Id) {
    OS << "<script id=" << Id << " type=application/octet-stream>"
       << encodePageData(Of, Options.MaxBuffers) << "</script>\n";
  };
  WriteData(T, "data");
  if (Options.Before) {
    const std::string Since = toHtml(Options.Since);
    WriteData(*Options.Before, "before data-since=\"" + Since + "\"");
    OS << "<noscript><h1>Before " << Since << "</h1>\n";
    writeParts(*Options.Before, OS);
    OS << "</noscript>\n";
  }
  OS << "<script>" << page::Script << "</script>\n";
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
  T.visitModules([&](const ModulesRow &R) {
    OS << makeRow("<a href=\"./" + encodePath(File) + "\">" + toHtml(R.Module) +
                      "</a>",
                  R.Backend, Allocated, Peak, Space, R.ValueCount.value_or(0));
  });
}

} // namespace hlomem
