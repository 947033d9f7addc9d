#!/usr/bin/env python3
"""Gives the sources the rooms of house.md: moves, renames and splits, in one run.

usage: rooms.py [--draw]     in the root of a checkout, which has no uncommitted moves

Moves files (git sees renames), rewrites all that names a path, splits and joins libraries, renames what
means two things, formats what has changed with clang-format-19, and checks the result:
every #include is found, every source of a CMakeLists.txt is there, no library includes
one above it, no text names an old path. It commits nothing.

--draw only prints the libraries as rooms and their includes as arrows.

The tables are at the top. A file that is gone is named and left out; a new file in a
folder that goes moves with the folder (DIRS), which is named where the folder is split.
Exit status: 0, or 1 if something is wrong or not understood: then nothing is to be kept.
"""

import collections
import os
import re
import subprocess
import sys

# ----------------------------------------------------------------------------------
# Libraries, from the lowest up: each includes itself and those before it.
# ----------------------------------------------------------------------------------
LAYERS = """Support Packing IR HloText Dump Analysis Proto XlaSim WhatIf Verifier
OtherTools Remarks Pass Passes Driver""".split()

# Folder -> folder, for all files in it. The first that fits is taken; * marks one whose
# files go to several places, so that a file that FILES does not name deserves a look.
DIRS = """
include/hlomem/Analysis/Attribution  include/hlomem/Analysis/Sources *
lib/Analysis/Attribution             lib/Analysis/Sources *
include/hlomem/Analysis/Dataflow     include/hlomem/Analysis/Program
lib/Analysis/Dataflow                lib/Analysis/Program
include/hlomem/Analysis/Folding      include/hlomem/Analysis/Layers
lib/Analysis/Folding                 lib/Analysis/Layers
include/hlomem/Analysis/Oracles      include/hlomem/OtherTools *
lib/Analysis/Oracles                 lib/OtherTools *
lib/Packing/Bounds                   lib/Packing
lib/Packing/Text                     lib/Packing
lib/Proto/Files                      lib/Proto
include/hlomem/PassUtils             include/hlomem/Passes *
lib/PassUtils                        lib/Passes *
include/hlomem/Replay                include/hlomem/WhatIf *
lib/Replay/Arena                     lib/XlaSim
lib/Replay/Donation                  lib/WhatIf/Donation
lib/Replay/Edit                      lib/WhatIf *
lib/Replay/Text                      lib/XlaSim *
lib/Replay                           lib/XlaSim *
lib/Reports                          lib/Passes/Report
lib/Transforms                       lib/Passes/Transform
lib/Export                           lib/Passes/Export
test/Reports                         test/Passes/Report
test/Transforms                      test/Passes/Transform
test/Export                          test/Passes/Export
test/Unit/Replay                     test/Unit/WhatIf
test/Unit/Transforms                 test/Unit/Passes
"""

