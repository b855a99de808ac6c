/// How a scope's actions get to the root store: what a `StoreView` sends by; apps have no use for it.
///
/// A list with an entry for each level, each of which embeds an action where it lies, in a buffer that
/// is large enough for all of them; not one closure around the other, which would pass the action from
/// frame to frame.
public struct ActionRoute<Action> {
  @usableFromInline typealias Step = (UnsafeMutableRawPointer) -> Void
  @usableFromInline typealias Awaiting =
    nonisolated(nonsending) (UnsafeMutableRawPointer) async -> Void

  /// Sends the root's action that lies in the buffer, and leaves uninitialised memory behind.
  @usableFromInline let send: Step
  /// The same, and waits until everything it caused has ended.
  @usableFromInline let run: Awaiting
  /// Makes the action of a level from that of the next one further in, in place; outermost first.
  @usableFromInline let embeddings: [Step]
  /// What the actions of all levels need.
  @usableFromInline let size: Int
  @usableFromInline let alignment: Int

  @inlinable
  init(
    send: @escaping (UnsafeMutableRawPointer) -> Void,
    run: nonisolated(nonsending) @escaping (UnsafeMutableRawPointer) async -> Void,
    embeddings: [(UnsafeMutableRawPointer) -> Void] = [],
    size: Int = MemoryLayout<Action>.size, alignment: Int = MemoryLayout<Action>.alignment
  ) {
    self.send = send
    self.run = run
    self.embeddings = embeddings
    self.size = size
    self.alignment = alignment
  }

  // Inlined into its callers, as they are into theirs: where `embed` is written as the name of a
  // case, it becomes part of the closure, and a level of scopes costs one call instead of two.
  /// The route of what is one level further in.
  @inlinable @inline(__always)
  func embedding<Local>(_ embed: @escaping (Local) -> Action) -> ActionRoute<Local> {
    ActionRoute<Local>(
      send: send, run: run,
      embeddings: embeddings + [
        { buffer in
          let action = embed(buffer.assumingMemoryBound(to: Local.self).move())
          buffer.initializeMemory(as: Action.self, to: action)
        }
      ],
      size: Swift.max(size, MemoryLayout<Local>.size),
      alignment: Swift.max(alignment, MemoryLayout<Local>.alignment))
  }

  /// What most actions fit in: memory of a size that is known costs less.
  @usableFromInline typealias SmallBuffer = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

  /// Sends an action to the root.
  @inlinable @inline(__always)
  func forward(_ action: Action) {
    if size <= MemoryLayout<SmallBuffer>.size, alignment <= MemoryLayout<SmallBuffer>.alignment {
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
    withUnsafeTemporaryAllocation(byteCount: size, alignment: alignment) { memory in
      forward(action, in: memory.baseAddress.unsafelyUnwrapped)
    }
  }

  @inlinable @inline(__always)
  func forward(_ action: Action, in buffer: UnsafeMutableRawPointer) {
    buffer.initializeMemory(as: Action.self, to: action)
    embed(buffer)
    send(buffer)
  }

  /// Sends an action to the root, and waits until everything it caused has ended.
  @inlinable
  nonisolated(nonsending) func forwardAwaiting(_ action: Action) async {
    let buffer = UnsafeMutableRawPointer.allocate(
      byteCount: Swift.max(size, 1), alignment: alignment)
    buffer.initializeMemory(as: Action.self, to: action)
    embed(buffer)
    await run(buffer)
    buffer.deallocate()
  }

  @inlinable @inline(__always)
  func embed(_ buffer: UnsafeMutableRawPointer) {
    embeddings.withUnsafeBufferPointer { steps in
      var level = steps.count
      while level > 0 {
        level &-= 1
        steps[level](buffer)
      }
    }
  }
}
