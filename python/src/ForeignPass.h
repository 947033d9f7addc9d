//===- ForeignPass.h - A pass that is no C++, without LLVM ------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file declares what the extension knows of passes that it adds to a run:
/// plain structs, as in Facade.h.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PYTHON_SRC_FOREIGNPASS_H
#define HLOMEM_PYTHON_SRC_FOREIGNPASS_H

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace hlomem::python {

struct Table;

/// Holds a number or a number of bytes, a truth or a text.
using OptionValue = std::variant<uint64_t, bool, std::string>;

struct ForeignOption {
  std::string Name;
  OptionValue Default;
  /// Is true for a number of bytes, which is written with a unit.
  bool IsSize = false;
};

/// Represents a piece of what a pass says: a text without a name, or an
/// argument.
struct RemarkPart {
  std::string Name;
  std::variant<uint64_t, std::string> Value;
  /// Is true for a number of bytes.
  bool IsSize = false;
};

/// Represents a module while a pass runs over it. Only the thread that runs the
/// pass may use it, until the pass ends.
class ModuleView {
public:
  virtual ~ModuleView() = default;
  /// Returns false on any other thread than that of the pass.
  virtual bool isUsableHere() const = 0;
  virtual std::string getName() const = 0;
  /// Returns the table called \p Name with all rows; null if there is none.
  virtual std::shared_ptr<Table> makeTable(const std::string &Name) = 0;
  /// Emits a remark, whose place in the dump is that of the value with the id
  /// \p Value; of the module, if there is none. Returns false if no value has
  /// the id.
  virtual bool remark(const std::vector<RemarkPart> &Parts,
                      std::optional<uint64_t> Value) = 0;
};

/// Is the base class of a pass that reports. It outlives all runs that it is
/// given to.
class ForeignPass {
public:
  virtual ~ForeignPass() = default;
  /// Runs over \p M, on any thread, for several modules at once; nothing may be
  /// thrown. \p Values are of Options. Returns why it failed; empty if it did
  /// not.
  virtual std::string run(ModuleView &M,
                          const std::vector<OptionValue> &Values) const = 0;

  std::string Name;
  /// Is one sentence without a full stop.
  std::string Summary;
  std::vector<ForeignOption> Options;
};

/// Returns why \p P cannot be a pass; empty if it can.
std::string checkPass(const std::shared_ptr<const ForeignPass> &P);

} // namespace hlomem::python

#endif // HLOMEM_PYTHON_SRC_FOREIGNPASS_H
