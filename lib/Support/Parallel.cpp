//===- Parallel.cpp - Work on several threads -----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/Parallel.h"
#include <atomic>

using namespace llvm;

namespace hlomem {

WorkerThreads::WorkerThreads(unsigned Count, std::function<void()> Run)
    : Run(std::move(Run)) {
  for (unsigned N = 0; N != Count; ++N) {
    // Not std::thread, which ends the program where a system grants none.
    pthread_t Worker;
    if (pthread_create(&Worker, nullptr, start, this) != 0)
      break;
    Started.push_back(Worker);
  }
}

WorkerThreads::~WorkerThreads() {
  for (pthread_t Worker : Started)
    pthread_join(Worker, nullptr);
}

void *WorkerThreads::start(void *Arg) {
  static_cast<WorkerThreads *>(Arg)->Run();
  return nullptr;
}

void parallelFor(unsigned Threads, size_t Count,
                 function_ref<void(size_t)> Work) {
  std::atomic<size_t> Next = 0;
  auto WorkOnRest = [&] {
    for (size_t I; (I = Next.fetch_add(1)) < Count;)
      Work(I);
  };
  size_t Wanted = std::min<size_t>(Threads, Count);
  WorkerThreads Others(Wanted > 1 ? Wanted - 1 : 0, WorkOnRest);
  WorkOnRest();
}

unsigned countParts(unsigned Threads, size_t Count) {
  constexpr size_t MinCountOfPart = 1 << 15;
  return std::clamp<size_t>(Count / MinCountOfPart, 1, std::max(Threads, 1U));
}

void parallelForParts(unsigned PartCount, size_t Count,
                      function_ref<void(size_t, size_t, size_t)> Work) {
  parallelFor(PartCount, PartCount, [&](size_t Part) {
    Work(Part, Count * Part / PartCount, Count * (Part + 1) / PartCount);
  });
}

} // namespace hlomem
