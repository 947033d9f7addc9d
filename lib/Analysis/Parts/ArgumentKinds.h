//===- ArgumentKinds.h - What arguments and results are for -----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file declares ArgumentKinds, which tells parameters, optimizer state
/// and inputs apart by what reads and what renews them.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_ANALYSIS_PARTS_ARGUMENTKINDS_H
#define HLOMEM_LIB_ANALYSIS_PARTS_ARGUMENTKINDS_H

#include "Parts/ContentScopes.h"
#include "hlomem/Analysis/Parts/Parts.h"
#include <set>

namespace hlomem {

/// Represents an array that the program takes.
struct ArgumentLeaf {
  HloPlace At;
  const Shape *Type = nullptr;
  /// Holds its path, "params['w1']"; the name of the instruction if there is
  /// none.
  std::string Name;
  bool HasPath = true;
  PartKind Kind = PartKind::Inputs;
  /// Holds the number of the result that renews it; none if none does.
  std::optional<size_t> Renewal = {};
  /// Is true if the results have it unchanged.
  bool IsReturned = false;
  /// Is true if donation pairs it with Renewal, rather than the order of
  /// shapes.
  bool IsPairedByDonation = false;
};

/// Holds the arguments and results of a program.
class ArgumentKinds {
public:
  /// Classifies the arguments of a program; all must outlive this.
  ArgumentKinds(ContentOrigins &Origins, const ScopeNames &Names,
                const ContentScopes &Scopes);

  /// Returns true if the program computes derivatives.
  bool hasBackward() const { return HasBackward; }
  /// Returns the argument at \p P; null if it is none.
  const ArgumentLeaf *find(HloPlace P) const;
  /// Returns the number of the result that \p P is or becomes in place; none if
  /// it becomes none.
  std::optional<size_t> findResult(HloPlace P) const;
  /// Returns the place of result \p Number in the root.
  HloPlace getResult(size_t Number) const { return Results[Number]; }
  /// Returns the argument that result \p Number renews; null if it renews none.
  const ArgumentLeaf *findRenewed(size_t Number) const;
  /// Returns true if an array with these dimensions, up to their order and to
  /// dimensions of one element, is a parameter.
  bool isParameterShape(const Shape &S) const {
    return ParameterShapes.contains(getExtents(S));
  }

private:
  /// Describes the arguments whose paths have one root.
  struct Root {
    /// Holds the leading extents of those that are not renewed.
    std::set<uint64_t> LeadingExtents;
    /// Is true if one is an array of signed integers that is not renewed.
    bool HasIndices = false;
    /// Is true if the results have one, renewed or unchanged.
    bool IsRenewed = false;
  };

  /// Returns the extents in ascending order, without ones.
  static std::vector<uint64_t> getExtents(const Shape &S);
  void findResults();
  void pairWithResults();
  void findReturned();
  /// Returns the phase of what makes the content of \p P.
  Phase getMaker(HloPlace P) const {
    return Names.getPhase(Scopes.findNamed(Origins.find(P).At));
  }
  /// Returns the phases of what reads the content of \p P, also where it is
  /// first joined with others.
  PhaseSet findPhases(HloPlace P) const;
  PartKind classify(const ArgumentLeaf &A, PhaseSet ReadBy,
                    const Root &Of) const;
  void classifyAll();
  void unifyMirrors();
  void findWorlds();
  void nameByReaders();
  /// Returns true if the name of \p A does not tell what it is.
  bool isOpaque(const ArgumentLeaf &A) const;

  ContentOrigins &Origins;
  const ScopeNames &Names;
  const ContentScopes &Scopes;
  const HloGraph &G;
  bool HasBackward = false;
  /// Is true if the first argument of equinox.filter_jit is data.
  bool IsModelInRest = false;
  std::vector<ArgumentLeaf> Leaves;
  llvm::DenseMap<HloPlace, size_t> LeafAt;
  std::vector<HloPlace> Results;
  llvm::DenseMap<HloPlace, size_t> ResultAt;
  llvm::DenseMap<size_t, size_t> RenewedBy;
  std::set<std::vector<uint64_t>> ParameterShapes;
  /// Holds, by path with its last number left out, the shapes there.
  std::map<std::string, std::set<const Shape *>> ShapesOfPath;
};

} // namespace hlomem

#endif // HLOMEM_LIB_ANALYSIS_PARTS_ARGUMENTKINDS_H
