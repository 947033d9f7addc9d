//===- Analyses.td - The built-in analyses -----------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_ANALYSES_TD
#define HLOMEM_ANALYSIS_ANALYSES_TD

include "hlomem/Pass/PassBase.td"

def AliasAnalysis : ModuleAnalysis<"alias"> {
  let summary = "Values that share a slice, and why";
  let description = [{
    Buffers: runs of values that take over one slice from each other, with what
    joins each to the one before it.
  }];
  let header = "hlomem/Analysis/Dataflow/AliasAnalysis.h";
}

def ArgumentAnalysis : ModuleAnalysis<"arguments"> {
  let summary = "Arguments, donated or not, and results that could have their memory";
  let description = [{
    For each argument that is not donated the result of its shape, padded size and
    memory space that could be written to its memory, or why there is none.
  }];
  let header = "hlomem/Analysis/Dataflow/ArgumentAnalysis.h";
}

def AsyncOperationsAnalysis : ModuleAnalysis<"async-operations"> {
  let summary = "Asynchronous copies and others: from when to when, what of what";
  let description = [{
    Every operation with a start and a done: its times, what it reads and what it
    gives, and whether it is a prefetch for the next program.
  }];
  let header = "hlomem/Analysis/Dataflow/AsyncOperations.h";
}

def AttributionAnalysis : ModuleAnalysis<"attribution"> {
  let summary = "What live bytes are for, in the user's terms";
  let description = [{
    Gives the bytes of each live buffer to one value, and adds them up by source
    line, scope, opcode, type, shape, computation or kind of allocation, at one
    time or over all times.
  }];
  let header = "hlomem/Analysis/Attribution/Attribution.h";
}

def BackendAnalysis : ModuleAnalysis<"backend"> {
  let summary = "The backend that the dump was compiled for";
  let description = [{
    A dump does not name its backend. Tiled layouts occur on TPUs alone; for the
    others the name of the dump tells, if it is XLA's own, or custom calls and
    configurations that only one backend has. The backend names the memory spaces.
  }];
  let header = "hlomem/Analysis/Program/BackendAnalysis.h";
}

def FindingsAnalysis : ModuleAnalysis<"findings"> {
  let summary = "Facts of other analyses, each in one number of bytes";
  let description = [{
    By kind: loop-carried copies, arguments that are not donated, gaps, padding,
    fragmentation, what is not live at the peak, thread-local allocations. Less than
    a hundredth of what it is a part of, or of the peak, is left out.
  }];
  let header = "hlomem/Analysis/Attribution/Findings.h";
}

def InstructionIndexAnalysis : ModuleAnalysis<"instruction-index"> {
  let summary = "What each instruction is, and what is rare in its text";
  let description = [{
    The opcode of the instruction that defines a value, and whether it may call
    computations, have control predecessors or ask for scoped memory. Each text is
    looked at once, though a dump prints it with every leaf of the result.
  }];
  let header = "hlomem/Analysis/Program/InstructionIndex.h";
}

def LiveCurvesAnalysis : ModuleAnalysis<"live-curves"> {
  let summary = "Live bytes at each time, of each memory space";
  let description = [{
    Bytes that values share count once, and thread-local allocations nowhere. Each
    curve is made when somebody asks for it.
  }];
  let header = "hlomem/Analysis/Memory/LiveCurves.h";
}

def LivenessAnalysis : ModuleAnalysis<"liveness"> {
  let summary = "When each value is live";
  let description = [{
    The live ranges that the dump prints; where it has none, those that follow
    from schedule, positions and uses, for which the HLO text beside the dump is
    read.
  }];
  let header = "hlomem/Analysis/Liveness/Liveness.h";
}

def LoopAnalysis : ModuleAnalysis<"loops"> {
  let summary = "Loops and conditionals, what they carry and copy";
  let description = [{
    Each `while` with its parts, trip count, carried leaves and loop copies; each
    conditional with its branches. Which computation owns an instruction is read
    from the HLO text beside the dump, or told from the dump.
  }];
  let header = "hlomem/Analysis/Dataflow/LoopAnalysis.h";
}

