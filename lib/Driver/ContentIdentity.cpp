//===- ContentIdentity.cpp - Dumps with the same contents -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContentIdentity.h"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/Driver/Session.h"
#include "hlomem/Proto/WireFields.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"

using namespace llvm;

namespace hlomem {

/// Splits the message \p Bytes. Returns no field if it is none.
static SmallVector<RawField> splitMessage(StringRef Bytes) {
  SmallVector<RawField> Fields;
  while (std::optional<RawField> F = takeField(Bytes))
    Fields.push_back(*F);
  return Bytes.empty() ? Fields : SmallVector<RawField>();
}

/// Passes \p Text to \p Add, in pieces without HloProto.hlo_module.id if it is
/// an HloProto: XLA counts that number up for each module of a process.
static void visitContent(StringRef Text, function_ref<void(StringRef)> Add) {
  static constexpr unsigned HloModule = 1, Id = 5;
  SmallVector<RawField> Fields = splitMessage(Text);
  if (Fields.empty())
    return Add(Text);
  for (const RawField &F : Fields) {
    if (F.getNumber() != HloModule || F.getKind() != WireKind::Bytes) {
      Add(F.Whole);
      continue;
    }
    // Not the length, which depends on the number too.
    StringRef Rest = F.Content;
    for (const RawField &Inner : splitMessage(F.Content))
      if (Inner.getNumber() == Id && Inner.getKind() == WireKind::Varint) {
        Add(Rest.take_front(Inner.Whole.begin() - Rest.begin()));
        Rest = StringRef(Inner.Whole.end(), Rest.end() - Inner.Whole.end());
      }
    Add(Rest);
  }
}

std::string computeContentIdentity(LoadedModule &L) {
  if (L.getTexts().empty())
    return "";
  TruncatedBLAKE3<16> Hash;
  // The length in front keeps apart what follows.
  auto Add = [&Hash](StringRef Text) {
    Hash.update(utostr(Text.size()) + ":");
    Hash.update(Text);
  };
  for (const SourceText &T : L.getTexts())
    visitContent(T.Text, Add);
  for (const auto &Load : L.getTextsBeside()) {
    Expected<SourceText> T = Load();
    Add(T ? "beside" : "");
    if (T)
      visitContent(T->Text, Add);
    else
      consumeError(T.takeError());
  }
  if (L.isLoaded()) {
    // The name of a file may tell it, and files beside the dump.
    AnalysisManager &AM = L.getAnalyses();
    Add(backendName(AM.getResult<BackendAnalysis>().get()));
    const Device *For = AM.getTarget().Compile.For.get();
    Add(For ? StringRef(For->Name) : StringRef());
    Add(utostr(For ? For->Memory.count() : 0));
  }
  return toHex(Hash.final(), /*LowerCase=*/true);
}

} // namespace hlomem
