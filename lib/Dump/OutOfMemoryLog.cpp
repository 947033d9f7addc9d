//===- OutOfMemoryLog.cpp - XLA's out-of-memory messages ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Dump/OutOfMemoryLog.h"
#include "OutOfMemoryTable.h"
#include "hlomem/Support/TextScanner.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace hlomem {

//===----------------------------------------------------------------------===//
// Pieces of sentences
//===----------------------------------------------------------------------===//

/// The size behind \p Before in \p Text, which is cut behind it; Text is not
/// changed where there is none.
static std::optional<RoundedBytes> takeSizeAfter(StringRef &Text,
                                                 StringRef Before) {
  size_t At = Text.find(Before);
  if (At == StringRef::npos)
    return std::nullopt;
  StringRef Rest = Text.drop_front(At + Before.size()).ltrim(' ');
  std::optional<RoundedBytes> Size = takeRoundedBytes(Rest);
  if (Size)
    Text = Rest;
  return Size;
}

/// A name that ends a sentence or does not.
static std::string takeNameAfter(StringRef Text, StringRef Before) {
  size_t At = Text.find(Before);
  if (At == StringRef::npos)
    return "";
  StringRef Name = Text.drop_front(At + Before.size()).ltrim("%'");
  Name = Name.take_while([](char C) {
    return text::isNameChar(C) || C == '@' || C == '{' || C == '}';
  });
  return Name.rtrim('.').str();
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

bool OutOfMemoryMessage::saysTheSameAs(const OutOfMemoryMessage &Other) const {
  auto Key = [](const OutOfMemoryMessage &M) {
    return std::tie(M.On, M.When, M.Space, M.Subject, M.Needed, M.Available,
                    M.Over, M.Parts, M.Buffers, M.IsCut);
  };
  return Key(*this) == Key(Other);
}

namespace {

using Message = OutOfMemoryMessage;

/// Reads the sentence at the start of Text, as far as that is the phrase's
/// message. \p Before is the line up to it.
using HeadReader = bool (*)(StringRef Before, StringRef Text, Message &M);

struct Phrase {
  StringLiteral Text;
  HeadReader Read;
};

} // namespace

//===----------------------------------------------------------------------===//
// Sentences
//===----------------------------------------------------------------------===//

/// The end of a sentence that may have line feeds, and of what belongs to it.
static StringRef takeSentence(StringRef Text) {
  static constexpr size_t MaxSize = 16384;
  Text = Text.take_front(MaxSize);
  return Text.take_front(Text.find("\n\n"));
}

// `the total memory required for HLO temporaries (36.50G) exceeds available HBM
// (15.75G). HLO module: jit_f.`
static bool readTemporaries(StringRef, StringRef Text, Message &M) {
  Text = takeSentence(Text);
  M.Needed = takeSizeAfter(Text, "(");
  M.Available = takeSizeAfter(Text, ") exceeds available HBM (");
  M.Space = "HBM";
  M.Subject = takeNameAfter(Text.split('\n').first, "HLO module: ");
  return M.Needed && M.Available;
}

// `Ran out of memory in memory space hbm. Used 32.00G of 15.75G hbm. Exceeded
// hbm capacity by 16.25G.`, or `... vmem while allocating on stack for %f.1 =
// ... Scoped allocation with size 36.25M and limit 32.00M exceeded scoped vmem
// limit by 4.25M.`
static bool readSpace(StringRef, StringRef Text, Message &M) {
  StringRef Rest = takeSentence(Text);
  Rest.consume_front("Ran out of memory in memory space ");
  M.Space =
      Rest.take_while([](char C) { return isAlnum(C) || C == '_'; }).str();
  StringRef Head = Rest;
  M.Needed = takeSizeAfter(Rest, "Used ");
  if (M.Needed) {
    M.Available = takeSizeAfter(Rest, "of ");
    M.Over = takeSizeAfter(Rest, "capacity by ");
    return M.Available.has_value();
  }
  M.Subject = takeNameAfter(Head, "while allocating on stack for ");
  M.Needed = takeSizeAfter(Rest, "Scoped allocation with size ");
  M.Available = takeSizeAfter(Rest, "and limit ");
  M.Over = takeSizeAfter(Rest, "limit by ");
  std::string OpName = getOutOfMemoryMetadata(Head, "op_name");
  if (M.Needed && !OpName.empty()) {
    OutOfMemoryBuffer &B = M.Buffers.emplace_back();
    B.Size = M.Needed;
    B.Label = M.Subject;
    B.OpName = std::move(OpName);
  }
  return !M.Space.empty() && (M.Needed || !M.Subject.empty());
}

// `Allocation (size=32) would exceed memory (size=16) :: #allocation7 [shape =
// 'u8[32]{0}', space=hbm, size = 0x20, tag = 'output of f@{}'] :: f`
static bool readAllocation(StringRef, StringRef Text, Message &M) {
  uint64_t Needed, Available;
  StringRef Rest = Text.split('\n').first;
  Rest.consume_front("Allocation (size=");
  if (Rest.consumeInteger(10, Needed) ||
      !Rest.consume_front(") would exceed memory (size=") ||
      Rest.consumeInteger(10, Available) || !Rest.consume_front(")") ||
      Needed < Available)
    return false;
  M.Needed = makeExact(Bytes(Needed));
  M.Available = makeExact(Bytes(Available));
  M.Over = makeExact(Bytes(Needed - Available));
  M.Space = takeNameAfter(Rest, "space=");
  OutOfMemoryBuffer B;
  B.Size = M.Needed;
  auto GetQuoted = [&](StringRef Name) {
    size_t At = Rest.find((Name + " = '").str());
    return At == StringRef::npos
               ? std::string()
               : Rest.drop_front(At + Name.size() + 4).split('\'').first.str();
  };
  B.Shape = GetQuoted("shape");
  B.Label = GetQuoted("tag");
  if (!B.Shape.empty())
    M.Buffers.push_back(std::move(B));
  return true;
}

// `TPU TensorCore Hbm usage: 34.82G, SparseCore Hbm usage 174.10G, exceeding
// available bytes: 95.74G`
static bool readCores(StringRef, StringRef Text, Message &M) {
  StringRef Rest = Text.split('\n').first;
  M.Space = "HBM";
  auto Dense = takeSizeAfter(Rest, "usage: ");
  auto Sparse = takeSizeAfter(Rest, "SparseCore Hbm usage ");
  M.Available = takeSizeAfter(Rest, "available bytes: ");
  if (!Dense || !Sparse || !M.Available)
    return false;
  M.Parts = {{"TensorCore", *Dense}, {"SparseCore", *Sparse}};
  return true;
}

// `Requires 256.00G, has 14.96G available.`
static bool readEarlyExit(StringRef, StringRef Text, Message &M) {
  StringRef Rest = Text.split('\n').first;
  Rest.consume_front("Requires ");
  M.Needed = takeRoundedBytes(Rest);
  M.Available = takeSizeAfter(Rest, "has ");
  return M.Needed && M.Available;
}

// `Attempting to allocate 8.00M. That was not possible. There are 6.43M free.;
// (0x0x1_HBM0)`, or `Attempting to reserve 29.49G at the bottom of memory. ...`
static bool readRuntime(StringRef Before, StringRef Text, Message &M) {
  StringRef Rest = takeSentence(Text);
  Rest.consume_front("Attempting to ");
  if (!Rest.consume_front("allocate ") && !Rest.consume_front("reserve "))
    return false;
  M.Needed = takeRoundedBytes(Rest);
  M.Available = takeSizeAfter(Rest, "That was not possible. There are ");
  bool IsProgram = Before.contains("Error loading program");
  M.When = IsProgram ? Message::Phase::Loading : Message::Phase::Running;
  M.Subject = takeNameAfter(Before, "Error loading program '");
  M.Space = StringRef(Rest).take_front(200).contains("_HBM") ? "HBM" : "";
  return M.Needed && M.Available;
}

/// A size in bytes, `1024 bytes`, or in the form of a size.
static std::optional<RoundedBytes> takeAnySize(StringRef Text) {
  uint64_t N;
  StringRef Plain = Text;
  if (!Plain.consumeInteger(10, N) && Plain.starts_with(" bytes"))
    return makeExact(Bytes(N));
  return takeRoundedBytes(Text);
}

// `Out of memory while trying to allocate 1024 bytes.`, `...
// allocate 1.97GiB.`, `Out of memory allocating 1024 bytes.`
static bool readAllocate(StringRef, StringRef Text, Message &M) {
  StringRef Rest = Text;
  if (!Rest.consume_front("Out of memory while trying to allocate ") &&
      !Rest.consume_front("Out of memory allocating "))
    return false;
  M.Needed = takeAnySize(Rest);
  M.On = Message::Device::CPUOrGPU;
  M.When = Message::Phase::Running;
  return M.Needed.has_value();
}

/// Of a line `InUse:  12777947904`.
static std::optional<uint64_t> findNumber(StringRef Text, StringRef Name) {
  size_t At = Text.find(Name);
  uint64_t N;
  if (At == StringRef::npos ||
      Text.drop_front(At + Name.size()).ltrim(' ').consumeInteger(10, N))
    return std::nullopt;
  return N;
}

// `Allocator (GPU_0_bfc) ran out of memory trying to allocate 20.07GiB (rounded
// to 21550333184)requested by op`, and in lines of their own `Limit:
// 17716740096` and `InUse: 12777947904`. It may say that it is no failure.
static bool readAllocator(StringRef Before, StringRef Text, Message &M) {
  StringRef Rest = Text.split('\n').first;
  if (Rest.contains("not a failure"))
    return false;
  M.Needed = takeSizeAfter(Rest, "trying to allocate ");
  if (std::optional<uint64_t> N = findNumber(Rest, "(rounded to "))
    M.Needed = makeExact(Bytes(*N));
  std::optional<uint64_t> Limit = findNumber(Text, "\nLimit:");
  std::optional<uint64_t> InUse = findNumber(Text, "\nInUse:");
  if (Limit && InUse && *InUse <= *Limit)
    M.Available = makeExact(Bytes(*Limit - *InUse));
  M.On = Before.contains("(GPU_") ? Message::Device::GPU
                                  : Message::Device::CPUOrGPU;
  M.When = Message::Phase::Running;
  return M.Needed.has_value();
}

// `Failed to allocate request for 154.06GiB (165425291480B) on device ordinal
// 0`
static bool readRequest(StringRef, StringRef Text, Message &M) {
  StringRef Rest = Text.split('\n').first;
  M.Needed = takeSizeAfter(Rest, "request for ");
  if (!M.Needed || !Rest.consume_front(" ("))
    return false;
  // The same in full.
  if (std::optional<RoundedBytes> Exact = takeRoundedBytes(Rest);
      Exact && Exact->isExact())
    M.Needed = makeExact(Exact->Least);
  M.On = Message::Device::GPU;
  M.When = Message::Phase::Running;
  return true;
}

/// Where the beginning of the log is missing.
static bool readTableAlone(StringRef, StringRef Text, Message &M) {
  if (Text.starts_with("BufferAssignment")) {
    M.On = Message::Device::GPU;
    M.When = Message::Phase::Running;
  }
  return true;
}

static constexpr Phrase Phrases[] = {
    {"total memory required for HLO temporaries (", readTemporaries},
    {"Ran out of memory in memory space ", readSpace},
    {"Allocation (size=", readAllocation},
    {"TensorCore Hbm usage: ", readCores},
    {"Requires ", readEarlyExit},
    {"Attempting to ", readRuntime},
    {"Out of memory while trying to allocate ", readAllocate},
    {"Out of memory allocating ", readAllocate},
    {"ran out of memory trying to allocate ", readAllocator},
    {"Failed to allocate request for ", readRequest},
    {"BufferAssignment OOM Debugging.", readTableAlone},
    {"Largest program allocations in ", readTableAlone},
};

//===----------------------------------------------------------------------===//
// Logs
//===----------------------------------------------------------------------===//

namespace {

struct Place {
  size_t At;
  const Phrase *P;

  bool isTable() const { return P->Read == readTableAlone; }
};

} // namespace

static std::vector<Place> findPhrases(StringRef Log) {
  std::vector<Place> Places;
  for (const Phrase &P : Phrases)
    for (size_t At = 0;
         (At = text::findText(Log, P.Text, At)) != StringRef::npos;
         At += P.Text.size())
      Places.push_back({At, &P});
  sort(Places, [](const Place &L, const Place &R) { return L.At < R.At; });
  return Places;
}

static StringRef takeLineBefore(StringRef Log, size_t At) {
  // A log may be one line.
  static constexpr size_t MaxSize = 4096;
  StringRef Before = Log.take_front(At).take_back(MaxSize);
  return Before.drop_front(Before.rfind('\n') + 1); // npos + 1 is 0.
}

/// Equal messages have the same, and few others.
static std::string getNumbers(const Message &M) {
  std::string Result = M.Subject;
  for (const std::optional<RoundedBytes> &B : {M.Needed, M.Available})
    Result += " " + (B ? utostr(B->Least.count()) : "");
  return Result + " " + utostr(M.Buffers.size());
}

/// An allocator and the client that asked it speak of the same request, of
/// which the allocator rounds the size up. Adds \p M to \p Allocator, and
/// returns true, if these are such two.
static bool completeRequest(Message &Allocator, Message &M) {
  auto Round = [](const Message &Of) {
    static constexpr uint64_t Alignment = 256;
    return Of.Needed && Of.Needed->isExact() &&
                   Of.When == Message::Phase::Running
               ? divideCeil(Of.Needed->Least.count(), Alignment)
               : 0;
  };
  if (Allocator.On != Message::Device::GPU || !Allocator.Available ||
      M.Available || Round(M) == 0 || Round(Allocator) != Round(M))
    return false;
  Allocator.Needed = M.Needed;
  if (!M.Buffers.empty() || !M.Parts.empty()) {
    Allocator.Parts = std::move(M.Parts);
    Allocator.Buffers = std::move(M.Buffers);
    Allocator.IsCut = M.IsCut;
  }
  return true;
}

/// The message at the start of \p Text, which ends with it at the latest.
static std::optional<Message> readMessage(const Phrase &P, StringRef Before,
                                          StringRef Text) {
  // In one line, as a string of Python or JSON.
  std::string Unescaped;
  StringRef Line = Text.split('\n').first;
  if (Line.contains("\\n") &&
      (Line.contains("Peak buffers:") || Line.contains("usage >= "))) {
    for (StringRef Rest = Line; !Rest.empty();) {
      char C = Rest.front();
      bool IsEscape = C == '\\' && Rest.size() > 1;
      char Next = IsEscape ? Rest[1] : C;
      Unescaped += !IsEscape     ? C
                   : Next == 'n' ? '\n'
                   : Next == 't' ? '\t'
                                 : Next;
      Rest = Rest.drop_front(IsEscape ? 2 : 1);
    }
    Text = Unescaped;
  }
  Message M;
  if (!P.Read(Before, Text, M))
    return std::nullopt;
  readOutOfMemoryTable(Text, M);
  if (!M.Needed && !M.Available && M.Buffers.empty() && M.Parts.empty() &&
      M.Subject.empty())
    return std::nullopt;
  // Only this client prints it.
  if (M.On == Message::Device::CPUOrGPU &&
      Text.contains("BufferAssignment OOM Debugging"))
    M.On = Message::Device::GPU;
  return M;
}

std::vector<OutOfMemoryMessage> findOutOfMemory(StringRef Log) {
  std::vector<Message> Messages;
  std::vector<Place> Places = findPhrases(Log);
  // A log may have thousands.
  StringMap<SmallVector<size_t, 1>> ByNumbers;
  for (size_t I = 0, E = Places.size(); I != E;) {
    // A table belongs to the sentence above it, and so does what its own
    // sentences tell again.
    size_t Next = I + 1;
    bool HasTable = Places[I].isTable();
    while (Next != E && Places[Next].isTable() && !HasTable) {
      HasTable = true;
      ++Next;
    }
    size_t At = Places[I].At;
    size_t End = Next == E ? Log.size() : Places[Next].At;
    std::optional<Message> M =
        readMessage(*Places[I].P, takeLineBefore(Log, At), Log.slice(At, End));
    if (!M) {
      ++I;
      continue;
    }
    I = Next;
    M->Loc = SMLoc::getFromPointer(Log.data() + At);
    if (!Messages.empty() && completeRequest(Messages.back(), *M))
      continue;
    SmallVector<size_t, 1> &Like = ByNumbers[getNumbers(*M)];
    const auto *Known = find_if(
        Like, [&](size_t Other) { return Messages[Other].saysTheSameAs(*M); });
    if (Known != Like.end()) {
      ++Messages[*Known].Repeats;
      continue;
    }
    Like.push_back(Messages.size());
    Messages.push_back(std::move(*M));
  }
  return Messages;
}

} // namespace hlomem
