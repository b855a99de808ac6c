/// One level between a scope and its store; the store itself is the outermost. Apps have no use for it.
///
/// A scope holds the innermost of its links, each link the next one further out, and so a scope keeps
/// its store alive. An action is embedded level by level where it lies, in a buffer that is large
/// enough for all of them; not by one closure around the other, which would pass it from frame to
/// frame.
public class StoreLink {
  /// Is given a buffer, or `nil` at the end of a batch, and the link that it belongs to, so that a
  /// store's need not hold the store.
  @usableFromInline typealias Step = (UnsafeMutableRawPointer?, StoreLink) -> Void

  /// What the store shares with its scopes.
  @usableFromInline final let core: UnsafeMutablePointer<StoreCore>
  /// The next one further out, retained; `nil` for the store.
  // Unmanaged: going through the links must not count.
  @usableFromInline final let outer: Unmanaged<StoreLink>?
  /// Makes the action of the next level further out from that of this one, in place; a store's sends
  /// its action, and leaves uninitialised memory behind.
  // Not a method: that of a generic class would not be compiled for the types that it is used with.
  @usableFromInline final let step: Step

  @inlinable
  init(
    core: UnsafeMutablePointer<StoreCore>, outer: StoreLink? = nil,
    step: @escaping Step
  ) {
    self.core = core
    self.outer = outer.map { .passRetained($0) }
    self.step = step
  }

  deinit { outer?.release() }

  /// Sends the action that lies in the buffer, and leaves uninitialised memory behind.
  // Unretained: whoever calls holds the innermost link, and with it all others.
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

  /// Embeds the action that lies in the buffer, level by level, and returns the store.
  @inlinable
  final func embed(_ buffer: UnsafeMutableRawPointer) -> StoreLink {
    var link = Unmanaged.passUnretained(self)
    while let outer = link._withUnsafeGuaranteedRef({ $0.outer }) {
      link._withUnsafeGuaranteedRef { $0.step(buffer, $0) }
      link = outer
    }
    return link.takeUnretainedValue()
  }

  @inlinable final var store: StoreLink {
    var link = self
    while let outer = link.outer { link = outer.takeUnretainedValue() }
    return link
  }
}
