//===- HloTextParserTest.cpp ----------------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/HloText/HloTextParser.h"
#include "hlomem/HloText/InstructionParser.h"
#include "hlomem/IR/ProgramSource.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace hlomem;

namespace {

std::unique_ptr<ProgramSource> parse(StringRef Text) {
  auto Program = parseHloText(
      SourceText::whole(MemoryBuffer::getMemBufferCopy(Text, "m.txt")));
  if (!Program) {
    ADD_FAILURE() << toString(Program.takeError());
    return nullptr;
  }
  return std::move(*Program);
}

std::string namesOf(const ProgramSource &P, ComputationId C) {
  std::string Names;
  P.visit(C,
          [&](const SourceInstruction &I) { Names += (I.Name + " ").str(); });
  return Names;
}

std::string errorOf(StringRef Text) {
  auto Program = parseHloText(
      SourceText::whole(MemoryBuffer::getMemBufferCopy(Text, "m.txt")));
  return Program ? "no error" : toString(Program.takeError());
}

// What a computation named c owns, from the text of its body.
std::string errorOfBody(StringRef Body) {
  return errorOf(formatv("HloModule m\n\nENTRY c {\n{0}", Body).str());
}

TEST(HloTextParserTest, CutAnywhere) {
  StringRef Text = "HloModule m\n\nENTRY %e () -> f32[] {\n"
                   "  %a = f32[] constant(1)\n"
                   "  ROOT %b = f32[] negate(%a)\n}\n";
  // The last line feed may be missing.
  for (size_t Size = 0; Size + 1 < Text.size(); ++Size)
    EXPECT_NE(errorOf(Text.take_front(Size)), "no error") << Size;
  EXPECT_EQ(errorOf(Text), "no error");
}

constexpr StringLiteral Loop =
    "HloModule jit_f, is_scheduled=true, input_output_alias={ {0}: (1, {}, "
    "may-alias) }, entry_computation_layout={(f32[2]{0}, s32[])->(f32[2]{0})}\n"
    "\n"
    "%cond (p: (s32[], f32[2])) -> pred[] {\n"
    "  %p = (s32[], f32[2]{0}) parameter(0)\n"
    "  %five = s32[] constant(5)\n"
    "  %i = s32[] get-tuple-element((s32[], f32[2]{0}) %p), index=0\n"
    "  ROOT %lt = pred[] compare(s32[] %i, s32[] %five), direction=LT\n"
    "}\n"
    "\n"
    "ENTRY %main (b: s32[], a: f32[2]) -> f32[2] {\n"
    "  %a = f32[2]{0} parameter(1), metadata={op_name=\"a {\"}\n"
    "  ROOT %w = f32[2]{0} custom-call(%a, %b), custom_call_target=\"}\"\n"
    "  %b = s32[] parameter(0)\n"
    "}\n"
    "\n";

TEST(HloTextParser, Loop) {
  auto P = parse(Loop);
  ASSERT_TRUE(P);
  EXPECT_EQ(P->getModuleName(), "jit_f");
  EXPECT_EQ(P->getFileName(), "m.txt");
  EXPECT_TRUE(P->isScheduled());
  ASSERT_EQ(P->computations().size(), 2u);
  const ComputationId Cond(0), Main(1);
  EXPECT_EQ(P->getName(Cond), "cond");
  EXPECT_EQ(P->getName(Main), "main");
  EXPECT_EQ(P->getEntry(), Main);
  EXPECT_EQ(namesOf(*P, Cond), "p five i lt ");
  EXPECT_EQ(namesOf(*P, Main), "a w b ");
  EXPECT_EQ(P->getRoot(Cond).Name, "lt");
  EXPECT_EQ(P->getRoot(Main).Name, "w");
  EXPECT_EQ(P->findComputation("cond"), Cond);
  EXPECT_FALSE(P->findComputation("lt"));

  EXPECT_EQ(P->findOwner("lt"), Cond);
  EXPECT_EQ(P->findOwner("b"), Main);
  EXPECT_FALSE(P->has("cond"));

  std::optional<SourceInstruction> W = P->find("w");
  ASSERT_TRUE(W);
  EXPECT_EQ(W->Op, Opcode::CustomCall);
  EXPECT_EQ(W->OpcodeName, "custom-call");
  BumpPtrAllocator Arena;
  ShapeContext Shapes(Arena);
  InstructionDetails D = parseInstruction(W->Text, Shapes, Arena);
  EXPECT_TRUE(D.IsComplete);
  EXPECT_EQ(D.Operands.size(), 2u);
  EXPECT_EQ(D.getAttribute("custom_call_target"), StringRef("\"}\""));

  EXPECT_EQ(P->getHeaderAttribute("input_output_alias"),
            StringRef("{ {0}: (1, {}, may-alias) }"));
  EXPECT_EQ(P->getHeaderAttribute("entry_computation_layout"),
            StringRef("{(f32[2]{0}, s32[])->(f32[2]{0})}"));
  EXPECT_EQ(P->getHeaderAttribute("layout"), std::nullopt);
}

// The head of a text is not parsed again.
TEST(HloTextParser, KnowsHeads) {
  auto P = parse("HloModule m\n\nENTRY %e {\n"
                 "  %p.0 = (f32[2]{0}, /*index=1*/s32[]) parameter(0)\n"
                 "  g = f32[2]{0:T(8)} get-tuple-element(p.0), index=0\n"
                 "  ROOT %c = f32[] constant(1)\n}\n");
  ASSERT_TRUE(P);
  P->visit(P->getEntry(), [&](const SourceInstruction &I) {
    BumpPtrAllocator Arena;
    ShapeContext Shapes(Arena);
    InstructionDetails Known = P->readDetails(I, Shapes, Arena);
    InstructionDetails Parsed = parseInstruction(I.Text, Shapes, Arena);
    EXPECT_EQ(Known.Name, Parsed.Name);
    EXPECT_EQ(Known.Type, Parsed.Type);
    EXPECT_EQ(Known.Op, Parsed.Op);
    EXPECT_EQ(Known.OpcodeName, Parsed.OpcodeName);
    EXPECT_EQ(Known.OperandText, Parsed.OperandText);
    EXPECT_EQ(Known.Attributes.size(), Parsed.Attributes.size());
  });
}

// A backslash escapes what follows, be it a quote or another backslash.
TEST(HloTextParser, FindsTheEndsOfStrings) {
  BumpPtrAllocator Arena;
  ShapeContext Shapes(Arena);
  auto Parse = [&](StringRef String) {
    std::string Text = ("c = f32[] custom-call(), a=" + String + ", b=1").str();
    InstructionDetails D =
        parseInstruction(StringRef(Text).copy(Arena), Shapes, Arena);
    return D.IsComplete && D.getAttribute("a") == String &&
           D.getAttribute("b") == StringRef("1");
  };
  for (StringRef Whole : {R"("")", R"("a")", R"("\\")", R"("\"")",
                          R"("x\\\"}y")", R"("\"\"")", R"({"\"}" "]"})"})
    EXPECT_TRUE(Parse(Whole)) << Whole.str();
  for (StringRef Open : {R"(")", R"("\")", R"("a\\\")", R"({"}")"})
    EXPECT_FALSE(Parse(Open)) << Open.str();
}

