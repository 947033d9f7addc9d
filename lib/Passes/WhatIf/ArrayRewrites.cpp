//===- ArrayRewrites.cpp - Arrays that a model need not make --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Passes/WhatIf/ArrayRewrites.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Memory/FitVerdict.h"
#include "hlomem/Analysis/Memory/LiveCurves.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/Analysis/Memory/Padding.h"
#include "hlomem/Analysis/Memory/PeakWhatIf.h"
#include "hlomem/Analysis/Parts/Parts.h"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/Analysis/Program/ProgramAnalysis.h"
#include "hlomem/Analysis/Program/ProgramGraph.h"
#include "hlomem/Analysis/Sources/Frameworks.h"
#include "hlomem/Analysis/Sources/OpNames.h"
#include "hlomem/Analysis/Sources/UserSourceAnalysis.h"
#include "hlomem/Analysis/Sources/ValueNames.h"
#include "hlomem/IR/AssignmentEdit.h"
#include "hlomem/IR/Module.h"
#include "hlomem/IR/ProgramSource.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/Passes/WhatIf/OwnRematEffect.h"
#include "hlomem/WhatIf/Precision.h"
#include "llvm/ADT/SmallSet.h"
#include <set>

using namespace llvm;

namespace hlomem {

/// One of so many parts of what is needed is worth a new way to write the
/// model.
static constexpr uint64_t LeastPart = 10;
/// Smaller arrays are none of those that take much, of however many layers.
static constexpr uint64_t LeastPartOfScores = 1000;
/// Less is no length of a sequence, and no vocabulary.
static constexpr uint64_t LeastLength = 128, LeastVocabulary = 8192;

static uint64_t countExtent(const Shape &S, uint64_t Extent) {
  return count_if(S.getDimensions(),
                  [=](const Dimension &D) { return D.Extent == Extent; });
}

/// The same, also in what dimensions are merged to.
static uint64_t countFactor(const Shape &S, uint64_t Extent) {
  uint64_t Count = 0;
  for (Dimension D : S.getDimensions())
    for (; D.Extent != 0 && D.Extent % Extent == 0; D.Extent /= Extent)
      ++Count;
  return Count;
}

static bool saysAny(StringRef OpName, ArrayRef<StringRef> Words) {
  const std::string Lower = OpName.lower();
  return any_of(Words,
                [&](StringRef W) { return StringRef(Lower).contains(W); });
}

static bool saysAttention(StringRef OpName) {
  return saysAny(OpName, {"attention", "attn"});
}

/// True for products of matrices of each head of each sequence, as einsum names
/// them: "transpose(jvp(bthd,bshd->bhts))/dot_general".
static bool saysProductOfHeads(StringRef OpName) {
  for (StringRef Component : split(OpName, '/')) {
    auto [Operands, Out] = Component.split("->");
    auto [Left, Right] = Operands.split(',');
    Left = Left.drop_front(Left.rfind('(') + 1);
    Out = Out.take_while(isAlpha);
    unsigned InAll = 0;
    for (char C : Left)
      InAll += Right.contains(C) && Out.contains(C);
    if (Left.size() == 4 && Right.size() == 4 && Out.size() == 4 && InAll == 2)
      return true;
  }
  return false;
}

static uint64_t getLargest(const Shape &S) {
  uint64_t Largest = 0;
  for (const Dimension &D : S.getDimensions())
    Largest = std::max(Largest, D.Extent);
  return Largest;
}

/// The length of the sequence if \p S may be the shape of scores of attention,
/// for each query and key, or else 0: the batch may be larger.
static uint64_t findSquare(const Shape &S) {
  uint64_t Largest = 0;
  if (S.getDimensions().size() >= 3)
    for (const Dimension &D : S.getDimensions())
      if (D.Extent >= LeastLength && countExtent(S, D.Extent) >= 2)
        Largest = std::max(Largest, D.Extent);
  return Largest;
}

namespace {

class RewriteFinder {
public:
  explicit RewriteFinder(const PassRun &Run)
      : Run(Run), WhatIf(Run.AM.getResult<LivenessAnalysis>(), Timeline,
                         Run.AM.getResult<LiveCurvesAnalysis>()) {}

  std::vector<ArrayRewrite> run();

private:
  using ExtentFn = function_ref<uint64_t(const Shape &, StringRef)>;

