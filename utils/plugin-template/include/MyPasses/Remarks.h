//===- Remarks.h - The structs made of Remarks.td ---------------*- C++ -*-===//

#ifndef MYPASSES_REMARKS_H
#define MYPASSES_REMARKS_H

#include "hlomem/Remarks/Remark.h"

// The generated structs have no namespace of their own: it is chosen here.
namespace mypasses::remark {

#include "MyPasses/Remarks.inc"

} // namespace mypasses::remark

#endif // MYPASSES_REMARKS_H
