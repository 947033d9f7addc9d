//===- Session.h - Inputs to modules, and work on them ----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file defines sessions. A session reads the modules of its inputs, lets
/// a client work on them, on several threads, and passes the results back in
/// the order of the inputs.
/// \code
///   Session S(Options);
///   S.open({"base.txt", "folder"});
///   S.run(Client); // Client.work() on any thread, Client.consume() in order
/// \endcode
/// A module is freed when the work on it is done, so that few exist at a time.
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

namespace hlomem {

struct SessionOptions {
  /// Reads the other parts of a split dump from the folder of the named one.
  bool JoinSiblings = true;
  /// Selects the form to read if a folder has a dump as text and in binary
  /// form.
  InputForm PreferredForm = InputForm::Proto;
  /// Reads the sound part of a broken dump.
  bool IsTolerant = false;
  /// Treats text of a dump that the parser does not know as an error.
  bool RefuseUnknown = false;
  /// Limits the errors that are printed for each input; 0 prints all.
  unsigned MaxErrors = 20;
  /// Uses colours in diagnostics.
  bool HasColor = false;
  /// Is the number of modules that are worked on at a time; 0 for as many as
  /// the machine has threads.
  unsigned ThreadCount = 0;
  /// Holds what the user says about the machine.
  Target Machine = {};
  /// Selects the instrumentations of the passes.
  InstrumentationOptions Instrumentation = {};
  /// Names the program, for traces.
  StringRef ToolName = "hlomem";
};

/// Returns a note on what a limit of \p Max errors or warnings has left out:
/// "printed 20 errors; -max-errors=0 shows all".
std::string noteErrorLimit(StringRef Did, unsigned Max, StringRef What);

/// Represents a module of a session, or the reason why an input is none. A
/// client may derive from it to keep its results with it. It belongs to the
/// task that works on it, and so to one thread at a time.
class LoadedModule {
public:
  LoadedModule() = default;
  LoadedModule(const LoadedModule &) = delete;
  LoadedModule &operator=(const LoadedModule &) = delete;
  virtual ~LoadedModule();

  /// Holds the warnings, which are printed first, before Diagnostics and the
  /// rest. Each of these members is empty if there is nothing to print.
  std::vector<std::string> Warnings;
  std::string Diagnostics;
  /// Holds notes on the diagnostics.
  SmallVector<std::string, 1> Notes;
  /// Holds what was printed while passes ran.
  std::string InstrumentationText;
  /// Says why there is no module, or why no result can be relied on. It is also
  /// empty if the diagnostics say that.
  std::string Problem;
  /// Holds the first error of a text that could not be read, in one line.
  std::string FirstError;

  /// Is true if the input could not be read as a module, or was not begun after
  /// an interrupt.
  bool hasFailed() const { return HasFailed; }
  /// Returns true if it was not read since the user has ended the run.
  bool isInterrupted() const { return IsInterrupted; }
  /// Returns the log that was read instead of a dump, or null. The module has
  /// failed then.
  const OutOfMemoryLog *getLog() const { return Log ? &*Log : nullptr; }
  /// Is true if this object represents an input with several modules, which
  /// follow.
  bool isStream() const { return IsStream; }
  /// Is true if there is a module: it was read and not freed yet.
  bool isLoaded() const { return M != nullptr; }
  /// Is true if no other module is worked on, and this one is the next to be
  /// consumed.
  bool isAlone() const { return IsAlone; }

  /// Returns the name of the module; empty if none was read.
  const std::string &getName() const { return Name; }
  /// Identifies the module within the session: "2.1" is the first module of the
  /// second input.
  const std::string &getId() const { return Id; }

  /// Returns the texts that the module was read from while it is worked on;
  /// none if nothing could be read.
  ArrayRef<SourceText> getTexts() const { return Texts; }
  /// Find what lies beside the texts, and is read on demand.
  ArrayRef<std::function<Expected<SourceText>()>> getTextsBeside() const {
    return Beside;
  }

  /// Returns the position in Session::inputs() of the input that the module is
  /// from.
  size_t getInput() const { return Input; }

  // The following functions require a module that is loaded.

  Module &getModule() { return *M; }
  /// Returns the analyses of the module. Their results stay until it is freed.
  AnalysisManager &getAnalyses() { return *Analyses; }
  /// Returns the instrumentation of the module, or null if there is none.
  const PassInstrumentation *getInstrumentation() const {
    return Instrumentation ? &Instrumentation->callbacks() : nullptr;
  }
  /// Says for each kind of part why the module lacks it.
  const MissingParts &getMissingParts() const { return Missing; }

private:
  friend class Session;

