//===- Portfolio.h - Greedy placements for the solver ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PACKING_GREEDY_PORTFOLIO_H
#define HLOMEM_LIB_PACKING_GREEDY_PORTFOLIO_H

#include "Limits.h"
#include "hlomem/Packing/Greedy/Greedy.h"

namespace hlomem::packing {

/// placeGreedily that ends once a placement is no larger than \p Target or
/// \p L is over; but not before it has one.
Placement placeGreedily(const Problem &P, uint64_t Target, Limits &L);

/// What is to be placed first.
enum class Largest {
  Size,     ///< Then by lifetime.
  Lifetime, ///< Then by size.
  Area,     ///< Size times lifetime.
  Length,   ///< Area times lifetime.
};
/// The buffers of \p P, by position, largest first.
std::vector<unsigned> getOrder(const Problem &P, Largest By);

/// The order in which XLA places the buffers of \p P, by position.
std::vector<unsigned> getXlaOrder(const Problem &P, XlaOrder Order);

} // namespace hlomem::packing

#endif // HLOMEM_LIB_PACKING_GREEDY_PORTFOLIO_H
