// A file of options has one program, and an option is in a section that exists.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: not hlo-mem-tblgen -gen-tool-options -I %src_root/tools/Support \
// RUN:   %t/none.td 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: expected one Tool, found 0
// RUN: not hlo-mem-tblgen -gen-tool-options -I %src_root/tools/Support \
// RUN:   %t/two.td 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: error: expected one Tool, found 2
// RUN: not hlo-mem-tblgen -gen-tool-options -I %src_root/tools/Support \
// RUN:   %t/section.td 2>&1 | FileCheck %s --check-prefix=SECTION
// SECTION: section.td:3:17: error: Variable not defined: 'Absent'
// RUN: not hlo-mem-tblgen -gen-tool-options -I %src_root/tools/Support \
// RUN:   %t/silent.td 2>&1 | FileCheck %s --check-prefix=SILENT
// SILENT: silent.td:2:5: error: field 'summary' is empty
// SILENT: silent.td:2:5: error: field 'overview' is empty

//--- none.td
include "OptionBase.td"
//--- two.td
include "OptionBase.td"
def A : Tool<"a">;
def B : Tool<"b">;
//--- section.td
include "OptionBase.td"
def A : FlagOption<"a"> {
  let section = Absent;
}
//--- silent.td
include "OptionBase.td"
def A : Tool<"a">;
