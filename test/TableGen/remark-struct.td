// The C++ type of a remark, of a row and of a note.

// RUN: hlo-mem-tblgen -gen-remarks -I %src_root/include %s | FileCheck %s

include "hlomem/Remarks/RemarkBase.td"

// CHECK:      /// Where it was.
// CHECK-NEXT: struct LiveAt {
// CHECK-NEXT:   /// bytes that are live
// CHECK-NEXT:   ::hlomem::Bytes Size;
// CHECK-NEXT:   std::optional<::hlomem::Bytes> Logical;
// CHECK-NEXT:   uint64_t Count;
// CHECK-NEXT:   ::hlomem::Time At;
// CHECK-NEXT:   ::hlomem::LiveRange Range;
// CHECK-NEXT:   std::optional<::hlomem::LiveRange> Other;
// CHECK-NEXT:   ::hlomem::Percent Share;
// CHECK-NEXT:   ::hlomem::NamedMemorySpace Space;
// CHECK-NEXT:   ::llvm::StringRef Instruction;
// CHECK-NEXT:   ::hlomem::HloPosition Value;
// CHECK-NEXT:   const ::hlomem::Shape *Shape;
// CHECK-NEXT:   std::string Text;
// CHECK-EMPTY:
// CHECK-NEXT:   static constexpr ::hlomem::RemarkInfo Info = {
// CHECK-NEXT:       .Name = "LiveAt",
// CHECK-NEXT:       .Kind = ::hlomem::RemarkKind::Missed,
// CHECK-NEXT:       .IsRow = false,
// CHECK-NEXT:       .Columns = {},
// CHECK-NEXT:       .IsNote = false,
// CHECK-NEXT:       .IsWarning = false,
// CHECK-NEXT:       .LocationKey = "Instruction",
// CHECK-NEXT:       .HotnessKey = "Logical",
// CHECK-NEXT:       .RestsOn = ::hlomem::FactKinds::Sizes | ::hlomem::FactKinds::Places | ::hlomem::FactKinds::LiveRanges};
// CHECK-EMPTY:
// CHECK-NEXT:   template <class sink_type> void write(sink_type &sink) const {
// CHECK-NEXT:     sink.arg("At", At);
// CHECK-NEXT:     sink.text(": ");
// CHECK-NEXT:     sink.arg("Size", Size);
// CHECK-NEXT:     sink.arg("Logical", Logical);
// CHECK-NEXT:     sink.arg("Count", Count);
// CHECK-NEXT:     sink.arg("Range", Range);
// CHECK-NEXT:     sink.arg("Other", Other);
// CHECK-NEXT:     sink.arg("Share", Share);
// CHECK-NEXT:     sink.arg("Space", Space);
// CHECK-NEXT:     sink.arg("Instruction", Instruction);
// CHECK-NEXT:     sink.arg("Value", Value);
// CHECK-NEXT:     sink.arg("Shape", Shape);
// CHECK-NEXT:     sink.arg("Text", Text);
// CHECK-NEXT:     sink.text(".");
// CHECK-NEXT:   }
// CHECK-NEXT: };
def LiveAt : Remark<Missed,
    "{At}: {Size}{Logical}{Count}{Range}{Other}{Share}{Space}{Instruction}"
    "{Value}{Shape}{Text}.",
    [BytesArg<"Size", "bytes that are live">, OptionalBytesArg<"Logical">,
     CountArg<"Count">, TimeArg<"At">, RangeArg<"Range">,
     OptionalRangeArg<"Other">, PercentArg<"Share">, SpaceArg<"Space">,
     InstructionArg<"Instruction">, ValueArg<"Value">, ShapeArg<"Shape">,
     StringArg<"Text">]> {
  // Not the first argument of that type.
  let hotness = "Logical";
  let description = "Where it was.";
}

