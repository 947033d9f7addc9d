// The completion of a program for bash, tried by bash.
//
// RUN: hlo-mem-tblgen -gen-bash-completion -I %src_root/tools/Support %s \
// RUN:   -o %t.bash
// RUN: rm -rf %t && mkdir %t
// RUN: cp %S/Inputs/zoo-keeper %t/zoo-keeper && chmod +x %t/zoo-keeper
// RUN: bash -n %t.bash
// DEFINE: %{words} =
// DEFINE: %{check} = bash %src_root/test/tools/complete-words.sh %t.bash %t/zoo-keeper %{words} | FileCheck %s --match-full-lines --implicit-check-not={{.}} --allow-empty --check-prefix
//
// Options, without those that people do not see; with two dashes for whoever
// begins so.
// REDEFINE: %{words} = -
// RUN: %{check}=OPTIONS
// OPTIONS:      # +o default
// OPTIONS-NEXT: -l|
// OPTIONS-NEXT: -name=|
// OPTIONS-NEXT: -kind=|
// OPTIONS-NEXT: -some-kinds=|
// OPTIONS-NEXT: -food=|
// OPTIONS-NEXT: -tour=|
// OPTIONS-NEXT: -guide=|
// OPTIONS-NEXT: -map=|
// OPTIONS-NEXT: -cages=|
// OPTIONS-NEXT: -be-quiet|
// REDEFINE: %{words} = -be-quiet --n
// RUN: %{check}=NAME
// NAME:      # +o default
// NAME-NEXT: # -o nospace
// NAME-NEXT: --name=|
// REDEFINE: %{words} = --b
// RUN: %{check}=QUIET
// QUIET:      # +o default
// QUIET-NEXT: --be-quiet|
//
// Behind -- there are no options.
// REDEFINE: %{words} = -- -b
// RUN: %{check}=INPUT
// INPUT-NOT: {{.}}
//
// Readline completes names of files; nothing can be said of a number or a text.
// REDEFINE: %{words} = -map = x
// RUN: %{check}=INPUT
// REDEFINE: %{words} = x
// RUN: %{check}=INPUT
// REDEFINE: %{words} = -be-quiet x
// RUN: %{check}=INPUT
// REDEFINE: %{words} = -name = x
// RUN: %{check}=TEXT
// REDEFINE: %{words} = -l 4
// RUN: %{check}=TEXT
// TEXT: # +o default
// REDEFINE: %{words} = --cages =
// RUN: %{check}=FOLDER
// FOLDER: # +o default -o dirnames
//
// Values.
// REDEFINE: %{words} = -kind =
// RUN: %{check}=KINDS
// KINDS:      hoofed|
// KINDS-NEXT: winged|
// REDEFINE: %{words} = --kind h
// RUN: %{check}=HOOFED
// HOOFED: hoofed|
// REDEFINE: %{words} = -some-kinds = winged,h
// RUN: %{check}=SOME
// SOME:      # -o nospace
// SOME-NEXT: winged,hoofed|
//
// Values that are not all, also by an older name of the option.
// REDEFINE: %{words} = -food =
// RUN: %{check}=FOOD
// REDEFINE: %{words} = -feed =
// RUN: %{check}=FOOD
// FOOD:      hay|
// FOOD-NEXT: seed|
//
// Where '=' is no word of its own, candidates are whole words.
// REDEFINE: %{words} = -kind=w
// RUN: %{check}=WHOLE
// WHOLE: -kind=winged|
// REDEFINE: %{words} = -some-kinds=winged,h
// RUN: %{check}=WHOLE-LIST
// WHOLE-LIST:      # -o nospace
// WHOLE-LIST-NEXT: -some-kinds=winged,hoofed|
//
// The program is asked for pipelines, with the options that they depend on. What
// needs quotes is for those who have begun with one.
// REDEFINE: %{words} = -be-quiet -guide = "'my guide'" --guide x --guide=y -tour = a
// RUN: %{check}=TOUR
// TOUR:      # +o default -o nospace
// TOUR-NEXT: [-guide=my guide][-guide=x][-guide=y][-complete-pipeline=a]|
// TOUR-NEXT: two words|
// REDEFINE: %{words} = -tour = "'a<"
// RUN: %{check}=QUOTED
// QUOTED:      # +o default -o nospace
// QUOTED-NEXT: [-complete-pipeline=a<]|
// QUOTED-NEXT: two words|
// QUOTED-NEXT: a<b|
// REDEFINE: %{words} = -tour=a
// RUN: %{check}=TOUR-WHOLE
// TOUR-WHOLE:      # +o default -o nospace
// TOUR-WHOLE-NEXT: -tour=[-complete-pipeline=a]|
// TOUR-WHOLE-NEXT: -tour=two words|

include "OptionBase.td"

def Zoo : Tool<"zoo-keeper"> {
  let summary = "Count animals";
  let overview = "Counts.";
}

def Main : OptionSection<"Options">;
defvar Kinds = [OptionValue<"hoofed", "Kind::Hoofed", "Horses">,
                OptionValue<"winged", "Kind::Winged", "Birds">];

let section = Main, help = "Help" in {
def Inputs : PositionalOption {
  let valueName = "cage";
}
def Legs : UnsignedOption<"l">;
def Name : TextOption<"name">;
def Kind : EnumOption<"kind", "Kind", Kinds> {
  let defaultValue = "winged";
}
def SomeKinds : EnumListOption<"some-kinds", "Kind", Kinds>;
def Food : TextOption<"food"> {
  let suggestions = ["hay", "seed"];
}
def Feed : AliasOption<"feed", Food>;
def Tour : TextOption<"tour"> {
  let completion = CompletePipeline;
}
def Guide : TextListOption<"guide"> {
  let completion = CompleteFiles;
  let affectsPipelines = true;
}
def Map : TextOption<"map"> {
  let completion = CompleteFiles;
}
def Cages : TextOption<"cages"> {
  let completion = CompleteFolders;
}
def Secret : FlagOption<"secret"> {
  let isHidden = true;
}
def Quiet : FlagOption<"be-quiet">;
}

