// Every error of the table is reported at its record, and nothing is emitted.
//
// RUN: not hlo-mem-tblgen -gen-xla-releases %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=enum

class XlaRelease<string release, string date, string change> {
  string name = release;
  string since = date;
  string news = change;
  bit IsWide;
  int Alignment;
}

// CHECK: xla-releases-errors.td:[[#@LINE+1]]:5: error: the first release has no 'Alignment'
def First : XlaRelease<"jaxlib-0.1", "2017", "all">;
// CHECK: xla-releases-errors.td:[[#@LINE+2]]:5: error: duplicate release 'jaxlib-0.1'
// CHECK: xla-releases-errors.td:[[#@LINE-2]]:5: note: first used here
def Second : XlaRelease<"jaxlib-0.1", "2018", "more"> { let Alignment = 1; }
// CHECK: xla-releases-errors.td:[[#@LINE+1]]:1: error: the record's name is its enumerator: it needs one
def : XlaRelease<"jaxlib-0.2", "2019", "more">;
// CHECK: xla-releases-errors.td:[[#@LINE+1]]:5: error: field 'name' is empty
def Third : XlaRelease<"", "2019", "more">;
// CHECK: error: nothing is emitted for a table with errors
