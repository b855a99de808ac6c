/// The route by which a `StoreView` sends actions to its store. Apps do not use this type.
public struct _ActionRoute<Action> {
  @usableFromInline let link: _StoreLink

  @inlinable
  init(_ link: _StoreLink) { self.link = link }

  /// A buffer for most actions. A known size costs less.
  @usableFromInline typealias SmallBuffer = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

  /// Sends an action to the store.
  @inlinable @inline(__always)
  func forward(_ action: Action) {
    if link.core.pointee.hasSmallActions {
      unsafe withUnsafeTemporaryAllocation(of: SmallBuffer.self, capacity: 1) { memory in
        unsafe forward(action, in: UnsafeMutableRawPointer(memory.baseAddress.unsafelyUnwrapped))
      }
    } else {
      forwardLarge(action)
    }
  }

  @inlinable
  @inline(never)
  func forwardLarge(_ action: Action) {
    let core = link.core
    unsafe withUnsafeTemporaryAllocation(
      byteCount: Int(core.pointee.actionSize), alignment: Int(core.pointee.actionAlignment)
    ) { memory in
      unsafe forward(action, in: memory.baseAddress.unsafelyUnwrapped)
    }
  }

  @inlinable @inline(__always)
  func forward(_ action: Action, in buffer: UnsafeMutableRawPointer) {
    unsafe buffer.initializeMemory(as: Action.self, to: action)
    unsafe link.send(buffer)
  }

  /// Sends actions to the store as one batch.
  @inlinable
  func forward(contentsOf actions: some Sequence<Action>) {
    // All actions are created and embedded before the first is sent, because this runs user code,
    // and actions that it sends are not part of the batch.
    let actions = Array(actions)
    guard !actions.isEmpty else { return }
    let core = link.core
    let stride = unsafe Int(core.pointee.actionStride)
    unsafe withUnsafeTemporaryAllocation(
      byteCount: stride * actions.count, alignment: Int(core.pointee.actionAlignment)
    ) { memory in
      let first = unsafe memory.baseAddress.unsafelyUnwrapped
      for index in actions.indices {
        let buffer = unsafe first + index * stride
        unsafe buffer.initializeMemory(as: Action.self, to: actions[index])
        _ = unsafe link.embed(buffer)
      }
      let store = link.store
      unsafe core.pointee.status.insert(.gathering)
      for index in actions.indices { unsafe store.step(first + index * stride, store) }
      store.step(nil, store)
    }
  }

  /// Sends an action to the store and waits for everything that it causes.
  @inlinable
  nonisolated(nonsending) func forwardAwaiting(_ action: Action) async {
    let buffer = UnsafeMutableRawPointer.allocate(
      byteCount: Int(link.core.pointee.actionSize),
      alignment: Int(link.core.pointee.actionAlignment))
    unsafe buffer.initializeMemory(as: Action.self, to: action)
    unsafe await link.core.pointee.run(buffer, link.embed(buffer))
    unsafe buffer.deallocate()
  }
}

extension UnsafeMutableRawPointer? {
  /// Replaces the action in the buffer with that of the next outer level. The buffer consists of
  /// whole words.
  @inlinable @inline(__always)
  func embed<Local, Action>(_ embed: (Local) -> Action) {
    let buffer = unsafe unsafelyUnwrapped
    let action = unsafe embed(buffer.assumingMemoryBound(to: Local.self).move())
    unsafe buffer.initializeMemory(as: Action.self, to: action)
    if MemoryLayout<Local>.size != MemoryLayout<Action>.size {
      unsafe buffer.rewriteWord(at: MemoryLayout<Action>.size)
    }
  }
}

extension UnsafeMutableRawPointer {
  /// Rewrites the whole word that contains the last bytes before an offset.
  ///
  /// The tag of an enum is stored as a single byte, which the compiler often loads together with
  /// three more. A processor cannot forward such a load from its store buffer and waits until the
  /// buffer is empty: 2 of 10 ns for a member of an array (AMD EPYC).
  @inlinable @inline(__always)
  func rewriteWord(at end: Int) {
    let start = end & ~7
    guard start < end else { return }
    var word: UInt64 = 0
    for offset in start..<end {
      let byte = unsafe load(fromByteOffset: offset, as: UInt8.self)
      word |= UInt64(truncatingIfNeeded: byte) &<< UInt64(8 &* (offset &- start))
    }
    unsafe storeBytes(of: word, toByteOffset: start, as: UInt64.self)
  }
}
