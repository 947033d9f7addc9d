// Prose that the manual page could not show is an error where it stands.
//
// RUN: not hlo-mem-tblgen -gen-command-guide -I %src_root/tools/Support %s \
// RUN:   2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not hlo-mem-tblgen -gen-man-page -I %src_root/tools/Support %s \
// RUN:   2>&1 | FileCheck %s --implicit-check-not=error:

include "OptionBase.td"

// CHECK: [[#@LINE+1]]:5: error: field 'description' has a backtick without its partner
def Zoo : Tool<"zoo"> {
  let summary = "Count animals";
  let overview = "Counts.";
  let description = "`ant, `bee`.";
}

// CHECK: [[#@LINE+1]]:5: error: field 'text' has a table, which the manual page cannot show
def Table : GuideSection<"Table"> {
  let text = [{
    Text:

    | a | b |
  }];
}
// CHECK: [[#@LINE+1]]:5: error: field 'text' has a heading, which only sections and options are
def Heading : GuideSection<"Heading"> {
  let text = [{
    # Title
  }];
}
// CHECK: [[#@LINE+1]]:5: error: field 'text' has a block of code without its end
def Fence : GuideSection<"Fence"> {
  let text = [{
    ```
    | ` # no prose
  }];
}
// CHECK: [[#@LINE+1]]:5: error: field 'text' is empty
def Empty : GuideSection<"Empty">;
// CHECK: [[#@LINE+1]]:5: error: field 'title' is empty
def Untitled : GuideSection<""> {
  let text = "Text.";
}

// CHECK: [[#@LINE+1]]:5: error: field 'description' has a table, which the manual page cannot show
def Main : OptionSection<"Main options"> {
  let description = "| a |";
}
// CHECK: [[#@LINE+2]]:5: error: field 'help' has a backtick without its partner
// CHECK: [[#@LINE+1]]:5: error: field 'description' has a heading, which only sections and options are
def Flag : FlagOption<"flag"> {
  let section = Main;
  let help = "Help`";
  let description = "### More";
}

// CHECK: error: the options are not usable
