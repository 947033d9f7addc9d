//===- Analyses.td - The built-in analyses -----------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_ANALYSES_TD
#define HLOMEM_PASSES_ANALYSES_TD

include "hlomem/Pass/PassBase.td"

def AliasAnalysis : ModuleAnalysis<"alias"> {
  let summary = "Values that share a slice, and why";
  let description = [{
    Buffers: runs of values that take over one slice from each other, and why each
    joins the previous one.
  }];
  let header = "hlomem/Analysis/Program/AliasAnalysis.h";
  let member = "Buffers";
}

def AliasClassesAnalysis : ModuleAnalysis<"alias-classes"> {
  let summary = "Values that must share a buffer";
  let description = [{
    The values of each of XLA's HloBuffers: an HloProto states them, and from the HLO
    text beside a dump they follow by XLA's rules. From a dump alone they do not.
  }];
  let header = "hlomem/Analysis/Program/AliasClasses.h";
}

def ArgumentAnalysis : ModuleAnalysis<"arguments"> {
  let summary = "Arguments, donated or not, and the results that fit them";
  let description = [{
    For each argument that is not donated, a result of its shape, padded size and
    memory space that could be written to its memory, or why there is none.
  }];
  let header = "hlomem/Analysis/Program/ArgumentAnalysis.h";
  let member = "Arguments";
}

def AsyncOperationsAnalysis : ModuleAnalysis<"async-operations"> {
  let summary = "Asynchronous operations: their duration, sources and results";
  let description = [{
    Every operation with a start and a done: its schedule positions, its sources and
    results, and whether it is a prefetch for the next program.
  }];
  let header = "hlomem/Analysis/Program/AsyncOperations.h";
  let member = "Async";
}

def AttributionAnalysis : ModuleAnalysis<"attribution"> {
  let summary = "The origin of live bytes in the user's program";
  let description = [{
    Attributes the bytes of each live buffer to one value, and adds them up by source
    line, scope, opcode, type, shape, computation or kind of allocation, at one
    schedule position or over all.
  }];
  let header = "hlomem/Analysis/Sources/Attribution.h";
  let member = "Sums";
}

def BackendAnalysis : ModuleAnalysis<"backend"> {
  let summary = "The backend that the dump was compiled for";
  let description = [{
    A dump does not name its backend. Tiled layouts occur only on TPUs; the others
    are recognized by the name that XLA gave the dump, or by custom calls and
    configurations of only one backend. The backend names the memory spaces.
  }];
  let header = "hlomem/Analysis/Program/BackendAnalysis.h";
  let member = "Backend";
}

def HeapTraceAnalysis : ModuleAnalysis<"heap-trace"> {
  let summary = "What XLA's heap simulators recorded";
  let description = [{
    For each trace the allocation that it is of, the peak of its events and the values
    that are live there. Read on demand, from the HloProto or the one beside the dump.
  }];
  let header = "hlomem/Analysis/Arena/HeapTraceAnalysis.h";
  let member = "Traced";
}

def InstructionIndexAnalysis : ModuleAnalysis<"instruction-index"> {
  let summary = "The opcode and rare attributes of each instruction";
  let description = [{
    The opcode of the instruction that defines a value, and whether it may call
    computations, have control predecessors or request scoped memory. Each text is
    read once, though a dump prints it with every leaf of the result.
  }];
  let header = "hlomem/Analysis/Program/InstructionIndex.h";
}

def LayerFoldingAnalysis : ModuleAnalysis<"layer-folding"> {
  let summary = "Values that are the same thing in several layers";
  let description = [{
    Of models whose layers are written out: finds the rows of a table whose op_names
    are equal but for the number of the layer, and that agree in everything else.
    Names are looked up on demand.
  }];
  let header = "hlomem/Analysis/Layers/LayerFolding.h";
  let member = "Folding";
}

def LiveCurvesAnalysis : ModuleAnalysis<"live-curves"> {
  let summary = "Live bytes of each memory space at each schedule position";
  let description = [{
    Bytes that values share count once, and thread-local allocations nowhere. Each
    curve is computed on demand.
  }];
  let header = "hlomem/Analysis/Memory/LiveCurves.h";
  let member = "Curves";
}

