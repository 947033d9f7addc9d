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

/// Represents a bit that a record may have. The record's name is the
/// enumerator.
class Mark<string desc> {
  string description = desc;
  /// Lists marks that this one requires.
  list<Mark> needs = [];
  /// Lists marks that contradict this one. Naming them on one side is enough.
  list<Mark> excludes = [];
}

/// How many of \p some are among \p marks.
class CountAmong<list<Mark> some, list<Mark> marks> {
  int ret = !size(!filter(one, some,
      !not(!empty(!filter(mark, marks, !eq(one, mark))))));
}

/// Stops where the marks of \p of contradict each other, or need others.
class CheckMarks<string of, list<Mark> marks> {
  assert !foldl(true, marks, holds, mark, !and(holds,
      !eq(CountAmong<mark.needs, marks>.ret, !size(mark.needs)))),
      "a mark of '" # of # "' needs one that it does not have";
  assert !foldl(true, marks, holds, mark, !and(holds,
      !eq(CountAmong<mark.excludes, marks>.ret, 0))),
      "marks of '" # of # "' contradict each other";
}

//===----------------------------------------------------------------------===//
// Opcodes
//===----------------------------------------------------------------------===//

/// Represents what an opcode means for the memory of its operands and result.
class OpcodeTrait<string desc> : Mark<desc>;

/// Represents an opcode as spelled before the operand list of an instruction.
/// The enumerator is the spelling in CamelCase: dynamic-slice, DynamicSlice.
class Opcode<string word, list<OpcodeTrait> marks = []>
    : CheckMarks<word, marks> {
  string spelling = word;
  list<OpcodeTrait> traits = marks;
  /// Holds the suffix of a generic asynchronous opcode, which is printed with
  /// the name of what it wraps: the async-start of a slice as slice-start. Any
  /// opcode followed by this suffix is read as this one, unless the table has
  /// the whole word.
  string wrapSuffix = "";
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

/// Represents a family of element types. The record's name without its ending
/// "Class" is the enumerator.
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

/// Represents the word before the dimensions of a shape. The record's name is
/// the enumerator.
class ElementType<string word, ElementClass cls, int nominal, int memory> {
  string spelling = word;
  ElementClass elementClass = cls;
  /// Holds the bits that the value itself needs: 4 for s4.
  int nominalBits = nominal;
  /// Holds the bits, in whole bytes, that an element takes in memory if the
  /// layout has no E(n); -1 for a tuple, where it depends on the number of
  /// leaves.
  int memoryBits = memory;
  assert !and(!ge(memory, nominal), !or(!eq(memory, -1), !eq(!and(memory, 7), 0))),
      "'" # word # "' does not take whole bytes that hold it";
}

/// Represents a type that takes its own width in memory.
class ByteType<string word, ElementClass cls, int width>
    : ElementType<word, cls, width, width>;

/// Represents a type narrower than a byte: it takes a whole one unless packed
/// by E(n).
class SubByteType<string word, ElementClass cls, int nominal>
    : ElementType<word, cls, nominal, 8>;

//===----------------------------------------------------------------------===//
// Allocation flags
//===----------------------------------------------------------------------===//

/// Represents an attribute of an allocation line. The record's name is the
/// enumerator; the order of the records is that in which the dump prints them.
class AllocationFlag<string word, string desc> {
  /// Holds the text without the comma before it and without the payload.
  string spelling = word;
  string description = desc;
  /// Holds the grammar of what follows the spelling on the line; empty for
  /// nothing.
  string payload = "";
}

//===----------------------------------------------------------------------===//
// Memory spaces
//===----------------------------------------------------------------------===//

/// Represents a kind of device with a numbering of memory spaces of its own.
/// The record's name is the enumerator and what is printed.
class Backend<string desc> {
  string name = NAME;
  string description = desc;
}

/// Represents a property of the memory of a space.
class SpaceProperty<string desc> : Mark<desc>;

/// Represents the memory space that the dump calls `@number`, `color number` or
/// `S(number)`.
class MemorySpace<Backend owner, int n, string shortName,
                  list<SpaceProperty> marks, string desc, string other = "">
    : CheckMarks<shortName, marks> {
  Backend backend = owner;
  int number = n;
  /// Holds the name in reports; unique within the backend.
  string name = shortName;
  list<SpaceProperty> properties = marks;
  string description = desc;
  /// Holds the name that a user may give, in upper or lower case, and another
  /// one; both are unique within the backend.
  string spelling = !tolower(!subst(" ", "-", shortName));
  string otherName = other;
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

/// Represents a device by the name that `-device` and make-dumps use for it:
/// lower-case letters, digits and dashes.
class Device<string word, Backend kind, string model, int bytes> {
  string name = word;
  Backend backend = kind;
  /// Holds the vendor's name, or JAX's device_kind.
  string hardware = model;
  /// Holds the bytes of memory of one device of JAX: for a TPU what is left for
  /// programs, for a GPU all of it, of which JAX takes a fraction.
  int memory = bytes;
  /// Holds the compute capability as XLA writes it into names of files, "9.0";
  /// empty for a TPU.
  string computeCapability = "";
  /// Lists memory spaces that no program for this device uses: a program that
  /// does was compiled for another device.
  list<int> lacks = [];
  /// Lists what `X.target_arguments.txt`, which libtpu writes into a dump, may
  /// have as version, variant and chip_config_name: "VIPERFISH lite default".
  list<string> targets = [];
  /// Holds the topology that make-dumps compiles for.
  string topology = "";
  /// Tells where the number of bytes is from.
  string source = "";
}

#endif // HLOMEM_IR_TABLES_HLOBASE_TD
