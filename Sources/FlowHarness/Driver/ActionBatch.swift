import Workloads

/// Actions made before the clock starts, in memory that is used again for every batch.
///
/// Its capacity bounds what a run of any length keeps of its actions.
final class ActionBatch<F: Feature> {
  private let memory: UnsafeMutableBufferPointer<F.Action>
  private var count = 0
  private var generator: ActionGenerator<F>

  /// A batch of at most `capacity` actions, drawn from `generator` in order.
  init(capacity: Int, generator: ActionGenerator<F>) {
    memory = .allocate(capacity: capacity)
    self.generator = generator
  }

  deinit {
    UnsafeMutableBufferPointer(rebasing: memory[..<count]).deinitialize()
    memory.deallocate()
  }

  /// The actions of this batch.
  var actions: UnsafeBufferPointer<F.Action> { UnsafeBufferPointer(rebasing: memory[..<count]) }

  /// Replaces the actions by the next `count` of the stream.
  func refill(_ count: Int) {
    precondition(
      count <= memory.count, "a batch holds at most \(memory.count) actions, got \(count)")
    UnsafeMutableBufferPointer(rebasing: memory[..<self.count]).deinitialize()
    generator.fill(UnsafeMutableBufferPointer(rebasing: memory[..<count]))
    self.count = count
  }

  /// How many actions fit into `bytes`, at least 1,024.
  static func capacity(bytes: Int) -> Int {
    max(1024, bytes / max(1, MemoryLayout<F.Action>.stride))
  }
}
