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

static void writeBytes(raw_ostream &OS, const std::optional<Bytes> &B) {
  OS << "<td class=number";
  if (B)
    OS << " data-bytes=" << B->count() << '>' << toString(*B);
  else
    OS << '>';
}

/// Ends a table that left rows out.
static void writeRest(raw_ostream &OS, size_t Count, Bytes Sum) {
  if (Count > MaxListed)
    OS << "<tfoot><tr><td colspan=7>and " << Count - MaxListed << " more, "
       << toString(Sum) << "</tfoot>";
}

static std::string getSpaceName(const SpacesRow &R) {
  return R.Name ? toHtml(*R.Name) : "space " + utostr(R.Space);
}

/// The kind of a part, with its colour.
static void writeKind(raw_ostream &OS, StringRef Kind) {
  std::string Class = Kind.str();
  std::replace(Class.begin(), Class.end(), ' ', '-');
  if (!Kind.empty())
    OS << "<i class=" << Class << "></i>" << toHtml(Kind);
}

static void writeParts(ModuleTables &T, raw_ostream &OS) {
  T.visitSpaces([&](const SpacesRow &S) {
    OS << "<section class=parts data-space=" << S.Space << "><h2>"
       << getSpaceName(S) << ": where " << toString(S.Allocated) << " are";
    if (S.Peak)
      OS << " at the peak of " << toString(*S.Peak) << " (position "
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
      OS << "<tr><td>";
      writeKind(OS, R.Kind);
      OS << "<td>" << toHtml(R.Name.value_or(""));
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

/// Numbers of layers may be folded in one of two programs alone.
static std::string foldNumbers(StringRef Name) {
  std::string Folded;
  for (bool WasDigit = false; char C : Name) {
    if (!isDigit(C))
      Folded += C;
    else if (!WasDigit)
      Folded += '*';
    WasDigit = isDigit(C);
  }
  return Folded;
}

static void writeSigned(raw_ostream &OS, BytesChange C) {
  const Bytes Change = absoluteDifference(C.Before, C.After);
  writeBytes(OS, C.Before);
  writeBytes(OS, C.After);
  StringRef Sign = Change.isZero() ? "" : C.After < C.Before ? "-" : "+";
  OS << "<td class=number data-bytes=" << (Sign == "-" ? Sign : "")
     << Change.count() << '>' << Sign << toString(Change);
}

/// Lists the parts of each space that are not as large as they were, and the
/// sum of the others. They add up to what is allocated.
static void writeCompared(ModuleTables &T, const PageOptions &Options,
                          raw_ostream &OS) {
  struct ComparedSpace {
    std::string Name;
    BytesChange Sum, Same = {};
    std::map<std::pair<std::string, std::string>, BytesChange> Parts = {};
  };
  std::map<uint64_t, ComparedSpace> Spaces;
  auto Read = [&](ModuleTables &Of, Bytes BytesChange::*Side) {
    Of.visitSpaces([&](const SpacesRow &R) {
      ComparedSpace &S = Spaces[R.Space];
      S.Name = getSpaceName(R);
      S.Sum.*Side = R.Allocated;
    });
    Of.visitParts([&](const PartsRow &R) {
      std::string Name = foldNumbers(R.Name.value_or(""));
      Spaces[R.Space].Parts[{R.Kind.str(), std::move(Name)}].*Side += R.Bytes;
    });
  };
  Read(*Options.Before, &BytesChange::Before);
  Read(T, &BytesChange::After);
  for (auto &[Number, S] : Spaces) {
    OS << "<section class=compared data-space=" << Number << "><h2>" << S.Name
       << ": what " << toHtml(Options.Since)
       << " changes</h2><table><thead><tr><th>kind<th>name<th class=number>"
          "before<th class=number>after<th class=number>change<tbody>\n";
    SmallVector<std::pair<std::pair<StringRef, StringRef>, BytesChange>, 0>
        Rows;
    for (const auto &[Key, Change] : S.Parts)
      if (Change.Before != Change.After) {
        Rows.push_back({Key, Change});
      } else {
        S.Same.Before += Change.Before;
        S.Same.After += Change.After;
      }
    stable_sort(Rows, [](const auto &A, const auto &B) {
      return absoluteDifference(A.second.Before, A.second.After) >
             absoluteDifference(B.second.Before, B.second.After);
    });
    Rows.push_back({{"", "the same before and after"}, S.Same});
    for (const auto &[Key, Change] : Rows) {
      OS << "<tr><td>";
      writeKind(OS, Key.first);
      OS << "<td>" << toHtml(Key.second);
      writeSigned(OS, Change);
      OS << '\n';
    }
    OS << "<tfoot><tr><td>allocated<td>";
    writeSigned(OS, S.Sum);
    OS << "</tfoot></table></section>\n";
  }
}

static void writeChanges(ModuleTables &T, raw_ostream &OS) {
  static constexpr StringLiteral Classes[] = {
      "free", "the same results, at the cost of time or host memory",
      "other results", "another run"};
  size_t Count = 0;
  // What costs least comes first, as on the screen.
  std::array<std::string, 5> Rows;
  T.visitChanges([&](const ChangesRow &R) {
    if (++Count > MaxListed)
      return;
    const bool IsKnown = R.Class >= 1 && R.Class <= std::size(Classes);
    raw_string_ostream RowsOS(Rows[IsKnown ? R.Class - 1 : 4]);
    RowsOS << "<tr><td>" << toHtml(R.Change) << "<td>"
           << (IsKnown ? Classes[R.Class - 1] : "");
    writeBytes(RowsOS, R.Saves);
    RowsOS << "<td>" << toHtml(R.Precision);
    if (R.Bound && !R.Bound->isOverflow())
      RowsOS << ", at most " << toString(*R.Bound);
    writeBytes(RowsOS, R.Needed);
    RowsOS << "<td>" << toHtml(R.How.value_or(R.Why.value_or(""))) << '\n';
  });
  if (Count == 0)
    return;
  OS << "<section id=changes><h2>What would save memory</h2><table><thead><tr>"
        "<th>change<th>cost<th class=number>saves<th>how sure"
        "<th class=number>needed after it<th>how<tbody>\n";
  for (StringRef OfClass : Rows)
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
  Expected<std::string> Data = encodePageData(T, Options.MaxBuffers);
  if (!Data)
    return Data.takeError();
  std::string Module, Before;
  T.visitModules([&](const ModulesRow &R) { Module = toHtml(R.Module); });
  if (Options.Before) {
    Expected<std::string> Encoded =
        encodePageData(*Options.Before, Options.MaxBuffers);
    if (!Encoded)
      return Encoded.takeError();
    Before = "<script id=before type=application/octet-stream data-since=\"" +
             toHtml(Options.Since) + "\">" + *Encoded + "</script>\n";
  }
  OS << getHead(page::Script, Module) << page::Body << "<div id=tables>\n";
  if (Options.Before)
    writeCompared(T, Options, OS);
  writeParts(T, OS);
  if (Options.HasChanges)
    writeChanges(T, OS);
  OS << "</div>\n<script id=data type=application/octet-stream>" << *Data
     << "</script>\n"
     << Before << "<script>" << page::Script << "</script>\n";
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
    RestOS << "<td class=number>" << R.ValueCount.value_or(0);
  });
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
  OS << "<tr><td><a href=\"./" << Link << "\">" << Module << "</a><td>"
     << Backend;
  writeBytes(OS, Allocated);
  writeBytes(OS, Peak);
  OS << "<td>" << Space << Rest << '\n';
}

} // namespace hlomem
