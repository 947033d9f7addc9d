// What one declaration becomes: options, class and remarks.
//
// RUN: hlo-mem-tblgen -gen-pass-decls -I %src_root/include %s | FileCheck %s
// RUN: hlo-mem-tblgen -gen-pass-decls -pass-namespace=my::ns \
// RUN:   -I %src_root/include %s | FileCheck %s --check-prefix=PLUGIN
// PLUGIN: namespace my::ns {

include "hlomem/Pass/PassBase.td"

def Zebra : Pass<"zebra-count"> {
  let summary = "Count \"zebras\"";
  let description = "Long.";
  let options = [
    Option<"Top", "top-most", "unsigned", "010", "How many">,
    Option<"Limit", "limit", "uint64_t", "18446744073709551615", "How much">,
    Option<"All", "all", "bool", "false", "Whether">,
    Option<"Label", "label", "std::string", "a \"b\"", "What">,
    Option<"At", "at", "std::optional<uint64_t>", "", "When">,
    Option<"Ids", "ids", "std::vector<unsigned>", "1,2", "Which">,
    Option<"Names", "names", "std::vector<std::string>", "", "Whose">,
    EnumOption<"Order", "order", ["size", "start-time"], "start-time", "How">
  ];
}

// CHECK: #pragma once
// CHECK: #include "Forest/Bark.h"
// CHECK-NEXT: #include "Forest/Stripe.h"
// CHECK-NEXT: #include "hlomem/Leaf.h"
// CHECK-NEXT: #include "hlomem/Pass/Pass.h"
// CHECK: namespace hlomem {
// CHECK: struct ZebraOptions {
// CHECK-NEXT: /// How many.
// CHECK-NEXT: unsigned Top = 10u;
// CHECK: uint64_t Limit = 18446744073709551615u;
// CHECK: bool All = false;
// CHECK: std::string Label = "a \"b\"";
// CHECK: std::optional<uint64_t> At;
// CHECK: std::vector<unsigned> Ids = {1u, 2u};
// CHECK: std::vector<std::string> Names;
// CHECK: enum class OrderKind {
// CHECK-NEXT: Size,
// CHECK-NEXT: StartTime,
// CHECK-NEXT: };
// CHECK: OrderValues[] = {
// CHECK-NEXT: {OrderKind::Size, "size"},
// CHECK-NEXT: {OrderKind::StartTime, "start-time"},
// CHECK: OrderKind Order = OrderKind::StartTime;
// CHECK: static llvm::Expected<ZebraOptions> parse(llvm::StringRef Text) {
// CHECK: Parser("zebra-count", Text);
// CHECK-NEXT: Parser.option("top-most", Options.Top);
// CHECK: Parser.option("order", Options.Order, OrderValues);
// CHECK: void print(llvm::raw_ostream &OS) const {
// CHECK: Printer.option("top-most", Top, Defaults.Top);
// CHECK: class ZebraPass : protected ::hlomem::PassRun {
// CHECK: ZebraPass(const ::hlomem::PassRun &Run, ZebraOptions Options)
// CHECK-NEXT: : PassRun(Run), Options(std::move(Options)) {}
// CHECK: {"top-most", "number", "010",
// CHECK-NEXT: "How many"},
// CHECK: {"all", "", "false",
// CHECK: {"ids", "number,...", "1,2",
// CHECK: {"order", "size|start-time", "start-time",
// CHECK: Info.Name = "zebra-count";
// CHECK-NEXT: Info.Summary =
// CHECK-NEXT: "Count \"zebras\"";
// CHECK-NEXT: Info.Options = OptionTable;
// CHECK-NEXT: return Info;
// CHECK: ZebraOptions Options;
// CHECK: llvm::Error registerZebraPass(::hlomem::PassBuilder &PB);

def Nest : Pass<"nest"> {
  let summary = "Count nests";
  let description = "Long.";
  let options = [
    Option<"Inner", "inner", "::hlomem::NestedPipeline", "", "What is in it">
  ];
}

// CHECK: struct NestOptions {
// CHECK: ::hlomem::NestedPipeline Inner;
// CHECK: parse(llvm::StringRef Text, const ::hlomem::PassBuilder &PB) {
// CHECK: Parser("nest", Text, &PB);
// CHECK: bool runsTransform() const {
// CHECK-NEXT: return false || Inner.runsTransform();
// CHECK: {"inner", "pipeline", "",
// CHECK: return NestOptions::parse(Text, PB);

def Wasp : Pass<"wasp"> {
  let summary = "Count wasps";
  let description = "Long.";
  let options = [
    HiddenOption<"Sting", "sting", "bool", "false", "Not shown">,
    Option<"Space", "space", "std::optional<::hlomem::SpaceChoice>", "", "Where">,
    EnumOptionOf<"Stripe", "stripe", "::zoo::StripeKind", "Forest/Stripe.h",
                 ["yellow", "dark-red"], "dark-red", "How coloured">
  ];
}

