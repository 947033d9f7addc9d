//===- UserSourceAnalysis.cpp - Instructions in the user's program --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Sources/UserSourceAnalysis.h"
#include "hlomem/Analysis/Program/ProgramAnalysis.h"
#include "hlomem/IR/Module.h"
#include "hlomem/IR/ProgramSource.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace llvm;

namespace hlomem {

AnalysisKey UserSourceAnalysis::Key;

UserSources UserSourceAnalysis::run(const Module &M, AnalysisManager &) {
  return UserSources(M);
}

std::optional<UserPlace> UserSources::find(StringRef Instruction) {
  auto [It, IsNew] = Known.try_emplace(Instruction);
  if (IsNew)
    visitMetadata(Instruction, [&, &Place = It->second](const auto &Metadata) {
      Place = compute(Metadata);
    });
  return It->second;
}

std::optional<UserPlace> UserSources::find(const Value &V) {
  if (!M.hasInstruction(V))
    return find(V.getInstructionName());
  auto [It, IsNew] = Known.try_emplace(V.getInstructionName());
  if (IsNew)
    visitMetadataOf(V, [&, &Place = It->second](const auto &Metadata) {
      Place = compute(Metadata);
    });
  return It->second;
}

const ProgramSource *UserSources::getProgram() {
  if (!Program) {
    Program.emplace();
    // What is wrong with the text is not for this to tell.
    Expected<std::shared_ptr<const ProgramSource>> Read = M.readProgram();
    if (!Read)
      consumeError(Read.takeError());
    else if (*Read && isProgramOf(**Read, M))
      *Program = std::move(*Read);
  }
  return Program->get();
}

// Not called where neither the dump nor the text beside it prints the
// instruction.
void UserSources::visitMetadata(StringRef Instruction, UseMetadata Use) {
  if (const Value *V = M.findPrinted(Instruction)) {
    visitMetadataOf(*V, Use);
    return;
  }
  const ProgramSource *P = getProgram();
  if (!P)
    return;
  BumpPtrAllocator Arena;
  ShapeContext Shapes(Arena, M.getShapes());
  Use(P->readMetadata(Instruction, Shapes, Arena));
}

void UserSources::visitMetadataOf(const Value &V, UseMetadata Use) const {
  // Most of the work is to take a text apart.
  StringRef Text = V.getInstructionText();
  if (Text.empty() || Text.contains("source_file=") ||
      Text.contains("stack_frame_id="))
    Use(M.getInstruction(V)->Metadata);
}

std::optional<UserPlace>
UserSources::compute(const InstructionMetadata &Metadata) {
  if (!Metadata.SourceFile.empty())
    return UserPlace{Files.insert(Metadata.SourceFile).first->getKey(),
                     Metadata.SourceLine, Metadata.SourceColumn};
  if (!Metadata.StackFrameId)
    return std::nullopt;
  return getFrames().find(*Metadata.StackFrameId);
}

const StackFrames &UserSources::getFrames() {
  if (!Frames)
    Frames = M.readStackFrames();
  if (!Frames) {
    const ProgramSource *P = getProgram();
    Frames = P ? P->readStackFrames() : StackFrames();
  }
  return *Frames;
}

SmallVector<UserCall, 8> UserSources::findStack(StringRef Instruction) {
  SmallVector<UserCall, 8> Stack;
  visitMetadata(Instruction, [&](const InstructionMetadata &Metadata) {
    if (Metadata.StackFrameId)
      Stack = getFrames().findStack(*Metadata.StackFrameId);
  });
  if (Stack.empty())
    if (std::optional<UserPlace> Place = find(Instruction))
      Stack.push_back({*Place, StringRef()});
  return Stack;
}

std::optional<UserPlace> UserSources::findOwn(StringRef Instruction) {
  SmallVector<UserCall, 8> Stack = findStack(Instruction);
  auto Own = find_if(reverse(Stack), [](const UserPlace &Place) {
    return !isInstalledFile(Place.File);
  });
  return Own == Stack.rend() ? std::nullopt : std::optional<UserPlace>(*Own);
}

/// Returns true for "Layer_2", as flax.linen names a module of the class Layer.
static bool isLinenModule(StringRef Scope) {
  auto [Class, Number] = Scope.rsplit('_');
  return !Class.empty() && isUpper(Class.front()) && !Number.empty() &&
         all_of(Class, isAlnum) && all_of(Number, isDigit);
}

Framework UserSources::findFramework() {
  if (Model)
    return *Model;
  Model = Framework::Jax;
  auto Add = [this](Framework F) { Model = std::max(*Model, F); };
  // Without XLA_IR_DEBUG PyTorch/XLA names no operation.
  if (const ProgramSource *P = getProgram();
      P && P->getModuleName().starts_with("SyncTensorsGraph"))
    Add(Framework::Torch);
  visitFiles([&](StringRef File) { Add(findFrameworkOfFile(File)); });
  std::set<std::string> Modules;
  visitFirst([&](const InstructionMetadata &Of) {
    Add(findFrameworkOfOpName(Of.OpName));
    for (StringRef Part : split(Of.OpName, '/'))
      if (isLinenModule(Part))
        Modules.insert(Part.str());
  });
  // Stacks may have no file of flax.
  if (Model == Framework::Jax && Modules.size() > 1)
    Model = Framework::Linen;
  return *Model;
}

void UserSources::visitFiles(function_ref<void(StringRef)> Visit) {
  for (StringRef File : getFrames().Files)
    Visit(File);
  // Older dumps name the files beside the instructions.
  visitFirst([&](const InstructionMetadata &Of) {
    if (!Of.SourceFile.empty())
      Visit(Of.SourceFile);
  });
}

void UserSources::visitFirst(UseMetadata Use) const {
  constexpr size_t MaxValues = 1 << 12;
  for (const Value &V : M.values().take_front(MaxValues))
    if (M.hasInstruction(V))
      Use(M.getInstruction(V)->Metadata);
}

std::string printShort(const UserPlace &Place) {
  return UserPlace{sys::path::filename(Place.File), Place.Line, 0}.str();
}

} // namespace hlomem
