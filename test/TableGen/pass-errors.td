// Mistakes in declarations of passes are found where they are made.
//
// RUN: not hlo-mem-tblgen -gen-pass-decls -I %src_root/include %s -o %t 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
// RUN: not hlo-mem-tblgen -gen-pass-docs -I %src_root/include %s -o %t 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:

include "hlomem/Pass/PassBase.td"

class Described<string name> : Pass<name> {
  let summary = "Do something";
  let description = "Long.";
}

// CHECK: [[#@LINE+1]]:5: error: field 'summary' is empty
def NoSummary : Pass<"no-summary"> {
  let description = "Long.";
}
// CHECK: [[#@LINE+1]]:5: error: field 'description' is empty
def NoDescription : Pass<"no-description"> {
  let summary = "Do something";
  let description = "  ";
}

// CHECK: [[#@LINE+1]]:5: error: pass name 'Upper' is not made of lower-case letters, digits and dashes
def Upper : Described<"Upper">;
// CHECK: [[#@LINE+1]]:5: error: pass name 'under_score' is not made of lower-case letters, digits and dashes
def Under : Described<"under_score">;
// CHECK: [[#@LINE+1]]:5: error: pass name '' is not made of lower-case letters, digits and dashes
def Empty : Described<"">;
// CHECK: [[#@LINE+1]]:5: error: the record of pass 'lower' is called 'lower', expected CamelCase
def lower : Described<"lower">;
// CHECK: [[#@LINE+1]]:1: error: pass 'nameless' needs a record with a name: its class is called after it
def : Described<"nameless">;

def OptionNames : Described<"option-names"> {
  // CHECK: [[#@LINE+5]]:17: error: option 'a' of pass 'option-names' is declared twice
  // CHECK: [[#@LINE+7]]:17: error: option 'true' of pass 'option-names' is named like a reserved word
  // CHECK: [[#@LINE+7]]:17: error: option 'no_dash' of pass 'option-names' is not named with lower-case letters, digits and dashes
  // CHECK: [[#@LINE+7]]:26: error: option 'e' of pass 'option-names' has the field 'snake_case', expected CamelCase
  let options = [
    Option<"A", "a", "bool", "false", "Help">,
    Option<"A2", "a", "bool", "false", "Help">,
    Option<"B", "b", "bool", "false", "Help">,
    Option<"T", "true", "bool", "false", "Help">,
    Option<"N", "no_dash", "bool", "false", "Help">,
    Option<"snake_case", "e", "bool", "false", "Help">
  ];
}

// CHECK: [[#@LINE+1]]:5: error: pass 'stray' has the group 'Herd'; known: Main, Report, Change, Export, Development
def Stray : Described<"stray"> {
  let group = "Herd";
}

def Help : Described<"help-texts"> {
  // CHECK: [[#@LINE+1]]:30: error: option 'a' of pass 'help-texts' has no help
  let options = [Option<"A", "a", "bool", "false", "">];
}

def Types : Described<"types"> {
  // CHECK: [[#@LINE+5]]:17: error: option 'a' of pass 'types' has the unsupported type 'float'; supported: unsigned, uint64_t, bool, std::string, ::hlomem::Bytes, ::hlomem::SpaceChoice, std::optional or std::vector of these except bool, and ::hlomem::NestedPipeline
  // CHECK: [[#@LINE+5]]:17: error: option 'b' of pass 'types' has the unsupported type 'std::optional<float>'
  // CHECK: [[#@LINE+5]]:17: error: option 'c' of pass 'types' has the unsupported type 'std::vector<bool>'
  // CHECK: [[#@LINE+5]]:17: error: option 'd' of pass 'types' has the unsupported type 'std::vector<unsigned'
  let options = [
    Option<"A", "a", "float", "0", "Help">,
    Option<"B", "b", "std::optional<float>", "", "Help">,
    Option<"C", "c", "std::vector<bool>", "", "Help">,
    Option<"D", "d", "std::vector<unsigned", "", "Help">
  ];
}