# File -> file. {h,cpp} stands for both; what begins with hlomem/ is the header in
# include and the source in lib of the same name. After a bar: where it goes if it needs
# the library Pass, since one of the two names UPPER or includes what goes there. The text
# after the colon is the new description in the first line.
UPPER = re.compile(r"\bPassRun\b")
FILES = """
hlomem/Analysis/Device                      hlomem/IR/Device
hlomem/Analysis/Fit                         hlomem/Analysis/Memory/FitVerdict
hlomem/Analysis/Attribution/Padding         hlomem/Analysis/Memory/Padding
hlomem/Analysis/Attribution/SpacesAnalysis  hlomem/Analysis/Memory/SpacesAnalysis
hlomem/Analysis/Attribution/Findings        hlomem/Analysis/Memory/Findings
hlomem/Analysis/Dataflow/ReadTimes          hlomem/Analysis/Liveness/ReadTimes
hlomem/Analysis/Dataflow/DimensionAttributes  hlomem/Analysis/Dimensions/DimensionAttributes
hlomem/Analysis/Dataflow/DimensionFlow      hlomem/Analysis/Dimensions/DimensionFlow
lib/Analysis/Dataflow/DimensionLinker.{h,cpp}  lib/Analysis/Dimensions/DimensionLinker.{h,cpp}
lib/Analysis/Dataflow/DimensionCalls.cpp    lib/Analysis/Dimensions/DimensionCalls.cpp
lib/Analysis/Dataflow/DimensionRules.cpp    lib/Analysis/Dimensions/DimensionRules.cpp
lib/Analysis/Dataflow/DimensionTiles.cpp    lib/Analysis/Dimensions/DimensionTiles.cpp
lib/Analysis/Dataflow/DimensionWindows.cpp  lib/Analysis/Dimensions/DimensionWindows.cpp
hlomem/Analysis/Oracles/HeapTraceAnalysis   hlomem/Analysis/Arena/HeapTraceAnalysis
lib/Analysis/Oracles/TraceReplay.h          include/hlomem/Analysis/Arena/TraceReplay.h
lib/Analysis/Oracles/TraceReplay.cpp        lib/Analysis/Arena/TraceReplay.cpp
hlomem/Analysis/Oracles/ToolNumbers         hlomem/OtherTools/ToolNumbers
lib/Analysis/Oracles/NumberRules.{h,cpp}    lib/OtherTools/NumberRules.{h,cpp}
lib/Analysis/Oracles/MemoryAnalysisRules.cpp  lib/OtherTools/MemoryAnalysisRules.cpp
lib/Analysis/Oracles/MemoryViewerRules.cpp  lib/OtherTools/MemoryViewerRules.cpp
include/hlomem/Analysis/Analyses.td         include/hlomem/Passes/Analyses.td
hlomem/Analysis/Attribution/Attribution     hlomem/Analysis/Sources/Attribution
include/hlomem/Analysis/Attribution/OpNames.h  include/hlomem/Analysis/Sources/OpNames.h
hlomem/Analysis/Attribution/StackTrace      hlomem/Analysis/Sources/StackTrace
hlomem/Analysis/Attribution/UserSourceAnalysis  hlomem/Analysis/Sources/UserSourceAnalysis
hlomem/Analysis/Attribution/ValueNames      hlomem/Analysis/Sources/ValueNames

hlomem/HloText/InstructionGist              hlomem/HloText/GistReader
test/Unit/HloText/InstructionGistTest.cpp   test/Unit/HloText/GistReaderTest.cpp
lib/Dump/Reader/Lines.h                     lib/Dump/Reader/LineGrammar.h
test/Unit/Dump/LinesTest.cpp                test/Unit/Dump/LineGrammarTest.cpp
test/Unit/Analysis/OfDumps/FitTest.cpp      test/Unit/Analysis/OfDumps/FitVerdictTest.cpp

include/hlomem/Packing/Greedy.h             include/hlomem/Packing/Greedy/Greedy.h
include/hlomem/Packing/Occupancy.h          include/hlomem/Packing/Greedy/Occupancy.h
lib/Packing/Search/Solver.cpp               lib/Packing/Solver.cpp

hlomem/PassUtils/ArenaCsv            hlomem/Analysis/Arena/ArenaCsv | hlomem/Passes/Packing/ArenaCsv
hlomem/PassUtils/TempArenas          hlomem/Analysis/Arena/TempArenas | hlomem/Passes/Packing/TempArenas
hlomem/PassUtils/ValueSelection      hlomem/Analysis/Program/ValueSelection | hlomem/Passes/Selection/ValueSelection
hlomem/PassUtils/ProgramSelection    hlomem/WhatIf/ProgramSelection | hlomem/Passes/Selection/ProgramSelection
hlomem/PassUtils/DimensionSelection  hlomem/WhatIf/Dimensions/DimensionSelection | hlomem/Passes/Selection/DimensionSelection
hlomem/PassUtils/DimensionScaling    hlomem/WhatIf/Dimensions/DimensionScaling | hlomem/Passes/WhatIf/DimensionScaling
hlomem/PassUtils/ChangeNames         hlomem/WhatIf/Advice/ChangeNames | hlomem/Passes/WhatIf/ChangeNames
hlomem/PassUtils/OtherRuns           hlomem/WhatIf/Advice/ScaledRuns | hlomem/Passes/WhatIf/ScaledRuns
hlomem/PassUtils/ReplayedChange      hlomem/WhatIf/SpaceChange | hlomem/Passes/WhatIf/SpaceChange : What an edit changes in memory spaces
hlomem/PassUtils/ReplayEdit          hlomem/Passes/Transform/WhatIfTransform : What transforms that edit the program share
include/hlomem/PassUtils/ReplayEdit.td      include/hlomem/Passes/Transform/WhatIfTransform.td : What transforms that edit say
hlomem/PassUtils/ListedRows                 hlomem/Passes/Report/ListedRows
include/hlomem/PassUtils/FoldOption.td      include/hlomem/Passes/Report/FoldOption.td
include/hlomem/PassUtils/SpaceSelection.td  include/hlomem/Passes/Report/SpaceOption.td
include/hlomem/PassUtils/TrialEffort.td     include/hlomem/Passes/Report/TrialEffortOption.td
hlomem/PassUtils/PackingOptions             hlomem/Passes/Packing/PackingOptions
include/hlomem/PassUtils/PackingOptions.td  include/hlomem/Passes/Packing/PackingOptions.td

hlomem/Replay/Assigner                      hlomem/XlaSim/Assigner
hlomem/Replay/HeapPlacement                 hlomem/XlaSim/HeapPlacement
hlomem/Replay/HeapTrace                     hlomem/XlaSim/HeapRequests : What a heap is asked for
hlomem/Replay/Policy                        hlomem/XlaSim/AssignerPolicy
hlomem/Replay/RecordedAssignment            hlomem/XlaSim/RecordedAssignment
hlomem/Replay/ReplayAnalysis                hlomem/XlaSim/ReplayAnalysis
include/hlomem/Replay/ArenaReplay.h         include/hlomem/XlaSim/ArenaReplay.h
lib/Replay/Arena/ArenaReplay.cpp            lib/XlaSim/ArenaReplay.cpp
lib/Replay/Arena/InferredTrace.{h,cpp}      lib/XlaSim/InferredRequests.{h,cpp} : Heap events that a dump implies
lib/Replay/BufferOrder.{h,cpp}              lib/XlaSim/BufferOrder.{h,cpp}
lib/Replay/Combine.{h,cpp}                  lib/XlaSim/CombineTemporaries.{h,cpp}
lib/Replay/GpuFusionSharing.{h,cpp}         lib/XlaSim/GpuFusionSharing.{h,cpp}
lib/Replay/HeapEvents.{h,cpp}               lib/XlaSim/HeapEvents.{h,cpp}
lib/Replay/OperandSharing.h                 include/hlomem/XlaSim/OperandSharing.h
lib/Replay/OperandSharing.cpp               lib/XlaSim/OperandSharing.cpp
lib/Replay/Text/TextRecord.{h,cpp}          lib/XlaSim/TextRecord.{h,cpp}

hlomem/Replay/Precision                     hlomem/WhatIf/Precision
include/hlomem/Replay/Predictions.def       include/hlomem/WhatIf/Predictions.def
hlomem/Replay/ReplayedModule                hlomem/WhatIf/EditedModule : The module of a program after an edit
include/hlomem/Replay/EditedAssignment.h    include/hlomem/WhatIf/EditedAssignment.h
include/hlomem/Replay/BufferShapes.h        include/hlomem/WhatIf/BufferShapes.h
lib/Replay/Edit/BufferShapes.cpp            lib/WhatIf/BufferShapes.cpp
include/hlomem/Replay/LivePeak.h            include/hlomem/WhatIf/LivePeak.h
lib/Replay/Edit/LivePeak.cpp                lib/WhatIf/LivePeak.cpp
include/hlomem/Replay/SameData.h            include/hlomem/WhatIf/SameElements.h
lib/Replay/Edit/SameData.cpp                lib/WhatIf/SameElements.cpp
lib/Replay/Edit/OptimizerState.cpp          lib/WhatIf/OptimizerState.cpp
lib/Replay/Edit/UpdateReads.cpp             lib/WhatIf/UpdateReads.cpp
include/hlomem/Replay/ShapeEdit.h           include/hlomem/WhatIf/ShapeEdit.h
lib/Replay/Edit/ShapeEdit.cpp               lib/WhatIf/ShapeEdit.cpp
lib/Replay/Donation/ProgramEdit.{h,cpp}     lib/WhatIf/ProgramEdit.{h,cpp}
include/hlomem/Replay/Donation.h            include/hlomem/WhatIf/Donation/Donation.h
include/hlomem/Replay/Advice.h              include/hlomem/WhatIf/Advice/ChangeTrial.h
lib/Replay/Edit/Advice.cpp                  lib/WhatIf/Advice/ChangeTrial.cpp
include/hlomem/Replay/Carrying.h            include/hlomem/WhatIf/Loops/Carrying.h
lib/Replay/Edit/Carrying.cpp                lib/WhatIf/Loops/Carrying.cpp
include/hlomem/Replay/Rematerialization.h   include/hlomem/WhatIf/Loops/Rematerialization.h
lib/Replay/Edit/Rematerialization.cpp       lib/WhatIf/Loops/Rematerialization.cpp
lib/Replay/Edit/Dots.{h,cpp}                lib/WhatIf/Loops/KeptDots.{h,cpp} : Dots, and which a checkpoint keeps
lib/Replay/Edit/LoopElements.{h,cpp}        lib/WhatIf/Loops/LoopElements.{h,cpp}
lib/Replay/Edit/ScannedState.cpp            lib/WhatIf/Loops/ScannedState.cpp
lib/Replay/Edit/SliceUpdate.{h,cpp}         lib/WhatIf/Loops/SliceUpdate.{h,cpp}
hlomem/Replay/DimensionAnalysis             hlomem/WhatIf/Dimensions/DimensionAnalysis
include/hlomem/Replay/DimensionText.h       include/hlomem/WhatIf/Dimensions/DimensionText.h
lib/Replay/Text/DimensionText.cpp           lib/WhatIf/Dimensions/DimensionText.cpp

test/Unit/Replay/AssignerTest.cpp           test/Unit/XlaSim/AssignerTest.cpp
test/Unit/Replay/CombineTest.cpp            test/Unit/XlaSim/CombineTemporariesTest.cpp
test/Unit/Replay/HeapEvents.h               test/Unit/XlaSim/HeapEvents.h
test/Unit/Replay/HeapPlacementTest.cpp      test/Unit/XlaSim/HeapPlacementTest.cpp
test/Unit/Replay/HeapTraceTest.cpp          test/Unit/XlaSim/HeapRequestsTest.cpp : Tests of what a heap is asked for
test/Unit/Replay/RecordTest.h               test/Unit/RecordTest.h
"""

# CMakeLists.txt that are written anew, or are gone.
GONE = """lib/Replay/CMakeLists.txt lib/PassUtils/CMakeLists.txt
test/Unit/Replay/CMakeLists.txt test/Unit/Transforms/CMakeLists.txt""".split()

# Words in C++. `ns`: in what is, or names, namespace replay; `enum`: where the
# enumeration of ArgumentAnalysis.h is meant. The namespace itself goes: all is hlomem.
SYMBOLS = """
ns    HeapTrace          HeapRequests
ns    Policy             AssignerPolicy
ns    Member             PlacedValue
any   makeHeapTrace      makeHeapRequests
any   InferredTraces     InferredRequests
any   findSameData       findSameElements
any   SameDataFinder     SameElementsFinder
any   OtherRun           ScaledRun
any   OtherRunTrial      ScaledRunTrial
any   tryOtherRuns       tryScaledRuns
enum  Donation           DonationState
"""

# Includes that a part that moves makes needless: file, include (both as they are).
NEEDLESS = {("lib/Replay/GpuFusionSharing.cpp", "Edit/Dots.h")}

# LINK of the libraries whose CMakeLists.txt is new.
LINKS = {
    "XlaSim": "HloMemAnalysis HloMemHloText HloMemPacking HloMemProto",
    "WhatIf": "HloMemXlaSim",
    "OtherTools": "HloMemAnalysis",
}

