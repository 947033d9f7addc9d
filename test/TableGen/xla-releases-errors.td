// The first release must have all facts.
//
// RUN: not hlo-mem-tblgen -gen-xla-releases %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:

class XlaRelease<string release, string date, string change> {
  string name = release;
  string since = date;
  string news = change;
  bit IsWide;
  // CHECK: xla-releases-errors.td:[[#@LINE+1]]:7: error: the first release has no 'Alignment'
  int Alignment;
}

def First : XlaRelease<"jaxlib-0.1", "2017", "all">;
def Second : XlaRelease<"jaxlib-0.2", "2018", "more"> { let Alignment = 1; }
// CHECK: error: the releases are not usable
