// A program of a user's own on the installed libraries: says what it read, and
// runs a pipeline over it.

#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Dump/Reader/DumpParser.h"
#include "hlomem/Pass/PassBuilder.h"
#include "hlomem/Passes/BuiltinPasses.h"
#include "hlomem/Remarks/TextRemarkStream.h"
#include "hlomem/Support/Diagnostics.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace hlomem;

int main(int Argc, char **Argv) {
  ExitOnError Check("linked: ");
  if (Argc != 2)
    return 1;
  DiagnosticEngine Diags(errs(), /*Color=*/false);
  std::unique_ptr<Module> M = parseDump(
      Check(errorOrToExpected(MemoryBuffer::getFile(Argv[1]))), Diags);
  if (!M)
    return 1;
  outs() << M->allocations().size() << " allocations\n";

  PassBuilder PB;
  Check(registerBuiltinPasses(PB));
  PassManager Pipeline = Check(PB.parsePipeline("verify,peak<top=1>"));
  AnalysisManager AM(*M);
  TextRemarkStream Remarks(outs(), getSources(*M), M->getName());
  PassContext Context(Remarks, outs());
  Check(Pipeline.run(*M, AM, Context));
  Remarks.finish();
}
