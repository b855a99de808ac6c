/// A value that is kept once, however many hold it: a copy of this is one reference count, whatever
/// the value is made of.
@usableFromInline
final class KeptOnce<Value: Sendable>: Sendable {
  @usableFromInline let value: Value

  @inlinable init(_ value: Value) { self.value = value }
}
