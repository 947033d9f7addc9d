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
  let examples = [HelpExample<"zoo -l 4", "Horses, of `-names`">];
}

def AnimalSection : OptionSection<"Animal options">;
// Nothing of the program itself: no category.
def OtherSection : OptionSection<"Other options">;

def Cages : PositionalOption {
  let section = AnimalSection;
  let valueName = "cage";
  let help = "Where to look";
}
def Quiet : FlagOption<"quiet"> {
  let section = AnimalSection;
  let help = "Print no \"names\"";
}
def Legs : UnsignedOption<"l"> {
  let section = AnimalSection;
  let help = "Legs that it has";
  let defaultText = "any number";
  let isPrefix = true;
}
def Weight : UInt64Option<"weight"> {
  let section = AnimalSection;
  let valueName = "grams";
  let defaultValue = "18446744073709551615";
  let help = "The most that it weighs";
}
def Warmth : IntOption<"warmth"> {
  let section = AnimalSection;
  let defaultValue = "-3";
  let help = "Least warmth";
  let isMain = true;
}
def Name : TextOption<"name"> {
  let section = AnimalSection;
  let defaultValue = "ant";
  let whenRepeated = "use -names";
  let help = "Its name";
}
def Names : TextListOption<"names"> {
  let section = AnimalSection;
  let help = "Its names";
}
def Files : TextListOption<"file"> {
  let section = AnimalSection;
  let isCommaSeparated = false;
  let help = "Where names stand";
}
defvar Kinds = [OptionValue<"hoofed", "Kind::Hoofed", "Horses">,
                OptionValue<"winged", "Kind::Winged", "Birds">];
