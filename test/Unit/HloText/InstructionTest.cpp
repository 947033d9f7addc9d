//===- InstructionTest.cpp - Tests of the instruction parser --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstructionTest.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace hlomem;
using namespace hlomem::test;

namespace {

/// The text put together again from what was read.
std::string rebuild(const InstructionDetails &I) {
  std::string Text = ("%" + I.Name + " = ").str();
  Text += print(I.Type);
  Text += (" " + I.OpcodeName + "(" + I.OperandText + ")").str();
  for (const Attribute &A : I.Attributes)
    Text += (", " + A.Key + "=" + A.Value).str();
  return Text;
}

//===----------------------------------------------------------------------===//
// Real instructions, of every form of text
//===----------------------------------------------------------------------===//

TEST_F(InstructionTest, NothingIsLostFromRealInstructions) {
  for (StringRef Text : {
           "%copy.9 = s32[] copy(%get-tuple-element.87)",
           "%copy.20 = u32[] copy(%copy.13), control-predecessors={%copy.12}",
           "%constant.25 = u32[4]{0} constant({13, 15, 26, 6}), "
           "metadata={op_name=\"jit(_truncated_normal)/jit(_uniform)\"}",
           "%tuple.14 = (s32[], u32[32,16]{1,0}, u32[32,16]{1,0}, u32[], "
           "u32[], /*index=5*/u32[], u32[4]{0}, u32[4]{0}) tuple(%add.57, "
           "%broadcast_add_fusion.1, %broadcast_add_fusion, %copy.20, "
           "%copy.21, /*index=5*/%copy.22, %copy.23, %copy.24)",
           "%lt.1 = pred[] compare(%get-tuple-element.60, %constant.78), "
           "direction=LT, "
           "metadata={op_name=\"jit(_uniform)/while/cond/lt\" "
           "source_file=\"/home/u/_linear.py\" source_line=55 "
           "source_end_line=55 source_column=12 source_end_column=88}",
           "%while.9 = (s32[], u32[4]{0}) while(%tuple.12), "
           "condition=%region_1.206.clone.clone, "
           "body=%region_0.193.clone.clone.clone, "
           "metadata={op_name=\"jit(_uniform)/while\"}, "
           "backend_config={\"known_trip_count\":{\"n\":\"5\"},"
           "\"known_init_step\":{\"init\":\"0\",\"step\":\"1\"},"
           "\"known_induction_variable\":{\"tuple_index\":\"0\"}}",
           "%copy-start = (f32[64,64]{1,0:T(8,128)S(1)}, "
           "f32[64,64]{1,0:T(8,128)}, u32[]{:S(2)}) copy-start(%Arg_1.2), "
           "cross_program_prefetch_index=0",
           "%broadcast_add_fusion = u32[64]{0:T(128)S(1)} fusion(), "
           "kind=kLoop, calls=%fused_computation.32",
           "%rng-get-and-update-state = u64[2]{0} "
           "rng-get-and-update-state(), delta=1024",
           "%fusion = f32[32,32]{1,0} fusion(u64[] %constant_185, u64[2]{0} "
           "%rng-get-and-update-state, s32[] %Arg_0.1, s32[] %Arg_1.2), "
           "kind=kLoop, calls=%fused_computation",
           "%param.2 = f32[64,32]{1,0} parameter(3), "
           "sharding={devices=[4,1]0,1,2,3}",
           "%all-gather = s32[4,4,1]{2,1,0} all-gather(s32[1,4,1]{2,1,0} "
           "%fusion.3), channel_id=1, replica_groups={{0,1,2,3}}, "
           "dimensions={0}, use_global_device_ids=true",
           "%all-reduce.2 = f32[1280]{0} all-reduce(f32[1280]{0} "
           "%concatenate.1), channel_id=2, replica_groups={{0}}, "
           "to_apply=%add",
           "%slice.2 = f32[1024]{0} slice(f32[1280]{0} %all-reduce.2), "
           "slice={[0:1024]}",
           "%tuple.6.0 = (f32[2,128,4096]{2,1,0}) tuple(f32[2,128,4096]"
           "{2,1,0} %loop_broadcast_fusion)",
           "%cublas-gemm.1 = f32[64,32]{1,0} custom-call(f32[64,32]{1,0} "
           "%param.2, f32[32,32]{1,0} %param.1), "
           "custom_call_target=\"__cublas$gemm\", "
           "metadata={op_type=\"dot_general\" "
           "op_name=\"dot_general[dimension_numbers=(((1,), (0,)), ((), ())) "
           "precision=None]\" source_file=\"linear.py\" source_line=190}, "
           "backend_config=\"{\\\"alpha_real\\\":1,\\\"batch_size\\\":"
           "\\\"1\\\"}\"",
       })
    EXPECT_EQ(rebuild(parse(Text)), Text);
}

TEST_F(InstructionTest, PercentSignsMayBeMissing) {
  InstructionDetails I =
      parse("add.1 = f32[2]{0} add(f32[2]{0} x, y.2), to_apply=region, "
            "control-predecessors={a, b}");
  EXPECT_EQ(I.Name, "add.1");
  EXPECT_EQ(operandsOf(I), "x:f32[2]{0} y.2");
  EXPECT_EQ(callsOf(I), "to_apply=region");
  ASSERT_EQ(I.ControlPredecessors.size(), 2u);
  EXPECT_EQ(I.ControlPredecessors[1], "b");
}

TEST_F(InstructionTest, UnknownOpcodeIsAPlainWord) {
  InstructionDetails I =
      parse("%x = ((f32[2]{0}), f32[2]{0}, u32[]) frobnicate-start(%a)");
  EXPECT_EQ(I.Op, Opcode::Unknown);
  EXPECT_EQ(I.OpcodeName, "frobnicate-start");
  EXPECT_EQ(operandsOf(I), "a");
  // Such an opcode may take a literal as well.
  EXPECT_TRUE(parse("%x = f32[2]{0} frobnicate({1, 2})").Operands.empty());
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

TEST_F(InstructionTest, OperandTypes) {
  InstructionDetails I =
      parse("%f = f32[3]{0} fusion(f32[3,2]{1,0:T(8,128)(2,1)S(1)} %a.1, "
            "(s32[], (f32[2]{0}, token[])) %b-2, %c), kind=kLoop, calls=%fc");
  EXPECT_EQ(operandsOf(I), "a.1:f32[3,2]{1,0:T(8,128)(2,1)S(1)} "
                           "b-2:(s32[], (f32[2]{0}, token[])) c");
  EXPECT_EQ(I.Operands[2].Type, nullptr);
}

TEST_F(InstructionTest, CommentsBetweenOperandsAndInTypes) {
  InstructionDetails I = parse(
      "%t = (s32[]) tuple(%a, %b, %c, %d, %e, /*index=5*/%f, "
      "(s32[], s32[], s32[], s32[], s32[], /*index=5*/pred[]) %g, %h, %i, "
      "%j, /*index=10*/s32[] %k)");
  EXPECT_EQ(operandsOf(I), "a b c d e f g:(s32[], s32[], s32[], s32[], s32[], "
                           "/*index=5*/pred[]) h i j k:s32[]");
}

TEST_F(InstructionTest, ConstantsKeepTheirLiteral) {
  InstructionDetails I = parse("%c = s32[] constant(5), metadata={}");
  EXPECT_EQ(I.Op, Opcode::Constant);
  EXPECT_EQ(I.OperandText, "5");
  EXPECT_TRUE(I.Operands.empty());
  EXPECT_EQ(parse("%c = f32[2,2]{1,0} constant({ { -1, nan }, { inf, 2e-05 } "
                  "})")
                .OperandText,
            "{ { -1, nan }, { inf, 2e-05 } }");
  EXPECT_EQ(parse("%c = f32[99]{0} constant({...})").OperandText, "{...}");
  EXPECT_EQ(parse("%c = c64[] constant((1, -2))").OperandText, "(1, -2)");
  EXPECT_EQ(parse("%c = pred[2]{0} constant({true, false})").OperandText,
            "{true, false}");
  EXPECT_EQ(parse("%c = (s32[], pred[]) constant((1, true))").OperandText,
            "(1, true)");
}

TEST_F(InstructionTest, ParameterNumber) {
  EXPECT_EQ(parse("%p = s32[] parameter(12)").getParameterNumber(), 12u);
  EXPECT_EQ(
      parse("%p = s32[] parameter(18446744073709551615)").getParameterNumber(),
      18446744073709551615u);
  EXPECT_EQ(
      parse("%p = s32[] parameter(18446744073709551616)").getParameterNumber(),
      std::nullopt);
  EXPECT_EQ(parse("%p = s32[] parameter(x)").getParameterNumber(),
            std::nullopt);
  EXPECT_EQ(parse("%p = s32[] parameter()").getParameterNumber(), std::nullopt);
  EXPECT_EQ(parse("%p = s32[] constant(3)").getParameterNumber(), std::nullopt);
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

TEST_F(InstructionTest, AttributesInOrderAndAsTheyStand) {
  InstructionDetails I = parse(
      "%c = f32[1]{0} convolution(%a, %b), window={size=3x3 pad=0_0x1_1}, "
      "dim_labels=b01f_01io->b01f, replica_groups=[2,4]<=[8]T(1,0), "
      "output_to_operand_aliasing={{0}: (1, {})}, slice={[0:4], [1:2]}, "
      "sharding={devices=[2,2]<=[4] last_tile_dim_replicate}, "
      "window=second");
  EXPECT_EQ(keysOf(I), "window dim_labels replica_groups "
                       "output_to_operand_aliasing slice sharding window");
  EXPECT_EQ(I.getAttribute("window"), "{size=3x3 pad=0_0x1_1}");
  EXPECT_EQ(I.getAttribute("dim_labels"), "b01f_01io->b01f");
  EXPECT_EQ(I.getAttribute("replica_groups"), "[2,4]<=[8]T(1,0)");
  EXPECT_EQ(I.getAttribute("output_to_operand_aliasing"), "{{0}: (1, {})}");
  EXPECT_EQ(I.getAttribute("slice"), "{[0:4], [1:2]}");
  EXPECT_EQ(I.getAttribute("kind"), std::nullopt);
}

TEST_F(InstructionTest, SignsInsideStringsAreText) {
  InstructionDetails I = parse(
      "%c = f32[1]{0} custom-call(%a), custom_call_target=\"a, b=}])|<1 x "
      "@0>\", opaque=\"quote \\\" and \\\\\", "
      "origin={{\"x\" {0}}, {\"y(\"}}, api_version=A");
  EXPECT_EQ(keysOf(I), "custom_call_target opaque origin api_version");
  EXPECT_EQ(I.getAttribute("custom_call_target"), "\"a, b=}])|<1 x @0>\"");
  EXPECT_EQ(I.getAttribute("opaque"), "\"quote \\\" and \\\\\"");
}

TEST_F(InstructionTest, RawQuotesInFrontendAttributes) {
  InstructionDetails I = parse(
      "%p = f32[8]{0} parameter(0), sharding={replicated}, "
      "frontend_attributes={xla.sdy.sharding=\"#sdy.sharding_per_value<[<@mesh,"
      " [{\"x\", \"y\"}, {}]>]>\"}, metadata={op_name=\"x\"}");
  EXPECT_EQ(keysOf(I), "sharding frontend_attributes metadata");
  EXPECT_EQ(I.Metadata.OpName, "x");
}

TEST_F(InstructionTest, CalledComputationsWithTheirRoles) {
  EXPECT_EQ(callsOf(parse("%w = (s32[]) while(%t), condition=%c.1, body=%b")),
            "condition=c.1 body=b");
  EXPECT_EQ(callsOf(parse("%x = s32[] conditional(%p, %t, %f), "
                          "true_computation=%tc, false_computation=%fc")),
            "true_computation=tc false_computation=fc");
  EXPECT_EQ(callsOf(parse("%x = s32[] conditional(%i, %a, %b), "
                          "branch_computations={%r.1, %r.2}")),
            "branch_computations=r.1 branch_computations=r.2");
  EXPECT_EQ(callsOf(parse("%x = s32[] custom-call(%i), "
                          "called_computations={%only}")),
            "called_computations=only");
  EXPECT_EQ(callsOf(parse("%x = s32[] custom-call(%i), "
                          "called_computations={a, b}")),
            "called_computations=a called_computations=b");
  EXPECT_EQ(callsOf(parse("%x = s32[] custom-call(%i), "
                          "called_computations={}")),
            "");
  EXPECT_EQ(callsOf(parse("%x = f32[2]{0} select-and-scatter(%a, %b, %c), "
                          "window={size=2}, select=%ge, scatter=%add")),
            "select=ge scatter=add");
}

//===----------------------------------------------------------------------===//
// Metadata
//===----------------------------------------------------------------------===//

TEST_F(InstructionTest, Metadata) {
  InstructionMetadata M =
      parse("%a = s32[] add(%x, %y), metadata={op_type=\"add\" "
            "op_name=\"jit(f)/add\" source_file=\"/a/b.py\" source_line=55 "
            "source_end_line=56 source_column=12 source_end_column=88 "
            "profile_type={1 2} deduplicated_name=\"fusion.3\" "
            "scheduling_name=\"add.7\" stack_frame_id=9 "
            "metadata_payload=\"{}\"}")
          .Metadata;
  EXPECT_EQ(M.OpType, "add");
  EXPECT_EQ(M.OpName, "jit(f)/add");
  EXPECT_EQ(M.SourceFile, "/a/b.py");
  EXPECT_EQ(M.SourceLine, 55u);
  EXPECT_EQ(M.SourceColumn, 12u);
  EXPECT_EQ(M.StackFrameId, 9u);
}

TEST_F(InstructionTest, MetadataThatIsMissingIsEmpty) {
  InstructionMetadata M = parse("%a = s32[] add(%x, %y)").Metadata;
  EXPECT_EQ(M.OpName, "");
  EXPECT_EQ(M.SourceLine, 0u);
  EXPECT_EQ(M.StackFrameId, std::nullopt);
  EXPECT_EQ(parse("%a = s32[] add(%x, %y), metadata={stack_frame_id=0}")
                .Metadata.StackFrameId,
            0u);
}

TEST_F(InstructionTest, MetadataIsUnescaped) {
  // "\303\251" are the two bytes of an accented e.
  InstructionMetadata M =
      parse("%a = s32[] add(%x, %y), metadata={op_type=\"\\x41\\x4a!\" "
            "op_name=\"var[\\'a\\'] = \\\"caf\\303\\251\\\"\\n\\ttab\\\\n\" "
            "source_file=\"C:\\\\u\\q\\0001\"}")
          .Metadata;
  EXPECT_EQ(M.OpType, "AJ!");
  EXPECT_EQ(M.OpName, "var['a'] = \"caf\xc3\xa9\"\n\ttab\\n");
  EXPECT_EQ(M.SourceFile, StringRef("C:\\u\\q\0"
                                    "1",
                                    8));
}

TEST_F(InstructionTest, BlanksBracesAndEqualsSignsInsideMetadataStrings) {
  InstructionMetadata M =
      parse("%a = s32[] add(%x, %y), metadata={op_name=\"f[a=(((1,), (0,))) "
            "b=None] {x source_line=7\" source_line=3}")
          .Metadata;
  EXPECT_EQ(M.OpName, "f[a=(((1,), (0,))) b=None] {x source_line=7");
  EXPECT_EQ(M.SourceLine, 3u);
}

//===----------------------------------------------------------------------===//
// The backend's configuration
//===----------------------------------------------------------------------===//

TEST_F(InstructionTest, BareBackendConfig) {
  Expected<json::Value> Config =
      parse("%w = (s32[]) while(%t), condition=%c, body=%b, backend_config="
            "{\"known_trip_count\":{\"n\":\"5\"},\"a\":[1,\"}, x=\\\"\"]}")
          .getBackendConfig();
  ASSERT_TRUE(bool(Config));
  const json::Object *Count =
      Config->getAsObject()->getObject("known_trip_count");
  ASSERT_TRUE(Count);
  EXPECT_EQ(Count->getString("n"), "5");
  EXPECT_EQ((*Config->getAsObject()->getArray("a"))[1], "}, x=\"");
}

TEST_F(InstructionTest, QuotedBackendConfig) {
  Expected<json::Value> Config =
      parse("%g = f32[1]{0} custom-call(%a), backend_config="
            "\"{\\\"alpha\\\":1,\\\"text\\\":\\\"a\\\\nb \\303\\251\\\"}\", "
            "x=1")
          .getBackendConfig();
  ASSERT_TRUE(bool(Config));
  EXPECT_EQ(Config->getAsObject()->getInteger("alpha"), 1);
  EXPECT_EQ(Config->getAsObject()->getString("text"), "a\nb \xc3\xa9");
}

TEST_F(InstructionTest, LineFeedsInsideBackendConfig) {
  InstructionDetails I = parse("%g = f32[1]{0} custom-call(%a), "
                               "backend_config={\"a\":\n \"b\nc\"}, x=1");
  EXPECT_EQ(keysOf(I), "backend_config x");
  Expected<json::Value> Config = I.getBackendConfig();
  ASSERT_TRUE(bool(Config));
  EXPECT_EQ(Config->getAsObject()->getString("a"), "b\nc");
}

TEST_F(InstructionTest, BackendConfigThatIsNone) {
  for (StringRef Text :
       {"%g = f32[1]{0} custom-call(%a)",
        "%g = f32[1]{0} custom-call(%a), backend_config=\"opaque bytes\"",
        "%g = f32[1]{0} custom-call(%a), backend_config=\"\"",
        "%g = f32[1]{0} custom-call(%a), backend_config=",
        "%g = f32[1]{0} custom-call(%a), backend_config={a:1}"}) {
    Expected<json::Value> Config = parse(Text).getBackendConfig();
    EXPECT_FALSE(bool(Config)) << Text.str();
    consumeError(Config.takeError());
  }
}

TEST_F(InstructionTest, BackendConfigNestedTooDeepIsAnError) {
  std::string Text = "%g = f32[1]{0} custom-call(%a), backend_config=" +
                     std::string(1000000, '[') + std::string(1000000, ']');
  Expected<json::Value> Config = parse(Text).getBackendConfig();
  ASSERT_FALSE(bool(Config));
  EXPECT_EQ(toString(Config.takeError()),
            "backend_config is nested too deeply");
}

TEST_F(InstructionTest, LongBackendConfig) {
  std::string Kernel(5000000, 'A');
  std::string Text = "%k = f32[8]{0} custom-call(%a), "
                     "custom_call_target=\"tpu_custom_call\", "
                     "backend_config={\"body\":\"" +
                     Kernel + "\"}, last=1";
  InstructionDetails I = parse(Text);
  EXPECT_EQ(I.getAttribute("last"), "1");
  Expected<json::Value> Config = I.getBackendConfig();
  ASSERT_TRUE(bool(Config));
  EXPECT_TRUE(Config->getAsObject()->getString("body") == StringRef(Kernel));
}

} // namespace