# Rows of the table in docs/Architecture.md, by their first cell.
ROWS = {
    "which dimensions of arrays are the same": "`lib/Analysis/Dimensions/DimensionFlow.cpp`; `DimensionLinker.h` has the rules of all opcodes ([Dimensions](Dimensions.md))",
    "XLA's assigner run again": "`lib/XlaSim`: `Assigner.cpp` the steps, `AssignerPolicy.cpp` the backends ([Replay](Replay.md))",
    "a program with other donated arguments": "`lib/WhatIf/Donation`: `Donation.cpp` the copies, `lib/WhatIf/ProgramEdit.cpp` the program and its schedule, `EditedModule.cpp` the module, of what `lib/Proto/HloProtoEdit.cpp` makes in memory",
    "a program with other shapes": "`lib/WhatIf`: `ShapeEdit.cpp` the program, `SameElements.cpp` what changes together, `Loops/Rematerialization.cpp` what loops keep; `{lib/PassUtils/ProgramSelection.cpp}` the selectors; `lib/Passes/Transform/WhatIfTransform.cpp` the remarks",
    "what layers have in common, and the walls after the peak": "`lib/Analysis/Layers`, `lib/Analysis/Memory/Walls.cpp`",
    "devices, and whether a program fits one": "`include/hlomem/IR/Tables/Devices.td`, `include/hlomem/Analysis/Memory/FitVerdict.h`; `lib/Driver/LimitGate.cpp` and `ResidentSet.cpp` say so",
    "where to add a report, transform or export": "`lib/Passes`: `Report`, `Transform`, `Export`, with `utils/new-pass`",
    "the wording of a remark, the options of a pass": "the `.td` in the folder of the pass: `lib/Passes/Report/Peak/Peak.td`",
}
NEW_ROWS = {
    "a program with other shapes": [
        (
            "changes tried together, and what to write in JAX",
            "`lib/WhatIf/Advice/ChangeTrial.cpp`, `{lib/PassUtils/ChangeNames.cpp}` ([Advice](Advice.md)); `lib/WhatIf/Precision.cpp` how sure that is",
        ),
        (
            "what other tools say of the same program",
            "`lib/OtherTools`: `ToolNumbers.cpp`, a `*Rules.cpp` for each of them",
        ),
    ],
}

PICTURE = """\
```
tools/hlo-mem-opt
       |
    Driver                                inputs, sessions, threads, sinks
       |
    Passes                                Report, Transform, Export: a folder for each
       |                                  pass; the registry of all
       +------------+----------+
       |            |          |
       |            |         Pass        manager, pipeline text, plugins
       |            |        /    \\
       |            |  Verifier  Remarks  rules; what is printed, and how
       |            |     |         |
       |       OtherTools |         |     numbers of other tools, by their formulas
       |            |     |         |
    WhatIf          |     |         |     edits of a program, their price, advice
       |            |     |         |
    XlaSim          |     |         |     XLA's assigner, heaps and policies
       |            |     |         |
    Proto           |     |         |     HloProtos and profiles: reader, module
       |            |     |         |
       +-------+----+-----+         |
               |                    |
           Analysis                 |     results that passes ask for
            /    \\                  |
         Dump     \\                 |     reader and writer of dumps, provenance
          |        \\                |
       HloText      \\               |     texts of shapes, instructions, programs
          |          \\              |
          +-----------|-------------+
          |           |
          IR          |                   the facts: Module, ModuleBuilder, edits
          |           |
          |        Packing                placement and its solvers, also for
          |           |                   tools/hlo-mem-pack
          +-----+-----+
                |
             Support                      bytes, texts, files, containers
```
"""

KINDS = ("Report", "Transform", "Export")

UNIT_CMAKE = {
    "XlaSim": """\
add_hlomem_unittest(HloMemXlaSimTests
{sources}
  LINK HloMemXlaSim)
# CombineTemporaries.h is no public header.
target_include_directories(HloMemXlaSimTests PRIVATE
  ${{PROJECT_SOURCE_DIR}}/lib/XlaSim)
""",
    "WhatIf": """\
# DimensionFlow follows what DimensionText reads.
add_hlomem_unittest(HloMemWhatIfTests
{sources}
  LINK HloMemWhatIf)
""",
    "Passes": """\
# Only the parser makes modules that there is something to change in.
add_hlomem_unittest(HloMemPassesTests
{sources}
  LINK HloMemPasses
  USES HloMemDump)
target_include_directories(HloMemPassesTests PRIVATE
  ${{PROJECT_SOURCE_DIR}}/test/Unit/IR)
""",
}
UNIT_ORDER = """Support Packing IR HloText Dump Analysis Proto XlaSim WhatIf Verifier Remarks
Pass Passes Driver ToolSupport""".split()

PASSES_CMAKE = """\
# The built-in passes: one library, in which each kind has a folder, and each pass a
# folder in that; and the registry of them and of all analyses.
add_hlomem_library(HloMemPasses
{sources}
  LINK HloMemPass HloMemWhatIf HloMemOtherTools)
# With HLOMEM_UNITY each kind is one source, and what they share is another.
set_target_properties(HloMemPasses PROPERTIES UNITY_BUILD_MODE GROUP)
get_target_property(sources HloMemPasses SOURCES)
set_source_files_properties(${{sources}} PROPERTIES UNITY_GROUP Shared)
add_subdirectory(Report)
add_subdirectory(Transform)
add_subdirectory(Export)

get_property(declarations GLOBAL PROPERTY HLOMEM_DECLARATIONS)
hlomem_pass_registry(Builtin
  ${{PROJECT_SOURCE_DIR}}/include/hlomem/Remarks/CommonRemarks.td
  ${{PROJECT_SOURCE_DIR}}/include/hlomem/Remarks/InputRemarks.td
  ${{PROJECT_SOURCE_DIR}}/include/hlomem/Passes/Analyses.td
  ${{declarations}}
  ${{CMAKE_CURRENT_SOURCE_DIR}}/PipelineAliases.td)
hlomem_pass_headers(HloMemPassHeaders)
add_dependencies(HloMemPasses HloMemPassHeaders)
target_include_directories(HloMemPasses PRIVATE ${{CMAKE_CURRENT_BINARY_DIR}})
"""

PASS_FUNCTION = """\
# add_hlomem_builtin_passes([source...]): gives HloMemPasses the passes that this folder
# has added (add_hlomem_pass), and what else lies in it.
function(add_hlomem_builtin_passes)
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME kind)
  hlomem_pass_headers(HloMem${kind}PassHeaders)
  add_dependencies(HloMemPasses HloMem${kind}PassHeaders)
  get_property(sources DIRECTORY PROPERTY HLOMEM_PASS_SOURCES)
  list(APPEND sources ${ARGN})
  list(TRANSFORM sources PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  target_sources(HloMemPasses PRIVATE ${sources})
  set_source_files_properties(${sources} TARGET_DIRECTORY HloMemPasses
    PROPERTIES UNITY_GROUP ${kind})
  target_include_directories(HloMemPasses PRIVATE
    ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR})
  get_property(declarations DIRECTORY PROPERTY HLOMEM_DECLARATIONS)
  set_property(GLOBAL APPEND PROPERTY HLOMEM_DECLARATIONS ${declarations})
endfunction()
"""

LICENSE = """\
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
"""

# Edits of what is no path: file (new name), pattern, replacement, how often at least.
EDITS = [
    ("utils/new-pass", r'FOLDERS = \{[^}]*\}',
     'FOLDERS = {\n    "report": "Passes/Report",\n    "transform": "Passes/Transform",\n'
     '    "export": "Passes/Export",\n}', 1),
    ("utils/new-pass", r"mem_\(pass_library\|plugin\)", "mem_(builtin_passes|plugin)", 1),
    ("utils/update-docs", r'"hlomem" / "Replay"', '"hlomem" / "WhatIf"', 1),
    ("utils/update-docs", r'\("IR/Tables", "Replay"\)', '("IR/Tables", "WhatIf")', 1),
    ("utils/ground-truth/predictions.py", r'"hlomem", "Replay"', '"hlomem", "WhatIf"', 1),
    ("docs/Architecture.md", r"`Files` what else holds one",
     "`ProtoKind` and `XSpace` what else holds one", 0),
    ("docs/Design.md", r"`Analysis/Analyses\.td`", "`Passes/Analyses.td`", 1),
    ("docs/Replay.md", r"`Arena/InferredTrace\.cpp`, `Arena/ArenaReplay\.cpp`",
     "`InferredRequests.cpp`, `ArenaReplay.cpp`", 1),
    ("test/Unit/Pass/CrashPass.h", r"HLOMEM_TEST_UNIT_PASSES_", "HLOMEM_TEST_UNIT_PASS_", 0),
    ("test/Unit/Pass/TestPasses.h", r"HLOMEM_TEST_UNIT_PASSES_", "HLOMEM_TEST_UNIT_PASS_", 0),
]

