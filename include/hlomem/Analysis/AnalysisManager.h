//===- AnalysisManager.h - Analyses of one module, computed once ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_ANALYSISMANAGER_H
#define HLOMEM_ANALYSIS_ANALYSISMANAGER_H

#include "hlomem/Analysis/AnalysisInstrumentation.h"
#include "hlomem/Analysis/PreservedAnalyses.h"
#include "hlomem/Analysis/Target.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/TypeName.h"
#include <cassert>
#include <memory>
#include <utility>
#include <vector>

namespace hlomem {

class AnalysisManager;
class Module;

/// \p QualifiedName without its namespaces: "MemoryTimelineAnalysis".
llvm::StringRef stripNamespaces(llvm::StringRef QualifiedName);

/// Base of every analysis. An analysis is default-constructible and has
/// \code
///   struct FooAnalysis : public AnalysisInfoMixin<FooAnalysis> {
///     using Result = Foo; // a class; may be move-only
///     Result run(const Module &M, AnalysisManager &AM);
///     static AnalysisKey Key; // defined in one source file
///   };
/// \endcode
/// A Result may refer to the module and to the results of analyses that run()
/// asked for: those outlive it.
template <class DerivedT> class AnalysisInfoMixin {
public:
  static const AnalysisKey *ID() { return &DerivedT::Key; }
  /// The class's name, for messages.
  static llvm::StringRef name() {
    return stripNamespaces(llvm::getTypeName<DerivedT>());
  }
};

/// Runs analyses when they are asked for and keeps their results until a pass
/// invalidates them. Bound to one module for life, since a cache that knows
/// modules by address would serve the results of a module that is gone. Must
/// not outlive the module. Not to be shared between threads.
class AnalysisManager {
public:
  /// \p Instrumentation, if any, is told of every analysis and must outlive the
  /// manager.
  explicit AnalysisManager(
      const Module &M, const AnalysisInstrumentation *Instrumentation = nullptr,
      Target Machine = {});
  AnalysisManager(const AnalysisManager &) = delete;
  AnalysisManager &operator=(const AnalysisManager &) = delete;
  /// Destroys results in the reverse of the order in which they were computed.
  ~AnalysisManager();

  const Module &getModule() const { return M; }

  /// What the user says of the machine; never changes.
  const Target &getTarget() const { return Machine; }

  /// The result of \p AnalysisT, computed if it is not cached. Owned by the
  /// manager and valid until it is invalidated. Analyses that ask for each
  /// other in a circle are a fatal error that names them.
  template <class AnalysisT> typename AnalysisT::Result &getResult() {
    using ModelT = ResultModel<typename AnalysisT::Result>;
    ResultConcept *R = lookUp(AnalysisT::ID());
    if (!R) {
      begin(AnalysisT::ID(), AnalysisT::name());
      R = end(std::make_unique<ModelT>(AnalysisT().run(M, *this)));
    }
    return static_cast<ModelT *>(R)->Result;
  }

  /// The result of \p AnalysisT if it is cached, otherwise null.
  template <class AnalysisT> typename AnalysisT::Result *getCachedResult() {
    using ModelT = ResultModel<typename AnalysisT::Result>;
    ResultConcept *R = lookUp(AnalysisT::ID());
    return R ? &static_cast<ModelT *>(R)->Result : nullptr;
  }

  /// Counts \p N more for an analysis that runs, if anybody wants to know.
  void count(const CounterInfo &Counter, uint64_t N = 1) const {
    if (Instrumentation)
      Instrumentation->count(Counter, N);
  }

  /// Drops the results that \p Preserved does not preserve and, whatever it
  /// claims, the results computed from them.
  /// \pre No analysis is running.
  void invalidate(const PreservedAnalyses &Preserved);

private:
  struct ResultConcept {
    virtual ~ResultConcept() = default;
  };
  template <class ResultT> struct ResultModel final : ResultConcept {
    explicit ResultModel(ResultT &&R) : Result(std::move(R)) {}
    ResultT Result;
  };

  using KeySet = llvm::SmallPtrSet<const AnalysisKey *, 4>;
  /// An analysis that is running or has a result.
  struct Entry {
    const AnalysisKey *ID;
    llvm::StringRef Name;
    /// The analyses whose results it asked for.
    KeySet Dependencies;
    /// Null while it is running.
    std::unique_ptr<ResultConcept> Result;
  };

  /// The cached result or null; notes that the running analysis used it.
  ResultConcept *lookUp(const AnalysisKey *ID);
  /// Around the run of an analysis that has no result.
  void begin(const AnalysisKey *ID, llvm::StringRef Name);
  ResultConcept *end(std::unique_ptr<ResultConcept> Result);
  /// The running analyses from \p ID on ask for each other.
  [[noreturn]] void reportCycle(const AnalysisKey *ID) const;

  const Module &M;
  const AnalysisInstrumentation *Instrumentation;
  const Target Machine;
  /// In the order in which they were finished, so that an entry comes after
  /// all that it depends on. A pipeline uses a handful: no map is needed.
  std::vector<Entry> Computed;
  /// The analyses that are running, innermost last.
  llvm::SmallVector<Entry, 4> Running;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_ANALYSISMANAGER_H
