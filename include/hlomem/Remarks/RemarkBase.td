//===- RemarkBase.td - Classes to declare remarks with -----*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// hlo-mem-tblgen makes a struct of every Remark: a pass fills its fields and
// gives it to PassContext::emit. Those of a pass's file come with the pass
// (-gen-pass-decls), those of a file without passes alone (-gen-remarks);
// `-gen-remark-docs` makes a page of them. Keep the argument types in step with
// RemarkBuilder (Remark.h).
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REMARKS_REMARKBASE_TD
#define HLOMEM_REMARKS_REMARKBASE_TD

include "hlomem/IR/Tables/FactKinds.td"

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

class RemarkKind<string cppName_> {
  // Enumerator of hlomem::RemarkKind.
  string cppName = cppName_;
}

def Passed : RemarkKind<"Passed">;
def Missed : RemarkKind<"Missed">;
def Analysis : RemarkKind<"Analysis">;
def Failure : RemarkKind<"Failure">;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

class ArgType<string cppType_, string summary_, bit isNumber_ = false> {
  // Type of the field.
  string cppType = cppType_;
  // What the documentation calls it.
  string summary = summary_;
  // Numbers are aligned to the right in a table.
  bit isNumber = isNumber_;
}

def BytesType : ArgType<"::hlomem::Bytes", "bytes", true>;
def OptionalBytesType
    : ArgType<"std::optional<::hlomem::Bytes>", "bytes, if known", true>;
def CountType : ArgType<"uint64_t", "count", true>;
def TimeType : ArgType<"::hlomem::Time", "time", true>;
def RangeType : ArgType<"::hlomem::LiveRange", "live range", true>;
def OptionalRangeType
    : ArgType<"std::optional<::hlomem::LiveRange>", "live range, if known",
              true>;
def PercentType : ArgType<"::hlomem::Percent", "percent", true>;
def SpaceType : ArgType<"::hlomem::NamedMemorySpace", "memory space", true>;
def InstructionType : ArgType<"::llvm::StringRef", "instruction">;
def ValueType : ArgType<"::hlomem::HloPosition", "value">;
// Null where the shape is unknown.
def ShapeType : ArgType<"const ::hlomem::Shape *", "shape">;
def StringType : ArgType<"std::string", "text">;
// Comes after the pass's name at the end of the line, "[verify: overlap]", and
// not where the message names it.
def TagType : ArgType<"::hlomem::RemarkTag", "tag">;

// An argument: a field of the struct, a key of YAML and JSON.
class Arg<ArgType type_, string name_, string description_> {
  ArgType type = type_;
  // In CamelCase.
  string name = name_;
  // For the documentation, without a full stop.
  string description = description_;
}

class BytesArg<string name, string description = "">
    : Arg<BytesType, name, description>;
class OptionalBytesArg<string name, string description = "">
    : Arg<OptionalBytesType, name, description>;
class CountArg<string name, string description = "">
    : Arg<CountType, name, description>;
class TimeArg<string name, string description = "">
    : Arg<TimeType, name, description>;
class RangeArg<string name, string description = "">
    : Arg<RangeType, name, description>;
class OptionalRangeArg<string name, string description = "">
    : Arg<OptionalRangeType, name, description>;
class PercentArg<string name, string description = "">
    : Arg<PercentType, name, description>;
class SpaceArg<string name, string description = "">
    : Arg<SpaceType, name, description>;
class InstructionArg<string name, string description = "">
    : Arg<InstructionType, name, description>;
class ValueArg<string name, string description = "">
    : Arg<ValueType, name, description>;
class ShapeArg<string name, string description = "">
    : Arg<ShapeType, name, description>;
class StringArg<string name, string description = "">
    : Arg<StringType, name, description>;
class TagArg<string name, string description = "">
    : Arg<TagType, name, description>;

//===----------------------------------------------------------------------===//
// Columns
//===----------------------------------------------------------------------===//