PROBLEMS: list[str] = []
INCLUDE = re.compile(r'^(\s*#\s*include\s*)"([^"]+)"', re.M)


def warn(text: str) -> None:
    print("rooms.py: warning: " + text)


def problem(text: str) -> None:
    PROBLEMS.append(text)


def die(text: str) -> None:
    sys.exit("rooms.py: error: " + text)


def git(*arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], capture_output=True, text=True, check=True
    ).stdout


def tracked() -> list[str]:
    names = git("ls-files", "-z").split("\0")
    return [n for n in names if n and os.path.isfile(n)]


def read(path: str) -> str:
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


def write(path: str, text: str) -> None:
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)


# ----------------------------------------------------------------------------------
# Where everything goes
# ----------------------------------------------------------------------------------
def read_dirs() -> list[tuple[str, str, bool]]:
    rules = []
    for line in DIRS.strip().splitlines():
        old, new, *mark = line.split()
        rules.append((old, new, bool(mark)))
    return rules


def needs_pass(unit: str, seen: frozenset[str] = frozenset()) -> bool:
    """Whether a header of hlomem/ or its source, as they were, need the library Pass."""
    if unit in seen:
        return False
    for path in ("include/%s.h" % unit, "lib/%s.cpp" % unit[7:]):
        if not os.path.exists(path):
            continue
        text = read(path)
        if UPPER.search(text):
            return True
        for _, name in INCLUDE.findall(text):
            other = name.removesuffix(".h")
            bars = r"^%s +\S+ \| " % re.escape(other)
            if re.search(bars, FILES, re.M) and needs_pass(other, seen | {unit}):
                return True
    return False


def read_files() -> tuple[dict[str, str], dict[str, str]]:
    """Old path -> new path, and new path -> new description."""
    moves: dict[str, str] = {}
    titles: dict[str, str] = {}
    for line in filter(str.strip, FILES.strip().splitlines()):
        line, _, title = line.partition(" : ")
        line, _, upper = line.partition(" | ")
        old, new = line.split()
        if upper and needs_pass(old):
            new = upper.strip()
        pairs = []
        if old.startswith("hlomem/"):
            pairs = [
                ("include/" + old + ".h", "include/" + new + ".h"),
                ("lib/" + old[7:] + ".cpp", "lib/" + new[7:] + ".cpp"),
            ]
        elif ".{h,cpp}" in old:
            for end in (".h", ".cpp"):
                pairs.append((old.replace(".{h,cpp}", end), new.replace(".{h,cpp}", end)))
        else:
            pairs = [(old, new)]
        for one, other in pairs:
            moves[one] = other
            if title:
                titles[other] = title.strip()
    return moves, titles


class Map:
    def __init__(self, files: list[str]) -> None:
        self.dirs = read_dirs()
        known, self.titles = read_files()
        self.old = set(files)
        self.moves: dict[str, str] = {}
        for old, new in known.items():
            if old in self.old:
                if old != new:
                    self.moves[old] = new
            elif new not in self.old:
                warn("%s is gone" % old)
        for file in files:
            if file in self.moves or file in GONE:
                continue
            for old, new, is_split in self.dirs:
                if file.startswith(old + "/"):
                    self.moves[file] = new + file[len(old) :]
                    if is_split:
                        warn("%s is not in the table: %s" % (file, self.moves[file]))
                    break
        targets = collections.Counter(self.moves.values())
        for new, count in targets.items():
            if count > 1 or (new in self.old and new not in self.moves):
                die("%s would be written twice" % new)
        self.back = {new: old for old, new in self.moves.items()}

    def file(self, old: str) -> str:
        return self.moves.get(old, old)

    def path(self, old: str) -> str:
        """The new place of a file or of a folder, of which the file need not exist."""
        if old in self.moves:
            return self.moves[old]
        for start, new, _ in self.dirs:
            if old == start or old.startswith(start + "/"):
                return new + old[len(start) :]
        return old


# ----------------------------------------------------------------------------------
# Includes
# ----------------------------------------------------------------------------------
FOREIGN = ("llvm/", "gtest/", "gmock/", "llvm-c/")


def library_of(path: str) -> str | None:
    for start in ("include/hlomem/", "lib/"):
        if path.startswith(start) and "/" in path[len(start) :]:
            return path[len(start) :].split("/")[0]
    return None


def root_of(path: str) -> str:
    """What a header that is not public is included relative to."""
    parts = path.split("/")
    return "/".join(parts[:3] if parts[1] == "Passes" and parts[2] in KINDS else parts[:2])


def find_include(file: str, name: str, old: set[str]) -> str | None:
    """The file that an #include of a file names; both as they were."""
    if name.startswith("hlomem/"):
        return "include/" + name if "include/" + name in old else None
    folders = [os.path.dirname(file)]
    if file.startswith("lib/"):
        folders.append("/".join(file.split("/")[:2]))
    if file.startswith("test/Unit/"):
        unit = file.split("/")[2]
        folders += ["test/Unit", "lib/" + unit, "test/Unit/IR", "test/Unit/Analysis/TestUtils"]
    folders += ["tools/Support", "utils/TableGen", "utils/plugin-template/include"]
    for folder in folders:
        path = os.path.normpath(os.path.join(folder, name))
        if path in old:
            return path
    return None


def new_include(file: str, target: str, spelled: str) -> str | None:
    """How the new file includes the new target; None if it cannot."""
    if target.startswith("include/"):
        return target[len("include/") :]
    if target.startswith("lib/"):
        if file.startswith("lib/"):
            if root_of(file) != root_of(target):
                return None
            if os.path.dirname(file) == os.path.dirname(target) and "/" not in spelled:
                return os.path.basename(target)
        return os.path.relpath(target, root_of(target))
    if os.path.dirname(file) == os.path.dirname(target):
        return os.path.basename(target)
    if os.path.basename(target) == os.path.basename(spelled):
        return spelled
    return None


def rewrite_includes(file: str, text: str, paths: Map) -> str:
    new_file = paths.file(file)

    def replace(match: re.Match[str]) -> str:
        name = match.group(2)
        if name.startswith(FOREIGN):
            return match.group(0)
        target = find_include(file, name, paths.old)
        if target is None:
            if not name.endswith(".inc") and file.startswith(("lib/", "include/", "test/Unit")):
                problem("%s includes \"%s\", which is not found" % (file, name))
            return match.group(0)
        if (file, name) in NEEDLESS:
            return match.group(0)
        spelled = new_include(new_file, paths.file(target), name)
        if spelled is None:
            problem("%s cannot include %s, a header of another library that is not public"
                    % (new_file, paths.file(target)))
            return match.group(0)
        return '%s"%s"' % (match.group(1), spelled)

    return INCLUDE.sub(replace, text)


# ----------------------------------------------------------------------------------
# Other paths in texts
# ----------------------------------------------------------------------------------
class PathWords:
    """Replaces paths, wherever they are in a text, all at once."""

    def __init__(self, paths: Map) -> None:
        self.words: dict[str, str] = {}
        bases: dict[str, set[str]] = collections.defaultdict(set)
        for file in paths.old:
            bases[os.path.basename(file)].add(file)
        for old, new in paths.moves.items():
            self.words[old] = new
            if old.startswith("include/"):
                self.words[old[8:]] = new[8:]
        for old, new, _ in paths.dirs:
            self.words[old] = new
            if old.startswith("include/"):
                self.words[old[8:]] = new[8:]
        # A file by its name alone, where that is the name of no other.
        self.names: dict[str, str] = {}
        for old, new in paths.moves.items():
            base = os.path.basename(old)
            if base != os.path.basename(new) and len(bases[base]) == 1:
                self.names[base] = os.path.basename(new)

    # What may be a path, also behind another one: "%src_root/lib/Analysis".
    PATH = re.compile(r"(?<![\w-])(?:include/hlomem|hlomem|lib|test)/[\w./+*-]*")
    # Not within a path, and not a part of another name.
    NAME = re.compile(r"(?<![\w/.-])\w+\.(?:h|cpp|td|def)(?![\w-])")

    def new_path(self, path: str) -> str:
        """Of the longest part of a path that has a new place; the path if none has."""
        start = path.rstrip(".")
        while start:
            if start in self.words:
                return self.words[start] + path[len(start) :]
            start = start.rpartition("/")[0]
        return path

    def apply_paths(self, text: str) -> str:
        return self.PATH.sub(lambda m: self.new_path(m.group(0)), text)

    def apply(self, text: str) -> str:
        text = self.apply_paths(text)
        return self.NAME.sub(lambda m: self.names.get(m.group(0), m.group(0)), text)


