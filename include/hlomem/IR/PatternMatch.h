//===- PatternMatch.h - Patterns of instructions ----------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Patterns of the instructions of an HloGraph, in the manner of LLVM's
/// PatternMatch.h:
/// \code
///   using namespace hlomem::PatternMatch;
///   uint32_t Base, Slice;
///   if (match(G, Number,
///             m_Op(Opcode::DynamicUpdateSlice, m_OneUse(m_Inst(Base)),
///                  m_SkipMoves(m_Inst(Slice)))))
/// \endcode
/// A pattern is anything that can be called with a graph and the number of an
/// instruction and says whether they match, such as a function of the caller's.
/// What a pattern binds is set as soon as that part matches, and means nothing
/// where the whole does not.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_PATTERNMATCH_H
#define HLOMEM_IR_PATTERNMATCH_H

#include "hlomem/IR/HloGraph.h"
#include <concepts>

namespace hlomem::PatternMatch {

/// Whatever tells of an instruction whether it is looked for.
template <typename T>
concept Pattern = std::predicate<const T &, const HloGraph &, uint32_t>;

/// Tells whether the instruction \p Number of \p G is as \p P says.
template <Pattern T>
constexpr bool match(const HloGraph &G, uint32_t Number, const T &P) {
  return P(G, Number);
}

//===----------------------------------------------------------------------===//
// One instruction
//===----------------------------------------------------------------------===//

/// Matches any instruction.
constexpr auto m_Inst() {
  return [](const HloGraph &, uint32_t) { return true; };
}
/// Matches any instruction and binds its number to \p N, which may be the
/// variable that the search began with.
constexpr auto m_Inst(uint32_t &N) {
  return [&N](const HloGraph &, uint32_t Number) {
    N = Number;
    return true;
  };
}
/// Matches any instruction and binds it to \p I.
constexpr auto m_Inst(const GraphInstruction *&I) {
  return [&I](const HloGraph &G, uint32_t Number) {
    I = &G[Number];
    return true;
  };
}
/// Matches the instruction \p N alone, by the value that it has here.
constexpr auto m_Specific(uint32_t N) {
  return [N](const HloGraph &, uint32_t Number) { return Number == N; };
}
/// Matches the instruction \p N, by the value that it has when it is compared:
/// what a part to the left has bound.
constexpr auto m_Deferred(const uint32_t &N) {
  return [&N](const HloGraph &, uint32_t Number) { return Number == N; };
}

//===----------------------------------------------------------------------===//
// Opcodes and operands
//===----------------------------------------------------------------------===//

/// Matches what has at least as many operands as there are patterns, the first
/// of which are as these say.
template <Pattern... Ts> constexpr auto m_Operands(Ts... Ps) {
  return [Ps...](const HloGraph &G, uint32_t Number) {
    if (G[Number].Operands.size() < sizeof...(Ps))
      return false;
    [[maybe_unused]] const uint32_t *Next = G[Number].Operands.begin();
    return (Ps(G, *Next++) && ...);
  };
}
/// Matches an instruction with one of the opcodes \p Ops, whose first operands
/// are as \p Ps say.
template <Opcode... Ops, Pattern... Ts> constexpr auto m_AnyOp(Ts... Ps) {
  return [Operands = m_Operands(Ps...)](const HloGraph &G, uint32_t Number) {
    return ((G[Number].Op == Ops) || ...) && Operands(G, Number);
  };
}
/// Matches an instruction with the opcode \p Op, whose first operands are as
/// \p Ps say; it may have more.
template <Pattern... Ts> constexpr auto m_Op(Opcode Op, Ts... Ps) {
  return
      [Op, Operands = m_Operands(Ps...)](const HloGraph &G, uint32_t Number) {
        return G[Number].Op == Op && Operands(G, Number);
      };
}
/// Matches an instruction with the opcode \p Op and two operands, one of which
/// is as \p L says and the other as \p R does.
template <Pattern A, Pattern B>
constexpr auto m_Commutative(Opcode Op, A L, B R) {
  return [Op, L, R](const HloGraph &G, uint32_t Number) {
    llvm::ArrayRef<uint32_t> Of = G[Number].Operands;
    return G[Number].Op == Op && Of.size() == 2 &&
           ((L(G, Of[0]) && R(G, Of[1])) || (L(G, Of[1]) && R(G, Of[0])));
  };
}
/// Matches a parameter.
constexpr auto m_Parameter() { return m_Op(Opcode::Parameter); }
/// Matches a parameter and binds which one it is to \p N.
constexpr auto m_Parameter(uint64_t &N) {
  return [&N](const HloGraph &G, uint32_t Number) {
    N = G[Number].Number;
    return G[Number].Op == Opcode::Parameter;
  };
}
/// Matches an element of a tuple that is as \p P says.
template <Pattern T> constexpr auto m_GetTupleElement(T P) {
  return m_Op(Opcode::GetTupleElement, P);
}
/// Matches an element of a tuple that is as \p P says, and binds which one it
/// is to \p N.
template <Pattern T> constexpr auto m_GetTupleElement(T P, uint64_t &N) {
  return [Of = m_GetTupleElement(P), &N](const HloGraph &G, uint32_t Number) {
    if (!Of(G, Number))
      return false;
    N = G[Number].Number;
    return true;
  };
}
/// Matches a fusion, or the start of an asynchronous operation, that ends with
/// what is as \p P says; none that was not read.
template <Pattern T> constexpr auto m_Body(T P) {
  return [P](const HloGraph &G, uint32_t Number) {
    const GraphComputation *Body = G.getBody(G[Number]);
    return Body && P(G, Body->Root);
  };
}
/// Matches a parameter of a fused computation for which its first caller gives
/// what is as \p P says.
template <Pattern T> constexpr auto m_FusedParameter(T P) {
  return [P](const HloGraph &G, uint32_t Number) {
    std::optional<uint32_t> Operand = G.getFusedOperand(G[Number]);
    return Operand && P(G, *Operand);
  };
}

//===----------------------------------------------------------------------===//
// Several patterns
//===----------------------------------------------------------------------===//

/// Matches what one of \p Ps matches; those behind it are not tried.
template <Pattern... Ts> constexpr auto m_AnyOf(Ts... Ps) {
  return [Ps...](const HloGraph &G, uint32_t Number) {
    return (Ps(G, Number) || ...);
  };
}
/// Matches what all of \p Ps match.
template <Pattern... Ts> constexpr auto m_AllOf(Ts... Ps) {
  return [Ps...](const HloGraph &G, uint32_t Number) {
    return (Ps(G, Number) && ...);
  };
}
/// Matches what \p P does not match.
template <Pattern T> constexpr auto m_Not(T P) {
  return [P](const HloGraph &G, uint32_t Number) { return !P(G, Number); };
}
/// Matches what is as \p P says, and read once: as one operand of one other.
template <Pattern T> constexpr auto m_OneUse(T P) {
  return [P](const HloGraph &G, uint32_t Number) {
    return G[Number].Uses.size() == 1 && P(G, Number);
  };
}

//===----------------------------------------------------------------------===//
// Moves
//===----------------------------------------------------------------------===//

/// Matches what has the elements of its operand, which is as \p Ps say,
/// in another place, order or type. JAX rounds what a policy of jax.checkpoint
/// keeps.
template <Pattern... Ts> constexpr auto m_MoveOfWhole(Ts... Ps) {
  return m_AnyOp<Opcode::Bitcast, Opcode::Convert, Opcode::Copy,
                 Opcode::ReducePrecision, Opcode::Reshape, Opcode::Transpose>(
      Ps...);
}
/// Matches what m_MoveOfWhole() matches, and an element of a tuple.
template <Pattern... Ts> constexpr auto m_Move(Ts... Ps) {
  return m_AnyOf(m_MoveOfWhole(Ps...), m_Op(Opcode::GetTupleElement, Ps...));
}
/// Matches what is as \p P says behind whatever matches \p Skipped, one after
/// another: the first operand of each.
template <Pattern S, Pattern T> constexpr auto m_Skip(S Skipped, T P) {
  return [Skipped, P](const HloGraph &G, uint32_t Number) {
    while (Skipped(G, Number) && !G[Number].Operands.empty())
      Number = G[Number].Operands.front();
    return P(G, Number);
  };
}
/// Matches what is as \p P says behind all that only moves it or converts it.
template <Pattern T> constexpr auto m_SkipMoves(T P) {
  return m_Skip(m_Move(), P);
}

} // namespace hlomem::PatternMatch

#endif // HLOMEM_IR_PATTERNMATCH_H