// An argument of a row.
class Column<ArgType type, string name, string title_, string description>
    : Arg<type, name, description> {
  // What stands above it, "op_name".
  string title = title_;
  // For YAML and JSON: the table of text leaves it out.
  bit isDataOnly = false;
  // The name of a file with its folders: where there is little room, what all
  // rows begin with is left out.
  bit isPath = false;
}

// One that only programs see; the title stands in the sentence of YAML.
class DataColumn<ArgType type, string name, string title,
                 string description = "">
    : Column<type, name, title, description> {
  let isDataOnly = true;
}

class BytesColumn<string name, string title, string description = "">
    : Column<BytesType, name, title, description>;
class OptionalBytesColumn<string name, string title, string description = "">
    : Column<OptionalBytesType, name, title, description>;
class CountColumn<string name, string title, string description = "">
    : Column<CountType, name, title, description>;
class TimeColumn<string name, string title, string description = "">
    : Column<TimeType, name, title, description>;
class RangeColumn<string name, string title, string description = "">
    : Column<RangeType, name, title, description>;
class OptionalRangeColumn<string name, string title, string description = "">
    : Column<OptionalRangeType, name, title, description>;
class PercentColumn<string name, string title, string description = "">
    : Column<PercentType, name, title, description>;
class SpaceColumn<string name, string title, string description = "">
    : Column<SpaceType, name, title, description>;
class InstructionColumn<string name, string title, string description = "">
    : Column<InstructionType, name, title, description>;
class ValueColumn<string name, string title, string description = "">
    : Column<ValueType, name, title, description>;
class ShapeColumn<string name, string title, string description = "">
    : Column<ShapeType, name, title, description>;
class StringColumn<string name, string title, string description = "">
    : Column<StringType, name, title, description>;
class PathColumn<string name, string title, string description = "">
    : StringColumn<name, title, description> {
  let isPath = true;
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

// What reports remarks, a pass (PassBase.td) as a rule. The remarks that follow
// it are its own, up to the next one.
class RemarkSource<string sourceName> {
  // As remarks name it: lower-case letters, digits and dashes.
  string name = sourceName;
}

// A sentence. In its message "{Size}" stands for the argument Size,
// "{Count:value|values}" for the first word if the argument Count, a CountArg,
// is 1, else for the second one, and "{{" and "}}" for a brace. The record's name
// is the remark's.
class Remark<RemarkKind kind_, string message_, list<Arg> args_> {
  RemarkKind kind = kind_;
  string message = message_;
  list<Arg> args = args_;
  // When it is reported and what it means; Markdown.
  string description = ?;
  // Of a Failure: a person sees a warning instead of an error.
  bit isWarning = false;
  // The instruction or value that it speaks of, by the argument's name: where
  // the user's program has that is the place of the remark in YAML and JSON. By
  // default the first such argument, if any.
  string location = "";
  // The bytes that it is about, by the argument's name: what -min-bytes looks
  // at, Hotness in YAML. By default the first argument that is bytes, if any. A
  // Missed remark names here what could be saved.
  string hotness = "";
  // What its numbers rest on: they are doubtful where that is contradicted. Of
  // no matter where no argument is a number.
  list<FactKind> restsOn = [Sizes, Places, LiveRanges];
  // They rest on what those above it rest on instead.
  bit restsOnRows = false;
  // It has no numbers, but stands above rows and notes that have.
  bit headsNumbers = false;
}

// A sentence that goes on with the last one, below its table if it has one.
class Note<RemarkKind kind, string message, list<Arg> args>
    : Remark<kind, message, args>;

// A row of the table under the last sentence; its arguments are the columns.
class Row<RemarkKind kind, list<Column> columns> : Remark<kind, "", columns> {
  // The names of columns that a table of text does without where there is little
  // room, the least important first.
  list<string> dropFirst = [];
}

#endif // HLOMEM_REMARKS_REMARKBASE_TD
