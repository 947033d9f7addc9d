//===- Session.h - Inputs to modules, and work on them ----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A session reads the modules of its inputs, has a client work on them, on
/// several threads, and hands the results back in the order of the inputs.
/// \code
///   Session S(Options);
///   S.open({"base.txt", "folder"});
///   S.run(Client); // Client.work() on any thread, Client.consume() in order
/// \endcode
/// A module is freed when the work on it is done, so that few exist at a time;
/// or it is kept, and the next run() works on it again.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DRIVER_SESSION_H
#define HLOMEM_DRIVER_SESSION_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/Analysis/Target.h"
#include "hlomem/Driver/InputList.h"
#include "hlomem/Driver/InputLoader.h"
#include "hlomem/Driver/OrderedTaskRunner.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Pass/StandardInstrumentations.h"
#include "hlomem/Support/Decompression.h"
#include "hlomem/Support/SourceTexts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hlomem {

struct SessionOptions {
  /// Look for the other parts of a split dump beside the one that is named.
  bool JoinSiblings = true;
  /// What to read of a dump that a folder has as text and in binary form.
  InputForm PreferredForm = InputForm::Proto;
  /// Keep what is sound of a broken dump.
  bool IsTolerant = false;
  /// What nobody knows of a dump is an error.
  bool RefuseUnknown = false;
  /// Errors to print for each input; 0 prints all.
  unsigned MaxErrors = 20;
  /// Use colours in diagnostics.
  bool HasColor = false;
  /// Modules to work on at a time; 0 is as many as the machine has threads.
  unsigned ThreadCount = 0;
  /// What the user says of the machine.
  Target Machine = {};
  /// How to watch the passes.
  InstrumentationOptions Instrumentation = {};
  /// The program's name, for traces.
  llvm::StringRef ToolName = "hlomem";
};

/// A note on what a limit of \p Max errors or warnings has left out: "printed
/// 20 errors; -max-errors=0 shows all".
std::string noteErrorLimit(llvm::StringRef Did, unsigned Max,
                           llvm::StringRef What);

/// A module of a session, or what kept an input from being one. A client may
/// derive from it, to have its results at hand. Belongs to the task that works
/// on it, and so to one thread at a time.
class LoadedModule {
public:
  LoadedModule() = default;
  LoadedModule(const LoadedModule &) = delete;
  LoadedModule &operator=(const LoadedModule &) = delete;
  virtual ~LoadedModule();

  /// What to print, in this order; each is empty where there is nothing to say.
  std::vector<std::string> Warnings;
  std::string Diagnostics;
  /// What to know of the diagnostics.
  llvm::SmallVector<std::string, 1> Notes;
  /// What was printed while passes ran.
  std::string InstrumentationText;
  /// Why there is no module, or why nothing that was found can be relied on;
  /// empty also where the diagnostics say it.
  std::string Problem;

  /// It could not be read, or changed while it was at work.
  bool hasFailed() const { return HasFailed; }
  /// What was read instead of a dump, if that is a log; hasFailed() then.
  const OutOfMemoryLog *getLog() const { return S->Log ? &*S->Log : nullptr; }
  /// Stands for an input with several modules, which follow.
  bool isStream() const { return IsStream; }
  /// There is a module: it was read, and is not freed.
  bool isLoaded() const { return S->M != nullptr; }
  /// No other module is at work, and it is this one's turn to be consumed.
  bool isAlone() const { return IsAlone; }

  /// As the module; empty if none was read.
  const std::string &getName() const { return S->Name; }
  /// Tells it apart from all others of the session: "2.1" is the first module
  /// of the second input.
  const std::string &getId() const { return S->Id; }

  /// The position in Session::inputs() of the one that it is from.
  size_t getInput() const { return S->Input; }

  // These are for a module that is loaded.

  Module &getModule() { return *S->M; }
  /// Its results stay until the module is freed.
  AnalysisManager &getAnalyses() { return *S->Analyses; }
  /// Null if nobody watches.
  const PassInstrumentation *getInstrumentation() const {
    return S->Instrumentation ? &S->Instrumentation->callbacks() : nullptr;
  }
  /// Why it has no part of a kind, if it has none.
  const MissingParts &getMissingParts() const { return S->Missing; }

private:
  friend class Session;

  /// What the session needs of it, and no client changes.
  struct State {
    std::string Name;
    std::string Id;
    size_t Input = 0;
    MissingParts Missing;
    std::optional<OutOfMemoryLog> Log;
    CompileFacts Compile;
    /// What the module was read from.
    llvm::SmallVector<SourceText, DumpPartCount> Texts;
    std::unique_ptr<Module> M;
    std::string Printed;
    llvm::raw_string_ostream PrintedOS{Printed};
    std::optional<ModuleInstrumentation> Instrumentation;
    std::optional<AnalysisManager> Analyses;
  };

  bool HasFailed = false;
  bool IsStream = false;
  bool IsAlone = false;
  std::unique_ptr<State> S = std::make_unique<State>();
};

/// Who works on the modules of a session.
class SessionClient {
public:
  virtual ~SessionClient();

  /// An object for one module or input, on the thread of Session::run().
  virtual std::unique_ptr<LoadedModule> makeModule() {
    return std::make_unique<LoadedModule>();
  }
  /// There are \p Count modules more than was known; \p OnThreads: several of
  /// them are worked on at a time. On the thread of Session::run().
  virtual void expect(size_t Count, bool OnThreads) {}
  /// Works on a module that was read. On any thread.
  virtual void work(LoadedModule &L) = 0;
  /// Takes what has become of a module or input, also of one that could not be
  /// read. On the thread of Session::run(), in the order of the inputs. The
  /// module is freed by now.
  virtual void consume(LoadedModule &L) = 0;
};

class Session {
public:
  explicit Session(SessionOptions Options);
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;
  ~Session();

  /// Adds the inputs that \p Arguments name, behind those that are there: files
  /// and folders; "-" is the standard input. Reads folders only: what is wrong
  /// with an argument is told in its turn, by run().
  void open(llvm::ArrayRef<std::string> Arguments);

  llvm::ArrayRef<InputSet> inputs() const { return Inputs; }
  /// As far as is known: an input may have several modules.
  bool hasSeveralModules() const { return HasSeveral; }
  StandardInstrumentations &instrumentations() { return Instrumentations; }

  /// Reads all modules and has \p Client work on them. An input that cannot be
  /// read does not keep the others from it.
  /// After an interrupt (Support/Interrupt.h) no other module is begun: each
  /// one has failed.
  void run(SessionClient &Client);

private:
  class Run;

  unsigned countThreads() const;
  std::unique_ptr<Module> parse(DumpInput Dump, LoadedModule &L,
                                unsigned ThreadCount);
  /// The module of an assignment in binary form; null, and L.Problem, if it is
  /// not sound.
  std::unique_ptr<Module> parseProto(ModuleInput Input, LoadedModule &L);
  /// The dump in the text \p Files, which is all that there is in them.
  llvm::Expected<DumpInput> loadText(llvm::ArrayRef<std::string> Files);
  /// Has \p Client work on \p L, and frees the module.
  void work(SessionClient &Client, LoadedModule &L);

  const SessionOptions Options;
  /// Of all inputs together.
  DecompressionAllowance Unpacking;
  StandardInstrumentations Instrumentations;
  std::vector<InputSet> Inputs;
  bool HasSeveral = false;
  /// Last, so that its threads end before what they use.
  OrderedTaskRunner Tasks;
};

} // namespace hlomem

#endif // HLOMEM_DRIVER_SESSION_H