def Kind : EnumOption<"kind", "zoo::Kind", Kinds> {
  let section = AnimalSection;
  let defaultValue = "winged";
  let help = "Its kind";
}
def Others : EnumListOption<"others", "zoo::Kind", Kinds> {
  let section = AnimalSection;
  let help = "Kinds of its prey";
}
def Color : LibraryOption<"color"> {
  let section = OtherSection;
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
// CHECK-NEXT:  /// -weight=<grams>: The most that it weighs.
// CHECK-NEXT:  uint64_t Weight = 18446744073709551615u;
// CHECK-NEXT:  /// -warmth=<number>: Least warmth.
// CHECK-NEXT:  int Warmth = -3;
// CHECK-NEXT:  /// -name=<text>: Its name.
// CHECK-NEXT:  std::string Name = "ant";
// CHECK-NEXT:  /// -names=<text>: Its names.
// CHECK-NEXT:  std::vector<std::string> Names;
// CHECK-NEXT:  /// -file=<text>: Where names stand.
// CHECK-NEXT:  std::vector<std::string> Files;
// CHECK-NEXT:  /// -kind=<value>: Its kind.
// CHECK-NEXT:  zoo::Kind Kind = Kind::Winged;
// CHECK-NEXT:  /// -others=<value,...>: Kinds of its prey.
// CHECK-NEXT:  std::vector<zoo::Kind> Others;
// CHECK-NEXT:};
//CHECK-EMPTY:
// CHECK-NEXT:#undef GET_OPTIONS
//      CHECK:#ifdef GET_COMMAND_LINE
//      CHECK:static constexpr char ToolOverview[] =
// CHECK-NEXT:    "Count animals"
// CHECK-NEXT:    "\n\n"
// CHECK-NEXT:    "  Counts what '--list' names, one after the other, whatever it may be called.\n"
// CHECK-NEXT:    "  '-' is the zoo itself.\n";
//      CHECK:static constexpr char ToolHelp[] =
// CHECK-NEXT:    "zoo: Count animals\n"
// CHECK-NEXT:    "\n"
// CHECK-NEXT:    "Usage: zoo [options] <cage>...\n"
// CHECK-NEXT:    "\n"
// CHECK-NEXT:    "  Counts what '--list' names, one after the other, whatever it may be called.\n"
// CHECK-NEXT:    "  '-' is the zoo itself.\n"
// CHECK-NEXT:    "\n"
// CHECK-NEXT:    "Examples:\n"
// CHECK-NEXT:    "  zoo -l 4\n"
// CHECK-NEXT:    "      Horses, of '-names'\n"
// CHECK-NEXT:    "\n"
// CHECK-NEXT:    "Main options:\n"
// CHECK-NEXT:    "  -warmth=<number>          Least warmth (default: -3)\n"
// CHECK-NEXT:    "\n"
// CHECK-NEXT:    "Animal options:\n"
// CHECK-NEXT:    "  -quiet                    Print no \"names\"\n"
// CHECK-NEXT:    "  -l <number>               Legs that it has (default: any number)\n"
// CHECK-NEXT:    "  -weight=<grams>           The most that it weighs (default:\n"
// CHECK-NEXT:    "                            18446744073709551615)\n"
// CHECK-NEXT:    "  -name=<text>              Its name (default: 'ant')\n"
// CHECK-NEXT:    "  -names=<text>             Its names\n"
// CHECK-NEXT:    "  -file=<text>              Where names stand\n"
// CHECK-NEXT:    "  -kind=<value>             Its kind (default: winged)\n"
// CHECK-NEXT:    "    =hoofed                 Horses\n"
// CHECK-NEXT:    "    =winged                 Birds\n"
// CHECK-NEXT:    "  -others=<value,...>       Kinds of its prey\n"
// CHECK-NEXT:    "    =hoofed                 Horses\n"
// CHECK-NEXT:    "    =winged                 Birds\n"
// CHECK-NEXT:    "\n"
// CHECK-NEXT:    "Other options:\n"
// CHECK-NEXT:    "  -color                    Use colors\n";
//CHECK-EMPTY:
// CHECK-NEXT:static cl::OptionCategory AnimalSectionCategory("Animal options");
//CHECK-EMPTY:
// CHECK-NEXT:static cl::list<std::string> Cages(
// CHECK-NEXT:    cl::Positional,
// CHECK-NEXT:    cl::desc("<cage>..."),
// CHECK-NEXT:    cl::cat(AnimalSectionCategory));
//CHECK-EMPTY:
// CHECK-NEXT:static cl::opt<bool> Quiet(
// CHECK-NEXT:    "quiet",
// CHECK-NEXT:    cl::desc("Print no \"names\""),
// CHECK-NEXT:    cl::cat(AnimalSectionCategory));
//CHECK-EMPTY:
// CHECK-NEXT:static cl::opt<unsigned> Legs(
// CHECK-NEXT:    "l",
// CHECK-NEXT:    cl::desc("Legs that it has (default: any number)"),
// CHECK-NEXT:    cl::value_desc("number"),
// CHECK-NEXT:    cl::Prefix,
// CHECK-NEXT:    cl::cat(AnimalSectionCategory));
//CHECK-EMPTY:
// CHECK-NEXT:static cl::opt<uint64_t> Weight(
// CHECK-NEXT:    "weight",
// CHECK-NEXT:    cl::desc("The most that it weighs (default: 18446744073709551615)"),
// CHECK-NEXT:    cl::value_desc("grams"),
// CHECK-NEXT:    cl::init(18446744073709551615u),
// CHECK-NEXT:    cl::cat(AnimalSectionCategory));
//CHECK-EMPTY:
// CHECK-NEXT:static cl::opt<int> Warmth(
// CHECK-NEXT:    "warmth",
// CHECK-NEXT:    cl::desc("Least warmth (default: -3)"),
// CHECK-NEXT:    cl::value_desc("number"),
// CHECK-NEXT:    cl::init(-3),
// CHECK-NEXT:    cl::cat(AnimalSectionCategory));
//CHECK-EMPTY:
// CHECK-NEXT:static cl::opt<std::string> Name(
// CHECK-NEXT:    "name",
// CHECK-NEXT:    cl::desc("Its name (default: 'ant')"),
// CHECK-NEXT:    cl::value_desc("text"),
// CHECK-NEXT:    cl::init("ant"),
// CHECK-NEXT:    cl::cat(AnimalSectionCategory));
//CHECK-EMPTY:
// CHECK-NEXT:static cl::list<std::string> Names(
// CHECK-NEXT:    "names",
// CHECK-NEXT:    cl::desc("Its names"),
// CHECK-NEXT:    cl::value_desc("text"),
// CHECK-NEXT:    cl::CommaSeparated,
// CHECK-NEXT:    cl::cat(AnimalSectionCategory));
//CHECK-EMPTY:
// CHECK-NEXT:static cl::list<std::string> Files(
// CHECK-NEXT:    "file",
// CHECK-NEXT:    cl::desc("Where names stand"),
// CHECK-NEXT:    cl::value_desc("text"),
// CHECK-NEXT:    cl::cat(AnimalSectionCategory));
//CHECK-EMPTY:
// CHECK-NEXT:static cl::opt<zoo::Kind> Kind(
// CHECK-NEXT:    "kind",
// CHECK-NEXT:    cl::desc("Its kind (default: winged)"),
// CHECK-NEXT:    cl::value_desc("value"),
// CHECK-NEXT:    cl::values(clEnumValN(Kind::Hoofed, "hoofed", "Horses"),
// CHECK-NEXT:               clEnumValN(Kind::Winged, "winged", "Birds")),
// CHECK-NEXT:    cl::init(Kind::Winged),
// CHECK-NEXT:    cl::cat(AnimalSectionCategory));
//CHECK-EMPTY:
// CHECK-NEXT:static cl::list<zoo::Kind> Others(
// CHECK-NEXT:    "others",
// CHECK-NEXT:    cl::desc("Kinds of its prey"),
// CHECK-NEXT:    cl::value_desc("value,..."),
// CHECK-NEXT:    cl::CommaSeparated,
// CHECK-NEXT:    cl::values(clEnumValN(Kind::Hoofed, "hoofed", "Horses"),
// CHECK-NEXT:               clEnumValN(Kind::Winged, "winged", "Birds")),
// CHECK-NEXT:    cl::cat(AnimalSectionCategory));
//CHECK-EMPTY:
//      CHECK:static const cl::OptionCategory *const ToolCategories[] = {
// CHECK-NEXT:    &AnimalSectionCategory,
// CHECK-NEXT:};
//      CHECK:static StringRef findRepeatedOption() {
// CHECK-NEXT:  if (Legs.getNumOccurrences() > 1)
// CHECK-NEXT:    return "-l is given twice; give it once";
// CHECK-NEXT:  if (Weight.getNumOccurrences() > 1)
// CHECK-NEXT:    return "-weight is given twice; give it once";
// CHECK-NEXT:  if (Warmth.getNumOccurrences() > 1)
// CHECK-NEXT:    return "-warmth is given twice; give it once";
// CHECK-NEXT:  if (Name.getNumOccurrences() > 1)
// CHECK-NEXT:    return "-name is given twice; use -names";
// CHECK-NEXT:  if (Kind.getNumOccurrences() > 1)
// CHECK-NEXT:    return "-kind is given twice; give it once";
// CHECK-NEXT:  return "";
// CHECK-NEXT:}
//      CHECK:static ZooOptions getOptions() {
// CHECK-NEXT:  ZooOptions Options;
// CHECK-NEXT:  Options.Cages.assign(Cages.begin(), Cages.end());
// CHECK-NEXT:  Options.Quiet = Quiet;
// CHECK-NEXT:  if (Legs.getNumOccurrences())
// CHECK-NEXT:    Options.Legs = Legs.getValue();
// CHECK-NEXT:  Options.Weight = Weight;
//      CHECK:  return Options;
// CHECK-NEXT:}
//CHECK-EMPTY:
// CHECK-NEXT:#undef GET_COMMAND_LINE