  /// Finds a rewrite by which the arrays, and what has as many elements, are
  /// not made of which \p FindExtent says that they have an extent \p Times.
  void findArrays(ArrayRewrite R, ExtentFn FindExtent, uint64_t Times);
  /// Returns the length of the sequence if \p S, of a value with this op_name,
  /// is the shape of scores of attention, or else 0.
  uint64_t findScoreLength(const Shape &S, StringRef OpName) const;
  /// Returns the size of the vocabulary if \p S, of a value with this op_name,
  /// is the shape of logits, or else 0.
  uint64_t findVocabulary(const Shape &S, StringRef OpName) const;
  bool hasLogitsOfTokens() const;
  /// Fills Products, Weighting and Gathered.
  void readProgram();
  void findWeighting(const HloGraph &G);
  void findPadding();
  void findResults();
  void findDoubles();
  /// Adds \p R, which makes \p E, unless it saves too little.
  void add(ArrayRewrite R, const AssignmentEdit &E);
  /// Adds \p R, with no bound where XLA's own rematerialization leaves none.
  void push(ArrayRewrite R);
  std::string describe(const Value &V) const;
  std::string findNames(const Value &V) const;
  const char *describeBlocks() const;
  ArrayRewrite describeChunks() const;
  bool needsNarrow(const Value &Scores) const;
  bool isMade(const Value &V) const;

