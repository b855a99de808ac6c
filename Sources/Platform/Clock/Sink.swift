public import CProbes

// `asm volatile` is never deleted and never merged with another one. With a pointer as input and
// "memory" clobbered, the compiler must assume that the value was read and changed. Both functions
// are `static inline` in a C header, so that no call remains. `@inline(never)` is not enough: Swift
// 6.3.1 removed such a call with 64 rounds of work.

/// Keeps a value, and the work that computed it, from being optimised away.
///
/// Earlier work on the value can still be simplified. To keep the rounds of a loop apart, use
/// ``step()``.
///
/// - Parameter value: The value. Of a class instance the reference is kept, not its fields.
/// - Complexity: O(1), about 0.3 ns.
@inlinable @inline(__always)
public func sink<T: ~Copyable>(_ value: borrowing T) {
  withUnsafePointer(to: value) { cprobes_escape($0) }
}

/// Marks one round of a measured loop: rounds can then be neither deleted, joined nor vectorised.
///
/// It emits no instruction and clobbers nothing, so that state may stay in registers.
@inlinable @inline(__always)
public func step() { cprobes_step() }
