//===- HloBase.td - Classes of the HLO tables --------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The records of Opcodes.td, ElementTypes.td, AllocationFlags.td,
// MemorySpaces.td and Devices.td. `hlo-mem-tblgen -gen-hlo-*` checks them and makes C++ of
// them; `-gen-hlo-docs` makes the page HloTables, for the target docs.
//
// Two rules hold for all tables. The order of the records in the file is the
// order of the enumerators. A text is never empty, and the spelling "unknown"
// is taken: it names what a table does not have.
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_TABLES_HLOBASE_TD
#define HLOMEM_IR_TABLES_HLOBASE_TD

//===----------------------------------------------------------------------===//
// Marks: a named bit of a record
//===----------------------------------------------------------------------===//

/// A bit that a record may carry. The record's name is the enumerator.
class Mark<string desc> {
  string description = desc;
  /// Marks without which this one makes no sense.
  list<Mark> needs = [];
  /// Marks that contradict this one. Naming it on one side is enough.
  list<Mark> excludes = [];
}

//===----------------------------------------------------------------------===//
// Opcodes
//===----------------------------------------------------------------------===//

/// What an opcode means for the memory of its operands and result.
class OpcodeTrait<string desc> : Mark<desc>;

/// An opcode as it stands before the operand list of an instruction. The
/// enumerator is the spelling in CamelCase: dynamic-slice, DynamicSlice.
class Opcode<string word, list<OpcodeTrait> marks = []> {
  string spelling = word;
  list<OpcodeTrait> traits = marks;
  /// A generic asynchronous opcode is printed with the name of what it wraps,
  /// the async-start of a slice as slice-start. Any opcode followed by this
  /// suffix is read as this one, unless the table has the whole word.
  string wrapSuffix = "";
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

/// A family of element types. The record's name less its ending "Class" is the
/// enumerator.
class ElementClass<string desc> {
  string description = desc;
}

def PredClass     : ElementClass<"truth value">;
def SignedClass   : ElementClass<"signed integer, two's complement">;
def UnsignedClass : ElementClass<"unsigned integer">;
def FloatClass    : ElementClass<"floating-point number">;
def ComplexClass  : ElementClass<"two floating-point numbers, real part first">;
def TokenClass    : ElementClass<"orders side effects, holds no data">;
def OpaqueClass   : ElementClass<"a pointer whose target the backend knows">;
def TupleClass    : ElementClass<"an index table with a pointer for each leaf">;

/// The word before the dimensions of a shape. The record's name is the
/// enumerator.
class ElementType<string word, ElementClass cls, int nominal, int memory> {
  string spelling = word;
  ElementClass elementClass = cls;
  /// Bits that the value itself needs: 4 for s4.
  int nominalBits = nominal;
  /// Bits that an element takes in memory where the layout has no E(n); whole
  /// bytes. For a tuple that depends on the number of leaves, and this is -1.
  int memoryBits = memory;
}

/// A type that takes its own width in memory.
class ByteType<string word, ElementClass cls, int width>
    : ElementType<word, cls, width, width>;

/// A type narrower than a byte: it takes a whole one unless packed by E(n).
class SubByteType<string word, ElementClass cls, int nominal>
    : ElementType<word, cls, nominal, 8>;

//===----------------------------------------------------------------------===//
// Allocation flags
//===----------------------------------------------------------------------===//

/// An attribute of an allocation line. The record's name is the enumerator, the
/// order of the records the order in which the dump prints them.
class AllocationFlag<string word, string desc> {
  /// Without the comma before it and without the payload.
  string spelling = word;
  string description = desc;
  /// What follows the spelling on the line, as a grammar; empty for nothing.
  string payload = "";
}

//===----------------------------------------------------------------------===//
// Memory spaces
//===----------------------------------------------------------------------===//

/// A kind of device with a numbering of memory spaces of its own. The record's
/// name is the enumerator and what is printed.
class Backend<string desc> {
  string description = desc;
}

/// What memory of a space is like.
class SpaceProperty<string desc> : Mark<desc>;

/// The memory space that the dump calls `@number`, `color number` or
/// `S(number)`.
class MemorySpace<Backend owner, int n, string shortName,
                  list<SpaceProperty> marks, string desc,
                  list<string> others = []> {
  Backend backend = owner;
  int number = n;
  /// What reports call it; unique within the backend.
  string name = shortName;
  list<SpaceProperty> properties = marks;
  string description = desc;
  /// What a user may call it as well; unique within the backend, in capitals or
  /// not.
  list<string> otherNames = others;
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

/// A device by the name that `-device` and make-dumps have for it: lower-case
/// letters, digits and dashes.
class Device<string word, Backend kind, string model, int bytes> {
  string name = word;
  Backend backend = kind;
  /// What the vendor calls it, or JAX's device_kind.
  string hardware = model;
  /// The memory that one device of JAX has, in bytes: of a TPU what is left for
  /// programs, of a GPU all of it, of which JAX takes a fraction.
  int memory = bytes;
  /// As XLA writes it into names of files, "9.0"; empty for a TPU.
  string computeCapability = "";
  /// Memory spaces that no program for this device uses: one that does was
  /// compiled for another.
  list<int> lacks = [];
  /// What `X.target_arguments.txt`, which libtpu writes into a dump, may have of
  /// version, variant and chip_config_name: "VIPERFISH lite default".
  list<string> targets = [];
  /// The topology that make-dumps compiles for.
  string topology = "";
  /// Where the number of bytes is from.
  string source = "";
}

#endif // HLOMEM_IR_TABLES_HLOBASE_TD
