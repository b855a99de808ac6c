public import CProbes

// The enemies, in the order in which they were met:
//   1. Dead code. A result nobody reads is not computed; the call and all it does are deleted.
//   2. Folding. A computation on known values is done by the compiler, once, at build time.
//   3. Joining. Two rounds of a loop become one, or sixteen become one vector operation, which no
//      store can do between two sends.
//
// The facts relied on:
//   a. `asm volatile` is never deleted and never merged with another one.
//   b. With a pointer as input and "memory" clobbered, the compiler must assume that what the
//      pointer leads to was read and changed.
//   c. Both functions are `static inline` in a C header that Swift's importer compiles into this
//      very module, so no call is left and the price is at most a spill of the value (0.3 ns).
//
// What still holds when each fails:
//   a. Nothing else here: but the driver compares the final state's digest, which needs the work.
//   b. The value is still computed, because its address is taken; it may be folded (2).
//   c. It becomes a call of about 2 ns: slower, still correct.
// `@inline(never)` is not on the list: Swift 6.3.1 removed such a call with 64 rounds of work.
// `SinkTests` fails when work that is sunk no longer costs time.

/// Keeps a value, and so the work that made it, from being optimised away.
///
/// It proves only that the value *existed*: what happened to it earlier can still be simplified.
/// To keep the rounds of a loop apart use ``step()``.
///
/// - Parameter value: Whatever must have been computed. Of a class instance the reference is kept,
///   not its fields.
/// - Complexity: O(1), about 0.3 ns.
@inlinable @inline(__always)
public func sink<T: ~Copyable>(_ value: borrowing T) {
  withUnsafePointer(to: value) { cprobes_escape($0) }
}

/// Marks one round of a measured loop: rounds can then be neither deleted, joined nor vectorised.
///
/// It emits no instruction and clobbers nothing: state may stay in registers, as it may in a loop
/// of an app.
@inlinable @inline(__always)
public func step() { cprobes_step() }
