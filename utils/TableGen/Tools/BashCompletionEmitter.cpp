//===- BashCompletionEmitter.cpp - -gen-bash-completion -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TableGenUtils.h"
#include "ToolOptionRecords.h"
#include "llvm/Support/Path.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace hlomem::tblgen;

namespace {

/// A script for bash that completes options and their values. Of pipelines the
/// program itself is asked: only it knows the passes of plugins.
class BashCompletionEmitter {
public:
  explicit BashCompletionEmitter(const RecordKeeper &RK) : RK(RK) {}

  void run(raw_ostream &OS);

private:
  void emitOptions(raw_ostream &OS);
  void emitValues(raw_ostream &OS);
  void emitPipelineHelper(raw_ostream &OS);
  void emit(raw_ostream &OS, StringRef Template);
  template <class PredicateT>
  std::string pattern(PredicateT IsWanted, StringRef Suffix = "") const;

  const RecordKeeper &RK;
  std::vector<ToolOptionRecord> Options;
  /// The one that completes; begins the names of the others.
  std::string Function;
};

} // namespace

/// A pattern of `case` for the options that \p IsWanted names, with one dash;
/// empty if there is none.
template <class PredicateT>
std::string BashCompletionEmitter::pattern(PredicateT IsWanted,
                                           StringRef Suffix) const {
  std::string Result;
  for (const ToolOptionRecord &O : Options)
    if (!O.IsPositional && IsWanted(O))
      Result += ((Result.empty() ? "-" : " | -") + O.Name + Suffix).str();
  return Result;
}

void BashCompletionEmitter::emitOptions(raw_ostream &OS) {
  OS << "  local options='";
  ListSeparator Blank(" ");
  for (const ToolOptionRecord &O : Options) {
    if (O.IsPositional || O.IsHidden)
      continue;
    bool TakesEqual = !O.ValueName.empty() && O.Name.size() > 1;
    OS << Blank << '-' << O.Name << (TakesEqual ? "=" : "");
  }
  OS << "'\n";
}

void BashCompletionEmitter::emitValues(raw_ostream &OS) {
  auto EmitCase = [&](StringRef Pattern, const Twine &Body) {
    if (!Pattern.empty())
      OS << "    " << Pattern << ")\n      " << Body << "\n      return\n"
         << "      ;;\n";
  };
  auto Completes = [](CompletionKind Kind) {
    return [Kind](const ToolOptionRecord &O) {
      return O.Completion == Kind && !O.ValueName.empty();
    };
  };
  OS << "  case $option in\n";
  EmitCase(pattern(Completes(CompletionKind::Pipeline)),
           Function + "_pipeline");
  EmitCase(pattern(Completes(CompletionKind::Files)), ": what readline does");
  EmitCase(pattern(Completes(CompletionKind::Folders)),
           "compopt +o default -o dirnames");
  for (const ToolOptionRecord &O : Options) {
    std::vector<StringRef> Values = O.Suggestions;
    for (const OptionValueRecord &V : O.Values)
      Values.push_back(V.Name);
    if (Values.empty())
      continue;
    std::string Words = join(Values, " ");
    EmitCase(("-" + O.Name).str(),
             Function + (O.IsList ? "_list '" : "_words '") + Words + "'");
  }
  EmitCase(pattern([](const ToolOptionRecord &O) {
             return !O.ValueName.empty() && O.Values.empty() &&
                    O.Suggestions.empty() &&
                    O.Completion == CompletionKind::None;
           }),
           "compopt +o default");
  OS << "  esac\n";
}

/// What the functions below share: bash finds the variables of a caller.
static constexpr char Helpers[] = R"(
# Completes $current to one of some words.
_{name}_words() {
  mapfile -t COMPREPLY < <(compgen -P "$prefix" -W "$1" -- "$current")
}

# The same of the last word after a comma.
_{name}_list() {
  local before=
  [[ $current == *,* ]] && before=${current%,*},
  mapfile -t COMPREPLY < <(
    compgen -P "$prefix$before" -W "$1" -- "${current##*,}")
  compopt -o nospace
}
)";

