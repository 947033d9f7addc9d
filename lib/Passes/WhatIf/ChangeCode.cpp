//===- ChangeCode.cpp - Changes as a user writes them ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Parts/Parts.h"
#include "hlomem/Analysis/Sources/OpNames.h"
#include "hlomem/Analysis/Sources/UserSourceAnalysis.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/Passes/Selection/ProgramSelection.h"
#include "hlomem/Passes/WhatIf/ChangeNames.h"
#include "hlomem/Support/CountText.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <set>

using namespace llvm;

namespace hlomem {

/// What the options of jax.jit call \p Argument, if not by its own name, and
/// its name in the program: "2" for "state[0]['w']", of "state[0]".
std::pair<StringRef, const std::string *>
ChangeNames::findInOptions(uint64_t Argument) const {
  const auto &Known = Run.AM.getTarget().NamesInOptions;
  StringRef Name = findArgumentName(Run, G, Argument);
  for (size_t End = 0; End < Name.size(); ++End) {
    End = std::min(Name.find_first_of("[.", End), Name.size());
    if (auto It = Known.find(Name.take_front(End)); It != Known.end())
      return {It->first, &It->second};
  }
  return {getRootArgument(Name), nullptr};
}

/// Without arguments that are single numbers: a learning rate may have the type
/// of the loss.
SmallVector<uint64_t> ChangeNames::chooseDonated() const {
  SmallVector<uint64_t> Chosen(Trial.donatedArguments());
  StringSet<> Arrays;
  for (uint64_t Argument : Chosen) {
    const Shape *Type = G[G.getEntry().Parameters[Argument]].Type;
    if (!Type->isArray() || !Type->getDimensions().empty())
      Arrays.insert(findInOptions(Argument).first);
  }
  if (!Arrays.empty())
    erase_if(Chosen, [&](uint64_t Argument) {
      return !Arrays.contains(findInOptions(Argument).first);
    });
  return Chosen;
}

/// What makes a program of the user's function.
StringRef ChangeNames::findJit() const {
  StringRef Jit = "jax.jit";
  Run.AM.getResult<UserSourceAnalysis>().visitFiles([&Jit](StringRef File) {
    if (File.ends_with("/equinox/_jit.py"))
      Jit = "eqx.filter_jit";
    else if (File.ends_with("/flax/nnx/transforms/compilation.py"))
      Jit = "nnx.jit";
  });
  return Jit;
}

/// The options of findJit() that donate \p Arguments.
std::string ChangeNames::describeOptions(ArrayRef<uint64_t> Arguments) const {
  const StringRef Jit = findJit();
  auto IsUnnamed = [this](uint64_t Argument) {
    return findArgumentName(Run, G, Argument).empty();
  };
  const bool AreUnnamed = Arguments.empty() || any_of(Arguments, IsUnnamed);
  if (Jit == "eqx.filter_jit" ||
      (AreUnnamed && findFramework() == Framework::Equinox)) {
    bool AreRest = !AreUnnamed && all_of(Arguments, [this](uint64_t Argument) {
      const std::string *Option = findInOptions(Argument).second;
      StringRef Name = findArgumentName(Run, G, Argument);
      return Option ? *Option == "all-except-first"
                    : Name.starts_with("dynamic_nodonate['rest']");
    });
    return std::string("eqx.filter_jit(..., donate='all") +
           (AreRest ? "-except-first')" : "')");
  }
  if (AreUnnamed)
    return (Jit + "(..., donate_argnums=...)").str();
  std::set<uint64_t> Numbers;
  SmallSetVector<StringRef, 4> Unknown;
  SmallVector<std::string, 4> Names;
  for (uint64_t Argument : Arguments) {
    auto [Name, Option] = findInOptions(Argument);
    uint64_t Number;
    // JAX calls what `*args` gets args[0], args[1], but that is no name of an
    // argument; which number args[0] is, no dump tells.
    if (Option ? Option->empty() : Name == "args")
      Unknown.insert(getRootArgument(Name));
    else if (Option && !StringRef(*Option).getAsInteger(10, Number))
      Numbers.insert(Number);
    else if (std::string Text = Option ? *Option : ("'" + Name + "'").str();
             !is_contained(Names, Text))
      Names.push_back(std::move(Text));
  }
  std::string How = (Jit + "(...").str();
  auto Add = [&How](StringRef Option, ArrayRef<std::string> Of) {
    if (!Of.empty())
      How += (", " + Option + "=(" + join(Of, ", ") +
              (Of.size() == 1 ? ",)" : ")"))
                 .str();
  };
  if (!Unknown.empty())
    How += ", donate_argnums=...";
  else
    Add("donate_argnums", to_vector(map_range(Numbers, [](uint64_t Number) {
          return std::to_string(Number);
        })));
  Add("donate_argnames", Names);
  return How + ")" + (Unknown.empty() ? "" : " of " + join(Unknown, ", "));
}

/// Said of what is in a package.
static constexpr StringLiteral MayHaveOption =
    ", which may have an option for this";

Framework ChangeNames::findFramework() const {
  return Run.AM.getResult<UserSourceAnalysis>().findFramework();
}

/// The line of the user's own that runs it, and whose loop it is if it is that
/// of a package: "model.py:12", "train.py:3, a loop of diffrax".
std::string ChangeNames::describeLoop(InstructionId Loop) const {
  auto &Sources = Run.AM.getResult<UserSourceAnalysis>();
  StringRef Name = G[Loop].Name;
  std::optional<UserPlace> Place = findPlace(Name);
  std::optional<UserPlace> Own = Sources.findOwn(Name);
  if (!Own)
    return Place ? printShort(*Place) : Name.str();
  StringRef Package = getPackage(Place->File);
  const bool IsOfModel =
      findFrameworkOfFile(Place->File) != Framework::Jax || Package.empty();
  return printShort(*Own) +
         (IsOfModel ? "" : (", a loop of " + Package + MayHaveOption).str());
}

/// The places of \p Loops, each once.
std::string ChangeNames::describeLoops(ArrayRef<InstructionId> Loops) const {
  SmallVector<std::string> Places;
  for (InstructionId Loop : Loops)
    if (std::string Text = describeLoop(Loop); !is_contained(Places, Text))
      Places.push_back(std::move(Text));
  return join(Places, ", ");
}

std::string ChangeNames::describeTwoLoops(InstructionId Loop,
                                          uint64_t Steps) const {
  // The longest part that is no longer than the number of parts, if it is not
  // much shorter.
  const auto Root = static_cast<uint64_t>(std::sqrt(Steps));
  uint64_t Part = Root;
  while (Part > Root / 2 && Steps % Part != 0)
    --Part;
  const bool IsEven = Steps % Part == 0;
  if (!IsEven)
    Part = Root;
  return "in place of " + std::to_string(Steps) + " steps at " +
         describeLoop(Loop) + ", a jax.lax.scan over " +
         std::to_string(Steps / Part) + " parts, with jax.checkpoint on its " +
         "body, a jax.lax.scan over " + std::to_string(Part) + " steps" +
         (IsEven ? "" : ", and one over the rest") + "; computes them twice";
}

SmallVector<InstructionId> ChangeNames::findKeepingLoops() const {
  SmallVector<InstructionId> Loops;
  for (const ResidualStack &S : Trial.stacks())
    // Others are what a loop keeps that has a checkpoint.
    if (!isKept(S, RematPolicy::Nothing))
      Loops.push_back(S.Writer);
  return Loops;
}

bool ChangeNames::isUpdatedByOptax() const {
  bool Found = false;
  Run.AM.getResult<UserSourceAnalysis>().visitFiles(
      [&Found](StringRef File) { Found |= File.contains("/optax/_src/"); });
  return Found;
}

/// How its slice is written: of a single argument by its name.
std::string ChangeNames::describeUpdate() const {
  std::string Name = "state";
  ArrayRef<ScannedState> States = Trial.scannedStates();
  if (States.size() == 1) {
    const GraphInstruction &I = G[States.front().Paths.back().State];
    StringRef Path = I.Op == Opcode::Parameter
                         ? findArgumentName(Run, G, I.Number)
                         : StringRef();
    if (!Path.empty() &&
        all_of(Path, [](char C) { return isAlnum(C) || C == '_'; }))
      Name = Path.str();
  }
  return Name + " = " + Name + ".at[i].set(...)";
}

/// What is carried, by its path if it is an argument, and where.
std::string ChangeNames::describeScanned() const {
  SmallVector<InstructionId> Loops;
  SmallVector<std::string> Paths;
  for (const ScannedState &S : Trial.scannedStates()) {
    Loops.push_back(S.getLoop());
    const GraphInstruction &I = G[S.Paths.back().State];
    if (I.Op == Opcode::Parameter)
      if (StringRef Name = findArgumentName(Run, G, I.Number);
          !Name.empty() && !is_contained(Paths, Name))
        Paths.push_back(Name.str());
  }
  constexpr size_t Listed = 3;
  std::string What = Paths.empty() || Paths.size() > Listed
                         ? countText(Loops.size(), "array")
                         : join(Paths, ", ");
  return What + " part of the scan's carry at " + describeLoops(Loops);
}

/// The sum of \p Sizes, sorted by the names of arguments, at or below \p Path.
static uint64_t getSum(ArrayRef<std::pair<StringRef, uint64_t>> Sizes,
                       StringRef Path) {
  uint64_t Sum = 0;
  for (const auto *I = lower_bound(Sizes, std::pair(Path, uint64_t(0)));
       I != Sizes.end() && I->first.starts_with(Path); ++I)
    if (StringRef Rest = I->first.drop_front(Path.size());
        Rest.empty() || Rest.front() == '[' || Rest.front() == '.')
      Sum = SaturatingAdd(Sum, I->second);
  return Sum;
}

/// State that a user would narrow too, if it is a tenth of the rest or more.
std::string ChangeNames::describeOtherState() const {
  auto GetSize = [&](uint64_t Number) {
    InstructionId Parameter = G.getEntry().Parameters[Number];
    return G[Parameter].Type->getPaddedSize().value_or(Bytes());
  };
  Bytes State, Others;
  for (uint64_t Number : Trial.stateArguments())
    State += GetSize(Number);
  uint64_t Largest = 0;
  for (uint64_t Number : Trial.otherState()) {
    if (Others.isZero() || GetSize(Largest) < GetSize(Number))
      Largest = Number;
    Others += GetSize(Number);
  }
  if (Others.isZero() || Others.count() < State.count() / 10)
    return "";
  size_t More = Trial.otherState().size() - 1;
  return "; leaves out " + describeArgument(Run, G, Largest) +
         (More == 0 ? "" : " and " + std::to_string(More) + " more") + ", " +
         toString(Others) + " that not only the update reads";
}

std::string ChangeNames::describeState(ArrayRef<uint64_t> Numbers) const {
  const DenseSet<uint64_t> IsState(Numbers.begin(), Numbers.end());
  SmallVector<std::pair<StringRef, uint64_t>> State, Others;
  for (auto [Number, Parameter] : enumerate(G.getEntry().Parameters)) {
    std::optional<Bytes> Size = G[Parameter].Type->getPaddedSize();
    (IsState.contains(Number) ? State : Others)
        .push_back(
            {findArgumentName(Run, G, Number), Size ? Size->count() : 0});
  }
  llvm::sort(State);
  llvm::sort(Others);
  // m['w1'] and m['w2'] are m, if not much else is there, such as the number of
  // steps.
  StringMap<bool> IsOfState;
  auto FindPath = [&](StringRef Name) {
    for (size_t End = Name.find_first_of("[."); End != StringRef::npos;
         End = Name.find_first_of("[.", End + 1)) {
      StringRef Path = Name.take_front(End);
      auto [Known, IsNew] = IsOfState.try_emplace(Path);
      if (IsNew)
        Known->second = getSum(Others, Path) <= getSum(State, Path) / 20;
      if (Known->second)
        return Path;
    }
    return Name;
  };
  SetVector<StringRef> Paths;
  for (uint64_t Number : Numbers) {
    StringRef Name = findArgumentName(Run, G, Number);
    if (Name.empty())
      return countText(Numbers.size(), "argument");
    Paths.insert(FindPath(Name));
  }
  ArrayRef<StringRef> Listed = Paths.getArrayRef().take_front(3);
  size_t Rest = Paths.size() - Listed.size();
  return join(Listed, ", ") +
         (Rest == 0 ? "" : " and " + countText(Rest, "other"));
}

std::string ChangeNames::describeDonation() const {
  const SmallVector<uint64_t> Arguments = chooseDonated();
  std::string What =
      Arguments.empty() ? "" : ": " + countText(Arguments.size(), "array");
  const Framework Model = findFramework();
  if (Model == Framework::TensorFlow)
    return "keep them in tf.Variables and assign those" + What;
  if (Model == Framework::Torch)
    return "update them in place, and end the step with torch_xla.sync()" +
           What;
  // NNX hands back what it has updated in place.
  return describeOptions(Arguments) + What +
         (Model == Framework::Nnx ? "" : "; do not use them after the call");
}

/// True for the path of a field of a named tuple, as optax has them, also in a
/// program of NNX: "opt_state[0].mu['kernel'].value". Objects of NNX have keys.
static bool isInNamedTuple(StringRef Path) {
  for (StringRef Rest = Path.split('.').second; !Rest.empty();
       Rest = Rest.split('.').second)
    if (Rest.take_while([](char C) { return isAlnum(C) || C == '_'; }) !=
        "value")
      return true;
  return false;
}

std::string ChangeNames::describeOffload() const {
  const Framework Model = findFramework();
  std::string State = describeState(Trial.stateArguments());
  if (Model == Framework::TensorFlow || Model == Framework::Torch)
    return State + " on the host between steps";
  // The list of equinox.filter_jit has the names of no arguments.
  if (StringRef(State).starts_with("dynamic_"))
    State = "optimizer state";
  auto IsPlain = [](StringRef Text) {
    return all_of(Text, [](char C) { return isAlnum(C) || C == '_'; });
  };
  const auto [First, Others] = StringRef(State).split(", ");
  const bool IsName = all_of(split(State, ", "), IsPlain);
  const std::string Name = IsName ? First.str() : "x";
  constexpr StringLiteral When = " first in the step; last in it, and before "
                                 "the first step, the same with "
                                 "jax.memory.Space.Host";
  const std::string OnDevice = ", jax.memory.Space.Device)";
  const std::string SoFor =
      IsName && !Others.empty() ? "; so for " + Others.str() : "";
  // NNX changes in place what a name is bound to, if it is an object of NNX.
  if (Model == Framework::Nnx &&
      none_of(Trial.stateArguments(), [this](uint64_t N) {
        return isInNamedTuple(findArgumentName(Run, G, N));
      }))
    return (IsName ? "" : State + ": ") + "nnx.update(" + Name +
           ", jax.device_put(nnx.state(" + Name + ")" + OnDevice + ")" +
           When.str() + SoFor;
  return (IsName ? Name + " =" : State + ":") + " jax.device_put(" + Name +
         OnDevice + When.str() + SoFor;
}

/// How a function of \p Model is computed again for the backward pass.
static StringRef getCheckpoint(Framework Model) {
  switch (Model) {
  case Framework::Jax:
    return "jax.checkpoint";
  case Framework::Equinox:
    return "eqx.filter_checkpoint";
  case Framework::Haiku:
    return "hk.remat";
  case Framework::Linen:
    return "nn.remat";
  case Framework::Nnx:
    return "nnx.remat";
  case Framework::Keras:
    return "keras.RematScope";
  case Framework::TensorFlow:
    return "tf.recompute_grad";
  case Framework::Torch:
    return "torch_xla.utils.checkpoint.checkpoint";
  }
  llvm_unreachable("unknown framework");
}

static std::string describeSecond(const LayerCode &Code) {
  return Code.Second.empty()
             ? ""
             : "; the same for " +
                   StringRef(Code.Second).rsplit('.').first.str();
}

/// Says how to have \p Method of the layer \p Class computed again where nobody
/// can change its calls: \p Begin and \p End wrap a call whose only array is
/// its input.
static std::string patchClass(StringRef Class, StringRef Method,
                              const std::string &Begin, StringRef End,
                              const LayerCode &Code) {
  const std::string Name = ("C." + Method).str();
  std::string Text = "C = " + Class.str();
  if (!Code.Package.empty())
    Text += ", in the package " + Code.Package + MayHaveOption.str();
  return Text + ": f = " + Name + "; " + Name +
         " = lambda s, x, *a, **k: " + Begin + "f(s, x, *a, **k)" + End.str() +
         ", before the model is made" + describeSecond(Code);
}

std::string ChangeNames::describeLayers(const LayerCode &Code,
                                        StringRef What) const {
  const Framework Model = findFramework();
  const std::string Call = getCheckpoint(Model).str();
  if (Code.Function.empty() && !Code.Place.empty() && Model != Framework::Keras)
    return Call + " on a function of its own for the lines of a layer, " +
           Code.Place;
  // "make.<locals>.block" is called block, "Block.__call__" is of a Block.
  StringRef Function = StringRef(Code.Function).rsplit('>').second;
  if (Function.empty())
    Function = Code.Function;
  Function.consume_front(".");
  const auto [Class, Method] = Function.rsplit('.');
  const bool IsOfClass = !Method.empty();
  if (Model == Framework::Keras)
    return patchClass("YourLayer, all of a layer and not its attention", "call",
                      "jax.checkpoint(lambda x: ", ")(x)", Code) +
           "; dropout in it is off then. Where no layer takes training=, " +
           Call +
           "(mode='full') around the code that makes the model is enough";
  const std::string Own = ("your_" + What).str();
  const std::string Layer =
      IsOfClass || Function.empty() ? Own : Function.str();
  std::string At = Code.Place.empty() ? "" : " at " + Code.Place;
  if (!Code.Package.empty())
    At += ", in the package " + Code.Package + MayHaveOption.str();
  // Those of equinox and NNX find by themselves what is no array.
  const StringRef Flags =
      Model == Framework::Linen || Model == Framework::Haiku ||
              (!Code.Package.empty() && Model == Framework::Jax)
          ? "; static_argnums=... for its flags"
          : "";
  const std::string Same = describeSecond(Code);
  switch (Model) {
  case Framework::Linen: {
    std::string Type = IsOfClass ? Class.str() : "Your" + What.str();
    if (!IsOfClass)
      Type[4] = toUpper(Type[4]);
    // A package calls its layers with flags by name, which nn.remat takes for
    // arrays.
    if (IsOfClass && !Code.Package.empty())
      return patchClass(Class, Method, Call + "(lambda s, x: ", ")(s, x)",
                        Code);
    return Call + "(" + Type + ")(...) in place of " + Type + "(...)" +
           (IsOfClass ? At + Flags.str() + Same
                      : ", the class of a " + What.str() + Flags.str());
  }
  case Framework::Nnx:
    return "@" + Call + " on " +
           (IsOfClass ? Function.str() : "the __call__ of a " + What.str()) +
           (Code.Place.empty() ? At : ", called" + At) + Same;
  case Framework::Torch:
    return Call + "(" + Layer + ", ...) in place of " + Layer + "(...)" + At +
           Same;
  default:
    return Call + "(" + Layer + ")(...) in place of " + Layer + "(...)" + At +
           (IsOfClass && Class != "Sequential" ? ", of class " + Class.str()
                                               : "") +
           Flags.str() + Same +
           (Model == Framework::TensorFlow
                ? ", or keras.RematScope(mode='full') around the code that "
                  "makes the model"
                : "");
  }
}

/// Returns true if each of \p Loops is made within a call of code in \p File,
/// the end of a path, with no code of the user's between.
bool ChangeNames::areAllOf(ArrayRef<InstructionId> Loops,
                           StringRef File) const {
  auto &Sources = Run.AM.getResult<UserSourceAnalysis>();
  return all_of(Loops, [&](InstructionId Loop) {
    const auto Calls = Sources.findStack(G[Loop].Name);
    const auto Found = find_if(reverse(Calls), [&](const UserCall &C) {
      return StringRef(C.File).ends_with(File) || !isInstalledFile(C.File);
    });
    return Found != Calls.rend() && StringRef(Found->File).ends_with(File);
  });
}

std::string ChangeNames::describeCheckpoint() const {
  const SmallVector<InstructionId> Loops = findKeepingLoops();
  const Framework Model = findFramework();
  const bool IsOnJax = Model < Framework::TensorFlow;
  // Of several the function that works everywhere.
  std::optional<Framework> Of;
  for (InstructionId Loop : Loops) {
    std::optional<UserPlace> Place = findPlace(G[Loop].Name);
    Framework This =
        Place && IsOnJax ? findFrameworkOfFile(Place->File) : Model;
    Of = Of && *Of != This ? Framework::Jax : This;
  }
  const std::string Where = describeLoops(Loops);
  const std::string At = Where.empty() ? "" : " at " + Where;
  const Framework Writes = Of.value_or(Model);
  switch (Writes) {
  case Framework::Linen:
    return (areAllOf(Loops, "/flax/linen/recurrent.py")
                ? "nn.RNN(nn.remat(Cell)(...))"
                : "nn.scan(nn.remat(Layer, prevent_cse=False), ...)") +
           At;
  case Framework::Nnx:
    return "@nnx.remat(prevent_cse=False) below @nnx.scan" + At;
  case Framework::Haiku:
    return "hk.remat on the function that the loop runs" + At;
  case Framework::Keras:
    return describeLayers();
  case Framework::Jax:
  case Framework::Equinox:
  case Framework::TensorFlow:
  case Framework::Torch:
    return getCheckpoint(Writes).str() + " on the body of the loop" + At;
  }
  llvm_unreachable("unknown framework");
}

std::string ChangeNames::describeKeepingDots(ChangeSet Others) const {
  if (findFramework() >= Framework::Keras)
    return "needs a policy, which the framework does not take";
  return (Others & getSet(Change::Checkpoint) ? "as Checkpoint"
                                              : describeCheckpoint()) +
         ", with policy=jax.checkpoint_policies."
         "dots_with_no_batch_dims_saveable; recomputes less";
}

std::string ChangeNames::describe(Change C, ChangeSet Others) const {
  switch (C) {
  case Change::Donate:
    return describeDonation();
  case Change::Checkpoint:
    return describeCheckpoint() + "; computes it twice";
  case Change::CheckpointKeepingDots:
    return describeKeepingDots(Others);
  case Change::Carry:
    return "make " + describeScanned() + " and write " + describeUpdate() +
           " in its body, instead of xs and ys" +
           (holdCallersState(Trial.scannedStates())
                ? "; donate it too, or it may cost memory"
                : "");
  case Change::OffloadState:
    return describeOffload();
  case Change::NarrowState: {
    constexpr StringLiteral Optax = "mu_dtype=jnp.bfloat16 in optax.adamw or "
                                    "the like";
    if (Trial.narrowsOneOfSeveral() && isUpdatedByOptax())
      return Optax.str() + describeOtherState();
    if (Trial.narrowsOneOfSeveral())
      return "one array of each weight in " +
             describeState(Trial.stateArguments()) +
             " in bfloat16: the first moments; second moments would stop "
             "changing in bfloat16" +
             describeOtherState();
    std::string State = describeState(Trial.narrowedArguments());
    // optax.lion has no other moment.
    auto IsMoment = [&](uint64_t Number) {
      StringRef Name = findArgumentName(Run, G, Number);
      return Name.ends_with(".mu") || Name.contains(".mu[") ||
             Name.contains(".mu.");
    };
    if (!Trial.hasSecondMoments() && isUpdatedByOptax() &&
        !Trial.narrowedArguments().empty() &&
        all_of(Trial.narrowedArguments(), IsMoment))
      return "mu_dtype=jnp.bfloat16 in optax.lion or the like: " + State +
             describeOtherState();
    return (Trial.hasSecondMoments()
                ? (Optax + ": " + State).str()
                : State + " in bfloat16, unless it is the f32 copy of weights "
                          "that are updated") +
           describeOtherState();
  }
  }
  llvm_unreachable("no change");
}

} // namespace hlomem