def LivenessAnalysis : ModuleAnalysis<"liveness"> {
  let summary = "When each value is live";
  let description = [{
    The live ranges that the dump prints; where it has none, those that follow
    from schedule, positions and uses, with the help of the HLO text beside the
    dump.
  }];
  let header = "hlomem/Analysis/Liveness/Liveness.h";
  let member = "Live";
}

def LoopAnalysis : ModuleAnalysis<"loops"> {
  let summary = "Loops and conditionals, and what they carry and copy";
  let description = [{
    Each `while` with its parts, trip count, carried leaves and loop copies; each
    conditional with its branches. The HLO text beside the dump, or the dump itself,
    shows which computation owns an instruction.
  }];
  let header = "hlomem/Analysis/Program/LoopAnalysis.h";
  let member = "Loops";
}

def MemoryTimelineAnalysis : ModuleAnalysis<"memory-timeline"> {
  let summary = "The peak of live bytes of each memory space and allocation";
  let description = [{
    Bytes that values share count once; memory spaces do not include thread-local
    allocations. A peak is at the earliest schedule position with the most live
    bytes.
  }];
  let header = "hlomem/Analysis/Memory/MemoryTimeline.h";
  let member = "Timeline";
}

def ModuleStructureAnalysis : ModuleAnalysis<"module-structure"> {
  let summary = "Which computation owns each instruction, without the HLO text";
  let description = [{
    What the analysis structure finds in the module itself: its graph, or what the
    dump says of its instructions.
  }];
  let header = "hlomem/Analysis/Program/HloSchedule.h";
}

def PaddingAnalysis : ModuleAnalysis<"padding"> {
  let summary = "What padding costs at the peaks, and which dimension pays";
  let description = [{
    Padding by its cause and by shape at the peak of each memory space; for every
    shape what its tiles round up, and the order of its dimensions that takes the
    fewest bytes.
  }];
  let header = "hlomem/Analysis/Memory/Padding.h";
  let member = "Facts";
}

def PartsAnalysis : ModuleAnalysis<"parts"> {
  let summary = "What buffers are for, in words of the model";
  let description = [{
    For a value whether it is a parameter, optimizer state, kept for the backward
    pass and so on, with its scope and line; for a memory space every allocated byte
    in one part with a name. See docs/Parts.md.
  }];
  let header = "hlomem/Analysis/Parts/Parts.h";
}

def ProgramAnalysis : ModuleAnalysis<"program"> {
  let summary = "The HLO text beside the dump";
  let description = [{
    Computations, operands and attributes of all instructions, read on demand. The
    result may be that there is no such text, or that it belongs to another module.
  }];
  let header = "hlomem/Analysis/Program/ProgramAnalysis.h";
}

def ProgramGraphAnalysis : ModuleAnalysis<"program-graph"> {
  let summary = "The program as a graph, bodies of fusions included";
  let description = [{
    Computations, instructions and operands by number, of the HloProto, or of the HLO
    text beside the dump, read whole.
  }];
  let header = "hlomem/Analysis/Program/ProgramGraph.h";
}

def ProgramOutlineAnalysis : ModuleAnalysis<"program-outline"> {
  let summary = "The program as a graph, without the bodies of fusions";
  let description = [{
    Computations, instructions and operands by number, as far as instructions have
    memory of their own, of the HloProto, or of the HLO text beside the dump.
  }];
  let header = "hlomem/Analysis/Program/ProgramGraph.h";
}

def ProgramStructureAnalysis : ModuleAnalysis<"structure"> {
  let summary = "Which computation owns each scheduled instruction";
  let description = [{
    Computations, their places in the schedule, and who calls them: of the program's
    graph, otherwise of the HLO text beside the dump, otherwise inferred from the dump.
  }];
  let header = "hlomem/Analysis/Program/HloSchedule.h";
  let member = "Structure";
}

def ReadTimesAnalysis : ModuleAnalysis<"read-times"> {
  let summary = "When each value is read, and when it is idle";
  let description = [{
    The reads of every value within its live range, the gaps before, between and
    after them, and the values that are never read.
  }];
  let header = "hlomem/Analysis/Liveness/ReadTimes.h";
  let member = "Reads";
}

def ReplayAnalysis : ModuleAnalysis<"replay"> {
  let summary = "XLA's buffer assignment, made again from the program";
  let description = [{
    XLA's assigner run again by the rules of the backend, and what it gives compared
    with the dump. It needs an HloProto: see [Replay.md](../Replay.md).
  }];
  let header = "hlomem/XlaSim/ReplayAnalysis.h";
  let member = "Replayed";
}

