//===- HloTablesTest.cpp - Facts of XLA that the HLO tables state ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/AllocationFlags.h"
#include "hlomem/IR/ElementType.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/IR/Opcode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "gtest/gtest.h"

using namespace hlomem;
using llvm::StringRef;

namespace {

// Read off xla/hlo/ir/hlo_opcode.h, apart from Opcodes.td.
constexpr const char *XlaOpcodes =
    "abs acos acosh add add-dependency after-all all-gather all-gather-done "
    "all-gather-start all-reduce all-reduce-done all-reduce-start all-to-all "
    "and asin asinh async-done async-start async-update atan atan2 atanh "
    "batch-norm-grad batch-norm-inference batch-norm-training bitcast "
    "bitcast-convert broadcast call cbrt ceil cholesky clamp "
    "count-leading-zeros collective-broadcast collective-permute "
    "collective-permute-done collective-permute-start collective-reduce "
    "compare complex concatenate conditional constant convert convolution copy "
    "copy-done copy-start cosine cosh custom-call divide domain dot "
    "dynamic-reshape dynamic-slice dynamic-update-slice erf exponential "
    "exponential-minus-one fft floor fusion gather get-dimension-size "
    "get-tuple-element imag infeed iota is-finite log log-plus-one logistic "
    "map maximum minimum mulhi multiply negate not opt-barrier or outfeed pad "
    "parameter partition-id popcnt power ragged-all-to-all ragged-dot real "
    "recv recv-done reduce reduce-precision reduce-scatter reduce-window "
    "remainder replica-id reshape reverse rng rng-bit-generator "
    "rng-get-and-update-state round-nearest-afz round-nearest-even rsqrt "
    "scaled-dot scan scatter select select-and-scatter send send-done "
    "set-dimension-size shift-left shift-right-arithmetic shift-right-logical "
    "shuffle sign sine sinh slice sort sqrt stochastic-convert subtract tan "
    "tanh topk transpose triangular-solve tuple while xor";

TEST(OpcodeTest, EveryOpcodeOfXlaIsKnown) {
  llvm::SmallVector<StringRef, 160> Spellings;
  StringRef(XlaOpcodes).split(Spellings, ' ');
  for (StringRef Spelling : Spellings) {
    Opcode Op = parseOpcode(Spelling);
    EXPECT_NE(Op, Opcode::Unknown) << Spelling.str();
    EXPECT_EQ(opcodeName(Op), Spelling);
  }
  // In the order of their spellings the last one has the number of them all.
  EXPECT_EQ(static_cast<size_t>(Opcode::Xor), Spellings.size());
}

TEST(OpcodeTest, OtherWordsAreUnknown) {
  for (StringRef Word : {"", "unknown", "Add", "add ", "ad", "addd", "-start",
                         "foo-start", "optimization-barrier", "slice-begin"})
    EXPECT_EQ(parseOpcode(Word), Opcode::Unknown) << Word.str();
  EXPECT_EQ(opcodeName(Opcode::Unknown), "unknown");
  EXPECT_EQ(opcodeTraits(Opcode::Unknown), OpcodeTraits::None);
}

TEST(OpcodeTest, AsynchronousOpcodesCarryTheNameOfWhatTheyWrap) {
  EXPECT_EQ(parseOpcode("slice-start"), Opcode::AsyncStart);
  EXPECT_EQ(parseOpcode("custom-call-update"), Opcode::AsyncUpdate);
  EXPECT_EQ(parseOpcode("dynamic-update-slice-done"), Opcode::AsyncDone);
  // These exist by themselves, so nothing is taken apart.
  EXPECT_EQ(parseOpcode("copy-start"), Opcode::CopyStart);
  EXPECT_EQ(parseOpcode("all-reduce-done"), Opcode::AllReduceDone);
}

TEST(OpcodeTest, TraitsTellWhatAliasingNeeds) {
  EXPECT_TRUE(hasTrait(Opcode::Add, OpcodeTraits::Elementwise));
  EXPECT_FALSE(hasTrait(Opcode::Dot, OpcodeTraits::Elementwise));
  EXPECT_FALSE(hasTrait(Opcode::Transpose, OpcodeTraits::Elementwise));
  for (Opcode Op : {Opcode::DynamicUpdateSlice, Opcode::Scatter, Opcode::Fusion,
                    Opcode::SetDimensionSize, Opcode::RaggedAllToAll})
    EXPECT_TRUE(hasTrait(Op, OpcodeTraits::MayUpdateInPlace));
  EXPECT_FALSE(hasTrait(Opcode::DynamicSlice, OpcodeTraits::MayUpdateInPlace));
  for (Opcode Op :
       {Opcode::Tuple, Opcode::GetTupleElement, Opcode::Bitcast,
        Opcode::OptBarrier, Opcode::AddDependency, Opcode::CopyDone,
        Opcode::RecvDone, Opcode::Send, Opcode::While, Opcode::Call})
    EXPECT_TRUE(hasTrait(Op, OpcodeTraits::ForwardsOperands));
  for (Opcode Op : {Opcode::Copy, Opcode::Reshape, Opcode::SendDone,
                    Opcode::AllReduceStart, Opcode::AfterAll})
    EXPECT_FALSE(hasTrait(Op, OpcodeTraits::ForwardsOperands));
}

TEST(OpcodeTest, TraitsAreExact) {
  EXPECT_EQ(opcodeTraits(Opcode::CopyStart), OpcodeTraits::ForwardsOperands |
                                                 OpcodeTraits::CopiesData |
                                                 OpcodeTraits::AsyncStart);
  EXPECT_EQ(opcodeTraits(Opcode::Constant), OpcodeTraits::IsLeaf);
  EXPECT_TRUE(hasTrait(Opcode::While, OpcodeTraits::ControlFlow |
                                          OpcodeTraits::CallsComputations));
  // All of them, not one of them.
  EXPECT_FALSE(hasTrait(Opcode::Fusion, OpcodeTraits::ControlFlow |
                                            OpcodeTraits::CallsComputations));
}

TEST(ElementTypeTest, WidthsAreThoseOfTheFormat) {
  struct Fact {
    const char *Spelling;
    ElementType Type;
    unsigned Memory, Nominal;
  };
  // By name, and by docs/DumpFormat.md#shapes below a byte.
  const Fact Facts[] = {
      {"pred", ElementType::Pred, 8, 1},
      {"s1", ElementType::S1, 8, 1},
      {"u2", ElementType::U2, 8, 2},
      {"s4", ElementType::S4, 8, 4},
      {"s8", ElementType::S8, 8, 8},
      {"u16", ElementType::U16, 16, 16},
      {"s32", ElementType::S32, 32, 32},
      {"u64", ElementType::U64, 64, 64},
      {"f4e2m1fn", ElementType::F4E2M1FN, 8, 4},
      {"f6e3m2fn", ElementType::F6E3M2FN, 8, 6},
      {"f8e4m3b11fnuz", ElementType::F8E4M3B11FNUZ, 8, 8},
      {"f8e8m0fnu", ElementType::F8E8M0FNU, 8, 8},
      {"bf16", ElementType::BF16, 16, 16},
      {"f16", ElementType::F16, 16, 16},
      {"f64", ElementType::F64, 64, 64},
      {"c64", ElementType::C64, 64, 64},
      {"c128", ElementType::C128, 128, 128},
      {"token", ElementType::Token, 0, 0},
      {"opaque", ElementType::Opaque, 64, 64},
  };
  for (const Fact &F : Facts) {
    EXPECT_EQ(parseElementType(F.Spelling), F.Type) << F.Spelling;
    EXPECT_EQ(elementTypeName(F.Type), F.Spelling);
    EXPECT_EQ(elementBits(F.Type), F.Memory) << F.Spelling;
    EXPECT_EQ(nominalElementBits(F.Type), F.Nominal) << F.Spelling;
  }
}

TEST(ElementTypeTest, EveryTypeOfTheFormatIsKnown) {
  llvm::SmallVector<StringRef, 40> Spellings;
  StringRef("pred s1 s2 s4 s8 s16 s32 s64 u1 u2 u4 u8 u16 u32 u64 f16 bf16 f32 "
            "f64 c64 c128 f8e5m2 f8e4m3fn f8e4m3b11fnuz f8e5m2fnuz f8e4m3fnuz "
            "f8e4m3 f8e3m4 f4e2m1fn f8e8m0fnu f6e3m2fn f6e2m3fn token opaque "
            "tuple")
      .split(Spellings, ' ');
  for (StringRef Spelling : Spellings)
    EXPECT_EQ(elementTypeName(parseElementType(Spelling)), Spelling);
  EXPECT_EQ(static_cast<size_t>(ElementType::Tuple), Spellings.size());
}

TEST(ElementTypeTest, WhatHasNoWidthHasNone) {
  EXPECT_EQ(parseElementType("f128"), ElementType::Unknown);
  EXPECT_EQ(parseElementType("F32"), ElementType::Unknown);
  EXPECT_EQ(elementBits(ElementType::Unknown), std::nullopt);
  EXPECT_EQ(elementBits(ElementType::Tuple), std::nullopt);
  EXPECT_EQ(elementClass(ElementType::Unknown), ElementClass::Unknown);
  EXPECT_EQ(elementClass(ElementType::BF16), ElementClass::Float);
  EXPECT_EQ(elementClass(ElementType::Opaque), ElementClass::Opaque);
}

TEST(AllocationFlagsTest, BitsFollowTheOrderOfPrinting) {
  const char *Printed[] = {"parameter",      "output shape",
                           "constant",       "thread-local",
                           "maybe-live-out", "preallocated-temp"};
  unsigned Bit = 1;
  for (const char *Spelling : Printed) {
    AllocationFlags Flag = parseAllocationFlag(Spelling);
    EXPECT_EQ(static_cast<unsigned>(Flag), Bit) << Spelling;
    EXPECT_EQ(allocationFlagName(Flag), Spelling);
    Bit *= 2;
  }
}

TEST(AllocationFlagsTest, OnlySingleFlagsHaveNames) {
  EXPECT_EQ(parseAllocationFlag("color"), AllocationFlags::None);
  EXPECT_EQ(allocationFlagName(AllocationFlags::None), "");
  EXPECT_EQ(allocationFlagName(AllocationFlags::Parameter |
                               AllocationFlags::MaybeLiveOut),
            "");
}

TEST(MemorySpaceTest, NumbersMeanWhatTheBackendSays) {
  EXPECT_EQ(memorySpaceName(Backend::TPU, 0), "HBM");
  EXPECT_EQ(memorySpaceName(Backend::TPU, 1), "VMEM");
  EXPECT_EQ(memorySpaceName(Backend::TPU, 2), "sync flags");
  EXPECT_EQ(memorySpaceName(Backend::TPU, 3), "CMEM");
  EXPECT_EQ(memorySpaceName(Backend::TPU, 4), "SMEM");
  EXPECT_EQ(memorySpaceName(Backend::GPU, 1), "collective");
  EXPECT_EQ(memorySpaceName(Backend::GPU, 5), "pinned host");
  EXPECT_EQ(memorySpaceName(Backend::CPU, 5), "host");
  EXPECT_EQ(memorySpaceName(Backend::CPU, 1), "");
  EXPECT_EQ(memorySpaceName(Backend::TPU, 11), "");
  EXPECT_EQ(memorySpaceName(Backend::TPU, UINT32_MAX), "");
  EXPECT_EQ(memorySpaceName(Backend::Unknown, 0), "");
}

TEST(MemorySpaceTest, PropertiesTellChipAndHost) {
  EXPECT_TRUE(hasProperty(Backend::TPU, 1, MemorySpaceProperties::IsOnChip));
  EXPECT_FALSE(hasProperty(Backend::TPU, 0, MemorySpaceProperties::IsOnChip));
  EXPECT_FALSE(hasProperty(Backend::TPU, 7, MemorySpaceProperties::IsOnChip));
  EXPECT_FALSE(hasProperty(Backend::GPU, 1, MemorySpaceProperties::IsOnChip));
  EXPECT_TRUE(hasProperty(Backend::TPU, 5, MemorySpaceProperties::IsHost));
  EXPECT_TRUE(hasProperty(Backend::GPU, 5,
                          MemorySpaceProperties::IsHost |
                              MemorySpaceProperties::IsPinned));
  EXPECT_FALSE(hasProperty(Backend::CPU, 77, MemorySpaceProperties::IsHost));
}

TEST(MemorySpaceTest, BackendsHaveNames) {
  EXPECT_EQ(backendName(Backend::CPU), "CPU");
  EXPECT_EQ(backendName(Backend::Unknown), "unknown");
}

TEST(MemorySpaceTest, SpacesAreFoundByName) {
  EXPECT_EQ(parseMemorySpace(Backend::TPU, "hbm"), 0u);
  EXPECT_EQ(parseMemorySpace(Backend::TPU, "Vmem"), 1u);
  EXPECT_EQ(parseMemorySpace(Backend::TPU, "sflag"), 2u);
  EXPECT_EQ(parseMemorySpace(Backend::TPU, "sync-flags"), 2u);
  EXPECT_EQ(parseMemorySpace(Backend::GPU, "host"), 5u);
  EXPECT_EQ(parseMemorySpace(Backend::GPU, "hbm"), 0u);
  EXPECT_EQ(parseMemorySpace(Backend::CPU, "hbm"), std::nullopt);
  EXPECT_EQ(parseMemorySpace(Backend::Unknown, "hbm"), std::nullopt);
  EXPECT_EQ(parseMemorySpace(Backend::TPU, ""), std::nullopt);
  auto Spellings = memorySpaceSpellings();
  EXPECT_EQ(llvm::count(Spellings, "host"), 1);
  EXPECT_EQ(llvm::count(Spellings, "collective"), 1);
}

} // namespace
