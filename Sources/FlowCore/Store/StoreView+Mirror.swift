extension StoreView {
  /// The state, for `dump` and debuggers, without being tracked; nothing while the store's reducer
  /// runs.
  ///
  /// - Complexity: O(*s*), where *s* is the size of the state.
  public var customMirror: Mirror {
    let slice = _slice
    let isReadable = !slice.link.core.pointee.status.contains(.reducing)
    return Mirror(self, children: isReadable ? ["state": slice.value] : [:])
  }
}

extension Store: CustomReflectable {}
extension ScopedStore: CustomReflectable {}
extension TypedScope: CustomReflectable {}
