//===- Allocation.cpp - Allocations of a buffer assignment ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/Allocation.h"
#include "llvm/ADT/SmallSet.h"

using namespace llvm;

namespace hlomem {

void setArePaged(MutableArrayRef<Allocation> Allocations) {
  SmallSet<MemorySpace, 4> Paged;
  for (const Allocation &A : Allocations)
    if (A.getPage().value_or(0) != 0)
      Paged.insert(A.getMemorySpace());
  for (Allocation &A : Allocations)
    A.setIsPaged(Paged.contains(A.getMemorySpace()));
}

static StringRef getName(const Allocation &A) {
  if (A.getParameter())
    return A.isDonated() ? "donated parameter" : "parameter";
  if (A.isThreadLocal())
    return "thread-local";
  if (A.has(AllocationFlags::Constant))
    return "constant";
  return A.has(AllocationFlags::MaybeLiveOut) ? "output" : "temp";
}

static std::string addPage(std::string Kind, std::optional<int64_t> Page) {
  if (Page)
    Kind += ", page " + std::to_string(*Page);
  return Kind;
}

std::string AllocationKind::str() const { return addPage(Name.str(), Page); }

AllocationKind getKind(const Allocation &A) {
  return {getName(A), A.isPaged() ? A.getPage() : std::nullopt};
}

std::string getKindName(const Allocation &A) { return getKind(A).str(); }

std::string describeKind(const Allocation &A) {
  const std::optional<ParameterOrigin> &P = A.getParameter();
  if (!P)
    return getKindName(A);
  std::string Text;
  raw_string_ostream OS(Text);
  OS << "parameter " << P->Number;
  if (!P->Index.empty())
    OS << ' ' << P->Index;
  if (A.isDonated())
    OS << ", donated";
  return addPage(std::move(Text), getKind(A).Page);
}

} // namespace hlomem