TEST(HloTextParser, ReadsNamesWithoutPercentAndTypes) {
  auto P = parse("HloModule old.1\n\nadd {\n  x = f32[] parameter(0)\n"
                 "  y = f32[] parameter(1)\n  ROOT s = f32[] add(x, y)\n}\n\n"
                 "ENTRY e {\n  ROOT c = f32[] constant(1)\n}\n\n");
  ASSERT_TRUE(P);
  EXPECT_EQ(P->getModuleName(), "old.1");
  EXPECT_FALSE(P->isScheduled());
  EXPECT_EQ(P->getName(ComputationId(0)), "add");
  EXPECT_EQ(P->find("s")->Text, "s = f32[] add(x, y)");
  EXPECT_EQ(P->getName(P->getEntry()), "e");
}

TEST(HloTextParser, ReadsCarriageReturns) {
  std::string Text = Loop.str();
  for (size_t At = 0; (At = Text.find('\n', At)) != std::string::npos; At += 2)
    Text.insert(At, 1, '\r');
  auto P = parse(Text);
  ASSERT_TRUE(P);
  EXPECT_EQ(P->getHeaderAttribute("entry_computation_layout"),
            StringRef("{(f32[2]{0}, s32[])->(f32[2]{0})}"));
  EXPECT_EQ(P->find("five")->Text, "%five = s32[] constant(5)");
  EXPECT_EQ(namesOf(*P, P->getEntry()), "a w b ");
}

