//===- HloProtoSource.cpp - An HloProto that is read once -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Proto/HloProtoSource.h"

using namespace llvm;

namespace hlomem {

Expected<std::shared_ptr<const WholeHloProto>>
readWholeHloProto(const SourceText &Source) {
  auto Whole = std::make_shared<WholeHloProto>();
  Expected<HloProtoContents> Read = readHloProto(Source.Text, Whole->Shapes);
  if (!Read)
    return Read.takeError();
  Whole->Contents = std::move(*Read);
  Whole->Owners.push_back(Source.Buffer);
  Whole->FileName = Source.FileName;
  return Whole;
}

HloProtoSource::HloProtoSource(std::shared_ptr<const WholeHloProto> Made) {
  Text.FileName = Made->FileName;
  Whole.get([&] { return WholeOrProblem{std::move(Made), ""}; });
}

Expected<std::shared_ptr<const WholeHloProto>>
HloProtoSource::readWhole() const {
  const WholeOrProblem &Known = Whole.get([this] {
    Expected<std::shared_ptr<const WholeHloProto>> Read =
        readWholeHloProto(Text);
    if (Read)
      return WholeOrProblem{std::move(*Read), ""};
    return WholeOrProblem{nullptr, toString(Read.takeError())};
  });
  if (!Known.Whole)
    return createStringError(Known.Problem);
  return Known.Whole;
}

} // namespace hlomem
