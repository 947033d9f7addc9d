//===- PythonPass.h - A pass that is a function of Python -------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PYTHON_SRC_PYTHONPASS_H
#define HLOMEM_PYTHON_SRC_PYTHONPASS_H

#include "ForeignPass.h"
#include <exception>
#include <memory>
#include <mutex>
#include <nanobind/nanobind.h>
#include <string>
#include <vector>

namespace hlomem::python {

/// Holds a module for Python, where it may be asked for longer than it is
/// there.
struct ModuleHandle {
  /// Points to the module; null once its pass has ended.
  ModuleView *View = nullptr;
};

/// Calls a function with a ModuleHandle and the value of each option.
class PythonPass final : public ForeignPass {
public:
  explicit PythonPass(nanobind::object Function)
      : Function(std::move(Function)) {}

  std::string run(ModuleView &M,
                  const std::vector<OptionValue> &Values) const override;
  /// Throws the first exception that the function has raised, if there is one.
  void rethrow() const;

private:
  const nanobind::object Function;
  mutable std::mutex Lock;
  mutable std::exception_ptr Raised;
};

/// Adds the classes of this file to \p M.
void bindPasses(nanobind::module_ &M);

} // namespace hlomem::python

#endif // HLOMEM_PYTHON_SRC_PYTHONPASS_H
