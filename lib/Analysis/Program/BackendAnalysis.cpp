//===- BackendAnalysis.cpp - The backend that a dump was compiled for -----===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "Program/PrintedInstructions.h"
#include "hlomem/Analysis/Program/ProgramAnalysis.h"
#include "hlomem/IR/Module.h"
#include "hlomem/IR/ProgramSource.h"

using namespace llvm;

namespace hlomem {

AnalysisKey BackendAnalysis::Key;

std::string InferredBackend::describe(MemorySpace Space) const {
  std::string Text = "space " + utostr(Space);
  StringRef Name = name(Space).Name;
  return Name.empty() ? Text : Text + " (" + Name.str() + ")";
}

namespace {

/// What only one backend writes into an attribute of an instruction.
struct Mark {
  StringLiteral Attribute;
  StringLiteral Text;
  Backend Kind;
};

} // namespace

// Of the custom calls the libraries that they lead to and the callbacks of JAX;
// of backend_config the fields of xla/service/gpu/backend_configs.proto and
// xla/service/cpu/backend_config.proto.
static constexpr Mark Marks[] = {
    {"custom_call_target", "__cublas$", Backend::GPU},
    {"custom_call_target", "__cudnn$", Backend::GPU},
    {"custom_call_target", "__onednn$", Backend::CPU},
    {"custom_call_target", "xla_python_gpu_callback", Backend::GPU},
    {"custom_call_target", "xla_ffi_python_gpu_callback", Backend::GPU},
    {"custom_call_target", "xla_python_cpu_callback", Backend::CPU},
    {"custom_call_target", "xla_ffi_python_cpu_callback", Backend::CPU},
    {"backend_config", "operation_queue_id", Backend::GPU},
    {"backend_config", "outer_dimension_partitions", Backend::CPU},
};

// An op_name may hold the same words, so that a text with them is taken apart.
static Backend findMark(const Module &M, const Value &V) {
  StringRef Text = V.getInstructionText();
  const InstructionDetails *I = nullptr;
  if (Text.empty()) {
    if (Opcode Op = getOpcode(M, V);
        Op == Opcode::Parameter || Op == Opcode::Constant)
      return Backend::Unknown;
    I = M.getInstruction(V);
    if (!I)
      return Backend::Unknown;
  } else if (!Text.contains("custom_call_target=") &&
             !Text.contains("backend_config=")) {
    return Backend::Unknown;
  }
  for (const Mark &Known : Marks) {
    if (!Text.empty() && !Text.contains(Known.Text))
      continue;
    if (!I)
      I = M.getInstruction(V);
    std::optional<StringRef> Attribute = I->getAttribute(Known.Attribute);
    if (Attribute && Attribute->contains(Known.Text))
      return Known.Kind;
  }
  return Backend::Unknown;
}

// What XLA's scheduler for GPUs leaves behind, and no other; since JAX 0.9.2
// all programs for GPUs have it. Reading a program takes time, so that it is
// asked last.
static bool isScheduledForGpu(const Module &M, AnalysisManager &AM) {
  const ProgramText &Text = AM.getResult<ProgramAnalysis>();
  if (!Text.Program)
    return false;
  std::optional<StringRef> Attributes =
      Text.Program->getHeaderAttribute("frontend_attributes");
  return Attributes && Attributes->contains("fingerprint_before_lhs=");
}

InferredBackend BackendAnalysis::run(const Module &M, AnalysisManager &AM) {
  if (AM.getTarget().GivenBackend)
    return InferredBackend(*AM.getTarget().GivenBackend);
  if (M.getShapes().hasTiles())
    return InferredBackend(Backend::TPU);
  if (M.getName().contains("cpu_after_optimizations"))
    return InferredBackend(Backend::CPU);
  if (M.getName().contains("gpu_after_optimizations"))
    return InferredBackend(Backend::GPU);
  Backend Kind = Backend::Unknown;
  visitPrintedInstructions(M.listedValues(), [&](const Value &V) {
    Kind = findMark(M, V);
    return Kind == Backend::Unknown;
  });
  if (Kind == Backend::Unknown && isScheduledForGpu(M, AM))
    Kind = Backend::GPU;
  return InferredBackend(Kind);
}

} // namespace hlomem
