//===- AliasArguments.cpp - Arguments that could be donated ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AliasReport.h"
#include "ValueSelection.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace hlomem {

std::string AliasReport::describeTime(Time T) const {
  // Values that come from before the program begin at 0.
  return formatv("{0} {1}", T,
                 T < Live.getEndOfProgram() ? Live.schedule()[T] : "(end)");
}

// The largest part first, as everywhere.
void AliasReport::reportArguments() {
  ArrayRef<Argument> All = Arguments.arguments();
  if (All.empty())
    return;
  remark::ArgumentsFound Found{};
  for (const Argument &A : All) {
    ++Found.Count;
    Found.Size += A.Block->getSize();
    if (A.State == Donation::Done) {
      ++Found.Donated;
      Found.DonatedSize += A.Block->getSize();
    } else if (A.State == Donation::Possible) {
      ++Found.Possible;
    } else {
      ++Found.Blocked;
    }
  }
  C.emit(All.front().Block->getLoc(), Found);
  reportDonations();
  reportBlocked();
}

void AliasReport::reportDonations() {
  std::vector<const Argument *> Possible;
  std::vector<AssignmentChange> Changes;
  Bytes Size;
  for (const Argument &A : Arguments.arguments())
    if (A.State == Donation::Possible) {
      Possible.push_back(&A);
      append_range(Changes, A.Changes);
      Size += A.Block->getSize();
    }
  if (Possible.empty())
    return;
  C.emit(Possible.front()->Block->getLoc(),
         remark::DonationsPossible{.Count = Possible.size(),
                                   .Size = Size,
                                   .Saved = getSaving(Changes)});
  size_t Listed = countListed(Possible.size());
  for (const Argument *A : ArrayRef(Possible).take_front(Listed)) {
    Size -= A->Block->getSize();
    C.emit(A->Leaf->getLoc(),
           remark::DonationRow{
               .Size = A->Block->getSize(),
               .Saved = getSaving(A->Changes),
               .Kind = describeKind(*A->Block),
               .Value = A->Leaf->getDefinition(),
               .Read = A->LastRead ? describeTime(*A->LastRead) : "never",
               .Result = toString(A->Output->getDefinition()),
               .Written =
                   formatv("{0} {1}", A->WrittenAt, A->Writer->getDefinition()),
               .StandsFor = Names.getName(*A->Leaf),
               .OpName = Names.findOpName(*A->Leaf).str()});
  }
  if (Listed != Possible.size())
    C.emit(SMLoc(), remark::DonationRest{.Count = Possible.size() - Listed,
                                         .Size = Size});
}

std::string AliasReport::explain(const Argument &A) const {
  std::string Text;
  raw_string_ostream OS(Text);
  switch (A.State) {
  case Donation::NoOutput:
    OS << "no result of its padded size in its space";
    break;
  case Donation::OutputsTaken:
    OS << "other arguments can take all results of its size";
    break;
  case Donation::ReadByWriter:
    OS << A.Writer->getInstructionName() << " (" << A.WrittenAt << ") ";
    if (getDefiningOpcode(M, *A.Writer) == Opcode::Copy)
      OS << "copies it to result " << A.Output->getDefinition();
    else
      OS << "reads it last and writes result " << A.Output->getDefinition();
    break;
  case Donation::ReadLater:
    OS << "read until " << describeTime(*A.LastRead) << ", result "
       << A.Output->getDefinition() << " is written from " << A.WrittenAt;
    break;
  case Donation::NoBytes:
    OS << "it has no bytes";
    break;
  case Donation::Unknown:
    OS << "unknown: the dump does not show when it is read";
    break;
  case Donation::Done:
  case Donation::Possible:
    llvm_unreachable("these are not blocked");
  }
  return Text;
}

void AliasReport::reportBlocked() {
  std::vector<const Argument *> Blocked;
  Bytes Size;
  for (const Argument &A : Arguments.arguments())
    if (A.State != Donation::Done && A.State != Donation::Possible) {
      Blocked.push_back(&A);
      Size += A.Block->getSize();
    }
  if (Blocked.empty())
    return;
  C.emit(Blocked.front()->Block->getLoc(),
         remark::ArgumentsBlocked{.Count = Blocked.size(), .Size = Size});
  size_t Listed = countListed(Blocked.size());
  for (const Argument *A : ArrayRef(Blocked).take_front(Listed)) {
    Size -= A->Block->getSize();
    C.emit(A->Block->getLoc(),
           remark::BlockedRow{
               .Size = A->Block->getSize(),
               .Kind = describeKind(*A->Block),
               .Value = A->Leaf ? toString(A->Leaf->getDefinition()) : "",
               .Why = explain(*A),
               .StandsFor = A->Leaf ? Names.getName(*A->Leaf) : "",
               .OpName = A->Leaf ? Names.findOpName(*A->Leaf).str() : ""});
  }
  if (Listed != Blocked.size())
    C.emit(SMLoc(),
           remark::BlockedRest{.Count = Blocked.size() - Listed, .Size = Size});
}

} // namespace hlomem
