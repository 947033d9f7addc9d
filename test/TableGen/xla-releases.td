// What a release does not set is as in the release before.
//
// RUN: hlo-mem-tblgen -gen-xla-releases %s | FileCheck %s
// RUN: hlo-mem-tblgen -gen-xla-release-docs %s | FileCheck %s --check-prefix=DOCS --match-full-lines

class Order;
def Up : Order;
def Down : Order;
class XlaRelease<string release, string date, string change> {
  string name = release;
  string since = date;
  string news = change;
  string Dialect = release;
  bit IsWide;
  int Alignment;
  Order Sorted;
  Order Kept = Up;
}

def First : XlaRelease<"xla-2018", "2017 †", "the first | of all"> {
  let Alignment = 64;
  let Sorted = Down;
}
def Second : XlaRelease<"jaxlib-0.1.2", "Mar 2020", "wide"> {
  let IsWide = true;
  let Dialect = ?;
}
def Third : XlaRelease<"jaxlib-0.2", "Apr 2020", "sorted"> {
  let Sorted = Up;
  let Alignment = 128;
}

// CHECK:      #ifdef GEN_XLA_RELEASE_DECLS
// CHECK:      enum class Order : uint8_t {
// CHECK-NEXT:   Up,
// CHECK-NEXT:   Down,
// CHECK-NEXT: };
// CHECK-NOT:  enum class Order
// CHECK:      enum class XlaRelease : uint8_t {
// CHECK-NEXT:   First,
// CHECK-NEXT:   Second,
// CHECK-NEXT:   Third,
// CHECK-NEXT: };
// CHECK:      struct XlaFacts {
// CHECK-NEXT:   XlaRelease Release;
// CHECK-NEXT:   llvm::StringRef Dialect;
// CHECK-NEXT:   bool IsWide;
// CHECK-NEXT:   uint64_t Alignment;
// CHECK-NEXT:   Order Sorted;
// CHECK-NEXT:   Order Kept;
// CHECK-NEXT: };
// CHECK:      inline constexpr XlaFacts XlaReleases[] = {
// CHECK-NEXT:   {XlaRelease::First, "xla-2018", false, 64, Order::Down, Order::Up},
// CHECK-NEXT:   {XlaRelease::Second, "xla-2018", true, 64, Order::Down, Order::Up},
// CHECK-NEXT:   {XlaRelease::Third, "jaxlib-0.2", true, 128, Order::Up, Order::Up},
// CHECK:      #undef GEN_XLA_RELEASE_DECLS

// DOCS:      | name | since | change |
// DOCS-NEXT: |---|---|---|
// DOCS-NEXT: | `xla-2018` | 2017 † | the first \| of all |
// DOCS-NEXT: | `jaxlib-0.1.2` | Mar 2020 | wide |
// DOCS-NEXT: | `jaxlib-0.2` | Apr 2020 | sorted |
