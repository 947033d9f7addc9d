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
#include "llvm/Support/TypeName.h"

namespace hlomem {

class AnalysisManager;
class Module;

/// Returns \p QualifiedName without its namespaces: "MemoryTimelineAnalysis".
StringRef stripNamespaces(StringRef QualifiedName);

/// Is the base of every analysis. An analysis is default-constructible and has
/// \code
///   struct FooAnalysis : public AnalysisInfoMixin<FooAnalysis> {
///     using Result = Foo; // a class; may be move-only
///     Result run(const Module &M, AnalysisManager &AM);
///     static AnalysisKey Key; // defined in one source file
///   };
/// \endcode
/// A Result may refer to the module and to the results of analyses that run()
/// requested: those outlive it.
template <class DerivedT> class AnalysisInfoMixin {
public:
  static const AnalysisKey *ID() { return &DerivedT::Key; }
  /// Returns the name of the analysis class, for messages.
  static StringRef name() {
    return stripNamespaces(llvm::getTypeName<DerivedT>());
  }
};

/// Runs analyses on request and caches their results until a pass invalidates
/// them. Bound to one module for life, since a cache that knew modules by
/// address would return the results of a destroyed module. Must not outlive the
/// module, and is not thread-safe.
class AnalysisManager {
public:
  /// Constructs a manager for \p M. \p Instrumentation, if not null, is
  /// notified of every analysis and must outlive the manager.
  explicit AnalysisManager(
      const Module &M, const AnalysisInstrumentation *Instrumentation = nullptr,
      Target Machine = {});
  AnalysisManager(const AnalysisManager &) = delete;
  AnalysisManager &operator=(const AnalysisManager &) = delete;
  /// Destroys results in the reverse of the order in which they were computed.
  ~AnalysisManager();

  const Module &getModule() const { return M; }

  /// Returns what the user states about the machine, which never changes.
  const Target &getTarget() const { return Machine; }

  /// Returns the result of \p AnalysisT and computes it if it is not cached.
  /// The manager owns it; it is valid until it is invalidated. Analyses that
  /// request each other in a cycle are a fatal error that names them.
  template <class AnalysisT> typename AnalysisT::Result &getResult() {
    using ModelT = ResultModel<typename AnalysisT::Result>;
    ResultConcept *R = lookUp(AnalysisT::ID());
    if (!R) {
      begin(AnalysisT::ID(), AnalysisT::name());
      R = end(std::make_unique<ModelT>(AnalysisT().run(M, *this)));
    }
    return static_cast<ModelT *>(R)->Result;
  }

  /// Returns the result of \p AnalysisT if it is cached, otherwise null.
  template <class AnalysisT> typename AnalysisT::Result *getCachedResult() {
    using ModelT = ResultModel<typename AnalysisT::Result>;
    ResultConcept *R = lookUp(AnalysisT::ID());
    return R ? &static_cast<ModelT *>(R)->Result : nullptr;
  }

  /// Adds \p N to a counter of a running analysis, if the instrumentation
  /// counts.
  void count(const CounterInfo &Counter, uint64_t N = 1) const {
    if (Instrumentation)
      Instrumentation->count(Counter, N);
  }

  /// Drops the results that \p Preserved does not preserve and, even if it
  /// preserves them, the results computed from those.
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
  /// Represents an analysis that is running or has a result.
  struct Entry {
    const AnalysisKey *ID;
    StringRef Name;
    /// Identifies the analyses whose results this one requested.
    KeySet Dependencies;
    /// Owns the result; null while the analysis is running.
    std::unique_ptr<ResultConcept> Result;
  };

  /// Returns the cached result or null, and notes that the running analysis
  /// used it.
  ResultConcept *lookUp(const AnalysisKey *ID);
  /// Begins the run of an analysis that has no result; end() ends it.
  void begin(const AnalysisKey *ID, StringRef Name);
  ResultConcept *end(std::unique_ptr<ResultConcept> Result);
  /// Reports that the running analyses from \p ID on request each other.
  [[noreturn]] void reportCycle(const AnalysisKey *ID) const;

  const Module &M;
  const AnalysisInstrumentation *Instrumentation;
  const Target Machine;
  /// Holds the results in the order in which they were computed, so that an
  /// entry comes after all that it depends on. A pipeline uses a handful: no
  /// map is needed.
  std::vector<Entry> Computed;
  /// Holds the running analyses, the innermost last.
  SmallVector<Entry, 4> Running;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_ANALYSISMANAGER_H