  const PassRun &Run;
  const MemoryTimeline &Timeline = Run.AM.getResult<MemoryTimelineAnalysis>();
  const Bytes Need = Timeline.getSpace(0).Allocated;
  const PaddingAtPeak *const Peak =
      Run.AM.getResult<PaddingAnalysis>().findPeak(0);
  const Backend On = Run.AM.getResult<BackendAnalysis>().get();
  Parts &Contents = Run.AM.getResult<PartsAnalysis>();
  ValueNames &Names = *Run.AM.getResult<ValueNamesAnalysis>();
  const Framework Model =
      Run.AM.getResult<UserSourceAnalysis>().findFramework();
  const bool IsJax = Model < Framework::TensorFlow;
  PeakWhatIf WhatIf;
  /// The extents of the shapes of arguments, and each extent of a parameter.
  std::set<SmallVector<uint64_t, 4>> OfArguments;
  /// The extents of results of convolutions, which cannot be reshaped.
  std::set<SmallVector<uint64_t, 4>> OfConvolutions;
  SmallSet<uint64_t, 8> OfParameters;
  /// The lengths of products that may be scores, and their elements.
  std::set<std::pair<uint64_t, uint64_t>> Products;
  /// The lengths of sequences of which arrays for each pair are multiplied with
  /// values in the forward pass, as attention does. None if the program is
  /// unknown.
  std::optional<SmallSet<uint64_t, 4>> Weighting;
  /// The extents of the arrays that elements are gathered from, such as the
  /// embeddings of a vocabulary.
  SmallSet<uint64_t, 8> Gathered;
  OwnRematEffect RematEffect = OwnRematEffect::None;
  bool HasBackward = false, HasLoss = false;
  /// Is true if op_names say that JAX has traced a function.
  bool IsTraced = false;
  std::vector<ArrayRewrite> Found;
};

} // namespace

uint64_t RewriteFinder::findScoreLength(const Shape &S,
                                        StringRef OpName) const {
  const uint64_t Length = findSquare(S);
  if (Length == 0)
    return 0;
  // What weights nothing, such as the costs of a transport, is no score. Where
  // a loss is a mere sum, the product with the values is not computed.
  const bool IsNamed = saysAttention(OpName);
  if (Weighting && !Weighting->contains(Length) && !IsNamed)
    return 0;
  if (saysAny(OpName, {"softmax"}))
    return Length;
  // Some merge the batch and the heads; a hidden dimension is no length.
  const size_t Rank = S.getDimensions().size();
  if (Rank == 3 && IsNamed && !OfParameters.contains(Length))
    return Length;
  return Rank >= 4 && (IsNamed || saysProductOfHeads(OpName) ||
                       Products.contains({Length, countElements(S)}) ||
                       // A loop keeps those of all layers.
                       (Rank >= 5 &&
                        Products.contains(
                            {Length, countElements(S) /
                                         S.getDimensions().front().Extent})))
             ? Length
             : 0;
}

uint64_t RewriteFinder::findVocabulary(const Shape &S, StringRef OpName) const {
  const uint64_t Largest = getLargest(S);
  if (!saysAny(OpName,
               {"logit", "softmax", "logsumexp", "entropy", "lm_head"}) &&
      !Gathered.contains(Largest))
    return 0;
  const bool IsAlone = count_if(S.getDimensions(), [=](const Dimension &D) {
                         return D.Extent >= Largest / 4;
                       }) == 1;
  return Largest >= LeastVocabulary && IsAlone ? Largest : 0;
}

void RewriteFinder::add(ArrayRewrite R, const AssignmentEdit &E) {
  const Bytes Left = WhatIf.getPeak(/*Space=*/0, E);
  // What XLA may place in VMEM then comes on top.
  R.Bound = differenceOrZero(Need, Left) + getLeastError(On);
  // Gaps do not go by it alone, and all that is needed is no bound.
  if (R.Bound >= Need ||
      differenceOrZero(Timeline.getSpace(0).Peak.Size, Left) < Need / LeastPart)
    return;
  push(std::move(R));
}

void RewriteFinder::push(ArrayRewrite R) {
  R.Bound =
      getBoundWith(RematEffect, R.Bound, Need, getFitLimit(Run.M, Run.AM));
  Found.push_back(std::move(R));
}

/// "f32[8,12,512,512] at model.py:27".
std::string RewriteFinder::describe(const Value &V) const {
  std::string Text;
  raw_string_ostream OS(Text);
  V.getShape().print(OS, /*WithLayout=*/false);
  const Content C = Contents.find(V);
  Text += (C.Source.empty() ? "" : " at ") + C.Source;
  // Where there is no line, the scope is all that tells.
  if (C.Source.empty() && StringRef(C.Name).contains('/')) {
    const auto [Before, Last] = StringRef(C.Name).rsplit('/');
    Text += (" in " + Before.rsplit('/').second + "/" + Last).str();
  }
  // Where the line is the user's, and what it calls is not.
  const std::optional<UserPlace> Place =
      Run.AM.getResult<UserSourceAnalysis>().find(V);
  if (StringRef Package = Place ? getPackage(Place->File) : "";
      !Package.empty() && Package != "jax")
    Text += (", in the package " + Package).str();
  return Text;
}

/// The op_name of \p V and what else it is called: copies have the scope of
/// what they are copies of.
std::string RewriteFinder::findNames(const Value &V) const {
  return (Names.findOpName(V) + "/" + Contents.find(V).Name).str();
}

/// Returns the extents of \p S, sorted: a gradient may be transposed.
static SmallVector<uint64_t, 4> getSortedExtents(const Shape &S) {
  SmallVector<uint64_t, 4> Extents;
  for (const Dimension &D : S.getDimensions())
    Extents.push_back(D.Extent);
  llvm::sort(Extents);
  return Extents;
}

/// Is true of what the program makes, in the default memory space, and what is
/// of no shape that an argument has.
bool RewriteFinder::isMade(const Value &V) const {
  const auto Given = AllocationFlags::Parameter | AllocationFlags::Constant |
                     AllocationFlags::ThreadLocal;
  return V.isAllocated() && V.getAllocation().getMemorySpace() == 0 &&
         (V.getAllocation().getFlags() & Given) == AllocationFlags::None &&
         V.hasShape() && V.getShape().isArray() &&
         !V.getShape().getDimensions().empty() &&
         !OfArguments.contains(getSortedExtents(V.getShape()));
}

void RewriteFinder::findArrays(ArrayRewrite R, ExtentFn FindExtent,
                               uint64_t Times) {
  const Value *Largest = nullptr;
  uint64_t Extent = 0, Least = ~uint64_t();
  SmallSet<uint64_t, 4> Counts;
  for (const PaddedBuffer &B : Peak->Buffers) {
    const Value &V = *B.Payer;
    // Beside scores lie the random numbers and the mask of a dropout.
    if (!isMade(V) || B.Buffer.Size < Need / LeastPartOfScores ||
        elementClass(V.getShape().getElementType()) != ElementClass::Float)
      continue;
    uint64_t This = FindExtent(V.getShape(), findNames(V));
    // The vocabulary is a dimension of a parameter.
    if (This == 0 || (Largest && This != Extent) ||
        (Times == 1 && !OfParameters.contains(This)))
      continue;
    Extent = This;
    if (!Largest || Largest->getSize() < V.getSize())
      Largest = &V;
    Least = std::min(Least, countElements(V.getShape()));
    Counts.insert(countElements(V.getShape()));
  }
  if (!Largest)
    return;
  const bool IsNarrowed = Times == 2 && needsNarrow(*Largest);
  AssignmentEdit E(Run.M);
  for (const Value &V : Run.M.values()) {
    if (!isMade(V))
      continue;
    // Also what has the same bytes in another shape.
    const uint64_t Count = countElements(V.getShape());
    if ((Count >= Least && countExtent(V.getShape(), Extent) >= Times) ||
        (Counts.contains(Count) && countFactor(V.getShape(), Extent) >= Times))
      E.remove(V);
    else if (IsNarrowed && V.getShape().getElementType() == ElementType::F32 &&
             saysAttention(findNames(V)))
      E.resize(V, V.getSize() / 2);
  }
  constexpr uint64_t Block = 128;
  R.How = describe(*Largest) + ": " + R.How;
  if (IsNarrowed)
    R.How += ", with q, k and v in bfloat16";
  else if (Times == 2 && IsJax && On == Backend::TPU && Extent % Block != 0)
    R.How += ", the length padded to a multiple of " + utostr(Block);
  add(std::move(R), E);
}

/// True if the kernel of attention takes no arrays as wide as \p Scores.
bool RewriteFinder::needsNarrow(const Value &Scores) const {
  return IsJax && On == Backend::GPU &&
         Scores.getShape().getElementType() == ElementType::F32;
}

/// Returns the logical size of what takes much more than that; none of others.
static std::optional<Bytes> findMuchPadded(const Shape &S, Bytes Size) {
  std::optional<Bytes> Logical = S.getLogicalSize();
  return Logical && *Logical + *Logical / 2 <= Size ? Logical : std::nullopt;
}

void RewriteFinder::findPadding() {
  const auto Worst = find_if(Peak->Buffers, [&](const PaddedBuffer &B) {
    return findMuchPadded(B.Payer->getShape(), B.Buffer.Size) &&
           explainTiles(B.Payer->getShape()) &&
           !OfConvolutions.contains(getSortedExtents(B.Payer->getShape()));
  });
  if (Worst == Peak->Buffers.end())
    return;
  std::string Why;
  raw_string_ostream OS(Why);
  ListSeparator And(" and ");
  const std::optional<TileExplanation> Tiles =
      explainTiles(Worst->Payer->getShape());
  for (const RoundedExtent &X : Tiles->Paying)
    OS << And << X.Extent << " takes the room of " << X.Rounded;
  AssignmentEdit E(Run.M);
  for (const Value &V : Run.M.values())
    if (V.isAllocated() && V.hasShape() &&
        !OfConvolutions.contains(getSortedExtents(V.getShape())))
      if (std::optional<Bytes> Less = findMuchPadded(V.getShape(), V.getSize()))
        E.resize(V, *Less);
  add({.Name = "AvoidPadding",
       .How = describe(*Worst->Payer) + ": " + Why +
              "; merge it with another dimension (reshape), or put a large one "
              "last, and recompile to see what XLA makes of it"},
      E);
}

static bool isDouble(const Shape &S) {
  return S.getElementType() == ElementType::F64 ||
         S.getElementType() == ElementType::C128;
}

/// True for numbers that are half as wide without jax_enable_x64, whole ones
/// too.
static bool isOfX64(const Shape &S) {
  return isDouble(S) || S.getElementType() == ElementType::S64 ||
         S.getElementType() == ElementType::U64;
}

/// Where most is in double precision, which a TPU emulates and a GPU computes
/// slowly.
void RewriteFinder::findDoubles() {
  const Value *Largest = nullptr;
  Bytes Sum;
  for (const PaddedBuffer &B : Peak->Buffers) {
    const Value &V = *B.Payer;
    if (!isDouble(V.getShape()))
      continue;
    Sum += B.Buffer.Size;
    if (!Largest || Largest->getSize() < V.getSize())
      Largest = &V;
  }
  if (!Largest || Sum < Need / 2)
    return;
  AssignmentEdit E(Run.M);
  for (const Value &V : Run.M.values())
    if (V.isAllocated() && V.hasShape() && V.getShape().isArray() &&
        isOfX64(V.getShape()))
      E.resize(V, V.getSize() / 2);
  add({.Name = "SinglePrecision",
       .Class = 3,
       .How = describe(*Largest) +
              (IsJax ? ": jax.config.update('jax_enable_x64', False), or "
                       "float32 where it is made"
                     : ": float32 where it is made")},
      E);
}

/// What a program returns beside its state, such as each draw of a chain, is
/// mostly reduced by who gets it. Without it all that makes it may go, also
/// arguments that nothing else reads: what is renewed stays.
void RewriteFinder::findResults() {
  const Value *Largest = nullptr;
  Bytes Sum, Renewed;
  for (const Allocation *A : Run.M.allocationsIn(0)) {
    if (A->has(AllocationFlags::ThreadLocal) ||
        !A->has(AllocationFlags::MaybeLiveOut))
      continue;
    // Several lie there one after another.
    Bytes RenewedHere, MadeHere;
    for (const Value &V : A->values()) {
      const Content C = Contents.find(V);
      if (C.Kind != PartKind::Results || C.Name.empty())
        continue;
      if (StringRef(C.Name).starts_with("new ")) {
        RenewedHere = std::max(RenewedHere, Bytes(V.getSize()));
      } else if (isMade(V)) {
        MadeHere = std::max(MadeHere, Bytes(V.getSize()));
        if (!Largest || Largest->getSize() < V.getSize())
          Largest = &V;
      }
    }
    Renewed += RenewedHere;
    Sum += MadeHere;
  }
  if (Largest && Sum > Need / 4)
    push({.Name = "ReturnLess",
          .Class = 1,
          .How = describe(*Largest) + " is returned: leave it out if it is not "
                                      "needed, or return what is computed of "
                                      "it",
          .Bound = differenceOrZero(Need, Renewed)});
}

/// True if an array has logits of each of the tokens of an argument.
bool RewriteFinder::hasLogitsOfTokens() const {
  SmallSet<uint64_t, 4> Tokens;
  for (const Allocation *A : Run.M.allocationsIn(0))
    if (A->has(AllocationFlags::Parameter))
      for (const Value &V : A->values())
        if (V.hasShape() && V.getShape().isArray() &&
            V.getShape().getDimensions().size() == 2 &&
            elementClass(V.getShape().getElementType()) == ElementClass::Signed)
          Tokens.insert(countElements(V.getShape()));
  return any_of(Peak->Buffers, [&](const PaddedBuffer &B) {
    const Shape &S = B.Payer->getShape();
    const uint64_t Vocabulary = findVocabulary(S, findNames(*B.Payer));
    return Vocabulary != 0 && Tokens.contains(countElements(S) / Vocabulary);
  });
}

void RewriteFinder::readProgram() {
  auto AddProduct = [this](const Shape &S) {
    if (uint64_t Length = findSquare(S))
      Products.insert({Length, countElements(S)});
  };
  // A TPU has products as convolutions.
  for (const Value &V : Run.M.values()) {
    if (!V.hasShape() || !V.getShape().isArray())
      continue;
    StringRef OpName = Names.findOpName(V);
    HasBackward |= getPhase(OpName) == Phase::Backward;
    HasLoss |= saysAny(OpName, {"entropy", "logsumexp", "log_softmax"});
    IsTraced |= OpName.starts_with("jit(");
    if (findSquare(V.getShape()) && OpName.ends_with("dot_general"))
      AddProduct(V.getShape());
    else if (OpName.ends_with("conv_general_dilated"))
      OfConvolutions.insert(getSortedExtents(V.getShape()));
  }
  const HloGraph *Graph = getProgramGraph(Run.AM);
  if (!Graph)
    return;
  RematEffect = getOwnRematEffect(Run, *Graph);
  findWeighting(*Graph);
  for (const GraphInstruction &I : Graph->instructions())
    if (I.Op == Opcode::Dot && I.Type->isArray())
      AddProduct(*I.Type);
    else if (I.Op == Opcode::Gather && !I.Operands.empty())
      Gathered.insert(getLargest(*(*Graph)[I.Operands[0]].Type));
}

void RewriteFinder::findWeighting(const HloGraph &G) {
  Weighting.emplace();
  BumpPtrAllocator Arena;
  ShapeContext Shapes(Arena);
  const auto &Program = Run.AM.getResult<ProgramAnalysis>().Program;
  for (const GraphInstruction &I : G.instructions()) {
    // Backends have products as convolutions and calls of their libraries.
    if ((I.Op != Opcode::Dot && I.Op != Opcode::Convolution &&
         I.Op != Opcode::CustomCall) ||
        I.Operands.size() < 2)
      continue;
    const Shape &Left = *G[I.Operands[0]].Type;
    const Shape &Right = *G[I.Operands[1]].Type;
    for (const Shape *S : {&Left, &Right}) {
      const uint64_t Length = S->isArray() ? findSquare(*S) : 0;
      if (Length == 0 || Weighting->contains(Length))
        continue;
      // The product has a row of features for each of the queries. These may be
      // as many as there are keys.
      const bool SumsKeys = any_of(I.Leaves->nodes(), [&](const auto &Leaf) {
        return Leaf.Type->isArray() &&
               countExtent(*Leaf.Type, Length) < countExtent(*S, Length);
      });
      if (!SumsKeys &&
          (findSquare(Left) != Length || findSquare(Right) != Length))
        continue;
      StringRef OpName = Program->readMetadata(I.Name, Shapes, Arena).OpName;
      if (getPhase(OpName) != Phase::Backward)
        Weighting->insert(Length);
    }
  }
}

/// How attention is written so that no scores of all pairs are made.
const char *RewriteFinder::describeBlocks() const {
  const bool IsOnTpu = On == Backend::TPU;
  if (Model == Framework::TensorFlow)
    return "tf.recompute_grad(attention)(q, k, v)";
  if (Model == Framework::Torch)
    return IsOnTpu
               ? "torch_xla.experimental.custom_kernel.flash_attention(q, k, v)"
               : "torch_xla.utils.checkpoint.checkpoint(attention, q, k, v)";
  if (IsOnTpu)
    return "flash_attention or splash_attention of "
           "jax.experimental.pallas.ops.tpu";
  if (On == Backend::GPU)
    return "jax.nn.dot_product_attention(..., implementation='cudnn')";
  return "in blocks of queries, each computed again for the gradient";
}

/// How logits are made of fewer tokens at a time, or of the last one.
ArrayRewrite RewriteFinder::describeChunks() const {
  // Without a backward pass and a loss the program may read a prompt.
  if (IsTraced && !HasBackward && !HasLoss && hasLogitsOfTokens())
    return {.Name = "LastLogits",
            .Class = 1,
            .How = "if only the last token's are read: x[:, -1:] in front of "
                   "the layer that makes them"};
  const char *How = "jax.lax.map over parts of the tokens, of logits and loss; "
                    "jax.checkpoint on its body";
  if (Model == Framework::TensorFlow)
    How = "for parts of the tokens, tf.recompute_grad(logits_and_loss)(x, y)";
  else if (Model == Framework::Torch)
    How = "for parts of the tokens, torch_xla.utils.checkpoint.checkpoint("
          "logits_and_loss, x, y)";
  return {.Name = "ChunkLoss", .How = How};
}

std::vector<ArrayRewrite> RewriteFinder::run() {
  if (!Peak)
    return {};
  for (const Allocation *A : Run.M.allocationsIn(0))
    if (A->has(AllocationFlags::Parameter))
      for (const Value &V : A->values())
        if (V.hasShape() && V.getShape().isArray()) {
          const auto Extents = getSortedExtents(V.getShape());
          OfArguments.insert(Extents);
          // PyTorch/XLA does not tell what is a parameter.
          if (const PartKind Kind = Contents.find(V).Kind;
              Kind == PartKind::Parameters || Kind == PartKind::Arguments)
            OfParameters.insert(Extents.begin(), Extents.end());
        }
  readProgram();
  findArrays(
      {.Name = "BlockAttention", .How = describeBlocks()},
      [this](const Shape &S, StringRef OpName) {
        return findScoreLength(S, OpName);
      },
      /*Times=*/2);
  findArrays(
      describeChunks(),
      [this](const Shape &S, StringRef OpName) {
        return findVocabulary(S, OpName);
      },
      /*Times=*/1);
  findPadding();
  findResults();
  findDoubles();
  std::ranges::stable_sort(Found, std::greater(), &ArrayRewrite::Bound);
  return std::move(Found);
}

std::vector<ArrayRewrite> findArrayRewrites(const PassRun &Run) {
  return RewriteFinder(Run).run();
}

} // namespace hlomem
