// Mistakes in declarations of options are found where they are made.
//
// RUN: not hlo-mem-tblgen -gen-tool-options -I %src_root/tools/Support %s \
// RUN:   -o %t 2>&1 | FileCheck %s --implicit-check-not=error:

include "OptionBase.td"

def Zoo : Tool<"zoo"> {
  let summary = "Count animals";
  let overview = "Counts.";
}

def Main : OptionSection<"Main options">;
// CHECK: [[#@LINE+1]]:5: error: field 'title' is empty
def NoTitle : OptionSection<" ">;
// CHECK: [[#@LINE+2]]:5: error: duplicate section 'Main options'
// CHECK: [[#@LINE-4]]:5: note: first declared here
def Twin : OptionSection<"Main options">;

// CHECK: [[#@LINE+1]]:5: error: option 'nowhere' is in no section
def Nowhere : FlagOption<"nowhere"> {
  let help = "Help";
}
// CHECK: [[#@LINE+1]]:5: error: field 'help' is empty
def NoHelp : FlagOption<"no-help"> {
  let section = Main;
}

let section = Main in {
// CHECK: [[#@LINE+1]]:5: error: field 'help' ends with a full stop
def Stop : FlagOption<"stop"> {
  let help = "Stop.";
}

let help = "Help" in {
// CHECK: [[#@LINE+3]]:5: error: option 'twin' is declared twice
// CHECK: [[#@LINE+1]]:5: note: first declared here
def TwinOne : FlagOption<"twin">;
def TwinTwo : FlagOption<"twin">;
// CHECK: [[#@LINE+1]]:5: error: option 'Upper' is not named with lower-case letters, digits and dashes
def Upper : FlagOption<"Upper">;
// CHECK: [[#@LINE+1]]:5: error: option 'lower' has the record 'lower', expected CamelCase
def lower : FlagOption<"lower">;
// CHECK: [[#@LINE+1]]:1: error: option 'nameless' needs a record with a name: its variable is called after it
def : FlagOption<"nameless">;

def First : PositionalOption;
// CHECK: [[#@LINE+2]]:5: error: a second positional option
// CHECK: [[#@LINE-2]]:5: note: the first is here
def Second : PositionalOption;

// CHECK: [[#@LINE+1]]:5: error: option 'valueless' has a value without a name
def Valueless : TextOption<"valueless"> {
  let valueName = "";
}
// CHECK: [[#@LINE+1]]:5: error: option 'valued' is a flag and cannot have a value
def Valued : FlagOption<"valued"> {
  let valueName = "text";
}
// CHECK: [[#@LINE+1]]:5: error: option 'flag' cannot have a default
def Flag : FlagOption<"flag"> {
  let defaultValue = "true";
}
// CHECK: [[#@LINE+1]]:5: error: option 'flag-text' is a flag and cannot have a default
def FlagText : FlagOption<"flag-text"> {
  let defaultText = "on Mondays";
}
// CHECK: [[#@LINE+1]]:5: error: option 'list' cannot have a default
def List : TextListOption<"list"> {
  let defaultValue = "a";
}
// CHECK: [[#@LINE+1]]:5: error: option 'repeated' is a list, which may be given several times
def Repeated : TextListOption<"repeated"> {
  let whenRepeated = "do not";
}
// CHECK: [[#@LINE+1]]:5: error: option 'large' has the default '4294967296', which does not fit its type 'unsigned'
def Large : UnsignedOption<"large"> {
  let defaultValue = "4294967296";
}
// CHECK: [[#@LINE+1]]:5: error: option 'negative' has the default '-1', which does not fit its type 'uint64_t'
def Negative : UInt64Option<"negative"> {
  let defaultValue = "-1";
}
// CHECK: [[#@LINE+1]]:5: error: option 'words' has the default 'one', which does not fit its type 'int'
def Words : IntOption<"words"> {
  let defaultValue = "one";
}

// CHECK: [[#@LINE+1]]:5: error: option 'empty' has no values
def Empty : EnumListOption<"empty", "E", []>;
// CHECK: [[#@LINE+1]]:5: error: option 'other' has the default 'b', which does not fit its values
def Other : EnumOption<"other", "E", [OptionValue<"a", "A", "Help">]> {
  let defaultValue = "b";
}
// CHECK: [[#@LINE+5]]:5: error: option 'values' has the value 'a b', expected lower-case letters, digits and dashes
// CHECK: [[#@LINE+4]]:5: error: option 'values' has the value 'c' without an enumerator
// CHECK: [[#@LINE+3]]:5: error: option 'values' has the value 'c' twice
// CHECK: [[#@LINE+2]]:5: error: option 'values' has help of the value 'c' that ends with a full stop
// CHECK: [[#@LINE+1]]:5: error: option 'values' has the value 'd' without help
def Values : EnumListOption<"values", "E", [
  OptionValue<"a b", "AB", "Help">,
  OptionValue<"c", "", "Help">,
  OptionValue<"c", "C", "Help.">,
  OptionValue<"d", "D", "">
]>;
} // help
} // section

// What they hold is looked at last.
// CHECK: error: section '' has no option
// CHECK: error: section 'Main options' has no option
// CHECK: [[#@LINE+1]]:5: error: section 'Bare options' has no option
def Bare : OptionSection<"Bare options">;

// CHECK: error: the options are not usable
