//===- HloGraphReader.cpp - The graph of an HLO text ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HloTextProgram.h"
#include "hlomem/HloText/GistReader.h"
#include "hlomem/IR/HloGraph.h"
#include "hlomem/Support/TextScanner.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallString.h"

using namespace llvm;

namespace hlomem {

namespace {

/// An entry of a list of aliases, `{1,0}: (2, {0}, may-alias)`, or of one of
/// donors, which has no output, `(2, {0})`.
struct AliasEntry {
  ShapeIndex Output;
  /// Of an operand or a parameter.
  uint64_t Number = 0;
  ShapeIndex Index;
  /// The word after the index, "must-alias".
  StringRef Word;
};

constexpr uint32_t Nowhere = ~uint32_t();

/// An instruction of the graph.
struct Found {
  InstructionId Number;
  StringRef Name;
  const Shape *Type = nullptr;
};

/// Reads one program.
class HloGraphReader {
public:
  HloGraphReader(const HloTextProgram &P, ShapeContext &Shapes,
                 FusionBodies Bodies)
      : P(P), Shapes(Shapes), Bodies(Bodies),
        B(P.getModuleName(), /*KeepsNames=*/false),
        Details(P.instructions().size()), ReadBegin(Details.size()),
        Numbers(Details.size()), IsFused(P.computations().size()),
        IsRun(IsFused.size()), Unread(IsFused.size()) {}

  Expected<std::unique_ptr<HloGraph>> read();

private:
  Error parse(ComputationId Number);
  Error parse(const SourceInstruction &I);
  Error findCalls(ComputationId C);
  SmallVector<uint32_t> findPostOrder(const TextComputation &C) const;
  ArrayRef<uint32_t> getRead(uint32_t I) const {
    return ArrayRef(Read).slice(ReadBegin[I], Details[I]->Operands.size());
  }
  uint32_t findBefore(uint32_t I, StringRef Name) const;
  void setSchedule(const TextComputation &C, ComputationId Number);
  Error addComputation(ComputationId Number);
  Error addInstruction(uint32_t I);
  StringRef getText(const InstructionDetails &D, StringRef Key);
  Expected<Found> findOperand(uint32_t I, size_t Number);
  Found addElement(const Found &Tuple, uint64_t Element);
  Expected<ComputationId> findComputation(uint32_t I, StringRef Name);
  Error findCalled(uint32_t I, SmallVectorImpl<ComputationId> &Called);
  Error findAliases(uint32_t I, ArrayRef<Found> Operands,
                    SmallVectorImpl<OutputOperandAlias> &Aliases);
  Error addInputOutputAliases();
  Error addBufferDonors();
  Expected<LeafId> findLeaf(const char *At, const Shape &S, ShapeIndex Index);
  Expected<LeafId> findParameterLeaf(const char *At, const AliasEntry &E);
  Error error(const char *At, const Twine &Message) const;
  Error error(uint32_t I, const Twine &Message) const {
    return error(P.instructions()[I].Name.data(), Message);
  }

