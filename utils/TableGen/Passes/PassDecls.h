//===- PassDecls.h - What the files made of passes have in common ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_UTILS_TABLEGEN_PASSDECLS_H
#define HLOMEM_UTILS_TABLEGEN_PASSDECLS_H

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hlomem::tblgen {

struct PassRecord;

/// What is written while it lives is in the namespace of -pass-namespace.
class PassNamespaceScope {
public:
  explicit PassNamespaceScope(llvm::raw_ostream &OS);
  PassNamespaceScope(const PassNamespaceScope &) = delete;
  PassNamespaceScope &operator=(const PassNamespaceScope &) = delete;
  ~PassNamespaceScope();

private:
  llvm::raw_ostream &OS;
};

/// Declares the function that registers \p P, and that the pass defines.
void emitRegisterDecl(llvm::raw_ostream &OS, const PassRecord &P);

} // namespace hlomem::tblgen

#endif // HLOMEM_UTILS_TABLEGEN_PASSDECLS_H