/// Only where an option is a pipeline.
static constexpr char PipelineHelper[] = R"(
# Completes $current to what the program says that a pipeline may be.
_{name}_pipeline() {
  compopt +o default -o nospace
  local arguments=() word i
  for ((i = 1; i < COMP_CWORD; ++i)); do
    word=${COMP_WORDS[i]/#--/-}
    case $word in
)";

static constexpr char PipelineHelperEnd[] = R"(    esac
  done
  arguments=("${arguments[@]//[\'\"\\]/}")
  local candidate
  while IFS= read -r candidate; do
    # Brackets need quotes.
    [[ -z $quote && $candidate == *[\<\>\;]* ]] ||
      COMPREPLY+=("$prefix$candidate")
  done < <("$program" "${arguments[@]}" "-complete-pipeline=$current" \
    2> /dev/null < /dev/null)
}
)";

static constexpr char Start[] = R"(  local program=${1/#\~\//$HOME/}
  local current=${COMP_WORDS[COMP_CWORD]}
  local previous=${COMP_WORDS[COMP_CWORD - 1]}
  # The option that the word is the value of, if any; and how the word begins,
  # where '=' does not divide words.
  local option=$previous prefix=
  if [[ $current == -*=* ]]; then
    option=${current%%=*}
    prefix=$option=
    current=${current#*=}
  elif [[ $current == = ]]; then
    current=
  elif [[ $previous == = ]]; then
    option=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  option=${option/#--/-}
  # A word comes with the quote that it begins with, and goes without.
  local quote=
  if [[ $current == [\'\"]* ]]; then
    quote=${current:0:1}
    current=${current:1}
  fi
  COMPREPLY=()

)";

static constexpr char End[] = R"(
  # An input, for which readline looks, or an option.
  [[ -z $prefix && -z $quote && $current == -* ]] || return
  local i
  for ((i = 1; i < COMP_CWORD; ++i)); do
    [[ ${COMP_WORDS[i]} == -- ]] && return
  done
  [[ $current == --* ]] && options=-${options// -/ --}
  _{name}_words "$options"
  compopt +o default
  [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
}

complete -o default -F _{name} )";

/// What is to be printed, with the name of the function in its place.
void BashCompletionEmitter::emit(raw_ostream &OS, StringRef Template) {
  static constexpr StringLiteral Name = "_{name}";
  for (size_t At; (At = Template.find(Name)) != StringRef::npos;) {
    OS << Template.take_front(At) << Function;
    Template = Template.drop_front(At + Name.size());
  }
  OS << Template;
}

void BashCompletionEmitter::emitPipelineHelper(raw_ostream &OS) {
  emit(OS, PipelineHelper);
  auto AffectsPipelines = [](const ToolOptionRecord &O) {
    return O.AffectsPipelines;
  };
  if (std::string Plain = pattern(AffectsPipelines); !Plain.empty())
    OS << "      " << pattern(AffectsPipelines, "=*") << ")\n"
       << "        arguments+=(\"$word\")\n"
          "        ;;\n"
          "      "
       << Plain << R"()
        [[ ${COMP_WORDS[i + 1]} == = ]] && ((++i))
        arguments+=("$word=${COMP_WORDS[i + 1]/#\~\//$HOME/}")
        ;;
)";
  emit(OS, PipelineHelperEnd);
}

void BashCompletionEmitter::run(raw_ostream &OS) {
  ToolRecord Tool = readTool(RK);
  for (OptionSectionRecord &S : Tool.Sections)
    append_range(Options, S.Options);
  Function = "_" + Tool.Name.str();
  std::replace(Function.begin(), Function.end(), '-', '_');

  OS << "# Completion of " << Tool.Name
     << " for bash, to be sourced. Generated by\n"
        "# hlo-mem-tblgen -gen-bash-completion from "
     << sys::path::filename(RK.getInputFilename()) << ". Do not edit.\n";
  emit(OS, Helpers);
  if (any_of(Options, [](const ToolOptionRecord &O) {
        return O.Completion == CompletionKind::Pipeline;
      }))
    emitPipelineHelper(OS);
  OS << '\n' << Function << "() {\n";
  emitOptions(OS);
  emit(OS, Start);
  emitValues(OS);
  emit(OS, End);
  OS << Tool.Name << '\n';
}

static TableGen::Emitter::OptClass<BashCompletionEmitter>
    RegisterBashCompletionEmitter(
        "gen-bash-completion", "Generate the completion of a program for bash");