FROM_TEST = re.compile(r"%S((?:/\.\.)+(?:/[\w.+*@-]+)*|(?:/[\w.+*@-]+)+)")
IN_TEST = re.compile(r"(?<![\w/.-])((?:Reports|Transforms|Export)/[A-Z][\w./-]*)")


def rewrite_test_paths(file: str, text: str, paths: Map) -> str:
    old_dir, new_dir = os.path.dirname(file), os.path.dirname(paths.file(file))

    def replace(match: re.Match[str]) -> str:
        rest = match.group(1)
        place = os.path.normpath(old_dir + rest)
        new = paths.path(place)
        if rest.startswith("/..") or os.path.relpath(new, new_dir) != rest[1:]:
            if new != place or old_dir != new_dir:
                return "%S/" + os.path.relpath(new, new_dir)
        return match.group(0)

    text = FROM_TEST.sub(replace, text)

    def climb(match: re.Match[str]) -> str:
        place = os.path.normpath(os.path.join(old_dir, *[".."] * match.group(1).count("..")))
        steps = os.path.relpath(paths.path(place), new_dir).split("/")
        return match.group(0)[: -len(match.group(1))] + "".join(', "%s"' % s for s in steps)

    text = re.sub(r'__file__\)*((?:, "\.\.")+)', climb, text)
    if new_dir != old_dir and re.search(r"__file__.*parent", text):
        problem("%s finds files relative to itself; look whether they are there" % file)

    def below_test(match: re.Match[str]) -> str:
        name = match.group(1).rstrip("./")
        if not os.path.exists("test/" + name):
            return match.group(0)
        return paths.path("test/" + name)[5:] + match.group(1)[len(name) :]

    return IN_TEST.sub(below_test, text)


# ----------------------------------------------------------------------------------
# First lines, guards, words
# ----------------------------------------------------------------------------------
def rewrite_banner(old: str, new: str, text: str, title: str | None) -> str:
    """The first line with another name, and perhaps another description."""
    first, end, rest = text.partition("\n")
    name, base = os.path.basename(old), os.path.basename(new)
    match = re.match(r"((?://|#) ?===- )%s - (.*)$" % re.escape(name), first)
    if not match or (base == name and not title):
        return text
    start, tail = match.groups()
    parts = re.match(r"(.*?) -*(\*- (?:C\+\+|tablegen).*|={1,3}(?://|#))?$", tail)
    if parts is None:
        problem("the first line of %s is not understood: %s" % (old, first))
        return text
    words, mark = title or parts.group(1), parts.group(2) or ""
    # One that was too long has its end on the next line.
    more, end2, rest2 = rest.partition("\n")
    if re.fullmatch(r"//-*\*?-*===//", more) and not first.endswith("===//"):
        rest = rest2
    close = "===#" if start.startswith("#") else "===//"
    line = "%s%s - %s " % (start, base, words)
    for tail in ("*- tablegen -*-" if "tablegen" in mark else
                 "*- C++ -*-" if "C++" in mark else "", ""):
        width = 80 - len(tail + close)
        if len(line) < width or "tablegen" in tail:
            break
    line = line.ljust(max(width, len(line) + 1), "-") + tail + close
    if len(line) > 80 and "tablegen" not in tail:
        problem("the first line of %s is too long: %s" % (new, line))
    return line + end + rest


def guard_of(path: str) -> str:
    path = re.sub(r"^include/", "", path)
    path = re.sub(r"^(lib|test)/", r"hlomem/\1/", path)
    return re.sub(r"\W", "_", path).upper()


def rewrite_guard(new: str, text: str) -> str:
    match = re.search(r"^#ifndef (\w+)\n#define \1\n", text, re.M)
    if not match:
        return text
    return re.sub(r"\b%s\b" % match.group(1), guard_of(new), text)


def is_cpp(path: str) -> bool:
    return path.endswith((".h", ".cpp", ".def"))


NAMESPACE = re.compile(r"^namespace hlomem::replay \{|^namespace replay \{|"
                       r"^using namespace hlomem::replay;", re.M)


def outside(text: str, pattern: str, replacement: str) -> str:
    """Replaces in all but #include lines and strings."""
    parts = re.split(r'(^\s*#\s*include[^\n]*$|"(?:[^"\\\n]|\\.)*")', text, flags=re.M)
    for i in range(0, len(parts), 2):
        parts[i] = re.sub(pattern, replacement, parts[i])
    return "".join(parts)


def rename_symbols(text: str) -> str:
    is_replay = bool(NAMESPACE.search(text))
    for line in SYMBOLS.strip().splitlines():
        kind, old, new = line.split()
        if not re.search(r"\b%s\b" % old, text):
            continue
        word = r"(?<![.\w*>-])%s\b(?!\.(?:h|cpp)\b)" % old
        if kind == "any":
            text = outside(text, word, new)
        elif kind == "ns":
            uses = re.search(r"using (?:hlomem::)?replay::%s;" % old, text)
            if is_replay or uses:
                text = outside(text, word, new)
            text = re.sub(r"\breplay::%s\b" % old, "replay::" + new, text)
        elif kind == "enum":
            own = r"enum class %s\b|\b%s::(?:Done|Possible|NoOutput)\b|<bool\(%s\)>" % (old, old, old)
            if not is_replay and re.search(own, text):
                text = outside(text, r"(?<!replay::)(?<![.\w/])%s\b(?!\.h)" % old, new)
        else:
            die("unknown kind %s" % kind)
    return text


def drop_namespace(text: str) -> str:
    if "replay" not in text:
        return text
    had = bool(NAMESPACE.search(text))
    text = re.sub(r"^namespace hlomem::replay \{", "namespace hlomem {", text, flags=re.M)
    text = re.sub(r"^\} // namespace hlomem::replay$", "} // namespace hlomem", text, flags=re.M)
    text = re.sub(r"^(?:using namespace (?:hlomem::)?replay;|using (?:hlomem::)?replay::\w+;)\n",
                  "", text, flags=re.M)
    # One within another.
    text = re.sub(r"^namespace replay \{\n\n?", "", text, flags=re.M)
    text = re.sub(r"^\} // namespace replay\n\n?", "", text, flags=re.M)
    if had:
        text = re.sub(r"\n\n?\} // namespace hlomem\n\nnamespace hlomem \{\n\n?", "\n\n", text)
    # A member of the same name would hide it.
    def replace(match: re.Match[str]) -> str:
        name = match.group(1)
        member = r"\b[A-Z]\w*::%s\(|^  (?!return)(?:[\w:<> ]+[ &*])%s\(" % (name, name)
        return "hlomem::" if name[0].islower() and re.search(member, text, re.M) else ""

    text = re.sub(r"\breplay::(?=(\w+))", replace, text)
    return re.sub(r"\n{3,}", "\n\n", text) if had else text


# ----------------------------------------------------------------------------------
# Parts of sources that go elsewhere
# ----------------------------------------------------------------------------------
def chunks_of(text: str) -> list[str]:
    """The text, cut at empty lines outside of all braces but those of namespaces."""
    chunks, current, depth = [], [], 0
    for line in text.splitlines(keepends=True):
        code = re.sub(r"//.*|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)'", "", line)
        if not (line.startswith(("namespace ", "} // namespace")) or code.strip() == "namespace {"):
            depth += code.count("{") + code.count("(") - code.count("}") - code.count(")")
        if not line.strip() and depth == 0:
            current.append(line)
            chunks.append("".join(current))
            current = []
        else:
            current.append(line)
    if current:
        chunks.append("".join(current))
    return chunks


