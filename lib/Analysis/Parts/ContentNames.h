//===- ContentNames.h - What a content is for -------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_ANALYSIS_PARTS_CONTENTNAMES_H
#define HLOMEM_LIB_ANALYSIS_PARTS_CONTENTNAMES_H

#include "Parts/ArgumentKinds.h"

namespace hlomem {

/// Names the contents of the buffers of a program.
class ContentNames {
public:
  /// Constructs the names of \p P, whose graph is \p G; both must outlive this.
  ContentNames(const ProgramSource &P, const HloGraph &G,
               ArrayRef<std::string> ResultNames);

  /// Returns what the value at \p P is.
  Content find(HloPlace P);
  /// Returns what the value at \p P is, which is where the argument at
  /// \p Argument was; none if it is neither the argument nor a result.
  std::optional<Content> findInArgument(HloPlace Argument, HloPlace P);
  /// Returns what the argument at \p P is for; NotNamed if it is none.
  PartKind findArgumentKind(HloPlace P) const {
    const ArgumentLeaf *A = Arguments->find(P);
    return A ? A->Kind : PartKind::NotNamed;
  }
  /// Returns the argument whose content is at \p P; none if there is none.
  std::optional<HloPlace> findArgumentAt(HloPlace P) {
    const HloPlace At = Origins->find(P).At;
    return Arguments->find(At) ? std::optional(At) : std::nullopt;
  }
  /// Returns which result the value at \p P is; none if it is none.
  std::optional<Content> findResult(HloPlace P);
  /// Returns the instruction whose metadata tell what the value at \p P is.
  InstructionId findMaker(HloPlace P);
  /// Returns the innermost line of \p I outside of installed packages; an empty
  /// string if there is none.
  std::string getSource(InstructionId I) const { return Names->getSource(I); }
  /// Returns the reasons for find(), a sentence each.
  std::vector<std::string> explain(HloPlace P);

private:
  bool isStackOf(const ArgumentLeaf &A, HloPlace P) const;
  Content nameArgument(const ArgumentLeaf &A, const Origin &O, HloPlace P);
  Content nameMade(const Origin &O, HloPlace P);
  /// Returns the nearest instruction with an op_name that reads the value at
  /// \p P, or what is made of it; none if none of those that are near has one.
  InstructionId findNamedReader(HloPlace P);
  std::optional<HloPlace> findFill(HloPlace P);
  ScopeName findScope(const Origin &O, InstructionId Named);
  bool isGradient(HloPlace P, const ContentReaders &Readers);
  /// Returns the last reader in the backward pass of what is made in the phase
  /// \p Made; null if there is none.
  const ContentReader *findBackwardReader(Phase Made,
                                          const ContentReaders &Readers) const;
  bool isOfEntry(InstructionId I) const {
    return G[I].Computation == G.getEntryNumber();
  }
  /// Returns the position of \p I in the schedule of its computation; none if
  /// it has none.
  std::optional<size_t> getPosition(InstructionId I) const;
  bool isAfterForward(InstructionId I) const;
  void findFirstBackward();

  const HloGraph &G;
  /// Holds Target::ResultNames.
  ArrayRef<std::string> ResultNames;
  std::unique_ptr<ScopeNames> Names;
  std::unique_ptr<ContentOrigins> Origins;
  std::unique_ptr<ContentScopes> Scopes;
  std::unique_ptr<ArgumentKinds> Arguments;
  IdVector<InstructionId, uint32_t> Positions;
  /// Identifies the first contraction of the backward pass in the entry
  /// computation; none if there is none.
  InstructionId FirstBackward;
};

} // namespace hlomem

#endif // HLOMEM_LIB_ANALYSIS_PARTS_CONTENTNAMES_H