// An enumeration defined elsewhere is included, not defined.
// CHECK: std::optional<::hlomem::SpaceChoice> Space;
// CHECK-NOT: enum class
// CHECK: PassOptionEnumerator<::zoo::StripeKind> StripeValues[] = {
// CHECK-NEXT: {::zoo::StripeKind::Yellow, "yellow"},
// CHECK-NEXT: {::zoo::StripeKind::DarkRed, "dark-red"},
// CHECK: ::zoo::StripeKind Stripe = ::zoo::StripeKind::DarkRed;
// CHECK: Parser.option("sting", Options.Sting);
// CHECK-LABEL: class WaspPass
// CHECK: OptionTable[] = {
// CHECK-NEXT: {"space", "space", "",
// CHECK-NEXT: "Where"},
// CHECK-NEXT: {"stripe", "yellow|dark-red", "dark-red",
// CHECK-NEXT: "How coloured"},
// CHECK-NEXT: };

def Bee : Pass<"bee"> {
  let summary = "Count bees";
  let description = "Long.";
}
def Seen : Remark<Analysis, "seen", []> { let description = "Long."; }
def Gone : Remark<Passed, "gone", []> { let description = "Long."; }

// CHECK-LABEL: class BeePass
// CHECK: RemarkTable[] = {
// CHECK-NEXT: "Seen",
// CHECK-NEXT: "Gone",
// CHECK-NEXT: };
// CHECK: Info.Remarks = RemarkTable;
// CHECK-NEXT: return Info;

// The results of analyses become members; what is said before a pass runs, and
// the rest of tables, are of CommonRemarks.td.
def BarkAnalysis : ModuleAnalysis<"bark"> {
  let summary = "Bark";
  let description = "Long.";
  let header = "Forest/Bark.h";
  let member = "Bark";
}
def LeafAnalysis : ModuleAnalysis<"leaf"> {
  let summary = "Leaves";
  let description = "Long.";
  let header = "hlomem/Leaf.h";
  let member = "Leaf";
}
def Owl : Pass<"owl"> {
  let summary = "Count owls";
  let description = "Long.";
  let options = [
    Option<"Top", "top", "unsigned", "10", "How many">,
    Option<"Where", "where", "std::optional<::hlomem::SpaceChoice>", "", "Where">
  ];
  let members = [BarkAnalysis, LeafAnalysis];
  let selectsSpaces = true;
  let usesLiveRanges = true;
  let alsoReports = [NothingToReport, Rest];
}
def Heard : Remark<Analysis, "heard", []> { let description = "Long."; }

// CHECK-LABEL: class OwlPass
// CHECK: : PassRun(Run), Options(std::move(Options)),
// CHECK-NEXT: Bark(::hlomem::getAnalysisResult<BarkAnalysis>(AM)),
// CHECK-NEXT: Leaf(::hlomem::getAnalysisResult<::hlomem::LeafAnalysis>(AM)) {}
// CHECK: RemarkTable[] = {
// CHECK-NEXT: "Heard",
// CHECK-NEXT: "LiveRangesDerived",
// CHECK-NEXT: "LiveRangesUnknown",
// CHECK-NEXT: "NothingInSpace",
// CHECK-NEXT: "NothingToReport",
// CHECK-NEXT: "Rest",
// CHECK-NEXT: };
// CHECK: prepareRun(Run, &Options.Where, /*SelectsSpaces=*/1, /*UsesLiveRanges=*/1);
// CHECK: void run();
// CHECK: OwlOptions Options;
// CHECK-NEXT: decltype(::hlomem::getAnalysisResult<BarkAnalysis>(std::declval<::hlomem::AnalysisManager &>())) Bark;

def Ant : Pass<"ant"> {
  let summary = "Count ants";
  let description = "Long.";
  let writesDocument = true;
  let isRequired = true;
  let isTransform = true;
  let group = "Development";
}

// CHECK: llvm::Error registerOwlPass
// CHECK: struct AntOptions {
// CHECK-NEXT: /// Reads
// CHECK: void print(llvm::raw_ostream &) const {}
// CHECK-NOT: OptionTable
// CHECK-NOT: RemarkTable
// CHECK: Info.WritesDocument = true;
// CHECK-NEXT: Info.IsRequired = true;
// CHECK-NEXT: Info.IsTransform = true;
// CHECK-NEXT: Info.Group = ::hlomem::PassGroup::Development;
// CHECK-NEXT: return Info;
// CHECK: ::hlomem::PreservedAnalyses run();
// CHECK: namespace remark {
// CHECK: struct Seen {
// CHECK: struct Gone {
// CHECK: } // namespace remark
// CHECK: } // namespace hlomem
