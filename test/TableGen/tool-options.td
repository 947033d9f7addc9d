// The struct that takes a command line, its variables, and what fills in the struct.
//
// RUN: hlo-mem-tblgen -gen-tool-options -I %src_root/tools/Support %s \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace

include "OptionBase.td"

def Zoo : Tool<"zoo"> {
  let optionsName = "ZooOptions";
  let summary = "Count animals";
  let overview = [{
    Counts what `--list` names, one after the other, whatever it may be called.
    `-` is the zoo itself.
  }];
  let examples = [HelpExample<"Which horses, of `-name`?", "zoo -l 4">];
}

def AnimalSection : OptionSection<"Animal options">;
def Cages : PositionalOption {
  let valueName = "cage";
  let help = "Where to look";
}
def Quiet : FlagOption<"quiet"> {
  let help = "Print no \"names\"";
}
def Legs : UnsignedOption<"l"> {
  let help = "Legs that it has";
  let defaultText = "as many as the animal has";
  let isPrefix = true;
}
def Name : TextOption<"name"> {
  let defaultValue = "ant";
  let whenRepeated = "choose";
  let help = "Its name";
  let isMain = true;
}
def Files : TextListOption<"file"> {
  let isCommaSeparated = false;
  let help = "Where names stand";
}
defvar Kinds = [OptionValue<"hoofed", "Kind::Hoofed", "Horses">,
                OptionValue<"winged", "Kind::Winged", "Birds">];
def Kind : EnumOption<"kind", "zoo::Kind", Kinds> {
  let defaultValue = "winged";
  let help = "Its kind";
}
def Others : EnumListOption<"others", "zoo::Kind", Kinds> {
  let help = "Kinds of its prey";
}
// Nothing of the program itself: no category.
def OtherSection : OptionSection<"Other options">;
def Color : LibraryOption<"color"> {
  let help = "Use colors";
}

//      CHECK:#ifdef GET_OPTIONS
//      CHECK:struct ZooOptions {
// CHECK-NEXT:  /// What messages begin with.
// CHECK-NEXT:  llvm::StringRef ToolName = "zoo";
// CHECK-NEXT:  /// <cage>...: Where to look.
// CHECK-NEXT:  std::vector<std::string> Cages;
// CHECK-NEXT:  /// -quiet: Print no "names".
// CHECK-NEXT:  bool Quiet = false;
// CHECK-NEXT:  /// -l <number>: Legs that it has.
// CHECK-NEXT:  std::optional<unsigned> Legs;
// CHECK-NEXT:  /// -name=<text>: Its name.
// CHECK-NEXT:  std::string Name = "ant";
// CHECK-NEXT:  /// -file=<text>: Where names stand.
// CHECK-NEXT:  std::vector<std::string> Files;
// CHECK-NEXT:  /// -kind=<value>: Its kind.
// CHECK-NEXT:  zoo::Kind Kind = Kind::Winged;
// CHECK-NEXT:  /// -others=<value,...>: Kinds of its prey.
// CHECK-NEXT:  std::vector<zoo::Kind> Others;
// CHECK-NEXT:};
//      CHECK:#undef GET_OPTIONS
//      CHECK:#ifdef GET_COMMAND_LINE
//      CHECK:static constexpr char ToolOverview[] =
// CHECK-NEXT:    "Count animals"
// CHECK-NEXT:    "\n\n"
// CHECK-NEXT:    "  Counts what '--list' names, one after the other, whatever it may be called.\n"
// CHECK-NEXT:    "  '-' is the zoo itself.\n";
//      CHECK:static constexpr char ToolHelp[] =
//      CHECK:    "Questions:\n"
// CHECK-NEXT:    "  Which horses, of '-name'?\n"
// CHECK-NEXT:    "      zoo -l 4\n"
// CHECK-NEXT:    "\n"
// CHECK-NEXT:    "Main options:\n"
// CHECK-NEXT:    "  -name=<text>              Its name (default: 'ant')\n";
//      CHECK:static constexpr char ToolHelpAll[] =
//      CHECK:    "Main options:\n"
// CHECK-NEXT:    "  -name=<text>              Its name (default: 'ant')\n"
// CHECK-NEXT:    "\n"
// CHECK-NEXT:    "Animal options:\n"
// CHECK-NEXT:    "  -quiet                    Print no \"names\"\n"
// CHECK-NEXT:    "  -l <number>               Legs that it has (default: as many as the animal\n"
// CHECK-NEXT:    "                            has)\n"
//      CHECK:    "  -others=<value,...>       Kinds of its prey\n"
// CHECK-NEXT:    "    =hoofed                 Horses\n"
// CHECK-NEXT:    "    =winged                 Birds\n"
// CHECK-NEXT:    "\n"
// CHECK-NEXT:    "Other options:\n"
// CHECK-NEXT:    "  -color                    Use colors\n";
//      CHECK:static cl::OptionCategory AnimalSectionCategory("Animal options");
//      CHECK:static cl::list<std::string> Cages(
// CHECK-NEXT:    cl::Positional,
// CHECK-NEXT:    cl::desc("<cage>..."),
// CHECK-NEXT:    cl::cat(AnimalSectionCategory));
//      CHECK:static cl::opt<unsigned> Legs(
// CHECK-NEXT:    "l",
// CHECK-NEXT:    cl::desc("Legs that it has (default: as many as the animal has)"),
// CHECK-NEXT:    cl::value_desc("number"),
// CHECK-NEXT:    cl::Prefix,
// CHECK-NEXT:    cl::cat(AnimalSectionCategory));
//      CHECK:static cl::list<zoo::Kind> Others(
// CHECK-NEXT:    "others",
// CHECK-NEXT:    cl::desc("Kinds of its prey"),
// CHECK-NEXT:    cl::value_desc("value,..."),
// CHECK-NEXT:    cl::CommaSeparated,
// CHECK-NEXT:    cl::values(clEnumValN(Kind::Hoofed, "hoofed", "Horses"),
// CHECK-NEXT:               clEnumValN(Kind::Winged, "winged", "Birds")),
// CHECK-NEXT:    cl::cat(AnimalSectionCategory));
//      CHECK:static const cl::OptionCategory *const ToolCategories[] = {
// CHECK-NEXT:    &AnimalSectionCategory,
// CHECK-NEXT:};
//      CHECK:static StringRef findRepeatedOption() {
// CHECK-NEXT:  if (Legs.getNumOccurrences() > 1)
// CHECK-NEXT:    return "-l is given twice; give it once";
// CHECK-NEXT:  if (Name.getNumOccurrences() > 1)
// CHECK-NEXT:    return "-name is given twice; choose";
//      CHECK:static ZooOptions getOptions() {
// CHECK-NEXT:  ZooOptions Options;
// CHECK-NEXT:  Options.Cages.assign(Cages.begin(), Cages.end());
// CHECK-NEXT:  Options.Quiet = Quiet;
// CHECK-NEXT:  if (Legs.getNumOccurrences())
// CHECK-NEXT:    Options.Legs = Legs.getValue();
// CHECK-NEXT:  Options.Name = Name;
//      CHECK:  return Options;
