//===- RemarkBase.td - Classes to declare remarks with -----*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines the records that declare remarks. hlo-mem-tblgen generates a
// struct for every Remark: a pass sets its fields and passes it to
// PassContext::emit(). Remarks in the file of a pass are generated with the pass
// (-gen-pass-decls), remarks in other files alone (-gen-remarks);
// `-gen-remark-docs` generates a page about them. Keep the argument types in
// step with RemarkBuilder (Remark.h).
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REMARKS_REMARKBASE_TD
#define HLOMEM_REMARKS_REMARKBASE_TD

include "hlomem/IR/Tables/FactKinds.td"

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

class RemarkKind<string cppName_> {
  // Names the enumerator of hlomem::RemarkKind.
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
  // Is the C++ type of the field.
  string cppType = cppType_;
  // Names the type in the documentation.
  string summary = summary_;
  // Is true for numbers, which tables align to the right.
  bit isNumber = isNumber_;
}

def BytesType : ArgType<"::hlomem::Bytes", "bytes", true>;
def OptionalBytesType
    : ArgType<"std::optional<::hlomem::Bytes>", "bytes, if known", true>;
// The difference of two numbers of bytes, with a sign.
def BytesChangeType
    : ArgType<"::hlomem::BytesChange", "change of bytes", true>;
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
// A shape is null if it is unknown.
def ShapeType : ArgType<"const ::hlomem::Shape *", "shape">;
def StringType : ArgType<"std::string", "text">;
// A tag comes after the pass's name at the end of the line, "[verify:
// overlap]", and not at its place in the message.
def TagType : ArgType<"::hlomem::RemarkTag", "tag">;

// Declares an argument: a field of the struct and a key of YAML and JSON.
class Arg<ArgType type_, string name_, string description_> {
  ArgType type = type_;
  // Names the argument in CamelCase.
  string name = name_;
  // Describes the argument in the documentation, without a full stop.
  string description = description_;
}

class BytesArg<string name, string description = "">
    : Arg<BytesType, name, description>;
class OptionalBytesArg<string name, string description = "">
    : Arg<OptionalBytesType, name, description>;
class BytesChangeArg<string name, string description = "">
    : Arg<BytesChangeType, name, description>;
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

// Declares an argument of a row.
class Column<ArgType type, string name, string title_, string description>
    : Arg<type, name, description> {
  // Is the title of the column, "op_name".
  string title = title_;
  // Restricts the column to YAML and JSON: tables of text leave it out.
  bit isDataOnly = false;
  // Is true for names of files with folders: if there is little room, the
  // folders that all rows share are left out.
  bit isPath = false;
}

// Declares a column for machine-readable output only. Its title is part of the
// sentence in YAML.
class DataColumn<ArgType type, string name, string title,
                 string description = "">
    : Column<type, name, title, description> {
  let isDataOnly = true;
}

class BytesColumn<string name, string title, string description = "">
    : Column<BytesType, name, title, description>;
class OptionalBytesColumn<string name, string title, string description = "">
    : Column<OptionalBytesType, name, title, description>;
class BytesChangeColumn<string name, string title, string description = "">
    : Column<BytesChangeType, name, title, description>;
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

// Declares a source of remarks, usually a pass (PassBase.td). The remarks that
// follow it, up to the next source, are its own.
class RemarkSource<string sourceName> {
  // Names the source in remarks: lower-case letters, digits and dashes.
  string name = sourceName;
}

// Declares a remark that is a sentence. In its message "{Size}" is replaced by
// the argument Size, "{Count:value|values}" by the first word if the argument
// Count, a CountArg, is 1, otherwise by the second one, and "{{" and "}}" by a
// brace. The name of the record is the name of the remark.
class Remark<RemarkKind kind_, string message_, list<Arg> args_,
             string description_ = ""> {
  RemarkKind kind = kind_;
  string message = message_;
  list<Arg> args = args_;
  // Says when the remark is reported and what it means, in Markdown. Each remark
  // has one.
  string description = !if(!empty(description_), ?, description_);
  // Shows a Failure as a warning instead of an error.
  bit isWarning = false;
  // Names the argument, an instruction or value, whose place in the user's
  // program is the place of the remark in YAML and JSON. The default is the
  // first such argument, if any.
  string location = "";
  // Names the argument with the bytes that the remark is about, which
  // -min-bytes compares and YAML has as Hotness. A Missed remark names what
  // could be saved. The default is the first argument that is bytes, if any.
  string hotness = "";
  // Holds the facts that the remark's numbers rest on: they are doubtful if one
  // of these is contradicted. It has no effect if no argument is a number.
  list<FactKind> restsOn = [Sizes, Places, LiveRanges];
  // Replaces restsOn by the facts that the numbers above the remark rest on.
  bit restsOnRows = false;
  // Is true for a remark without numbers above rows and notes that have
  // numbers.
  bit headsNumbers = false;
}

// Declares a remark that is a sentence continuing the last headline, below its
// table if it has one.
class Note<RemarkKind kind, string message, list<Arg> args,
           string description = "">
    : Remark<kind, message, args, description>;

// Declares a row of the table below the last headline; its arguments are the
// columns.
class Row<RemarkKind kind, list<Column> columns, string description = "">
    : Remark<kind, "", columns, description> {
  // Names the columns that a table of text leaves out if there is little room,
  // the least important first.
  list<string> dropFirst = [];
}

#endif // HLOMEM_REMARKS_REMARKBASE_TD