  std::string Name;
  std::string Id;
  size_t Input = 0;
  MissingParts Missing;
  std::optional<OutOfMemoryLog> Log;
  CompileFacts Compile;
  /// Holds the texts that the module was read from.
  SmallVector<SourceText, DumpPartCount> Texts;
  SmallVector<std::function<Expected<SourceText>()>, 2> Beside;
  std::unique_ptr<Module> M;
  std::string Printed;
  llvm::raw_string_ostream PrintedOS{Printed};
  std::optional<ModuleInstrumentation> Instrumentation;
  std::optional<AnalysisManager> Analyses;
  bool HasFailed = false;
  bool IsInterrupted = false;
  bool IsStream = false;
  bool IsAlone = false;
};

/// Works on the modules of a session.
class SessionClient {
public:
  virtual ~SessionClient();

  /// Makes an object for one module or input. It is called on the thread of
  /// Session::run().
  virtual std::unique_ptr<LoadedModule> makeModule() {
    return std::make_unique<LoadedModule>();
  }
  /// Announces \p Count further modules. \p OnThreads is true if several of
  /// them are worked on at a time. It is called on the thread of
  /// Session::run().
  virtual void expect(size_t Count, bool OnThreads) {}
  /// Works on a module that was read. It is called on any thread.
  virtual void work(LoadedModule &L) = 0;
  /// Looks at a module that has failed while its texts are there. It is called
  /// on any thread.
  virtual void lookAtBroken(LoadedModule &L) {}
  /// Takes the result of a module or input, even if it could not be read. It is
  /// called on the thread of Session::run(), in the order of the inputs. The
  /// module has been freed by then.
  virtual void consume(LoadedModule &L) = 0;
};

class Session {
public:
  explicit Session(SessionOptions Options);
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;
  ~Session();

  /// Adds the inputs that \p Arguments name, files and folders, after the
  /// present ones; "-" is the standard input. Only folders are read: mistakes
  /// in an argument are reported in its turn by run().
  void open(ArrayRef<std::string> Arguments);

  ArrayRef<InputSet> inputs() const { return Inputs; }
  /// Is true if the session is known to have several modules. A single input
  /// may turn out to have several.
  bool hasSeveralModules() const { return HasSeveral; }
  StandardInstrumentations &instrumentations() { return Instrumentations; }

  /// Reads all modules and lets \p Client work on them. An input that cannot be
  /// read does not stop the others. After an interrupt (Support/Interrupt.h) no
  /// other module is begun: each one has failed.
  void run(SessionClient &Client);

private:
  using Modules = std::vector<std::unique_ptr<LoadedModule>>;

  Modules makeModules(size_t Count, size_t KnownCount);
  void noteFolder(LoadedModule &L, bool HasNoStream);
  void runStream(std::vector<ModuleInput> Found, size_t Input);
  // These run on any thread.
  static void fail(LoadedModule &L, std::string Problem);
  /// Makes \p L fail after an interrupt. Returns true if \p L has failed and
  /// must not be begun.
  static bool isOver(LoadedModule &L, StringRef Name);
  void readInput(const InputSet &Set, LoadedModule &L,
                 std::vector<ModuleInput> &Stream);
  void runDump(ModuleInput Input, LoadedModule &L);
  void readOtherForm(LoadedModule &L, unsigned ThreadCount);
  void readTextOfOpen(LoadedModule &L, unsigned ThreadCount);
  unsigned countThreads() const;
  std::unique_ptr<Module> parse(DumpInput Dump, LoadedModule &L,
                                unsigned ThreadCount);
  /// Parses an assignment in binary form. Returns null, and sets L.Problem, if
  /// it is not sound.
  std::unique_ptr<Module> parseProto(ModuleInput Input, LoadedModule &L);
  /// Loads the dump of the text \p Files, which contain nothing else.
  Expected<DumpInput> loadText(ArrayRef<std::string> Files);
  /// Lets the client work on \p L, and frees the module.
  void work(LoadedModule &L);

  const SessionOptions Options;
  /// Limits the decompressed size of all inputs together.
  DecompressionAllowance Unpacking;
  StandardInstrumentations Instrumentations;
  std::vector<InputSet> Inputs;
  bool HasSeveral = false;
  // The two members below are of the current run.
  SessionClient *Client = nullptr;
  /// Is true if the folder whose inputs are consumed has modules.
  bool FolderHasModules = false;
  /// Is the last member, so that its threads end before what they use is
  /// destroyed.
  OrderedTaskRunner Tasks;
};

} // namespace hlomem

#endif // HLOMEM_DRIVER_SESSION_H