def take(path: str, pattern: str, count: int = 1) -> list[str]:
    """Takes the parts that match out of a file."""
    chunks = chunks_of(read(path))
    # A part may begin with the line of its namespace.
    found = [c for c in chunks if re.search(pattern, c, re.M)]
    if len(found) != count:
        problem("%s: expected %d parts like %s, found %d" % (path, count, pattern, len(found)))
        return []
    for chunk in found:
        if re.search(r"^(namespace|\} // namespace)", chunk, re.M):
            problem("%s: a part like %s is not by itself" % (path, pattern))
            return []
    write(path, "".join(c for c in chunks if c not in found))
    return [c.rstrip("\n") + "\n" for c in found]


def put_before(path: str, pattern: str, parts: list[str]) -> None:
    chunks = chunks_of(read(path))
    for i, chunk in enumerate(chunks):
        if re.search(pattern, chunk, re.M):
            if chunk.startswith("namespace hlomem"):
                die("%s: a part like %s is not by itself" % (path, pattern))
            chunks[i:i] = [p + "\n" for p in parts]
            write(path, "".join(chunks))
            return
    problem("%s has no part like %s" % (path, pattern))


def put_at_end(path: str, parts: list[str]) -> None:
    text = read(path)
    end = text.rfind("} // namespace hlomem")
    if end < 0:
        problem("%s: no end of namespace hlomem" % path)
        return
    write(path, text[:end] + "".join(p + "\n" for p in parts) + text[end:])


def has_include(text: str, name: str) -> bool:
    return '#include "%s"' % name in text


def add_include(path: str, name: str) -> None:
    text = read(path)
    if has_include(text, name):
        return
    at = list(re.finditer(r'^#include "[^"]+"\n', text, re.M))
    if not at:
        problem("%s has no #include" % path)
        return
    end = at[0].end()
    write(path, text[:end] + '#include "%s"\n' % name + text[end:])


def drop_include(path: str, name: str) -> None:
    text = read(path)
    write(path, re.sub(r'^#include "%s"\n' % re.escape(name), "", text, flags=re.M))


def code_of(path: str) -> str:
    return re.sub(r"//.*", "", read(path))


def cpp_files() -> list[str]:
    return [f for f in tracked_now() if is_cpp(f) and not f.startswith("test/Inputs")]


def tracked_now() -> list[str]:
    names = git("ls-files", "-co", "--exclude-standard", "-z").split("\0")
    return sorted({n for n in names if n and os.path.isfile(n)})


def includers(name: str) -> list[str]:
    return [f for f in cpp_files() if has_include(read(f), name)]


def move_count_elements() -> None:
    """The number of a shape's elements is a fact of the shape."""
    header, source = "lib/WhatIf/Loops/KeptDots.h", "lib/WhatIf/Loops/KeptDots.cpp"
    if not os.path.exists(header):
        return warn("%s is gone: countElements() stays where it is" % header)
    if not take(header, r"^uint64_t countElements\("):
        return
    parts = take(source, r"^uint64_t countElements\(") or take(
        source, r"^namespace hlomem \{\n\nuint64_t countElements\("
    )
    if not parts:
        return
    put_at_end("include/hlomem/IR/Shape.h", [
        "/// The product of the extents of \\p Array, or the largest number if the product\n"
        "/// does not fit 64 bits.\nuint64_t countElements(const Shape &Array);\n"])
    put_at_end("lib/IR/Shape.cpp", parts)
    add_include("lib/IR/Shape.cpp", "llvm/Support/MathExtras.h")
    sharing = "lib/XlaSim/GpuFusionSharing.cpp"
    text = read(sharing)
    write(sharing, re.sub(r'^#include "(?:Edit/Dots|Loops/KeptDots|[\w./]*KeptDots)\.h"\n', "",
                          text, flags=re.M))
    for file in includers("Loops/KeptDots.h") + includers("KeptDots.h"):
        code = code_of(file)
        if os.path.basename(file) != "KeptDots.cpp" and not re.search(
                r"\b(getDot|isReadByDot|ResidualWalk|Dot)\b", code):
            drop_include(file, "Loops/KeptDots.h")
            drop_include(file, "KeptDots.h")


REFUSAL_HEAD = """\
//===- Refusal.h - How a pass leaves a module as it is ----------*- C++ -*-===//
""" + LICENSE + """
#ifndef HLOMEM_PASS_REFUSAL_H
#define HLOMEM_PASS_REFUSAL_H

#include "hlomem/Analysis/PreservedAnalyses.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Pass/PassContext.h"
#include "hlomem/Support/Unavailable.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <utility>

namespace hlomem {

class Module;

"""
REFUSAL_TAIL = """\
} // namespace hlomem

#endif // HLOMEM_PASS_REFUSAL_H
"""


def split_refusal() -> None:
    """What a pass says when it does nothing is of Pass, what a space takes of WhatIf."""
    header, source = "include/hlomem/WhatIf/SpaceChange.h", "lib/WhatIf/SpaceChange.cpp"
    if not os.path.exists(header):
        return
    refuse = take(header, r"^PreservedAnalyses refuse\(", 2)
    fail = take(header, r"^PreservedAnalyses fail\(")
    take(source, r"^PreservedAnalyses fail\(")
    if not refuse or not fail:
        return
    body = re.sub(r"^(PreservedAnalyses fail\(PassContext &C, llvm::Error E\));",
                  r"inline \1 {\n  C.fail(std::move(E));\n"
                  r"  return PreservedAnalyses::all();\n}", fail[0], flags=re.M)
    if "inline" not in body:
        return problem("%s: fail() is declared otherwise" % header)
    write("include/hlomem/Pass/Refusal.h",
          REFUSAL_HEAD + body + "\n" + "\n".join(sorted(refuse, key=lambda c: "Error" in c))
          + "\n" + REFUSAL_TAIL)
    text = read(header)
    about = ("///\n/// \\file\n"
             "/// What the memory spaces of a program take before an edit and after it.\n///\n")
    text = re.sub(r"^///\n/// \\file\n(?:///.*\n)+", lambda m: about, text, flags=re.M)
    write(header, text)
    for name in ("hlomem/Pass/Pass.h", "hlomem/Dump/DumpProvenance.h",
                 "hlomem/Analysis/PreservedAnalyses.h", "hlomem/Support/Unavailable.h",
                 "llvm/Support/Error.h"):
        drop_include(header, name)
    for file in includers("hlomem/WhatIf/SpaceChange.h"):
        if file == source:
            continue
        code = code_of(file)
        if re.search(r"\brefuse<|(?:hlomem::|(?<![.\w>:]))fail\(", code):
            add_include(file, "hlomem/Pass/Refusal.h")
        if not re.search(r"\b(SpaceChange|findSpaceChanges|sumArguments|ArgumentSum|"
                         r"describePresets|isWorthTelling)\b",
                         re.sub(r"#include.*", "", code)):
            drop_include(file, "hlomem/WhatIf/SpaceChange.h")


def move_alignment() -> None:
    """What the offsets of an arena are multiples of is of the arena, not of an option."""
    options = "hlomem/Passes/Packing/PackingOptions.h"
    header, source = "include/" + options, "lib/Passes/Packing/PackingOptions.cpp"
    arena = "hlomem/Analysis/Arena/TempArenas"
    if not os.path.exists("include/%s.h" % arena):
        return
    declaration = take(header, r"^Bytes getAlignment\(")
    definition = take(source, r"^Bytes getAlignment\(")
    if not declaration or not definition:
        return
    put_before("include/%s.h" % arena, r"^struct PlacementRules \{", declaration)
    path = "lib/%s.cpp" % arena[7:]
    put_before(path, r"^std::string PlacementRules::describe\(", definition)
    users = includers(options) + includers(arena + ".h")
    drop_include("include/%s.h" % arena, options)
    users += [f for f in cpp_files() if f.startswith("lib/Passes/") and re.search(
        r"(?<![.\w>:])getAlignment\(", code_of(f))]
    for file in sorted(set(users)):
        if file in (header, source, path, "include/%s.h" % arena):
            continue
        code = code_of(file)
        if re.search(r"\b(isEffortRange|isAlignmentRange|getProfile|describeAdvice)\b", code):
            add_include(file, options)
        if re.search(r"(?<![.\w>:])getAlignment\(", code):
            add_include(file, arena + ".h")


def move_suggestions() -> None:
    path = "lib/Analysis/Program/ValueSelection.cpp"
    if os.path.exists(path) and has_include(read(path), "hlomem/Pass/PipelineError.h"):
        drop_include(path, "hlomem/Pass/PipelineError.h")
        add_include(path, "hlomem/Support/DidYouMean.h")


