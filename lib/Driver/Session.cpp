//===- Session.cpp - Inputs to modules, and work on them ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Driver/Session.h"
#include "CompileFiles.h"
#include "hlomem/Dump/Reader/DumpParser.h"
#include "hlomem/IR/HeapTrace.h"
#include "hlomem/Proto/HloProtoSource.h"
#include "hlomem/Proto/ProtoModule.h"
#include "hlomem/Support/CountText.h"
#include "hlomem/Support/Diagnostics.h"
#include "hlomem/Support/Interrupt.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Threading.h"

using namespace llvm;

namespace hlomem {

LoadedModule::~LoadedModule() = default;

SessionClient::~SessionClient() = default;

std::string noteErrorLimit(StringRef Did, unsigned Max, StringRef What) {
  return (Did + " " + countText(Max, What) + "; -max-errors=0 shows all").str();
}

/// Says of a broken dump that there are bytes in it that nobody wrote.
static void noteNullBytes(ArrayRef<SourceText> Texts, LoadedModule &L) {
  // Whether a file is a binary one is seen by its beginning, and said.
  static constexpr size_t SniffedBytes = 4096;
  for (const SourceText &T : Texts) {
    size_t At = T.Text.find('\0');
    if (At != StringRef::npos && At >= SniffedBytes)
      L.Notes.push_back(
          "'" + T.FileName + "' has null bytes, the first after " +
          countText(T.Text.begin() - T.Buffer->getBufferStart() + At, "other") +
          ": it was not written as a whole, or has a hole");
  }
}

/// XLA ends every line. An error in the last one of a text that ends within it
/// is most likely where a copy of the file was cut.
static void noteCutLines(ArrayRef<SourceText> Texts, LoadedModule &L) {
  for (const SourceText &T : Texts) {
    if (!T.Text.contains('\n') || T.Text.ends_with("\n"))
      continue;
    std::string LastLine =
        (T.FileName + ":" + Twine(T.FirstLine + T.Text.count('\n')) + ":")
            .str();
    if (StringRef(L.Diagnostics).contains(LastLine))
      L.Notes.push_back("'" + T.FileName +
                        "' ends within a line, as if it was cut; "
                        "-allow-incomplete reads what there is");
  }
}

static std::string noteOtherForm(const Twine &Problem) {
  return (Problem + "; its other form is read instead").str();
}

//===----------------------------------------------------------------------===//
// A run over all inputs
//===----------------------------------------------------------------------===//

Session::Modules Session::makeModules(size_t Count, size_t KnownCount) {
  bool IsInline = Tasks.isInline(Count);
  Client->expect(Count - KnownCount, !IsInline);
  Modules Result(Count);
  for (std::unique_ptr<LoadedModule> &L : Result) {
    L = Client->makeModule();
    L->IsAlone = IsInline;
  }
  return Result;
}

void Session::run(SessionClient &ToWork) {
  Client = &ToWork;
  Modules Outputs = makeModules(Inputs.size(), /*KnownCount=*/0);
  for (auto [I, L] : enumerate(Outputs)) {
    L->Input = I;
    L->Id = utostr(I + 1);
  }
  // What is found in a stream, by the input that it is.
  std::vector<std::vector<ModuleInput>> Found(Inputs.size());
  Tasks.run(
      Inputs.size(),
      [&](size_t I) {
        TimeTrace::ThreadScope Scope(Instrumentations.trace());
        readInput(Inputs[I], *Outputs[I], Found[I]);
      },
      [&](size_t I) {
        noteFolder(*Outputs[I], Found[I].empty());
        Client->consume(*Outputs[I]);
        Outputs[I].reset();
        if (!Found[I].empty())
          runStream(std::move(Found[I]), I);
      });
}

void Session::fail(LoadedModule &L, std::string Problem) {
  L.HasFailed = true;
  L.Problem = std::move(Problem);
}

bool Session::isOver(LoadedModule &L, StringRef Name) {
  if (getInterruptFlag()) {
    L.IsInterrupted = !L.HasFailed;
    fail(L, ("'" + Name + "': not reported: interrupted").str());
  }
  return L.HasFailed;
}

// A folder may have nothing but programs without their assignments.
void Session::noteFolder(LoadedModule &L, bool HasNoStream) {
  StringRef Folder = Inputs[L.Input].FoundIn;
  if (Folder.empty())
    return;
  FolderHasModules |= !(L.IsStream && HasNoStream);
  bool IsLast =
      L.Input + 1 == Inputs.size() || Inputs[L.Input + 1].FoundIn != Folder;
  if (!IsLast)
    return;
  if (!FolderHasModules)
    fail(L, ("'" + Folder +
             "': its HloProtos have no buffer assignment: they were written "
             "before buffers were assigned; one whose name ends with "
             "'after_optimizations.hlo.pb' is needed")
                .str());
  FolderHasModules = false;
}

void Session::runStream(std::vector<ModuleInput> Found, size_t Input) {
  // With several inputs it is set, and other threads read it.
  if (!HasSeveral)
    HasSeveral = true;
  Modules Outputs = makeModules(Found.size(), /*KnownCount=*/1);
  for (auto [I, L] : enumerate(Outputs)) {
    L->Input = Input;
    L->Id = utostr(Input + 1) + "." + utostr(I + 1);
  }
  Tasks.run(
      Found.size(),
      [&](size_t I) {
        TimeTrace::ThreadScope Scope(Instrumentations.trace());
        runDump(std::move(Found[I]), *Outputs[I]);
      },
      [&](size_t I) {
        Client->consume(*Outputs[I]);
        Outputs[I].reset();
      });
}

void Session::readInput(const InputSet &Set, LoadedModule &L,
                        std::vector<ModuleInput> &Stream) {
  if (!Set.Problem.empty())
    return fail(L, Set.Problem);
  if (isOver(L, Set.Files.front()))
    return;
  auto Load = [&](const InputSet &From) {
    PhaseScope Scope(Instrumentations, RunPhase::Reading, From.Files.front());
    // Several dumps are at work on all threads already.
    return loadInput(From, Options.JoinSiblings, L.IsAlone ? countThreads() : 1,
                     Unpacking);
  };
  Expected<LoadedInput> Input = Load(Set);
  if (!Set.OtherForm.empty() && (!Input || Input->Modules.empty())) {
    if (!Input)
      L.Warnings.push_back(noteOtherForm(toString(Input.takeError())));
    InputSet Other = Set;
    Other.Files = std::exchange(Other.OtherForm, {});
    Input = Load(Other);
  }
  std::string Read = Set.Files.front();
  for (const std::string &Stage : Set.Stages) {
    if (!Input || !Input->Modules.empty())
      break;
    InputSet Other = Set;
    Other.Files = {Read = Stage};
    Input = Load(Other);
  }
  if (!Input)
    return fail(L, toString(Input.takeError()));
  append_range(L.Warnings, std::move(Input->Warnings));
  if (Options.JoinSiblings && Input->Modules.size() == 1) {
    const std::optional<SourceText> &Proto = Input->Modules.front().Proto;
    L.Compile = readCompileFiles(Set, Read, Proto ? Proto->Text : StringRef(),
                                 Unpacking, L.Warnings);
  }
  if (Input->Log) {
    L.Name = Input->Log->Text.FileName;
    L.Log = std::move(Input->Log);
    return fail(L, "'" + L.Name +
                       "': an out-of-memory message, and no dump: no pass was "
                       "run" +
                       (!Options.Machine.Limits.empty()
                            ? ", and -memory-limit was not judged"
                        : !Options.Machine.PeakLimits.empty()
                            ? ", and -peak-limit was not judged"
                            : ""));
  }
  if (Input->Modules.size() != 1) {
    L.IsStream = true;
    Stream = std::move(Input->Modules);
    return;
  }
  L.Id += ".1";
  runDump(std::move(Input->Modules.front()), L);
}

static HeapTraceLoader loadTraces(HloProtoLoader LoadProto) {
  return [LoadProto = std::move(LoadProto)](
             const Module &M) -> Expected<std::shared_ptr<const HeapTraces>> {
    Expected<SourceText> Proto = LoadProto();
    if (!Proto)
      return Proto.takeError();
    return readHeapTraces(std::move(*Proto), M);
  };
}

// What a folder has in both forms need not be whole in both.
void Session::readOtherForm(LoadedModule &L, unsigned ThreadCount) {
  const InputSet &Set = Inputs[L.Input];
  if (Set.OtherForm.empty())
    return;
  Expected<DumpInput> Dump = loadText(Set.OtherForm);
  if (!Dump)
    return consumeError(Dump.takeError());
  std::string Problem = std::exchange(L.Problem, "");
  for (const DumpText &Text : Dump->Texts)
    L.Texts.push_back(Text.Source);
  L.M = parse(std::move(*Dump), L, ThreadCount);
  if (L.M)
    L.Warnings.push_back(noteOtherForm(Problem));
  else
    L.Problem = std::move(Problem);
}

// What a proto leaves open, its text tells.
void Session::readTextOfOpen(LoadedModule &L, unsigned ThreadCount) {
  const InputSet &Set = Inputs[L.Input];
  const ProtoProvenance *Origin = getProtoProvenance(*L.M);
  if (Set.OtherForm.empty() || !Origin || Origin->OpenQuestions.empty())
    return;
  Expected<DumpInput> Dump = loadText(Set.OtherForm);
  if (!Dump)
    return consumeError(Dump.takeError());
  for (const DumpText &Text : Dump->Texts)
    L.Texts.push_back(Text.Source);
  Dump->Proto = [Source = Origin->Source] { return Source->getText(); };
  Dump->Traces = loadTraces(Dump->Proto);
  std::string Diagnostics = L.Diagnostics;
  SmallVector<std::string, 1> Notes = L.Notes;
  if (std::unique_ptr<Module> M = parse(std::move(*Dump), L, ThreadCount)) {
    L.M = std::move(M);
    return;
  }
  // The proto is still good.
  L.FirstError.clear();
  L.Diagnostics = std::move(Diagnostics);
  L.Notes = std::move(Notes);
}

void Session::runDump(ModuleInput Input, LoadedModule &L) {
  if (isOver(L, Input.Proto ? Input.Proto->FileName : Input.Dump.Name))
    return;
  for (const DumpText &Text : Input.Dump.Texts)
    L.Texts.push_back(Text.Source);
  for (auto &Load : {Input.Dump.HloText, Input.ProtoBeside})
    if (Load)
      L.Beside.push_back(Load);
  if (Input.ProtoBeside) {
    Input.Dump.Proto = std::move(Input.ProtoBeside);
    Input.Dump.Traces = loadTraces(Input.Dump.Proto);
  }
  L.Missing = std::move(Input.Missing);
  bool IsText = !Input.Proto;
  unsigned ThreadCount = L.IsAlone ? countThreads() : 1;
  if (Input.Proto) {
    L.Texts.push_back(*Input.Proto);
    L.M = parseProto(std::move(Input), L);
    if (L.M)
      readTextOfOpen(L, ThreadCount);
    else
      readOtherForm(L, ThreadCount);
  } else {
    L.M = parse(std::move(Input.Dump), L, ThreadCount);
  }
  if (!L.M) {
    Instrumentations.countBrokenModule();
    L.HasFailed = true;
    if (IsText)
      noteNullBytes(L.Texts, L);
  } else {
    L.Name = L.M->getName();
    if (Options.Instrumentation.isAny())
      L.Instrumentation.emplace(Instrumentations, *L.M, L.PrintedOS);
    Target Machine = Options.Machine;
    Machine.setCompile(std::move(L.Compile));
    L.Analyses.emplace(*L.M, L.getInstrumentation(), std::move(Machine));
  }
  work(L);
}

//===----------------------------------------------------------------------===//
// Session
//===----------------------------------------------------------------------===//

Session::Session(SessionOptions O)
    : Options(std::move(O)),
      Instrumentations(Options.Instrumentation, Options.ToolName),
      Tasks(countThreads()) {}

Session::~Session() = default;

unsigned Session::countThreads() const {
  if (Options.Instrumentation.needsOrder())
    return 1;
  return Options.ThreadCount ? Options.ThreadCount
                             : hardware_concurrency().compute_thread_count();
}

/// Of the name of a file that XLA writes of a module: what all these files
/// begin with, up to "module_0001.jit_f", and the stage, "after_optimizations"
/// and more. Both are empty for other names.
static std::pair<StringRef, StringRef> splitModuleName(StringRef Path) {
  size_t Name = Path.size() - sys::path::filename(Path).size();
  size_t First = Path.find('.', Name);
  if (!Path.substr(Name).starts_with("module_") || First == StringRef::npos)
    return {};
  size_t End = Path.find('.', First + 1);
  if (End == StringRef::npos)
    return {};
  return {Path.take_front(End), Path.drop_front(End)};
}

/// How many of \p Inputs, which folders hold, are named as stages of a program
/// that have no buffers yet, or none of their own beside the optimized program.
static size_t countStages(ArrayRef<InputSet> Inputs) {
  SmallVector<StringRef> Found;
  for (const InputSet &Set : Inputs)
    if (!Set.FoundIn.empty() && !Set.Files.empty())
      Found.push_back(Set.Files.front());
  StringSet<> Optimized;
  for (StringRef Path : Found)
    if (auto [Module, Stage] = splitModuleName(Path);
        Stage.contains("after_optimizations"))
      Optimized.insert(Module);
  return count_if(Found, [&](StringRef Path) {
    auto [Module, Stage] = splitModuleName(Path);
    return sys::path::filename(Path).contains("before_") ||
           (!Stage.contains("after_optimizations") &&
            Optimized.contains(Module));
  });
}

void Session::open(ArrayRef<std::string> Arguments) {
  PhaseScope Scope(Instrumentations, RunPhase::Listing, "");
  append_range(Inputs, listInputs(Arguments, Options.JoinSiblings,
                                  Options.PreferredForm));
  HasSeveral = Inputs.size() - countStages(Inputs) > 1;
}

std::unique_ptr<Module> Session::parse(DumpInput Dump, LoadedModule &L,
                                       unsigned ThreadCount) {
  uint64_t Size = 0;
  for (const DumpText &Text : Dump.Texts)
    Size += Text.Source.Text.size();
  Instrumentations.countInput(Size);
  PhaseScope Scope(Instrumentations, RunPhase::Parsing, Dump.Name);
  raw_string_ostream OS(L.Diagnostics);
  DiagnosticEngine Diags(OS, Options.HasColor, Options.MaxErrors);
  std::unique_ptr<Module> M = parseDump(std::move(Dump), Diags,
                                        {.AllowParts = !Options.JoinSiblings,
                                         .Tolerant = Options.IsTolerant,
                                         .RefuseUnknown = Options.RefuseUnknown,
                                         .ThreadCount = ThreadCount});
  if (!M)
    L.FirstError = Diags.getFirstError().str();
  unsigned Max = Options.MaxErrors;
  if (M && Max && Diags.getWarningCount() > Max)
    L.Notes.push_back(noteErrorLimit("printed", Max, "warning"));
  else if (!M && Diags.reachedLimit())
    L.Notes.push_back(noteErrorLimit("stopped after", Max, "error"));
  if (!M && !Options.IsTolerant)
    noteCutLines(L.Texts, L);
  return M;
}

Expected<DumpInput> Session::loadText(ArrayRef<std::string> Files) {
  InputSet Set;
  Set.Files.assign(Files.begin(), Files.end());
  Expected<LoadedInput> Input =
      loadInput(Set, Options.JoinSiblings, /*ThreadCount=*/1, Unpacking);
  if (!Input)
    return Input.takeError();
  if (Input->Modules.size() != 1 || Input->Modules.front().Proto)
    return createStringError("'" + Files.front() +
                             "' is not the text of one dump");
  return std::move(Input->Modules.front().Dump);
}

std::unique_ptr<Module> Session::parseProto(ModuleInput Input,
                                            LoadedModule &L) {
  SourceText Source = std::move(*Input.Proto);
  Instrumentations.countInput(Source.Text.size());
  std::string Name = Source.FileName;
  PhaseScope Scope(Instrumentations, RunPhase::Parsing, Name);
  Expected<std::unique_ptr<Module>> M =
      Input.IsAssignmentAlone ? readAssignmentModule(std::move(Source))
                              : readProtoModule(std::move(Source));
  auto Fail = [&](const Twine &Message) {
    L.Problem = ("'" + (Input.Container.empty() ? Name : Input.Container) +
                 "': " + (Input.Container.empty() ? "" : Name + ": ") + Message)
                    .str();
    return nullptr;
  };
  if (!M)
    return Fail(toString(M.takeError()));
  auto *Origin = cast<ProtoProvenance>((*M)->getProvenance());
  if (Options.RefuseUnknown && !Origin->UnknownFields.empty())
    return Fail("unknown " + Origin->describeUnknown() + " (" +
                countText(Origin->countUnknown(), "time") + ")");
  if (!Input.TextForm.empty())
    Origin->LoadText =
        [this, Files = Input.TextForm]() -> Expected<std::unique_ptr<Module>> {
      Expected<DumpInput> Dump = loadText(Files);
      if (!Dump)
        return Dump.takeError();
      std::string Text;
      raw_string_ostream OS(Text);
      DiagnosticEngine Diags(OS, /*Color=*/false, /*MaxErrors=*/1);
      std::unique_ptr<Module> Other = parseDump(std::move(*Dump), Diags, {});
      if (!Other)
        return createStringError(StringRef(Text).split('\n').first);
      return Other;
    };
  return std::move(*M);
}

void Session::work(LoadedModule &L) {
  if (L.isLoaded()) {
    std::optional<CrashOutput> OnCrash;
    if (L.Instrumentation)
      OnCrash.emplace(L.Printed);
    Client->work(L);
  } else {
    Client->lookAtBroken(L);
  }
  L.InstrumentationText += std::exchange(L.Printed, "");
  L.Analyses.reset();
  L.Instrumentation.reset();
  L.InstrumentationText += std::exchange(L.Printed, "");
  if (L.M) {
    PhaseScope Scope(Instrumentations, RunPhase::Freeing, L.Name);
    L.M.reset();
  }
  L.Texts.clear();
}

} // namespace hlomem
