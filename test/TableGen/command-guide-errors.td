// A section of the guide without its title or text is an error where it stands.
//
// RUN: not hlo-mem-tblgen -gen-command-guide -I %src_root/tools/Support %s \
// RUN:   2>&1 | FileCheck %s --implicit-check-not=error:

include "OptionBase.td"

def Zoo : Tool<"zoo"> {
  let summary = "Count animals";
  let overview = "Counts.";
}

// CHECK: [[#@LINE+1]]:5: error: field 'text' is empty
def Empty : GuideSection<"Empty">;
// CHECK: [[#@LINE+1]]:5: error: field 'title' is empty
def Untitled : GuideSection<""> {
  let text = "Text.";
}

// CHECK: error: the options are not usable
