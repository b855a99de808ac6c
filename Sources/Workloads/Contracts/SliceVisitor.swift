/// Receives the slice of one slot as a function whose type is known.
///
/// An app's slots have slices of different types; erasing them would hide the fast path that
/// `Array` has for comparing a buffer with itself, which is what makes comparing slices cheap.
public protocol SliceVisitor<State> {
  /// The state that slices are taken from.
  associatedtype State
  /// What becomes of the visit.
  associatedtype Result

  /// Called once, with the slice of the slot that was asked for.
  func visit<Slice: Equatable>(_ slice: @escaping (State) -> Slice) -> Result
}

extension LeafFeature {
  /// All of a module's state is its slice.
  @inlinable public func visitSlice<V: SliceVisitor>(slot: Int, _ visitor: V) -> V.Result
  where V.State == State {
    visitor.visit { $0 }
  }
}

extension Copies {
  /// One copy's state.
  @inlinable public func visitSlice<V: SliceVisitor>(slot: Int, _ visitor: V) -> V.Result
  where V.State == State {
    visitor.visit { $0.features[slot] }
  }
}
