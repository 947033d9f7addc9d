//===- PythonPass.cpp - A pass that is a function of Python ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PythonPass.h"
#include "Facade.h"
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>
#include <stdexcept>
#include <tuple>

namespace nb = nanobind;
using namespace nb::literals;

namespace hlomem::python {

// What is thrown must not reach the passes that called this.
std::string PythonPass::run(ModuleView &M,
                            const std::vector<OptionValue> &Values) const {
  nb::gil_scoped_acquire Acquired;
  auto Handle = std::make_shared<ModuleHandle>(ModuleHandle{&M});
  std::string Failure;
  try {
    Function(Handle, Values);
  } catch (...) {
    std::lock_guard<std::mutex> Guard(Lock);
    if (!Raised)
      Raised = std::current_exception();
    Failure = "it raised an exception";
  }
  Handle->View = nullptr;
  return Failure;
}

void PythonPass::rethrow() const {
  if (std::exception_ptr First = std::exchange(Raised, nullptr))
    std::rethrow_exception(First);
}

static ModuleView &getView(const ModuleHandle &Handle) {
  if (!Handle.View)
    throw std::runtime_error("the pass that the module was given to has ended");
  if (!Handle.View->isUsableHere())
    throw std::runtime_error("only the thread of the pass may use its module");
  return *Handle.View;
}

void bindPasses(nb::module_ &M) {
  nb::class_<ModuleHandle>(M, "ModuleHandle")
      .def_prop_ro("name",
                   [](const ModuleHandle &H) {
                     std::string Name = getView(H).getName();
                     return nb::bytes(Name.data(), Name.size());
                   })
      .def(
          "table",
          [](const ModuleHandle &H, const std::string &Name) {
            ModuleView &View = getView(H);
            nb::gil_scoped_release Released;
            return View.makeTable(Name);
          },
          "name"_a)
      .def(
          "remark",
          [](const ModuleHandle &H,
             const std::vector<std::tuple<
                 std::string, std::variant<uint64_t, std::string>, bool>>
                 &Parts,
             std::optional<uint64_t> Value) {
            std::vector<RemarkPart> Pieces;
            for (const auto &[Name, Part, IsSize] : Parts)
              Pieces.push_back({Name, Part, IsSize});
            return getView(H).remark(Pieces, Value);
          },
          "parts"_a, "value"_a = nb::none());

  nb::class_<PythonPass>(M, "Pass")
      .def(
          "__init__",
          [](PythonPass *Self, std::string Name, std::string Summary,
             const std::vector<std::tuple<std::string, OptionValue, bool>>
                 &Options,
             nb::object Function) {
            new (Self) PythonPass(std::move(Function));
            Self->Name = std::move(Name);
            Self->Summary = std::move(Summary);
            for (const auto &[Option, Default, IsSize] : Options)
              Self->Options.push_back({Option, Default, IsSize});
          },
          "name"_a, "summary"_a, "options"_a, "function"_a)
      .def("check",
           [](const std::shared_ptr<PythonPass> &P) { return checkPass(P); });
}

} // namespace hlomem::python