// CHECK:      struct Entry {
// CHECK-NEXT:   ::hlomem::Bytes Size;
// CHECK-NEXT:   std::string Label;
// CHECK-NEXT:   /// Where it is
// CHECK-NEXT:   uint64_t Place;
// CHECK-EMPTY:
// CHECK-NEXT:   static constexpr ::hlomem::RemarkColumn Columns[] = {
// CHECK-NEXT:       {"Size", "bytes", /*AlignRight=*/true},
// CHECK-NEXT:       {"Label", "op_name", /*AlignRight=*/false},
// CHECK-NEXT:       {"Place", "at", /*AlignRight=*/true, /*IsDataOnly=*/true},
// CHECK-NEXT:   };
// CHECK-NEXT:   static constexpr ::hlomem::RemarkInfo Info = {
// CHECK-NEXT:       .Name = "Entry",
// CHECK-NEXT:       .Kind = ::hlomem::RemarkKind::Analysis,
// CHECK-NEXT:       .IsRow = true,
// CHECK-NEXT:       .Columns = Columns,
// CHECK-NEXT:       .IsNote = false,
// CHECK-NEXT:       .IsWarning = false,
// CHECK-NEXT:       .LocationKey = "",
// CHECK-NEXT:       .HotnessKey = "Size",
// CHECK-NEXT:       .RestsOn = ::hlomem::FactKinds::Sizes | ::hlomem::FactKinds::Places | ::hlomem::FactKinds::LiveRanges};
// CHECK-EMPTY:
// CHECK-NEXT:   template <class sink_type> void write(sink_type &sink) const {
// CHECK-NEXT:     sink.arg("Size", Size);
// CHECK-NEXT:     sink.arg("Label", Label);
// CHECK-NEXT:     sink.arg("Place", Place);
// CHECK-NEXT:   }
// CHECK-NEXT: };
def Entry : Row<Analysis,
    [BytesColumn<"Size", "bytes">, StringColumn<"Label", "op_name">,
     DataColumn<CountType, "Place", "at", "Where it is">]> {
  let description = "A row.";
}

// CHECK:      struct Wide {
// CHECK:          {"Size", "bytes", /*AlignRight=*/true, /*IsDataOnly=*/false, /*IsPath=*/false, /*DropRank=*/2},
// CHECK-NEXT:     {"Source", "source", /*AlignRight=*/false, /*IsDataOnly=*/false, /*IsPath=*/true},
// CHECK-NEXT:     {"Count", "count", /*AlignRight=*/true, /*IsDataOnly=*/false, /*IsPath=*/false, /*DropRank=*/1},
def Wide : Row<Analysis,
    [BytesColumn<"Size", "bytes">, PathColumn<"Source", "source">,
     CountColumn<"Count", "count">]> {
  let dropFirst = ["Count", "Size"];
  let description = "A row that has room for little.";
}

// CHECK:      struct More {
// CHECK:          .Kind = ::hlomem::RemarkKind::Passed,
// CHECK-NEXT:     .IsRow = false,
// CHECK-NEXT:     .Columns = {},
// CHECK-NEXT:     .IsNote = true,
// CHECK-NEXT:     .IsWarning = false,
// CHECK-NEXT:     .LocationKey = "",
// CHECK-NEXT:     .HotnessKey = "",
// CHECK-NEXT:     .RestsOn = ::hlomem::FactKinds::None};
// CHECK:        sink.text("and more");
def More : Note<Passed, "and more", []> {
  let description = "A note.";
}

// CHECK:      struct Odd {
// CHECK-NEXT:   ::hlomem::RemarkTag Rule;
// CHECK:          .Kind = ::hlomem::RemarkKind::Failure,
// CHECK:          .IsWarning = true,
// CHECK:        sink.arg("Rule", Rule);
def Odd : Remark<Failure, "odd{Rule}", [TagArg<"Rule">]> {
  let isWarning = true;
  let description = "A failure that is a warning.";
}