# ----------------------------------------------------------------------------------
# CMake
# ----------------------------------------------------------------------------------
LIBRARY = re.compile(r"add_hlomem_library\((\w+)\n((?:  \S+\.cpp\n)+)")


def old_sources(files: list[str]) -> list[str]:
    """All sources of libraries, by the CMakeLists.txt of today, but those of passes."""
    found = []
    for file in files:
        if re.fullmatch(r"lib/\w+/CMakeLists\.txt", file):
            for match in LIBRARY.finditer(read(file)):
                folder = os.path.dirname(file)
                found += ["%s/%s" % (folder, s) for s in match.group(2).split()]
    for source in found:
        if not os.path.isfile(source):
            die("%s is in a CMakeLists.txt and not there" % source)
    return found


def listed(sources: list[str]) -> str:
    return "\n".join("  " + s for s in sorted(sources))


def rewrite_libraries(sources: list[str], paths: Map) -> None:
    """Called when all is moved."""
    of: dict[str, list[str]] = collections.defaultdict(list)
    for source in sources:
        new = paths.file(source)
        library = new.split("/")[1]
        of[library].append(new[len("lib/%s/" % library) :])
    for library, own in of.items():
        path = "lib/%s/CMakeLists.txt" % library
        if library in LINKS:
            write(path, "add_hlomem_library(HloMem%s\n%s\n  LINK %s)\n"
                  % (library, listed(own), LINKS[library]))
        elif library == "Passes":
            write(path, PASSES_CMAKE.format(
                sources=listed([s for s in own if s.split("/")[0] not in KINDS])))
            for kind in KINDS:
                rest = [s[len(kind) + 1 :] for s in own if s.startswith(kind + "/")]
                lists = "lib/Passes/%s/CMakeLists.txt" % kind
                text, count = re.subn(
                    r"^add_hlomem_pass_library\([^)]*\)\n",
                    "add_hlomem_builtin_passes(%s)\n" % " ".join(sorted(rest)),
                    read(lists), flags=re.M)
                if count != 1:
                    problem("%s adds no library" % lists)
                write(lists, text)
        else:
            text, count = LIBRARY.subn(
                lambda m, own=own: "add_hlomem_library(%s\n%s\n" % (m.group(1), listed(own)),
                read(path))
            if count != 1:
                problem("%s: %d libraries" % (path, count))
            write(path, text)
    text = read("lib/CMakeLists.txt")
    comment = "".join(re.findall(r"^#.*\n", text, re.M))
    there = re.findall(r"add_subdirectory\((\w+)\)", text)
    for name in there:
        if name not in LAYERS and name not in ("Replay", "PassUtils", "Reports", "Transforms",
                                               "Export"):
            die("lib/CMakeLists.txt adds %s, which LAYERS does not have" % name)
    write("lib/CMakeLists.txt",
          comment + "".join("add_subdirectory(%s)\n" % n for n in LAYERS
                            if os.path.isdir("lib/" + n)))
    path = "utils/cmake/AddHloMem.cmake"
    text, count = re.subn(
        r"^# add_hlomem_pass_library\(.*?^endfunction\(\)\n", lambda m: PASS_FUNCTION, read(path),
        flags=re.M | re.S)
    if count != 1:
        problem("%s has no add_hlomem_pass_library" % path)
    write(path, text)


UNITTEST = re.compile(r"(add_hlomem_unittest\((\w+)\n)((?:  \S+\.cpp\n)+)")


def unit_sources(files: list[str]) -> list[str]:
    found = []
    for file in files:
        if file in GONE and file.startswith("test/Unit/"):
            for match in UNITTEST.finditer(read(file)):
                found += [os.path.normpath(os.path.join(os.path.dirname(file), s))
                          for s in match.group(3).split()]
    return found


def rewrite_unit_tests(sources: list[str], paths: Map) -> None:
    of: dict[str, list[str]] = collections.defaultdict(list)
    for source in sources:
        new = paths.file(source)
        of[new.split("/")[2]].append("/".join(new.split("/")[3:]))
    for unit, own in of.items():
        if unit not in UNIT_CMAKE:
            die("no UNIT_CMAKE for test/Unit/%s" % unit)
        write("test/Unit/%s/CMakeLists.txt" % unit,
              UNIT_CMAKE[unit].format(sources=listed(own)))
    # Names within the lists of the others.
    renamed = {}
    for old, new in paths.moves.items():
        if old.startswith("test/Unit/") and os.path.dirname(old) == os.path.dirname(new):
            renamed[old] = new
    for file in tracked_now():
        if re.fullmatch(r"test/Unit/.*CMakeLists\.txt", file):
            folder = os.path.dirname(file)
            text = read(file)
            for old, new in renamed.items():
                if os.path.dirname(old) == folder:
                    text = re.sub(r"(?<![\w/])%s\b" % re.escape(os.path.basename(old)),
                                  os.path.basename(new), text)
            write(file, text)
    path = "test/Unit/CMakeLists.txt"
    there = re.findall(r"add_subdirectory\((\w+)\)", read(path))
    for name in there:
        if name not in UNIT_ORDER and name not in ("Replay", "Transforms"):
            die("%s adds %s, which UNIT_ORDER does not have" % (path, name))
    rest = re.sub(r"^add_subdirectory\(\w+\)\n", "", read(path), flags=re.M)
    write(path, "".join("add_subdirectory(%s)\n" % n for n in UNIT_ORDER
                        if os.path.exists("test/Unit/%s/CMakeLists.txt" % n)) + rest)


# ----------------------------------------------------------------------------------
# Pages
# ----------------------------------------------------------------------------------
def rewrite_architecture(paths: Map) -> None:
    path = "docs/Architecture.md"
    text = read(path)
    text, count = re.subn(r"^```\ntools/hlo-mem-opt.*?^```\n", lambda m: PICTURE, text, count=1,
                          flags=re.M | re.S)
    if count != 1:
        problem("%s has no picture" % path)
    for name, cell in ROWS.items():
        row = re.compile(r"^\| %s \|.*\|\n" % re.escape(name), re.M)
        rows = "| %s | %s |\n" % (name, cell)
        for other, what in NEW_ROWS.get(name, []):
            if "| %s |" % other not in text:
                rows += "| %s | %s |\n" % (other, what)
        rows = re.sub(r"\{([^}]+)\}", lambda m: paths.file(m.group(1)), rows)
        text, count = row.subn(lambda m, rows=rows: rows, text)
        if count != 1:
            problem("%s has no row '%s'" % (path, name))
    write(path, text)


def rewrap(old: str, new: str) -> str:
    """Wraps paragraphs of a page of which a line has become too long."""
    before = set(old.splitlines())
    lines = new.split("\n")
    result, i, is_code = [], 0, False
    while i < len(lines):
        line = lines[i]
        if line.startswith("```"):
            is_code = not is_code
        plain = re.match(r"( *)(\* |\d+\. )?(?=\S)", line)
        if is_code or not line or line.startswith(("|", "#", "```", "<", "    ")) or not plain:
            result.append(line)
            i += 1
            continue
        block = [line]
        i += 1
        while i < len(lines) and lines[i] and not re.match(
                r"\||#|```|<| *\* | *\d+\. ", lines[i]):
            block.append(lines[i])
            i += 1
        if all(len(b) <= 92 or b in before for b in block):
            result += block
            continue
        first = plain.group(1) + (plain.group(2) or "")
        rest = " " * len(first) if plain.group(2) else plain.group(1)
        words = " ".join(b.strip() for b in block).split(" ")
        words = words[1:] if plain.group(2) and plain.group(2).strip() == words[0] else words
        current = first + words[0]
        for word in words[1:]:
            if len(current) + 1 + len(word) > 90:
                result.append(current)
                current = rest + word
            else:
                current += " " + word
        result.append(current)
    return "\n".join(result)


# ----------------------------------------------------------------------------------
# What is there afterwards
# ----------------------------------------------------------------------------------
def arrows() -> dict[tuple[str, str], int]:
    found: dict[tuple[str, str], int] = collections.Counter()
    for file in tracked_now():
        own = library_of(file)
        if own is None or not file.endswith((".h", ".cpp", ".td", ".def")):
            continue
        names = [n for _, n in INCLUDE.findall(read(file))]
        names += re.findall(r'^include "([^"]+)"', read(file), re.M)
        names += re.findall(r'let header = "([^"]+)"', read(file))
        for name in names:
            if name.startswith("hlomem/") and name.count("/") > 1:
                other = name.split("/")[1]
                if other != own:
                    found[own, other] += 1
    return found


