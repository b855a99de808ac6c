import Foundation

/// Makes blocks of entries.
struct BlockEncoder<Action: Encodable> {
  private let file: String
  private var block = Data()
  private var known: [Data: UInt64] = [:]
  private var lastNs: UInt64 = 0

  /// Whose errors call the trace `file`.
  init(file: String) { self.file = file }

  /// What a trace begins with.
  static func start(_ header: TraceHeader) throws(TraceError) -> Data {
    BlockForm.magic + BlockForm.block(try LineEncoder.header(header))
  }

  /// Adds an entry.
  ///
  /// - Returns: What is ready to be written; mostly nothing.
  /// - Precondition: Times do not go back.
  mutating func add(_ entry: Trace<Action>.Entry) throws(TraceError) -> Data {
    switch entry {
    case .action(let traced): try add(traced)
    case .state(let state), .restored(let state):
      block.append(leb128: UInt64(state.line.count) << 2 | BlockForm.Tag.line.rawValue)
      block += state.line
    }
    return block.count < BlockForm.blockBytes ? Data() : closed()
  }

  private mutating func add(_ traced: TracedAction<Action>) throws(TraceError) {
    let json = try LineEncoder.json(of: traced.action, file: file)
    let tag: BlockForm.Tag = traced.isAnswer ? .answer : .sent
    let number = known[json]
    block.append(leb128: (number ?? 0) << 2 | tag.rawValue)
    if number == nil {
      block.append(leb128: UInt64(json.count))
      block += json
      if known.count == BlockForm.mostActions { known.removeAll(keepingCapacity: true) }
      known[json] = UInt64(known.count) + 1
    }
    guard let ns = traced.atNs else {
      block.append(leb128: 0)
      return
    }
    precondition(ns >= lastNs, "times must not go back, got \(ns) ns after \(lastNs) ns")
    block.append(leb128: ns - lastNs + 1)
    lastNs = ns
  }

  private mutating func closed() -> Data {
    defer { block.removeAll(keepingCapacity: true) }
    return BlockForm.block(block)
  }

  /// What is left, and the end.
  mutating func finish() -> Data {
    (block.isEmpty ? Data() : closed()) + BlockForm.block(Data())
  }
}
