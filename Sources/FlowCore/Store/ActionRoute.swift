/// How a scope's actions get to the root store: what a `StoreView` sends by; apps have no use for it.
public struct ActionRoute<Action> {
  /// The innermost link.
  @usableFromInline let link: StoreLink

  @inlinable
  init(_ link: StoreLink) { self.link = link }

  // Inlined into its callers, as they are into theirs: where `embed` is written as the name of a
  // case, it becomes part of the closure, and a level of scopes costs one call instead of two.
  /// What embeds the action of a level further in, in place.
  @inlinable @inline(__always)
  func step<Local>(
    _ embed: @escaping (Local) -> Action
  ) -> (UnsafeMutableRawPointer?, StoreLink) -> Void {
    link.core.pointee.reserve(MemoryLayout<Local>.size, alignment: MemoryLayout<Local>.alignment)
    return { buffer, _ in
      let buffer = buffer.unsafelyUnwrapped
      let action = embed(buffer.assumingMemoryBound(to: Local.self).move())
      buffer.initializeMemory(as: Action.self, to: action)
    }
  }

  /// What most actions fit in: memory of a size that is known costs less.
  @usableFromInline typealias SmallBuffer = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

  /// Sends an action to the root.
  @inlinable @inline(__always)
  func forward(_ action: Action) {
    if link.core.pointee.hasSmallActions {
      withUnsafeTemporaryAllocation(of: SmallBuffer.self, capacity: 1) { memory in
        forward(action, in: UnsafeMutableRawPointer(memory.baseAddress.unsafelyUnwrapped))
      }
    } else {
      forwardLarge(action)
    }
  }

  @inlinable
  @inline(never)
  func forwardLarge(_ action: Action) {
    let core = link.core
    withUnsafeTemporaryAllocation(
      byteCount: Int(core.pointee.actionSize), alignment: Int(core.pointee.actionAlignment)
    ) { memory in
      forward(action, in: memory.baseAddress.unsafelyUnwrapped)
    }
  }

  @inlinable @inline(__always)
  func forward(_ action: Action, in buffer: UnsafeMutableRawPointer) {
    buffer.initializeMemory(as: Action.self, to: action)
    link.send(buffer)
  }

  /// Sends actions to the root as one batch.
  @inlinable
  func forward(contentsOf actions: some Sequence<Action>) {
    // All of them, before the first is sent: making one may do anything.
    let actions = Array(actions)
    let isPartOfAnother = link.core.pointee.status.contains(.gathering)
    link.core.pointee.status.insert(.gathering)
    for action in actions { forward(action) }
    guard !isPartOfAnother else { return }
    let store = link.store
    store.step(nil, store)
  }

  /// Sends an action to the root, and waits until everything it caused has ended.
  @inlinable
  nonisolated(nonsending) func forwardAwaiting(_ action: Action) async {
    let buffer = UnsafeMutableRawPointer.allocate(
      byteCount: Int(link.core.pointee.actionSize),
      alignment: Int(link.core.pointee.actionAlignment))
    buffer.initializeMemory(as: Action.self, to: action)
    await link.core.pointee.run(buffer, link.embed(buffer))
    buffer.deallocate()
  }
}