def MemoryTimelineAnalysis : ModuleAnalysis<"memory-timeline"> {
  let summary = "The most live bytes, of each memory space and allocation";
  let description = [{
    Bytes that values share count once, and thread-local allocations not in
    memory spaces. Peaks are the earliest times with the most live bytes.
  }];
  let header = "hlomem/Analysis/Memory/MemoryTimeline.h";
}

def PaddingAnalysis : ModuleAnalysis<"padding"> {
  let summary = "What padding costs at the peaks, and which dimension pays";
  let description = [{
    Padding by its cause, by shape and by line of the user's program at the peak of
    each memory space; and of every shape what its tiles round up, and the order of
    its dimensions that takes the least.
  }];
  let header = "hlomem/Analysis/Attribution/Padding.h";
}

def ProgramAnalysis : ModuleAnalysis<"program"> {
  let summary = "The HLO text beside the dump";
  let description = [{
    Computations, operands and attributes of all instructions, read when somebody
    asks for them. The result may be that there is no such text, or that it is of
    another module.
  }];
  let header = "hlomem/Analysis/Program/ProgramAnalysis.h";
}

def ReadTimesAnalysis : ModuleAnalysis<"read-times"> {
  let summary = "When each value is read, and when nobody touches it";
  let description = [{
    The reads of every value within its live range, the gaps before, between and
    after them, and the values that nothing reads.
  }];
  let header = "hlomem/Analysis/Dataflow/ReadTimes.h";
}

def ScopedMemoryAnalysis : ModuleAnalysis<"scoped-memory"> {
  let summary = "Memory that instructions ask for while they run";
  let description = [{
    The field `scoped_memory_configs` of the instructions' `backend_config`, for each
    memory space: how many ask for some, and which for the most.
  }];
  let header = "hlomem/Analysis/Memory/ScopedMemory.h";
}

def SpacesAnalysis : ModuleAnalysis<"spaces"> {
  let summary = "What each memory space holds";
  let description = [{
    For each memory space what is allocated, by kind, and live at most, with
    padding and fragmentation, the scoped memory beside that, and the user's limit.
  }];
  let header = "hlomem/Analysis/Attribution/SpacesAnalysis.h";
}

def ThreadLocalAnalysis : ModuleAnalysis<"thread-local"> {
  let summary = "What thread-local allocations hold, and for which computations";
  let description = [{
    Their bytes, by computation and by size. The HLO text beside the dump tells
    which computation a value belongs to and who applies it.
  }];
  let header = "hlomem/Analysis/Memory/ThreadLocal.h";
}

def ToolNumbersAnalysis : ModuleAnalysis<"tool-numbers"> {
  let summary = "What other tools say of the dump, by their own rules";
  let description = [{
    The numbers of XLA, of `memory_analysis()` and of XProf, ours beside each, and
    the parts of the difference. Traces are read from `X.hlo.pb` beside the dump.
  }];
  let header = "hlomem/Analysis/Oracles/ToolNumbers.h";
}

def UserSourceAnalysis : ModuleAnalysis<"user-source"> {
  let summary = "Where the user's program has each instruction";
  let description = [{
    File and line, as the metadata of the instruction say, or the tables of the HLO
    text beside the dump to which they lead. That text is read when an instruction
    needs it.
  }];
  let header = "hlomem/Analysis/Attribution/UserSourceAnalysis.h";
}

def ValueNamesAnalysis : ModuleAnalysis<"value-names"> {
  let summary = "What values stand for, in words";
  let description = [{
    The op_name, or what a value is by its place in the program: a copy of what, a
    leaf of which loop, which argument.
  }];
  let header = "hlomem/Analysis/Attribution/ValueNames.h";
}

#endif // HLOMEM_ANALYSIS_ANALYSES_TD
