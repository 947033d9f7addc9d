//===- DriverRun.cpp - hlo-mem-opt on an input, in this process -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverRun.h"
#include "Mutators.h"
#include "Pipelines.h"
#include "hlomem/Support/PrintableText.h"
#include "hlomem/Support/Utf8.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <fcntl.h>
#include <sanitizer/common_interface_defs.h>
#include <unistd.h>

using namespace llvm;

namespace hlomem {

raw_ostream &getTrueErrors() {
  // It is needed when the objects of this process are gone.
  static raw_ostream *OS = [] {
    int Descriptor = dup(STDERR_FILENO);
    __sanitizer_set_report_fd(
        reinterpret_cast<void *>(static_cast<intptr_t>(Descriptor)));
    return new raw_fd_ostream(Descriptor, /*shouldClose=*/true,
                              /*unbuffered=*/true);
  }();
  return *OS;
}

void require(bool Condition, const Twine &What) {
  if (Condition)
    return;
  getTrueErrors() << What << '\n';
  std::abort();
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

static std::string compressGzip(StringRef Content) {
  // LLVM makes zlib's header and checksum around the same data.
  SmallVector<uint8_t, 0> Zlib;
  compression::zlib::compress(arrayRefFromStringRef(Content), Zlib);
  static constexpr size_t HeaderSize = 2, ChecksumSize = 4;
  std::string Result("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);
  Result += toStringRef(
      ArrayRef(Zlib).drop_front(HeaderSize).drop_back(ChecksumSize));
  char Trailer[8];
  support::endian::write32le(Trailer, crc32(arrayRefFromStringRef(Content)));
  support::endian::write32le(Trailer + 4, Content.size());
  return Result + std::string(Trailer, sizeof(Trailer));
}

static std::string compress(const FuzzFile &File) {
  StringRef Name = File.Name;
  if (Name.ends_with(".gz"))
    return compressGzip(File.Content);
  if (!Name.ends_with(".zst"))
    return File.Content;
  SmallVector<uint8_t, 0> Bytes;
  compression::zstd::compress(arrayRefFromStringRef(File.Content), Bytes);
  return toStringRef(Bytes).str();
}

DriverRun::DriverRun() {
  getTrueErrors();
  SmallString<128> Path;
  std::error_code EC = sys::fs::createUniqueDirectory("hlo-mem-fuzz", Path);
  require(!EC, "no folder for files: " + EC.message());
  Folder = Path.str().str();
}

DriverRun::~DriverRun() { sys::fs::remove_directories(Folder); }

std::string DriverRun::getPath(StringRef Name) const {
  return (Folder + "/" + Name).str();
}

static void writeFile(const Twine &Path, StringRef Content) {
  std::error_code EC;
  raw_fd_ostream OS(Path.str(), EC);
  require(!EC, Path + ": " + EC.message());
  OS << Content;
}

static std::string readFile(const std::string &Path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(Path);
  require(bool(Buffer), Path + " cannot be read");
  return (*Buffer)->getBuffer().str();
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

static void chooseOptions(DriverOptions &Options, std::mt19937 &Random) {
  auto OneIn = [&](size_t Count) { return pick(Random, Count) == 0; };
  static constexpr StringLiteral Formats[] = {"json", "json", "screen", "text",
                                              "yaml"};
  Options.Format = Formats[pick(Random, std::size(Formats))].str();
  Options.Jobs = 1;
  Options.AllowIncomplete = OneIn(4);
  Options.NoVerify = OneIn(4);
  Options.VerifyEach = OneIn(8);
  Options.ExactBytes = OneIn(8);
  Options.NoSiblingFiles = OneIn(8);
  Options.PrintChanged = OneIn(16);
  Options.Resident = OneIn(16);
  if (OneIn(4))
    Options.Prefer = InputForm::Text;
  if (OneIn(8))
    Options.PrintAfterAll = true;
  static constexpr StringLiteral Limits[] = {"1KiB", "1GiB", "hbm=16GiB",
                                             "vmem=1MiB"};
  static constexpr StringLiteral Devices[] = {"v5e", "h100-80gb", "tpu7x:2x2"};
  if (OneIn(3))
    Options.MemoryLimits.push_back(
        Limits[pick(Random, std::size(Limits))].str());
  else if (OneIn(6))
    Options.TargetDevice = Devices[pick(Random, std::size(Devices))].str();
  static constexpr unsigned Widths[] = {0, 80, 120};
  Options.Width = Widths[pick(Random, std::size(Widths))];
}

void DriverRun::prepare(const FuzzInput &Input, const Pipelines &Known) {
  std::mt19937 Random(Input.Seed);
  sys::fs::remove_directories(Folder);
  std::string Files = getPath("in");
  std::error_code EC = sys::fs::create_directories(Files);
  require(!EC, Files + ": " + EC.message());
  for (const FuzzFile &File : Input.Files) {
    std::string Content = compress(File);
    // A stream that is damaged in itself.
    bool IsCompressed = Content != File.Content;
    if (IsCompressed && pick(Random, 16) == 0)
      Content[pick(Random, Content.size())] ^= 1 << pick(Random, 8);
    writeFile(Files + "/" + File.Name, Content);
  }
  Options = DriverOptions();
  chooseOptions(Options, Random);
  bool IsCsv = Input.Kind == InputKind::Csv && Input.Files.size() > 1;
  Options.Inputs = {Input.Kind == InputKind::Folder
                        ? Files
                        : Files + "/" + Input.Files.front().Name};
  Options.Passes =
      Known.choose(IsCsv ? Files + "/" + Input.Files.back().Name : "", Random);
  WritesDocument = Known.writesDocument(Options.Passes);
  if (WritesDocument && pick(Random, 2) == 0)
    Options.Output = getPath("document");
}

std::string DriverRun::describe() const {
  std::string Line = "hlo-mem-opt -j1 -passes='" + Options.Passes +
                     "' -format=" + Options.Format;
  auto Flag = [&](bool Set, StringRef Name) {
    if (Set)
      Line += (" " + Name).str();
  };
  Flag(Options.AllowIncomplete, "-allow-incomplete");
  Flag(Options.NoVerify, "-no-verify");
  Flag(Options.VerifyEach, "-verify-each");
  Flag(Options.ExactBytes, "-exact-bytes");
  Flag(Options.NoSiblingFiles, "-no-sibling-files");
  Flag(Options.PrintChanged, "-print-changed");
  Flag(Options.PrintAfterAll, "-print-after-all");
  Flag(Options.Resident, "-resident");
  Flag(Options.Prefer == InputForm::Text, "-prefer=text");
  for (const std::string &Limit : Options.MemoryLimits)
    Line += " -memory-limit=" + Limit;
  if (Options.TargetDevice)
    Line += " -device=" + *Options.TargetDevice;
  if (Options.Output)
    Line += " -o " + *Options.Output;
  return Line + " -width=" + utostr(*Options.Width) + " " +
         Options.Inputs.front();
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// While it lives, a stream of this process goes to a file.
class RedirectScope {
public:
  RedirectScope(int Descriptor, const std::string &Path)
      : Descriptor(Descriptor), Saved(dup(Descriptor)) {
    int File = open(Path.c_str(), O_CREAT | O_TRUNC | O_RDWR, 0600);
    require(Saved >= 0 && File >= 0 && dup2(File, Descriptor) >= 0,
            Path + " cannot be written");
    close(File);
  }
  RedirectScope(const RedirectScope &) = delete;
  RedirectScope &operator=(const RedirectScope &) = delete;
  ~RedirectScope() {
    dup2(Saved, Descriptor);
    close(Saved);
  }

private:
  int Descriptor, Saved;
};

ExitCode DriverRun::runOnce(const DriverOptions &O) {
  ExitCode Result = ExitDone;
  {
    RedirectScope ToOutput(STDOUT_FILENO, getPath("stdout"));
    RedirectScope ToErrors(STDERR_FILENO, getPath("stderr"));
    Result = runDriver(O);
    outs().flush();
    errs().flush();
  }
  Output = readFile(getPath("stdout"));
  Errors = readFile(getPath("stderr"));
  return Result;
}

/// No control characters, but line feeds. Of bytes that are not UTF-8 terminals
/// may obey 0x80 to 0x9F.
static bool isForTerminal(StringRef Text) {
  while (!Text.empty()) {
    size_t Length = utf8CharLength(Text);
    bool IsShown =
        Text.front() == '\n' || (Length ? isPrintable(utf8CodePoint(Text))
                                        : uint8_t(Text.front()) >= 0xA0);
    if (!IsShown)
      return false;
    Text = Text.drop_front(std::max<size_t>(Length, 1));
  }
  return true;
}

/// Remarks and warnings, which may be there too, quote what others say.
static bool hasError(StringRef Text, StringRef Folder) {
  return any_of(split(Text, '\n'), [&](StringRef Line) {
    size_t At = Line.find(": error: ");
    return At != StringRef::npos &&
           (Line.starts_with("hlo-mem-opt: ") || Line.starts_with(Folder)) &&
           At < Line.find(": warning: ") && At < Line.find(": remark: ");
  });
}

void DriverRun::checkStreams() const {
  require(Status == ExitDone || Status == ExitBadInput ||
              Status == ExitOverLimit || Status == ExitUnsound,
          "exit status " + Twine(int(Status)));
  // A document has the bytes of the file, but on a terminal.
  bool HasDocument = WritesDocument && !Options.Output;
  require(HasDocument || isForTerminal(Output),
          "control characters on the standard output: " + toPrintable(Output));
  require(isForTerminal(Errors),
          "control characters among the errors: " + toPrintable(Errors));
  if (Status == ExitDone)
    require(!hasError(Errors, Folder), "status 0 with an error: " + Errors);
  if (Status == ExitBadInput)
    require(hasError(Errors, Folder), "status 1 without an error: " + Errors);
  bool IsJson = Options.Format == "json" && !HasDocument && !Output.empty();
  if (IsJson)
    for (StringRef Line : split(StringRef(Output).rtrim('\n'), '\n')) {
      Expected<json::Value> Value = json::parse(Line);
      require(bool(Value), "no JSON: " + Line);
    }
}

/// What `print` wrote is a dump.
void DriverRun::checkDocument() {
  if (!Options.Output)
    return;
  bool Exists = sys::fs::exists(*Options.Output);
  // A gate judges what was done.
  bool HasGate =
      Options.TargetDevice || !Options.MemoryLimits.empty() || Options.Resident;
  bool MayExist = HasGate && Status != ExitDone;
  require(Exists == (Status == ExitDone) || MayExist,
          (Exists ? "a document" : "no document") + Twine(" with status ") +
              Twine(int(Status)) + ": " + Errors);
  StringRef Pipeline = Options.Passes;
  bool IsText = listPasses(Pipeline).back() == "print" &&
                !Pipeline.contains("print-program") &&
                !Pipeline.contains("export-packing") &&
                !Pipeline.contains("csv") && !Pipeline.contains("html") &&
                !Pipeline.contains("jsonl");
  if (!Exists || !IsText || Options.AllowIncomplete ||
      readFile(*Options.Output).empty())
    return;
  DriverOptions Again;
  Again.Passes = "peak";
  Again.NoVerify = true;
  Again.Jobs = 1;
  // What lacks a part is written without it.
  Again.NoSiblingFiles = true;
  Again.Inputs = {*Options.Output};
  std::string FirstErrors = std::move(Errors);
  require(runOnce(Again) == ExitDone, "what was printed is refused: " + Errors);
  Errors = std::move(FirstErrors);
}

void DriverRun::run() {
  Status = runOnce(Options);
  checkStreams();
  checkDocument();
}

} // namespace hlomem
