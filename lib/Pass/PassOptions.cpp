//===- PassOptions.cpp - Options of a pass as pipeline text ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Pass/PassOptions.h"
#include "hlomem/Analysis/Target.h"
#include "hlomem/Pass/PassBuilder.h"
#include "hlomem/Pass/PipelineError.h"

using namespace llvm;

namespace hlomem {

std::string PassOptionRange::expected() const {
  return "a number from " + std::to_string(Least) + " to " +
         std::to_string(Most);
}

template <class T> static std::string describeNumber() {
  return PassOptionRange{0, std::numeric_limits<T>::max()}.expected();
}

std::string PassOptionTraits<unsigned>::expected() {
  return describeNumber<unsigned>();
}

bool PassOptionTraits<unsigned>::parse(StringRef Text, unsigned &V) {
  return !Text.getAsInteger(10, V);
}

void PassOptionTraits<unsigned>::print(raw_ostream &OS, unsigned V) { OS << V; }

std::string PassOptionTraits<uint64_t>::expected() {
  return describeNumber<uint64_t>();
}

bool PassOptionTraits<uint64_t>::parse(StringRef Text, uint64_t &V) {
  return !Text.getAsInteger(10, V);
}

void PassOptionTraits<uint64_t>::print(raw_ostream &OS, uint64_t V) { OS << V; }

std::string PassOptionTraits<bool>::expected() {
  return "true, false or no value";
}

bool PassOptionTraits<bool>::parse(StringRef Text, bool &V) {
  V = Text == "true";
  return V || Text == "false";
}

void PassOptionTraits<bool>::print(raw_ostream &OS, bool V) {
  OS << (V ? "true" : "false");
}

std::string PassOptionTraits<std::string>::expected() { return "a text"; }

bool PassOptionTraits<std::string>::parse(StringRef Text, std::string &V) {
  V = Text.str();
  return !V.empty();
}

void PassOptionTraits<std::string>::print(raw_ostream &OS,
                                          const std::string &V) {
  OS << V;
}

std::string PassOptionTraits<Bytes>::expected() {
  return "a size, such as 4096, 64KiB or 1.5GiB";
}

bool PassOptionTraits<Bytes>::parse(StringRef Text, Bytes &V) {
  std::optional<Bytes> Size = parseBytes(Text);
  V = Size.value_or(Bytes());
  return Size.has_value();
}

void PassOptionTraits<Bytes>::print(raw_ostream &OS, Bytes V) {
  OS << V.count();
}

std::string PassOptionTraits<SpaceChoice>::expected() {
  return "a memory space: a number, " +
         join(getMemorySpaceSpellings(Backend::Unknown), ", ");
}

bool PassOptionTraits<SpaceChoice>::parse(StringRef Text, SpaceChoice &V) {
  V.Text = Text.str();
  // A name may mean different spaces where the backend is unknown.
  return is_contained(getMemorySpaceSpellings(Backend::Unknown),
                      Text.lower()) ||
         findMemorySpace(Backend::Unknown, Text);
}

void PassOptionTraits<SpaceChoice>::print(raw_ostream &OS,
                                          const SpaceChoice &V) {
  OS << V.Text;
}

/// The start of \p Text up to a semicolon that is not in angle brackets.
static StringRef takeItem(StringRef Text) {
  unsigned Depth = 0;
  for (size_t I = 0, E = Text.size(); I != E; ++I) {
    if (Text[I] == '<')
      ++Depth;
    else if (Text[I] == '>' && Depth)
      --Depth;
    else if (Text[I] == ';' && !Depth)
      return Text.take_front(I);
  }
  return Text;
}

PassOptionParser::PassOptionParser(StringRef Pass, StringRef Text,
                                   const PassBuilder *PB)
    : Pass(Pass), Text(Text), PB(PB) {
  for (StringRef Rest = Text; !Text.empty();) {
    StringRef ItemText = takeItem(Rest);
    auto [Name, Value] = ItemText.split('=');
    Item I;
    I.Name = Name.trim();
    I.HasValue = Name.size() != ItemText.size();
    // Empty, but with a place, where there is none.
    I.Value = I.HasValue ? Value.trim() : I.Name.take_back(0);
    if (I.Name.empty())
      report(I.Name,
             "expected an option of pass '" + Pass + "', found " +
                 (I.HasValue                     ? "'='"
                  : ItemText.end() == Text.end() ? "the end of its options"
                                                 : "';'"));
    else
      Items.push_back(I);
    if (ItemText.end() == Text.end())
      break;
    Rest = Rest.drop_front(ItemText.size() + 1);
  }
}

const PassOptionParser::Item *PassOptionParser::take(StringRef Name) {
  Known.push_back(Name);
  const Item *First = nullptr;
  for (Item &I : Items) {
    if (I.Name != Name)
      continue;
    I.IsTaken = true;
    if (First)
      report(I.Name,
             "option '" + Name + "' of pass '" + Pass + "' is given twice");
    else
      First = &I;
  }
  return First;
}

void PassOptionParser::option(StringRef Name, NestedPipeline &Field) {
  const Item *I = take(Name);
  if (!I)
    return;
  if (I->Value.empty())
    return reportBadValue(*I, "the passes of a pipeline");
  assert(PB && "nothing knows the passes");
  Expected<PassManager> Passes = PB->parseNestedPipeline(I->Value);
  if (Passes)
    Field.Passes = std::make_shared<const PassManager>(std::move(*Passes));
  else
    handleAllErrors(Passes.takeError(), [&](const PipelineError &E) {
      report(I->Value.drop_front(E.getOffset()), E.getMessage());
    });
}

void PassOptionPrinter::option(StringRef Name, const NestedPipeline &Field,
                               const NestedPipeline &) {
  if (!Field.Passes)
    return;
  OS << Separator << Name << '=';
  Field.Passes->printPipeline(OS);
}

bool NestedPipeline::runsTransform() const {
  return Passes && Passes->hasTransform();
}

void PassOptionParser::hide(StringRef Name) { erase(Known, Name); }

void PassOptionParser::needs(StringRef Name, StringRef Example) {
  if (none_of(Items, [&](const Item &I) { return I.Name == Name; }))
    report(Text.take_back(0), "pass '" + Pass + "' needs the option '" + Name +
                                  "', as in '" + Pass + "<" + Name + "=" +
                                  Example + ">'");
}

void PassOptionParser::reportBadValue(const Item &I, const Twine &Expected) {
  std::string Found = !I.HasValue       ? "no value"
                      : I.Value.empty() ? "nothing after '='"
                                        : ("'" + I.Value + "'").str();
  report(I.Value, "option '" + I.Name + "' of pass '" + Pass + "' expects " +
                      Expected + ", found " + Found +
                      (I.Value.contains(',') && I.Value.contains('=')
                           ? "; ';' separates options"
                           : ""));
}

/// "'a', 'b' or 'c'".
static std::string listAlternatives(ArrayRef<StringRef> Names) {
  std::string List;
  for (auto [I, Name] : enumerate(Names)) {
    if (I)
      List += I + 1 == Names.size() ? " or " : ", ";
    List += ("'" + Name + "'").str();
  }
  return List;
}

void PassOptionParser::reportBadValue(const Item &I,
                                      ArrayRef<StringRef> Spellings) {
  reportBadValue(I, listAlternatives(Spellings));
}

void PassOptionParser::report(StringRef Where, const Twine &Message) {
  size_t Offset = Where.data() - Text.data();
  if (!Mistake || Offset < Mistake->first)
    Mistake.emplace(Offset, Message.str());
}

Error PassOptionParser::finish() {
  for (const Item &I : Items) {
    if (I.IsTaken)
      continue;
    if (Known.empty())
      report(I.Name,
             "pass '" + Pass + "' has no options, found '" + I.Name + "'");
    else
      report(I.Name, "pass '" + Pass + "' has no option '" + I.Name + "'" +
                         didYouMean(I.Name, Known,
                                    ", expected " + listAlternatives(Known)));
  }
  if (!Mistake)
    return Error::success();
  return make_error<PipelineError>(Mistake->second, Mistake->first);
}

} // namespace hlomem
