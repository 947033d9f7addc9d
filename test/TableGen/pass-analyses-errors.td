// Mistakes in declarations of analyses and pipeline aliases are found where they
// are made.
//
// RUN: not hlo-mem-tblgen -gen-pass-decls -I %src_root/include %s -o %t 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
// RUN: not hlo-mem-tblgen -gen-pass-docs -I %src_root/include %s -o %t 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:

include "hlomem/Pass/PassBase.td"

class Described<string name> : ModuleAnalysis<name> {
  let summary = "What there is";
  let description = "Long.";
}
class Summarized<string name, string text> : PipelineAlias<name, text> {
  let summary = "Do several things";
}

// Passes come first.
// CHECK: [[#@LINE+1]]:5: error: pass name 'require' is taken by a built-in pass
def Require : Pass<"require"> {
  let summary = "Do something";
  let description = "Long.";
}

// A result that is a member needs a name as such.
def MemberlessAnalysis : Described<"memberless">;
def Fourth : Pass<"fourth"> {
  let summary = "Do something";
  let description = "Long.";
  // CHECK: [[#@LINE+1]]:7: error: analysis 'MemberlessAnalysis' lacks a header or a name in CamelCase, which its member needs
  let members = [MemberlessAnalysis];
}

// CHECK: [[#@LINE+1]]:5: error: field 'summary' is empty
def NoSummaryAnalysis : ModuleAnalysis<"no-summary"> {
  let description = "Long.";
}
// CHECK: [[#@LINE+1]]:5: error: field 'description' is empty
def NoDescriptionAnalysis : ModuleAnalysis<"no-description"> {
  let summary = "What there is";
}
// CHECK: [[#@LINE+1]]:5: error: analysis name 'no_dash' is not made of lower-case letters, digits and dashes
def NoDashAnalysis : Described<"no_dash">;
// CHECK: [[#@LINE+1]]:5: error: the record of analysis 'lower' is called 'lower', expected CamelCase
def lower : Described<"lower">;
// CHECK: [[#@LINE+1]]:1: error: analysis 'nameless' needs a record with a name
def : Described<"nameless">;
// CHECK: [[#@LINE+1]]:5: error: analysis name 'all' is taken by 'invalidate<all>'
def AllAnalysis : Described<"all">;
// CHECK: [[#@LINE+3]]:5: error: duplicate analysis name 'twice'
// CHECK: [[#@LINE+1]]:5: note: first used here
def FirstAnalysis : Described<"twice">;
def SecondAnalysis : Described<"twice">;

// A pass and an analysis may have one name, but not a pass and an alias.
def Twice : Pass<"twice"> {
  let summary = "Do something";
  let description = "Long.";
}
// CHECK: [[#@LINE+2]]:5: error: duplicate pass or pipeline alias name 'twice'
// CHECK: [[#@LINE-5]]:5: note: first used here
def Thrice : Summarized<"twice", "twice,twice">;

// CHECK: [[#@LINE+1]]:5: error: field 'pipeline' is empty
def Nothing : Summarized<"nothing", " ">;
// CHECK: [[#@LINE+1]]:5: error: field 'summary' is empty
def Silent : PipelineAlias<"silent", "twice">;
// CHECK: [[#@LINE+1]]:5: error: pipeline alias name 'Upper' is not made of lower-case letters, digits and dashes
def Upper : Summarized<"Upper", "twice">;
// CHECK: [[#@LINE+1]]:5: error: pipeline alias name 'invalidate' is taken by a built-in pass
def Invalidate : Summarized<"invalidate", "twice">;

// CHECK: error: the passes are not usable