def draw() -> None:
    found = arrows()
    rooms = LAYERS + sorted({a for pair in found for a in pair} - set(LAYERS))
    for room in reversed(rooms):
        below = {b: n for (a, b), n in found.items() if a == room}
        sources = [f for f in tracked_now() if library_of(f) == room]
        folders = sorted({f.split("/")[2] for f in sources
                          if f.startswith("lib/") and f.count("/") > 2})
        print("%-10s %3d files  %s" % (room, len(sources), " ".join(folders)))
        order = sorted(below, key=lambda b: rooms.index(b), reverse=True)
        for other in order:
            mark = "" if rooms.index(other) < rooms.index(room) else "   UPWARDS"
            print("             -> %-10s %3d%s" % (other, below[other], mark))


def check() -> None:
    files = set(tracked_now())
    for (own, other), count in sorted(arrows().items()):
        if own not in LAYERS or other not in LAYERS:
            problem("includes of %s in %s: LAYERS does not have both" % (other, own))
        elif LAYERS.index(other) > LAYERS.index(own):
            problem("%s includes %s, which is above it, %d times" % (own, other, count))
    for file in sorted(files):
        if is_cpp(file):
            for _, name in INCLUDE.findall(read(file)):
                if name.startswith("hlomem/") and not name.endswith(".inc"):
                    if "include/" + name not in files:
                        problem("%s includes \"%s\", which is not there" % (file, name))
                elif (not name.startswith(FOREIGN) and not name.endswith(".inc")
                      and file.startswith(("lib/", "test/Unit/"))):
                    # lib/Passes/KIND is as the top of a library.
                    if find_new_include(file, name, files) is None:
                        problem("%s includes \"%s\", which is not found" % (file, name))
        if file.endswith(".td"):
            for name in re.findall(r'^include "([^"]+)"', read(file), re.M):
                if name.startswith("hlomem/") and "include/" + name not in files:
                    problem("%s includes \"%s\", which is not there" % (file, name))
        if file.endswith("CMakeLists.txt") and file.startswith(("lib/", "test/Unit/")):
            listed_here = re.findall(r"^  (\S+\.cpp)\b", read(file), re.M)
            for name in listed_here:
                path = os.path.normpath(os.path.join(os.path.dirname(file), name))
                if path not in files:
                    problem("%s lists %s, which is not there" % (file, name))
    for header in sorted(f for f in files if f.startswith("include/") and f.endswith(".h")):
        base = os.path.basename(header)[:-2] + ".cpp"
        source = header.replace("include/hlomem/", "lib/")[:-2] + ".cpp"
        if source not in files:
            others = [f for f in files if f.startswith("lib/") and os.path.basename(f) == base]
            if others:
                warn("%s, and its source is %s" % (header, ", ".join(others)))
    old = [d for d, _, _ in read_dirs()] + [d[8:] for d, _, _ in read_dirs()
                                            if d.startswith("include/")]
    pattern = re.compile(r"(?<![\w-])(?:%s)(?![\w-])" % "|".join(
        map(re.escape, sorted(old, key=len, reverse=True))))
    for file in sorted(files):
        if not is_text(file):
            continue
        for number, line in enumerate(read(file).splitlines(), 1):
            if pattern.search(line):
                problem("%s:%d names an old path: %s" % (file, number, line.strip()[:100]))
            if is_cpp(file) and re.search(r"\breplay::", line):
                problem("%s:%d names the namespace replay" % (file, number))
    for folder in sorted({d for d, _, _ in read_dirs()}):
        if any(f.startswith(folder + "/") for f in files):
            problem("%s is not empty" % folder)


def find_new_include(file: str, name: str, files: set[str]) -> str | None:
    if file.startswith("lib/"):
        for folder in (os.path.dirname(file), root_of(file)):
            path = os.path.normpath(os.path.join(folder, name))
            if path in files:
                return path
        return None
    return find_include(file, name, files)


def is_text(file: str) -> bool:
    if file.startswith("test/Inputs/"):
        return file.endswith((".md", ".py"))
    if "/Inputs/" in file and not file.endswith((".md", ".py", ".cpp", ".h", ".cmake")) \
            and not file.endswith("CMakeLists.txt"):
        return False
    base = os.path.basename(file)
    if "." not in base:
        return file.startswith("utils/")
    return base == "CMakeLists.txt" or base.endswith((
        ".h", ".cpp", ".td", ".def", ".md", ".py", ".sh", ".cmake", ".in", ".test", ".cfg",
        ".yml", ".yaml", ".proto", ".json", ".bash")) or base in (".clang-tidy",)


def main() -> int:
    if not os.path.isdir("include/hlomem") or not os.path.isdir(".git"):
        die("this is no checkout")
    if sys.argv[1:] == ["--draw"]:
        draw()
        return 0
    if sys.argv[1:]:
        die((__doc__ or "").split("\n\n")[1])
    files = tracked()
    if not any(f.startswith("lib/Replay/") for f in files):
        die("lib/Replay is not there: this was done before")
    paths = Map(files)
    sources, units = old_sources(files), unit_sources(files)
    words = PathWords(paths)

    # Texts first, in place, by what was where.
    changed = []
    for file in files:
        if not is_text(file) or file in GONE:
            continue
        old = text = read(file)
        new = paths.file(file)
        if new != file:
            text = rewrite_banner(file, new, text, paths.titles.get(new))
        if is_cpp(file):
            text = rewrite_includes(file, text, paths)
            text = rename_symbols(text)
            text = drop_namespace(text)
        if file.startswith("test/"):
            text = rewrite_test_paths(file, text, paths)
        if is_cpp(file):
            # Includes are done.
            parts = re.split(r'(^\s*#\s*include\s*"hlomem/[^"]*")', text, flags=re.M)
            for i in range(0, len(parts), 2):
                parts[i] = words.apply(parts[i])
            text = "".join(parts)
        elif not re.fullmatch(r"(lib|test/Unit)/.*CMakeLists\.txt", file):
            text = words.apply(text)
        else:
            text = words.apply_paths(text)
        if new != file:
            text = rewrite_guard(new, text)
        if file.endswith(".md") and not file.startswith("docs/generated/"):
            text = rewrap(old, text)
        if text != old:
            write(file, text)
            changed.append(new)

    for file in GONE:
        if os.path.exists(file):
            git("rm", "-q", "-f", file)
    for old, new in paths.moves.items():
        os.makedirs(os.path.dirname(new), exist_ok=True)
        os.rename(old, new)

    for old in paths.moves:
        folder = os.path.dirname(old)
        while folder and os.path.isdir(folder) and not os.listdir(folder):
            os.rmdir(folder)
            folder = os.path.dirname(folder)
    git("add", "-A", "include", "lib", "test")

    rewrite_libraries(sources, paths)
    rewrite_unit_tests(units, paths)
    rewrite_architecture(paths)
    for file, pattern, replacement, least in EDITS:
        if not os.path.exists(file):
            warn("%s is gone" % file)
            continue
        text, count = re.subn(pattern, replacement, read(file))
        if count < least:
            problem("%s has no %s" % (file, pattern))
        write(file, text)
    move_count_elements()
    split_refusal()
    move_alignment()
    move_suggestions()

    git("add", "-A", "include", "lib", "test", "docs", "utils")
    names = git("diff", "--cached", "--name-only", "--diff-filter=d", "-z").split("\0")
    cpp = [n for n in names if n.endswith((".h", ".cpp")) and os.path.isfile(n)]
    for i in range(0, len(cpp), 50):
        subprocess.run(["clang-format-19", "-i", *cpp[i : i + 50]], check=True)
    git("add", "-A", "include", "lib", "test", "docs", "utils")
    check()
    for text in PROBLEMS:
        print("rooms.py: error: " + text)
    print("rooms.py: %d files moved, %d texts changed, %d errors"
          % (len(paths.moves), len(changed), len(PROBLEMS)))
    return 1 if PROBLEMS else 0


if __name__ == "__main__":
    sys.exit(main())
