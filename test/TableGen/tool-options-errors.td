// Mistakes in declarations of options that no compiler would find.
//
// RUN: rm -rf %t && split-file %s %t
// DEFINE: %{file} =
// DEFINE: %{check} = not hlo-mem-tblgen -gen-tool-options -I %src_root/tools/Support %t/%{file}.td 2>&1 | FileCheck %s --check-prefix
// REDEFINE: %{file} = two
// RUN: %{check}=TWO
// TWO: error: expected one Tool, found 2
// REDEFINE: %{file} = texts
// RUN: %{check}=TEXTS
// TEXTS: texts.td:2:5: error: field 'summary' is empty
// TEXTS: texts.td:2:5: error: field 'overview' is empty
// TEXTS: texts.td:3:5: error: field 'text' is empty
// TEXTS: texts.td:5:5: error: field 'help' is empty
// REDEFINE: %{file} = default
// RUN: %{check}=DEFAULT
// DEFAULT: default.td:4:5: error: option 'kind' has the default 'b', which is none of its values
// REDEFINE: %{file} = section
// RUN: %{check}=SECTION
// SECTION: section.td:3:5: error: option 'flag' stands before the first section

//--- two.td
include "OptionBase.td"
def A : Tool<"a">;
def B : Tool<"b">;
//--- texts.td
include "OptionBase.td"
def A : Tool<"a">;
def Guide : GuideSection<"Guide">;
def Main : OptionSection<"Main options">;
def Flag : FlagOption<"flag">;
//--- default.td
include "OptionBase.td"
def A : Tool<"a">;
def Main : OptionSection<"Main options">;
def Kind : EnumOption<"kind", "E", [OptionValue<"a", "A", "Help">]> {
  let help = "Help";
  let defaultValue = "b";
}
//--- section.td
include "OptionBase.td"
def A : Tool<"a">;
def Flag : FlagOption<"flag">;
def Main : OptionSection<"Main options">;