def Pipelines : Described<"pipelines"> {
  // CHECK: [[#@LINE+3]]:17: error: option 'a' of pass 'pipelines' is a pipeline and cannot have the default 'peak'
  // CHECK: [[#@LINE+3]]:17: error: option 'b' of pass 'pipelines' has the unsupported type 'std::vector<::hlomem::NestedPipeline>'
  let options = [
    Option<"A", "a", "::hlomem::NestedPipeline", "peak", "Help">,
    Option<"B", "b", "std::vector<::hlomem::NestedPipeline>", "", "Help">
  ];
}

def Defaults : Described<"defaults"> {
  // CHECK: [[#@LINE+11]]:17: error: option 'a' of pass 'defaults' has the default '4294967296', which does not fit its type 'unsigned'
  // CHECK: [[#@LINE+11]]:17: error: option 'b' of pass 'defaults' has the default '', which does not fit its type 'uint64_t'
  // CHECK: [[#@LINE+11]]:17: error: option 'c' of pass 'defaults' has the default 'yes', which does not fit its type 'bool'
  // CHECK: [[#@LINE+11]]:17: error: option 'd' of pass 'defaults' has the default 'a;b', which does not fit its type 'std::string'
  // CHECK: [[#@LINE+11]]:17: error: option 'e' of pass 'defaults' is optional and cannot have the default '1'
  // CHECK: [[#@LINE+11]]:17: error: option 'f' of pass 'defaults' has the default '1,x', which does not fit its type 'std::vector<unsigned>'
  // CHECK: [[#@LINE+11]]:21: error: option 'g' of pass 'defaults' has the default 'z', which is none of its values
  // CHECK: [[#@LINE+11]]:21: error: option 'h' of pass 'defaults' has the value 'X', expected lower-case letters, digits, dashes and underscores
  // CHECK: [[#@LINE+11]]:17: error: option 'j' of pass 'defaults' has the default 'x>', which does not fit its type 'std::string'
  // CHECK: [[#@LINE+11]]:22: error: option 'k' of pass 'defaults' has the default '64XB', which does not fit its type '::hlomem::Bytes'
  let options = [
    Option<"A", "a", "unsigned", "4294967296", "Help">,
    Option<"B", "b", "uint64_t", "", "Help">,
    Option<"C", "c", "bool", "yes", "Help">,
    Option<"D", "d", "std::string", "a;b", "Help">,
    Option<"E", "e", "std::optional<unsigned>", "1", "Help">,
    Option<"F", "f", "std::vector<unsigned>", "1,x", "Help">,
    EnumOption<"G", "g", ["x", "y"], "z", "Help">,
    EnumOption<"H", "h", ["X"], "X", "Help">,
    Option<"J", "j", "std::string", "x>", "Help">,
    BytesOption<"K", "k", "64XB", "Help">
  ];
}

class Named<string member_>
    : ModuleAnalysis<!tolower("x-" # NAME)> {
  let summary = "Know something";
  let description = "Long.";
  let header = "A.h";
  let member = member_;
}
def A : Named<"Good">;
def F : Named<"lower">;
def G : Named<"NoHeader"> { let header = ""; }
def Members : Described<"members"> {
  // CHECK: [[#@LINE+2]]:7: error: analysis 'F' lacks a header or a name in CamelCase, which its member needs
  // CHECK: [[#@LINE+1]]:7: error: analysis 'G' lacks a header or a name in CamelCase, which its member needs
  let members = [A, F, G];
}

// Across passes, after each of them alone.
// CHECK: [[#@LINE+3]]:5: error: duplicate pass name 'twin'
// CHECK: [[#@LINE+1]]:5: note: first used here
def FirstTwin : Described<"twin">;
def SecondTwin : Described<"twin">;

// CHECK: error: the passes are not usable
