//===- PatternMatch.h - Patterns of instructions ----------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Defines patterns of the instructions of an HloGraph, in the manner of LLVM's
/// PatternMatch.h:
/// \code
///   using namespace hlomem::PatternMatch;
///   InstructionId Base, Slice;
///   if (match(G, Number,
///             m_Op(Opcode::DynamicUpdateSlice, m_OneUse(m_Inst(Base)),
///                  m_SkipMoves(m_Inst(Slice)))))
/// \endcode
/// A pattern is anything that can be called with a graph and the number of an
/// instruction and returns whether they match, such as a function of the
/// caller's. What a pattern binds is set as soon as that part matches, and is
/// meaningless if the whole does not match.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_PATTERNMATCH_H
#define HLOMEM_IR_PATTERNMATCH_H

#include "hlomem/IR/HloGraph.h"
#include <concepts>

namespace hlomem::PatternMatch {

/// Is satisfied by a callable that tells whether an instruction of a graph
/// matches.
template <typename T>
concept Pattern = std::predicate<const T &, const HloGraph &, InstructionId>;

/// Returns true if the instruction \p Number of \p G matches \p P.
template <Pattern T>
constexpr bool match(const HloGraph &G, InstructionId Number, const T &P) {
  return P(G, Number);
}

//===----------------------------------------------------------------------===//
// One instruction
//===----------------------------------------------------------------------===//

/// Matches any instruction.
constexpr auto m_Inst() {
  return [](const HloGraph &, InstructionId) { return true; };
}
/// Matches any instruction and binds its number to \p N, which may be the
/// variable that the search began with.
constexpr auto m_Inst(InstructionId &N) {
  return [&N](const HloGraph &, InstructionId Number) {
    N = Number;
    return true;
  };
}
/// Matches any instruction and binds it to \p I.
constexpr auto m_Inst(const GraphInstruction *&I) {
  return [&I](const HloGraph &G, InstructionId Number) {
    I = &G[Number];
    return true;
  };
}
/// Matches the instruction \p N only, by the value that it has when the pattern
/// is made.
constexpr auto m_Specific(InstructionId N) {
  return [N](const HloGraph &, InstructionId Number) { return Number == N; };
}
/// Matches the instruction \p N, by the value that it has when the pattern is
/// matched: what a part to the left has bound.
constexpr auto m_Deferred(const InstructionId &N) {
  return [&N](const HloGraph &, InstructionId Number) { return Number == N; };
}

//===----------------------------------------------------------------------===//
// Opcodes and operands
//===----------------------------------------------------------------------===//

/// Matches an instruction with at least as many operands as \p Ps, the first of
/// which match these.
template <Pattern... Ts> constexpr auto m_Operands(Ts... Ps) {
  return [Ps...](const HloGraph &G, InstructionId Number) {
    if (G[Number].Operands.size() < sizeof...(Ps))
      return false;
    [[maybe_unused]] const InstructionId *Next = G[Number].Operands.begin();
    return (Ps(G, *Next++) && ...);
  };
}
/// Matches an instruction with one of the opcodes \p Ops, whose first operands
/// match \p Ps.
template <Opcode... Ops, Pattern... Ts> constexpr auto m_AnyOp(Ts... Ps) {
  return
      [Operands = m_Operands(Ps...)](const HloGraph &G, InstructionId Number) {
        return ((G[Number].Op == Ops) || ...) && Operands(G, Number);
      };
}
/// Matches an instruction with the opcode \p Op, whose first operands match
/// \p Ps; it may have more.
template <Pattern... Ts> constexpr auto m_Op(Opcode Op, Ts... Ps) {
  return [Op, Operands = m_Operands(Ps...)](const HloGraph &G,
                                            InstructionId Number) {
    return G[Number].Op == Op && Operands(G, Number);
  };
}
/// Matches an instruction with the opcode \p Op and two operands, one of which
/// matches \p L and the other \p R.
template <Pattern A, Pattern B>
constexpr auto m_Commutative(Opcode Op, A L, B R) {
  return [Op, L, R](const HloGraph &G, InstructionId Number) {
    ArrayRef<InstructionId> Of = G[Number].Operands;
    return G[Number].Op == Op && Of.size() == 2 &&
           ((L(G, Of[0]) && R(G, Of[1])) || (L(G, Of[1]) && R(G, Of[0])));
  };
}
/// Matches a parameter.
constexpr auto m_Parameter() { return m_Op(Opcode::Parameter); }
/// Matches a parameter and binds its number to \p N.
constexpr auto m_Parameter(uint64_t &N) {
  return [&N](const HloGraph &G, InstructionId Number) {
    N = G[Number].Number;
    return G[Number].Op == Opcode::Parameter;
  };
}
/// Matches an element of a tuple that matches \p P.
template <Pattern T> constexpr auto m_GetTupleElement(T P) {
  return m_Op(Opcode::GetTupleElement, P);
}
/// Matches an element of a tuple that matches \p P, and binds its number to
/// \p N.
template <Pattern T> constexpr auto m_GetTupleElement(T P, uint64_t &N) {
  return
      [Of = m_GetTupleElement(P), &N](const HloGraph &G, InstructionId Number) {
        if (!Of(G, Number))
          return false;
        N = G[Number].Number;
        return true;
      };
}
/// Matches a fusion, or the start of an asynchronous operation, whose root
/// instruction matches \p P; matches none whose body was not read.
template <Pattern T> constexpr auto m_Body(T P) {
  return [P](const HloGraph &G, InstructionId Number) {
    const GraphComputation *Body = G.getBody(G[Number]);
    return Body && P(G, Body->Root);
  };
}
/// Matches a parameter of a fused computation whose operand at its first caller
/// matches \p P.
template <Pattern T> constexpr auto m_FusedParameter(T P) {
  return [P](const HloGraph &G, InstructionId Number) {
    InstructionId Operand = G.getFusedOperand(G[Number]);
    return Operand && P(G, Operand);
  };
}

//===----------------------------------------------------------------------===//
// Several patterns
//===----------------------------------------------------------------------===//

/// Matches an instruction that one of \p Ps matches; those after it are not
/// tried.
template <Pattern... Ts> constexpr auto m_AnyOf(Ts... Ps) {
  return [Ps...](const HloGraph &G, InstructionId Number) {
    return (Ps(G, Number) || ...);
  };
}
/// Matches an instruction that all of \p Ps match.
template <Pattern... Ts> constexpr auto m_AllOf(Ts... Ps) {
  return [Ps...](const HloGraph &G, InstructionId Number) {
    return (Ps(G, Number) && ...);
  };
}
/// Matches an instruction that \p P does not match.
template <Pattern T> constexpr auto m_Not(T P) {
  return [P](const HloGraph &G, InstructionId Number) { return !P(G, Number); };
}
/// Matches an instruction that matches \p P and is used once: as one operand of
/// one other instruction.
template <Pattern T> constexpr auto m_OneUse(T P) {
  return [P](const HloGraph &G, InstructionId Number) {
    return G[Number].Uses.size() == 1 && P(G, Number);
  };
}

//===----------------------------------------------------------------------===//
// Moves
//===----------------------------------------------------------------------===//

/// Matches an instruction that has the elements of its operand, which matches
/// \p Ps, in another place, order or type. JAX rounds what a policy of
/// jax.checkpoint keeps.
template <Pattern... Ts> constexpr auto m_MoveOfWhole(Ts... Ps) {
  return m_AnyOp<Opcode::Bitcast, Opcode::Convert, Opcode::Copy,
                 Opcode::ReducePrecision, Opcode::Reshape, Opcode::Transpose>(
      Ps...);
}
/// Matches an instruction that m_MoveOfWhole() matches, or an element of a
/// tuple.
template <Pattern... Ts> constexpr auto m_Move(Ts... Ps) {
  return m_AnyOf(m_MoveOfWhole(Ps...), m_Op(Opcode::GetTupleElement, Ps...));
}
/// Matches an instruction if \p P matches the one reached from it by following
/// first operands as long as \p Skipped matches.
template <Pattern S, Pattern T> constexpr auto m_Skip(S Skipped, T P) {
  return [Skipped, P](const HloGraph &G, InstructionId Number) {
    while (Skipped(G, Number) && !G[Number].Operands.empty())
      Number = G[Number].Operands.front();
    return P(G, Number);
  };
}
/// Matches an instruction if \p P matches the one reached from it by skipping
/// all that only moves or converts.
template <Pattern T> constexpr auto m_SkipMoves(T P) {
  return m_Skip(m_Move(), P);
}

} // namespace hlomem::PatternMatch

#endif // HLOMEM_IR_PATTERNMATCH_H
