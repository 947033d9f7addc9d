//===- TargetOptions.td - What users say of the machine ----*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TOOLS_HLO_MEM_OPT_TARGETOPTIONS_TD
#define HLOMEM_TOOLS_HLO_MEM_OPT_TARGETOPTIONS_TD

// Included by Options.td among the options for passes: the guide has options in
// the order of their records.

def TargetBackend : EnumOption<"backend", "Backend", [
    OptionValue<"auto", "Backend::Unknown", "Inferred from each dump">,
    OptionValue<"cpu", "Backend::CPU", "XLA:CPU">,
    OptionValue<"gpu", "Backend::GPU", "XLA:GPU">,
    OptionValue<"tpu", "Backend::TPU", "TPU">]> {
  let defaultValue = "auto";
  let help = "The backend that the dumps are for, which determines the names of "
             "memory spaces";
  let description = [{
    A dump does not name it; how `auto` infers it is in
    [MemoryModel](../MemoryModel.md#place).
  }];
}

def MemoryLimits : TextListOption<"memory-limit"> {
  let isMain = true;
  let valueName = "[space=]size";
  let help = "How much may be allocated, such as `16GiB` or "
             "`hbm=16GiB,vmem=64MiB`; with more, exit status 2";
  let description = [{
    A size alone is the limit of the backend's default space, HBM on a TPU.
    A space is a number, `default` or a name with dashes instead of spaces,
    case-insensitive; `hbm` is space 0 of a GPU too. `16G` and `16GiB` are 16 times
    2 to the power of 30, `16GB` is 16,000,000,000.

    Every dump is judged as it is at the end of its pipeline, whatever passes it
    contains; a line on the standard error stream says by how much a limit is
    exceeded, and which passes have changed the dump before. Where this cannot be
    determined, because the backend has no space of that name or a part of the dump
    is missing, that is an error, with exit status 1. The passes `summary` and
    `spaces` also report what is left of a limit.
  }];
}

def PeakLimits : TextListOption<"peak-limit"> {
  let valueName = "[space=]size";
  let help = "How much may be live at the peak of a memory space, such as `8GiB`; exit "
             "with status 2 if it is more, and 1 if the peak is not known";
  let description = [{
    As `-memory-limit`, but of the peak that `-passes=peak` reports: values that are live
    at once, without what placement leaves free between them. `-reserve` does not
    change it. Values whose live range is neither printed nor derived count as if they
    were live at the peak: if the limit is then exceeded, the peak is unknown, which is
    an error.
  }];
}

def TargetDevice : TextOption<"device"> {
  let isMain = true;
  let valueName = "name[:topology]";
  let help = "The device that must hold it, such as `v5e` or `h100-80gb`; exit with "
             "status 2 if it does not fit";
  let description = [{
    A limit of the device's main memory by name; `include/hlomem/IR/Tables/Devices.td`
    lists all names with their limits and the sources of these. `utils/make-dumps`
    has the same names. A topology may follow (`v6e:2x4`), and does not change the limit.

    The verdict is a line on the standard error stream. `fits` and `does not fit` say
    what is left or missing; the second is exit status 2. `close` means
    not certain either way: within 0.25 GiB of the limit, where what XLA adds to an
    assignment, such as code, decides, or in `advise` and `fit` within the error of the
    prediction. `unknown` is what was compiled for another backend, with the command
    that compiles for the device. Both are exit status 1.

    Without this option it is the TPU that `*.target_arguments.txt` beside a dump
    names, as libtpu writes it, or the GPU that `*.gpu_target_config.pbtxt` describes,
    even if it is not in the table. A dump that does not fit is exit status 2 too; for a
    GPU only if it needs more than the card has, or than a given `-memory-fraction` of it.

    Other dumps do not tell which TPU or GPU they were compiled for, which the
    verdict says; names of files have the compute capability of a GPU. A dump that is
    certainly for another TPU or GPU is judged too, and marked. XLA for TPUs
    rematerializes when a program does not fit: compiled for a smaller device a program
    may need less.
  }];
  let whenRepeated = "name one device";
}

def MemoryFraction : TextOption<"memory-fraction"> {
  let valueName = "fraction";
  let defaultText = "`0.75`";
  let help = "The part of a GPU's memory that JAX takes";
  let description = [{
    As in `XLA_PYTHON_CLIENT_MEM_FRACTION`: of the GPU of `-device`, or of that which a
    file beside the dump names. A TPU gives all that the table has.
  }];
  let whenRepeated = "give one fraction";
}

def Reserve : TextOption<"reserve"> {
  let valueName = "size";
  let help = "What others take of the device or of the limit, such as `2GiB`";
  let description = [{
    It is subtracted from the limit of the default space, which `-device` or
    `-memory-limit` must give.
  }];
  let whenRepeated = "add them up";
}

def Resident : FlagOption<"resident"> {
  let help = "Judge all inputs together, as programs that share one device";
  let description = [{
    A train step and an evaluation that are loaded at once share their weights. What
    all dumps need together is between two numbers, which are both printed:

    * at least: arguments of equal op_name, shape and sharding once, all other
      arguments and all constants, and of the rest what the largest program needs;
    * at most: everything of all programs.

    The limit of the default space, from `-device` or `-memory-limit`, is kept if the
    second number fits, and exceeded if the first does not; between them that is
    unknown, with exit status 1. Dumps are not judged one by one then.
  }];
}

#endif // HLOMEM_TOOLS_HLO_MEM_OPT_TARGETOPTIONS_TD
