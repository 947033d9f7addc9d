//===- TrainStep.h - The made-up program of a train step ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_GENDUMP_TRAINSTEP_H
#define HLOMEM_GENDUMP_TRAINSTEP_H

#include <cstdint>

namespace gendump {

class Program;

struct TrainStepSize {
  uint64_t Seed = 0;
  /// Of the model; each has weights and a donated gradient.
  unsigned Layers = 1;
  /// Forward and backward passes of all layers whose gradients add up.
  unsigned MicroBatches = 1;
  /// Without layers: elementwise operations, one after the other.
  unsigned Operations = 1;
};

/// What a TPU may run to train a transformer: activations that wait for the
/// backward pass, loops, weights that are copied to the fast memory, gradients
/// in donated arguments, reducers. The same size gives the same program.
Program makeTrainStep(const TrainStepSize &Size);

} // namespace gendump

#endif // HLOMEM_GENDUMP_TRAINSTEP_H