TEST(HloTextParser, SkipsStackFrameTables) {
  auto P = parse(
      "HloModule m, is_scheduled=true\n\nFileNames\n1 \"a.py\"\n2 \"b {.py\"\n"
      "\nFunctionNames\n1 \"<module>\"\n\nFileLocations\n1 {file_name_id=1 "
      "function_name_id=1 line=5}\n\nStackFrames\n1 {file_location_id=1 "
      "parent_frame_id=1}\n\n\nENTRY %e () -> f32[] {\n"
      "  ROOT %c = f32[] constant(1), metadata={stack_frame_id=1}\n}\n");
  ASSERT_TRUE(P);
  EXPECT_EQ(P->computations().size(), 1u);
  EXPECT_EQ(namesOf(*P, P->getEntry()), "c ");
}

TEST(HloTextParser, ReadsHeaderTablesOfManyLines) {
  auto P = parse("HloModule m, origin_recovery_table={\n"
                 "  {\"c\"} : {\"c0\"},\n  \"\n    ENTRY %r (p: s32[]) -> "
                 "s32[] {\n      ROOT %p = s32[] parameter(0)\n    }\n  \"\n}\n"
                 ", is_scheduled=true\n\n"
                 "ENTRY %e () -> f32[] {\n  ROOT %c = f32[] constant(1)\n}\n");
  ASSERT_TRUE(P);
  EXPECT_TRUE(P->isScheduled());
  EXPECT_EQ(namesOf(*P, P->getEntry()), "c ");
}

TEST(HloTextParser, ReadsWhatFollowsAClosingBrace) {
  auto P = parse("HloModule m\n\n%a () -> f32[] {\n  ROOT %x = f32[] "
                 "constant(1)\n}, execution_thread=\"host\"\n\n%b () -> f32[] "
                 "{\n  ROOT %y = f32[] constant(1)\n} // b\n\nENTRY %e () -> "
                 "f32[] {\n  ROOT %z = f32[] constant(1)\n}");
  ASSERT_TRUE(P);
  EXPECT_EQ(P->computations().size(), 3u);
}

TEST(HloTextParser, ReadsLineFeedsInsideStrings) {
  auto P = parse("HloModule m\n\nENTRY e {\n"
                 "  a = f32[] constant(1), backend_config={\"x\":\"one\n"
                 "  b = two\n}\nthree\"}\n"
                 "  ROOT c = f32[] negate(a)\n}\n");
  ASSERT_TRUE(P);
  ASSERT_EQ(namesOf(*P, P->getEntry()), "a c ");
  EXPECT_TRUE(P->find("a")->Text.ends_with("three\"}"));
}

// Before April 2025 a string could hold quotes that nothing escapes.
TEST(HloTextParser, ReadsStringsThatAreNotClosed) {
  auto P = parse("HloModule m\n\nENTRY e {\n"
                 "  a = f32[] constant(1), frontend_attributes={x=\"\"\"}\n"
                 "  ROOT c = f32[] negate(a)\n}\n");
  ASSERT_TRUE(P);
  ASSERT_EQ(namesOf(*P, P->getEntry()), "a c ");
  EXPECT_TRUE(P->find("a")->Text.ends_with("{x=\"\"\"}"));
}

TEST(HloTextParser, ReadsCommentsInTypesAndOperands) {
  auto P = parse("HloModule m\n\nENTRY %e (a: (s8[], s8[], s8[], s8[], s8[], "
                 "/*index=5*/s8[])) -> s8[] {\n"
                 "  %a = (s8[], s8[], s8[], s8[], s8[], /*index=5*/s8[]) "
                 "parameter(0)\n"
                 "  ROOT %c = s8[] get-tuple-element(%a), index=5\n}\n");
  ASSERT_TRUE(P);
  EXPECT_EQ(P->find("a")->Op, Opcode::Parameter);
  EXPECT_EQ(namesOf(*P, P->getEntry()), "a c ");
}

TEST(HloTextParser, KeepsUnknownOpcodes) {
  auto P = parse("HloModule m\n\nENTRY e {\n  ROOT c = ((f32[]), f32[], u32[]) "
                 "shiny-start(), x=1\n}\n");
  ASSERT_TRUE(P);
  EXPECT_EQ(P->find("c")->Op, Opcode::Unknown);
  EXPECT_EQ(P->find("c")->OpcodeName, "shiny-start");
}

