/// A level between a scope and its store. The store itself is the outermost link.
///
/// Apps do not use this class. A scope retains its innermost link, and each link retains the next
/// outer one. An action is embedded level by level in a buffer that is large enough for all of
/// them, because nested closures would copy it from frame to frame.
public class _StoreLink {
  /// Receives a buffer, or `nil` at the end of a batch, and its link, so that a store's step need
  /// not retain the store.
  @usableFromInline typealias Step = (UnsafeMutableRawPointer?, _StoreLink) -> Void

  /// The data shared with the store.
  @usableFromInline final let core: UnsafeMutablePointer<StoreCore>
  /// The next outer link, retained; `nil` for the store.
  // Unmanaged, because the traversal of links must not retain.
  @usableFromInline final let outer: Unmanaged<_StoreLink>?
  /// Embeds the action in the buffer in that of the next outer level. The step of a store sends the
  /// action and leaves the buffer uninitialized.
  // Not a method, because a method of a generic class would not be specialized.
  @usableFromInline final let step: Step

  @inlinable
  init(
    core: UnsafeMutablePointer<StoreCore>, outer: _StoreLink? = nil,
    step: @escaping Step
  ) {
    self.core = core
    self.outer = outer.map { .passRetained($0) }
    self.step = step
  }

  deinit { outer?.release() }

  /// Sends the action in the buffer, which becomes uninitialized.
  // Not retained, because the caller retains the innermost link.
  @inlinable @inline(__always)
  final func send(_ buffer: UnsafeMutableRawPointer) {
    var next = Optional(Unmanaged.passUnretained(self))
    while let link = next {
      next = link._withUnsafeGuaranteedRef { link in
        link.step(buffer, link)
        return link.outer
      }
    }
  }

  /// Embeds the action in the buffer level by level, and returns the store.
  @inlinable
  final func embed(_ buffer: UnsafeMutableRawPointer) -> _StoreLink {
    var link = Unmanaged.passUnretained(self)
    while let outer = link._withUnsafeGuaranteedRef({ $0.outer }) {
      link._withUnsafeGuaranteedRef { $0.step(buffer, $0) }
      link = outer
    }
    return link.takeUnretainedValue()
  }

  @inlinable final var store: _StoreLink {
    var link = self
    while let outer = link.outer { link = outer.takeUnretainedValue() }
    return link
  }
}
