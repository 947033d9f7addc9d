//===- ArrowStream.h - A table by Arrow's C data interface ------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PYTHON_SRC_ARROWSTREAM_H
#define HLOMEM_PYTHON_SRC_ARROWSTREAM_H

#include "Facade.h"
#include <memory>

struct ArrowArrayStream;

namespace hlomem::python {

/// Returns a stream of one batch, \p T, which may be read and released on any
/// thread, and is to be destroyed by destroyArrowStream(). Numbers are not
/// copied; texts are dictionaries.
ArrowArrayStream *makeArrowStream(std::shared_ptr<const Table> T);

/// Releases \p Stream, unless who took it has done so, and frees it.
void destroyArrowStream(ArrowArrayStream *Stream);

} // namespace hlomem::python

#endif // HLOMEM_PYTHON_SRC_ARROWSTREAM_H
