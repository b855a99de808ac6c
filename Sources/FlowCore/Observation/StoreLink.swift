/// A level between a scope and its store. The store itself is the outermost link.
///
/// Apps do not use this class. A scope retains its innermost link, and each link retains the next
/// outer one. An action is embedded level by level in a buffer that is large enough for all of
/// them, because nested closures would copy it from frame to frame.
@safe
// Safe: a link retains the next outer one, and the store owns the core.
public class _StoreLink {
  /// Receives a buffer, or `nil` at the end of a batch, and its link, so that a store's step need
  /// not retain the store.
  @usableFromInline typealias Step = (UnsafeMutableRawPointer?, _StoreLink) -> Void

  /// The data shared with the store.
  @safe @usableFromInline final let core: UnsafeMutablePointer<StoreCore>
  /// The next outer link, retained; `nil` for the store.
  // Unmanaged, because the traversal of links must not retain.
  @safe @usableFromInline final let outer: Unmanaged<_StoreLink>?
  /// Embeds the action in the buffer in that of the next outer level. The step of a store sends the
  /// action and leaves the buffer uninitialized.
  // Not a method, because a method of a generic class would not be specialised.
  @usableFromInline final let step: Step

  @inlinable
  init(
    core: UnsafeMutablePointer<StoreCore>, outer: _StoreLink? = nil,
    step: @escaping Step
  ) {
    self.core = unsafe core
    self.outer = unsafe outer.map { unsafe .passRetained($0) }
    unsafe self.step = unsafe step
  }

  deinit { unsafe outer?.release() }

  /// Sends the action in the buffer, which becomes uninitialized.
  // Not retained, because the caller retains the innermost link.
  @inlinable @inline(__always)
  final func send(_ buffer: UnsafeMutableRawPointer) {
    var next = unsafe Optional(Unmanaged.passUnretained(self))
    while let link = unsafe next {
      unsafe next = unsafe link._withUnsafeGuaranteedRef { link in
        unsafe link.step(buffer, link)
        return link.outer
      }
    }
  }

  /// Embeds the action in the buffer level by level, and returns the store.
  @inlinable
  final func embed(_ buffer: UnsafeMutableRawPointer) -> _StoreLink {
    var link = unsafe Unmanaged.passUnretained(self)
    while let outer = unsafe link._withUnsafeGuaranteedRef({ $0.outer }) {
      unsafe link._withUnsafeGuaranteedRef { unsafe $0.step(buffer, $0) }
      unsafe link = unsafe outer
    }
    return unsafe link.takeUnretainedValue()
  }

  @inlinable final var store: _StoreLink {
    var link = self
    while let outer = link.outer { link = unsafe outer.takeUnretainedValue() }
    return link
  }
}
