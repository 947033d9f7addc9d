//===- PipelineErrorsTest.cpp - Mistakes in pipelines ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"
#include "hlomem/Pass/PipelineError.h"
#include "gtest/gtest.h"

using namespace hlomem;

namespace {

/// The message for \p Text; "offset: " before it.
std::string mistake(llvm::StringRef Text) {
  PassBuilder PB = test::makeBuilder();
  llvm::Expected<PassManager> PM = PB.parsePipeline(Text);
  if (PM)
    return "no mistake";
  std::string Result;
  llvm::handleAllErrors(PM.takeError(), [&](const PipelineError &E) {
    Result = std::to_string(E.getOffset()) + ": " + E.getMessage();
  });
  return Result;
}

TEST(PipelineErrorsTest, UnknownPass) {
  EXPECT_EQ(mistake("peek"), "0: unknown pass 'peek', did you mean 'peak'?");
  EXPECT_EQ(mistake("peak,  renam<x>"),
            "7: unknown pass 'renam', did you mean 'rename'?");
  EXPECT_EQ(mistake("frobnicate"), "0: unknown pass 'frobnicate'");
}

TEST(PipelineErrorsTest, UnknownOption) {
  EXPECT_EQ(mistake("rename,peak<toq=5>"),
            "12: pass 'peak' has no option 'toq', did you mean 'top'?");
  EXPECT_EQ(mistake("peak<xyzzy>"),
            "5: pass 'peak' has no option 'xyzzy', expected 'top', 'limit', "
            "'quick', 'checks', 'label', 'space', 'ids', 'names' or 'order'");
  EXPECT_EQ(mistake("rename<x>"), "7: pass 'rename' has no options, found 'x'");
}

TEST(PipelineErrorsTest, MissingValue) {
  EXPECT_EQ(mistake("peak<top>"),
            "8: option 'top' of pass 'peak' expects a number from 0 to "
            "4294967295, found no value");
  EXPECT_EQ(mistake("peak<top=>"),
            "9: option 'top' of pass 'peak' expects a number from 0 to "
            "4294967295, found nothing after '='");
  EXPECT_EQ(mistake("peak<label= ;quick>"),
            "12: option 'label' of pass 'peak' expects a text, found nothing "
            "after '='");
}

TEST(PipelineErrorsTest, ValueOfTheWrongType) {
  EXPECT_EQ(mistake("peak<top=x>"),
            "9: option 'top' of pass 'peak' expects a number from 0 to "
            "4294967295, found 'x'");
  EXPECT_EQ(mistake("peak<top=4294967296>"),
            "9: option 'top' of pass 'peak' expects a number from 0 to "
            "4294967295, found '4294967296'");
  EXPECT_EQ(mistake("peak<limit=-1>"),
            "11: option 'limit' of pass 'peak' expects a number from 0 to "
            "18446744073709551615, found '-1'");
  EXPECT_EQ(mistake("peak<space=hbm>"),
            "11: option 'space' of pass 'peak' expects a number from 0 to "
            "4294967295, found 'hbm'");
  EXPECT_EQ(mistake("peak<ids=1,,2>"),
            "9: option 'ids' of pass 'peak' expects a list with commas, each "
            "a number from 0 to 4294967295, found '1,,2'");
  EXPECT_EQ(mistake("peak<order=time>"),
            "11: option 'order' of pass 'peak' expects 'size' or "
            "'start-time', found 'time'");
}

TEST(PipelineErrorsTest, ValueGivenToAFlag) {
  EXPECT_EQ(mistake("peak<quick=3>"),
            "11: option 'quick' of pass 'peak' expects true, false or no "
            "value, found '3'");
  EXPECT_EQ(mistake("peak<quick=>"),
            "11: option 'quick' of pass 'peak' expects true, false or no "
            "value, found nothing after '='");
}

TEST(PipelineErrorsTest, OptionGivenTwice) {
  EXPECT_EQ(mistake("peak<top=1;quick;top=1>"),
            "17: option 'top' of pass 'peak' is given twice");
}

TEST(PipelineErrorsTest, EmptyOption) {
  EXPECT_EQ(mistake("peak<>"), "5: expected an option of pass 'peak', found "
                               "'>'");
  EXPECT_EQ(mistake("peak<top=1;>"),
            "11: expected an option of pass 'peak', found the end of its "
            "options");
  EXPECT_EQ(mistake("peak<;top=1>"),
            "5: expected an option of pass 'peak', found ';'");
  EXPECT_EQ(mistake("peak<=1>"),
            "5: expected an option of pass 'peak', found '='");
}

TEST(PipelineErrorsTest, EmptyPassName) {
  EXPECT_EQ(mistake("peak,,rename"),
            "5: expected the name of a pass, found ','");
  EXPECT_EQ(mistake("peak, "),
            "6: expected the name of a pass, found the end of the pipeline");
  EXPECT_EQ(mistake("<top=1>"), "0: expected the name of a pass, found '<'");
}

TEST(PipelineErrorsTest, EmptyPipeline) {
  EXPECT_EQ(mistake(""), "0: the pipeline is empty, expected a pass");
  EXPECT_EQ(mistake("  "), "0: the pipeline is empty, expected a pass");
}

TEST(PipelineErrorsTest, UnbalancedBrackets) {
  EXPECT_EQ(mistake("peak<top=1"),
            "10: expected '>' after the options of pass 'peak', found the end "
            "of the pipeline");
  EXPECT_EQ(mistake("peak<label=<x>"),
            "14: expected '>' after the options of pass 'peak', found the end "
            "of the pipeline");
  EXPECT_EQ(mistake("peak>"),
            "4: expected ',', '<' or the end after pass 'peak', found '>'");
  EXPECT_EQ(mistake("peak<top=1>rename"),
            "11: expected ',' or the end after pass 'peak', found 'r'");
}

TEST(PipelineErrorsTest, ParenthesesAreReserved) {
  EXPECT_EQ(mistake("peak(top=1)"),
            "4: parentheses are reserved, found '('; options are given as "
            "pass<option=value>");
  EXPECT_EQ(mistake("peak<top=1>)"),
            "11: parentheses are reserved, found ')'; options are given as "
            "pass<option=value>");
}

TEST(PipelineErrorsTest, TheLeftmostMistakeIsReported) {
  EXPECT_EQ(mistake("peak<quikc;top=x>"),
            "5: pass 'peak' has no option 'quikc', did you mean 'quick'?");
  EXPECT_EQ(mistake("peak<top=x>,peek"),
            "9: option 'top' of pass 'peak' expects a number from 0 to "
            "4294967295, found 'x'");
}

TEST(PipelineErrorsTest, PrintsTheTextWithACaret) {
  PassBuilder PB = test::makeBuilder();
  EXPECT_EQ(llvm::toString(PB.parsePipeline("rename,\n peek").takeError()),
            "unknown pass 'peek', did you mean 'peak'?\n"
            "  rename,  peek\n"
            "           ^");
}

} // namespace