TEST(HloTextParserErrors, OtherFiles) {
  EXPECT_EQ(errorOf(""), "m.txt:1:1: expected 'HloModule', found end of file");
  EXPECT_EQ(errorOf("BufferAssignment:\n"),
            "m.txt:1:1: expected 'HloModule', found 'BufferAssignment:'");
}

TEST(HloTextParserErrors, Headers) {
  EXPECT_EQ(errorOf("HloModule \n"), "m.txt:1:11: expected the name of the "
                                     "module, found end of line");
  EXPECT_EQ(errorOf("HloModule m, x\n"),
            "m.txt:1:14: expected an attribute of the module, 'key=value', "
            "found 'x'");
  EXPECT_EQ(errorOf("HloModule m, x={\n\nENTRY e {\n"),
            "m.txt:1:12: expected a header whose brackets and strings are "
            "closed, found ', x={'");
}

TEST(HloTextParserErrors, Tables) {
  EXPECT_EQ(errorOf("HloModule m\n\nFileNames\n1 \"a\"\nENTRY e {\n"),
            "m.txt:5:1: expected a number and a name or '{', or an empty "
            "line, found 'ENTRY e {'");
}

TEST(HloTextParserErrors, Computations) {
  EXPECT_EQ(errorOf("HloModule m\n"),
            "m.txt:2:1: expected an ENTRY computation, found end of file");
  EXPECT_EQ(errorOf("HloModule m\n\n  foo\n"),
            "m.txt:3:1: expected a computation, found '  foo'");
  EXPECT_EQ(errorOf("HloModule m\n\nfoo bar\n"),
            "m.txt:3:4: expected ' {' or the parameters of the computation, "
            "found ' bar'");
  EXPECT_EQ(errorOf("HloModule m\n\nfoo (a: f32[])\n"),
            "m.txt:3:15: expected a computation's result type and '{', found "
            "end of line");
  EXPECT_EQ(errorOf("HloModule m\n\nc {\n  ROOT a = s8[] constant(1)\n}\n\n"
                    "c {\n"),
            "m.txt:7:1: a second computation is named 'c'");
  EXPECT_EQ(errorOf("HloModule m\n\nENTRY c {\n  ROOT a = s8[] "
                    "constant(1)\n}\n\nENTRY d {\n"),
            "m.txt:7:1: there already is an ENTRY computation");
  EXPECT_EQ(errorOf("HloModule m\n\nc {\n  ROOT a = s8[] constant(1)\n}\n"),
            "m.txt:6:1: expected an ENTRY computation, found end of file");
}

TEST(HloTextParserErrors, Instructions) {
  EXPECT_EQ(errorOfBody("  a = f32[] constant(1)\n  foo\n}\n"),
            "m.txt:5:3: expected an instruction or '}', found 'foo'");
  EXPECT_EQ(errorOfBody("  ROOT a = f32[] constant(1)\n"),
            "m.txt:5:1: expected an instruction or '}', found end of file");
  EXPECT_EQ(errorOfBody("  a = f32[]\n}\n"),
            "m.txt:4:7: expected a shape and an opcode, found 'f32[]'");
  EXPECT_EQ(errorOfBody("  a = f32[] constant\n}\n"),
            "m.txt:4:13: expected an opcode and '(', found 'constant'");
  EXPECT_EQ(errorOfBody("  a = f32[] constant(1)\n}\n"),
            "m.txt:5:1: expected a ROOT instruction before the end of 'c'");
  EXPECT_EQ(errorOfBody("  ROOT a = f32[] constant(1)\n"
                        "  ROOT b = f32[] constant(1)\n}\n"),
            "m.txt:5:3: computation 'c' already has a root");
  EXPECT_EQ(errorOfBody("  ROOT a = f32[] constant(1)\n"
                        "  a = f32[] constant(1)\n}\n"),
            "m.txt:5:3: a second instruction is named 'a'");
}

TEST(HloTextParserErrors, Parameters) {
  EXPECT_EQ(errorOfBody("  ROOT a = f32[] parameter(x)\n}\n"),
            "m.txt:4:28: expected the number of the parameter and ')', found "
            "'x)'");
  EXPECT_EQ(errorOfBody("  ROOT a = f32[] parameter(1)\n}\n"),
            "m.txt:4:28: computation 'c' has only 1 parameters");
  EXPECT_EQ(errorOfBody("  ROOT a = f32[] parameter(0)\n"
                        "  b = f32[] parameter(0)\n}\n"),
            "m.txt:5:23: computation 'c' has parameter 0 already");
}

} // namespace