  const HloTextProgram &P;
  ShapeContext &Shapes;
  const FusionBodies Bodies;
  HloGraphBuilder B;
  /// Of what was parsed.
  BumpPtrAllocator Arena;
  // By position in P.instructions().
  /// Null for what is not parsed.
  std::vector<const InstructionDetails *> Details;
  std::vector<size_t> ReadBegin;
  std::vector<InstructionId> Numbers;
  /// By operand of all instructions, what findBefore() returns.
  std::vector<uint32_t> Read;
  /// As XLA numbers what it writes to a proto, in its order.
  int64_t NextId = 1;
  IdVector<ComputationId, bool> IsFused;
  /// Which computations other instructions than fusions call.
  IdVector<ComputationId, bool> IsRun;
  /// The calls of bodies of fusions that are left out.
  IdVector<ComputationId, std::optional<SmallVector<UnreadCall, 2>>> Unread;
  /// By position in P.instructions(), the get-tuple-elements that were made for
  /// its operands.
  DenseMap<uint32_t, SmallVector<InstructionId, 2>> ElementsRead;
  /// The get-tuple-elements that were made, by the tuple and the element.
  DenseMap<std::pair<InstructionId, uint64_t>, Found> Elements;
};

} // namespace

Error HloGraphReader::error(const char *At, const Twine &Message) const {
  StringRef Text = P.getSource().Text;
  // What is not of a text has no place there.
  bool IsInText = Text.begin() <= At && At <= Text.end();
  return createStringError(
      (IsInText ? printPlace(P.getSource(), At) : P.getFileName().str()) +
      ": " + Message);
}

//===----------------------------------------------------------------------===//
// Lists of aliases
//===----------------------------------------------------------------------===//

static std::optional<ShapeIndex> takeIndex(StringRef &Text) {
  size_t Close = Text.starts_with("{") ? Text.find('}') : StringRef::npos;
  if (Close == StringRef::npos)
    return std::nullopt;
  StringRef Braced = Text.take_front(Close + 1);
  Text = Text.drop_front(Close + 1);
  return ShapeIndex::parse(Braced);
}

/// `{ entry, entry }`, or none where it is something else.
static std::optional<SmallVector<AliasEntry, 4>> parseAliases(StringRef List,
                                                              bool HasOutputs) {
  SmallVector<AliasEntry, 4> Result;
  if (!List.consume_front("{") || !List.consume_back("}"))
    return std::nullopt;
  List = List.trim(' ');
  while (!List.empty()) {
    AliasEntry &E = Result.emplace_back();
    if (HasOutputs) {
      std::optional<ShapeIndex> Output = takeIndex(List);
      if (!Output || !List.consume_front(": "))
        return std::nullopt;
      E.Output = *Output;
    }
    if (!List.consume_front("("))
      return std::nullopt;
    std::optional<uint64_t> Number = text::takeNumber(List);
    if (!Number || !List.consume_front(", "))
      return std::nullopt;
    E.Number = *Number;
    std::optional<ShapeIndex> Index = takeIndex(List);
    if (!Index)
      return std::nullopt;
    E.Index = *Index;
    if (List.consume_front(", "))
      E.Word = text::takeName(List);
    if (!List.consume_front(")") ||
        (!List.empty() && !List.consume_front(", ")))
      return std::nullopt;
  }
  return Result;
}

Expected<LeafId> HloGraphReader::findLeaf(const char *At, const Shape &S,
                                          ShapeIndex Index) {
  if (LeafId Leaf = B.getLeaves(S).find(Index))
    return Leaf;
  return error(At, "the shape has no part {" + Index.getText() + "}");
}

Error HloGraphReader::findAliases(
    uint32_t I, ArrayRef<Found> Operands,
    SmallVectorImpl<OutputOperandAlias> &Aliases) {
  const InstructionDetails &D = *Details[I];
  std::optional<StringRef> List = D.getAttribute("output_to_operand_aliasing");
  if (!List)
    return Error::success();
  auto Entries = parseAliases(*List, /*HasOutputs=*/true);
  if (!Entries)
    return error(List->data(),
                 "expected '{{OUTPUT}: (OPERAND, {INDEX}), ...}'");
  for (const AliasEntry &E : *Entries) {
    if (E.Number >= Operands.size())
      return error(List->data(), "there is no operand " + Twine(E.Number));
    Expected<LeafId> Output = findLeaf(List->data(), *D.Type, E.Output);
    if (!Output)
      return Output.takeError();
    Expected<LeafId> Leaf =
        findLeaf(List->data(), *Operands[E.Number].Type, E.Index);
    if (!Leaf)
      return Leaf.takeError();
    Aliases.push_back({*Output, static_cast<uint32_t>(E.Number), *Leaf});
  }
  return Error::success();
}

Expected<LeafId> HloGraphReader::findParameterLeaf(const char *At,
                                                   const AliasEntry &E) {
  ArrayRef<uint32_t> Parameters = P.parameters(P.computations()[P.getEntry()]);
  if (E.Number >= Parameters.size())
    return error(At, "the program has no argument " + Twine(E.Number));
  return findLeaf(At, *Details[Parameters[E.Number]]->Type, E.Index);
}

Error HloGraphReader::addInputOutputAliases() {
  std::optional<StringRef> List = P.getHeaderAttribute("input_output_alias");
  if (!List)
    return Error::success();
  auto Entries = parseAliases(*List, /*HasOutputs=*/true);
  if (!Entries)
    return error(List->data(),
                 "expected '{ {OUTPUT}: (PARAMETER, {INDEX}, KIND), ... }'");
  const Shape &Result = *Details[P.computations()[P.getEntry()].Root]->Type;
  for (const AliasEntry &E : *Entries) {
    Expected<LeafId> Output = findLeaf(List->data(), Result, E.Output);
    if (!Output)
      return Output.takeError();
    Expected<LeafId> Leaf = findParameterLeaf(List->data(), E);
    if (!Leaf)
      return Leaf.takeError();
    B.addInputOutputAlias(
        {*Output, E.Number, *Leaf, /*IsMust=*/E.Word == "must-alias"});
  }
  return Error::success();
}

Error HloGraphReader::addBufferDonors() {
  std::optional<StringRef> List = P.getHeaderAttribute("buffer_donor");
  if (!List)
    return Error::success();
  auto Entries = parseAliases(*List, /*HasOutputs=*/false);
  if (!Entries)
    return error(List->data(), "expected '{ (PARAMETER, {INDEX}), ... }'");
  for (const AliasEntry &E : *Entries) {
    Expected<LeafId> Leaf = findParameterLeaf(List->data(), E);
    if (!Leaf)
      return Leaf.takeError();
    B.addBufferDonor({E.Number, *Leaf});
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

Error HloGraphReader::parse(const SourceInstruction &I) {
  uint32_t Number = I.Number.index();
  const InstructionDetails &D =
      *new (Arena) InstructionDetails(parseInstruction(
          HloTextProgram::getHead(I), Shapes, Arena, /*WithMetadata=*/false));
  Details[Number] = &D;
  if (!D.Type)
    return error(I.Name.data(), "the shape of '" + I.Name + "' is unknown");
  if (!D.IsComplete)
    return error(I.Name.data(),
                 "'" + I.Name + "' has parts that are not understood");
  // What runs within is not in the text.
  if (D.Op == Opcode::AsyncStart && D.OpcodeName != "async-start")
    return error(I.Name.data(),
                 "'" + I.Name +
                     "' starts a computation that the text does not show");
  ReadBegin[Number] = Read.size();
  for (const Operand &O : D.Operands)
    Read.push_back(findBefore(Number, O.Name));
  for (const CalledComputation &Called : D.CalledComputations) {
    Expected<ComputationId> C = findComputation(Number, Called.Name);
    if (!C)
      return C.takeError();
    (D.Op == Opcode::Fusion ? IsFused : IsRun)[*C] = true;
  }
  return Error::success();
}

/// Most instructions of fusions call nothing, whatever their attributes.
static bool mayCall(const SourceInstruction &I) {
  return (!hasTrait(I.Op, OpcodeTraits::Elementwise) ||
          hasTrait(I.Op, OpcodeTraits::CallsComputations)) &&
         I.Op != Opcode::Parameter && I.Op != Opcode::Constant &&
         I.Op != Opcode::Broadcast &&
         mayHave(I.Text, InstructionMarks::CallsComputations);
}

/// Finds what a body that is left out calls.
Error HloGraphReader::findCalls(ComputationId C) {
  auto &Calls = Unread[C].emplace();
  for (const SourceInstruction &I : P.instructions(P.computations()[C])) {
    if (!mayCall(I))
      continue;
    if (Error E = parse(I))
      return E;
    SmallVector<ComputationId> Called;
    if (Error E = findCalled(I.Number.index(), Called))
      return E;
    for (ComputationId Of : Called)
      Calls.push_back({Of, I.Op == Opcode::Fusion});
  }
  return Error::success();
}

Error HloGraphReader::parse(ComputationId Number) {
  if (Bodies == FusionBodies::LeftOut && IsFused[Number] && !IsRun[Number])
    return findCalls(Number);
  for (const SourceInstruction &I : P.instructions(P.computations()[Number]))
    if (Error E = parse(I))
      return E;
  return Error::success();
}

Expected<ComputationId> HloGraphReader::findComputation(uint32_t I,
                                                        StringRef Name) {
  if (ComputationId C = P.findComputation(Name))
    return C;
  return error(I, "'" + P.instructions()[I].Name + "' calls '" + Name +
                      "', which is not in the text");
}

Error HloGraphReader::findCalled(uint32_t I,
                                 SmallVectorImpl<ComputationId> &Called) {
  for (const CalledComputation &Of : Details[I]->CalledComputations) {
    Expected<ComputationId> C = findComputation(I, Of.Name);
    if (!C)
      return C.takeError();
    // The text has the condition first, the program the body.
    if (Of.Role == "body")
      Called.insert(Called.begin(), *C);
    else
      Called.push_back(*C);
  }
  return Error::success();
}

Found HloGraphReader::addElement(const Found &Tuple, uint64_t Element) {
  auto [It, IsNew] = Elements.try_emplace({Tuple.Number, Element});
  Found &Made = It->second;
  if (IsNew) {
    SmallString<64> Name;
    Made.Name =
        Shapes.keep((Tuple.Name + "#" + Twine(Element)).toStringRef(Name));
    Made.Type = Tuple.Type->getElements()[Element];
    Made.Number = B.addInstruction({.Name = Made.Name,
                                    .Op = Opcode::GetTupleElement,
                                    .OpcodeName = "get-tuple-element",
                                    .Type = Made.Type,
                                    .Number = Element,
                                    .Operands = {Tuple.Number},
                                    .Id = NextId++});
  }
  return Made;
}

Expected<Found> HloGraphReader::findOperand(uint32_t I, size_t Number) {
  const Operand &O = Details[I]->Operands[Number];
  uint32_t Position = getRead(I)[Number];
  if (Position == Nowhere)
    return error(I, "'" + P.instructions()[I].Name + "' reads '" + O.Name +
                        "', which does not stand before it in its computation");
  Found Result = {Numbers[Position], O.Name, Details[Position]->Type};
  for (StringRef Rest = O.Elements; Rest.consume_front("#");) {
    std::optional<uint64_t> Element = text::takeNumber(Rest);
    if (!Element || !Result.Type->isTuple() ||
        *Element >= Result.Type->getElements().size())
      return error(I, "'" + O.Name + "' has no element '" + O.Elements + "'");
    Result = addElement(Result, *Element);
    ElementsRead[I].push_back(Result.Number);
  }
  return Result;
}

static uint64_t getNumber(const InstructionDetails &D) {
  if (std::optional<uint64_t> Parameter = D.getParameterNumber())
    return *Parameter;
  uint64_t Index = 0;
  if (D.Op == Opcode::GetTupleElement)
    D.getAttribute("index").value_or("0").getAsInteger(10, Index);
  return Index;
}

static FusionKind getFusionKind(const InstructionDetails &D) {
  if (D.Op != Opcode::Fusion)
    return FusionKind::None;
  return parseFusionKind(D.getAttribute("kind").value_or(""));
}

/// Without quotes.
StringRef HloGraphReader::getText(const InstructionDetails &D, StringRef Key) {
  StringRef Text = D.getAttribute(Key).value_or("");
  if (Text.consume_front("\"") && Text.consume_back("\"") &&
      Text.contains('\\'))
    return Shapes.keep(text::unescape(Text));
  return Text;
}

Error HloGraphReader::addInstruction(uint32_t I) {
  const InstructionDetails &D = *Details[I];
  SmallVector<Found> Sources;
  SmallVector<InstructionId> Operands;
  SmallVector<ComputationId> Called;
  for (size_t Number = 0; Number != D.Operands.size(); ++Number) {
    Expected<Found> Operand = findOperand(I, Number);
    if (!Operand)
      return Operand.takeError();
    Sources.push_back(*Operand);
    Operands.push_back(Operand->Number);
  }
  if (Error E = findCalled(I, Called))
    return E;
  SmallVector<OutputOperandAlias> Aliases;
  if (Error E = findAliases(I, Sources, Aliases))
    return E;
  StringRef Target, Config;
  if (D.Op == Opcode::CustomCall)
    Target = getText(D, "custom_call_target");
  // Most are long, and nobody asks for them.
  if (D.Op == Opcode::CustomCall || D.getAttribute("backend_config")
                                        .value_or("")
                                        .contains("aliasing_operands"))
    Config = getText(D, "backend_config");
  Numbers[I] = B.addInstruction({.Name = D.Name,
                                 .Op = D.Op,
                                 .OpcodeName = D.OpcodeName,
                                 .Type = D.Type,
                                 .Number = getNumber(D),
                                 .Operands = Operands,
                                 .Called = Called,
                                 .Aliases = Aliases,
                                 .Id = NextId++,
                                 .Fusion = getFusionKind(D),
                                 .CustomCallTarget = Target,
                                 .BackendConfig = Config});
  B.readAliasingOperands(Numbers[I], Config, Operands.size());
  return Error::success();
}

/// The instruction with this name that stands before \p I in its computation;
/// Nowhere for others, which addInstruction() refuses.
uint32_t HloGraphReader::findBefore(uint32_t I, StringRef Name) const {
  const SourceInstruction *From = P.findInstruction(Name);
  const SourceInstruction &Of = P.instructions()[I];
  return From && From < &Of && From->Computation == Of.Computation
             ? From->Number.index()
             : Nowhere;
}

/// HloComputation::MakeInstructionPostOrder: depth first from what nothing
/// reads. The order decides between buffers of one size.
SmallVector<uint32_t>
HloGraphReader::findPostOrder(const TextComputation &C) const {
  const uint32_t Count = C.End - C.Begin;
  SmallVector<uint32_t> Order, Stack;
  std::vector<bool> IsRead(Count), IsEntered(Count), IsDone(Count);
  for (uint32_t I = C.Begin; I != C.End; ++I)
    for (uint32_t Of : getRead(I))
      if (Of != Nowhere)
        IsRead[Of - C.Begin] = true;
  for (uint32_t Root = C.Begin; Root != C.End; ++Root) {
    if (IsRead[Root - C.Begin])
      continue;
    Stack.push_back(Root);
    while (!Stack.empty()) {
      uint32_t I = Stack.back();
      if (IsEntered[I - C.Begin]) {
        Stack.pop_back();
        if (!IsDone[I - C.Begin])
          Order.push_back(I);
        IsDone[I - C.Begin] = true;
        continue;
      }
      IsEntered[I - C.Begin] = true;
      auto Push = [&](uint32_t Of) {
        if (Of != Nowhere && !IsDone[Of - C.Begin])
          Stack.push_back(Of);
      };
      // What is pushed last is visited first.
      for_each(reverse(getRead(I)), Push);
      for (StringRef Name : Details[I]->ControlPredecessors)
        Push(findBefore(I, Name));
    }
  }
  return Order;
}

/// The order of the text; what was made runs before what reads it first.
void HloGraphReader::setSchedule(const TextComputation &C,
                                 ComputationId Number) {
  SmallVector<InstructionId> Order;
  DenseSet<InstructionId> Seen;
  for (uint32_t I = C.Begin; I != C.End; ++I) {
    if (auto Found = ElementsRead.find(I); Found != ElementsRead.end())
      copy_if(Found->second, std::back_inserter(Order),
              [&](InstructionId Made) { return Seen.insert(Made).second; });
    Order.push_back(Numbers[I]);
  }
  B.setSchedule(Number, Order);
}

Error HloGraphReader::addComputation(ComputationId Number) {
  const TextComputation &C = P.computations()[Number];
  B.addComputation(C.Name, IsFused[Number], C.Thread);
  if (Unread[Number]) {
    B.setUnread(Number, *Unread[Number]);
    return Error::success();
  }
  for (uint32_t I : findPostOrder(C))
    if (Error E = addInstruction(I))
      return E;
  B.setRoot(Number, Numbers[C.Root]);
  if (P.isScheduled() && !IsFused[Number])
    setSchedule(C, Number);
  return Error::success();
}

Expected<std::unique_ptr<HloGraph>> HloGraphReader::read() {
  // Computations stand before those that call them.
  for (ComputationId C : reverse(P.computations().ids()))
    if (Error E = parse(C))
      return E;
  for (ComputationId C : P.computations().ids())
    if (Error E = addComputation(C))
      return E;
  B.setEntry(P.getEntry());
  B.setIsInCallOrder(true);
  if (Error E = addInputOutputAliases())
    return E;
  if (Error E = addBufferDonors())
    return E;
  Expected<std::unique_ptr<HloGraph>> G = std::move(B).build();
  if (!G)
    return createStringError(P.getFileName() + ": " + toString(G.takeError()));
  return G;
}

Expected<std::shared_ptr<const HloGraph>>
HloTextProgram::readGraph(ShapeContext &Shapes, FusionBodies Bodies) const {
  return HloGraphReader(*this, Shapes, Bodies).read();
}

} // namespace hlomem
