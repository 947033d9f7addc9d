//===- TableWritersTest.cpp -----------------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Tables/TableWriters.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace hlomem;

namespace {

/// Has two memory spaces and nothing else.
class TwoSpaces final : public ModuleTables {
public:
  void visitSpaces(function_ref<void(const SpacesRow &)> Visit) override {
    Visit({.Module = "m",
           .Space = 0,
           .Name = "a\"b,c\nd\xff",
           .AllocationCount = 2,
           .Allocated = Bytes(18446744073709551614u),
           .Peak = Bytes(0)});
    Visit({.Module = StringRef("\0", 1),
           .Space = 1,
           .Name = "",
           .Allocated = Bytes::overflow(),
           .PeakPosition = 7});
  }
  void visitModules(function_ref<void(const ModulesRow &)>) override {}
  void visitAllocations(function_ref<void(const AllocationsRow &)>) override {}
  void visitValues(function_ref<void(const ValuesRow &)>) override {}
  void visitLiveRanges(function_ref<void(const LiveRangesRow &)>) override {}
  void visitInstructions(function_ref<void(const InstructionsRow &)>) override {
  }
  void visitUses(function_ref<void(const UsesRow &)>) override {}
  void visitParts(function_ref<void(const PartsRow &)>) override {}
  void visitLoops(function_ref<void(const LoopsRow &)>) override {}
  void visitChanges(function_ref<void(const ChangesRow &)>) override {}
  void visitContents(function_ref<void(const ContentsRow &)>) override {}
};

std::string write(const TableFormat &Format, bool IsMixed = false) {
  TwoSpaces T;
  std::string Text;
  raw_string_ostream OS(Text);
  Format.Write(T, *findTable("spaces"), IsMixed, OS);
  return Text;
}

TEST(TableWritersTest, CsvQuotesAndLeavesOutWhatIsUnknown) {
  EXPECT_EQ(write(CsvFormat),
            "m,0,\"a\"\"b,c\nd\xEF\xBF\xBD\",2,18446744073709551614,0,0,,\n"
            "\"\xEF\xBF\xBD\",1,\"\",0,,0,,7,\n");
}

TEST(TableWritersTest, JsonHasAllColumns) {
  EXPECT_EQ(
      write(JsonlFormat, /*IsMixed=*/true),
      "{\"table\":\"spaces\",\"module\":\"m\",\"space\":0,\"name\":"
      "\"a\\\"b,c\\nd\xEF\xBF\xBD\",\"allocation_count\":2,\"allocated\":"
      "18446744073709551614,\"thread_local\":0,\"peak\":0,\"peak_position\":"
      "null,\"memory_limit\":null}\n"
      "{\"table\":\"spaces\",\"module\":\"\\u0000\",\"space\":1,\"name\":\"\","
      "\"allocation_count\":0,\"allocated\":null,\"thread_local\":0,\"peak\":"
      "null,\"peak_position\":7,\"memory_limit\":null}\n");
}

TEST(TableWritersTest, DescriptionsAreThoseOfTheRows) {
  const TableInfo &Info = *findTable("spaces");
  EXPECT_EQ(Info.Kind, TableKind::Spaces);
  EXPECT_EQ(&Info, &tables()[size_t(TableKind::Spaces)]);
  EXPECT_EQ(tables().size(), TableCount);
  EXPECT_EQ(Info.Header, "module,space,name,allocation_count,allocated,thread_"
                         "local,peak,peak_position,memory_limit\n");
  SpacesRow Row{.Space = 3, .PeakPosition = 5};
  EXPECT_EQ(*Info.Columns[1].get<uint64_t>(&Row), 3u);
  EXPECT_EQ(*Info.Columns[7].get<uint64_t>(&Row), 5u);
  EXPECT_EQ(Info.Columns[8].get<Bytes>(&Row), nullptr);
  EXPECT_EQ(findTable("space"), nullptr);
}

} // namespace
