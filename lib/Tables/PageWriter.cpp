//===- PageWriter.cpp - Tables as one page --------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Tables/PageWriter.h"
#include "PageData.h"
#include "PageTexts.h"
#include "hlomem/Support/PrintableText.h"
#include "hlomem/Support/Utf8.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/SHA256.h"

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

static void writeBytes(raw_ostream &OS, const std::optional<Bytes> &B) {
  OS << "<td class=number";
  if (B)
    OS << " data-bytes=" << B->count() << '>' << toHumanString(*B);
  else
    OS << '>';
}

/// Ends a table that left rows out.
static void writeRest(raw_ostream &OS, size_t Count, Bytes Sum) {
  if (Count > MaxListed)
    OS << "<tfoot><tr><td colspan=7>and " << Count - MaxListed << " more, "
       << toHumanString(Sum) << "</tfoot>";
}

static void writeParts(ModuleTables &T, raw_ostream &OS) {
  T.visitSpaces([&](const SpacesRow &S) {
    const std::string Name =
        S.Name ? toHtml(*S.Name) : "space " + utostr(S.Space);
    OS << "<section class=parts data-space=" << S.Space << "><h2>" << Name
       << ": where " << toHumanString(S.Allocated) << " are";
    if (S.Peak)
      OS << " at the peak of " << toHumanString(*S.Peak) << " (position "
         << *S.PeakPosition << ")";
    OS << "</h2><table><thead><tr><th>kind<th>name<th>shape<th class=number>"
          "buffers<th class=number>layers<th class=number>bytes<th>source"
          "<tbody>\n";
    size_t Count = 0;
    Bytes Rest;
    T.visitParts([&](const PartsRow &R) {
      if (R.Space != S.Space)
        return;
      if (++Count > MaxListed) {
        Rest += R.Bytes;
        return;
      }
      std::string Class = R.Kind.str();
      std::replace(Class.begin(), Class.end(), ' ', '-');
      OS << "<tr><td><i class=" << Class << "></i>" << toHtml(R.Kind) << "<td>"
         << toHtml(R.Name.value_or(""));
      if (R.Detail)
        OS << " <small>" << toHtml(*R.Detail) << "</small>";
      OS << "<td>" << toHtml(R.Shape.value_or("")) << "<td class=number>"
         << R.BufferCount << "<td class=number>" << R.LayerCount;
      writeBytes(OS, R.Bytes);
      OS << "<td>" << toHtml(R.Source.value_or("")) << '\n';
    });
    writeRest(OS, Count, Rest);
    OS << "</table></section>\n";
  });
}

static void writeChanges(ModuleTables &T, raw_ostream &OS) {
  static constexpr StringLiteral Classes[] = {
      "free", "the same results, at the cost of time or host memory",
      "other results", "another run"};
  size_t Count = 0;
  std::string Rows;
  raw_string_ostream RowsOS(Rows);
  T.visitChanges([&](const ChangesRow &R) {
    if (++Count > MaxListed)
      return;
    RowsOS << "<tr><td>" << toHtml(R.Change) << "<td>"
           << (R.Class >= 1 && R.Class <= 4 ? Classes[R.Class - 1] : "");
    writeBytes(RowsOS, R.Saves);
    RowsOS << "<td>" << toHtml(R.Precision);
    if (R.Bound && !R.Bound->isOverflow())
      RowsOS << ", at most " << toHumanString(*R.Bound);
    writeBytes(RowsOS, R.Needed);
    RowsOS << "<td>" << toHtml(R.How.value_or(R.Why.value_or(""))) << '\n';
  });
  if (Count == 0)
    return;
  OS << "<section id=changes><h2>What would save memory</h2><table><thead><tr>"
        "<th>change<th>cost<th class=number>saves<th>how sure"
        "<th class=number>needed after it<th>how<tbody>\n"
     << Rows;
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
  Expected<std::string> Data = encodePageData(T, Options.MaxBuffers);
  if (!Data)
    return Data.takeError();
  std::string Module;
  T.visitModules([&](const ModulesRow &R) { Module = toHtml(R.Module); });
  OS << getHead(page::Script, Module) << page::Body << "<div id=tables>\n";
  writeParts(T, OS);
  if (Options.HasChanges)
    writeChanges(T, OS);
  OS << "</div>\n<script id=data type=application/octet-stream>" << *Data
     << "</script>\n<script>" << page::Script << "</script>\n";
  return Error::success();
}

std::string getPageIndexHeader() {
  return getHead(page::IndexScript, "Memory maps") +
         ("<div id=tables><script type=module>" + page::IndexScript +
          "</script>\n<table><thead><tr><th>module<th>backend<th "
          "class=number>allocated<th class=number>live at the peak"
          "<th>space<th class=number>values<tbody>\n")
             .str();
}

void writePageIndexRow(ModuleTables &T, StringRef File, raw_ostream &OS) {
  std::string Module, Rest, Backend;
  raw_string_ostream RestOS(Rest);
  T.visitModules([&](const ModulesRow &R) {
    Module = toHtml(R.Module);
    Backend = toHtml(R.Backend);
    RestOS << "<td class=number>" << R.ValueCount;
  });
  // The space with the most bytes is the one that the page opens.
  std::optional<Bytes> Allocated, Peak;
  std::string Space;
  T.visitSpaces([&](const SpacesRow &R) {
    if (Allocated && R.Allocated <= *Allocated)
      return;
    Allocated = R.Allocated;
    Peak = R.Peak;
    Space = R.Name ? toHtml(*R.Name) : "space " + utostr(R.Space);
  });
  std::string Link;
  for (unsigned char C : File)
    Link += isAlnum(C) || StringRef("-._~/").contains(C)
                ? std::string(1, C)
                : "%" + utohexstr(C, /*LowerCase=*/false, /*Width=*/2);
  OS << "<tr><td><a href=\"./" << Link << "\">" << Module << "</a><td>"
     << Backend;
  writeBytes(OS, Allocated);
  writeBytes(OS, Peak);
  OS << "<td>" << Space << Rest << '\n';
}

} // namespace hlomem