def DimensionAnalysis : ModuleAnalysis<"dimensions"> {
  let summary = "How the dimensions of all arrays depend on each other";
  let description = [{
    Which dimensions are the same, or parts of each other, by the operations of the
    program. It needs an HloProto: see [Dimensions.md](../Dimensions.md).
  }];
  let header = "hlomem/WhatIf/Dimensions/DimensionAnalysis.h";
}

def HloScheduleAnalysis : ModuleAnalysis<"schedule"> {
  let summary = "The schedule of a program that is known as a graph";
  let description = [{
    When each instruction of the graph runs, and where each computation lies in the
    schedule; none where the module has no graph.
  }];
  let header = "hlomem/Analysis/Program/HloSchedule.h";
}

def ScheduleIndexAnalysis : ModuleAnalysis<"schedule-index"> {
  let summary = "When the instructions run that values name";
  let description = [{
    The schedule positions of the instructions that define, hold and read each value.
  }];
  let header = "hlomem/Analysis/Program/ScheduleIndex.h";
  let member = "Times";
}

def ScopedMemoryAnalysis : ModuleAnalysis<"scoped-memory"> {
  let summary = "Memory that instructions request while they run";
  let description = [{
    The field `scoped_memory_configs` of the instructions' `backend_config`, for each
    memory space: how many request some, and which requests the most.
  }];
  let header = "hlomem/Analysis/Memory/ScopedMemory.h";
  let member = "Scoped";
}

def SpacesAnalysis : ModuleAnalysis<"spaces"> {
  let summary = "The contents of each memory space";
  let description = [{
    For each memory space the allocated bytes, by kind, the peak, padding and
    fragmentation, scoped memory, and the user's limit.
  }];
  let header = "hlomem/Analysis/Memory/SpacesAnalysis.h";
  let member = "Facts";
}

def ThreadLocalAnalysis : ModuleAnalysis<"thread-local"> {
  let summary = "The contents of thread-local allocations, by computation";
  let description = [{
    Their bytes, by computation and by size. The HLO text beside the dump shows
    which computation a value belongs to and what applies it.
  }];
  let header = "hlomem/Analysis/Memory/ThreadLocal.h";
  let member = "Local";
}

def ToolNumbersAnalysis : ModuleAnalysis<"tool-numbers"> {
  let summary = "What other tools say of the dump, by their own rules";
  let description = [{
    The numbers of XLA, of `memory_analysis()` and of XProf, ours beside each, and
    the parts of the difference. Traces are read from `X.hlo.pb` beside the dump.
  }];
  let header = "hlomem/OtherTools/ToolNumbers.h";
}

def UserSourceAnalysis : ModuleAnalysis<"user-source"> {
  let summary = "The place of each instruction in the user's program";
  let description = [{
    File and line, from the metadata of the instruction or from the tables of the
    HLO text beside the dump that they refer to. That text is read on demand.
  }];
  let header = "hlomem/Analysis/Sources/UserSourceAnalysis.h";
  let member = "Sources";
}

def ValueFlowAnalysis : ModuleAnalysis<"value-flow"> {
  let summary = "What values are made of, and what reads them";
  let description = [{
    Operands, users and the values at any position by name, alike for an HloProto,
    for a dump with the HLO text beside it, and for a dump alone.
  }];
  let header = "hlomem/Analysis/Program/ValueFlow.h";
  let member = "Flow";
}

def ValueNamesAnalysis : ModuleAnalysis<"value-names"> {
  let summary = "The origin of each value, in words";
  let description = [{
    The op_name, or the role of the value in the program: a copy of another value, a
    leaf of a loop, an argument.
  }];
  let header = "hlomem/Analysis/Sources/ValueNames.h";
  let member = "Names";
}

def WallsAnalysis : ModuleAnalysis<"walls"> {
  let summary = "The peaks that are left when what makes the peak is gone";
  let description = [{
    Of a memory space: where the most is live once the temporaries around the peak are
    gone, and so on. Computed on demand.
  }];
  let header = "hlomem/Analysis/Memory/Walls.h";
}

#endif // HLOMEM_PASSES_ANALYSES_TD
