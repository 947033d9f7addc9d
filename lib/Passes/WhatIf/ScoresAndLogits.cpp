//===- ScoresAndLogits.cpp - Arrays for each pair of tokens or each word -===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteFinder.h"
#include "hlomem/Analysis/Program/ProgramAnalysis.h"
#include "hlomem/Analysis/Program/ProgramGraph.h"
#include "hlomem/Analysis/Sources/OpNames.h"
#include "hlomem/IR/Module.h"
#include "hlomem/IR/ProgramSource.h"

using namespace llvm;

namespace hlomem {

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
      // The product has a row of features for each of the queries. If there are
      // as many features as keys, both operands are square, and no extent goes.
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

} // namespace hlomem
