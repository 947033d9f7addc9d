//===- TableExporter.td - Exporters of tables ---------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_TABLES_TABLEEXPORTER_TD
#define HLOMEM_PASSES_TABLES_TABLEEXPORTER_TD

include "hlomem/Passes/Analyses.td"

/// Declares the option `tables` of an exporter of tables.
def TablesOption : Option<"Tables", "tables", "std::vector<std::string>", "",
                            "The tables to write; all by default">;

/// Declares an exporter of tables.
class TableExporter<string passName> : Pass<passName> {
  let options = [TablesOption];
  let writesDocument = true;
  let writesTables = true;
  let extension = passName;
  let analyses = [
    BackendAnalysis, LivenessAnalysis, LoopAnalysis, PartsAnalysis,
    ReplayAnalysis, SpacesAnalysis, UserSourceAnalysis, ValueFlowAnalysis
  ];
}

#endif // HLOMEM_PASSES_TABLES_TABLEEXPORTER_TD
