//===- Libstdcxx10.cpp - What the libstdc++ of g++ 10 lacks ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Archives of LLVM that a newer g++ has compiled call these functions of the
// standard library. None of LLVM's sizes is ever too large for an array, and
// LLVM throws no exception that could be released.
//
//===----------------------------------------------------------------------===//

#include <cstdlib>
#include <exception>

#pragma GCC visibility push(hidden)

namespace std {
[[noreturn]] void __throw_bad_array_new_length();
void __throw_bad_array_new_length() { abort(); }

namespace __exception_ptr {
void exception_ptr::_M_release() noexcept {}
} // namespace __exception_ptr
} // namespace std

#pragma GCC visibility pop
